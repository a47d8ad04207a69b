# Written by docs/build.py from the source; don't edit it by hand.

from collections.abc import Iterator
from typing import Any

import numpy

from tik.chips.loader import Chip
from tik.ir import Number
from tik.types.dtypes import DType, f32

__all__ = [
    "Accumulator",
    "ArrayHandle",
    "Slice",
    "Span",
    "Tile",
    "TileBuilder",
]

class Span:
    """A range of indices along one axis: ``start``, ``count`` valid ones, at most ``size``. ``total``: how far the loop that
    gives such ranges goes (None: no loop), ``source``: its call.
    """
    start: Number
    count: Number
    size: int
    total: int | None
    source: str

    @property
    def full(self) -> bool:
        """Whether the count is known and equals the size."""


class ArrayHandle:
    """An array argument while the kernel is built: integer ``shape``, ``dtype``, slices ``x[rows]`` and ``x[rows, cols]``."""
    name: str
    shape: tuple[int, ...]
    dtype: DType

    @property
    def ndim(self) -> int: ...

    @property
    def size(self) -> int: ...

    @property
    def matrix(self) -> tuple[int, int]:
        """Rows and columns: the first axis, and all others together (1-d arrays are one row)."""

    def as_column(self) -> ArrayHandle:
        """A 1-d array of n elements as [n, 1]."""

    def __getitem__(self, key: Any) -> Slice: ...


class Slice:
    """rows x cols of an array."""
    array: ArrayHandle
    rows: Span
    cols: Span

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns at most."""


class Tile:
    """rows.size x cols.size elements in UB, rows ``pitch`` elements apart. ``column``: one value a row, held in all lanes of
    the row's 32-byte block (what row reductions give, and what broadcasts against whole tiles).
    """
    dtype: DType
    rows: Span
    cols: Span

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns the tile holds at most."""

    def __add__(self, other: TileOrNumber) -> Tile: ...

    def __radd__(self, other: TileOrNumber) -> Tile: ...

    def __sub__(self, other: TileOrNumber) -> Tile: ...

    def __rsub__(self, other: TileOrNumber) -> Tile: ...

    def __mul__(self, other: TileOrNumber) -> Tile: ...

    def __rmul__(self, other: TileOrNumber) -> Tile: ...

    def __truediv__(self, other: TileOrNumber) -> Tile: ...

    def __rtruediv__(self, other: TileOrNumber) -> Tile: ...

    def __pow__(self, exponent: TileOrNumber) -> Tile: ...

    def __rpow__(self, base: TileOrNumber) -> Tile: ...

    def __neg__(self) -> Tile: ...

    def __pos__(self) -> Tile: ...

    def __abs__(self) -> Tile: ...


class Accumulator(Tile):
    """A product in L0C: [cols / 16][rows][16] f32."""


class TileBuilder:
    """Builds one program. ``tile_rows`` bounds the rows of a tile (the measuring run decides it); ``copies`` is how many
    buffers the tiles of a split loop get; ``narrow`` names the 1-d arrays that get one value a row (an earlier run found
    out).
    """
    chip: Chip

    def split(self, n: int) -> Iterator[Span]:
        """This core's part of ``n`` rows (or elements of 1-d arrays), a tile at a time, double-buffered.

        Use once a kernel: ``for rows in k.split(x.shape[0]): ...``.
        """

    def columns(self, n: int, size: int = 4096) -> Iterator[Span]:
        """All ``n`` columns, at most ``size`` at a time: for rows that do not fit the buffer whole. Chips without padded moves
        take fewer where the rest would be shorter than a block (all at once, if that is the only way).

        The body is built twice when ``size`` does not divide ``n``: for the loop, and for the narrower rest.
        """

    def load(self, piece: Slice, dtype: DType | None = None) -> Tile:
        """GM -> UB: x[rows] or x[rows, cols], converted to ``dtype`` on arrival if given."""

    def store(self, piece: Slice, t: Tile) -> None:
        """UB (or a matmul accumulator) -> GM, converted to the array's dtype."""

    def full(self, rows_: Span, cols: int, value: float, dtype: DType = f32) -> Tile:
        """A tile of one value."""

    def full_row(self, cols: Span, value: float, dtype: DType = f32) -> Tile:
        """A tile of one value for a range of a 1-d array."""

    def full_column(self, rows_: Span, value: float, dtype: DType = f32) -> Tile:
        """A column of one value: where running maxima and sums start."""

    def assign(self, target: Tile, value: TileOrNumber) -> None:
        """target = value, in place: how a loop carries a running value."""

    def add(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """a + b."""

    def sub(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """a - b."""

    def mul(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """a * b."""

    def div(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """a / b."""

    def negative(self, t: Tile) -> Tile:
        """-t."""

    def power(self, t: TileOrNumber, exponent: TileOrNumber) -> Tile:
        """t ** 2 or t ** 3, as products. Raises TIK-TYPE02 for other exponents."""

    def maximum(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """The larger, lane by lane; NaN wins."""

    def minimum(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """The smaller, lane by lane; NaN wins."""

    def exp(self, t: Tile) -> Tile:
        """e ** t."""

    def log(self, t: Tile) -> Tile:
        """Natural logarithm."""

    def sqrt(self, t: Tile) -> Tile:
        """Square root."""

    def rsqrt(self, t: Tile) -> Tile:
        """1 / square root."""

    def abs(self, t: Tile) -> Tile:
        """Absolute value."""

    def relu(self, t: Tile) -> Tile:
        """max(t, 0); NaN stays NaN."""

    def cast(self, t: Tile, dtype: DType, mode: str | None = None) -> Tile:
        """t in another dtype (mode: round, floor, ceil, away-zero, to-zero)."""

    def max(self, t: Tile, axis: int = -1) -> Tile:
        """The largest of each row, as a column."""

    def min(self, t: Tile, axis: int = -1) -> Tile:
        """The smallest of each row, as a column."""

    def sum(self, t: Tile, axis: int = -1) -> Tile:
        """The sum of each row, as a column."""

    def tiles(self, m: int, n: int) -> Iterator[tuple[Span, Span]]:
        """This core's output tiles of an m x n matrix: ``for rows, cols in k.tiles(*y.shape): ...``."""

    def matmul(self, a: Slice, b: Slice, bias: Slice | None = None) -> Accumulator:
        """a @ b (+ bias, a row) on the cube, accumulated over all of K: a is x[rows, :], b is w[:, cols]."""

    def print(self, t: Tile, *, rows: int = 8, cols: int = 8, core: int = 0) -> None:
        """Show the tile's first rows and columns when the kernel runs, with core, loop variables and source line (core -1: on
        every core).
        """


TileOrNumber = Tile | int | float | numpy.number[Any]
