"""Who knows what: the vector clock of every dynamic instruction, and flags that are used wrongly.

The rules (decisions 1-3), as read here:

* Each pipe of each core is a thread. ``known[P][Q] = n`` says: all instructions of pipe Q in rows < n of this core's
  program are complete before anything P starts from now on. A is ordered before a later B exactly when
  ``row(A) < known[pipe(B)][pipe(A)]`` at B.
* A pipe starts its instructions in order but overlaps them, so it knows nothing of its own earlier ones until
  ``pipe_barrier(P)``. (An edge out to another pipe and back tells it as well.)
* ``set_flag(P, Q, id)`` publishes all P knows, and that everything before it on P is complete; the k-th ``wait_flag`` takes
  what the k-th set published. ``pipe_barrier(ALL)`` makes all pipes know that everything so far is complete.
* S issues in program order and stands still in its own waits: what S was told before it issues an instruction, the
  pipe that runs it knows too. S's own accesses are another matter: its loads and stores of local memory go through
  their own path, so between S and any other pipe a flag or a barrier is needed, in both directions. S with S is ordered.
* A wait takes its set in program order: a wait that no set precedes holds its pipe, whose later sets then never come
  (deadlock). So everything of which a row depends lies in earlier rows, and one pass in program order is enough.
* A flag is one bit. A second set is an error unless the setting pipe knows that the wait between has passed. When S
  waits it does know (S issued the set after its wait); so does a pipe that waits for itself.
* Across cores a clock also carries the number of a *version*: a row of ``ext`` that says how far each pipe of each other
  core is known to be complete. Only S takes in new versions (``cross_core_wait``, ``block_barrier``), and each contains the
  core's earlier ones, so a pipe's share of it is one number too, and joins are maxima. See crosscore.py.
* ``block_barrier`` includes ``pipe_barrier(ALL)`` of each core that reaches it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from tik.npu.sanitizer.crosscore import barrier_release, cross_set, cross_wait
from tik.npu.sanitizer.pointers import words_at
from tik.npu.sanitizer.tables import BASE, IDS, ROW_COUNT, ROW_START, ROWS

__all__ = ["BARRIER_S", "CROSS_LEFT", "CROSS_OVERFLOW", "CROSS_STUCK", "FINDING", "LEFT", "MOST", "PIPES", "SET_EARLY",
           "SET_TWICE", "STUCK", "STUCK_BARRIER", "UNKNOWN", "VERSION", "run_clocks"]

PIPES = 7  # S, V, M, MTE1, MTE2, MTE3, FIX (Pipe.code); column VERSION of a clock is the version of other cores' progress
VERSION = 7
UNKNOWN = -1  # column 0 of the clock of a row that never runs
EVENTS = 8
MOST = 400  # findings kept

# Findings: kind, core, row, other row, third row, flag (source*64 + destination*8 + id).
FINDING = 6
SET_TWICE, SET_EARLY, STUCK, STUCK_BARRIER, LEFT, BARRIER_S, CROSS_STUCK, CROSS_OVERFLOW, CROSS_LEFT = range(9)

RUNNING, DONE, AT_CROSS_WAIT, AT_BLOCK_BARRIER = range(4)


@njit(cache=True)
def _note(found: Any, count: Any, kind: int, core: int, row: int, other: int, third: int, flag: int) -> None:
    if count[0] < found.shape[0]:
        found[count[0], 0], found[count[0], 1], found[count[0], 2] = kind, core, row
        found[count[0], 3], found[count[0], 4], found[count[0], 5] = other, third, flag
        count[0] += 1


@njit(cache=True)
def _tell_all(known: Any, fresh: Any, row: int) -> None:
    """All pipes: everything in rows < ``row`` is complete."""
    version = 0
    for p in range(PIPES):
        version = max(version, known[p, VERSION])
    for p in range(PIPES):
        for q in range(PIPES):
            known[p, q] = row
        known[p, VERSION] = version
        fresh[p] = 0


@njit(cache=True)
def _advance(core: int, first: int, cores: Any, pipe_of: Any, sync_of: Any, aux: Any, slot: Any, known: Any, fresh: Any,
             stuck: Any, pending: Any, told: Any, set_row: Any, wait_row: Any, kept: Any, found: Any, count: Any, groups: Any,
             ext: Any, rings: Any, queues: Any, lengths: Any, used: Any) -> Any:
    """Run a core from row ``first``: (row it stops at, why)."""
    rows = cores[core, ROW_COUNT]
    base = cores[core, BASE]
    ids = words_at(cores[core, IDS], rows)
    row_start = words_at(cores[core, ROW_START], rows + 1)
    slots = words_at(cores[core, ROWS], row_start[rows])
    arg = np.zeros(3, np.int64)
    for row in range(first, rows):
        s = base + ids[row]
        p = pipe_of[s]
        if stuck[p] != 0:
            if p == 0:
                break
            continue
        if fresh[p] != 0:  # S has learnt something since it last issued to this pipe
            for q in range(8):
                known[p, q] = max(known[p, q], known[0, q])
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
            if pending[flag] != 0:
                _note(found, count, SET_TWICE, core, row, set_row[flag], -1, flag)
            elif wait_row[flag] >= 0 and arg[1] != 0 and arg[1] != p and known[p, arg[1]] <= wait_row[flag]:
                _note(found, count, SET_EARLY, core, row, set_row[flag], wait_row[flag], flag)
            pending[flag] = 1
            set_row[flag] = row
            for q in range(8):
                told[flag, q] = known[p, q]
            told[flag, p] = row + 1
        elif sync == 2:  # wait
            flag = arg[0] * 64 + arg[1] * 8 + arg[2]
            if pending[flag] == 0:
                stuck[p] = flag + 1
                _note(found, count, STUCK, core, row, -1, -1, flag)
                if p == 0:
                    break
                continue
            pending[flag] = 0
            wait_row[flag] = row
            for q in range(8):
                known[p, q] = max(known[p, q], told[flag, q])
            if p == 0:
                fresh[1:] = 1
        elif sync == 3:  # barrier
            if arg[0] == 0:
                _note(found, count, BARRIER_S, core, row, -1, -1, 0)
            elif arg[0] < PIPES:
                known[p, p] = row + 1
            elif stuck.any():
                _note(found, count, STUCK_BARRIER, core, row, -1, -1, 0)
                stuck[0] = 1
                break
            else:
                _tell_all(known, fresh, row + 1)
        elif sync == 4:  # cross_set
            if cross_set(core, p, row, arg[0], arg[2], known, groups, ext, rings, queues, lengths, used):
                _note(found, count, CROSS_OVERFLOW, core, row, -1, -1, arg[2])
        elif sync == 5:  # cross_wait
            if not cross_wait(core, arg[0], known, ext, queues, lengths, used):
                return row, AT_CROSS_WAIT
            fresh[1:] = 1
        else:  # block_barrier
            if stuck.any():
                _note(found, count, STUCK_BARRIER, core, row, -1, -1, 0)
                stuck[0] = 1
                break
            return row, AT_BLOCK_BARRIER
    return rows, DONE


@njit(cache=True)
def _left(core: int, stuck: Any, pending: Any, set_row: Any, found: Any, count: Any) -> None:
    """Flags still set at the end. Where pipes are stuck only the flags they wait for count: set too late."""
    dead = stuck.any()
    for flag in range(pending.shape[0]):
        if pending[flag] != 0:
            waited = False
            for p in range(PIPES):
                waited = waited or stuck[p] == flag + 1
            if waited or not dead:
                _note(found, count, LEFT, core, set_row[flag], -1, -1, flag)


@njit(cache=True)
def run_clocks(cores: Any, like: Any, pipe_of: Any, sync_of: Any, aux: Any, slot: Any, crossing: bool, groups: Any,
               room: int) -> Any:
    """(clocks, clock_start, findings, ext, runs): the clock at the start of each row that touches memory, rows of core c from
    clock_start[c]; findings; the versions; (core, first row, stop row) in an order that respects the waits across cores."""
    total = cores.shape[0]
    clock_start = np.zeros(total, np.int64)
    size = 0
    for c in range(total):
        if like[c] == c:
            clock_start[c] = size
            size += cores[c, ROW_COUNT]
        else:
            clock_start[c] = clock_start[like[c]]
    clocks = np.full((size, 8), UNKNOWN, np.int32)
    found = np.zeros((MOST, FINDING), np.int64)
    count = np.zeros(1, np.int64)
    flags = 64 * EVENTS
    slots = total if crossing else 1
    known = np.zeros((slots, PIPES, 8), np.int32)
    fresh = np.zeros((slots, PIPES), np.int64)
    stuck = np.zeros((slots, PIPES), np.int64)
    pending = np.zeros((slots, flags), np.int64)
    told = np.zeros((slots, flags, 8), np.int32)
    set_row = np.zeros((slots, flags), np.int64)
    wait_row = np.full((slots, flags), -1, np.int64)
    ext = np.zeros((room + 1, total * PIPES if crossing else 1), np.int32)
    width = total if crossing else 1
    rings = np.zeros((width, 3, 11, 16), np.int32)
    queues = np.zeros((width, 11, 16), np.int32)
    lengths = np.zeros((width, 4, 11), np.int64)  # of the rings by mode (0-2), of the queues (3)
    used = np.ones(1, np.int64)  # versions; number 0 knows nothing
    if not crossing:
        runs = np.zeros((total, 3), np.int64)
        for c in range(total):
            runs[c, 0], runs[c, 2] = c, cores[c, ROW_COUNT]
            if like[c] != c:
                continue
            known[:] = 0
            fresh[:] = 0
            stuck[:] = 0
            pending[:] = 0
            wait_row[:] = -1
            kept = clocks[clock_start[c]:clock_start[c] + cores[c, ROW_COUNT]]
            _advance(c, 0, cores, pipe_of, sync_of, aux, slot, known[0], fresh[0], stuck[0], pending[0], told[0], set_row[0],
                     wait_row[0], kept, found, count, groups, ext, rings, queues, lengths, used)
            _left(c, stuck[0], pending[0], set_row[0], found, count)
        return clocks, clock_start, found[:count[0]], ext, runs
    runs = np.zeros((total + 2 * room + 2, 3), np.int64)
    ran = 0
    at = np.zeros(total, np.int64)
    why = np.zeros(total, np.int64)
    while True:
        moved = False
        waiting = 0
        for c in range(total):
            if why[c] != DONE and why[c] != AT_BLOCK_BARRIER:
                kept = clocks[clock_start[c]:clock_start[c] + cores[c, ROW_COUNT]]
                stop, reason = _advance(c, at[c], cores, pipe_of, sync_of, aux, slot, known[c], fresh[c], stuck[c], pending[c],
                                        told[c], set_row[c], wait_row[c], kept, found, count, groups, ext, rings, queues,
                                        lengths, used)
                if stop > at[c] or reason != AT_CROSS_WAIT:
                    moved = True
                    if ran < runs.shape[0]:
                        runs[ran, 0], runs[ran, 1], runs[ran, 2] = c, at[c], stop
                        ran += 1
                at[c], why[c] = stop, reason
            if why[c] == AT_BLOCK_BARRIER:
                waiting += 1
        if waiting == total:
            version = barrier_release(at, ext, used)
            for c in range(total):
                _tell_all(known[c], fresh[c], at[c] + 1)
                known[c, :, VERSION] = version
                at[c] += 1
                why[c] = RUNNING
            moved = True
        if not moved:
            break
    for c in range(total):
        if why[c] == DONE:
            _left(c, stuck[c], pending[c], set_row[c], found, count)
        else:
            _note(found, count, CROSS_STUCK, c, at[c], -1, -1, 1 if why[c] == AT_BLOCK_BARRIER else 0)
    finished = (why == DONE).all() and not stuck.any()
    for c in range(total):
        for flag in range(11):
            unmatched = lengths[c, 3, flag] + lengths[c, 0, flag] + lengths[c, 1, flag] + lengths[c, 2, flag]
            if finished and unmatched > 0:
                _note(found, count, CROSS_LEFT, c, -1, unmatched, -1, flag)
    return clocks, clock_start, found[:count[0]], ext, runs[:ran]
