"""Maximum along the last axis."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from opsnn.activation.cases import rows_case
from opsnn.host import Array, accept, axis_of, deliver, run_rows
from tik.authoring import kernel
from tik.dsl.tile import ArrayHandle, TileBuilder
from tik.operator import Golden, Operator, register
from tik.types.dtypes import bf16, f16, f32

__all__ = ["reduce_max"]

DTYPES = ("float16", "float32", "bfloat16")


CHUNK = 1024  # columns at a time: rows of any width fit


@kernel
def reduce_max_kernel(k: TileBuilder, x: ArrayHandle, y: ArrayHandle) -> None:
    for rows in k.split(x.shape[0]):
        if x.matrix[1] <= CHUNK:
            k.store(y[rows], k.max(k.load(x[rows], dtype=f32)))
            continue
        top = k.full_column(rows, float("-inf"))
        for cols in k.columns(x.matrix[1], CHUNK):
            k.assign(top, k.maximum(top, k.max(k.load(x[rows, cols], dtype=f32))))
        k.store(y[rows], top)


def reduce_max(x: Any, *, axis: int = -1, keepdims: bool = False, out: Array | None = None) -> Array:
    """The largest along one axis; NaN wins, as in numpy. Raises ValueError for an empty axis.

    Chips without f32 maxima across lanes (910A) and without vbcb (310P3) may give +0 for a maximum of -0.
    """
    array = accept(x, "x", "reduce_max", DTYPES)
    where = axis_of("reduce_max", axis, array.ndim)
    if array.shape[where] == 0:
        raise ValueError("opsnn.reduce_max: the maximum of no elements does not exist")
    shape = tuple(1 if i == where else n for i, n in enumerate(array.shape))
    result = run_rows(reduce_max_kernel, array, where, columns=1) if array.size else np.empty(shape, array.dtype)
    return deliver("reduce_max", result if keepdims else result.reshape([n for i, n in enumerate(shape) if i != where]), out)


def golden(x: Any, *, axis: int = -1) -> Golden:
    """numpy's maximum."""
    return Golden(x.max(axis=axis))


register(Operator("opsnn.reduce_max", reduce_max, golden, partial(rows_case, empty=False), (f16, f32, bf16)))
