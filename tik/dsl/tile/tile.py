"""Tiles: arrays in UB, with numpy-like expressions. Every operation emits whole-tile instructions and gives a new tile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

from tik.dsl.tile.arrays import Span
from tik.ir import Tensor
from tik.types.dtypes import DType
from tik.types.errors import TikError
from tik.types.positions import Position, here

if TYPE_CHECKING:
    from tik.dsl.tile.kernel import TileBuilder

__all__ = ["Tile", "TileOrNumber"]

TileOrNumber = Union["Tile", int, float]


class Tile:
    """rows.size x cols.size elements in UB, rows ``pitch`` elements apart. ``column``: one value a row, held in all lanes of
    the row's 32-byte block (what row reductions give, and what broadcasts against whole tiles)."""

    __slots__ = ("cols", "column", "dtype", "k", "pitch", "position", "rows", "tensor")

    def __init__(
        self, k: TileBuilder, tensor: Tensor, dtype: DType, rows: Span, cols: Span, pitch: int, column: bool = False
    ) -> None:
        self.k, self.tensor, self.dtype, self.rows, self.cols, self.pitch, self.column = (
            k,
            tensor,
            dtype,
            rows,
            cols,
            pitch,
            column,
        )
        self.position: Position = here()

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns the tile holds at most."""
        return self.rows.size, 1 if self.column else self.cols.size

    @property
    def lanes(self) -> int:
        """Elements a whole-tile instruction works on, padding included."""
        return self.rows.size * self.pitch

    def __repr__(self) -> str:
        t = self.tensor
        where = f" 0x{t.address:x}..0x{t.address + (t.nbytes or 0):x}" if t.address is not None else ""
        return f"Tile {self.dtype} {list(self.shape)} UB{where} ({(t.nbytes or 0) / 1024:g} KiB) {self.position.short}"

    def __bool__(self) -> bool:
        raise TikError(
            "TIK-SYNTAX04",
            "a tile has no truth value: its elements exist only when the kernel runs",
            position=here(),
            hint="choose with k.maximum / k.minimum, or branch on shapes, which are plain integers",
        )

    def __add__(self, other: TileOrNumber) -> Tile:
        return self.k.add(self, other)

    def __radd__(self, other: TileOrNumber) -> Tile:
        return self.k.add(other, self)

    def __sub__(self, other: TileOrNumber) -> Tile:
        return self.k.sub(self, other)

    def __rsub__(self, other: TileOrNumber) -> Tile:
        return self.k.sub(other, self)

    def __mul__(self, other: TileOrNumber) -> Tile:
        return self.k.mul(self, other)

    def __rmul__(self, other: TileOrNumber) -> Tile:
        return self.k.mul(other, self)

    def __truediv__(self, other: TileOrNumber) -> Tile:
        return self.k.div(self, other)

    def __rtruediv__(self, other: TileOrNumber) -> Tile:
        return self.k.div(other, self)

    def __neg__(self) -> Tile:
        return self.k.mul(self, -1)
