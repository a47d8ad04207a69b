"""Addition."""

from __future__ import annotations

from typing import Any

import numpy as np

from opsnn.elementwise.cases import broadcast_case
from opsnn.host import Array, accept, deliver, same_dtype
from tik.authoring import kernel
from tik.dsl.tile import ArrayHandle, TileBuilder
from tik.operator import Golden, Operator, register
from tik.types.dtypes import bf16, f16, f32, i32

__all__ = ["add"]

DTYPES = ("float16", "float32", "bfloat16", "int32")


@kernel
def add_kernel(k: TileBuilder, a: ArrayHandle, b: ArrayHandle, y: ArrayHandle) -> None:
    wide = f32 if a.dtype is bf16 else None  # the vector unit has no bf16 arithmetic (decision 15)
    for i in k.split(y.shape[0]):
        k.store(y[i], k.load(a[i], dtype=wide) + k.load(b[i], dtype=wide))


def add(a: Any, b: Any, *, out: Array | None = None) -> Array:
    """a + b with numpy broadcasting; float16, float32, bfloat16 (computed in f32) or int32 (wraps).

    A Python number takes the other operand's dtype. Raises TypeError for other or mixed dtypes, ValueError for shapes that
    do not broadcast.
    """
    if isinstance(a, bool | int | float) and not isinstance(b, bool | int | float):
        a = np.asarray(a, as_dtype(b))
    elif isinstance(b, bool | int | float) and not isinstance(a, bool | int | float):
        b = np.asarray(b, as_dtype(a))
    left, right = accept(a, "a", "add", DTYPES), accept(b, "b", "add", DTYPES)
    same_dtype("add", a=left, b=right)
    try:
        shape = np.broadcast_shapes(left.shape, right.shape)
    except ValueError:
        raise ValueError(f"opsnn.add: shapes {list(left.shape)} and {list(right.shape)} do not broadcast") from None
    result = np.empty(shape, left.dtype)
    if result.size:
        flat = [np.broadcast_to(x, shape).reshape(-1) for x in (left, right)]
        result = add_kernel.run(*flat, result.reshape(-1), record=False).outputs[0].reshape(shape)
    return deliver("add", result, out)


def as_dtype(x: Any) -> Any:
    """The dtype a Python number takes beside x."""
    return x.dtype if hasattr(x, "dtype") else np.float32


def golden(a: Any, b: Any) -> Golden:
    """numpy's sum; int32 wraps."""
    with np.errstate(all="ignore"):
        return Golden(np.add(a, b))


register(Operator("opsnn.add", add, golden, broadcast_case, (f16, f32, bf16, i32)))
