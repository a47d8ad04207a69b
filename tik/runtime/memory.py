"""Device memory: arrays on the device, with the slack the vendor's allocator gives them (decision 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tik.npu.functional import GmSpace
from tik.types.dtypes import DType

__all__ = ["GUARD", "DeviceTensor", "allocated", "download", "empty", "lend", "poison", "poisoned", "upload"]

GUARD = 32  # bytes behind the 32-byte round-up of every array
_BLOCK = 32


@dataclass(frozen=True)
class DeviceTensor:
    """An array in global memory: its host bytes (slack included), shape and dtype."""

    data: NDArray[np.uint8]
    shape: tuple[int, ...]
    dtype: DType

    @property
    def nbytes(self) -> int:
        """Bytes of the array itself."""
        return self.dtype.nbytes(int(np.prod(self.shape, dtype=np.int64)))

    @property
    def space(self) -> GmSpace:
        return GmSpace(self.data, self.nbytes)

    def numpy(self) -> NDArray[Any]:
        """The array, sharing memory with the device (of a packed dtype: a copy)."""
        return self.dtype.decoded(self.data, int(np.prod(self.shape, dtype=np.int64))).reshape(self.shape)


def allocated(nbytes: int) -> int:
    """Bytes an array of ``nbytes`` occupies: rounded up to 32, plus a guard of 32."""
    return (nbytes + 31) // 32 * 32 + GUARD


def empty(shape: Sequence[int], dtype: DType) -> DeviceTensor:
    """A new array whose bytes are not set."""
    nbytes = dtype.nbytes(int(np.prod(tuple(shape), dtype=np.int64)))
    return DeviceTensor(np.empty(allocated(nbytes), np.uint8), tuple(int(s) for s in shape), dtype)


def poisoned(array: NDArray[Any], dtype: DType) -> int:
    """How many elements hold what ``poison`` filled memory with. Bytes can by chance: of 8 bits, only whole blocks count."""
    if dtype.packed or not array.size:
        return 0
    data = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    together = dtype.size if dtype.size > 1 else min(_BLOCK, data.size)
    hit = data[: data.size // together * together].reshape(-1, together) == (0xFF if dtype.is_float else 0xA5)
    return int(np.count_nonzero(hit.all(axis=1))) * together // dtype.size


def poison(tensor: DeviceTensor) -> DeviceTensor:
    """Fill with what cannot be a result by chance: NaN for floats, 0xA5 bytes for integers; slack 0xFF (decision 7)."""
    tensor.data[: tensor.nbytes] = 0xFF if tensor.dtype.is_float else 0xA5
    tensor.data[tensor.nbytes :] = 0xFF
    return tensor


def upload(array: NDArray[Any], dtype: DType) -> DeviceTensor:
    """Copy a host array (any strides) to the device."""
    tensor = empty(array.shape, dtype)
    if dtype.packed:
        tensor.data[: tensor.nbytes] = dtype.encoded(array)
    else:
        np.copyto(tensor.numpy(), array, casting="no")
    tensor.data[tensor.nbytes :] = 0xFF
    return tensor


def lend(array: NDArray[Any], dtype: DType) -> DeviceTensor:
    """A C-contiguous host array as it lies (of a packed dtype: packed), without slack: for inputs that the kernel does not
    write."""
    return DeviceTensor(dtype.encoded(array), array.shape, dtype)


def download(tensor: DeviceTensor, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """The values on the host: in ``out`` (copied), or in an array that owns the device's bytes."""
    if out is None:
        return tensor.numpy()
    np.copyto(out, tensor.numpy(), casting="no")
    return out
