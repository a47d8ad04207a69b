"""What an author is told about an operand's address, or about repeats that do not fit one instruction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from tik.dsl.memory import gone
from tik.dsl.tensor import TensorView
from tik.isa.fields import Int, MaskField
from tik.isa.instruction import Instruction
from tik.types.errors import TikError, shown
from tik.types.scopes import Scope

__all__ = ["array_mistake", "overlap_mistake", "place_mistake", "split_hint", "zero_hint"]

_MOST_PARTS = 4  # calls a hint spells out


def split_hint(repeats: int, most: int, strides: Mapping[str, tuple[TensorView, Any]]) -> str:
    """How to write ``repeats`` repeats where a call takes ``most``; ``strides``: operand and repeat stride, by name."""
    if repeats > most * _MOST_PARTS:
        return f"loop over it, {most} repeats at a time"
    parts = [most] * (repeats // most) + ([repeats % most] if repeats % most else [])
    text = f"split it into {' + '.join(map(str, parts))} repeats"
    if strides and all(isinstance(stride, int) for _, stride in strides.values()):
        starts = (f"{name}[{most * stride * view.type.block}]" for name, (view, stride) in strides.items())
        text += f"; the second call starts at {', '.join(starts)}"
    return text


def zero_hint(field: Int, op: type[Instruction], views: Mapping[str, TensorView]) -> str:
    """What to do about a count of 0, which is mostly n // 16 of a small n."""
    widest = max((view.type for view in views.values()), key=lambda t: t.bits, default=None)
    if widest is not None and field.name == "burst" and "blocks" in field.doc:
        n = widest.block
        return f"burst counts blocks of 32 bytes = {n} elements of {widest.name}: round up, (n + {n - 1}) // {n}"
    if widest is not None and field.name == "repeat_times" and any(isinstance(f, MaskField) for f in op.fields):
        n = 8 * widest.block
        return f"a repeat is 256 bytes = {n} elements of {widest.name}: round up, (n + {n - 1}) // {n}, or give a smaller mask"
    return "leave the call out, or give a run-time value: that may be 0"


def place_mistake(name: str, operand: str, writes: bool, view: TensorView, align: int, low: int, high: int) -> TikError:
    """What is wrong with the address of an operand of ``name`` that touches bytes low..high from its start on."""
    tensor, offset, type = view.tensor, view.ref.offset, view.type
    if not tensor.alive:
        return gone(tensor)
    assert isinstance(offset, int), "only known addresses can be wrong"
    if offset % align:
        size = "half a byte" if type.packed else f"{type.size} bytes"
        return TikError(
            "TIK-ALIGN01",
            f"{operand} of {name} starts at byte {offset} of {tensor.name}, which is no multiple of {align}",
            details=(f"element {type.elements(offset)} of {type} ({size}); {tensor.scope} has blocks of {align} bytes",),
            hint=f"start at a multiple of {max(1, type.elements(align))} elements",
        )
    beyond = "before the start" if offset + low < 0 else "past the end"
    slack = " (and 32 of guard behind its last block)" if tensor.scope is Scope.GM else ""
    return TikError(
        "TIK-BOUNDS01",
        f"{name} {'writes' if writes else 'reads'} {beyond} of {tensor.name}",
        details=(f"{operand}: bytes {offset + low}..{offset + high}; {tensor.name} has {tensor.nbytes}{slack}",),
        hint="make the tensor larger, or use fewer repeats, bursts or lanes",
    )


def array_mistake(name: str, args: Iterable[Any], error: ValueError) -> TikError:
    """A numpy array among the arguments of ``name``, which Python could not compare with anything; else raises the error."""
    for x in args:
        if isinstance(x, np.ndarray):
            hint = "arrays are what a built kernel runs on; inside it there are tensors, Scalars and Python numbers"
            return TikError("TIK-TYPE02", f"{name} takes no numpy array: {shown(x)}", hint=hint)
    raise error


def overlap_mistake(name: str, dst: tuple[str, TensorView], src: tuple[str, TensorView]) -> TikError:
    """An early repeat of ``name`` writes what a later one reads."""
    (d, to), (s, of) = dst, src
    return TikError(
        "TIK-SYNC02",
        f"a repeat of {name} writes what a later repeat reads",
        details=(f"{d} from byte {to.ref.offset}, {s} from byte {of.ref.offset} of {to.tensor.name}",),
        hint="use the same start and strides for both, another tensor, or one call a repeat",
    )
