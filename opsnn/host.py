"""What every operator's numpy call does around its kernel: check arguments, allocate, run, hand out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tik.authoring.arrays import as_array
from tik.authoring.kernel import Kernel

__all__ = ["accept", "axis_of", "deliver", "run_rows", "same_dtype"]

Array = NDArray[Any]


def accept(x: Any, name: str, operator: str, dtypes: Sequence[str]) -> Array:
    """The argument as an array of one of ``dtypes`` (numpy names). Raises TypeError with what is accepted."""
    array = as_array(x, name)
    if array.dtype.name not in dtypes:
        raise TypeError(f"opsnn.{operator}: {name} is {array.dtype.name}; it takes {', '.join(dtypes)}")
    return array


def same_dtype(operator: str, **arrays: Array) -> None:
    """Raise TypeError when the arrays' dtypes differ, naming them."""
    if len({a.dtype for a in arrays.values()}) > 1:
        given = ", ".join(f"{name} is {a.dtype.name}" for name, a in arrays.items())
        raise TypeError(f"opsnn.{operator}: mixed dtypes: {given}; cast them to one with .astype")


def axis_of(operator: str, axis: Any, ndim: int) -> int:
    """A valid axis, counted from the front. Raises TypeError / ValueError."""
    if isinstance(axis, bool) or not isinstance(axis, int | np.integer):
        raise TypeError(f"opsnn.{operator}: axis must be an integer, not {axis!r}")
    if not -ndim <= axis < ndim:
        raise ValueError(f"opsnn.{operator}: axis {axis} is out of range for an array of {ndim} dimensions")
    return int(axis) % ndim


def deliver(operator: str, result: Array, out: Array | None) -> Array:
    """The result, or ``out`` filled with it. Raises ValueError when out does not fit."""
    if out is None:
        return result
    if out.shape != result.shape or out.dtype != result.dtype:
        raise ValueError(
            f"opsnn.{operator}: out is {out.dtype.name} {list(out.shape)}, the result {result.dtype.name} {list(result.shape)}"
        )
    np.copyto(out, result)
    return out


def run_rows(kernel: Kernel, x: Array, axis: int, *others: Array, columns: int | None = None, **options: Any) -> Array:
    """Run a kernel that works on rows of a matrix along ``axis`` of x; the result has ``columns`` columns (x's, if not given).

    Axes other than the last are moved there on the host.
    """
    moved = np.moveaxis(x, axis, -1)
    rows = moved.reshape(-1, moved.shape[-1])
    target = np.empty((rows.shape[0], rows.shape[1] if columns is None else columns), x.dtype)
    result = kernel.run(rows, *others, target, record=False, **options).outputs[-1]
    shape = moved.shape if columns is None else (*moved.shape[:-1], columns)
    return np.ascontiguousarray(np.moveaxis(result.reshape(shape), -1, axis))
