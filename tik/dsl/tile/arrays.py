"""Handles of the kernel's array arguments, and slices of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from tik.dsl.tile.refusals import NotLoaded
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
    """A range of indices along one axis: ``start``, ``count`` valid ones, at most ``size``. ``total``: how far the loop that
    gives such ranges goes (None: no loop), ``source``: its call."""

    start: Number
    count: Number
    size: int
    total: int | None = None
    source: str = ""

    @property
    def full(self) -> bool:
        """Whether the count is known and equals the size."""
        return isinstance(self.count, int) and self.count == self.size

    def __repr__(self) -> str:
        """Where it starts, and how many there are."""
        of = "" if self.total is None else f" of {self.source}({self.total})"
        return f"{self.size if self.full else f'up to {self.size}'} from {self.start}{of}"


@dataclass(frozen=True, eq=False)
class ArrayHandle(NotLoaded):
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

    def as_column(self) -> ArrayHandle:
        """A 1-d array of n elements as [n, 1]."""
        return ArrayHandle(self.name, self.tensor, (self.shape[0], 1), self.dtype)

    def __getitem__(self, key: Any) -> Slice:
        rows, cols = self.matrix
        whole = Span(0, cols, cols)
        if _is_all(key):
            return Slice(self, Span(0, rows, rows), whole)
        if isinstance(key, Span):
            if self.ndim == 1:
                return Slice(self, Span(0, 1, 1), self._within(key, cols, "elements"))
            return Slice(self, self._within(key, rows, "rows"), whole)
        if isinstance(key, tuple) and len(key) == 2 and all(_is_all(n) or isinstance(n, Span) for n in key):
            if self.ndim == 1:
                raise TikError(
                    "TIK-SHAPE01",
                    f"{self.name} has one axis, and two indices",
                    position=here(),
                    hint=f"{self.name}[rows], or give the kernel {self.name}.reshape(n, 1)",
                )
            r, c = key
            return Slice(
                self,
                Span(0, rows, rows) if _is_all(r) else self._within(r, rows, "rows"),
                whole if _is_all(c) else self._within(c, cols, "columns"),
            )
        raise TikError(
            "TIK-TYPE02",
            f"{self.name}[...] takes what k.split and k.columns give, or `:`",
            position=here(),
            hint="for rows in k.split(x.shape[0]): t = k.load(x[rows])",
        )

    def _within(self, span: Span, length: int, axis: str) -> Span:
        if span.total is not None and span.total > length:
            raise TikError(
                "TIK-SHAPE01",
                f"{self.name} has {length} {axis}, {span.source} goes to {span.total}",
                position=here(),
                details=(f"{self.name} has shape {list(self.shape)}",),
            )
        return span

    @property
    def _label(self) -> str:
        return f"{self.name}[rows]"

    def __repr__(self) -> str:
        return f"{self.name} {self.dtype} {list(self.shape)}"


def _is_all(key: Any) -> bool:
    return isinstance(key, slice) and key == slice(None)


@dataclass(frozen=True, eq=False)
class Slice(NotLoaded):
    """rows x cols of an array."""

    array: ArrayHandle
    rows: Span
    cols: Span

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns at most."""
        return self.rows.size, self.cols.size

    @property
    def _label(self) -> str:
        return f"{self.array.name}[...]"

    def __repr__(self) -> str:
        return f"{self.array!r} rows {self.rows!r}, columns {self.cols!r}"


def offset_of(piece: Slice, row: Number = 0) -> MemRef:
    """The first byte of the slice (or of its row ``row``)."""
    pitch = piece.array.matrix[1]
    element = (piece.rows.start + row) * pitch + piece.cols.start
    return MemRef(piece.array.tensor, element * piece.array.dtype.size)
