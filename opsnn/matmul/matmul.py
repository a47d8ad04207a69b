"""Matrix product with bias."""

from __future__ import annotations

from typing import Any

import numpy as np

from opsnn.elementwise.add import add
from opsnn.host import Array, accept, deliver, same_dtype
from tik.authoring import kernel
from tik.dsl.tile import ArrayHandle, TileBuilder
from tik.operator import Case, Golden, Operator, register
from tik.types.dtypes import DType, bf16, f16
from tik.verification.families import dims, pick_family, strided, values

__all__ = ["matmul"]

DTYPES = ("float16", "bfloat16")


@kernel
def matmul_kernel(k: TileBuilder, a: ArrayHandle, b: ArrayHandle, y: ArrayHandle) -> None:
    for rows, cols in k.tiles(*y.shape):
        k.store(y[rows, cols], k.matmul(a[rows, :], b[:, cols]))


@kernel
def matmul_bias_kernel(k: TileBuilder, a: ArrayHandle, b: ArrayHandle, bias: ArrayHandle, y: ArrayHandle) -> None:
    for rows, cols in k.tiles(*y.shape):
        k.store(y[rows, cols], k.matmul(a[rows, :], b[:, cols], bias[cols]))


@kernel
def zeros_kernel(k: TileBuilder, y: ArrayHandle) -> None:
    for i in k.split(y.shape[0]):
        k.store(y[i], k.full_row(i, 0.0, y.dtype))


def matmul(a: Any, b: Any, bias: Any = None, *, out_dtype: Any = None, out: Array | None = None) -> Array:
    """a [M, K] @ b [K, N] (+ bias [N]) on the cube, accumulated in f32; float16 or bfloat16.

    The result has the inputs' dtype, or ``out_dtype`` (that dtype or float32). K = 0 gives the bias, or zeros.
    Raises TypeError for other or mixed dtypes, ValueError for shapes that do not fit.
    """
    left, right = accept(a, "a", "matmul", DTYPES), accept(b, "b", "matmul", DTYPES)
    given = {"a": left, "b": right}
    if bias is not None:
        given["bias"] = accept(bias, "bias", "matmul", DTYPES)
    same_dtype("matmul", **given)
    if left.ndim != 2 or right.ndim != 2:
        raise ValueError(f"opsnn.matmul: a and b are matrices; they have shapes {list(left.shape)} and {list(right.shape)}")
    if left.shape[1] != right.shape[0]:
        raise ValueError(
            f"opsnn.matmul: a {list(left.shape)} and b {list(right.shape)}: inner dimensions {left.shape[1]} and "
            f"{right.shape[0]} differ"
        )
    m, n = left.shape[0], right.shape[1]
    if bias is not None and given["bias"].shape != (n,):
        raise ValueError(f"opsnn.matmul: bias has shape {list(given['bias'].shape)}, b has {n} columns")
    dtype = np.dtype(left.dtype if out_dtype is None else getattr(out_dtype, "numpy", out_dtype))
    if dtype not in (left.dtype, np.dtype(np.float32)):
        raise TypeError(f"opsnn.matmul: out_dtype is {dtype.name}; it can be {left.dtype.name} or float32")
    result = np.empty((m, n), dtype)
    if not result.size:
        return deliver("matmul", result, out)
    if left.shape[1] == 0:
        result = zeros_kernel.run(result.reshape(-1), record=False).outputs[0].reshape(m, n)
        if bias is not None:
            result = add(result, given["bias"].astype(dtype))
    elif bias is None:
        result = matmul_kernel.run(left, right, result, record=False).outputs[0]
    else:
        result = matmul_bias_kernel.run(left, right, given["bias"], result, record=False).outputs[0]
    return deliver("matmul", result, out)


def golden(a: Any, b: Any, bias: Any = None, **_: Any) -> Golden:
    """The product in float64 with the sums of absolute terms."""
    with np.errstate(all="ignore"):
        values_ = a @ b if bias is None else a @ b + bias
        sizes = np.abs(a) @ np.abs(b) + (0.0 if bias is None else np.abs(bias))
    return Golden(values_, max(1, a.shape[1]), np.nan_to_num(sizes, nan=0.0, posinf=0.0))


def cases(rng: np.random.Generator, dtype: DType, size: float) -> Case:
    """Matrices of up to 300, sometimes with a bias, sometimes with an f32 result."""
    m, k, n = dims(rng, 3, largest=300, size=size)
    family = pick_family(rng)
    arrays = [strided(rng, values(rng, (m, k), dtype, family)), strided(rng, values(rng, (k, n), dtype, family))]
    if rng.random() < 0.5:
        arrays.append(values(rng, (n,), dtype, family))
    options = {"out_dtype": np.float32} if rng.random() < 0.3 else {}
    return Case(tuple(arrays), options, f"{family} {m}x{k}x{n}{' bias' if len(arrays) == 3 else ''}")


register(Operator("opsnn.matmul", matmul, golden, cases, (f16, bf16)))
