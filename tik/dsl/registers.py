"""Calls on the scalar pipe (tik_api §14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.dsl.scalar import Scalar
from tik.dsl.value import number
from tik.ir import as_expr
from tik.ir.expr import binary
from tik.types.errors import TikError

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["scalar_abs", "scalar_max", "scalar_min"]


def scalar_max(core: Core, dst: Scalar, src0: Any, src1: Any) -> None:
    """dst = the larger of two numbers, Scalars or expressions."""
    _set(core, "scalar_max", dst, "max", src0, src1)


def scalar_min(core: Core, dst: Scalar, src0: Any, src1: Any) -> None:
    """dst = the smaller of two numbers, Scalars or expressions."""
    _set(core, "scalar_min", dst, "min", src0, src1)


def scalar_abs(core: Core, dst: Scalar, src: Any) -> None:
    """dst = |src|."""
    try:
        x = as_expr(number(src))
        _set(core, "scalar_abs", dst, "max", x, binary("sub", 0, x))
    except TikError as error:
        core.collect(error)


def _set(core: Core, name: str, dst: Any, op: str, a: Any, b: Any) -> None:
    if not isinstance(dst, Scalar):
        core.mistake("TIK-TYPE02", f"dst of {name} is {dst!r}, not a Scalar")
        return
    try:
        dst.set_as(binary(op, number(a), number(b)))
    except TikError as error:
        core.collect(error)
