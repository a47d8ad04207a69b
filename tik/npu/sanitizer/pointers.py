"""Arrays behind plain addresses, for compiled code: one call sees the arrays of all cores without copying."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray

from tik.npu.native.caching import cached
from tik.npu.native.intrinsics import call3 as call_at
from tik.npu.native.intrinsics import p_i64, p_u8

__all__ = ["address_of", "bytes_at", "call_at", "words_at"]


def address_of(array: np.ndarray[Any, Any]) -> int:
    """Where the array's data begins (``array.ctypes.data`` is several times slower)."""
    address: int = array.__array_interface__["data"][0]
    return address


@cached()
def words_at(address: int, count: int) -> Any:
    """The int64 array at an address."""
    return carray(p_i64(address), count)


@cached()
def bytes_at(address: int, count: int) -> Any:
    """The uint8 array at an address."""
    return carray(p_u8(address), count)
