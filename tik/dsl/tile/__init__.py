"""The tile layer: numpy-like expressions on tiles, on top of what the TIK layer can say."""

from tik.dsl.tile.arrays import ArrayHandle, Slice, Span
from tik.dsl.tile.kernel import TileBuilder
from tik.dsl.tile.tile import Tile

__all__ = ["ArrayHandle", "Slice", "Span", "Tile", "TileBuilder"]
