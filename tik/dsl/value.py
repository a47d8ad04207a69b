"""What an author may write where a number is wanted: Python numbers, expressions, single elements of a tensor."""

from __future__ import annotations

import contextlib
import operator
from typing import Any

import numpy as np

from tik.ir import Const, Expr, as_expr
from tik.ir.expr import COMPARISONS, Binary, binary, cast
from tik.types.dtypes import DType
from tik.types.errors import TikError, shown
from tik.types.positions import here

__all__ = ["all_of", "any_of", "condition", "fitted", "flag", "negate", "number", "stored", "whole"]


def number(x: Any, what: str = "") -> int | float | Expr:
    """A Python number or an expression; a one-element view is read when the instruction executes. Else TIK-TYPE02, which
    calls it ``what``."""
    if isinstance(x, Expr):
        return x.value if isinstance(x, Const) else x
    if isinstance(x, int | float):
        return x
    element = getattr(x, "element", None)
    if element is not None:
        if what and isinstance(x.size, int) and x.size != 1:
            raise TikError(
                "TIK-TYPE02",
                f"{what} is the tensor {x.name} of shape {x.shape}, not a number",
                position=here(),
                hint=f"an element of it, {x.name}[i], is a number; or the arguments are in another order",
            )
        read: Expr = element()
        return read
    for convert in (operator.index, operator.methodcaller("__float__")):
        with contextlib.suppress(AttributeError, TypeError):  # classes and arrays have the methods, but no value
            found: int | float = convert(x)
            return found
    raise TikError(
        "TIK-TYPE02",
        f"{what} is {shown(x)}, not a number" if what else f"{shown(x)} ({type(x).__name__}) is not a number",
        position=here(),
        hint="use Python numbers, Scalars, expressions of them or single elements t[i] of a tensor",
    )


def flag(x: Any, what: str) -> bool:
    """True or False, also as a Python number."""
    if x is None or isinstance(x, int | np.bool_):
        return bool(x)
    hint = "it must be known when the kernel is built" if isinstance(x, Expr) else None
    raise TikError("TIK-TYPE02", f"{what} is {x!r}; there are True and False", position=here(), hint=hint)


def whole(x: Any, what: str) -> int | Expr:
    """An integer or an integer expression; a float without a fraction counts (kernels divide with ``/``)."""
    if type(x) is int:
        return x
    n = number(x, what)
    if isinstance(n, Expr):
        return cast(n, _I32) if n.dtype.is_float else n
    if n != n or n in (float("inf"), float("-inf")) or int(n) != n:
        raise TikError("TIK-TYPE02", f"{what} is {n!r}, not a whole number", position=here())
    return int(n)


def fitted(x: Any, dtype: DType, what: str) -> int | float | Expr:
    """A value operand of ``dtype``: immediates must be representable, expressions are converted."""
    n = number(x, what)
    if isinstance(n, Expr):
        return converted(n, dtype)
    if dtype.is_float:
        return float(n)
    if n != n or n in (float("inf"), float("-inf")) or int(n) != n:
        raise TikError(
            "TIK-TYPE01",
            f"{what} is {n!r}, but the operands are {dtype}",
            position=here(),
            hint="give an integer, or convert the tensors to a float type first",
        )
    low = -(2 ** (dtype.bits - 1)) if dtype.kind == "i" else 0
    high = 2 ** (dtype.bits - (dtype.kind == "i")) - 1
    if not low <= n <= high:
        raise TikError("TIK-TYPE01", f"{what} is {n!r}, which {dtype} cannot hold ({low}..{high})", position=here())
    return int(n)


def stored(x: Any, dtype: DType) -> int | float | Expr:
    """What set_as writes into a ``dtype``: integers wrap, floats truncate toward zero (tik_api §4.2)."""
    n = number(x)
    if isinstance(n, Expr):
        return converted(n, dtype)
    if dtype.is_float:
        return float(n)
    if n != n or n in (float("inf"), float("-inf")):
        raise TikError("TIK-TYPE01", f"{n!r} cannot be stored as {dtype}", position=here())
    bits = int(n) & ((1 << dtype.bits) - 1)
    return bits - (1 << dtype.bits) if dtype.kind == "i" and bits >> (dtype.bits - 1) else bits


def converted(x: Expr, dtype: DType) -> Expr:
    """An expression in another dtype; the scalar pipe knows no bf16."""
    if x.dtype is not dtype and "bf16" in (x.dtype.short, dtype.short):
        raise TikError(
            "TIK-TYPE01",
            f"the scalar pipe cannot convert {x.dtype} to {dtype}",
            position=here(),
            hint="give the value as a Python number, or convert with vconv",
        )
    return cast(x, dtype)


def condition(x: Any) -> Expr:
    """0 or 1: whether x holds (a number that is not 0 holds)."""
    e = as_expr(number(x, "a condition"))
    if isinstance(e, Const):
        return Const(int(bool(e.value)), _I32)
    if isinstance(e, Binary) and (e.op in COMPARISONS or (e.op in ("and", "or") and e.dtype is _I32 and _truth(e))):
        return e
    return binary("ne", e, 0)


def _truth(e: Expr) -> bool:
    return isinstance(e, Binary) and (e.op in COMPARISONS or (e.op in ("and", "or") and _truth(e.a) and _truth(e.b)))


def all_of(*conditions: Any) -> Expr:
    """Whether every condition holds (TIK's ``tik.all``)."""
    result = Const(1, _I32) if not conditions else condition(conditions[0])
    for c in conditions[1:]:
        result = binary("and", result, condition(c))
    return result


def any_of(*conditions: Any) -> Expr:
    """Whether one of the conditions holds (TIK's ``tik.any``)."""
    result = Const(0, _I32) if not conditions else condition(conditions[0])
    for c in conditions[1:]:
        result = binary("or", result, condition(c))
    return result


def negate(x: Any) -> Expr:
    """Whether the condition does not hold (TIK's ``tik.negate``)."""
    return binary("eq", condition(x), 0)


_I32 = as_expr(0).dtype
