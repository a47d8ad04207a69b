"""Rectified linear unit."""

from __future__ import annotations

from typing import Any

import numpy as np

from opsnn.elementwise.cases import unary_case
from opsnn.host import Array, accept, deliver
from tik.authoring import kernel
from tik.dsl.tile import ArrayHandle, TileBuilder
from tik.operator import Golden, Operator, register
from tik.types.dtypes import bf16, f16, f32

__all__ = ["relu"]

DTYPES = ("float16", "float32", "bfloat16")


@kernel
def relu_kernel(k: TileBuilder, x: ArrayHandle, y: ArrayHandle) -> None:
    wide = f32 if x.dtype is bf16 else None
    for i in k.split(x.shape[0]):
        k.store(y[i], k.relu(k.load(x[i], dtype=wide)))


def relu(x: Any, *, out: Array | None = None) -> Array:
    """max(x, 0), element by element, NaN stays NaN; any shape; float16, float32 or bfloat16.

    Raises TypeError for other dtypes.
    """
    array = accept(x, "x", "relu", DTYPES)
    result = np.empty(array.shape, array.dtype)
    if array.size:
        result = relu_kernel.run(array.reshape(-1), result.reshape(-1), record=False).outputs[0].reshape(array.shape)
    return deliver("relu", result, out)


def golden(x: Any) -> Golden:
    """max(x, 0) that keeps NaN."""
    return Golden(np.where(np.isnan(x), x, np.maximum(x, 0)))


register(Operator("opsnn.relu", relu, golden, unary_case, (f16, f32, bf16)))
