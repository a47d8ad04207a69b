"""Edges between cores: ``cross_core_set``, ``cross_core_wait``, ``block_barrier`` (decision 3).

A version is a row of ``ext``: [core * 7 + pipe] = n says that this pipe's instructions in rows < n are complete.
A counter rises by one when *every* sender of its group has set once more: mode 0, all cores of one kind for all of them;
mode 1, the vector cores of one block for all of them; mode 2, a cube core for its vector cores, or all its vector cores
together for the cube core. The k-th wait takes what the senders of the k-th rise published.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from tik.npu.trace import Trace

__all__ = ["ROOM", "barrier_release", "cross_set", "cross_wait", "group_table"]

PIPES = 7
VERSION = 7
ROOM = 15  # sets that may be outstanding


def group_table(trace: Trace) -> NDArray[np.int8]:
    """[sender, mode, core]: bit 1 where ``core`` must set along with ``sender``, bit 2 where its counter then rises."""
    total = len(trace.cores)
    table = np.zeros((total, 3, total), np.int8)
    kinds = np.array([trace.stream.sections[c.section].kind for c in trace.cores], "U8")
    blocks = np.array([c.block for c in trace.cores], np.int64)
    for sender in range(total):
        same_kind, same_block = kinds == kinds[sender], blocks == blocks[sender]
        table[sender, 0, same_kind] = 3
        table[sender, 1, same_kind & same_block] = 3
        table[sender, 2, same_kind & same_block] = 1
        table[sender, 2, ~same_kind & same_block] = 2
    return table


@njit(cache=True)
def _version(ext: Any, used: Any) -> int:
    """A fresh row of ``ext``."""
    number = used[0]
    assert number < ext.shape[0]
    used[0] = number + 1
    return int(number)


@njit(cache=True)
def cross_set(core: int, pipe: int, row: int, mode: int, flag: int, known: Any, groups: Any, ext: Any, rings: Any,
              queues: Any, lengths: Any, used: Any) -> bool:
    """``pipe`` of ``core`` sets; True when more sets are outstanding than the counter holds (the set is then lost)."""
    total = groups.shape[0]
    if lengths[core, mode, flag] == ROOM:
        return True
    number = _version(ext, used)
    mine = ext[number]
    mine[:] = ext[known[pipe, VERSION]]
    for q in range(PIPES):
        mine[core * PIPES + q] = max(mine[core * PIPES + q], known[pipe, q])
    mine[core * PIPES + pipe] = row + 1
    rings[core, mode, flag, lengths[core, mode, flag]] = number
    lengths[core, mode, flag] += 1
    for other in range(total):
        if groups[core, mode, other] & 1 and lengths[other, mode, flag] == 0:
            return False  # somebody else has to set first
    number = _version(ext, used)
    for other in range(total):
        if groups[core, mode, other] & 1:
            theirs = rings[other, mode, flag]
            for i in range(ext.shape[1]):
                ext[number, i] = max(ext[number, i], ext[theirs[0], i])
            lengths[other, mode, flag] -= 1
            for i in range(lengths[other, mode, flag]):
                theirs[i] = theirs[i + 1]
    lost = False
    for other in range(total):
        if groups[core, mode, other] & 2:
            if lengths[other, 3, flag] == ROOM:
                lost = True
            else:
                queues[other, flag, lengths[other, 3, flag]] = number
                lengths[other, 3, flag] += 1
    return lost


@njit(cache=True)
def cross_wait(core: int, flag: int, known: Any, ext: Any, queues: Any, lengths: Any, used: Any) -> bool:
    """S of ``core`` passes the wait, or False while the counter is 0."""
    if lengths[core, 3, flag] == 0:
        return False
    number = _version(ext, used)
    mine, told, before = ext[number], ext[queues[core, flag, 0]], ext[known[0, VERSION]]
    for i in range(ext.shape[1]):
        mine[i] = max(told[i], before[i])
    lengths[core, 3, flag] -= 1
    for i in range(lengths[core, 3, flag]):
        queues[core, flag, i] = queues[core, flag, i + 1]
    known[0, VERSION] = number
    for q in range(PIPES):
        known[0, q] = max(known[0, q], mine[core * PIPES + q])
    return True


@njit(cache=True)
def barrier_release(at: Any, ext: Any, used: Any) -> int:
    """All cores stand at a block_barrier in row ``at``: the version that says that everything before is complete."""
    number = _version(ext, used)
    for core in range(at.shape[0]):
        for q in range(PIPES):
            ext[number, core * PIPES + q] = at[core] + 1
    return int(number)
