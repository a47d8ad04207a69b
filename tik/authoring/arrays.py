"""Caller's arrays: what is accepted, and what the refusal says."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tik.types.dtypes import DType, f32, from_numpy

__all__ = ["as_array", "dtype_of", "like"]


def as_array(x: Any, name: str) -> NDArray[Any]:
    """An ndarray of a dtype the kit has; lists become float32, bool is uint8. float64 and int64 data is refused with the cast
    to write."""
    if isinstance(x, list | tuple | int | float):
        try:
            array = np.asarray(x)
        except ValueError:
            raise TypeError(f"{name} is a list whose parts differ in length, which is no array") from None
        if array.dtype.kind not in "biuf":
            raise TypeError(f"{name} is a list of {type(array.flat[0]).__name__ if array.size else 'nothing'}, not of numbers")
        return array.astype(np.int32) if array.dtype.kind in "iu" else array.astype(np.float32)
    array = np.asarray(x)
    if array.dtype in (np.float64, np.int64, np.uint64):
        narrow = "float32" if array.dtype == np.float64 else "int32"
        raise TypeError(f"{name} is {array.dtype}, which the NPU does not compute with; write {name}.astype(np.{narrow})")
    if array.dtype == np.bool_:
        return array.view(np.uint8)
    if not array.dtype.isnative:
        raise TypeError(f"{name} has bytes in the order of another machine; write {name}.astype(np.{array.dtype.name})")
    if from_numpy(array.dtype) is None:
        raise TypeError(f"{name} has dtype {array.dtype}, which the NPU does not have")
    return array


def dtype_of(array: NDArray[Any]) -> DType:
    """The kit's dtype of an accepted array."""
    found = from_numpy(array.dtype)
    assert found is not None
    return found


def like(x: Any, dtype: DType | None = None) -> NDArray[Any]:
    """An unset array of x's shape and dtype (or another dtype): what ``out=`` functions of kernels return."""
    own = x.dtype if isinstance(x.dtype, DType) else (from_numpy(x.dtype) or f32)
    return np.empty(tuple(x.shape), (dtype or own).numpy)
