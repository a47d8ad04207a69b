"""What one execution of a stream leaves behind: compact arrays, one row a dynamic instruction.

The functional executor fills it, the timing model and the sanitizer read it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tik.isa.regions import COLUMNS
from tik.npu.overflow import NONE, Overflows
from tik.stream.model import Instr, Stream
from tik.types.scopes import Scope

__all__ = [
    "BUSY",
    "BYTES",
    "CAP",
    "COST_COLUMNS",
    "DRAIN",
    "FIRST_GM",
    "KIND",
    "PRE",
    "SYNC",
    "WEIGHT",
    "CoreTrace",
    "Statics",
    "Trace",
]

# Spaces: the number of a Scope for local memory (UB 1 …), FIRST_GM + i for GM argument i, then the constants.
FIRST_GM = len(Scope)

# Columns of CoreTrace.costs, as an instruction's ``cost`` returns them, in cycles and bytes.
BUSY, DRAIN, BYTES, WEIGHT, CAP, KIND, PRE = range(7)  # PRE: scalar cycles of loops and branches before the instruction
COST_COLUMNS = 7

# Codes of Instruction.sync in Statics.sync.
SYNC: dict[str | None, int] = {None: 0, "set": 1, "wait": 2, "barrier": 3, "cross_set": 4, "cross_wait": 5, "block_barrier": 6}


@dataclass(frozen=True)
class Statics:
    """Facts of each static instruction of one section, indexed by the ids in the traces."""

    instrs: tuple[Instr, ...]
    pipe: NDArray[np.int64]  # Pipe.code of the pipe it runs on
    sync: NDArray[np.int64]  # a SYNC code
    # [n, 3] set, wait: source pipe, destination pipe, event; barrier: pipe (7 all); cross_set: mode, pipe, flag;
    # cross_wait: flag. A register operand is -1 here and resolved in the rows.
    aux: NDArray[np.int64]
    slots: NDArray[np.int64]  # slots of its row


@dataclass(frozen=True)
class CoreTrace:
    """One core's dynamic instructions, in program (issue) order."""

    block: int
    subblock: int
    section: int  # index in the stream's sections, and in Trace.statics
    ids: NDArray[np.int64]  # [n] static instruction
    costs: NDArray[np.float64]  # [n, COST_COLUMNS]
    rows: NDArray[np.int64]  # resolved slots of all instructions, end to end
    row_start: NDArray[np.int64]  # [n + 1]
    regions: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, COLUMNS), np.int64))  # only when recorded
    region_start: NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, np.int64))  # [n + 1]


@dataclass(frozen=True)
class Trace:
    """A launch: the stream, its statics a section, and the cores in the order they ran (functional results depend on no
    other). ``spaces`` gives the size in bytes of each GM space in order (FIRST_GM …): (logical, allocated)."""

    stream: Stream
    statics: tuple[Statics, ...]
    cores: tuple[CoreTrace, ...]
    spaces: tuple[tuple[int, int], ...]
    order: Sequence[tuple[int, int, int]] = ()  # (core, first row, stop row) runs, in execution order
    overflows: Overflows = NONE
    changed: Mapping[int, NDArray[np.uint8]] = field(default_factory=dict)  # GM space: bits of bytes a core changed of another

    def names(self, space: int) -> str:
        """The name of a GM space."""
        gm = [a.name for a in self.stream.args if a.kind == "gm"] + [c.name for c in self.stream.constants]
        return gm[space - FIRST_GM]

    def value(self, core: CoreTrace, row: int, field_name: str) -> Any:
        """A resolved field of a dynamic instruction (slow; for messages)."""
        instr = self.statics[core.section].instrs[int(core.ids[row])]
        return int(core.rows[int(core.row_start[row]) + instr.op.slot_of[field_name]])
