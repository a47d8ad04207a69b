"""Reductions of everything an instruction reads to one element: sequences of vcadd, vcmax, vcmin over a work tensor
(tik_api §9). Only dst[0] (and dst[1] with an index) is written.

Sums are pairwise between repeats too, on every chip: the same tree everywhere, so the work tensor holds a partial
result for each repeat. Maxima keep (value, index) pairs; with an index each stage has its own part of the work tensor,
and the scalar pipe follows the winner back through the stages.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tik.dsl.calls import Site, add
from tik.dsl.check import checked_types
from tik.dsl.scalar import Scalar
from tik.dsl.tensor import TensorView
from tik.dsl.value import whole
from tik.ir import Expr, as_expr
from tik.isa.instruction import INSTRUCTIONS
from tik.types.dtypes import DType, i32, u16, u32
from tik.types.errors import TikError
from tik.types.positions import here
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["vec_reduce_add", "vec_reduce_max", "vec_reduce_min"]

MOST_REPEATS = 4095
_REPEAT = 255
_EVEN = 0x5555555555555555  # the values among (value, index) pairs
_SITES = {
    call.name: Site.of(INSTRUCTIONS[name], call)
    for name in ("vcadd", "vcmax", "vcmin", "vmax", "pipe_barrier")
    for call in INSTRUCTIONS[name].calls
    if call.name == name
}


def vec_reduce_add(
    core: Core,
    mask: Any,
    dst: TensorView,
    src: TensorView,
    work_tensor: TensorView,
    repeat_times: int,
    src_rep_stride: int,
) -> None:
    """dst[0] = the sum of the active lanes of all repeats, pairwise in the operands' dtype.

    work_tensor: ``repeat_times`` elements at least (TIK-MEM03). ``repeat_times`` is an integer 1..4095.
    """
    try:
        repeats = _checked(core, "vec_reduce_add", "vcadd", dst, src, work_tensor, repeat_times)
        _room(core, "vec_reduce_add", work_tensor, repeats, src.type, f"one partial sum for each of {repeats} repeats")
    except TikError as error:
        core.collect(error)
        return
    target = dst if repeats == 1 else work_tensor
    if not _stage(core, "vcadd", mask, target, src, repeats, src_rep_stride, 1):
        return
    lanes = 256 // src.type.size
    while repeats > 1:
        _order(core)
        whole_repeats, rest = divmod(repeats, lanes)
        target = dst if repeats <= lanes else work_tensor
        if whole_repeats:
            _stage(core, "vcadd", lanes, target, work_tensor, whole_repeats, 8, 1)
        if rest:
            if whole_repeats:
                _order(core)
            _stage(
                core,
                "vcadd",
                rest,
                target if repeats <= lanes else work_tensor[whole_repeats],
                work_tensor[whole_repeats * lanes],
                1,
                8,
                1,
            )
        repeats = whole_repeats + (rest > 0)


def vec_reduce_max(
    core: Core,
    mask: Any,
    dst: TensorView,
    src: TensorView,
    work_tensor: TensorView,
    repeat_times: int,
    src_rep_stride: int,
    cal_index: bool = False,
) -> None:
    """dst[0] = the largest active lane of all repeats (NaN wins, the first of equals); with ``cal_index`` dst[1] = its
    number, repeat * lanes + lane, as an integer bit pattern.

    work_tensor: ``2 * repeat_times`` elements; with an index the sum of all stages, each on whole blocks (TIK-MEM03).
    """
    _best(core, "vec_reduce_max", "vcmax", mask, dst, src, work_tensor, repeat_times, src_rep_stride, cal_index)


def vec_reduce_min(
    core: Core,
    mask: Any,
    dst: TensorView,
    src: TensorView,
    work_tensor: TensorView,
    repeat_times: int,
    src_rep_stride: int,
    cal_index: bool = False,
) -> None:
    """dst[0] = the smallest active lane of all repeats; otherwise as vec_reduce_max."""
    _best(core, "vec_reduce_min", "vcmin", mask, dst, src, work_tensor, repeat_times, src_rep_stride, cal_index)


def stages(repeats: int, type: DType) -> list[tuple[int, int]]:
    """For each stage the start of its (value, index) pairs in the work tensor, in elements, and their number."""
    pairs, block, at = repeats, 32 // type.size, 0
    found = [(at, pairs)]
    while pairs > 1:
        at += -(-2 * pairs // block) * block
        pairs = -(-2 * pairs // (256 // type.size))
        found.append((at, pairs))
    return found


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
        plan = stages(repeats, src.type)
        if not cal_index:  # the stages may share their place: each is read before it is overwritten
            plan = [(0, pairs) for _, pairs in plan]
        need = max(2 * repeats, plan[-1][0] + 2 * plan[-1][1])
        _room(
            core,
            name,
            work,
            need,
            src.type,
            f"(value, index) pairs for {repeats} repeats" + (f" in {len(plan)} stages" if cal_index else ""),
        )
    except TikError as error:
        core.collect(error)
        return
    if not _stage(core, op, mask, work, src, repeats, stride, 2):
        return
    lanes = 256 // src.type.size
    for (source, count), (target, _) in pairwise(plan):
        _order(core)
        full, rest = divmod(2 * count, lanes)
        if full:
            _stage(core, op, _values(lanes), work[target], work[source], full, 8, 2)
        if rest:
            if full:
                _order(core)
            _stage(core, op, _values(rest), work[target + 2 * full], work[source + full * lanes], 1, 8, 2)
    last = work[plan[-1][0]]
    _order(core, "ALL" if cal_index else "V")
    if not cal_index and isinstance(dst.ref.offset, int) and dst.ref.offset % 32 == 0:
        add(core, _SITES["vmax"], (1, dst, last, last, 1, 1, 1, 1, 8, 8, 8, 0))
        return
    if not cal_index:
        _order(core, "ALL")
    dst[0].set_as(last)
    if cal_index:
        _follow(core, dst, work, plan, lanes)


def _values(elements: int) -> list[int]:
    """The mask of the values among ``elements`` elements of pairs."""
    bits = (_EVEN << 64 | _EVEN) & ((1 << elements) - 1)
    return [bits >> 64, bits & (1 << 64) - 1]


def _follow(core: Core, dst: TensorView, work: TensorView, plan: list[tuple[int, int]], lanes: int) -> None:
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


def _checked(core: Core, name: str, op: str, dst: Any, src: Any, work: Any, repeat_times: Any) -> int:
    """The number of repeats, after what the stages would complain about under another name."""
    for what, view in (("dst", dst), ("src", src), ("work_tensor", work)):
        if not isinstance(view, TensorView):
            raise TikError("TIK-TYPE02", f"{what} of {name} is {view!r}, not a tensor", position=here())
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
        raise TikError(
            "TIK-CHIP01",
            f"a run-time repeat_times of {name} is not in the kit yet",
            position=here(),
            hint="loop with vcadd, vcmax or vcmin and a run-time repeat_times of at most 255",
        )
    if not 1 <= n <= MOST_REPEATS:
        raise TikError(
            "TIK-REPEAT01",
            f"repeat_times is {n}, possible are 1..{MOST_REPEATS}",
            position=here(),
            details=(f"{name}: one call reduces at most {MOST_REPEATS} repeats",),
        )
    return n


def _room(core: Core, name: str, work: TensorView, need: int, type: DType, why: str) -> None:
    offset = work.ref.offset
    has = work.size
    if isinstance(offset, int) and work.tensor.nbytes is not None:  # an indexed view reaches to the end of its tensor
        has = (work.tensor.nbytes - offset) // type.size
    if isinstance(has, int) and has < need:
        raise TikError(
            "TIK-MEM03",
            f"work_tensor of {name} has {has} elements, {need} are needed",
            position=here(),
            details=(f"{why}; {work.name} has shape {work.shape}",),
            hint=f"declare it with at least {need} elements of {type}",
        )


def _stage(core: Core, op: str, mask: Any, dst: TensorView, src: TensorView, repeats: int, stride: Any, width: int) -> bool:
    """One result of ``width`` elements a repeat, at most 255 repeats an instruction; False after a mistake."""
    before = len(core.errors)
    for first in range(0, repeats, _REPEAT):
        n = min(_REPEAT, repeats - first)
        target = dst if first == 0 else dst[first * width]
        source = src if first == 0 else src[first * stride * (32 // src.type.size)]
        add(core, _SITES[op], (mask, target, source, n, 1, 1, stride, 0) + ((False, None) if op != "vcadd" else ()))
        if len(core.errors) > before:
            return False
    return True


def _order(core: Core, pipe: str = "V") -> None:
    """Where the author switched the scheduler off, the stages order themselves."""
    if core.unsynchronised:
        add(core, _SITES["pipe_barrier"], (pipe,))
