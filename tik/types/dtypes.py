"""Element types of tensors and scalars."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np

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
    """One element type: ``name`` as TIK spells it, ``short`` as the kit prints it, ``size`` in bytes, ``kind`` f/i/u."""

    name: str
    short: str
    size: int
    kind: str
    code: int  # stable number in binary streams

    @property
    def numpy(self) -> np.dtype[Any]:
        """The numpy dtype of one element (bf16 comes from ml_dtypes)."""
        return _numpy(self.short)

    @property
    def dtype(self) -> np.dtype[Any]:  # lets numpy accept tik.f32 wherever a dtype is wanted
        return _numpy(self.short)

    @property
    def is_float(self) -> bool:
        return self.kind == "f"

    @property
    def bits(self) -> int:
        return {"i4": 4, "u2": 2}.get(self.short, self.size * 8)

    def __repr__(self) -> str:
        return f"tik.{self.short}"

    def __str__(self) -> str:
        return self.short


f16 = DType("float16", "f16", 2, "f", 0)
f32 = DType("float32", "f32", 4, "f", 1)
bf16 = DType("bfloat16", "bf16", 2, "f", 2)
i8 = DType("int8", "i8", 1, "i", 3)
u8 = DType("uint8", "u8", 1, "u", 4)
i16 = DType("int16", "i16", 2, "i", 5)
u16 = DType("uint16", "u16", 2, "u", 6)
i32 = DType("int32", "i32", 4, "i", 7)
u32 = DType("uint32", "u32", 4, "u", 8)
i64 = DType("int64", "i64", 8, "i", 9)
u64 = DType("uint64", "u64", 8, "u", 10)
i4 = DType("int4", "i4", 1, "i", 11)
u2 = DType("uint2", "u2", 1, "u", 12)

ALL: tuple[DType, ...] = (f16, f32, bf16, i8, u8, i16, u16, i32, u32, i64, u64, i4, u2)
_BY_NAME: dict[str, DType] = {d.short: d for d in ALL} | {d.name: d for d in ALL} | {"bool": u8}


@functools.cache
def _numpy(short: str) -> np.dtype[Any]:
    if short == "bf16":
        import ml_dtypes

        bfloat16: np.dtype[Any] = np.dtype(ml_dtypes.bfloat16)
        return bfloat16
    if short in ("i4", "u2"):
        return np.dtype(np.int8 if short == "i4" else np.uint8)
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
