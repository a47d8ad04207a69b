"""The number a scalar argument is given, as its dtype holds it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tik.types.dtypes import DType
from tik.types.errors import TikError, shown

__all__ = ["exact"]

_LARGEST = {"f16": "65504", "bf16": "3.38953e+38", "f32": "3.40282e+38"}


def exact(what: str, t: DType, value: Any) -> int | float:
    """``value``, a number or an array of one, for the scalar ``what``. Floats are rounded to the dtype, integers never.

    Raises TIK-TYPE01 for what is no number, and for one the dtype does not hold.
    """
    number = value.reshape(-1)[0].item() if isinstance(value, np.generic | np.ndarray) and value.size == 1 else value
    if not isinstance(number, int | float):
        given = f"an array of shape {list(value.shape)}" if isinstance(value, np.ndarray) else shown(value)
        raise TikError("TIK-TYPE01", f"{what} is {given}, not a number", hint=f"it is a Scalar of {t.name} ({_range(t)})")
    held = _float(t, number) if t.is_float else _whole(t, number)
    if held is None:
        raise TikError("TIK-TYPE01", f"{what} is {shown(number)}, which {t.name} does not hold ({_range(t)})")
    return held


def _float(t: DType, number: float) -> float | None:
    try:
        with np.errstate(over="ignore"):
            fits = not math.isfinite(number) or bool(np.isfinite(np.asarray(float(number)).astype(t.numpy)))
    except OverflowError:
        return None
    return float(number) if fits else None


def _whole(t: DType, number: float) -> int | None:
    low, high = _ends(t)
    return int(number) if math.isfinite(number) and int(number) == number and low <= number <= high else None


def _ends(t: DType) -> tuple[int, int]:
    return (-(1 << t.bits - 1), (1 << t.bits - 1) - 1) if t.kind == "i" else (0, (1 << t.bits) - 1)


def _range(t: DType) -> str:
    if t.is_float:
        return f"up to {_LARGEST[t.short]}, and inf"
    return "{}..{}".format(*_ends(t))
