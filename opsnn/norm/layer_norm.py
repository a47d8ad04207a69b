"""Layer normalisation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from opsnn.activation.cases import rows_case
from opsnn.host import Array, accept, axis_of, deliver, same_dtype
from tik.authoring import kernel
from tik.dsl.tile import ArrayHandle, TileBuilder
from tik.operator import Golden, Operator, register
from tik.types.dtypes import bf16, f16, f32

__all__ = ["layer_norm"]

DTYPES = ("float16", "float32", "bfloat16")


@kernel
def layer_norm_kernel(k: TileBuilder, x: ArrayHandle, y: ArrayHandle, *, eps: float = 1e-5) -> None:
    width = x.matrix[1]
    for rows in k.split(x.shape[0]):
        t = k.load(x[rows], dtype=f32)
        t = t - k.sum(t) * (1.0 / width)  # two passes: far from zero, E[x^2] - E[x]^2 cancels
        k.store(y[rows], t / k.sqrt(k.sum(t * t) * (1.0 / width) + eps))


def layer_norm(x: Any, gamma: Any = None, beta: Any = None, *, axis: int = -1, eps: float = 1e-5, out: Array | None = None
               ) -> Array:
    """(x - mean) / sqrt(variance + eps), over the axes from ``axis`` to the last; computed in f32 in two passes.

    gamma and beta are not in the kit yet (TypeError). float16, float32 or bfloat16; rows must fit the buffer.
    """
    array = accept(x, "x", "layer_norm", DTYPES)
    if gamma is not None or beta is not None:
        raise TypeError("opsnn.layer_norm: gamma and beta are not in the kit yet; scale with numpy afterwards")
    same_dtype("layer_norm", x=array)
    first = axis_of("layer_norm", axis, array.ndim)
    result = np.empty(array.shape, array.dtype)
    if array.size:
        flat = array.reshape(-1, math.prod(array.shape[first:]))
        result = layer_norm_kernel.run(flat, result.reshape(flat.shape), eps=float(eps), record=False).outputs[0]
    return deliver("layer_norm", result.reshape(array.shape), out)


def golden(x: Any, *, axis: int = -1, eps: float = 1e-5) -> Golden:
    """Normalised in float64; the magnitude is that of x - mean over the deviation, which large means inflate."""
    if not x.size:
        return Golden(np.empty(x.shape))
    flat = x.reshape(*x.shape[:axis % x.ndim], -1)
    with np.errstate(all="ignore"):
        t = flat - flat.mean(-1, keepdims=True)
        deviation = np.sqrt((t * t).mean(-1, keepdims=True) + eps)
        size = (np.abs(flat) + np.abs(flat).mean(-1, keepdims=True)) / deviation
    return Golden((t / deviation).reshape(x.shape), flat.shape[-1], np.nan_to_num(size, nan=0.0, posinf=0.0).reshape(x.shape))


register(Operator("opsnn.layer_norm", layer_norm, golden, rows_case, (f16, f32, bf16)))
