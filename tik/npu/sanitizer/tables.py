"""A trace as the compiled passes see it: one table of cores (sizes and addresses), one of static instructions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tik.isa.regions import COLUMNS
from tik.npu.native.caching import cached
from tik.npu.sanitizer.atoms import normal
from tik.npu.sanitizer.pointers import address_of, words_at
from tik.npu.trace import FIRST_GM, SYNC, Trace

__all__ = ["BASE", "GM", "IDS", "REGIONS", "REGION_START", "ROWS", "ROW_COUNT", "ROW_START", "Tables", "classify", "tabulate"]

# Columns of Tables.cores.
ROW_COUNT, BASE, IDS, ROWS, ROW_START, REGIONS, REGION_START = range(7)
# Columns of the table of GM regions; write is 2 for an atomic add, space counts from 0, the region is as atoms.normal makes it.
GM = ("core", "row", "static", "write", "space", "start", "n2", "s2", "n1", "s1", "inner")
_RECENT = 4  # how many of the newest classes of cores a core is compared with


@dataclass(frozen=True)
class Tables:
    """``cores`` [core, 7]; the rest is indexed by static instruction: BASE of the core's section + id."""

    cores: NDArray[np.int64]
    pipe: NDArray[np.int64]
    sync: NDArray[np.int64]
    aux: NDArray[np.int64]
    slot: NDArray[np.int64]  # [n, 3] where in its row an ``aux`` of -1 is found, else -1
    silent: NDArray[np.bool_]  # touches memory only to show it: no part in hazards
    crossing: bool  # whether any core could synchronise with another
    sections: tuple[int, ...]  # BASE of each section
    kept: tuple[NDArray[np.int64], ...]  # the arrays the addresses point into


_AUX_FIELDS = {
    SYNC["set"]: ("", "", "event_id"),
    SYNC["wait"]: ("", "", "event_id"),
    SYNC["cross_set"]: ("mode", "", "flag_id"),
    SYNC["cross_wait"]: ("flag_id", "", ""),
}


def tabulate(trace: Trace) -> Tables:
    """The tables of a trace whose regions were recorded."""
    sections: list[int] = []
    base = 0
    for statics in trace.statics:
        sections.append(base)
        base += len(statics.instrs)
    pipe = np.concatenate([s.pipe for s in trace.statics]).astype(np.int64, copy=False)
    sync = np.concatenate([s.sync for s in trace.statics]).astype(np.int64, copy=False)
    aux = np.concatenate([s.aux for s in trace.statics]).astype(np.int64, copy=False)
    instrs = [i for s in trace.statics for i in s.instrs]
    silent = np.array([i.op.shows for i in instrs], np.bool_)
    slot = np.full((base, 3), -1, np.int64)
    for static in np.flatnonzero(sync).tolist():
        for column, name in enumerate(_AUX_FIELDS.get(int(sync[static]), ())):
            if name and aux[static, column] == -1:
                slot[static, column] = instrs[static].op.slot_of[name]
    kept: list[NDArray[np.int64]] = []

    def address(array: NDArray[np.int64]) -> int:
        if array.dtype != np.int64 or not array.flags.c_contiguous:
            array = np.ascontiguousarray(array, np.int64)
        kept.append(array)
        return address_of(array)

    cores = np.empty((len(trace.cores), 7), np.int64)
    for index, core in enumerate(trace.cores):
        rows = len(core.ids)
        assert len(core.region_start) == rows + 1, "the sanitizer needs a trace with regions recorded"
        cores[index] = (
            rows,
            sections[core.section],
            address(core.ids),
            address(core.rows),
            address(core.row_start),
            address(core.regions),
            address(core.region_start),
        )
    return Tables(cores, pipe, sync, aux, slot, silent, bool((sync >= SYNC["cross_set"]).any()), tuple(sections), tuple(kept))


@cached()
def _alike(cores: Any, a: int, b: int) -> bool:
    """Whether two cores ran the same instructions on the same local bytes (GM addresses may differ)."""
    rows = cores[a, ROW_COUNT]
    if rows != cores[b, ROW_COUNT] or cores[a, BASE] != cores[b, BASE]:
        return False
    start_a, start_b = words_at(cores[a, REGION_START], rows + 1), words_at(cores[b, REGION_START], rows + 1)
    count = start_a[rows]
    if count != start_b[rows]:
        return False
    different = 0
    for i in range(rows + 1):
        different |= start_a[i] ^ start_b[i]
    ids_a, ids_b = words_at(cores[a, IDS], rows), words_at(cores[b, IDS], rows)
    for i in range(rows):
        different |= ids_a[i] ^ ids_b[i]
    if different != 0:
        return False
    regions_a, regions_b = words_at(cores[a, REGIONS], count * COLUMNS), words_at(cores[b, REGIONS], count * COLUMNS)
    for i in range(0, count * COLUMNS, COLUMNS):
        if regions_a[i + 2] >= FIRST_GM and regions_b[i + 2] >= FIRST_GM:
            continue
        for j in range(COLUMNS):
            different |= regions_a[i + j] ^ regions_b[i + j]
        if different != 0:
            return False
    return True


@cached()
def classify(cores: Any, share: bool, silent: Any) -> Any:
    """(like, gm): for each core the first core that ran alike (itself if none), whose clocks and local races are also its
    own; and every GM region in the columns of GM, in program order core by core."""
    total = cores.shape[0]
    like = np.empty(total, np.int64)
    recent = np.empty(_RECENT, np.int64)
    newest = 0
    most = 0
    for c in range(total):
        most += words_at(cores[c, REGION_START], cores[c, ROW_COUNT] + 1)[cores[c, ROW_COUNT]]
    gm = np.empty((most, 11), np.int64)
    found = 0
    for c in range(total):
        like[c] = c
        for i in range(_RECENT):
            if share and i < newest and _alike(cores, recent[i], c):
                like[c] = recent[i]
                break
        if like[c] == c:
            recent[newest % _RECENT] = c
            newest += 1
        rows = cores[c, ROW_COUNT]
        start = words_at(cores[c, REGION_START], rows + 1)
        regions = words_at(cores[c, REGIONS], start[rows] * COLUMNS)
        ids = words_at(cores[c, IDS], rows)
        for row in range(rows):
            for region in range(start[row], start[row + 1]):
                at = region * COLUMNS
                static = cores[c, BASE] + ids[row]
                if regions[at + 2] >= FIRST_GM and not silent[static]:
                    line = gm[found]
                    line[0], line[1], line[2] = c, row, static
                    line[3], line[4] = regions[at + 1], regions[at + 2] - FIRST_GM
                    line[5], line[6], line[7], line[8], line[9], line[10] = normal(regions, at)
                    found += 1
    return like, gm[:found]
