"""What happens when Python or numpy ask a tile, or an array in global memory, for the values it does not have yet."""

from __future__ import annotations

from typing import Any, NoReturn

from tik.types.errors import TikError
from tik.types.positions import here

__all__ = ["NUMPY", "NotLoaded", "refuse_comparison", "refuse_numpy"]

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
