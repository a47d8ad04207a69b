"""Calls of non-maximum suppression that work on special registers (tik_api §12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.dsl.calls import Site, add
from tik.dsl.special import special
from tik.dsl.tensor import TensorView
from tik.ir import Alloc, Instr, MemRef
from tik.isa.nms import RpnCor, RpnCorDiag, SetRpnCorIr, SetRpnOffset, VIou, VRpAc
from tik.isa.special import RPN_COR_IR, RPN_OFFSET
from tik.types.dtypes import DType, f16, f32, u16
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["CorIr", "rpn_cor", "rpn_cor_diag", "set_rpn_cor_ir", "set_rpn_offset", "viou", "vrpac"]

_SET_OFFSET = Site(SetRpnOffset, "set_rpn_offset", "rpn_offset offset")
_AREA = Site(VRpAc, "vrpac", "dst src rpn_offset repeat_times")
_OVERLAP = Site(VIou, "viou", "dst src0 src1 rpn_offset repeat_times")
_SET_IR = Site(SetRpnCorIr, "set_rpn_cor_ir", "rpn_cor_ir number")
_COR = Site(RpnCor, "rpn_cor", "src0 src1 rpn_cor_ir src0_rep_stride src1_rep_stride repeat_times")
_DIAGONAL = Site(RpnCorDiag, "rpn_cor_diag", "dst src rpn_cor_ir")
_ALWAYS = ("kernel", "cores", "block")  # scopes whose body runs, once for each time around it


class CorIr:
    """The suppression word set_rpn_cor_ir and rpn_cor leave in its register, as rpn_cor_diag takes it."""

    __slots__ = ("core",)

    def __init__(self, core: Core) -> None:
        self.core = core

    def __repr__(self) -> str:
        return "the rpn_cor register"


def set_rpn_offset(core: Core, offset: Any, offset_dtype: str = "float16") -> None:
    """What vrpac and viou add to widths and heights from here on; 1 before the first call. ``offset_dtype``: "float16", or
    "float32" where proposals may be f32."""
    types = {"float16": f16, "float32": f32}
    if not isinstance(offset_dtype, str) or offset_dtype not in types:
        core.mistake("TIK-TYPE01", f"offset_dtype of set_rpn_offset is {offset_dtype!r}", hint='"float16" or "float32"')
        return
    if all(frame.kind in _ALWAYS for frame in core.frames):
        core.has_rpn_offset = True
    add(core, _SET_OFFSET, (special(core, RPN_OFFSET, types[offset_dtype]), offset))


def vrpac(core: Core, dst: TensorView, src: TensorView, repeat_times: Any) -> None:
    """dst[i] = area of proposal i, (x2 - x1 + offset) * (y2 - y1 + offset), 16 a repeat (1..255); set_rpn_offset sets the
    offset, which starts at 1."""
    add(core, _AREA, (dst, src, _offset(core, dst), repeat_times))


def viou(core: Core, dst: TensorView, src0: TensorView, src1: TensorView, repeat_times: Any) -> None:
    """dst[i*16 + j] = area common to proposal i of src0, 16 a repeat (1..255), and proposal j of the 16 of src1."""
    add(core, _OVERLAP, (dst, src0, src1, _offset(core, dst), repeat_times))


def _offset(core: Core, dst: Any) -> TensorView:
    """The offset register; unless the kernel has set it, it is 1 from the kernel's start on."""
    type: DType = dst.type if isinstance(dst, TensorView) else f16
    view = special(core, RPN_OFFSET, type)
    if not core.has_rpn_offset:
        core.has_rpn_offset = True
        start = Instr(SetRpnOffset, (f16,), (MemRef(view.tensor, RPN_OFFSET.byte), 1.0), here())
        body = core.frames[0].body
        declared = next(i for i, stmt in enumerate(body) if isinstance(stmt, Alloc) and stmt.tensor is view.tensor)
        body.insert(declared + 1, start)
    return view


def set_rpn_cor_ir(core: Core, number: Any) -> CorIr:
    """Start the suppression word: bit j says that box j of the block is suppressed. Returns the register for rpn_cor_diag."""
    add(core, _SET_IR, (special(core, RPN_COR_IR, u16), number))
    return CorIr(core)


def rpn_cor(
    core: Core, src0: TensorView, src1: TensorView, src0_rep_stride: Any, src1_rep_stride: Any, repeat_times: Any
) -> CorIr:
    """Or into the suppression word the uint16 words src0[i] of all boxes i that are kept (uint16 src1[i] is 0), 16 a repeat;
    strides in blocks of 32 bytes. Returns the register for rpn_cor_diag."""
    add(core, _COR, (src0, src1, special(core, RPN_COR_IR, u16), src0_rep_stride, src1_rep_stride, repeat_times))
    return CorIr(core)


def rpn_cor_diag(core: Core, dst: TensorView, src: TensorView, src_register: CorIr) -> None:
    """The last block against itself: dst[j] = 1 where the suppression word or the word src[i] of a kept box i < j has bit j,
    else 0; uint16. ``src_register`` is what rpn_cor or set_rpn_cor_ir returned."""
    if not isinstance(src_register, CorIr) or src_register.core is not core:
        core.collect(
            TikError(
                "TIK-TYPE02",
                f"src_register of rpn_cor_diag is {src_register!r}",
                position=here(),
                hint="give what rpn_cor or set_rpn_cor_ir returned",
            )
        )
        return
    add(core, _DIAGONAL, (dst, src, special(core, RPN_COR_IR, u16)))
