"""``impl.util.util_tik_comm_func``: vector instructions over any number of elements, in pieces the hardware takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tik.compat.data_sizes import ceil_div, floor_align, get_data_size
from tik.compat.modules import Contents

if TYPE_CHECKING:
    from tik.compat.session import Session

__all__ = ["contents"]

_REPEAT, _BLOCK, _MOST = 256, 32, 255


def pieces(count: int, lanes: int) -> Iterator[tuple[int, int, int]]:
    """(first element, mask, repeats) that cover ``count`` elements."""
    first = 0
    while count - first >= lanes:
        times = min(_MOST, (count - first) // lanes)
        yield first, lanes, times
        first += times * lanes
    if count > first:
        yield first, count - first, 1


def tik_func_vector(tik_instance: Any, _ub: Any, value: Any, dup_len: int) -> None:
    """Fill ``dup_len`` elements with a value."""
    for first, mask, times in pieces(dup_len, _REPEAT // get_data_size(_ub.dtype)):
        tik_instance.vector_dup(mask, _ub[first], value, times, 1, 8)


def tik_func_vcomple(
    tik_instance: Any,
    function: str,
    out_dst: Any,
    src0: Any,
    src1: Any,
    copy_num: int,
    dst_blk: int = 1,
    src0_blk: int = 1,
    src1_blk: int = 1,
    dst_rep: int = 8,
    src0_rep: int = 8,
    src1_rep: int = 8,
) -> None:
    """A binary instruction by its name ("vadd", "vmul" …) over ``copy_num`` elements."""
    call: Callable[..., None] = getattr(tik_instance, function)
    lanes, width = _REPEAT // get_data_size(out_dst.dtype), _BLOCK // get_data_size(out_dst.dtype)
    for first, mask, times in pieces(copy_num, lanes):
        dst, a, b = (
            view[first // lanes * step * width] for view, step in ((out_dst, dst_rep), (src0, src0_rep), (src1, src1_rep))
        )
        call(mask, dst, a, b, times, dst_blk, src0_blk, src1_blk, dst_rep, src0_rep, src1_rep)


def tik_func_vadds(tik_instance: Any, dst_ub: Any, src_ub: Any, value: Any, do_len: int) -> None:
    """dst = src + value over ``do_len`` elements."""
    _by_scalar(tik_instance.vadds, dst_ub, src_ub, value, do_len)


def tik_func_vmuls(tik_instance: Any, dst_ub: Any, src_ub: Any, value: Any, do_len: int) -> None:
    """dst = src · value over ``do_len`` elements."""
    _by_scalar(tik_instance.vmuls, dst_ub, src_ub, value, do_len)


def tik_func_vconv(tik_instance: Any, dst_ub: Any, src_ub: Any, do_len: int, mode: str = "", *more: Any) -> None:
    """Convert ``do_len`` elements."""
    sizes = get_data_size(dst_ub.dtype), get_data_size(src_ub.dtype)
    lanes = _REPEAT // max(sizes)
    dst_rep, src_rep = (lanes * size // _BLOCK for size in sizes)
    scale = {"deqscale": 1.0} if (src_ub.dtype, dst_ub.dtype) == ("int32", "float16") else {}
    for first, mask, times in pieces(do_len, lanes):
        dst, src = dst_ub[first], src_ub[first]
        tik_instance.vconv(mask, mode, dst, src, times, 1, 1, dst_rep, src_rep, **scale)


def tik_func_vconcat(tik_instance: Any, proposals_ub: Any, _ub: Any, trans_repeat: int, mode: int) -> None:
    """``vconcat`` over any number of repeats."""
    for first in range(0, trans_repeat, _MOST):
        times = min(_MOST, trans_repeat - first)
        tik_instance.vconcat(proposals_ub[first * 16 * 8], _ub[first * 16], times, mode)


def tik_func_vextract(tik_instance: Any, proposals_ub: Any, _ub: Any, trans_repeat: int, mode: int) -> None:
    """``vextract`` over any number of repeats."""
    for first in range(0, trans_repeat, _MOST):
        times = min(_MOST, trans_repeat - first)
        tik_instance.vextract(_ub[first * 16], proposals_ub[first * 16 * 8], times, mode)


def gm2ub(tik_instance: Any, dst: Any, src: Any, count: Any, *more: Any) -> None:
    """Move ``count`` elements, in whole blocks."""
    tik_instance.data_move(dst, src, 0, 1, ceil_div(count, _BLOCK // get_data_size(src.dtype)), 0, 0)


def _by_scalar(call: Callable[..., None], dst: Any, src: Any, value: Any, count: int) -> None:
    for first, mask, times in pieces(count, _REPEAT // get_data_size(dst.dtype)):
        call(mask, dst[first], src[first], value, times, 1, 1, 8, 8)


def contents(session: Session) -> Contents:
    """The names of the module."""
    functions = (
        tik_func_vector,
        tik_func_vcomple,
        tik_func_vadds,
        tik_func_vmuls,
        tik_func_vconv,
        tik_func_vconcat,
        tik_func_vextract,
        gm2ub,
    )
    names: dict[str, Any] = {f.__name__: f for f in functions}
    return Contents({**names, "ub2gm": gm2ub, "ub2ub": gm2ub, "ceil_div": ceil_div, "floor_align": floor_align})
