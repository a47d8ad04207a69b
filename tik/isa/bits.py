"""Bit-level conversions the meanings use, as plain numpy; the native room swaps in the machine's instructions.

Each is exact, so both give the same bits. Sources: IEEE 754-2019; bfloat16 is the upper half of a binary32.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tik.types.dtypes import dtype

__all__ = [
    "ATOMIC",
    "LOCAL",
    "add_bytes",
    "bf16_to_f32",
    "copy_bytes",
    "f16_to_f32",
    "f32_bits",
    "f32_from_bits",
    "f32_to_bf16",
    "f32_to_f16",
    "f64_bits",
    "f64_from_bits",
    "local_like",
    "multiply_accumulate",
    "same",
    "transpose_16x16",
    "window",
]


def same(value: Any) -> Any:
    """The identity: how elements that need no decoding are loaded and stored."""
    return value


def f16_to_f32(bits: Any) -> Any:
    """The binary32 value of binary16 bits (a uint16)."""
    return np.float32(np.uint16(bits).view(np.float16))


def f32_to_f16(value: Any) -> Any:
    """The binary16 bits (uint16) nearest to a binary32, ties to even."""
    return np.float32(value).astype(np.float16).view(np.uint16)


def bf16_to_f32(bits: Any) -> Any:
    """The binary32 value of bfloat16 bits (a uint16)."""
    return (np.uint32(bits) << np.uint32(16)).view(np.float32)


def f32_to_bf16(value: Any) -> Any:
    """The bfloat16 bits (uint16) nearest to a binary32, ties to even; NaN stays NaN."""
    word = np.float32(value).view(np.uint32)
    if value != value:
        return np.uint16((word >> np.uint32(16)) | np.uint32(0x40))
    return np.uint16((word + np.uint32(0x7FFF) + ((word >> np.uint32(16)) & np.uint32(1))) >> np.uint32(16))


def f32_bits(value: Any) -> Any:
    """The bits (uint32) of a binary32."""
    return np.float32(value).view(np.uint32)


def f32_from_bits(bits: Any) -> Any:
    """The binary32 with these bits (uint32)."""
    return np.uint32(bits).view(np.float32)


def f64_bits(value: Any) -> Any:
    """The bits (int64) of a binary64."""
    return np.float64(value).view(np.int64)


def f64_from_bits(bits: Any) -> Any:
    """The binary64 with these bits (int64)."""
    return np.int64(bits).view(np.float64)


def multiply_accumulate(a: Any, b: Any, c: Any) -> None:
    """c += a @ b, each element summed over k in ascending order (natively: four k at a time, without fused roundings)."""
    for k in range(a.shape[1]):
        c += a[:, k : k + 1] * b[k : k + 1]


def copy_bytes(dst: Any, dst_at: int, src: Any, src_at: int, size: int) -> None:
    """dst[dst_at : +size] = src[src_at : +size] on byte arrays; overlapping ranges copy as if at once."""
    dst[dst_at : dst_at + size] = src[src_at : src_at + size].copy()


ATOMIC = ("f32", "f16", "i16", "i32", "i8", "bf16")  # dtypes of the modes of atomic addition, from mode 1 on


def add_bytes(dst: Any, dst_at: int, src: Any, src_at: int, size: int, mode: int) -> None:
    """Add the elements in ``size`` bytes from byte src_at on to those from dst_at on, in the dtype of an atomic mode, each
    sum rounded to it (integers wrap). Bytes behind the last whole element stay."""
    kind = dtype(ATOMIC[mode - 1]).numpy
    whole = size // kind.itemsize * kind.itemsize
    there, added = (x.view(np.uint8)[at : at + whole] for x, at in ((dst, dst_at), (src, src_at)))
    there[:] = (there.copy().view(kind) + added.copy().view(kind)).view(np.uint8)


LOCAL = 256  # elements of a ``local_like`` array: the lanes of one repeat of bytes


def window(array: Any, at: int, size: int) -> Any:
    """array[at : at + size] of a 1-d array, sharing memory."""
    return array[at : at + size]


def local_like(array: Any) -> Any:
    """LOCAL unset elements of the array's type, for the time of one call."""
    return np.empty(LOCAL, array.dtype)


def transpose_16x16(dst: Any, dst_at: int, src: Any, src_at: int) -> None:
    """dst[dst_at + i*16 + j] = src[src_at + j*16 + i] for i, j < 16; 16-bit elements."""
    dst[dst_at : dst_at + 256] = src[src_at : src_at + 256].reshape(16, 16).T.reshape(-1)
