"""The high-precision calls (tik_api §7): how large their work tensor must be, and what may overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.dsl.calls import Site, add
from tik.dsl.check import checked_mask, checked_types
from tik.dsl.parameters import Parameters
from tik.dsl.tensor import TensorView
from tik.dsl.value import whole
from tik.isa.highprecision import HighPrecision, VExpm1HighPreci, VLnHighPreci, VRecHighPreci, VRsqrtHighPreci
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.core import Core
    from tik.isa.fields import Mask

__all__ = ["SIGNED", "vec_expm1_high_preci", "vec_ln_high_preci", "vec_rec_high_preci", "vec_rsqrt_high_preci"]

_TEXT = "mask dst src work_tensor work_bytes repeat_times dst_rep_stride src_rep_stride"
_OPS: tuple[type[HighPrecision], ...] = (VRecHighPreci, VRsqrtHighPreci, VLnHighPreci, VExpm1HighPreci)
_SITES = {op: Site(op, op.calls[0].name, _TEXT) for op in _OPS}
_CALLS = {op: Parameters(op.calls[0].name, op.calls[0].parameters) for op in _OPS}

SIGNED = {parameters.name: parameters for parameters in _CALLS.values()}


def vec_rec_high_preci(core: Core, *args: Any, **keywords: Any) -> None:
    """dst = 1 / src, within 1 ulp of the dtype (f16, f32).

    work_tensor: f32, at least 2 elements (f32 data) or 4 (f16) for each element of src from the first to the last read, that
    span rounded up to whole blocks (TIK-MEM03). Its contents are lost.
    """
    _refined(core, VRecHighPreci, args, keywords)


def vec_rsqrt_high_preci(core: Core, *args: Any, **keywords: Any) -> None:
    """dst = 1 / sqrt(src), within 1 ulp of the dtype (f16, f32).

    work_tensor: f32, at least 3 elements (4 on Ascend310), 2 more with f16 data, for each element of src's span, rounded up to
    whole blocks (TIK-MEM03). Its contents are lost.
    """
    _refined(core, VRsqrtHighPreci, args, keywords)


def vec_ln_high_preci(core: Core, *args: Any, **keywords: Any) -> None:
    """dst = ln(src), within 1 ulp of f16.

    work_tensor: f16, at least 10 elements for each element of src's span, rounded up to whole blocks (TIK-MEM03). Its contents
    are lost.
    """
    _refined(core, VLnHighPreci, args, keywords)


def vec_expm1_high_preci(core: Core, *args: Any, **keywords: Any) -> None:
    """dst = e ** src - 1, within 1 ulp of f16, also near 0.

    work_tensor: f16, at least 11 elements for each element of src's span, rounded up to whole blocks (TIK-MEM03). Its contents
    are lost.
    """
    _refined(core, VExpm1HighPreci, args, keywords)


def _refined(core: Core, op: type[HighPrecision], args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    try:
        mask, dst, src, work, repeat, dst_stride, src_stride = _CALLS[op].bind(args, keywords)
        used = 0
        if all(isinstance(view, TensorView) for view in (dst, src, work)):
            used = _work_bytes(core, op, mask, dst, src, work, repeat, dst_stride, src_stride)
    except TikError as error:
        core.collect(error)
        return
    add(core, _SITES[op], (mask, dst, src, work, used, repeat, dst_stride, src_stride))


def _work_bytes(
    core: Core,
    op: type[HighPrecision],
    mask: Any,
    dst: TensorView,
    src: TensorView,
    work: TensorView,
    repeat: Any,
    dst_stride: Any,
    src_stride: Any,
) -> int:
    """How many bytes of the work tensor are used; with a run-time mask, repeat or stride all it has."""
    name = _CALLS[op].name
    types = checked_types(core.chip, name, op, {"dst": dst, "src": src, "work_tensor": work})
    active = checked_mask(name, mask, "normal", op.counted(types))
    has = _reach(work)
    if has is None:
        raise TikError(
            "TIK-CHIP01",
            f"the size of work_tensor of {name} is known at run time only",
            position=here(),
            hint="declare it with a shape of integers",
        )
    lanes = _last_lane(active)
    numbers = [whole(n, f"a count of {name}") for n in (repeat, dst_stride, src_stride)]
    known = [n for n in numbers if isinstance(n, int)]
    if lanes is None or len(known) < len(numbers):
        return has * work.type.size
    repeats, *strides = known
    block = 32 // src.type.size
    to, of = ((max(repeats, 1) - 1) * stride * block + lanes for stride in strides)
    if isinstance(src.size, int) and src.size < of:
        raise TikError(
            "TIK-BOUNDS01",
            f"src of {name} is a view of {src.size} elements, {of} are read",
            position=here(),
            hint="give a slice that holds them all, t[i:], not the one element t[i]" if src.size == 1 else None,
        )
    need = op.work_elements(core.chip, types) * (-(-of // block) * block)
    if has < need:
        raise TikError(
            "TIK-MEM03",
            f"work_tensor of {name} has {has} elements, {need} are needed",
            position=here(),
            details=(
                f"{op.work_elements(core.chip, types)} of {work.type} for each of {-(-of // block) * block} elements of src: "
                f"the {of} from its first to its last, in whole blocks",
            ),
            hint=f"declare it with at least {need} elements of {work.type}",
        )
    for what, view, elements in (("dst", dst, to), ("src", src, of)):
        _apart(name, work, need * work.type.size, what, view, elements * view.type.size)
    return need * work.type.size


def _last_lane(mask: Mask) -> int | None:
    """Lanes up to the last active one, or None when that is known at run time only."""
    if not (isinstance(mask.high, int) and isinstance(mask.low, int)):
        return None
    return mask.low if mask.mode == 2 else (mask.high << 64 | mask.low).bit_length()


def _reach(work: TensorView) -> int | None:
    """Elements of the work tensor: those of a slice, or from one element t[i] to the end; None: not known yet."""
    size = work.size
    if size == 1 and isinstance(work.ref.offset, int) and work.tensor.nbytes is not None:
        size = (work.tensor.nbytes - work.ref.offset) // work.type.size
    return size if isinstance(size, int) else None


def _apart(name: str, work: TensorView, nbytes: int, what: str, view: TensorView, used: int) -> None:
    """The part of the work tensor in use must not touch an operand."""
    first, other = work.ref.offset, view.ref.offset
    if work.tensor is not view.tensor or not (isinstance(first, int) and isinstance(other, int)):
        return
    if first < other + used and other < first + nbytes:
        raise TikError(
            "TIK-SYNC02",
            f"work_tensor of {name} overlaps {what}",
            position=here(),
            details=(
                f"work_tensor: bytes {first}..{first + nbytes}, {what}: bytes {other}..{other + used} of {work.tensor.name}",
            ),
            hint="give it a tensor of its own",
        )
