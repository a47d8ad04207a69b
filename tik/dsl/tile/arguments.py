"""What authors hand to ``k.*``: how it is taken, and what the refusals say."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, NoReturn, ParamSpec, TypeVar

import numpy as np

from tik.dsl.tile.arrays import ArrayHandle, Slice
from tik.dsl.tile.numbers import number
from tik.dsl.tile.tile import Tile
from tik.types.dtypes import DType, dtype
from tik.types.errors import TikError
from tik.types.positions import here
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.tile.kernel import TileBuilder

__all__ = ["dtype_in", "operand", "operation", "slice_in", "tile_in", "whole"]

P = ParamSpec("P")
R = TypeVar("R")
WRITTEN = {"add": "a + b", "sub": "a - b", "mul": "a * b", "div": "a / b", "power": "a ** n", "negative": "-a"}


def operation(method: Callable[Concatenate[TileBuilder, P], R]) -> Callable[Concatenate[TileBuilder, P], R]:
    """A method of the builder that errors name as the author wrote it, also when it works through other methods."""
    written = WRITTEN.get(method.__name__, f"k.{method.__name__}")

    def call(k: TileBuilder, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if k.e.doing:
            return method(k, *args, **kwargs)
        k.e.doing = written
        try:
            return method(k, *args, **kwargs)
        finally:
            k.e.doing = ""

    functools.update_wrapper(call, method)
    return call


def whole(what: str, x: Any, least: int = 1, hint: str | None = None) -> int:
    """x as an integer of at least ``least``. Raises TIK-TYPE02, TIK-SHAPE01."""
    value = number(x)
    if not isinstance(value, int) or isinstance(x, bool):
        raise TikError("TIK-TYPE02", f"{what} is an integer, not {_kind(x)}", position=here(), hint=hint)
    if value < least:
        raise TikError("TIK-SHAPE01", f"{what} is {value}; it must be at least {least}", position=here(), hint=hint)
    return value


def tile_in(k: TileBuilder, t: Any) -> Tile:
    """t as a tile in UB. Raises TIK-TYPE02 / TIK-TYPE03 with what to do instead."""
    if not isinstance(t, Tile):
        _no_tile(k, t)
    if t.tensor.scope is not Scope.UB:
        raise TikError(
            "TIK-TYPE03",
            f"{k.e.doing}: the product is still in the cube's accumulator",
            position=here(),
            hint="store it with k.store, and go on computing in a vector kernel that loads it",
        )
    return t


def operand(k: TileBuilder, x: Any) -> Tile | int | float:
    """x as a tile in UB or a Python number. Raises TIK-TYPE02."""
    value = number(x)
    return tile_in(k, x) if value is None else value


def slice_in(k: TileBuilder, piece: Any) -> Slice:
    """piece as a slice of an array parameter that has elements. Raises TIK-TYPE02, TIK-SHAPE01."""
    if isinstance(piece, ArrayHandle):
        raise TikError(
            "TIK-TYPE02",
            f"{k.e.doing} needs to know which part of {piece.name}",
            position=here(),
            hint=f"{piece.name}[rows] with rows from k.split, or {piece.name}[:] for all of it",
        )
    if not isinstance(piece, Slice):
        raise TikError(
            "TIK-TYPE02",
            f"{k.e.doing} takes a part of an array parameter, not {_kind(piece)}",
            position=here(),
            hint="t = k.load(x[rows]); k.store(y[rows], t)",
        )
    if not piece.array.size:
        raise TikError(
            "TIK-SHAPE01",
            f"{piece.array.name} has shape {list(piece.array.shape)}: there is nothing in it",
            position=here(),
            hint="leave out the kernel when an array is empty",
        )
    return piece


def dtype_in(k: TileBuilder, x: Any) -> DType:
    """x as a dtype of the kit; names and numpy dtypes are taken too. Raises TIK-TYPE02."""
    from tik.types.dtypes import from_numpy

    if isinstance(x, DType):
        return x
    try:
        found = dtype(x) if isinstance(x, str) else from_numpy(x)
    except (KeyError, TypeError):
        found = None
    if found is None:
        raise TikError(
            "TIK-TYPE02",
            f"{k.e.doing}: {x!r} is no dtype of the kit",
            position=here(),
            hint="write tik.f16, tik.f32, tik.i32 ...",
        )
    return found


def _no_tile(k: TileBuilder, t: Any) -> NoReturn:
    hint: str | None = "t = k.load(x[rows]) makes a tile"
    if isinstance(t, Slice):
        hint = f"load it first: k.load({t.array.name}[...])"
    elif isinstance(t, ArrayHandle):
        hint = f"load it first: k.load({t.name}[rows])"
    elif isinstance(t, np.ndarray | list | tuple):
        hint = "values of the host come in as parameters of the kernel: def name(k, x, values, y)"
    elif number(t) is not None:
        hint = "compute with plain numbers in Python (math, numpy)"
    raise TikError("TIK-TYPE02", f"{k.e.doing} takes tiles, not {_kind(t)}", position=here(), hint=hint)


def _kind(x: Any) -> str:
    """What x is, in a few words."""
    if isinstance(x, ArrayHandle | Slice | Tile):
        return repr(x)
    if isinstance(x, np.ndarray):
        return f"a numpy array {list(x.shape)}"
    if x is None or isinstance(x, bool | int | float | str | np.generic):
        return repr(x)
    return f"a {type(x).__name__}"
