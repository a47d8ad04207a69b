"""Which kind of core a program needs (decision 5)."""

from __future__ import annotations

from tik.ir.program import Instr, Program, walk
from tik.isa.instruction import Instruction
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

__all__ = ["core_kind", "kind_makers", "kind_of"]

PIPES = {"vector": frozenset({Pipe.V, Pipe.MTE3}), "cube": frozenset({Pipe.M, Pipe.MTE1, Pipe.FIX})}


def kind_of(op: type[Instruction]) -> str | None:
    """The kind of core of a split chip that has the instruction: by its pipe, but what MTE3 takes out of L1 is the cube's."""
    kind = next((kind for kind, pipes in PIPES.items() if op.pipe in pipes), None)
    return "cube" if kind == "vector" and any(f.scopes == (Scope.L1,) for _, f in op.mems()) else kind


def kind_makers(program: Program) -> dict[str, Instr]:
    """The first instruction that makes it a vector kernel, and the first that makes it a cube kernel."""
    first: dict[str, Instr] = {}
    seen: set[type[Instruction]] = set()
    for stmt in walk(program.body):
        if isinstance(stmt, Instr) and stmt.op not in seen:
            seen.add(stmt.op)
            kind = kind_of(stmt.op)
            if kind is not None:
                first.setdefault(kind, stmt)
    return first


def core_kind(program: Program) -> str:
    """unified on unified chips; else vector (V, MTE3), cube (M, MTE1, FIX), or mixed (both). Loads alone count by where they
    go: L1 is the cube's."""
    if not program.chip.is_split:
        return "unified"
    kinds = kind_makers(program)
    if kinds:
        return "mixed" if len(kinds) == 2 else next(iter(kinds))
    ops = {stmt.op for stmt in walk(program.body) if isinstance(stmt, Instr)}
    return "cube" if any(Scope.L1 in f.scopes and Pipe.MTE2 is op.pipe for op in ops for _, f in op.mems()) else "vector"
