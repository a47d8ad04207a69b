"""What is left when the model has come to its end: flags nobody waited for, and pipes that can never go on."""

from __future__ import annotations

from typing import Any

import numpy as np

from tik.npu.timing import layout as at
from tik.npu.timing.layout import State
from tik.npu.timing.timeline import BY_CODE, Deadlock, FlagLeft, Stuck, place
from tik.npu.trace import SYNC, Trace
from tik.types.pipes import Pipe

__all__ = ["find_deadlock", "find_flags_left"]


def key_of(s: State, row: int) -> int:
    """The flag (or pipe, or counter) of a row, registers resolved."""
    key = int(s.table[s.rows[at.ID, row], at.KEY])
    return key if key >= 0 else int(s.rows[at.DYNAMIC, row])


def find_flags_left(s: State, trace: Trace, firsts: Any) -> tuple[FlagLeft, ...]:
    """Sets that fired and whose wait was never passed."""
    found = []
    for c, core in enumerate(s.cores):
        rows = np.arange(firsts[c], firsts[c + 1])
        sets = rows[s.table[s.rows[at.ID, rows], at.CODE] == SYNC["set"]]
        partner = s.rows[at.PARTNER, sets]
        waited = (partner >= 0) & (s.rows[at.COMPLETE, partner] >= 0)
        for row in sets[(s.rows[at.COMPLETE, sets] >= 0) & ~waited].tolist():
            key = key_of(s, row)
            position = place(trace.statics[core[at.SECTION]], int(s.rows[at.ID, row] - core[at.SHIFT]))
            found.append(FlagLeft(c, BY_CODE[key >> 6], BY_CODE[key >> 3 & 7], key & 7, row - int(firsts[c]), position))
    return tuple(found)


def find_deadlock(s: State, trace: Trace, firsts: Any, flags_left: tuple[FlagLeft, ...]) -> Deadlock | None:
    """The pipes that wait for ever, None when every core came to its end."""
    if bool(np.all(s.cores[:, at.FINISH] >= 0)):
        return None
    stuck = []
    for c in np.flatnonzero((s.cores[:, at.FINISH] < 0) & (s.cores[:, at.BEGIN] >= 0)).tolist():
        core = s.cores[c]
        heads: list[tuple[Pipe, int]] = [(Pipe.S, int(core[at.ROW]))] if core[at.ROW] < core[at.LAST] else []
        for pipe in BY_CODE[1:]:
            queue = s.queues[c, pipe.code]
            if queue[at.NEXT] < queue[at.ISSUED]:
                heads.append((pipe, int(s.rows[at.ORDER, queue[at.NEXT]])))
        for stands, row in heads:
            static = int(s.rows[at.ID, row] - core[at.SHIFT])
            position = place(trace.statics[core[at.SECTION]], static)
            waits = reason(s, core, stands, row, int(firsts[c]))
            stuck.append(Stuck(c, trace.cores[c].block, stands, waits, row - int(firsts[c]), static, position))
    return Deadlock(tuple(stuck), flags_left, int(np.sum(s.cores[:, at.BEGIN] < 0)))


def reason(s: State, core: Any, pipe: Pipe, row: int, first: int) -> str:
    """What the instruction at the head of a pipe waits for, in words."""
    if pipe is Pipe.S and core[at.BLOCKED] < len(BY_CODE):
        return f"cannot be issued: the queue of {BY_CODE[core[at.BLOCKED]]} is full"
    code, key = int(s.table[s.rows[at.ID, row], at.CODE]), key_of(s, row)
    if code == SYNC["wait"]:
        setter = int(s.rows[at.PARTNER, row])
        why = "nobody sets it" if setter < 0 else f"instruction {setter - first} that sets it never runs"
        return f"waits for flag {BY_CODE[key >> 6]} -> {BY_CODE[key >> 3 & 7]}, event {key & 7}: {why}"
    if code == SYNC["cross_wait"]:
        return f"waits for cross-core flag {key}: its counter stays 0"
    if code == SYNC["block_barrier"]:
        return "waits at the barrier of all cores"
    assert core[at.BLOCKED] == at.ON_ALL, f"internal: pipe {pipe} stands at an instruction that waits for nothing"
    return "waits at a barrier for all pipes"
