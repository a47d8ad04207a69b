"""Scalar expressions of a program: what exists only when the kernel runs.

An expression holds references to mutable scalars and reads them when the instruction that uses it executes.
Arithmetic on constants folds at once; integer division and remainder are C's (tik_api §4.2).
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Union

import numpy as np

from tik.types.dtypes import DType, f16, f32, i32, i64
from tik.types.dtypes import dtype as _dtype
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.ir.program import Tensor

__all__ = ["Binary", "Bits", "Cast", "Const", "Element", "Expr", "Number", "Var", "as_expr", "const_value", "evaluate"]

Number = Union["Expr", int, float]
_ids = itertools.count(1)
_MOST_FACTORS = 8  # of a power written as a product


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
BITWISE = {"and": "&", "or": "|", "xor": "^", "shl": "<<", "shr": ">>"}
COMPARISONS = frozenset({"eq", "ne", "lt", "le"})
NEUTRAL_0 = frozenset({"add", "sub", "or", "shl", "shr"})
BY_SIGN = COMPARISONS | {"div", "mod", "min", "max", "shr"}  # what tells a negative operand from the unsigned one with its bits


class Expr:
    """Base of run-time scalars: Scalars, loop variables, elements, and what operators make of them. ``dtype`` is the type the
    value has when the instruction that uses it executes.

    Operators: ``+ - * / // %``, ``& | ^ << >> ~``, unary ``-``, comparisons, whole powers up to 8. ``/`` and ``//`` of
    integers are C's (they truncate), ``%`` has the sign of the dividend; integers wrap. A Python number takes the other
    side's dtype. What Python decides while it builds the kernel (``if``, ``and``, ``range``, ``int``) cannot wait for the
    value (TIK-SYNTAX04): if_scope, tik.all / tik.any / tik.negate, for_range and astype do.
    """

    __slots__ = ("dtype",)
    __hash__: ClassVar[Callable[[Any], int]] = object.__hash__
    dtype: DType

    def __copy__(self) -> Expr:
        return self  # a copy of a register's name is the same register

    def __deepcopy__(self, memo: object) -> Expr:
        return self

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
        raise _late("an integer", "loop with for_range instead of Python's range")

    def __int__(self) -> int:
        return int(self._now("an integer", "leave int() out: / truncates integers, x.astype('int32') converts floats"))

    __trunc__ = __int__

    def __float__(self) -> float:
        return float(self._now("a float", "write x.astype('float32') for the value as a float"))

    def __ceil__(self) -> int:
        value: float = self._now("a number", "round up with (x + n - 1) // n, or with scalar_conv and 'ceil'")
        return math.ceil(value)

    def __floor__(self) -> int:
        value: float = self._now("a number", "// truncates integers; floats: scalar_conv and 'floor'")
        return math.floor(value)

    def __round__(self, digits: int | None = None) -> Any:
        return round(self._now("a number", "use scalar_conv and 'round'"), digits)

    def __abs__(self) -> Any:
        return abs(self._now("a number", "use scalar_abs(dst, x)"))

    def __pow__(self, power: Any) -> Any:
        if isinstance(power, int) and not isinstance(power, bool) and 1 <= power <= _MOST_FACTORS:
            return math.prod([self] * (power - 1), start=self)
        return self._now("a power", f"a whole power up to {_MOST_FACTORS} can be written") ** power

    def __rpow__(self, base: Any) -> Any:
        return base ** self._now("a power", "2 ** n is 1 << n")

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **keywords: Any) -> Any:
        """np.int32(3) * x is an expression; other functions of numpy need values."""
        plain = all(isinstance(x, Expr | int | float | np.integer | np.floating) for x in inputs)
        if method != "__call__" or keywords or not plain or ufunc.__name__ not in _UFUNCS:
            raise _late(f"a value for np.{ufunc.__name__}", "compute with tensors, or the scalar_* calls")
        a, b = (x.item() if isinstance(x, np.generic) else x for x in inputs)
        return _UFUNCS[ufunc.__name__](a, b)

    def __iter__(self) -> Iterator[Any]:
        raise _late("something to walk over", "loop with for_range(0, n) instead of Python's for")

    def __len__(self) -> int:
        raise _late("a length", "a Scalar or expression is one number")

    def __format__(self, spec: str) -> str:
        value = const_value(self)
        return str(self) if value is None else format(value, spec)

    def _now(self, what: str, hint: str) -> Any:
        """The number of a constant; TIK-SYNTAX04 for what exists only when the kernel runs."""
        value = const_value(self)
        if value is None:
            raise _late(what, hint)
        return value

    def astype(self, dtype: str | DType) -> Expr:
        """The value converted: integers wrap, floats truncate toward zero."""
        return cast(self, _dtype(dtype))

    def reinterpret_cast_to(self, dtype: str | DType) -> Expr:
        """The same bits as another dtype of the same size."""
        return bits(self, _dtype(dtype))

    def eval_value(self) -> int | float | None:
        """The value where it is known while the kernel is built, else None."""
        return const_value(self)


_UFUNCS: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "true_divide": operator.truediv,
    "floor_divide": operator.floordiv,
    "remainder": operator.mod,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
    "equal": operator.eq,
    "not_equal": operator.ne,
}


def _late(what: str, hint: str) -> TikError:
    text = f"Python needs {what} here, but this value exists only when the kernel runs"
    return TikError("TIK-SYNTAX04", text, position=here(), hint=hint)


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

    def of(self, a: Expr) -> Expr:
        """The same conversion of another expression."""
        return cast(a, self.dtype)


class Bits(Cast):
    """The bits of a as another dtype of the same size, one of them a float."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"bits({super().__repr__()})"

    def of(self, a: Expr) -> Expr:
        return bits(a, self.dtype)


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
        if not -(2**63) <= x < 2**64:
            raise TikError("TIK-TYPE01", f"{x} does not fit the 64 bits of a scalar", position=here())
        if like is not None:
            return Const(float(x) if like.is_float else x, like)
        return Const(x, i32 if -(2**31) <= x < 2**31 else i64)
    if isinstance(x, float):
        return Const(x, like if like is not None and like.is_float else f32)
    element = getattr(x, "element", None)
    if element is not None:  # one element of a tensor
        read: Expr = element()
        return read
    try:
        return as_expr(operator.index(x), like)
    except TypeError:
        if isinstance(x, np.floating):
            return as_expr(float(x), like)
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
    if op in BITWISE and dtype.is_float:
        raise TikError(
            "TIK-TYPE01",
            f"{BITWISE[op]} works on the bits of integers, and one side is {dtype}",
            position=here(),
            hint="convert it: x.astype('int32')",
        )
    if isinstance(left, Const) and isinstance(right, Const):
        value = FOLD[op](left.value, right.value)
        return Const(value, i32 if op in COMPARISONS else dtype)
    if dtype is f16 and op in COMPARISONS:
        raise TikError(
            "TIK-TYPE01",
            "the scalar pipe does not compare float16",
            position=here(),
            hint="compare as float32: x.astype('float32'), or scalar_conv",
        )
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


def bits(a: Expr, dtype: DType) -> Expr:
    """The bits of a as dtype; constants fold."""
    if a.dtype.size != dtype.size:
        raise TikError(
            "TIK-TYPE01",
            f"{a.dtype} and {dtype} differ in size: a scalar keeps its bits",
            position=here(),
            hint=f"x.astype('{dtype.name}') converts the value",
        )
    if a.dtype.is_float == dtype.is_float:
        return cast(a, dtype)
    if isinstance(a, Const):
        return Const(np.array(a.value, a.dtype.numpy).view(dtype.numpy).item(), dtype)
    return Bits(a, dtype)


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
    if isinstance(x, Cast) and not x.dtype.is_float and not isinstance(x, Bits):
        a = evaluate(x.a, values)
        return None if a is None else whole(a, x.dtype)
    return None
