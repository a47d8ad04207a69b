"""Transposes of blocks that lie anywhere: the lists of a call become sixteen operands each (tik_api §11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tik.dsl.calls import Site, add
from tik.dsl.parameters import Parameters
from tik.dsl.tensor import TensorView
from tik.ir import Expr
from tik.isa.transpose import VNchwConv
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["SIGNED", "vec_trans_scatter", "vnchwconv"]

_BLOCKS = 16
_OPERANDS = " ".join(f"{side}{i}" for side in ("dst", "src") for i in range(_BLOCKS))
_CALL = "dst_high_half src_high_half dst_list src_list repeat_times dst_rep_stride src_rep_stride"
_SITES = {
    name: Site(VNchwConv, name, _CALL.replace("dst_list src_list", _OPERANDS)) for name in ("vnchwconv", "vec_trans_scatter")
}
SIGNED = {name: Parameters(name, _CALL) for name in _SITES}


def vnchwconv(core: Core, *args: Any, **keywords: Any) -> None:
    """Transpose 16 blocks: dst_list[i][j] = src_list[j][i]; lists of 16 views (``t[i]``), each where a 32-byte block starts.

    16-bit dtypes: 16 elements a block. 8-bit: 16 of the 32 elements, the upper ones where ``src_high_half`` or
    ``dst_high_half`` (which matter to 8 bits only). 32-bit: dst_list[2 * i + (j >= 8)][j % 8] = src_list[j][i], i < 8, j < 16.
    Repeat r moves every address by r * rep_stride blocks; strides do not matter to one repeat. All 16 blocks of a repeat are
    read before any is written. Pipe V.
    Raises TIK-TYPE02 for lists that do not hold 16 views.
    """
    _turn(core, "vnchwconv", args, keywords)


def vec_trans_scatter(core: Core, *args: Any, **keywords: Any) -> None:
    """The same as vnchwconv."""
    _turn(core, "vec_trans_scatter", args, keywords)


def _turn(core: Core, name: str, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    try:
        if keywords or len(args) != 7:
            args = SIGNED[name].bind(args, keywords)
        dst_half, src_half, dst_list, src_list, repeat_times, dst_rep_stride, src_rep_stride = args
        dst, src = _views(name, "dst_list", dst_list), _views(name, "src_list", src_list)
    except TikError as error:
        core.collect(error)
        return
    if not isinstance(repeat_times, Expr) and repeat_times == 1:
        dst_rep_stride = src_rep_stride = 0
    add(core, _SITES[name], (dst_half, src_half, *dst, *src, repeat_times, dst_rep_stride, src_rep_stride))


def _views(name: str, what: str, given: Any) -> Sequence[TensorView]:
    if isinstance(given, list | tuple) and len(given) == _BLOCKS:
        return given
    found = f"has {len(given)}" if isinstance(given, list | tuple) else f"is {given!r}"
    raise TikError(
        "TIK-TYPE02",
        f"{what} of {name} {found}; it takes a list of {_BLOCKS} views",
        position=here(),
        hint=f"[t[i * {_BLOCKS}] for i in range({_BLOCKS})]: where each block starts",
    )
