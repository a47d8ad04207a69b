"""``shape_util``: arithmetic on shapes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tik.compat.modules import Contents

if TYPE_CHECKING:
    from tik.compat.session import Session

__all__ = ["NAMES", "contents"]


def shape_to_list(shape: Sequence[Any]) -> list[Any]:
    """The extents as integers."""
    return [int(n) for n in shape]


def scalar2tensor_one(shape: Sequence[Any]) -> Sequence[Any]:
    """(1,) for the shape of a scalar."""
    return shape if shape else (1,)


def axis_check(rank: int, axis: Any) -> Any:
    """Axes counted from the front; ValueError for one out of range."""
    axes = [axis] if isinstance(axis, int) else list(axis)
    for a in axes:
        if not -rank <= a < rank:
            raise ValueError(f"axis {a} of {rank} dimensions")
    front = sorted({a % rank for a in axes})
    return front[0] if isinstance(axis, int) else front


def wrap_axes_to_positive(axes: Any, rank: int) -> list[int]:
    """Axes counted from the front, in order."""
    return [a % rank if a < 0 else a for a in ([axes] if isinstance(axes, int) else axes)]


def broadcast_shapes(shape1: Sequence[int], shape2: Sequence[int], **names: Any) -> tuple[list[int], list[int], list[int]]:
    """Both shapes with as many dimensions, and what they broadcast to; ValueError when they do not."""
    rank = max(len(shape1), len(shape2))
    a, b = ([1] * (rank - len(s)) + list(s) for s in (shape1, shape2))
    for m, n in zip(a, b, strict=True):
        if m != n and 1 not in (m, n):
            raise ValueError(f"shapes {list(shape1)} and {list(shape2)} do not broadcast")
    return a, b, [n if m == 1 else m for m, n in zip(a, b, strict=True)]


def squeeze_shape(shape: Sequence[int]) -> list[int]:
    """Without dimensions of 1."""
    return [n for n in shape if n != 1] or [1]


def refine_axis(axis: Any, shape: Sequence[int]) -> list[int]:
    """Axes in order, counted from the front; those of extent 1 drop out where others are left."""
    axes = sorted({a % len(shape) for a in ([axis] if isinstance(axis, int) else axis)})
    return [a for a in axes if shape[a] != 1] or axes


def get_shape_size(shape: Sequence[int]) -> int:
    """Number of elements."""
    return math.prod(shape)


def compare_tensor_dict_key(*args: Any) -> None:
    """A check that passes."""


NAMES: dict[str, Any] = {
    "shape_to_list": shape_to_list,
    "scalar2tensor_one": scalar2tensor_one,
    "axis_check": axis_check,
    "wrap_axes_to_positive": wrap_axes_to_positive,
    "broadcast_shapes": broadcast_shapes,
    "produce_shapes": broadcast_shapes,
    "squeeze_shape": squeeze_shape,
    "refine_axis": refine_axis,
    "get_shape_size": get_shape_size,
    "compare_tensor_dict_key": compare_tensor_dict_key,
}


def contents(session: Session) -> Contents:
    """The names of ``shape_util``."""
    return Contents(NAMES)
