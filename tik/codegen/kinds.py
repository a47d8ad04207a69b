"""The section a program becomes."""

from __future__ import annotations

from tik.ir import Program
from tik.ir.kinds import core_kind, kind_makers
from tik.types.errors import TikError

__all__ = ["section_kind"]


def section_kind(program: Program) -> str:
    """unified, vector or cube. Raises TIK-CHIP01 for a kernel that needs both kinds of core on a split chip."""
    kind = core_kind(program)
    if kind != "mixed":
        return kind
    makers = kind_makers(program)
    raise TikError(
        "TIK-CHIP01",
        f"{program.name} mixes vector and cube instructions, and on {program.chip.name} they run on different cores",
        position=makers["vector"].position,
        details=[f"{k} core: {i.op.mnemonic}" for k, i in makers.items()],
        hint="split it into two kernels that pass data through GM; kernels over both kinds of core come later",
    )
