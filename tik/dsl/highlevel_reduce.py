"""Reductions of whole views: h_reduce_sum, _max, _min, _argmax, _argmin (tik_api §15).

Along the last axis (or all): instructions with a destination stride of 0 add the elements up lane by lane, in order; halves of
the lanes are then combined until one block is left, whose elements the scalar pipe combines in order. Along another axis:
slice after slice, in order. All in the operands' dtype.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.dsl.calls import Site, add
from tik.dsl.control import for_range, if_scope
from tik.dsl.declare import declare_scalar
from tik.dsl.highlevel import binary_op, fill
from tik.dsl.scalar import Scalar
from tik.dsl.tensor import TensorView
from tik.dsl.traverse import checked_views, grid, temporary, traverse
from tik.dsl.value import whole
from tik.ir import Expr
from tik.ir.expr import binary, cast
from tik.isa import INSTRUCTIONS
from tik.types.dtypes import DType, i32, u16, u32
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["h_reduce_argmax", "h_reduce_argmin", "h_reduce_max", "h_reduce_min", "h_reduce_sum"]

_TEXT = "mask dst src0 src1 repeat_times dst_rep_stride src0_rep_stride src1_rep_stride"
_BLOCKS = {"dst_blk_stride": 1, "src0_blk_stride": 1, "src1_blk_stride": 1}
_WORDS = {"sum": "add", "max": "max", "min": "min"}
_SITES = {what: Site(INSTRUCTIONS[f"v{op}"], f"h_reduce_{what}", _TEXT, fixed=_BLOCKS) for what, op in _WORDS.items()}
MOST_REPEATS = 4095  # of vec_reduce_max


def h_reduce_sum(core: Core, dst: TensorView, src: TensorView, axis: Any = None) -> None:
    """dst = the sums of src along ``axis`` (an integer; None: of all elements)."""
    _reduce(core, "sum", dst, src, axis)


def h_reduce_max(core: Core, dst: TensorView, src: TensorView, axis: Any = None) -> None:
    """dst = the largest elements of src along ``axis`` (an integer; None: of all elements)."""
    _reduce(core, "max", dst, src, axis)


def h_reduce_min(core: Core, dst: TensorView, src: TensorView, axis: Any = None) -> None:
    """dst = the smallest elements of src along ``axis`` (an integer; None: of all elements)."""
    _reduce(core, "min", dst, src, axis)


def h_reduce_argmax(core: Core, dst: TensorView, src: TensorView, axis: Any = None) -> None:
    """dst (an integer tensor) = the index of the first largest element along the last axis (None: of all elements)."""
    _arg(core, "max", dst, src, axis)


def h_reduce_argmin(core: Core, dst: TensorView, src: TensorView, axis: Any = None) -> None:
    """dst (an integer tensor) = the index of the first smallest element along the last axis (None: of all elements)."""
    _arg(core, "min", dst, src, axis)


def _reduce(core: Core, what: str, dst: Any, src: Any, axis: Any) -> None:
    name = f"h_reduce_{what}"
    try:
        checked_views(name, dst=dst, src=src)
        if dst.type is not src.type:
            raise TikError(
                "TIK-TYPE01",
                f"{name} keeps the dtype, and src is {src.type}, dst {dst.type}",
                position=here(),
                hint="use h_cast",
            )
        at = _axis(name, src, axis)
        if at is None:
            _sized(name, dst, 1)
            dst[0].set_as(_folded(core, what, src))
            return
        rest = tuple(n for i, n in enumerate(src.dims) if i != at)
        _sized(name, dst, _product(rest))
        if at < len(src.dims) - 1:
            _slices(core, what, dst, src, at)
        else:
            _rows(core, dst, src, lambda row: _folded(core, what, row))
    except TikError as error:
        core.collect(error)


def _axis(name: str, src: TensorView, axis: Any) -> int | None:
    """The axis counted from the front; None for all, and where there is but one."""
    if isinstance(axis, list | tuple):
        if len(axis) != 1:
            raise TikError(
                "TIK-SHAPE01", f"{name} reduces one axis or all, not {list(axis)}", position=here(), hint="call it twice"
            )
        (axis,) = axis
    if axis is None:
        return None
    n, rank = whole(axis, f"axis of {name}"), len(src.dims)
    if not isinstance(n, int) or not -rank <= n < rank:
        raise TikError("TIK-SHAPE01", f"axis {axis} of {name}: {src.name} has {rank} axes", position=here())
    return None if rank == 1 else n % rank


def _product(dims: tuple[Any, ...]) -> Any:
    size: Any = 1
    for n in dims:
        size = size * n
    return size


def _sized(name: str, dst: TensorView, wanted: Any) -> None:
    size = dst.size
    if isinstance(size, int) and isinstance(wanted, int) and size != wanted:
        raise TikError(
            "TIK-SHAPE01",
            f"dst of {name} has {size} elements, the result {wanted}",
            position=here(),
            hint=f"take a part of {wanted}: t[0:{wanted}]",
        )


def _rows(core: Core, dst: TensorView, src: TensorView, reduced: Any) -> None:
    """dst[r] = what is made of the r-th run along the last axis."""

    def walk(start: TensorView, index: Any, level: int) -> None:
        if level == len(src.dims) - 1:
            row = TensorView(src.tensor, start.byte, src.type, src.dims[-1:], src.row_pitches[-1:])
            dst[index].set_as(reduced(row))
            return
        with for_range(core, 0, src.dims[level]) as i:
            walk(start[i * src.row_pitches[level]], index * src.dims[level] + i, level + 1)

    walk(src, 0, 0)


def _slices(core: Core, what: str, dst: TensorView, src: TensorView, axis: int) -> None:
    """dst = the slices of src along an outer axis combined."""
    dims, pitches = list(src.dims), list(src.row_pitches)
    count, pitch = dims.pop(axis), pitches.pop(axis)
    if dst.pitches is None:
        dst = dst.reshape(dims)

    def part(index: Any) -> TensorView:
        start = src if isinstance(index, int) and index == 0 else src[index * pitch]
        return TensorView(src.tensor, start.byte, src.type, tuple(dims), tuple(pitches))

    if isinstance(pitch, int) and pitch * src.type.size % 32:
        raise TikError(
            "TIK-ALIGN02",
            f"slices of {src.name} along axis {axis} start {pitch * src.type.size} bytes apart, which are no whole blocks",
            position=here(),
            hint=f"declare them of a multiple of {32 // src.type.size} elements",
        )
    binary_op(core, "max", dst, part(0), part(0))  # a copy
    with for_range(core, 1, count) as i:
        binary_op(core, _WORDS[what], dst, dst, part(i))


def _folded(core: Core, what: str, src: TensorView) -> Scalar:
    """All elements combined, in a Scalar."""
    site, dtype = _SITES[what], src.type
    lanes, block = 256 // dtype.size, 32 // dtype.size
    result = declare_scalar(core, dtype, "h_reduced")
    with temporary(core, (dtype, lanes)) as (sums,):
        fill(core, sums, _neutral(what, dtype))
        traverse(
            core,
            site.parameters.name,
            (src,),
            lambda mask, at, n, by: add(core, site, (mask, sums, sums, *at, n, 0, 0, *by)),
        )
        width = lanes // 2
        while width >= block:
            add(core, site, (width, sums, sums, sums[width], 1, 8, 8, 8))
            width //= 2
        result.set_as(sums[0])
        for i in range(1, block):
            result.set_as(binary(_WORDS[what], result, sums[i].element()))
    return result


def _neutral(what: str, dtype: DType) -> int | float:
    if what == "sum":
        return 0
    if dtype.is_float:
        return float("-inf") if what == "max" else float("inf")
    low, high = (-(2 ** (dtype.bits - 1)), 2 ** (dtype.bits - 1) - 1) if dtype.kind == "i" else (0, 2**dtype.bits - 1)
    return low if what == "max" else high


def _arg(core: Core, what: str, dst: Any, src: Any, axis: Any) -> None:
    name = f"h_reduce_arg{what}"
    try:
        checked_views(name, dst=dst, src=src)
        if dst.type.is_float:
            raise TikError(
                "TIK-TYPE01", f"dst of {name} is {dst.type}; indices are integers", position=here(), hint="use int32"
            )
        at = _axis(name, src, axis)
        if at is None:
            if src.pitches is not None and len(grid(name, (src,)).dims) > 1:
                raise _last(name, src)
            _sized(name, dst, 1)
            dst[0].set_as(_first(core, name, what, src.flatten()))
            return
        if at < len(src.dims) - 1:
            raise _last(name, src)
        _sized(name, dst, _product(src.dims[:-1]))
        _rows(core, dst, src, lambda row: _first(core, name, what, row))
    except TikError as error:
        core.collect(error)


def _last(name: str, src: TensorView) -> TikError:
    return TikError(
        "TIK-CHIP01",
        f"{name} goes along the last axis, or over a view without gaps, not along another one of {src.name}",
        position=here(),
        hint="transpose the tensor first, or loop over its rows",
    )


def _first(core: Core, name: str, what: str, row: TensorView) -> Expr:
    """The index of the first extreme element of a row: of its whole repeats, and of what is left."""
    count, dtype = row.size, row.type
    lanes = 256 // dtype.size
    if not isinstance(count, int) or count > MOST_REPEATS * lanes or (dtype.size == 2 and count > 2**16):
        raise TikError("TIK-SHAPE01", f"{name} takes rows of a known size up to 65536, not {count}", position=here())
    full, rest = divmod(count, lanes)
    index = declare_scalar(core, i32, "h_index", 0)
    call = getattr(core, f"vec_reduce_{what}")
    bits = u16 if dtype.size == 2 else u32
    block = (dtype, 32 // dtype.size)
    with temporary(core, block, block, block, (dtype, 4 * max(full, 8) + 256)) as (one, two, both, work):
        if full:
            call(lanes, one, row, work, full, 8, cal_index=True)
            index.set_as(_index(one, bits))
        if rest:
            call(rest, two, row[full * lanes], work, 1, 8, cal_index=True)
        if full and rest:  # which of the two: one more instruction, as not every scalar pipe compares floats
            both[0].set_as(one[0])
            both[1].set_as(two[0])
            call(2, both, both, work, 1, 8, cal_index=True)
            with if_scope(core, _index(both, bits) != 0):
                index.set_as(_index(two, bits) + full * lanes)
        elif rest:
            index.set_as(_index(two, bits))
    return index


def _index(pair: TensorView, bits: DType) -> Expr:
    """The index behind a value."""
    return cast(pair.reinterpret_cast_to(bits)[1].element(), i32)
