"""Edges between cores: ``cross_core_set``, ``cross_core_wait``, ``block_barrier`` (decision 3).

A version is a row of ``ext``: [core * 7 + pipe] = n says that this pipe's instructions in rows < n are complete.
A counter rises by one when *every* sender of its group has set once more. Mode 0: all cores of one kind, for all of them;
mode 1: the vector cores of one block, for all of them; mode 2: a cube core for its vector cores, or all its vector cores
together for the cube core. The k-th wait takes what the senders published for the k-th rise.
"""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from tik.npu.trace import Trace

__all__ = ["Crossings"]

_PIPES = 7
_VERSION = 7  # see clocks.py
_ROOM = 15  # sets that may be outstanding


class Crossings:
    """Counters and versions of one launch."""

    def __init__(self, trace: Trace) -> None:
        total = len(trace.cores)
        kinds = [trace.stream.sections[c.section].kind for c in trace.cores]
        blocks = [c.block for c in trace.cores]
        self._senders: dict[tuple[int, int], list[int]] = {}  # (core, mode): who must set along with it
        self._receivers: dict[tuple[int, int], list[int]] = {}  # (core, mode): whose counters then rise
        for c in range(total):
            kind = [o for o in range(total) if kinds[o] == kinds[c]]
            block = [o for o in range(total) if blocks[o] == blocks[c]]
            near = [o for o in kind if o in set(block)]
            self._senders[c, 0] = self._receivers[c, 0] = kind
            self._senders[c, 1] = self._receivers[c, 1] = self._senders[c, 2] = near
            self._receivers[c, 2] = [o for o in block if o not in set(near)]
        self._set: dict[tuple[int, int, int], deque[int]] = {}  # (core, mode, flag): versions of sets others have yet to join
        self._counters: dict[tuple[int, int], deque[int]] = {}  # (core, flag): versions of rises not yet waited for
        self._ext = np.zeros((64, total * _PIPES), np.int32)
        self._used = 1  # version 0 knows nothing

    def versions(self) -> NDArray[np.int32]:
        """All versions so far, by number."""
        return self._ext[: self._used]

    def set(self, core: int, pipe: int, row: int, mode: int, flag: int, known: NDArray[np.int32]) -> bool:
        """``pipe`` of ``core`` sets; True when a counter or a sender is ahead by more than fits (the set is then lost)."""
        outstanding = self._set.setdefault((core, mode, flag), deque())
        if len(outstanding) == _ROOM:
            return True
        told = self._ext[known[pipe, _VERSION]].copy()
        mine = told[core * _PIPES : (core + 1) * _PIPES]
        np.maximum(mine, known[pipe, :_PIPES], out=mine)
        mine[pipe] = row + 1
        outstanding.append(self._add(told))
        senders = [self._set.get((other, mode, flag)) for other in self._senders[core, mode]]
        if not all(senders):
            return False
        joined = self._add(self._ext[[sets.popleft() for sets in senders if sets]].max(axis=0))
        lost = False
        for other in self._receivers[core, mode]:
            counter = self._counters.setdefault((other, flag), deque())
            if len(counter) == _ROOM:
                lost = True
            else:
                counter.append(joined)
        return lost

    def wait(self, core: int, flag: int, known: NDArray[np.int32]) -> bool:
        """S of ``core`` passes the wait; False while the counter is 0."""
        counter = self._counters.get((core, flag))
        if not counter:
            return False
        told = np.maximum(self._ext[counter.popleft()], self._ext[known[0, _VERSION]])
        known[0, _VERSION] = self._add(told)
        np.maximum(known[0, :_PIPES], told[core * _PIPES : (core + 1) * _PIPES], out=known[0, :_PIPES])
        return True

    def barrier(self, at: list[int]) -> int:
        """All cores stand at a block_barrier, in rows ``at``: the version that says everything before it is complete."""
        return self._add(np.repeat(np.array(at, np.int32) + 1, _PIPES))

    def left(self) -> list[tuple[int, int, int]]:
        """(core, flag, count) of what nobody waited for."""
        rest: dict[tuple[int, int], int] = {key: len(counter) for key, counter in self._counters.items()}
        for (core, _, flag), sets in self._set.items():
            rest[core, flag] = rest.get((core, flag), 0) + len(sets)
        return [(core, flag, count) for (core, flag), count in sorted(rest.items()) if count]

    def _add(self, version: NDArray[np.int32]) -> int:
        if self._used == len(self._ext):
            self._ext = np.concatenate([self._ext, np.zeros_like(self._ext)])
        self._ext[self._used] = version
        self._used += 1
        return self._used - 1
