"""Who knows what: the vector clock of every dynamic instruction, and flags that are used wrongly.

The rules (decisions 1-3), as read here:

* Each pipe of each core is a thread. ``known[P][Q] = n`` says: all instructions of pipe Q in rows < n of this core's
  program are complete before anything P starts from now on. A is ordered before a later B exactly when
  ``row(A) < known[pipe(B)][pipe(A)]`` at B.
* A pipe starts its instructions in order but overlaps them, so it knows nothing of its own earlier ones until
  ``pipe_barrier(P)``. (An edge out to another pipe and back tells it as well.)
* ``set_flag(P, Q, id)`` publishes all P knows, and that everything before it on P is complete; the k-th ``wait_flag``
  takes what the k-th set published. ``pipe_barrier(ALL)`` tells all pipes that everything so far is complete.
* S issues in program order and stands still in its own waits: what S was told before it issues an instruction, the
  pipe that runs it knows too. S's own accesses are another matter: its loads and stores of local memory take their own
  path, so between S and any other pipe a flag or a barrier is needed, in both directions. S with S is ordered.
* A wait takes its set in program order: a wait that no set precedes holds its pipe, whose later sets then never come
  (deadlock). So everything on which a row depends lies in earlier rows, and one pass in program order is enough.
* A flag is one bit. A second set is an error unless the setting pipe knows that the wait between has passed. When S
  waits it does know (S issued the set after its wait); so does a pipe that waits for itself.
* Across cores a clock also carries the number of a *version*: a row of ``ext`` that says how far each pipe of each
  other core is known to be complete. Only S takes in new versions (``cross_core_wait``, ``block_barrier``), and each
  contains the core's earlier ones: what a pipe knows of other cores is one number, and joins are maxima (crosscore.py).
* ``block_barrier`` includes ``pipe_barrier(ALL)`` of each core that reaches it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tik.npu.native.caching import cached
from tik.npu.sanitizer.crosscore import Crossings
from tik.npu.sanitizer.tables import ROW_COUNT, Tables
from tik.npu.trace import Trace

__all__ = [
    "BARRIER_S",
    "CROSS_LEFT",
    "CROSS_OVERFLOW",
    "CROSS_STUCK",
    "LEFT",
    "PIPES",
    "SET_EARLY",
    "SET_TWICE",
    "STUCK",
    "STUCK_BARRIER",
    "UNKNOWN",
    "VERSION",
    "Clocks",
    "run_clocks",
]

PIPES = 7  # S, V, M, MTE1, MTE2, MTE3, FIX (Pipe.code)
VERSION = 7  # the column of a clock that numbers the version of other cores' progress
UNKNOWN = -1  # column 0 of the clock of a row that never runs
_FLAGS = 8 * 8 * 8  # source * 64 + destination * 8 + id
_MOST = 400  # findings kept

# A finding: kind, core, row, other row, third row, flag.
SET_TWICE, SET_EARLY, STUCK, STUCK_BARRIER, LEFT, BARRIER_S, CROSS_STUCK, CROSS_OVERFLOW, CROSS_LEFT = range(9)

DONE, AT_CROSS_SET, AT_CROSS_WAIT, AT_BLOCK_BARRIER = range(4)

# Rows of a core's ``pipes``: whether S has learnt something it has not passed on to the pipe; 0, or what it is stuck at
# (the flag + 1). Columns of its ``flags``.
_FRESH, _STUCK = 0, 1
_PENDING, _SET_ROW, _WAIT_ROW = range(3)


@dataclass(frozen=True)
class Clocks:
    """``rows``: the clock at the start of each row that touches memory; core c's begin at ``start[c]``. ``findings``: flags
    used wrongly. ``ext``: the versions. ``runs``: (core, first row, stop row), in an order that respects waits across cores."""

    rows: NDArray[np.int32]
    start: NDArray[np.int64]
    findings: NDArray[np.int64]
    ext: NDArray[np.int32]
    runs: NDArray[np.int64]


@cached("void(int64[:,::1], int64[::1], int64, int64, int64, int64, int64, int64)")
def _note(found: Any, count: Any, kind: int, core: int, row: int, other: int, third: int, flag: int) -> None:
    if count[0] < found.shape[0]:
        line = found[count[0]]
        line[0], line[1], line[2], line[3], line[4], line[5] = kind, core, row, other, third, flag
        count[0] += 1


@cached()
def _advance(
    core: int,
    base: int,
    first: int,
    ids: Any,
    slots: Any,
    row_start: Any,
    pipe_of: Any,
    sync_of: Any,
    aux: Any,
    slot: Any,
    known: Any,
    pipes: Any,
    flags: Any,
    told: Any,
    kept: Any,
    found: Any,
    count: Any,
    arg: Any,
) -> Any:
    """Run a core from row ``first`` to its end or to an instruction that other cores take part in: (its row, why). ``arg``
    then holds its operands."""
    rows = ids.shape[0]
    fresh, stuck = pipes[_FRESH], pipes[_STUCK]
    dead = 0
    for p in range(PIPES):
        dead |= stuck[p]
    for row in range(first, rows):
        s = base + ids[row]
        p = pipe_of[s]
        if stuck[0] != 0:
            break
        if stuck[p] != 0:
            continue
        if fresh[p] != 0:
            for q in range(8):
                if known[0, q] > known[p, q]:
                    known[p, q] = known[0, q]
            fresh[p] = 0
        sync = sync_of[s]
        if sync == 0:
            for q in range(8):
                kept[row, q] = known[p, q]
            continue
        for i in range(3):
            arg[i] = aux[s, i]
            if slot[s, i] >= 0:
                arg[i] = slots[row_start[row] + slot[s, i]]
        if sync == 1:  # set
            flag = arg[0] * 64 + arg[1] * 8 + arg[2]
            line = flags[flag]
            if dead != 0:
                pass  # what follows from a deadlock is not told apart
            elif line[_PENDING] != 0:
                _note(found, count, SET_TWICE, core, row, line[_SET_ROW], -1, flag)
            elif line[_WAIT_ROW] >= 0 and arg[1] != 0 and arg[1] != p and known[p, arg[1]] <= line[_WAIT_ROW]:
                _note(found, count, SET_EARLY, core, row, line[_SET_ROW], line[_WAIT_ROW], flag)
            line[_PENDING] = 1
            line[_SET_ROW] = row
            for q in range(8):
                told[flag, q] = known[p, q]
            told[flag, p] = row + 1
        elif sync == 2:  # wait
            flag = arg[0] * 64 + arg[1] * 8 + arg[2]
            line = flags[flag]
            if line[_PENDING] == 0:
                dead = stuck[p] = flag + 1
                _note(found, count, STUCK, core, row, -1, -1, flag)
                continue
            line[_PENDING] = 0
            line[_WAIT_ROW] = row
            for q in range(8):
                if told[flag, q] > known[p, q]:
                    known[p, q] = told[flag, q]
            if p == 0:
                for q in range(1, PIPES):
                    fresh[q] = 1
        elif sync == 3 and arg[0] < PIPES:  # barrier of one pipe
            if arg[0] == 0:
                _note(found, count, BARRIER_S, core, row, -1, -1, 0)
            known[p, p] = row + 1
        elif sync >= 4 and sync != 6:
            return row, AT_CROSS_SET if sync == 4 else AT_CROSS_WAIT
        elif dead != 0:  # a barrier of all pipes, or of all cores
            _note(found, count, STUCK_BARRIER, core, row, -1, -1, 0)
            stuck[0] = 1
        elif sync == 6:
            return row, AT_BLOCK_BARRIER
        else:
            version = 0
            for q in range(PIPES):
                if known[q, VERSION] > version:
                    version = known[q, VERSION]
            for q in range(PIPES):
                for other in range(PIPES):
                    known[q, other] = row + 1
                known[q, VERSION] = version
                fresh[q] = 0
    return rows, DONE


class _Core:
    """One core on its way through its program."""

    def __init__(self, number: int, rows: NDArray[np.int32]) -> None:
        self.number = number
        self.rows = rows
        self.at = 0
        self.why = DONE
        self.known = np.zeros((PIPES, 8), np.int32)
        self.pipes = np.zeros((2, PIPES), np.int64)
        self.flags = np.zeros((_FLAGS, 3), np.int64)
        self.flags[:, _WAIT_ROW] = -1
        self.told = np.empty((_FLAGS, 8), np.int32)
        self.arg = np.zeros(3, np.int64)

    def left(self) -> list[tuple[int, int]]:
        """(flag, row of its set) of flags still set. Where pipes are stuck, only flags they wait for: set too late."""
        flags = np.flatnonzero(self.flags[:, _PENDING]).tolist()
        waited = [flag - 1 for flag in self.pipes[_STUCK].tolist() if flag]
        return [(flag, int(self.flags[flag, _SET_ROW])) for flag in flags if not waited or flag in waited]


def run_clocks(trace: Trace, tables: Tables, like: NDArray[np.int64]) -> Clocks:
    """The clocks of all cores; a core that ran ``like`` an earlier one shares its clocks."""
    cores, crossing = tables.cores, tables.crossing
    own = [int(c) for c in np.flatnonzero(like == np.arange(len(like)))]
    sizes = np.zeros(len(like), np.int64)
    sizes[own] = cores[own, ROW_COUNT]
    start = (np.cumsum(sizes) - sizes)[like]
    rows = np.full((int(sizes.sum()), 8), UNKNOWN, np.int32)
    found, count = np.zeros((_MOST, 6), np.int64), np.zeros(1, np.int64)
    running = [_Core(c, rows[start[c] : start[c] + sizes[c]]) for c in own]

    def advance(core: _Core) -> None:
        run = trace.cores[core.number]
        core.at, core.why = _advance(
            core.number,
            tables.sections[run.section],
            core.at,
            run.ids,
            run.rows,
            run.row_start,
            tables.pipe,
            tables.sync,
            tables.aux,
            tables.slot,
            core.known,
            core.pipes,
            core.flags,
            core.told,
            core.rows,
            found,
            count,
            core.arg,
        )

    def note(kind: int, core: int, row: int, other: int, flag: int) -> None:
        _note(found, count, kind, core, row, other, -1, flag)

    if crossing:
        ext, runs = _take_turns(trace, tables, running, advance, note)
    else:
        ext = np.zeros((1, len(like) * PIPES), np.int32)  # nobody knows of another core
        runs = np.zeros((len(like), 3), np.int64)
        runs[:, 0], runs[:, 2] = np.arange(len(like)), cores[:, ROW_COUNT]
        for core in running:
            advance(core)
    for core in running:
        for flag, row in core.left() if core.why == DONE else ():
            note(LEFT, core.number, row, -1, flag)
    return Clocks(rows, start, found[: count[0]], ext, runs)


def _take_turns(
    trace: Trace,
    tables: Tables,
    cores: list[_Core],
    advance: Callable[[_Core], None],
    note: Callable[[int, int, int, int, int], None],
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Run all cores, each until it has to wait for others: (versions, runs)."""
    crossings = Crossings(trace)
    runs: list[tuple[int, int, int]] = []
    finished: set[int] = set()
    moved = True
    while moved:
        moved = False
        for core in cores:
            if core.number in finished or core.why == AT_BLOCK_BARRIER:
                continue
            first = core.at
            while True:
                if core.why == AT_CROSS_WAIT:
                    if not crossings.wait(core.number, int(core.arg[0]), core.known):
                        break
                    core.pipes[_FRESH, 1:] = 1
                    core.why = DONE
                    core.at += 1
                advance(core)
                if core.why == AT_CROSS_SET:
                    mode, pipe, flag = core.arg.tolist()
                    if crossings.set(core.number, pipe, core.at, mode, flag, core.known):
                        note(CROSS_OVERFLOW, core.number, core.at, -1, flag)
                    core.why = DONE
                    core.at += 1
                elif core.why == DONE:
                    finished.add(core.number)
                    break
                elif core.why == AT_BLOCK_BARRIER:
                    break
            if core.at > first or core.why != AT_CROSS_WAIT:
                moved = True
                runs.append((core.number, first, core.at))
        if all(core.why == AT_BLOCK_BARRIER for core in cores):
            version = crossings.barrier([core.at for core in cores])
            for core in cores:
                core.at += 1
                core.why = DONE
                core.known[:] = core.at
                core.known[:, VERSION] = version
                core.pipes[_FRESH] = 0
            moved = True
    for core in cores:
        if core.number not in finished:
            note(CROSS_STUCK, core.number, core.at, -1, int(core.why == AT_BLOCK_BARRIER))
    if len(finished) == len(cores) and not any(core.pipes[_STUCK].any() for core in cores):
        for number, flag, left in crossings.left():
            note(CROSS_LEFT, number, -1, left, flag)
    return crossings.versions(), np.array(runs, np.int64).reshape(-1, 3)
