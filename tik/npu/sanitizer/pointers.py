"""Arrays and functions behind plain addresses, for compiled code: one call sees the arrays of all cores without copying."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import carray, types
from numba.extending import intrinsic

from tik.npu.native.caching import cached

__all__ = ["address_of", "bytes_at", "call_at", "words_at"]


def address_of(array: np.ndarray[Any, Any]) -> int:
    """Where the array's data begins (``array.ctypes.data`` is several times slower)."""
    address: int = array.__array_interface__["data"][0]
    return address


@intrinsic
def _words(typingctx: Any, address: Any) -> Any:
    signature = types.CPointer(types.int64)(types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

    return signature, generate


@intrinsic
def _bytes(typingctx: Any, address: Any) -> Any:
    signature = types.CPointer(types.uint8)(types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

    return signature, generate


@intrinsic
def call_at(typingctx: Any, function: Any, a: Any, b: Any, c: Any) -> Any:
    """Call the C function ``int64 f(int64, int64, int64)`` at an address."""
    signature = types.int64(types.int64, types.int64, types.int64, types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        pointer = builder.inttoptr(args[0], ir.FunctionType(word, [word, word, word]).as_pointer())
        return builder.call(pointer, args[1:])

    return signature, generate


@cached()
def words_at(address: int, count: int) -> Any:
    """The int64 array at an address."""
    return carray(_words(address), count)


@cached()
def bytes_at(address: int, count: int) -> Any:
    """The uint8 array at an address."""
    return carray(_bytes(address), count)
