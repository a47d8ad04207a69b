"""What random cases are made of: families of values, and dimensions where kernels break."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tik.types.dtypes import DType

__all__ = ["FAMILIES", "dims", "pick_family", "strided", "values"]

Shape = tuple[int, ...]
Maker = Callable[[np.random.Generator, Shape], NDArray[np.float64]]


def _uniform(rng: np.random.Generator, shape: Shape) -> NDArray[np.float64]:
    return rng.uniform(-5.0, 5.0, shape)


def _large_mean(rng: np.random.Generator, shape: Shape) -> NDArray[np.float64]:
    return rng.normal(100.0, 1.0, shape)


def _tiny(rng: np.random.Generator, shape: Shape) -> NDArray[np.float64]:
    return rng.uniform(-1.0, 1.0, shape) * 2.0**-12


def _outliers(rng: np.random.Generator, shape: Shape) -> NDArray[np.float64]:
    return rng.uniform(-5.0, 5.0, shape) * np.where(rng.random(shape) < 1e-3, 1000.0, 1.0)


def _special(rng: np.random.Generator, shape: Shape) -> NDArray[np.float64]:
    x = rng.uniform(-5.0, 5.0, shape)
    dice = rng.random(shape)
    for edge, value in ((0.01, np.nan), (0.02, np.inf), (0.03, -np.inf)):
        x[(dice >= edge - 0.01) & (dice < edge)] = value
    return x


def _zeros(rng: np.random.Generator, shape: Shape) -> NDArray[np.float64]:
    return np.zeros(shape)


FAMILIES: Mapping[str, Maker] = MappingProxyType(
    {
        "uniform": _uniform,  # U[-5, 5]
        "large mean": _large_mean,  # N(100, 1)
        "tiny": _tiny,  # |x| <= 2^-12
        "outliers": _outliers,  # U[-5, 5], 0.1 % of them times 1000
        "special": _special,  # U[-5, 5], 1 % each of NaN, inf and -inf
        "zeros": _zeros,
    }
)


def values(rng: np.random.Generator, shape: Sequence[int], dtype: DType, family: str = "uniform") -> NDArray[Any]:
    """Random values of one family, rounded to ``dtype``.

    Integers take the family's numbers rounded to the nearest, NaN as 0, within their range; "outliers" and "special" of
    them reach the ends of the range. Raises KeyError for a family there is none of.
    """
    if family not in FAMILIES:
        raise KeyError(f"no family {family!r}; there are {', '.join(FAMILIES)}")
    x = FAMILIES[family](rng, tuple(int(n) for n in shape))
    if dtype.is_float:
        with np.errstate(over="ignore"):
            return x.astype(dtype.numpy)
    limits = np.iinfo(dtype.numpy)
    scale = 10.0 if family in ("uniform", "outliers", "special") else 2.0**14 if family == "tiny" else 1.0
    whole = np.clip(np.rint(np.nan_to_num(x, nan=0.0, posinf=np.inf, neginf=-np.inf) * scale), limits.min, limits.max)
    # the largest int32 and int64 are no float64 of their own below the clip, so the ends are set apart
    result = np.where(whole >= limits.max, 0, whole).astype(dtype.numpy)
    result[whole >= limits.max] = limits.max
    return result


def pick_family(rng: np.random.Generator, *, finite: bool = False) -> str:
    """One of the families; half of the time "uniform". ``finite`` leaves out the one with NaN and inf."""
    names = [name for name in FAMILIES if not (finite and name == "special")]
    return "uniform" if rng.random() < 0.5 else names[int(rng.integers(len(names)))]


def dims(rng: np.random.Generator, count: int, *, largest: int = 128, size: float = 1.0, empty: bool = True) -> tuple[int, ...]:
    """``count`` dimensions for a shape: mostly near multiples of 16, now and then 1 or (with ``empty``) 0.

    ``size`` 0 … 1 scales ``largest``.
    """
    top = max(1, round(largest * size))
    return tuple(_dim(rng, top, empty) for _ in range(count))


def _dim(rng: np.random.Generator, top: int, empty: bool) -> int:
    dice = rng.random()
    if empty and dice < 0.02:
        return 0
    if dice < 0.12:
        return 1
    if dice < 0.62:
        near = 16 * int(rng.integers(0, top // 16 + 1)) + int(rng.integers(-1, 2))
        return min(max(1, near), top)
    return int(rng.integers(1, top + 1))


def strided(rng: np.random.Generator, array: NDArray[Any]) -> NDArray[Any]:
    """The same values in memory laid out otherwise (every second element, reversed or transposed) one time in four."""
    if array.ndim == 0 or rng.random() >= 0.25:
        return array
    kind = int(rng.integers(3))
    if kind == 0:
        wide = np.empty((*array.shape[:-1], array.shape[-1] * 2), array.dtype)
        wide[..., ::2] = array
        wide[..., 1::2] = array
        return wide[..., ::2]
    if kind == 1:
        return np.ascontiguousarray(array[..., ::-1])[..., ::-1]
    return np.asfortranarray(array)
