"""Reductions of everything an instruction reads to one element: sequences of vcadd, vcmax, vcmin over a work tensor
(tik_api §9). Only dst[0] (and dst[1] with an index) is written.

Sums: on the split chips each group of 255 repeats adds its repeats up one after the other, and the groups' sums are added
in pairs; elsewhere repeats are added in pairs too, so the work tensor holds a partial result for each. Maxima keep (value,
index) pairs; with an index each stage has its own part of the work tensor, and the scalar pipe follows the winner back
through the stages. A number of repeats known only at run time takes branches and loops to the same instructions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tik.dsl.calls import Site, add
from tik.dsl.check import checked_scope, checked_types
from tik.dsl.control import else_scope, for_range, if_scope
from tik.dsl.scalar import Scalar
from tik.dsl.special import special
from tik.dsl.tensor import TensorView
from tik.dsl.value import flag, whole
from tik.ir import Const, Expr, as_expr
from tik.ir.expr import binary
from tik.isa.instruction import INSTRUCTIONS
from tik.isa.reduce import VcAddInOrder, VcMaxCount, VcMinCount
from tik.isa.special import MAX_MIN
from tik.types.dtypes import DType, i32, u16, u32, u64
from tik.types.errors import TikError, shown
from tik.types.positions import here
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["SIGNED", "vcmax", "vcmin", "vec_reduce_add", "vec_reduce_max", "vec_reduce_min"]

MOST_REPEATS = 4095
_REPEAT = 255
_EVEN = 0x5555555555555555  # the values among (value, index) pairs
_SITES = {
    call.name: Site.of(INSTRUCTIONS[name], call)
    for name in ("vcadd", "vcmax", "vcmin", "vmax", "pipe_barrier")
    for call in INSTRUCTIONS[name].calls
    if call.name == name
}
_IN_ORDER = Site(VcAddInOrder, "vec_reduce_add", "mask dst src repeat_times src_blk_stride src_rep_stride")
_PAIRS = "mask dst src repeat_times dst_rep_stride src_blk_stride src_rep_stride stride_unit=0 index_low=False max_min"
_COUNTING = {"vcmax": Site(VcMaxCount, "vcmax", _PAIRS), "vcmin": Site(VcMinCount, "vcmin", _PAIRS)}
SIGNED = {name: _SITES[name].parameters for name in _COUNTING}


def vcmax(core: Core, *args: Any, **keywords: Any) -> None:
    """dst pair r = (largest active lane of repeat r, its lane number), in the operands' dtype; NaN wins, then the first lane.

    The number is an integer bit pattern (uint16 bits in float16, uint32 bits in float32). ``dst_rep_stride`` counts pairs;
    ``index_low`` stores (number, value). ``max_cnt_index``: a list of one Scalar, for the largest lane of all repeats, or of
    three: also how many lanes equal it, and repeat * lanes + lane of the first; they stay when no lane is active. Pipe V.
    """
    _extreme(core, "vcmax", args, keywords)


def vcmin(core: Core, *args: Any, **keywords: Any) -> None:
    """dst pair r = (smallest active lane of repeat r, its lane number); otherwise as vcmax."""
    _extreme(core, "vcmin", args, keywords)


def _extreme(core: Core, name: str, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    try:
        *bound, wanted = SIGNED[name].bind(args, keywords)
        if wanted is None:
            add(core, _SITES[name], (*bound, None))
            return
        dst = bound[1]
        checked_scope(name, next(f for _, f in INSTRUCTIONS[name].mems()), dst)
        scalars = _scalars(name, SIGNED[name].names[-1], wanted, dst)
        before = len(core.errors)
        add(core, _COUNTING[name], (*bound, special(core, MAX_MIN, dst.type)))
        if len(core.errors) > before:
            return
        _order(core, "ALL")
        for place, scalar in enumerate(scalars):
            read = special(core, MAX_MIN, u32 if place else dst.type)[place].element()
            scalar.set_as(as_expr(read).astype(scalar.dtype))
    except TikError as error:
        core.collect(error)


def _scalars(name: str, what: str, wanted: Any, dst: Any) -> list[Scalar]:
    """The Scalars of max_cnt_index: [value] or [value, count, index]."""
    scalars = list(wanted) if isinstance(wanted, list | tuple) else [wanted]
    if len(scalars) not in (1, 3) or not all(isinstance(scalar, Scalar) for scalar in scalars):
        raise TikError(
            "TIK-TYPE02",
            f"{what} of {name} is {wanted!r}; [value] or [value, count, index] is possible, all Scalars",
            position=here(),
        )
    if isinstance(dst, TensorView) and scalars[0].dtype is not dst.type:
        raise TikError(
            "TIK-TYPE01",
            f"the value of {what} of {name} is {dst.type}, {scalars[0].name} is {scalars[0].dtype}",
            position=here(),
            hint=f"declare it as t.Scalar('{dst.type.name}')",
        )
    return scalars


def vec_reduce_add(
    core: Core,
    mask: Any,
    dst: TensorView,
    src: TensorView,
    work_tensor: TensorView,
    repeat_times: Any,
    src_rep_stride: Any,
) -> None:
    """dst[0] = the sum of the active lanes of all repeats, in the operands' dtype.

    A repeat's lanes are added in pairs. On split chips the repeats of each group of 255 are then added one after the other,
    and work_tensor holds a sum for each group; elsewhere repeats are added in pairs, and it holds ``repeat_times`` elements
    (TIK-MEM03). It may start where src or dst does, else it must not overlap them (TIK-SYNC02). ``repeat_times``: 1..4095,
    or a run-time number (0: nothing happens).
    """
    try:
        repeats = _checked(core, "vec_reduce_add", "vcadd", dst, src, work_tensor, repeat_times)
        in_order = bool(VcAddInOrder.supported(core.chip))
        if isinstance(repeats, int):
            need, each = (-(-repeats // _REPEAT), "groups of 255") if in_order else (repeats, "")
            why = f"one partial sum for each of {need} {each or 'repeats'}"
            _room(core, "vec_reduce_add", work_tensor, need, src.type, why)
            used = need if need > 1 else 0  # one partial sum goes straight to dst
            _apart("vec_reduce_add", mask, dst, src, work_tensor, repeats, src_rep_stride, (used, 1))
    except TikError as error:
        core.collect(error)
        return
    reduce = _sum_in_order if in_order else _sum_in_pairs
    _some(core, repeats, lambda count: reduce(core, mask, dst, src, work_tensor, count, src_rep_stride))


def _sum_in_order(core: Core, mask: Any, dst: TensorView, src: TensorView, work: TensorView, count: Any, stride: Any) -> None:
    def group(target: TensorView, first: Any, n: Any) -> None:
        add(core, _IN_ORDER, (mask, target, _repeat_of(src, first, stride), n, 1, stride))

    def groups() -> None:
        before = len(core.errors)
        _chunks(core, count, lambda number, first, n: group(work[number], first, n))
        if len(core.errors) == before:
            _order(core)
            _stage(core, "vcadd", _kept(core, (count + _REPEAT - 1) // _REPEAT, "groups"), dst, work, 1, 8, 1)

    _cases(core, count <= _REPEAT, lambda: group(dst, 0, count), groups)


def _sum_in_pairs(core: Core, mask: Any, dst: TensorView, src: TensorView, work: TensorView, count: Any, stride: Any) -> None:
    def several() -> None:
        if _stage(core, "vcadd", mask, work, src, count, stride, 1):
            _fold(core, dst, work, count, count if isinstance(count, int) else MOST_REPEATS)

    _cases(core, count == 1, lambda: _stage(core, "vcadd", mask, dst, src, 1, stride, 1), several)


def _fold(core: Core, dst: TensorView, work: TensorView, count: Any, most: int) -> None:
    """dst[0] = the sum of ``count`` partial sums, ``most`` at the most."""
    lanes = 256 // work.type.size
    _order(core)

    def last() -> None:
        _stage(core, "vcadd", count, dst, work, 1, 8, 1)

    def more() -> None:
        whole_repeats, rest = _kept(core, count // lanes, "whole"), _kept(core, count % lanes, "rest")
        _stage(core, "vcadd", lanes, work, work, whole_repeats, 8, 1)

        def tail() -> None:
            _order(core)
            _stage(core, "vcadd", rest, work[whole_repeats], work[whole_repeats * lanes], 1, 8, 1)

        _cases(core, rest > 0, tail)
        _fold(core, dst, work, _kept(core, (count + lanes - 1) // lanes, "left"), -(-most // lanes))

    _cases(core, most <= lanes or count <= lanes, last, more)


def vec_reduce_max(
    core: Core,
    mask: Any,
    dst: TensorView,
    src: TensorView,
    work_tensor: TensorView,
    repeat_times: Any,
    src_rep_stride: Any,
    cal_index: bool = False,
) -> None:
    """dst[0] = the largest active lane of all repeats (NaN wins, the first of equals); with ``cal_index`` dst[1] = its
    number, repeat * lanes + lane, as an integer bit pattern.

    work_tensor: ``2 * repeat_times`` elements; with an index the sum of all stages, each on whole blocks (TIK-MEM03). It may
    start where src or dst does, else it must not overlap them (TIK-SYNC02).
    """
    _best(core, "vec_reduce_max", "vcmax", mask, dst, src, work_tensor, repeat_times, src_rep_stride, cal_index)


def vec_reduce_min(
    core: Core,
    mask: Any,
    dst: TensorView,
    src: TensorView,
    work_tensor: TensorView,
    repeat_times: Any,
    src_rep_stride: Any,
    cal_index: bool = False,
) -> None:
    """dst[0] = the smallest active lane of all repeats; otherwise as vec_reduce_max."""
    _best(core, "vec_reduce_min", "vcmin", mask, dst, src, work_tensor, repeat_times, src_rep_stride, cal_index)


def stages(repeats: int, type: DType) -> list[tuple[int, int]]:
    """For each stage the start of its (value, index) pairs in the work tensor, in elements, and their number."""
    found = [(0, repeats)]
    while found[-1][1] > 1:
        found.append(_next(*found[-1], type))
    return found


def _next(at: Any, pairs: Any, type: DType) -> tuple[Any, Any]:
    """Start and number of the pairs that ``pairs`` pairs from ``at`` on come down to."""
    block, lanes = 32 // type.size, 256 // type.size
    return at + (2 * pairs + block - 1) // block * block, (2 * pairs + lanes - 1) // lanes


def _best(
    core: Core,
    name: str,
    op: str,
    mask: Any,
    dst: TensorView,
    src: TensorView,
    work: TensorView,
    repeat_times: Any,
    stride: Any,
    cal_index: bool,
) -> None:
    try:
        repeats = _checked(core, name, op, dst, src, work, repeat_times)
        cal_index = flag(cal_index, f"cal_index of {name}")
        if isinstance(repeats, int):
            plan = stages(repeats, src.type)
            why = f"(value, index) pairs for {repeats} repeats" + (f" in {len(plan)} stages" if cal_index else "")
            need = plan[-1][0] + 2 * plan[-1][1] if cal_index else 2 * repeats
            _room(core, name, work, need, src.type, why)
            _apart(name, mask, dst, src, work, repeats, stride, (need, 1 + cal_index))
    except TikError as error:
        core.collect(error)
        return

    def begin(count: Any) -> None:
        if _stage(core, op, mask, work, src, count, stride, 2):
            _descend(core, op, dst, work, [(0, count)], count if isinstance(count, int) else MOST_REPEATS, cal_index)

    _some(core, repeats, begin)


def _descend(
    core: Core, op: str, dst: TensorView, work: TensorView, plan: list[tuple[Any, Any]], most: int, cal_index: bool
) -> None:
    """dst[0] = the best of the pairs of the last stage of ``plan``, ``most`` at the most, through more stages."""
    lanes = 256 // work.type.size
    source, count = plan[-1]

    def again() -> None:
        _order(core)
        target, left = _next(source, count, work.type)
        # without an index the stages share their place: each is read before it is overwritten
        target = _kept(core, target, "stage") if cal_index else 0
        full, rest = _kept(core, 2 * count // lanes, "full"), _kept(core, 2 * count % lanes, "rest")
        _cases(core, full > 0, lambda: _stage(core, op, _values(lanes), work[target], work[source], full, 8, 2))

        def tail() -> None:
            if not isinstance(full, int) or full:
                _order(core)
            _stage(core, op, _values(rest), work[target + 2 * full], work[source + full * lanes], 1, 8, 2)

        _cases(core, rest > 0, tail)
        _descend(core, op, dst, work, [*plan, (target, _kept(core, left, "left"))], -(-2 * most // lanes), cal_index)

    _cases(core, most == 1 or count == 1, lambda: _finish(core, dst, work, plan, lanes, cal_index), again)


def _finish(core: Core, dst: TensorView, work: TensorView, plan: list[tuple[Any, Any]], lanes: int, cal_index: bool) -> None:
    """The value, and with ``cal_index`` the number, of the one pair left."""
    last = work[plan[-1][0]]
    _order(core, "ALL" if cal_index else "V")
    if not cal_index and all(isinstance(x.ref.offset, int) and x.ref.offset % 32 == 0 for x in (dst, last)):
        add(core, _SITES["vmax"], (1, dst, last, last, 1, 1, 1, 1, 8, 8, 8, 0))
        return
    if not cal_index:
        _order(core, "ALL")
    dst[0].set_as(last)
    if cal_index:
        _follow(core, dst, work, plan, lanes)


def _values(elements: Any) -> list[Any]:
    """The mask of the values among ``elements`` elements of pairs (at run time: 2 of them at least)."""
    if isinstance(elements, int):
        bits = (_EVEN << 64 | _EVEN) & ((1 << elements) - 1)
        return [bits >> 64, bits & (1 << 64) - 1]
    low = binary("shr", Const(_EVEN, u64), 64 - binary("min", elements, 64))
    high = binary("shr", Const(_EVEN >> 2, u64), 62 - binary("max", elements - 64, 0))  # 126 elements at the most
    return [high, low]


def _follow(core: Core, dst: TensorView, work: TensorView, plan: list[tuple[Any, Any]], lanes: int) -> None:
    """dst[1] = the number of the winning lane, found by following the lane numbers from the last stage to the first."""
    bits = u16 if work.type.size == 2 else u32
    numbers = work.reinterpret_cast_to(bits)
    pair: Any = 0
    for stage in range(len(plan) - 1, -1, -1):
        found = Scalar(core, i32, "winner")
        lane = as_expr(numbers[pair * 2 + plan[stage][0] + 1].element()).astype(i32)
        found.set_as(pair * (lanes if stage == 0 else lanes // 2) + (lane if stage == 0 else lane / 2))
        pair = found
    dst.reinterpret_cast_to(bits)[1].set_as(pair)


# ------------------------------------------------------------------------------------------- counts known at run time
def _some(core: Core, repeats: int | Expr, body: Callable[[Any], None]) -> None:
    """The body for a number of repeats; a run-time one may be 0, then nothing happens."""
    if isinstance(repeats, int):
        body(repeats)
        return
    count = _kept(core, repeats, "repeats")
    with if_scope(core, count > 0):
        body(count)


def _kept(core: Core, x: Any, name: str) -> Any:
    """A number as it is, an expression in a register."""
    if not isinstance(x, Expr):
        return x
    scalar = Scalar(core, i32, name)
    scalar.set_as(x)
    return scalar


def _cases(core: Core, holds: Any, then: Callable[[], Any], otherwise: Callable[[], Any] | None = None) -> None:
    """One of two parts: now, where the condition is known, else as a branch of the kernel."""
    if not isinstance(holds, Expr):
        if holds:
            then()
        elif otherwise is not None:
            otherwise()
        return
    with if_scope(core, holds):
        then()
    if otherwise is not None:
        with else_scope(core):
            otherwise()


def _chunks(core: Core, repeats: Any, body: Callable[[Any, Any, Any], None]) -> None:
    """``body(number, first repeat, repeats)`` for every 255 repeats."""
    if isinstance(repeats, int):
        for first in range(0, repeats, _REPEAT):
            body(first // _REPEAT, first, min(_REPEAT, repeats - first))
        return
    with for_range(core, 0, (repeats + _REPEAT - 1) // _REPEAT, name="chunk") as number:
        body(number, number * _REPEAT, binary("min", repeats - number * _REPEAT, _REPEAT))


def _repeat_of(src: TensorView, first: Any, stride: Any) -> TensorView:
    """The view from a repeat on."""
    return src if isinstance(first, int) and first == 0 else src[first * stride * (32 // src.type.size)]


def _checked(core: Core, name: str, op: str, dst: Any, src: Any, work: Any, repeat_times: Any) -> int | Expr:
    """The number of repeats, after what the stages would complain about under another name."""
    operands = (("dst", dst), ("src", src), ("work_tensor", work))
    for what, view in operands:
        if not isinstance(view, TensorView):
            hint = "give a tensor or a view of one: t[i]"
            raise TikError("TIK-TYPE02", f"{what} of {name} is {shown(view)}, not a tensor", position=here(), hint=hint)
    for what, view in operands:
        if view.tensor.scope is not Scope.UB:
            raise TikError(
                "TIK-TYPE03",
                f"{what} of {name} lies in {view.tensor.scope}, the instruction works on UB",
                position=here(),
                details=(f"{what} is {view.name}",),
                hint="move it there with data_move",
            )
        if view.type is not src.type:
            raise TikError(
                "TIK-TYPE01",
                f"{name} needs dst, src and work_tensor of one dtype: {what} is {view.type}, src {src.type}",
                position=here(),
            )
    checked_types(core.chip, name, INSTRUCTIONS[op], {"dst": dst, "src": src})
    n = whole(repeat_times, f"repeat_times of {name}")
    if isinstance(n, Expr):
        return n
    if not 1 <= n <= MOST_REPEATS:
        raise TikError(
            "TIK-REPEAT01",
            f"repeat_times is {n}, possible are 1..{MOST_REPEATS}",
            position=here(),
            details=(f"{name}: one call reduces at most {MOST_REPEATS} repeats",),
        )
    return n


def _apart(
    name: str, mask: Any, dst: TensorView, src: TensorView, work: TensorView, repeats: int, stride: Any, sizes: Any
) -> None:
    """The work tensor may start where src or dst does, else shares no byte with them; ``sizes`` of (work, dst) in elements."""
    size, at = src.type.size, work.ref.offset
    end = at + sizes[0] * size if isinstance(at, int) else 0
    lanes = mask if isinstance(mask, int) else 256 // size if isinstance(mask, list | tuple) else 1
    step = stride * 32 if isinstance(stride, int) else 0
    for what, view, nbytes, count in (("dst", dst, sizes[1] * size, 1), ("src", src, lanes * size, repeats if step else 1)):
        first = view.ref.offset
        if view.tensor is not work.tensor or not isinstance(at, int) or not isinstance(first, int) or first == at:
            continue
        if any(at < first + r * step + nbytes and first + r * step < end for r in range(count)):
            raise TikError(
                "TIK-SYNC02",
                f"work_tensor of {name} overlaps {what}",
                position=here(),
                details=(f"work_tensor uses bytes {at}..{end} of {work.name}, {what} begins at byte {first}",),
                hint=f"use another part of {work.name}, or start both at the same element",
            )


def _room(core: Core, name: str, work: TensorView, need: int, type: DType, why: str) -> None:
    offset, has = work.ref.offset, work.size
    declared = math.prod(work.tensor.shape, start=work.tensor.dtype.size)
    if isinstance(offset, int) and isinstance(declared, int):  # an indexed view reaches to the end of its tensor
        has = (declared - offset) // type.size
    if isinstance(has, int) and has < need:
        raise TikError(
            "TIK-MEM03",
            f"work_tensor of {name} has {has} elements, {need} are needed",
            position=here(),
            details=(f"{why}; {work.name} has shape {work.shape}",),
            hint=f"declare it with at least {need} elements of {type}",
        )


def _stage(core: Core, op: str, mask: Any, dst: TensorView, src: TensorView, repeats: Any, stride: Any, width: int) -> bool:
    """One result of ``width`` elements a repeat, at most 255 repeats an instruction; False after a mistake."""
    before = len(core.errors)

    def chunk(_: Any, first: Any, n: Any) -> None:
        if len(core.errors) == before:
            target = dst if isinstance(first, int) and first == 0 else dst[first * width]
            options = (False, None) if op != "vcadd" else ()
            add(core, _SITES[op], (mask, target, _repeat_of(src, first, stride), n, 1, 1, stride, 0, *options))

    _chunks(core, repeats, chunk)
    return len(core.errors) == before


def _order(core: Core, pipe: str = "V") -> None:
    """Where the author switched the scheduler off, the stages order themselves."""
    if core.unsynchronised:
        add(core, _SITES["pipe_barrier"], (pipe,))
