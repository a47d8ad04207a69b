"""Docstrings of the builder's calls, from the instruction definitions: operands, dtypes a chip, cost."""

from __future__ import annotations

from tik.chips import Chip, chip_names, load_chip
from tik.dsl.check import listed
from tik.dsl.parameters import Parameters
from tik.isa.fields import Choice, Field, Int, Mem, Value
from tik.isa.instruction import Instruction
from tik.types.pipes import Pipe

__all__ = ["described"]

_ACCESS = {"r": "read", "w": "written", "rw": "read and written"}


def described(parameters: Parameters, op: type[Instruction]) -> str:
    """The docstring of a call of ``op``."""
    chips = [load_chip(name) for name in chip_names()]
    pipe = f"Pipe {op.pipe}, instruction" if isinstance(op.pipe, Pipe) else "Instruction"
    lines = [(op.__doc__ or op.mnemonic).strip(), "", f"{parameters.shown}", "", f"{pipe} {op.mnemonic}."]
    lines += [f"  {f.name}: {_operand(f)}" for f in op.fields if f.name in parameters.names]
    lines += ["Dtypes (" + ", ".join(f.name for f in _typed(op)) + "):"] if op.type_count() and _typed(op) else []
    lines += [f"  {chip.name}: {listed(op.supported(chip)) or 'none'}" for chip in chips if _typed(op)]
    lines += _costs(op, chips)
    return "\n".join(lines)


def _typed(op: type[Instruction]) -> list[Mem]:
    seen: dict[int, Mem] = {}
    for f in op.fields:
        if isinstance(f, Mem):
            seen.setdefault(f.type, f)
    return [seen[index] for index in sorted(seen)]


def _operand(f: Field) -> str:
    if isinstance(f, Mem):
        boundary = f"on a boundary of {f.align} bytes" if f.align > 1 else "at any address"
        return f"tensor in {' or '.join(map(str, f.scopes))}, {_ACCESS[f.access]}, {boundary}"
    if isinstance(f, Int):
        return f"{f.doc or f.name}, {f.low}..{f.high}"
    if isinstance(f, Choice):
        return f"one of {', '.join(f.options)}"
    if isinstance(f, Value):
        return f.doc or "a number, Scalar or expression of the operands' dtype"
    return f.doc


def _costs(op: type[Instruction], chips: list[Chip]) -> list[str]:
    text = (getattr(op.cost, "__doc__", None) or "").strip()
    lines = [f"Cycles: {text}"] if text else []
    if op.pipe is Pipe.V:
        heads = ", ".join(f"{chip.name} {chip.head(op.mnemonic):g}" for chip in chips if op.supported(chip))
        lines.append(f"  head: {heads}" if text else f"Cycles: head + work; head: {heads}")
    return lines
