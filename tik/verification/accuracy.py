"""When a result is right: the one table of tolerances and the one rule of acceptance.

Golden values are computed in float64 from the rounded inputs and cast to the output dtype last. Moves, casts and
integers must be bit-equal. Float results are accepted when, with T and atol of the output dtype, K the reduction length
and S the sum of the absolute terms (both given by the golden),

* every element has  |a - g| <= 10 T |g| + atol + 4 * 2^-24 * sqrt(K) * S,  and
* the mean of  |a - g| / (|g| + S * 2^-11 + 1e-7)  is below T.

T is the vendor's public accuracy standard (mean relative error < T, largest < 10 T). The terms with S are there because
a purely relative bound fails correct sums whose terms cancel.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tik.operator.operator import Golden
from tik.types.dtypes import DType

__all__ = ["TOLERANCES", "Comparison", "Tolerance", "compare"]


@dataclass(frozen=True)
class Tolerance:
    """T (``relative``) and atol (``absolute``) of one output format; ``largest`` is its largest finite number."""

    relative: float
    absolute: float
    largest: float


TOLERANCES: Mapping[str, Tolerance] = MappingProxyType(
    {
        "f16": Tolerance(2.0**-10, 2.0**-16, 65504.0),
        "bf16": Tolerance(2.0**-7, 2.0**-16, (2 - 2.0**-7) * 2.0**127),
        "f32": Tolerance(2.0**-13, 2.0**-30, (2 - 2.0**-23) * 2.0**127),
        "hf32": Tolerance(2.0**-11, 2.0**-30, (2 - 2.0**-23) * 2.0**127),
        "f8_e4m3": Tolerance(2.0**-3, 2.0**-10, 448.0),  # atol of the f8 formats: half of their smallest number (assumed)
        "f8_e5m2": Tolerance(2.0**-2, 2.0**-17, 57344.0),
    }
)


@dataclass(frozen=True)
class Comparison:
    """One result against its golden: ``ok``, and in words ``reason`` why not.

    ``index`` is the element that is worst (by error over limit), ``actual`` and ``golden`` are the values there,
    ``max_error`` and ``max_limit`` its |a - g| and what is allowed; ``mean_error`` and ``mean_limit`` the two sides of
    the mean rule; ``wrong`` counts the elements that are not accepted.
    """

    ok: bool
    reason: str = ""
    index: tuple[int, ...] | None = None
    actual: float | int | None = None
    golden: float | int | None = None
    max_error: float = 0.0
    max_limit: float = 0.0
    mean_error: float = 0.0
    mean_limit: float = 0.0
    wrong: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The comparison as plain data."""
        return {
            "ok": self.ok,
            "reason": self.reason,
            "index": None if self.index is None else list(self.index),
            "actual": self.actual,
            "golden": self.golden,
            "max_error": self.max_error,
            "max_limit": self.max_limit,
            "mean_error": self.mean_error,
            "mean_limit": self.mean_limit,
            "wrong": self.wrong,
        }

    def __str__(self) -> str:
        return "right" if self.ok else self.reason


def compare(
    actual: Any, golden: Golden, dtype: DType, exact: bool = False, *, steps: int = 0, precision: str | None = None
) -> Comparison:
    """Compare ``actual`` with ``golden`` as results of ``dtype``; shape and dtype first, then NaN and inf, then values.

    ``exact``: bit-equal (integers always are; a NaN equals any NaN). ``steps``: an integer may be off by so much
    (quantised outputs). ``precision``: a row of TOLERANCES other than the dtype's own ("hf32").
    """
    values = np.asarray(golden.values)
    wanted = np.dtype(np.bool_) if values.dtype == np.bool_ else dtype.numpy
    given = np.asarray(actual)
    if given.shape != values.shape:
        return Comparison(False, f"shape {given.shape} where {values.shape} is right")
    if given.dtype != wanted:
        return Comparison(False, f"dtype {given.dtype} where {wanted} is right")
    with np.errstate(all="ignore"):
        right = _cast(values, wanted)
        if not dtype.is_float:
            return _whole(given, right, steps)
        if exact:
            return _bits(given, right)
        return _close(
            given.astype(np.float64),
            right.astype(np.float64),
            values.astype(np.float64),
            golden,
            TOLERANCES[precision or dtype.short],
        )


def _cast(values: NDArray[Any], wanted: np.dtype[Any]) -> NDArray[Any]:
    """To the output dtype: floats overflow to inf; a float becomes an integer saturated, NaN 0; integers wrap."""
    if wanted.kind in "iu" and values.dtype.kind == "f":
        limits = np.iinfo(wanted)
        values = np.clip(np.nan_to_num(values, nan=0.0, posinf=np.inf, neginf=-np.inf), limits.min, limits.max)
    result: NDArray[Any] = values.astype(wanted)
    return result


def _whole(a: NDArray[Any], g: NDArray[Any], steps: int) -> Comparison:
    error = np.abs(a.astype(np.int64) - g.astype(np.int64))
    wrong = error > steps
    if not wrong.any():
        return Comparison(True, max_error=float(error.max(initial=0)), max_limit=float(steps))
    at = _unravel(error, a.shape)
    reason = f"element {_show(at)} is {a[at]}, right is {g[at]}"
    if steps:
        reason += f": off by {error[at]}, allowed {steps}"
    return Comparison(
        False, reason + _many(wrong), at, int(a[at]), int(g[at]), float(error[at]), float(steps), wrong=int(wrong.sum())
    )


def _bits(a: NDArray[Any], g: NDArray[Any]) -> Comparison:
    word = np.dtype(f"u{a.dtype.itemsize}")
    same = np.ascontiguousarray(a).view(word) == np.ascontiguousarray(g).view(word)
    real, right = a.astype(np.float64), g.astype(np.float64)
    wrong = ~(same | (np.isnan(real) & np.isnan(right)))
    if not wrong.any():
        return Comparison(True)
    error = np.where(wrong, np.abs(real - right), -1.0)
    error[np.isnan(error)] = np.inf
    at = _unravel(error, a.shape)
    reason = f"element {_show(at)} is {real[at]}, right is {right[at]}, and must be bit-equal"
    return Comparison(
        False, reason + _many(wrong), at, float(real[at]), float(right[at]), float(error[at]), wrong=int(wrong.sum())
    )


def _close(a: NDArray[Any], g: NDArray[Any], g64: NDArray[Any], golden: Golden, t: Tolerance) -> Comparison:
    odd = _odd(a, g, g64, t)
    if odd is not None:
        return odd
    finite = np.isfinite(a) & np.isfinite(g)
    if not finite.any():
        return Comparison(True, mean_limit=t.relative)
    s = np.broadcast_to(np.asarray(golden.magnitude, np.float64), a.shape)
    s = np.where(np.isfinite(s), s, 0.0)
    error = np.where(finite, np.abs(a - g), 0.0)
    limit = 10 * t.relative * np.abs(g) + t.absolute + 4 * 2.0**-24 * np.sqrt(golden.length) * s
    mean = float(np.mean((error / (np.abs(g) + s * 2.0**-11 + 1e-7))[finite]))
    wrong = finite & (error > limit)
    at = _unravel(np.where(finite, error / limit, -1.0), a.shape)
    reason = ""
    if wrong.any():
        reason = (
            f"element {_show(at)} is {a[at]:.9g}, right is {g[at]:.9g}: off by {error[at]:.3g}, "
            f"allowed {limit[at]:.3g}{_many(wrong)}"
        )
    elif not mean < t.relative:
        reason = (
            f"the mean relative error is {mean:.3g}, allowed {t.relative:.3g}; "
            f"element {_show(at)} is {a[at]:.9g}, right is {g[at]:.9g}"
        )
    return Comparison(
        not reason,
        reason,
        at,
        float(a[at]),
        float(g[at]),
        float(error[at]),
        float(limit[at]),
        mean,
        t.relative,
        int(wrong.sum()),
    )


def _odd(a: NDArray[Any], g: NDArray[Any], g64: NDArray[Any], t: Tolerance) -> Comparison | None:
    """NaN and inf must stand where the golden has them; within T of the overflow threshold inf or not is accepted."""
    edge = (np.abs(g64) >= t.largest * (1 - t.relative)) & (np.abs(g64) <= t.largest * (1 + t.relative))
    near = edge & (np.sign(a) == np.sign(g64)) & (np.abs(a) >= t.largest * (1 - 10 * t.relative))
    for name, wrong in (("NaN", np.isnan(a) != np.isnan(g)), ("inf", (np.isinf(a) | np.isinf(g)) & (a != g) & ~near)):
        if wrong.any():
            at = _unravel(wrong, a.shape)
            reason = f"element {_show(at)} is {a[at]:.9g}, right is {g[at]:.9g}: {name} must stand where the golden has it"
            return Comparison(
                False,
                reason + _many(wrong),
                at,
                float(a[at]),
                float(g[at]),
                np.inf,
                mean_error=np.inf,
                mean_limit=t.relative,
                wrong=int(wrong.sum()),
            )
    return None


def _unravel(error: NDArray[Any], shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(int(np.argmax(error)), shape))


def _show(index: tuple[int, ...]) -> str:
    return f"[{', '.join(map(str, index))}]"


def _many(wrong: NDArray[np.bool_]) -> str:
    return f" ({int(wrong.sum())} of {wrong.size} elements are wrong)" if wrong.size > 1 else ""
