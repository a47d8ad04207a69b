"""Races: two accesses to the same bytes, at least one of them a write, that no edge orders.

Every row is held against what is kept of the rows before it. An atom keeps, for each pipe, the row of its last write and
of its last read (as row + 1; 0 means none): enough, because whoever knows a pipe's later row knows its earlier ones.
Nothing is ever forgotten on the way, so an earlier access does not hide behind a newer one of another pipe.

Not held against each other: S with S (in order by itself), M with M in L0C where the later one accumulates, a pipe with
itself in its special registers, and two atomic adds to GM, whose order makes no difference (write flag 2).
What ``print`` looks at does not count.

Local memory is checked once for all cores that ran alike. In GM an atom has a list of blocks, one for each core that
touched it, and only arguments that somebody writes are looked at.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tik.isa.regions import COLUMNS
from tik.npu.native.caching import cached
from tik.npu.sanitizer.atoms import count_up, cuts, mark, normal, rank
from tik.npu.sanitizer.clocks import PIPES, UNKNOWN, VERSION, Clocks
from tik.npu.sanitizer.pointers import words_at
from tik.npu.sanitizer.tables import BASE, IDS, ROW_COUNT, Tables
from tik.npu.trace import FIRST_GM, Trace
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

__all__ = ["FOUND", "LIMIT", "find_races"]

LIMIT = 50  # races told apart; the rest is not recorded
# One found race: static A, static B, core A, row A, write A, core B, row B, write B, space, first byte, stop byte, cores apart.
FOUND = 12

_M, _L0C, _SPR = Pipe.M.code, Scope.L0C.code, Scope.SPR.code
_NEVER = 2**31 - 1
_LANES = 8  # kept of an atom: last write of pipes 0..6, spare, last read of pipes 0..6, spare; in GM last atomic add likewise
_ADD = 2  # write flag of an atomic add


@cached("void(int64[:,::1], int64[::1], int64[:,::1], int64, int64, int64, int64, int64, int64, int64, int64, int64)")
def _report(
    found: Any,
    count: Any,
    cores: Any,
    core_a: int,
    row_a: int,
    write_a: int,
    core_b: int,
    row_b: int,
    write_b: int,
    space: int,
    low: int,
    high: int,
) -> None:
    """Record a race of two instructions once, or widen the one just recorded."""
    a = cores[core_a, BASE] + words_at(cores[core_a, IDS], cores[core_a, ROW_COUNT])[row_a]
    b = cores[core_b, BASE] + words_at(cores[core_b, IDS], cores[core_b, ROW_COUNT])[row_b]
    apart = 1 if core_a != core_b else 0
    for i in range(count[0]):
        f = found[i]
        if f[0] == a and f[1] == b and f[4] == write_a and f[7] == write_b and f[11] == apart and f[8] == space:
            if f[3] == row_a and f[6] == row_b and f[2] == core_a and f[5] == core_b and f[10] == low:
                f[10] = high
            return
    if count[0] < found.shape[0]:
        f = found[count[0]]
        f[0], f[1], f[2], f[3], f[4] = a, b, core_a, row_a, write_a
        f[5], f[6], f[7] = core_b, row_b, write_b
        f[8], f[9], f[10], f[11] = space, low, high, apart
        count[0] += 1


@cached()
def _conflict(kept: Any, limit: Any, write: int) -> bool:
    """Whether any kept row is not known to be complete."""
    worst = False
    for q in range(_LANES):
        worst |= kept[q] > limit[q]
    if write != 0:
        for q in range(_LANES):
            worst |= kept[_LANES + q] > limit[q]
    if write != _ADD and kept.shape[0] > 2 * _LANES:
        for q in range(_LANES):
            worst |= kept[2 * _LANES + q] > limit[q]
    return worst


@cached()
def _lane(write: int, pipe: int) -> int:
    """Where an access of a pipe is kept."""
    if write == 0:
        return _LANES + pipe
    return 2 * _LANES + pipe if write == _ADD else pipe


@cached()
def _tell(
    found: Any,
    count: Any,
    cores: Any,
    core_a: int,
    core: int,
    row: int,
    write: int,
    space: int,
    kept: Any,
    limit: Any,
    low: int,
    high: int,
) -> None:
    """Record what a row's access to an atom races with."""
    for q in range(_LANES):
        if kept[q] > limit[q]:
            _report(found, count, cores, core_a, kept[q] - 1, 1, core, row, write, space, low, high)
        if write != 0 and kept[_LANES + q] > limit[q]:
            _report(found, count, cores, core_a, kept[_LANES + q] - 1, 0, core, row, write, space, low, high)
        if write != _ADD and kept.shape[0] > 2 * _LANES and kept[2 * _LANES + q] > limit[q]:
            _report(found, count, cores, core_a, kept[2 * _LANES + q] - 1, _ADD, core, row, write, space, low, high)


@cached()
def _limits(limit: Any, clock: Any, pipe: int, accumulates: bool) -> None:
    """What the row knows of each pipe; exempt pipes count as known."""
    for q in range(PIPES):
        limit[q] = clock[q]
    limit[PIPES] = _NEVER
    if pipe == 0 or accumulates:
        limit[pipe] = _NEVER


@cached()
def _known_elsewhere(limit: Any, version: Any, core: int) -> None:
    """What a version says of the pipes of another core."""
    for q in range(PIPES):
        limit[q] = version[core * PIPES + q]
    limit[PIPES] = _NEVER


@cached()
def _sweep_local(
    core: int,
    base: int,
    ids: Any,
    start: Any,
    regions: Any,
    cores: Any,
    pipe_of: Any,
    silent: Any,
    clocks: Any,
    found: Any,
    count: Any,
) -> None:
    """Races of one core in its local memory; ``ids``, ``start``, ``regions`` and ``clocks`` are its rows'."""
    rows = ids.shape[0]
    ends = np.zeros(FIRST_GM, np.int64)
    for at in range(0, regions.shape[0], COLUMNS):
        space = regions[at + 2]
        if space < FIRST_GM:
            first, n2, s2, n1, s1, inner = normal(regions, at)
            end = first + (n2 - 1) * s2 + (n1 - 1) * s1 + inner
            if end > ends[space]:
                ends[space] = end
    shifts = np.zeros(FIRST_GM + 1, np.int64)
    for space in range(FIRST_GM):
        shifts[space + 1] = (shifts[space] + ends[space] + 64) // 64 * 64
    bits = np.zeros(shifts[FIRST_GM] // 64 + 1, np.uint64)
    for row in range(rows):
        if clocks[row, 0] != UNKNOWN and not silent[base + ids[row]]:
            for region in range(start[row], start[row + 1]):
                at = region * COLUMNS
                if regions[at + 2] < FIRST_GM:
                    first, n2, s2, n1, s1, inner = normal(regions, at)
                    mark(bits, shifts[regions[at + 2]] + first, n2, s2, n1, s1, inner)
    before = count_up(bits)
    edges = cuts(bits, before)
    kept = np.zeros((before[-1] + 1, 2 * _LANES), np.int32)
    limit = np.zeros(_LANES, np.int32)
    for row in range(rows):
        if clocks[row, 0] == UNKNOWN or silent[base + ids[row]]:
            continue
        pipe = pipe_of[base + ids[row]]
        adding = False
        if pipe == _M:
            for region in range(start[row], start[row + 1]):
                adding = adding or (regions[region * COLUMNS + 2] == _L0C and regions[region * COLUMNS + 1] == 0)
        for turn in range(2):  # first hold all of the row against the earlier ones, then keep it
            for region in range(start[row], start[row + 1]):
                at = region * COLUMNS
                write, space = regions[at + 1], regions[at + 2]
                if space >= FIRST_GM:
                    continue
                if turn == 0:
                    _limits(limit, clocks[row], pipe, (adding and space == _L0C) or space == _SPR)
                lane = _lane(write, pipe)
                first, n2, s2, n1, s1, inner = normal(regions, at)
                for i2 in range(n2):
                    for i1 in range(n1):
                        low = shifts[space] + first + i2 * s2 + i1 * s1
                        a = rank(bits, before, low)
                        stop = rank(bits, before, low + inner)
                        if turn == 1:
                            for atom in range(a, stop):
                                kept[atom, lane] = row + 1
                            continue
                        for atom in range(a, stop):
                            if _conflict(kept[atom], limit, write):
                                _tell(
                                    found,
                                    count,
                                    cores,
                                    core,
                                    core,
                                    row,
                                    write,
                                    space,
                                    kept[atom],
                                    limit,
                                    edges[atom] - shifts[space],
                                    edges[atom + 1] - shifts[space],
                                )


@cached()
def _sweep_gm(
    gm: Any,
    clocks: Any,
    first_of: Any,
    size: int,
    shifts: Any,
    runs: Any,
    cores: Any,
    pipe_of: Any,
    ext: Any,
    found: Any,
    count: Any,
) -> None:
    """Races in GM, within and between cores. ``gm``: regions with their starts on one line of ``size`` bytes, core by core
    from ``first_of[core]``, ``clocks`` beside it; ``runs``: the order in which to take the cores."""
    bits = np.zeros(size // 64 + 1, np.uint64)
    for g in range(gm.shape[0]):
        mark(bits, gm[g, 5], gm[g, 6], gm[g, 7], gm[g, 8], gm[g, 9], gm[g, 10])
    before = count_up(bits)
    edges = cuts(bits, before)
    atoms = before[-1] + 1
    head = np.empty(atoms, np.int32)
    for atom in range(atoms):
        head[atom] = -1
    blocks = atoms + 16  # every touched atom needs at least one
    link = np.empty((blocks, 2), np.int32)  # core, next block
    width = 2 * _LANES
    for g in range(gm.shape[0]):
        if gm[g, 3] == _ADD:
            width = 3 * _LANES
    kept = np.empty((blocks, width), np.int32)
    used = 0
    limit = np.zeros(_LANES, np.int32)
    next_of = np.empty(first_of.shape[0], np.int64)
    for core in range(first_of.shape[0]):
        next_of[core] = first_of[core]
    for run in range(runs.shape[0]):
        core, stop_row = runs[run, 0], runs[run, 2]
        g = next_of[core]
        while g < first_of[core + 1] and gm[g, 1] < stop_row:
            row, pipe = gm[g, 1], pipe_of[gm[g, 2]]
            g_stop = g
            while g_stop < first_of[core + 1] and gm[g_stop, 1] == row:
                g_stop += 1
            for turn in range(2):
                for i in range(g, g_stop):
                    write, space = gm[i, 3], gm[i, 4]
                    lane = _lane(write, pipe)
                    n2, s2, n1, s1, inner = gm[i, 6], gm[i, 7], gm[i, 8], gm[i, 9], gm[i, 10]
                    for i2 in range(n2):
                        for i1 in range(n1):
                            low = gm[i, 5] + i2 * s2 + i1 * s1
                            for atom in range(rank(bits, before, low), rank(bits, before, low + inner)):
                                block = head[atom]
                                if turn == 0:
                                    while block >= 0:
                                        other = np.int64(link[block, 0])
                                        if other == core:
                                            _limits(limit, clocks[i], pipe, pipe < 0)
                                        else:
                                            _known_elsewhere(limit, ext[clocks[i, VERSION]], other)
                                        if _conflict(kept[block], limit, write):
                                            _tell(
                                                found,
                                                count,
                                                cores,
                                                other,
                                                core,
                                                row,
                                                write,
                                                space + FIRST_GM,
                                                kept[block],
                                                limit,
                                                edges[atom] - shifts[space],
                                                edges[atom + 1] - shifts[space],
                                            )
                                        block = link[block, 1]
                                    continue
                                while block >= 0 and link[block, 0] != core:
                                    block = link[block, 1]
                                if block < 0:
                                    if used == blocks:
                                        blocks *= 2
                                        link, kept = _wider(link), _wider(kept)
                                    block = used
                                    used += 1
                                    link[block, 0], link[block, 1] = core, head[atom]
                                    head[atom] = block
                                    for q in range(width):
                                        kept[block, q] = 0
                                kept[block, lane] = row + 1
            g = g_stop
        next_of[core] = g


@cached()
def _wider(array: Any) -> Any:
    wide = np.empty((2 * array.shape[0], array.shape[1]), np.int32)
    for i in range(array.shape[0]):
        for j in range(array.shape[1]):
            wide[i, j] = array[i, j]
    return wide


def find_races(
    trace: Trace, tables: Tables, like: NDArray[np.int64], gm: NDArray[np.int64], clocks: Clocks, limit: int = LIMIT
) -> NDArray[np.int64]:
    """Rows of FOUND; ``like`` and ``gm`` as from classify."""
    found, count = np.zeros((limit, FOUND), np.int64), np.zeros(1, np.int64)
    for core, first in enumerate(like.tolist()):
        if core == first:
            run = trace.cores[core]
            _sweep_local(
                core,
                tables.sections[run.section],
                run.ids,
                run.region_start,
                run.regions.reshape(-1),
                tables.cores,
                tables.pipe,
                tables.silent,
                clocks.rows[clocks.start[core] :],
                found,
                count,
            )
    own = clocks.rows[clocks.start[gm[:, 0]] + gm[:, 1]]
    written = np.zeros(len(trace.spaces), np.bool_)
    written[gm[gm[:, 3] != 0, 4]] = True
    picked = written[gm[:, 4]] & (own[:, 0] != UNKNOWN)
    gm, own = gm[picked], own[picked]
    if not len(gm):
        return found[: count[0]]
    stop = gm[:, 5] + (gm[:, 6] - 1) * gm[:, 7] + (gm[:, 8] - 1) * gm[:, 9] + gm[:, 10]
    shifts = np.zeros(len(trace.spaces), np.int64)
    size = 0
    for space in np.flatnonzero(written).tolist():
        here = gm[:, 4] == space
        if here.any():
            low = int(gm[here, 5].min()) // 64 * 64
            shifts[space] = size - low
            size += (int(stop[here].max()) - low + 64) // 64 * 64
    gm[:, 5] += shifts[gm[:, 4]]
    first_of = np.searchsorted(gm[:, 0], np.arange(len(trace.cores) + 1))
    _sweep_gm(gm, own, first_of, size, shifts, clocks.runs, tables.cores, tables.pipe, clocks.ext, found, count)
    return found[: count[0]]
