"""Scalar expressions of a program: what exists only when the kernel runs.

An expression holds references to mutable scalars and reads them when the instruction that uses it executes.
Arithmetic on constants folds at once; integer division and remainder are C's (tik_api §4.2).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Union

from tik.types.dtypes import DType, f32, i32, i64
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.ir.program import Tensor

__all__ = ["Binary", "Cast", "Const", "Element", "Expr", "Number", "Var", "as_expr", "const_value", "evaluate"]

Number = Union["Expr", int, float]
_ids = itertools.count(1)


def c_div(a: int, b: int) -> int:
    """Integer division truncating toward zero; x/0 is 0, as the model computes it."""
    if b == 0:
        return 0
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def c_mod(a: int, b: int) -> int:
    """Remainder with the sign of the dividend."""
    return a - c_div(a, b) * b if b else 0


def divide(a: int | float, b: int | float) -> int | float:
    """``/``: C's for integers, IEEE's for floats."""
    if not isinstance(a, float) and not isinstance(b, float):
        return c_div(a, b)
    if b:
        return a / b
    return math.nan if a == 0 or a != a else math.copysign(math.inf, a) * math.copysign(1.0, b)


def whole(value: int | float, dtype: DType) -> int:
    """A number as an integer dtype holds it: truncated toward zero (0 for NaN and what int64 cannot hold), then wrapped."""
    if isinstance(value, float):
        value = int(value) if abs(value) < 9.2e18 else 0
    bits = value & ((1 << dtype.bits) - 1)
    return bits - (1 << dtype.bits) if dtype.kind == "i" and bits >> (dtype.bits - 1) else bits


FOLD: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": divide,
    "mod": c_mod,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shl": lambda a, b: a << (b & 63),
    "shr": lambda a, b: a >> (b & 63),
    "min": min,
    "max": max,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
}
COMPARISONS = frozenset({"eq", "ne", "lt", "le"})
NEUTRAL_0 = frozenset({"add", "sub", "or", "shl", "shr"})
BY_SIGN = COMPARISONS | {"div", "mod", "min", "max", "shr"}  # what tells a negative operand from the unsigned one with its bits


class Expr:
    """Base of run-time scalars; ``dtype`` is the type the value has when the instruction executes."""

    __slots__ = ("dtype",)
    __hash__: ClassVar[Callable[[Any], int]] = object.__hash__
    dtype: DType

    def __add__(self, other: Number) -> Expr:
        return binary("add", self, other)

    def __radd__(self, other: Number) -> Expr:
        return binary("add", other, self)

    def __sub__(self, other: Number) -> Expr:
        return binary("sub", self, other)

    def __rsub__(self, other: Number) -> Expr:
        return binary("sub", other, self)

    def __mul__(self, other: Number) -> Expr:
        return binary("mul", self, other)

    def __rmul__(self, other: Number) -> Expr:
        return binary("mul", other, self)

    def __truediv__(self, other: Number) -> Expr:
        return binary("div", self, other)

    def __rtruediv__(self, other: Number) -> Expr:
        return binary("div", other, self)

    __floordiv__ = __truediv__
    __rfloordiv__ = __rtruediv__

    def __mod__(self, other: Number) -> Expr:
        return binary("mod", self, other)

    def __rmod__(self, other: Number) -> Expr:
        return binary("mod", other, self)

    def __and__(self, other: Number) -> Expr:
        return binary("and", self, other)

    def __rand__(self, other: Number) -> Expr:
        return binary("and", other, self)

    def __or__(self, other: Number) -> Expr:
        return binary("or", self, other)

    def __ror__(self, other: Number) -> Expr:
        return binary("or", other, self)

    def __xor__(self, other: Number) -> Expr:
        return binary("xor", self, other)

    def __rxor__(self, other: Number) -> Expr:
        return binary("xor", other, self)

    def __lshift__(self, other: Number) -> Expr:
        return binary("shl", self, other)

    def __rlshift__(self, other: Number) -> Expr:
        return binary("shl", other, self)

    def __rshift__(self, other: Number) -> Expr:
        return binary("shr", self, other)

    def __rrshift__(self, other: Number) -> Expr:
        return binary("shr", other, self)

    def __neg__(self) -> Expr:
        if self.dtype.kind == "u":
            raise TikError(
                "TIK-TYPE01",
                f"an unsigned {self.dtype} has no unary minus",
                position=here(),
                hint="cast it to a signed type first: x.astype('int32')",
            )
        return binary("sub", -0.0 if self.dtype.is_float else 0, self)

    def __invert__(self) -> Expr:
        return binary("xor", self, -1)

    def __eq__(self, other: object) -> Expr:  # type: ignore[override]
        return binary("eq", self, other)

    def __ne__(self, other: object) -> Expr:  # type: ignore[override]
        return binary("ne", self, other)

    def __lt__(self, other: Number) -> Expr:
        return binary("lt", self, other)

    def __le__(self, other: Number) -> Expr:
        return binary("le", self, other)

    def __gt__(self, other: Number) -> Expr:
        return binary("lt", other, self)

    def __ge__(self, other: Number) -> Expr:
        return binary("le", other, self)

    def __bool__(self) -> bool:
        value = const_value(self)
        if value is not None:
            return bool(value)
        raise TikError(
            "TIK-SYNTAX04",
            "Python cannot decide on a value that exists only when the kernel runs",
            position=here(),
            hint="use `with t.if_scope(cond):` for branches, tik.all / tik.any / tik.negate for and / or / not, "
            "scalar_min / scalar_max for min / max",
        )

    def __index__(self) -> int:
        value = const_value(self)
        if isinstance(value, int):
            return value
        raise TikError(
            "TIK-SYNTAX04",
            "Python needs an integer here, but this value exists only when the kernel runs",
            position=here(),
            hint="loop with for_range instead of Python's range",
        )

    def astype(self, dtype: str | DType) -> Expr:
        """The value converted: integers wrap, floats truncate toward zero."""
        from tik.types.dtypes import dtype as named

        return cast(self, named(dtype))


class Const(Expr):
    """A constant."""

    __slots__ = ("value",)

    def __init__(self, value: int | float, dtype: DType) -> None:
        self.value, self.dtype = value, dtype

    def __repr__(self) -> str:
        return repr(self.value)


class Var(Expr):
    """A scalar variable: a register that Assign statements, loops or the launch give values to."""

    __slots__ = ("kind", "name", "number", "upper")

    def __init__(self, dtype: DType, name: str, kind: str = "scalar") -> None:
        self.dtype, self.name, self.kind = dtype, name, kind  # kind: scalar, loop, block, arg
        self.number = next(_ids)
        self.upper: int | None = None  # for loop and block variables: exclusive bound where known

    def __repr__(self) -> str:
        return self.name


class Binary(Expr):
    """op(a, b); see FOLD for the operations."""

    __slots__ = ("a", "b", "op")

    def __init__(self, op: str, a: Expr, b: Expr, dtype: DType) -> None:
        self.op, self.a, self.b, self.dtype = op, a, b, dtype

    def __repr__(self) -> str:
        sign = {
            "add": "+",
            "sub": "-",
            "mul": "*",
            "div": "/",
            "mod": "%",
            "and": "&",
            "or": "|",
            "xor": "^",
            "shl": "<<",
            "shr": ">>",
            "eq": "==",
            "ne": "!=",
            "lt": "<",
            "le": "<=",
        }.get(self.op)
        return f"({self.a!r} {sign} {self.b!r})" if sign else f"{self.op}({self.a!r}, {self.b!r})"


class Cast(Expr):
    """a in another dtype."""

    __slots__ = ("a",)

    def __init__(self, a: Expr, dtype: DType) -> None:
        self.a, self.dtype = a, dtype

    def __repr__(self) -> str:
        return f"{self.dtype}({self.a!r})"


class Element(Expr):
    """One element of a local tensor, read when the instruction that uses it executes."""

    __slots__ = ("offset", "tensor")

    def __init__(self, tensor: Tensor, offset: Number, dtype: DType) -> None:
        self.tensor, self.offset, self.dtype = tensor, offset, dtype  # offset in bytes

    def __repr__(self) -> str:
        return f"{self.tensor.name}[{self.offset!r} B]"


def const_value(x: Number) -> int | float | None:
    """The Python number of a constant, else None."""
    if isinstance(x, Expr):
        return x.value if isinstance(x, Const) else None
    return x


def as_expr(x: Any, like: DType | None = None) -> Expr:
    """An expression for a number; a literal takes ``like``'s dtype (int32, or int64 when it needs it; float32)."""
    if isinstance(x, Expr):
        return x
    if isinstance(x, bool):
        return Const(int(x), i32)
    if isinstance(x, float) and x.is_integer() and like is not None and not like.is_float:
        x = int(x)
    if isinstance(x, int):
        if like is not None:
            return Const(float(x) if like.is_float else x, like)
        return Const(x, i32 if -(2**31) <= x < 2**31 else i64)
    if isinstance(x, float):
        return Const(x, like if like is not None and like.is_float else f32)
    try:
        return as_expr(x.__index__(), like)
    except AttributeError:
        raise TikError(
            "TIK-TYPE02",
            f"a {type(x).__name__} cannot stand in a scalar expression",
            position=here(),
            hint="use Python numbers, Scalars or single elements t[i] of a tensor",
        ) from None


def join(a: DType, b: DType) -> DType:
    """The dtype of a op b: float wins, else the wider, else unsigned."""
    if a is b:
        return a
    if a.is_float != b.is_float:
        return a if a.is_float else b
    if a.size != b.size:
        return a if a.size > b.size else b
    return a if a.kind == "u" else b


def binary(op: str, a: Any, b: Any) -> Expr:
    """Build op(a, b), folding constants and neutral elements. Where an unsigned side wins, the other is converted (C)."""
    left = a if isinstance(a, Expr) else as_expr(a, b.dtype if isinstance(b, Expr) else None)
    right = b if isinstance(b, Expr) else as_expr(b, left.dtype)
    dtype = join(left.dtype, right.dtype)
    if isinstance(left, Const) and isinstance(right, Const):
        value = FOLD[op](left.value, right.value)
        return Const(value, i32 if op in COMPARISONS else dtype)
    if (
        isinstance(right, Const)
        and left.dtype is dtype
        and (
            (right.value == 0 and op in NEUTRAL_0 and not (op == "add" and dtype.is_float))  # -0.0 + 0.0 is 0.0
            or (right.value == 1 and op in ("mul", "div"))
        )
    ):
        return left
    if (
        isinstance(left, Const)
        and right.dtype is dtype
        and ((left.value == 0 and op == "add" and not dtype.is_float) or (left.value == 1 and op == "mul"))
    ):
        return right
    if op == "mul" and not dtype.is_float and any(isinstance(e, Const) and e.value == 0 for e in (left, right)):
        return Const(0, dtype)
    if op in BY_SIGN and dtype.kind == "u":
        left, right = (cast(e, dtype) if e.dtype.kind == "i" else e for e in (left, right))
    return Binary(op, left, right, i32 if op in COMPARISONS else dtype)


def cast(a: Expr, dtype: DType) -> Expr:
    """a in dtype; constants fold."""
    if a.dtype is dtype:
        return a
    if isinstance(a, Const):
        return Const(float(a.value) if dtype.is_float else whole(a.value, dtype), dtype)
    return Cast(a, dtype)


def evaluate(x: Number, values: dict[Var, int]) -> int | float | None:
    """The value when variables have ``values``; None where it cannot be known.

    Integers are as wide as they need to be, as in addresses (there 64 bits); only a cast wraps.
    """
    if not isinstance(x, Expr):
        return x
    if isinstance(x, Const):
        return x.value
    if isinstance(x, Var):
        return values.get(x)
    if isinstance(x, Binary):
        a, b = evaluate(x.a, values), evaluate(x.b, values)
        return None if a is None or b is None else FOLD[x.op](a, b)
    if isinstance(x, Cast) and not x.dtype.is_float:
        a = evaluate(x.a, values)
        return None if a is None else whole(a, x.dtype)
    return None
