"""Tiles: arrays in UB, with numpy-like expressions. Every operation emits whole-tile instructions and gives a new tile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, Union

import numpy as np

from tik.dsl.tile.arrays import Span
from tik.dsl.tile.numbers import number
from tik.dsl.tile.refusals import refuse_comparison, refuse_numpy
from tik.ir import Tensor
from tik.types.dtypes import DType
from tik.types.errors import TikError
from tik.types.positions import Position, here

if TYPE_CHECKING:
    from tik.dsl.tile.kernel import TileBuilder

__all__ = ["Tile", "TileOrNumber"]

TileOrNumber = Union["Tile", int, float, "np.number[Any]"]
UFUNCS = {"add": "add", "subtract": "sub", "multiply": "mul", "divide": "div", "power": "power"}  # np.float32(2) * tile


class Tile:
    """rows.size x cols.size elements in UB, rows ``pitch`` elements apart. ``column``: one value a row, held in all lanes of
    the row's 32-byte block (what row reductions give, and what broadcasts against whole tiles)."""

    __slots__ = ("cols", "column", "dtype", "k", "pitch", "position", "rows", "tensor")

    def __init__(
        self, k: TileBuilder, tensor: Tensor, dtype: DType, rows: Span, cols: Span, pitch: int, column: bool = False
    ) -> None:
        self.k, self.tensor, self.dtype, self.rows, self.cols = k, tensor, dtype, rows, cols
        self.pitch, self.column = pitch, column
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
        """Dtype, shape, scope, address (once the kernel is compiled), size, source line."""
        nbytes = self.tensor.nbytes or 0
        at = self.k.addresses.get(self.tensor.name)
        where = "" if at is None else f" 0x{at:x}..0x{at + nbytes:x}"
        size = f"{nbytes} B" if nbytes < 1024 else f"{nbytes / 1024:g} KiB"
        return f"Tile {self.dtype} {list(self.shape)} {self.tensor.scope}{where} ({size}) {self.position.short}"

    # -- arithmetic -----------------------------------------------------------------------------------------------

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

    def __pow__(self, exponent: TileOrNumber) -> Tile:
        return self.k.power(self, exponent)

    def __rpow__(self, base: TileOrNumber) -> Tile:
        return self.k.power(base, self)

    def __neg__(self) -> Tile:
        return self.k.negative(self)

    def __pos__(self) -> Tile:
        return self

    def __abs__(self) -> Tile:
        return self.k.abs(self)

    # -- what needs values that are not there yet -------------------------------------------------------------------

    def _compare(self, _: Any) -> NoReturn:
        refuse_comparison()

    __lt__ = __le__ = __gt__ = __ge__ = _compare
    __eq__ = __ne__ = _compare
    __hash__ = object.__hash__

    def _no_operator(self, *_: Any) -> NoReturn:
        raise TikError(
            "TIK-TYPE02",
            "tiles have + - * / and **, but no %, //, bit or shift operators",
            position=here(),
            hint='a % n is a - n * k.cast(k.cast(a / n, tik.i32, "floor"), tik.f32)',
        )

    __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __divmod__ = _no_operator
    __and__ = __or__ = __xor__ = __rand__ = __ror__ = __rxor__ = __lshift__ = __rshift__ = __invert__ = _no_operator

    def __bool__(self) -> NoReturn:
        raise TikError(
            "TIK-SYNTAX04",
            "a tile has no truth value: its elements exist only when the kernel runs",
            position=here(),
            hint="if, and, or, not cannot look at it; choose with k.maximum / k.minimum, or branch "
            "on shapes, which are plain integers",
        )

    def _no_number(self) -> NoReturn:
        raise TikError(
            "TIK-TYPE02",
            "a tile is not one number: its elements exist only when the kernel runs",
            position=here(),
            hint="operations on tiles are methods of k: k.exp(t), k.sqrt(t)",
        )

    __float__ = __int__ = __index__ = _no_number

    def _no_elements(self, *_: Any) -> NoReturn:
        raise TikError(
            "TIK-TYPE02",
            "tiles have no elements to take out while the kernel is built",
            position=here(),
            hint="load a part of the array instead: k.load(x[rows, cols]); k.sum, k.max and k.min go along rows",
        )

    __getitem__ = __iter__ = __len__ = __contains__ = _no_elements

    def __setitem__(self, _: Any, __: Any) -> NoReturn:
        raise TikError(
            "TIK-TYPE02",
            "elements of a tile cannot be set one by one",
            position=here(),
            hint="k.assign(t, value) overwrites a whole tile",
        )

    def __matmul__(self, _: Any) -> NoReturn:
        raise TikError(
            "TIK-TYPE02",
            "products of matrices take parts of arrays, not tiles",
            position=here(),
            hint="k.matmul(a[rows, :], b[:, cols]) in a loop over k.tiles",
        )

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        refuse_numpy("a tile")

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if any(isinstance(x, np.ndarray) and x.ndim for x in inputs):
            raise TikError(
                "TIK-TYPE02",
                "an array of numpy is no operand of a tile: its values are not on the device",
                position=here(),
                hint="make it a parameter of the kernel, and k.load it",
            )
        if (
            method == "__call__"
            and not kwargs
            and ufunc.__name__ in UFUNCS
            and all(isinstance(x, Tile) or number(x) is not None for x in inputs)
        ):
            return getattr(self.k, UFUNCS[ufunc.__name__])(*inputs)
        refuse_numpy("a tile", ufunc.__name__)

    def __array_function__(self, function: Any, *_: Any, **__: Any) -> NoReturn:
        refuse_numpy("a tile", function.__name__)
