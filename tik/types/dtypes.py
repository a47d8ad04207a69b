"""Element types of tensors and scalars."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tik.types.errors import TikError
from tik.types.positions import here

__all__ = [
    "ALL",
    "DType",
    "bf16",
    "dtype",
    "f16",
    "f32",
    "from_numpy",
    "i4",
    "i8",
    "i16",
    "i32",
    "i64",
    "u2",
    "u8",
    "u16",
    "u32",
    "u64",
]


@dataclass(frozen=True, repr=False)
class DType:
    """One element type: ``name`` as TIK spells it, ``short`` as the kit prints it, ``size`` in bytes, ``kind`` f/i/u.

    int4 is packed: two elements a byte, the first in the low nibble. Its elements have no size in bytes, so ``size`` raises;
    ``nbytes``, ``elements`` and ``block`` hold for every dtype, and an array of it in memory is one of ``cell`` bytes each.
    """

    name: str
    short: str
    bits: int
    kind: str
    code: int  # stable number in binary streams
    size: int = field(init=False, compare=False)
    cell: int = field(init=False, compare=False)  # bytes of what memory is an array of

    def __post_init__(self) -> None:
        object.__setattr__(self, "cell", max(self.bits // 8, 1))
        if not self.packed:
            object.__setattr__(self, "size", self.bits // 8)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name == "size":
                raise TikError(
                    "TIK-TYPE01",
                    f"{self.name} is packed, {8 // self.bits} elements a byte: this call does not take it",
                    position=here(),
                    hint="data_move, load2dv1, load2dv2, mmad, matmul and vconv do; for others, reinterpret_cast_to('int8')",
                )
            raise AttributeError(name)

    @property
    def packed(self) -> bool:
        """Whether several elements share a byte."""
        return self.bits < 8

    @property
    def block(self) -> int:
        """Elements in a block of 32 bytes."""
        return 256 // self.bits

    def nbytes(self, elements: int) -> int:
        """Bytes that hold so many elements."""
        return (elements * self.bits + 7) // 8

    def elements(self, nbytes: int) -> int:
        """Elements that fit so many bytes."""
        return nbytes * 8 // self.bits

    @property
    def numpy(self) -> np.dtype[Any]:
        """The numpy dtype of one element (bf16 and int4 come from ml_dtypes; numpy's int4 takes a whole byte)."""
        return _numpy(self.short)

    @property
    def dtype(self) -> np.dtype[Any]:  # lets numpy accept tik.f32 wherever a dtype is wanted
        return _numpy(self.short)

    @property
    def is_float(self) -> bool:
        return self.kind == "f"

    def encoded(self, array: NDArray[Any]) -> NDArray[np.uint8]:
        """The bytes of an array of this dtype as they lie in memory."""
        flat: NDArray[np.uint8] = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
        if not self.packed:
            return flat
        pairs = np.zeros(self.nbytes(flat.size), np.uint8)
        pairs[:] = flat[0::2] & 15
        pairs[: flat.size // 2] |= flat[1::2] << 4
        return pairs

    def decoded(self, data: NDArray[np.uint8], count: int) -> NDArray[Any]:
        """The first ``count`` elements of bytes in memory: a view of them, or a copy where they are packed."""
        if not self.packed:
            return data[: self.nbytes(count)].view(self.numpy)
        pairs = np.stack([data << 4, data], -1).view(np.int8).reshape(-1)[:count] >> 4
        return pairs.astype(self.numpy)

    def __eq__(self, other: object) -> bool:
        """Also equal to its name, so that ``scalar.dtype == "int32"`` holds as it does for tensors."""
        return self is other or (self.name == (other.name if isinstance(other, DType) else other))

    def __hash__(self) -> int:
        return hash(self.name)

    def lower(self) -> str:
        """The name, as kernels that take dtypes for strings ask for it."""
        return self.name

    def __repr__(self) -> str:
        return f"tik.{self.short}"

    def __str__(self) -> str:
        return self.short


f16 = DType("float16", "f16", 16, "f", 0)
f32 = DType("float32", "f32", 32, "f", 1)
bf16 = DType("bfloat16", "bf16", 16, "f", 2)
i8 = DType("int8", "i8", 8, "i", 3)
u8 = DType("uint8", "u8", 8, "u", 4)
i16 = DType("int16", "i16", 16, "i", 5)
u16 = DType("uint16", "u16", 16, "u", 6)
i32 = DType("int32", "i32", 32, "i", 7)
u32 = DType("uint32", "u32", 32, "u", 8)
i64 = DType("int64", "i64", 64, "i", 9)
u64 = DType("uint64", "u64", 64, "u", 10)
i4 = DType("int4", "i4", 4, "i", 11)
u2 = DType("uint2", "u2", 2, "u", 12)

ALL: tuple[DType, ...] = (f16, f32, bf16, i8, u8, i16, u16, i32, u32, i64, u64, i4, u2)
_BY_NAME: dict[str, DType] = {d.short: d for d in ALL} | {d.name: d for d in ALL} | {"bool": u8}


@functools.cache
def _numpy(short: str) -> np.dtype[Any]:
    if short in ("bf16", "i4", "u2"):
        import ml_dtypes

        found: np.dtype[Any] = np.dtype(getattr(ml_dtypes, _BY_NAME[short].name))
        return found
    return np.dtype(_BY_NAME[short].name)


def dtype(name: str | DType) -> DType:
    """The DType called ``name`` ("float16" or "f16"); KeyError names the ones there are."""
    if isinstance(name, DType):
        return name
    try:
        return _BY_NAME[name]
    except KeyError:
        raise KeyError(f"no dtype {name!r}; there are {', '.join(d.short for d in ALL)}") from None


def from_numpy(np_dtype: Any) -> DType | None:
    """The DType of a numpy dtype, or None where the kit has none (float64, complex, object …)."""
    d = np.dtype(np_dtype)
    if d == np.bool_:
        return u8
    found = _BY_NAME.get(d.name)
    return found
