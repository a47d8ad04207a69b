"""Which kind of core a program needs (decision 5)."""

from __future__ import annotations

from tik.ir.program import Instr, Program, walk
from tik.isa.instruction import Instruction
from tik.types.pipes import Pipe

__all__ = ["core_kind", "kind_makers"]

PIPES = {"vector": frozenset({Pipe.V, Pipe.MTE3}), "cube": frozenset({Pipe.M, Pipe.MTE1, Pipe.FIX})}


def kind_makers(program: Program) -> dict[str, Instr]:
    """The first instruction that makes it a vector kernel, and the first that makes it a cube kernel."""
    first: dict[str, Instr] = {}
    seen: set[type[Instruction]] = set()
    for stmt in walk(program.body):
        if isinstance(stmt, Instr) and stmt.op not in seen:
            seen.add(stmt.op)
            for kind, pipes in PIPES.items():
                if stmt.op.pipe in pipes:
                    first.setdefault(kind, stmt)
    return first


def core_kind(program: Program) -> str:
    """unified on unified chips; else vector (V, MTE3 or neither), cube (M, MTE1, FIX), or mixed (both)."""
    if not program.chip.is_split:
        return "unified"
    kinds = kind_makers(program)
    return "mixed" if len(kinds) == 2 else next(iter(kinds), "vector")
