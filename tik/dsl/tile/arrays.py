"""Handles of the kernel's array arguments, and slices of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from tik.ir import MemRef, Number, Tensor
from tik.ir.expr import binary
from tik.types.dtypes import DType
from tik.types.errors import TikError
from tik.types.positions import here

__all__ = ["ArrayHandle", "Slice", "Span", "minimum", "offset_of"]


def minimum(a: Number, b: Number) -> Number:
    """min(a, b) of run-time values."""
    if isinstance(a, int) and isinstance(b, int):
        return min(a, b)
    return binary("min", a, b)


@dataclass(frozen=True, eq=False)
class Span:
    """A range of indices along one axis: ``start``, ``count`` valid ones, at most ``size``."""

    start: Number
    count: Number
    size: int

    @property
    def full(self) -> bool:
        """Whether the count is known and equals the size."""
        return isinstance(self.count, int) and self.count == self.size


@dataclass(frozen=True, eq=False)
class ArrayHandle:
    """An array argument while the kernel is built: integer ``shape``, ``dtype``, slices ``x[rows]`` and ``x[rows, cols]``."""

    name: str
    tensor: Tensor
    shape: tuple[int, ...]
    dtype: DType

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def matrix(self) -> tuple[int, int]:
        """Rows and columns: the first axis, and all others together (1-d arrays are one row)."""
        if self.ndim == 1:
            return 1, self.shape[0]
        return self.shape[0], math.prod(self.shape[1:])

    def __getitem__(self, key: Any) -> Slice:
        rows, cols = self.matrix
        whole = Span(0, cols, cols)
        if isinstance(key, Span):
            return Slice(self, Span(0, 1, 1), key) if self.ndim == 1 else Slice(self, key, whole)
        if isinstance(key, slice) and key == slice(None):
            return Slice(self, Span(0, rows, rows), whole)
        if isinstance(key, tuple) and len(key) == 2:
            r, c = (
                Span(0, n, n) if isinstance(k, slice) and k == slice(None) else k
                for k, n in zip(key, (rows, cols), strict=True)
            )
            if isinstance(r, Span) and isinstance(c, Span):
                return Slice(self, r, c)
        raise TikError(
            "TIK-TYPE02",
            f"{self.name}[...] takes what k.split and k.columns give, or `:`",
            position=here(),
            hint="for rows in k.split(x.shape[0]): t = k.load(x[rows])",
        )

    def __repr__(self) -> str:
        return f"{self.name} {self.dtype} {list(self.shape)}"


@dataclass(frozen=True, eq=False)
class Slice:
    """rows x cols of an array."""

    array: ArrayHandle
    rows: Span
    cols: Span


def offset_of(piece: Slice, row: Number = 0) -> MemRef:
    """The first byte of the slice (or of its row ``row``)."""
    pitch = piece.array.matrix[1]
    element = (piece.rows.start + row) * pitch + piece.cols.start
    return MemRef(piece.array.tensor, element * piece.array.dtype.size)
