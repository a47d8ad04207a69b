# Written by docs/build.py from the source; don't edit it by hand.

from typing import Any

from opsnn.host import Array

__all__ = [
    "add",
    "layer_norm",
    "log_softmax",
    "matmul",
    "reduce_max",
    "relu",
    "softmax",
]

def add(a: Any, b: Any, *, out: Array | None = None) -> Array:
    """a + b with numpy broadcasting; float16, float32, bfloat16 (computed in f32) or int32 (wraps).

    A Python number takes the other operand's dtype. Raises TypeError for other or mixed dtypes, ValueError for shapes that
    do not broadcast.
    """

def layer_norm(
    x: Any,
    gamma: Any = None,
    beta: Any = None,
    *,
    axis: int = -1,
    eps: float = 1e-05,
    out: Array | None = None,
) -> Array:
    """(x - mean) / sqrt(variance + eps) * gamma + beta, over the axes from ``axis`` to the last; computed in f32, two passes.

    gamma and beta have the shape of those axes and x's dtype; either may be left out. float16, float32 or bfloat16.
    Raises TypeError for other or mixed dtypes, ValueError for a wrong axis, eps or shape.
    """

def log_softmax(x: Any, *, axis: int = -1, out: Array | None = None) -> Array:
    """x - max - log(sum(exp(x - max))) along ``axis``: exact far below the maximum. Dtypes and errors as softmax."""

def matmul(a: Any, b: Any, bias: Any = None, *, out_dtype: Any = None, out: Array | None = None) -> Array:
    """a [M, K] @ b [K, N] (+ bias [N]) on the cube, accumulated in f32; float16 or bfloat16.

    The result has the inputs' dtype, or ``out_dtype`` (that dtype or float32). K = 0 gives the bias, or zeros.
    Raises TypeError for other or mixed dtypes, ValueError for shapes that do not fit.
    """

def reduce_max(x: Any, *, axis: int = -1, keepdims: bool = False, out: Array | None = None) -> Array:
    """The largest along one axis; NaN wins, as in numpy. Raises ValueError for an empty axis.

    Chips without f32 maxima across lanes (910A) and without vbcb (310P3) may give +0 for a maximum of -0.
    """

def relu(x: Any, *, out: Array | None = None) -> Array:
    """max(x, 0), element by element, NaN stays NaN; any shape; float16, float32 or bfloat16.

    Raises TypeError for other dtypes.
    """

def softmax(x: Any, *, axis: int = -1, out: Array | None = None) -> Array:
    """exp(x - max) / sum(exp(x - max)) along ``axis``; computed in f32; float16, float32 or bfloat16.

    A row of only -inf is NaN (0/0), as in numpy and PyTorch. Raises TypeError for other dtypes, ValueError for a wrong axis.
    """
