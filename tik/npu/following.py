"""Whether an overflow matters: inf and NaN that came of finite numbers are marked, and followed to where they are stored.

Kernels compute in lanes nobody looks at: rows behind the last one, what was left in a buffer. So an instruction that makes inf
or NaN of finite numbers is pending at first. The elements are marked in shadow memory, which the sanitizer's shadow routines
move along with the values; once a mark gets into an array in GM, or a scalar reads it, what is pending on the core counts. What
is written over, or left when the core ends, does not. Only cores that overflow are followed, from there on.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tik.isa.instruction import INSTRUCTIONS
from tik.npu.native import interpreter as machine
from tik.npu.native.finite import LANES, mark
from tik.npu.native.wrappers import routine
from tik.npu.overflow import NONE, Overflow, Overflows, saturates
from tik.npu.trace import FIRST_GM
from tik.npu.translate import Translation
from tik.types.dtypes import DType

if TYPE_CHECKING:
    from tik.npu.functional import GmSpace

__all__ = ["Following"]

GUARD = 64  # bytes behind each shadow, so that a routine may round up to a block
FAR = 2**62
_NOTHING = np.zeros(1, np.int64)


class Following:
    """The overflows of one launch. Tables by section: ``raised`` [static + 1] counts, and last the first static instruction
    that overflowed or -1; ``pending`` [static + 2] counts that may not matter, the first of them or -1, whether marks are
    followed (one table a section, where cores run one after another)."""

    def __init__(self, t: Translation, gm: Sequence[GmSpace], record: bool, saturating: bool) -> None:
        self.t, self.gm, self.record, self.saturating = t, gm, record, saturating
        self.raised = [_counts(len(code.run), 1) for code in t.codes]
        self.first = -1  # the section that overflowed first
        self.watching = saturates(t.chip)
        self.lanes = np.empty(LANES if self.watching else 0, np.uint8)
        self.apart = t.has_sync and self.watching  # whether cores take turns
        self.tables: dict[tuple[int, int], NDArray[np.int64]] = {}
        self.pending: dict[tuple[int, int], NDArray[np.int64]] = {}
        self.routines = [np.zeros(len(code.run), np.int64) for code in t.codes]
        self.shadows: dict[int, NDArray[np.int64]] = {}  # of a core: addresses by space
        self.limits = _NOTHING
        self.memory: list[NDArray[np.uint8]] = []
        self.local: dict[int, list[NDArray[np.uint8]]] = {}

    def _slot(self, core: int) -> int:
        return core if self.apart else 0

    def of(self, core: int, section: int) -> NDArray[np.int64] | None:
        """What run_core takes: the address of watch, whether to saturate, then addresses of raised, pending, routines, shadows,
        limits and lanes; None where nothing is watched."""
        if not self.watching:
            return None
        slot = self._slot(core)
        found = self.tables.get((slot, section))
        if found is None:
            pending = self.pending[slot, section] = _counts(len(self.t.codes[section].run), 2)
            pending[-1] = 0
            found = self.tables[slot, section] = np.zeros(8, np.int64)
            self._point(slot, section)
        return found

    def _point(self, slot: int, section: int) -> None:
        watch, raised, pending = self.t.codes[section].watch, self.raised[section], self.pending[slot, section]
        tables = (raised, pending, self.routines[section], self.shadows.get(slot, _NOTHING), self.limits, self.lanes)
        found = self.tables[slot, section]
        found[:2] = watch.ctypes.data, self.saturating
        found[2:] = [table.ctypes.data for table in tables]

    def begin(self, core: int, section: int, state: NDArray[np.int64], bases: NDArray[np.int64]) -> None:
        """Mark what the instruction the core stands behind made."""
        slot = self._slot(core)
        pending = self.pending[slot, section]
        if not pending[-1]:
            self._prepare(slot)
            pending[-1] = 1
        where = (int(state[i]) for i in (machine.E0, machine.E1, machine.E2, machine.E3))
        mark(*where, bases.ctypes.data, self.shadows[slot].ctypes.data, self.saturating, int(state[machine.E4]))

    def _prepare(self, slot: int) -> None:
        """Shadow memory without marks, and the routines that move them, compiled when first needed."""
        for memory in self.local.get(slot, ()):
            memory[:] = 0
        if slot in self.shadows:
            return
        if not self.memory:
            self.memory = [np.zeros(len(space.data) + GUARD, np.uint8) for space in self.gm]
            sizes = [space.logical for space in self.gm]
            self.limits = np.array([FAR // 2] * FIRST_GM + sizes, np.int64)
            self.routines = self.t.moves.get(self.record) or self._routines()
        shadows = np.zeros(FIRST_GM + len(self.gm), np.int64)
        self.local[slot] = []
        for scope, nbytes in self.t.used.items():
            self.local[slot].append(np.zeros(nbytes + GUARD, np.uint8))
            shadows[scope] = self.local[slot][-1].ctypes.data
        for space, memory in enumerate(self.memory):
            shadows[FIRST_GM + space] = memory.ctypes.data
        self.shadows[slot] = shadows
        for at in self.tables:
            self._point(*at)

    def _routines(self) -> list[NDArray[np.int64]]:
        self.t.moves[self.record] = [
            np.array([_moves(i.op.mnemonic, i.types, self.record) for i in code.statics.instrs], np.int64)
            for code in self.t.codes
        ]
        return self.t.moves[self.record]

    def end(self, core: int, section: int) -> None:
        """The core is done: what is pending did not matter."""
        if not self.watching:
            return
        if self.first < 0 and self.raised[section][-1] >= 0:
            self.first = section
        pending = self.pending[self._slot(core), section]
        if pending[-2] >= 0:
            pending[:-2] = 0
            pending[-2], pending[-1] = -1, 0

    def overflows(self) -> Overflows:
        """What counts."""
        if self.first < 0:
            return NONE
        sites = {
            (section, int(k)): Overflow(code.statics.instrs[k], int(counts[k]))
            for section, (code, counts) in enumerate(zip(self.t.codes, self.raised, strict=True))
            for k in np.flatnonzero(counts[:-1])
        }
        start = sites.pop((self.first, int(self.raised[self.first][-1])))
        return Overflows((start, *sites.values()))


@functools.cache
def _moves(mnemonic: str, types: tuple[DType, ...], record: bool) -> int:
    """The routine that moves marks, or 0. Some ask for contents that only a record keeps."""
    op = INSTRUCTIONS[mnemonic]
    return routine(op, types, "shadow") if record or op.kept() is None else 0


def _counts(statics: int, more: int) -> NDArray[np.int64]:
    table = np.zeros(statics + more, np.int64)
    table[statics] = -1
    return table
