"""From a trace to a timeline: arrays in, arrays out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tik.chips.loader import Chip
from tik.npu.timing import layout as at
from tik.npu.timing.deadlock import find_deadlock, find_flags_left
from tik.npu.timing.engine import run
from tik.npu.timing.layout import State
from tik.npu.timing.pairing import pair
from tik.npu.timing.timeline import Timeline
from tik.npu.trace import COST_COLUMNS, SYNC, Trace

__all__ = ["simulate"]

Ints = NDArray[np.int64]
QUEUES = 8  # S … FIX, and one unused: pipe codes shift by 3 bits


def simulate(trace: Trace, chip: Chip) -> Timeline:
    """When each instruction of ``trace`` runs on ``chip``.

    A deadlock raises nothing: it is ``Timeline.deadlock``. TIK-CHIP01 when the chip has no cores of the stream's kind.
    """
    traced = trace.cores
    firsts = np.zeros(len(traced) + 1, np.int64)
    np.cumsum([len(core.ids) for core in traced], out=firsts[1:])
    rows = np.full((at.ROW_COLUMNS, int(firsts[-1])), -1, np.int64)
    if traced:
        np.concatenate([core.ids for core in traced], out=rows[at.ID])
    costs = np.concatenate([core.costs for core in traced]) if traced else np.zeros((0, COST_COLUMNS))
    table, shifts = static_table(trace)
    dynamic_keys(trace, table, shifts, firsts, rows[at.DYNAMIC])
    cores, blocks, mates = placement(trace, shifts, firsts)

    count = len(traced)
    queues = np.zeros((count, QUEUES, at.QUEUE_COLUMNS), np.int64)
    moved = np.zeros(2, np.int64)
    unpaired, crossing = pair(rows, costs, table, cores, queues, moved, np.empty((512, 3), np.int64))
    state = State(
        rows, costs, table, cores, queues,
        spent=np.zeros((count, QUEUES, at.SPENT_COLUMNS), np.int64),
        blocks=blocks,
        lists=np.stack([mates, mates]),
        crossing=np.zeros((count, at.CROSS_COLUMNS, at.FLAGS), np.int64),
        globals=parameters(trace, chip),
        heap=np.empty((2, count * QUEUES + len(blocks) + crossing), np.int64),
        finish=np.empty((at.MOST_CLASSES, 2, count * QUEUES), np.int64),
        classes=np.zeros((at.MOST_CLASSES, at.CLASS_COLUMNS), np.int64),
    )  # fmt: skip
    simulated = run(state)
    assert simulated, f"internal: {at.MOST_CLASSES} different transfer rates or more in one kernel"
    ends = close(state)
    stuck = bool(np.any(cores[:, at.FINISH] < 0))
    left = find_flags_left(state, trace, firsts) if unpaired > 0 or stuck else ()
    issue, start, end, complete = rows[: at.COMPLETE + 1]
    return Timeline(
        ticks=int(ends.max(initial=0)),
        first=firsts,
        issue=issue,
        start=start,
        end=end,
        complete=complete,
        partner=rows[at.PARTNER],
        core_start=cores[:, at.BEGIN],
        core_end=ends,
        slot=blocks[cores[:, at.BLOCK], at.SLOT],
        spent=state.spent,
        waited=table[:, at.WAITED],
        statics=trace.statics,
        bytes_read=int(moved[0]),
        bytes_written=int(moved[1]),
        flags_left=left,
        deadlock=find_deadlock(state, trace, firsts, left) if stuck else None,
    )


def close(state: State) -> Ints:
    """Book what is left of each pipe's time; the end of each core (of a stuck one: as far as it came, not started: -1)."""
    cores, done, free = state.cores, state.queues[:, :, at.DONE], state.queues[:, :, at.FREE]
    free[:, 0] = cores[:, at.CLOCK]
    last = np.maximum(free, done)
    ends = last.max(axis=1, initial=0)
    state.spent[:, : at.ALL, at.FLIGHT] += (last - free)[:, : at.ALL]
    state.spent[:, : at.ALL, at.OVER] += (ends[:, None] - last)[:, : at.ALL]
    return np.where(cores[:, at.BEGIN] >= 0, ends, -1)


def static_table(trace: Trace) -> tuple[Ints, Ints]:
    """Pipe, sync code and key of the static instructions of all sections end to end, and where each section begins."""
    sizes = [len(statics.pipe) for statics in trace.statics]
    table = np.empty((sum(sizes), at.STATIC_COLUMNS), np.int64)
    shifts = np.zeros(len(sizes), np.int64)
    shifts[1:] = np.cumsum(sizes)[:-1]
    for statics, shift in zip(trace.statics, shifts.tolist(), strict=True):
        part = table[shift : shift + len(statics.pipe)]
        part[:, at.PIPE], part[:, at.CODE] = statics.pipe, statics.sync
        part[:, at.WAITED] = 0
        part[:, at.KEY] = packed(statics.sync, statics.aux)
    return table, shifts


def packed(sync: Ints, aux: Ints) -> Ints:
    """The key column of ``layout``; -1 where a part is in a register."""
    a, b, c = aux.T
    flag = np.where((a < 0) | (b < 0) | (c < 0), -1, a << 6 | b << 3 | c & 7)
    crossing = np.where((a < 0) | (c < 0), -1, a << 4 | c & 15)
    one = np.where(a < 0, -1, a & 15)
    key: Ints = np.where(sync <= SYNC["wait"], flag, np.where(sync == SYNC["cross_set"], crossing, one))
    return key


def dynamic_keys(trace: Trace, table: Ints, shifts: Ints, firsts: Ints, keys: Ints) -> None:
    """Fills in the keys of rows whose flag is in a register, as it was when they ran."""
    has_key = (table[:, at.CODE] != SYNC[None]) & (table[:, at.CODE] != SYNC["block_barrier"])
    unknown = np.flatnonzero((table[:, at.KEY] < 0) & has_key)
    if not len(unknown):
        return
    for core, first in zip(trace.cores, firsts.tolist(), strict=False):
        statics, shift = trace.statics[core.section], int(shifts[core.section])
        for static in (unknown[(unknown >= shift) & (unknown < shift + len(statics.pipe))] - shift).tolist():
            found = np.flatnonzero(core.ids == static)
            aux = np.repeat(statics.aux[static][None], len(found), axis=0)
            slots = statics.instrs[static].op.slot_of
            for column, name in AUX[int(statics.sync[static])]:
                aux[:, column] = core.rows[core.row_start[found] + slots[name]]
            keys[first + found] = packed(np.full(len(found), statics.sync[static]), aux)


# Which columns of aux may be in a register, by sync code.
AUX = {
    SYNC["set"]: ((2, "event_id"),),
    SYNC["wait"]: ((2, "event_id"),),
    SYNC["cross_set"]: ((0, "mode"), (2, "flag_id")),
    SYNC["cross_wait"]: ((0, "flag_id"),),
}


def placement(trace: Trace, shifts: Ints, firsts: Ints) -> tuple[Ints, Ints, Ints]:
    """The core and block arrays as they are before the start, and the cores in the order of their blocks."""
    cores = np.zeros((len(trace.cores), at.CORE_COLUMNS), np.int64)
    numbers = np.array([core.block for core in trace.cores], np.int64)
    cores[:, at.SECTION] = [core.section for core in trace.cores]
    cores[:, at.SHIFT] = shifts[cores[:, at.SECTION]]
    cores[:, at.ROW], cores[:, at.LAST] = firsts[:-1], firsts[1:]
    cores[:, at.BEGIN] = cores[:, at.FINISH] = cores[:, at.RELEASED] = -1
    cores[:, at.CLOCK] = 0
    _, cores[:, at.BLOCK], sizes = np.unique(numbers, return_inverse=True, return_counts=True)
    blocks = np.zeros((len(sizes), at.BLOCK_COLUMNS), np.int64)
    blocks[:, at.LEFT], blocks[:, at.MATES_END] = sizes, np.cumsum(sizes)
    blocks[:, at.MATES] = blocks[:, at.MATES_END] - sizes
    blocks[:, at.SLOT] = -1
    return cores, blocks, np.argsort(cores[:, at.BLOCK], kind="stable")


CYCLES = {
    at.SCALAR_ISSUE: "scalar_issue",
    at.SCALAR_SETUP: "scalar_setup",
    at.FLAG_LATENCY: "flag_latency",
    at.CROSS_LATENCY: "cross_flag_latency",
}


def parameters(trace: Trace, chip: Chip) -> Ints:
    """What the loop needs of the chip."""
    sections = trace.stream.sections
    found = np.zeros(at.GLOBALS, np.int64)
    found[at.SLOTS] = chip.blocks_at_once(sections[0].kind if len(sections) == 1 else "mixed")
    found[at.DEPTH] = int(chip.number("queue_depth"))
    for column, name in CYCLES.items():
        found[column] = round(chip.number(name) * at.TICK)
    found[at.MEMORY] = round(chip.hbm_bytes_per_cycle() * at.TICK)
    return found
