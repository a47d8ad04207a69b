"""The written form of an instruction, derived from its definition's fields.

What it must be given besides numbers and words stands by position, in the order of the fields: memory operands,
destination registers, values. Everything else is ``key=value``: the mask, integers, words, and values with a default.
A field at its default is left out.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from tik.isa import fields as isa
from tik.isa.fields import Choice, Field, Int, Mask, MaskField, Out, Value
from tik.isa.instruction import Instruction
from tik.stream.literals import operand_text
from tik.stream.model import Mem, Reg
from tik.types.dtypes import DType

__all__ = ["Form", "accept", "field_words", "form_of", "head_text", "widen"]


@dataclass(frozen=True, eq=False)
class Form:
    """Positions (indices into the fields) of what is placed; key, index, default and its text of what has a key."""

    op: type[Instruction]
    placed: tuple[int, ...]
    keyed: tuple[tuple[str, int, Any, str | None], ...]
    index_of_key: dict[str, int]
    defaults: tuple[Any, ...]
    required: int  # bit i: field i has no default


def form_of(op: type[Instruction]) -> Form:
    """The written form of ``op``."""
    key: Any = op  # a class is hashable, whatever its metaclass looks like to a type checker
    return _form(key)


@functools.cache
def _form(op: type[Instruction]) -> Form:
    placed = []
    keyed = []
    for index, field in enumerate(op.fields):
        if isinstance(field, isa.Mem | Out) or (isinstance(field, Value) and field.default is None):
            placed.append(index)
        else:
            key = field.key if isinstance(field, Int) else field.name
            default = field.default
            keyed.append((key, index, default, None if default is None else operand_text(default)))
    defaults = tuple(field.default for field in op.fields)
    index_of_key = {key: index for key, index, *_ in keyed}
    assert len(index_of_key) == len(keyed), f"{op.mnemonic} has two fields of one key"
    return Form(
        op,
        tuple(placed),
        tuple(keyed),
        index_of_key,
        defaults,
        sum(1 << index for index, default in enumerate(defaults) if default is None),
    )


def head_text(op: type[Instruction], types: tuple[DType, ...]) -> str:
    """Mnemonic and dtypes; one dtype stands for all of them when they agree."""
    if len(set(types)) == 1 and len(types) == op.type_count():
        types = types[:1]
    return ".".join([op.mnemonic, *(t.short for t in types)])


def widen(op: type[Instruction], types: tuple[DType, ...]) -> tuple[DType, ...]:
    """The whole dtype combination that a head's dtypes stand for."""
    return types * op.type_count() if len(types) == 1 else types


def accept(field: Field, value: Any) -> Any:
    """``value`` as the operand of ``field``, or None where its kind does not fit.

    A mask comes as its lane count, or as its mode and a tuple of words.
    """
    if isinstance(field, isa.Mem):
        return value if isinstance(value, Mem) else None
    if isinstance(field, Out):
        return value if isinstance(value, Reg) else None
    if isinstance(field, Value):
        return value if isinstance(value, Reg | int | float) else None
    if isinstance(field, Int):
        return value if isinstance(value, Reg | int) else None
    if isinstance(field, Choice):
        return value if isinstance(value, str) and value in field.options else None
    assert isinstance(field, MaskField), f"field {field.name} is of a new kind"
    if isinstance(value, Reg | int):
        return Mask.count(value)
    match value:
        case ("counter", (lanes,)):
            return Mask.counter(lanes)
        case ("bits", (high, low)):
            return Mask.bits(high, low)
    return None


def field_words(field: Field) -> str:
    """What may stand for ``field``, in words."""
    if isinstance(field, isa.Mem):
        return f"{field.name} is memory, like name[0x40 + r5]"
    if isinstance(field, Out):
        return f"{field.name} is a register, like r5"
    if isinstance(field, Value):
        return f"{field.name} is a number or a register"
    if isinstance(field, Int):
        return f"{field.key} is an integer or a register"
    if isinstance(field, Choice):
        return f"{field.name} is one of {', '.join(field.options)}"
    return "mask is a number of lanes, bits(high, low) or counter(lanes)"
