"""Views of packed dtypes (int4, two elements a byte): they start on whole bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.chips import chip_names, listed_chips, load_chip
from tik.ir import Const, Expr
from tik.ir.expr import Binary, Bits, Cast, binary, cast
from tik.types.dtypes import DType

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["byte_of", "checked"]


def checked(core: Core, type: DType) -> DType:
    """``type``, if it is whole bytes or the chip loads it; else TIK-CHIP01."""
    if not type.packed or (type,) in core.chip.types("load2dv1"):
        return type
    chips = [name for name in chip_names() if (type,) in load_chip(name).types("load2dv1")]
    if not chips:
        core.abort(
            "TIK-CHIP01",
            f"{type.name} is not in the kit yet: several elements share a byte",
            hint="use int8 or uint8; mmad multiplies these on every chip",
        )
    core.abort("TIK-CHIP01", f"{core.chip.name} has no {type.name}", hint=f"use int8, or {listed_chips(chips)}")


def byte_of(core: Core, name: str, type: DType, elements: Any) -> Any:
    """The byte where element number ``elements`` starts; TIK-ALIGN01 where that may be inside a byte."""
    ratio = 8 // type.bits
    found = _quotient(elements, ratio)
    if found is not None:
        return found
    known = isinstance(elements, int)
    core.abort(
        "TIK-ALIGN01",
        f"element {elements} of {name} starts inside a byte"
        if known
        else f"the index of {name} is not known to be a multiple of {ratio}",
        details=(f"{type.name} has {ratio} elements a byte; a view starts at a whole one",),
        hint=f"reinterpret_cast_to('int8') sees {ratio} elements at a time"
        if known
        else f"make it visible in the expression: t[{ratio} * i], t[{type.block} * i]",
    )


def _quotient(x: Any, n: int) -> Any:
    """x / n where the expression itself says that n divides it; else None."""
    if isinstance(x, Const):
        x = x.value
    if isinstance(x, int):
        return x // n if x % n == 0 else None
    if isinstance(x, Cast) and not isinstance(x, Bits) and x.dtype.bits >= x.a.dtype.bits:
        inner = _quotient(x.a, n)
        return cast(inner, x.dtype) if isinstance(inner, Expr) else inner
    if not isinstance(x, Binary):
        return None
    a, b = _quotient(x.a, n), _quotient(x.b, n)
    if x.op in ("add", "sub"):
        return None if a is None or b is None else binary(x.op, a, b)
    if x.op == "mul" and (a is not None or b is not None):
        return binary("mul", x.a if a is None else a, x.b if a is not None else b)
    return None
