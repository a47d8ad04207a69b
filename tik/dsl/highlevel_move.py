"""h_data_move: a whole view to another (tik_api §15)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tik.dsl.control import for_range
from tik.dsl.move import data_move, data_move_pad
from tik.dsl.tensor import TensorView
from tik.dsl.traverse import checked_views, grid
from tik.types.errors import TikError
from tik.types.positions import here
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["h_data_move"]

_BURSTS, _BLOCKS = 4095, 65535  # of one data_move: bursts, and blocks of a burst or gap
_PAD_BYTES = 2**21 - 1  # of a burst of data_move_pad


def h_data_move(core: Core, dst: TensorView, src: TensorView) -> None:
    """dst = src, element by element, where data_move goes; one dtype and one shape.

    Rows that are no whole 32-byte blocks: exact on chips with data_move_pad (GM to and from UB). Elsewhere the last block is
    moved whole, which is possible where dst ends at the end of its tensor (what lies behind it there is undefined).
    """
    try:
        checked_views("h_data_move", dst=dst, src=src)
        if dst.type is not src.type:
            raise TikError(
                "TIK-TYPE01",
                f"h_data_move keeps the dtype, and src is {src.type}, dst {dst.type}",
                position=here(),
                hint="convert with h_cast in UB",
            )
        found = grid("h_data_move", (dst, src))
        if found.empty:
            return
        width = found.dims[-1]
        if not isinstance(width, int):
            raise TikError(
                "TIK-SHAPE01",
                f"h_data_move needs to know the width of {dst.name} when the kernel is built",
                position=here(),
                hint="move a part of known size, or use data_move, whose numbers may be Scalars",
            )
        _walk(core, dst, src, found.dims, found.pitches)
    except TikError as error:
        core.collect(error)


def _walk(core: Core, dst: TensorView, src: TensorView, dims: tuple[Any, ...], pitches: tuple[Any, ...]) -> None:
    if len(dims) == 1:
        _burst(core, dst, src, dims[0])
        return
    if len(dims) == 2 and _bursts(core, dst, src, dims, pitches[0]):
        return
    with for_range(core, 0, dims[0]) as i:
        _walk(core, dst[i * pitches[0][0]], src[i * pitches[0][1]], dims[1:], pitches[1:])


def _bursts(core: Core, dst: TensorView, src: TensorView, dims: tuple[Any, ...], pitches: tuple[Any, ...]) -> bool:
    """Rows of whole blocks as the bursts of one instruction, where the gaps are whole blocks too."""
    size = dst.type.size
    if not all(isinstance(n, int) for n in (*dims, *pitches)) or dims[0] > _BURSTS or dims[1] * size % 32:
        return False
    gaps = [(p - dims[1]) * size for p in pitches]
    if any(gap % 32 or not 0 <= gap // 32 <= _BLOCKS for gap in gaps) or dims[1] * size // 32 > _BLOCKS:
        return False
    data_move(core, dst, src, 0, dims[0], dims[1] * size // 32, gaps[1] // 32, gaps[0] // 32)
    return True


def _burst(core: Core, dst: TensorView, src: TensorView, count: int) -> None:
    """``count`` neighbours."""
    nbytes = count * dst.type.size
    padded = core.chip.supports("data_move_pad") and {dst.tensor.scope, src.tensor.scope} == {Scope.GM, Scope.UB}
    if nbytes % 32 and padded:
        step = _PAD_BYTES // 32 * 32
        for at in range(0, nbytes, step):
            start = at // dst.type.size
            data_move_pad(core, dst[start], src[start], 1, min(step, nbytes - at), 0, 0)
        return
    if nbytes % 32 and not _ends(dst, nbytes):
        raise TikError(
            "TIK-ALIGN02",
            f"h_data_move would write whole blocks over what follows {nbytes} bytes in {dst.name}",
            position=here(),
            hint=f"move a multiple of {32 // dst.type.size} elements, or to the end of the tensor",
        )
    blocks = -(-nbytes // 32)
    for at in range(0, blocks, _BLOCKS):
        start = at * 32 // dst.type.size
        data_move(core, dst[start], src[start], 0, 1, min(_BLOCKS, blocks - at), 0, 0)


def _ends(dst: TensorView, nbytes: int) -> bool:
    """Whether the view ends where its tensor does."""
    size = math.prod(dst.tensor.shape, start=dst.tensor.dtype.size)
    return isinstance(dst.byte, int) and isinstance(size, int) and dst.byte + nbytes == size
