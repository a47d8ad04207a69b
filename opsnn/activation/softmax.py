"""Softmax and its logarithm, along one axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from opsnn.activation.cases import rows_case
from opsnn.host import Array, accept, axis_of, deliver, run_rows
from tik.authoring import Kernel, kernel
from tik.chips.current import current_chip
from tik.dsl.tile import ArrayHandle, TileBuilder
from tik.operator import Golden, Operator, register
from tik.types.dtypes import bf16, f16, f32
from tik.types.scopes import Scope

__all__ = ["log_softmax", "softmax"]

DTYPES = ("float16", "float32", "bfloat16")
BYTES_A_COLUMN = 24  # of UB that one column of a whole row needs at the most: input, two f32 tiles, output, twice where doubled
CHUNK = 2048


@kernel
def softmax_kernel(k: TileBuilder, x: ArrayHandle, y: ArrayHandle) -> None:
    for rows in k.split(x.shape[0]):
        t = k.load(x[rows], dtype=f32)
        t = k.exp(t - k.max(t, axis=-1))
        k.store(y[rows], t / k.sum(t, axis=-1))


@kernel
def log_softmax_kernel(k: TileBuilder, x: ArrayHandle, y: ArrayHandle) -> None:
    for rows in k.split(x.shape[0]):
        t = k.load(x[rows], dtype=f32)
        t = t - k.max(t, axis=-1)
        k.store(y[rows], t - k.log(k.sum(k.exp(t), axis=-1)))


@kernel
def softmax_wide_kernel(k: TileBuilder, x: ArrayHandle, y: ArrayHandle, *, log: bool = False) -> None:
    """Rows that do not fit UB: three passes over their columns."""
    width = x.matrix[1]
    for rows in k.split(x.shape[0]):
        top = k.full_column(rows, float("-inf"))
        for cols in k.columns(width, CHUNK):
            k.assign(top, k.maximum(top, k.max(k.load(x[rows, cols], dtype=f32))))
        total = k.full_column(rows, 0.0)
        for cols in k.columns(width, CHUNK):
            k.assign(total, total + k.sum(k.exp(k.load(x[rows, cols], dtype=f32) - top)))
        if log:
            total = k.log(total)
        for cols in k.columns(width, CHUNK):
            t = k.load(x[rows, cols], dtype=f32) - top
            k.store(y[rows, cols], t - total if log else k.exp(t) / total)


def _along(operator: str, narrow: Kernel, log: bool, x: Any, axis: int, out: Array | None) -> Array:
    array = accept(x, "x", operator, DTYPES)
    if array.ndim == 0:
        raise ValueError(f"opsnn.{operator}: x has no axes")
    axis = axis_of(operator, axis, array.ndim)
    if not array.size:
        return deliver(operator, np.empty(array.shape, array.dtype), out)
    if array.shape[axis] * BYTES_A_COLUMN <= current_chip().capacity(Scope.UB):
        return deliver(operator, run_rows(narrow, array, axis), out)
    return deliver(operator, run_rows(softmax_wide_kernel, array, axis, log=log), out)


def softmax(x: Any, *, axis: int = -1, out: Array | None = None) -> Array:
    """exp(x - max) / sum(exp(x - max)) along ``axis``; computed in f32; float16, float32 or bfloat16.

    A row of only -inf is NaN (0/0), as in numpy and PyTorch. Raises TypeError for other dtypes, ValueError for a wrong axis.
    """
    return _along("softmax", softmax_kernel, False, x, axis, out)


def log_softmax(x: Any, *, axis: int = -1, out: Array | None = None) -> Array:
    """x - max - log(sum(exp(x - max))) along ``axis``: exact far below the maximum. Dtypes and errors as softmax."""
    return _along("log_softmax", log_softmax_kernel, True, x, axis, out)


def golden_softmax(x: Any, *, axis: int = -1) -> Golden:
    """Softmax in float64."""
    if not x.size:
        return Golden(np.empty(x.shape))
    with np.errstate(all="ignore"):
        e = np.exp(x - x.max(axis=axis, keepdims=True))
        return Golden(e / e.sum(axis=axis, keepdims=True), x.shape[axis])


def golden_log_softmax(x: Any, *, axis: int = -1) -> Golden:
    """log_softmax in float64; the magnitude of its terms is |x - max| + log of the sum."""
    if not x.size:
        return Golden(np.empty(x.shape))
    with np.errstate(all="ignore"):
        t = x - x.max(axis=axis, keepdims=True)
        norm = np.log(np.exp(t).sum(axis=axis, keepdims=True))
        return Golden(t - norm, x.shape[axis], np.nan_to_num(np.abs(t) + np.abs(norm), nan=0.0, posinf=0.0))


register(Operator("opsnn.softmax", softmax, golden_softmax, rows_case, (f16, f32, bf16)))
register(Operator("opsnn.log_softmax", log_softmax, golden_log_softmax, rows_case, (f16, f32, bf16)))
