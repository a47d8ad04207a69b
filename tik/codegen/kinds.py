"""Which kind of core a program runs on (decision 5)."""

from __future__ import annotations

from tik.ir import Instr, Program, walk
from tik.types.errors import TikError
from tik.types.pipes import Pipe

__all__ = ["core_kind"]

VECTOR = frozenset({Pipe.V, Pipe.MTE3})
CUBE = frozenset({Pipe.M, Pipe.MTE1, Pipe.FIX})


def core_kind(program: Program) -> str:
    """unified, vector or cube: V or MTE3 make a kernel a vector kernel, M, MTE1 or FIX a cube kernel.

    Raises TIK-CHIP01 for a kernel that needs both on a split chip.
    """
    if not program.chip.is_split:
        return "unified"
    first: dict[str, Instr] = {}
    for stmt in walk(program.body):
        if isinstance(stmt, Instr) and isinstance(stmt.op.pipe, Pipe):
            for kind, pipes in (("vector", VECTOR), ("cube", CUBE)):
                if stmt.op.pipe in pipes:
                    first.setdefault(kind, stmt)
    if len(first) == 2:
        v, c = first["vector"], first["cube"]
        raise TikError("TIK-CHIP01", f"{program.name} mixes vector and cube instructions, and on {program.chip.name} they run on "
                       "different cores", position=v.position,
                       details=[f"vector core: {v.op.mnemonic}", f"cube core: {c.op.mnemonic}"],
                       hint="split it into two kernels that pass data through GM; kernels over both core kinds come later")
    return next(iter(first), "vector")
