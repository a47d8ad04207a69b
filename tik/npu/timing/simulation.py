"""From a trace to a timeline: arrays in, arrays out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tik.chips.loader import Chip
from tik.npu.timing.deadlock import find_deadlock, find_flags_left
from tik.npu.timing.engine import State, run
from tik.npu.timing.layout import (
    ALL,
    BEGIN,
    BLOCK,
    BLOCK_COLUMNS,
    CLASS_COLUMNS,
    CLOCK,
    CODE,
    COMPLETE,
    CORE_COLUMNS,
    CROSS_COLUMNS,
    CROSS_LATENCY,
    DEPTH,
    DONE,
    DYNAMIC,
    FINISH,
    FLAGS,
    FLAG_LATENCY,
    FLIGHT,
    FREE,
    GLOBALS,
    ID,
    ISSUE,
    KEY,
    LAST,
    LEFT,
    MATES,
    MATES_END,
    MEMORY,
    MOST_CLASSES,
    OVER,
    PARTNER,
    PIPE,
    QUEUE_COLUMNS,
    RELEASED,
    ROW,
    ROW_COLUMNS,
    SCALAR_ISSUE,
    SCALAR_SETUP,
    SECTION,
    SHIFT,
    SLOT,
    SLOTS,
    SPENT_COLUMNS,
    STATIC_COLUMNS,
    TICK,
    WAITED,
)
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
    rows = np.full((ROW_COLUMNS, int(firsts[-1])), -1, np.int64)
    if traced:
        np.concatenate([core.ids for core in traced], out=rows[ID])
    costs = np.concatenate([core.costs for core in traced]) if traced else np.zeros((0, COST_COLUMNS))
    table, shifts = static_table(trace)
    dynamic_keys(trace, table, shifts, firsts, rows[DYNAMIC])
    cores, blocks, mates = placement(trace, shifts, firsts)

    count = len(traced)
    queues = np.zeros((count, QUEUES, QUEUE_COLUMNS), np.int64)
    moved = np.zeros(2, np.int64)
    unpaired, crossing = pair(rows, costs, table, cores, queues, moved, np.empty((512, 3), np.int64))
    state = State(
        rows, costs, table, cores, queues,
        spent=np.zeros((count, QUEUES, SPENT_COLUMNS), np.int64),
        blocks=blocks,
        lists=np.stack([mates, mates]),
        crossing=np.zeros((count, CROSS_COLUMNS, FLAGS), np.int64),
        globals=parameters(trace, chip),
        heap=np.empty((2, count * QUEUES + len(blocks) + crossing), np.int64),
        finish=np.empty((MOST_CLASSES, 2, count * QUEUES), np.int64),
        classes=np.zeros((MOST_CLASSES, CLASS_COLUMNS), np.int64),
    )  # fmt: skip
    assert run(state), f"internal: {MOST_CLASSES} different transfer rates or more in one kernel"
    ends = close(state)
    stuck = bool(np.any(cores[:, FINISH] < 0))
    left = find_flags_left(state, trace, firsts) if unpaired > 0 or stuck else ()
    return Timeline(
        int(ends.max(initial=0)), firsts, *rows[ISSUE : COMPLETE + 1], rows[PARTNER],
        core_start=cores[:, BEGIN],
        core_end=ends,
        slot=blocks[cores[:, BLOCK], SLOT],
        spent=state.spent,
        waited=table[:, WAITED],
        statics=trace.statics,
        bytes_read=int(moved[0]),
        bytes_written=int(moved[1]),
        flags_left=left,
        deadlock=find_deadlock(state, trace, firsts, left) if stuck else None,
    )  # fmt: skip


def close(state: State) -> Ints:
    """Book what is left of each pipe's time; the end of each core (of a stuck one: as far as it came, not started: -1)."""
    cores, done, free = state.cores, state.queues[:, :, DONE], state.queues[:, :, FREE]
    free[:, 0] = cores[:, CLOCK]
    last = np.maximum(free, done)
    ends = last.max(axis=1, initial=0)
    state.spent[:, :ALL, FLIGHT] += (last - free)[:, :ALL]
    state.spent[:, :ALL, OVER] += (ends[:, None] - last)[:, :ALL]
    return np.where(cores[:, BEGIN] >= 0, ends, -1)


def static_table(trace: Trace) -> tuple[Ints, Ints]:
    """Pipe, sync code and key of the static instructions of all sections end to end, and where each section begins."""
    sizes = [len(statics.pipe) for statics in trace.statics]
    table = np.empty((sum(sizes), STATIC_COLUMNS), np.int64)
    shifts = np.zeros(len(sizes), np.int64)
    shifts[1:] = np.cumsum(sizes)[:-1]
    for statics, shift in zip(trace.statics, shifts.tolist(), strict=True):
        part = table[shift : shift + len(statics.pipe)]
        part[:, PIPE], part[:, CODE] = statics.pipe, statics.sync
        part[:, WAITED] = 0
        part[:, KEY] = packed(statics.sync, statics.aux)
    return table, shifts


def packed(sync: Ints, aux: Ints) -> Ints:
    """The key column of ``layout``; -1 where a part is in a register."""
    a, b, c = aux.T
    flag = np.where((a < 0) | (b < 0) | (c < 0), -1, a << 6 | b << 3 | c & 7)
    crossing = np.where((a < 0) | (c < 0), -1, a << 4 | c & 15)
    key: Ints = np.where(sync <= SYNC["wait"], flag, np.where(sync == SYNC["cross_set"], crossing, a))
    return key


def dynamic_keys(trace: Trace, table: Ints, shifts: Ints, firsts: Ints, keys: Ints) -> None:
    """Fills in the keys of rows whose flag is in a register, as it was when they ran."""
    open_ = np.flatnonzero((table[:, KEY] < 0) & (table[:, CODE] != SYNC[None]) & (table[:, CODE] != SYNC["block_barrier"]))
    if not len(open_):
        return
    for core, first in zip(trace.cores, firsts.tolist(), strict=False):
        statics, shift = trace.statics[core.section], int(shifts[core.section])
        for static in (open_[(open_ >= shift) & (open_ < shift + len(statics.pipe))] - shift).tolist():
            at = np.flatnonzero(core.ids == static)
            aux = np.repeat(statics.aux[static][None], len(at), axis=0)
            slots = statics.instrs[static].op.slot_of
            for column, name in AUX[int(statics.sync[static])]:
                aux[:, column] = core.rows[core.row_start[at] + slots[name]]
            keys[first + at] = packed(np.full(len(at), statics.sync[static]), aux)


# Which columns of aux may be in a register, by sync code.
AUX = {
    SYNC["set"]: ((2, "event_id"),),
    SYNC["wait"]: ((2, "event_id"),),
    SYNC["cross_set"]: ((0, "mode"), (2, "flag_id")),
    SYNC["cross_wait"]: ((0, "flag_id"),),
}


def placement(trace: Trace, shifts: Ints, firsts: Ints) -> tuple[Ints, Ints, Ints]:
    """The core and block arrays as they are before the start, and the cores in the order of their blocks."""
    cores = np.zeros((len(trace.cores), CORE_COLUMNS), np.int64)
    numbers = np.array([core.block for core in trace.cores], np.int64)
    cores[:, SECTION] = [core.section for core in trace.cores]
    cores[:, SHIFT] = shifts[cores[:, SECTION]]
    cores[:, ROW], cores[:, LAST] = firsts[:-1], firsts[1:]
    cores[:, BEGIN] = cores[:, FINISH] = cores[:, RELEASED] = -1
    cores[:, CLOCK] = 0
    _, cores[:, BLOCK], sizes = np.unique(numbers, return_inverse=True, return_counts=True)
    blocks = np.zeros((len(sizes), BLOCK_COLUMNS), np.int64)
    blocks[:, LEFT], blocks[:, MATES_END] = sizes, np.cumsum(sizes)
    blocks[:, MATES] = blocks[:, MATES_END] - sizes
    blocks[:, SLOT] = -1
    return cores, blocks, np.argsort(cores[:, BLOCK], kind="stable")


def parameters(trace: Trace, chip: Chip) -> Ints:
    """What the loop needs of the chip."""
    sections = trace.stream.sections
    found = np.zeros(GLOBALS, np.int64)
    found[SLOTS] = chip.blocks_at_once(sections[0].kind if len(sections) == 1 else "mixed")
    found[DEPTH] = int(chip.number("queue_depth"))
    for column, name in ((SCALAR_ISSUE, "scalar_issue"), (SCALAR_SETUP, "scalar_setup"), (FLAG_LATENCY, "flag_latency"),
                         (CROSS_LATENCY, "cross_flag_latency")):  # fmt: skip
        found[column] = round(chip.number(name) * TICK)
    found[MEMORY] = round(chip.hbm_bytes_per_cycle() * TICK)
    return found
