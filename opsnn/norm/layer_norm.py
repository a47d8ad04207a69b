"""Layer normalisation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from opsnn.activation.cases import rows_case
from opsnn.host import Array, accept, axis_of, deliver, same_dtype
from tik.authoring import kernel
from tik.chips.current import current_chip
from tik.dsl.tile import ArrayHandle, Tile, TileBuilder
from tik.operator import Case, Golden, Operator, register
from tik.types.dtypes import DType, bf16, f16, f32
from tik.types.scopes import Scope
from tik.verification.families import values

__all__ = ["layer_norm"]

DTYPES = ("float16", "float32", "bfloat16")
BYTES_A_COLUMN = 24  # of UB that one column of a whole row needs at the most, as in softmax
BYTES_AFFINE = 16  # the same for gamma and beta, as they are and in f32, and for what they are applied to
CHUNK = 2048


def rows_in(k: TileBuilder, gamma: ArrayHandle, beta: ArrayHandle) -> tuple[Tile, Tile]:
    """gamma and beta as rows, loaded once a core."""
    return k.load(gamma[:], dtype=f32), k.load(beta[:], dtype=f32)


@kernel
def layer_norm_kernel(k: TileBuilder, x: ArrayHandle, y: ArrayHandle, *, eps: float = 1e-5) -> None:
    width = x.matrix[1]
    for rows in k.split(x.shape[0]):
        t = k.load(x[rows], dtype=f32)
        t = t - k.sum(t) * (1.0 / width)  # two passes: far from zero, E[x^2] - E[x]^2 cancels
        k.store(y[rows], t / k.sqrt(k.sum(t * t) * (1.0 / width) + eps))


@kernel
def layer_norm_affine_kernel(
    k: TileBuilder, x: ArrayHandle, gamma: ArrayHandle, beta: ArrayHandle, y: ArrayHandle, *, eps: float = 1e-5
) -> None:
    width = x.matrix[1]
    scale, shift = rows_in(k, gamma, beta)
    for rows in k.split(x.shape[0]):
        t = k.load(x[rows], dtype=f32)
        t = t - k.sum(t) * (1.0 / width)
        k.store(y[rows], t / k.sqrt(k.sum(t * t) * (1.0 / width) + eps) * scale + shift)


@kernel
def layer_norm_wide_kernel(
    k: TileBuilder,
    x: ArrayHandle,
    gamma: ArrayHandle,
    beta: ArrayHandle,
    y: ArrayHandle,
    *,
    eps: float = 1e-5,
    affine: bool = True,
) -> None:
    """Rows that do not fit UB: three passes over their columns."""
    width = x.matrix[1]
    for rows in k.split(x.shape[0]):
        mean = k.full_column(rows, 0.0)
        for cols in k.columns(width, CHUNK):
            k.assign(mean, mean + k.sum(k.load(x[rows, cols], dtype=f32)))
        mean = mean * (1.0 / width)
        square = k.full_column(rows, 0.0)
        for cols in k.columns(width, CHUNK):
            t = k.load(x[rows, cols], dtype=f32) - mean
            k.assign(square, square + k.sum(t * t))
        deviation = k.sqrt(square * (1.0 / width) + eps)
        for cols in k.columns(width, CHUNK):
            t = (k.load(x[rows, cols], dtype=f32) - mean) / deviation
            if affine:
                t = t * k.load(gamma[cols], dtype=f32) + k.load(beta[cols], dtype=f32)
            k.store(y[rows, cols], t)


def layer_norm(
    x: Any, gamma: Any = None, beta: Any = None, *, axis: int = -1, eps: float = 1e-5, out: Array | None = None
) -> Array:
    """(x - mean) / sqrt(variance + eps) * gamma + beta, over the axes from ``axis`` to the last; computed in f32, two passes.

    gamma and beta have the shape of those axes and x's dtype; either may be left out. float16, float32 or bfloat16.
    Raises TypeError for other or mixed dtypes, ValueError for a wrong axis, eps or shape.
    """
    array = accept(x, "x", "layer_norm", DTYPES)
    first = axis_of("layer_norm", axis, array.ndim)
    shape = array.shape[first:]
    if not eps >= 0:
        raise ValueError(f"opsnn.layer_norm: eps is {eps}; it must not be negative")
    rows = {}
    for name, given, neutral in (("gamma", gamma, 1), ("beta", beta, 0)):
        row = np.full(shape, neutral, array.dtype) if given is None else accept(given, name, "layer_norm", DTYPES)
        if row.shape != shape:
            raise ValueError(f"opsnn.layer_norm: {name} has shape {list(row.shape)}, the normalised axes {list(shape)}")
        rows[name] = row.reshape(-1)
    same_dtype("layer_norm", x=array, **rows)
    result = np.empty(array.shape, array.dtype)
    if array.size:
        width = math.prod(shape)
        flat, target = array.reshape(-1, width), result.reshape(-1, width)
        affine = gamma is not None or beta is not None
        if width * (BYTES_A_COLUMN + BYTES_AFFINE * affine) > current_chip().capacity(Scope.UB):
            report = layer_norm_wide_kernel.run(flat, *rows.values(), target, eps=float(eps), affine=affine, record=False)
        elif affine:
            report = layer_norm_affine_kernel.run(flat, *rows.values(), target, eps=float(eps), record=False)
        else:
            report = layer_norm_kernel.run(flat, target, eps=float(eps), record=False)
        result = report.outputs[-1]
    return deliver("layer_norm", result.reshape(array.shape), out)


def golden(x: Any, gamma: Any = None, beta: Any = None, *, axis: int = -1, eps: float = 1e-5) -> Golden:
    """Normalised in float64; the magnitude is that of x - mean over the deviation, which large means inflate."""
    if not x.size:
        return Golden(np.empty(x.shape))
    flat = x.reshape(*x.shape[: axis % x.ndim], -1)
    scale = 1.0 if gamma is None else gamma.reshape(-1)
    shift = 0.0 if beta is None else beta.reshape(-1)
    with np.errstate(all="ignore"):
        t = flat - flat.mean(-1, keepdims=True)
        deviation = np.sqrt((t * t).mean(-1, keepdims=True) + eps)
        size = (np.abs(flat) + np.abs(flat).mean(-1, keepdims=True)) / deviation * np.abs(scale) + np.abs(shift)
        result = t / deviation * scale + shift
    return Golden(result.reshape(x.shape), flat.shape[-1], np.nan_to_num(size, nan=0.0, posinf=0.0).reshape(x.shape))


def cases(rng: np.random.Generator, dtype: DType, size: float) -> Case:
    """Rows as for softmax, half of them with gamma, half with beta."""
    case = rows_case(rng, dtype, size)
    x, axis = case.args[0], case.kwargs["axis"]
    shape = x.shape[axis % x.ndim :]
    gamma = values(rng, shape, dtype) if rng.random() < 0.5 else None
    beta = values(rng, shape, dtype) if rng.random() < 0.5 else None
    args = (x, gamma, beta) if beta is not None else (x, gamma) if gamma is not None else (x,)
    note = "".join(f" {name}" for name, row in (("gamma", gamma), ("beta", beta)) if row is not None)
    return Case(args, {"axis": axis}, case.note + note)


register(Operator("opsnn.layer_norm", layer_norm, golden, cases, (f16, f32, bf16)))
