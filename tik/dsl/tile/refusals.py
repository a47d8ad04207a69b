"""What happens when Python or numpy ask a tile, or an array in global memory, for the values it does not have yet."""

from __future__ import annotations

from typing import Any, NoReturn

from tik.dsl.names import UnknownCall
from tik.types.errors import TikError, did_you_mean
from tik.types.positions import here

__all__ = ["NUMPY", "NotLoaded", "refuse_call", "refuse_comparison", "refuse_numpy"]

NUMPY = {  # a function of numpy -> the k.* call that stands for it
    "exp": "k.exp(t)",
    "log": "k.log(t)",
    "sqrt": "k.sqrt(t)",
    "absolute": "k.abs(t)",
    "fabs": "k.abs(t)",
    "maximum": "k.maximum(a, b)",
    "fmax": "k.maximum(a, b)",
    "minimum": "k.minimum(a, b)",
    "fmin": "k.minimum(a, b)",
    "square": "t * t",
    "reciprocal": "1 / t",
    "negative": "-t",
    "clip": "k.minimum(k.maximum(t, low), high)",
    "sum": "k.sum(t)",
    "max": "k.max(t)",
    "amax": "k.max(t)",
    "min": "k.min(t)",
    "amin": "k.min(t)",
    "mean": "k.sum(t) * (1 / width)",
    "where": "k.maximum(a, b) or k.minimum(a, b)",
    "astype": "k.cast(t, tik.f32)",
    "rint": "k.cast(t, tik.i32)",
    "floor": 'k.cast(t, tik.i32, "floor")',
    "ceil": 'k.cast(t, tik.i32, "ceil")',
    "trunc": 'k.cast(t, tik.i32, "to-zero")',
    "matmul": "k.matmul(a[rows, :], b[:, cols])",
    "dot": "k.matmul(a[rows, :], b[:, cols])",
    "add": "a + b",
    "subtract": "a - b",
    "multiply": "a * b",
    "divide": "a / b",
    "power": "a * a",
    "full_like": "k.full(rows, cols, value)",
    "zeros_like": "k.full(rows, cols, 0)",
    "ones_like": "k.full(rows, cols, 1)",
}
CALLS = {  # a call people expect of k -> what to write
    "tanh": "1 - 2 / (k.exp(2 * t) + 1)",
    "sigmoid": "1 / (1 + k.exp(-t))",
    "silu": "t / (1 + k.exp(-t))",
    "gelu": "t / (1 + k.exp(-1.702 * t)), or the form with tanh",
    "softmax": "e = k.exp(t - k.max(t)), and e / k.sum(e)",
    "mean": "k.sum(t) * (1 / width)",
    "var": "d = t - k.sum(t) * (1 / width), and k.sum(d * d) * (1 / width)",
    "pow": "k.power(t, 2), or t ** 2",
    "square": "t * t",
    "ln": "k.log(t)",
    "rec": "1 / t",
    "reciprocal": "1 / t",
    "neg": "-t",
    "clip": "k.minimum(k.maximum(t, low), high)",
    "clamp": "k.minimum(k.maximum(t, low), high)",
    "where": "k.maximum(a, b) or k.minimum(a, b) where they will do",
    "select": "k.maximum(a, b) or k.minimum(a, b) where they will do",
    "mod": 't - n * k.cast(k.cast(t / n, tik.i32, "floor"), tik.f32)',
    "floor": 'k.cast(t, tik.i32, "floor")',
    "ceil": 'k.cast(t, tik.i32, "ceil")',
    "round": "k.cast(t, tik.i32)",
    "astype": "k.cast(t, tik.f32)",
    "zeros": "k.full(rows, cols, 0)",
    "ones": "k.full(rows, cols, 1)",
    "dot": "k.matmul(a[rows, :], b[:, cols])",
    "mmad": "k.matmul(a[rows, :], b[:, cols])",
    "rows": "for rows in k.split(x.shape[0])",
    "range": "for rows in k.split(n), or Python's range over known numbers",
    "for_range": "for rows in k.split(n), or Python's range over known numbers",
    "vec_add": "a + b: tiles need no instructions by hand (tik.Tik has them)",
    "data_move": "k.load(x[rows]) and k.store(y[rows], t)",
}
COMPARISONS = {"greater", "greater_equal", "less", "less_equal", "equal", "not_equal"}


def refuse_numpy(what: str, name: str = "") -> NoReturn:
    """Raise TIK-TYPE02 for numpy's function ``name`` (or numpy at all) on ``what``."""
    if name in COMPARISONS:
        refuse_comparison()
    hint = f"write {NUMPY[name]}" if name in NUMPY else "operations on tiles are methods of k, as k.exp(t)"
    function = f"np.{name}" if name else "numpy"
    raise TikError(
        "TIK-TYPE02", f"{function} needs values, and {what} has none before the kernel runs", position=here(), hint=hint
    )


def refuse_comparison() -> NoReturn:
    """Raise TIK-SYNTAX04 for a comparison of tiles."""
    raise TikError(
        "TIK-SYNTAX04",
        "tiles cannot be compared: their elements exist only when the kernel runs",
        position=here(),
        hint="choose lane by lane with k.maximum(a, b), k.minimum(a, b) or k.relu(t)",
    )


def refuse_call(name: str, known: list[str]) -> NoReturn:
    """Raise TIK-TYPE02 for a call that k does not have."""
    hint = f"write {CALLS[name]}" if name in CALLS else did_you_mean(name, tuple(known))
    raise UnknownCall("TIK-TYPE02", f"k has no {name}", position=here(), hint=hint or f"it has {', '.join(known)}")


class NotLoaded:
    """An array in global memory, or a part of one: no operand of an expression before k.load."""

    __slots__ = ()

    def _refuse(self, *_: Any) -> NoReturn:
        raise TikError(
            "TIK-TYPE02",
            f"{self._label} is in global memory; expressions are made of tiles",
            position=here(),
            hint=f"load it first: k.load({self._label})",
        )

    @property
    def _label(self) -> str:
        raise NotImplementedError

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        refuse_numpy(self._label)

    def __array_ufunc__(self, ufunc: Any, *_: Any, **__: Any) -> NoReturn:
        self._refuse()

    def __array_function__(self, function: Any, *_: Any, **__: Any) -> NoReturn:
        refuse_numpy(self._label, function.__name__)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _refuse
    __pow__ = __rpow__ = __neg__ = __abs__ = __matmul__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __and__ = __or__ = __xor__ = __invert__ = _refuse

    def __setitem__(self, key: Any, _: Any) -> NoReturn:
        raise TikError(
            "TIK-TYPE02",
            f"{self._label} is in global memory, which an assignment in Python does not reach",
            position=here(),
            hint=f"store a tile there: k.store({self._label}, t)",
        )
