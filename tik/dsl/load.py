"""Loads into the cube side's buffers and multiply-add (tik_api §13): calls whose instruction depends on the operands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tik.chips import chips_with, listed_chips, unsupported
from tik.dsl.calls import Site, add
from tik.dsl.move import Path, no_path, path_of, scopes
from tik.dsl.parameters import Parameters
from tik.dsl.value import whole
from tik.ir import Expr
from tik.ir.expr import binary, cast
from tik.isa.col2img import Col2img
from tik.isa.cube import LoadGmL0A, LoadGmL0B, LoadGmL1, LoadL0A, LoadL0B, Mmad, MmadBias
from tik.isa.fractal import BroadcastUbL0c, FillL0A, FillL0B, FillL1
from tik.isa.load3d import Load3dL0A, Load3dL0B, Load3dMatrix, Load3dUb
from tik.types.dtypes import i32
from tik.types.errors import TikError
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = [
    "broadcast_ub_to_l0c",
    "col2img",
    "load2dv1",
    "load2dv2",
    "load3dv1",
    "load3dv2",
    "mmad",
    "tensor_padding_with_matrix",
]


def _flat(text: str) -> str:
    """The parameters with the four paddings apart, and repeat_time as the field is called."""
    pads = "pad_left pad_right pad_top pad_bottom"
    return " ".join(pads if w in ("pad", "pad_list") else w for w in text.split()).replace("repeat_time", "repeat_times")


_MMAD = next(call.parameters for call in Mmad.calls).replace("dst ", "dst_fm ", 1)  # as TIK spells it
_2D1 = "dst src index repeat_times src_stride sid if_transpose=False addr_mode=None"
_2D2 = "dst src start_index repeat_times dst_gap src_stride sid if_transpose=False addr_mode=None"
_3D1 = Parameters("load3dv1", next(call.parameters for call in Load3dL0A.calls))
_3D2 = Parameters("load3dv2", next(call.parameters for call in Load3dMatrix.calls))
_IMG = Parameters("col2img", next(call.parameters for call in Col2img.calls))
_FILL = "dst repeat_times value=None"

_LOADS = (LoadL0A, LoadL0B, LoadGmL1, LoadGmL0A, LoadGmL0B)
_LOADS1 = {path_of(op): Site(op, "load2dv1", _2D1) for op in _LOADS}
_LOADS2 = {path_of(op): Site(op, "load2dv2", _2D2, {"index": "start_index"}) for op in _LOADS}
_IMAGES = {
    path_of(op): Site(op, "load3dv1", _flat(next(call.parameters for call in op.calls)))
    for op in (Load3dL0A, Load3dL0B, Load3dUb)
}
_MATRIX = Site(Load3dMatrix, "load3dv2", _flat(next(call.parameters for call in Load3dMatrix.calls)))
_COL2IMG = Site(Col2img, "col2img", _flat(next(call.parameters for call in Col2img.calls)))
_BROADCAST = Site(BroadcastUbL0c, "broadcast_ub_to_l0c", "dst src nburst burst_len dst_gap src_gap")
_FILLS = {op.fields[0].scopes[0]: Site(op, "tensor_padding_with_matrix", _FILL) for op in (FillL0A, FillL0B, FillL1)}
_PRODUCT = Site(Mmad, "mmad", _MMAD, {"dst": "dst_fm"})
_PRODUCT_BIAS = Site(MmadBias, "mmad", _MMAD.replace(" is_bias", "").replace("bias_tensor", "bias"), {"dst": "dst_fm"})


def load2dv1(core: Core, *args: Any, **keywords: Any) -> None:
    """Copy ``repeat_times`` 512-byte fractals from number ``index`` on, ``src_stride`` apart: L1 to L0A or L0B (pipe MTE1),
    or GM to L1, L0A or L0B (pipe MTE2).

    ``if_transpose`` (from L1): each fractal of 16 x 16 16-bit elements is transposed. ``addr_mode`` 0: source numbers rise
    by src_stride; 1: they fall.
    """
    _load(core, "load2dv1", _LOADS1, args, keywords)


def load2dv2(core: Core, *args: Any, **keywords: Any) -> None:
    """As load2dv1, with a gap of ``dst_gap`` fractals between destinations."""
    _load(core, "load2dv2", _LOADS2, args, keywords)


def _load(core: Core, name: str, sites: dict[Path, Site], args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    try:
        parameters = next(iter(sites.values())).parameters
        bound = list(parameters.bind(args, keywords))
        path = scopes(name, bound[0], bound[1])
        if path not in sites:
            raise no_path(name, path, sites)
        if not core.chip.supports(name):
            raise unsupported(core.chip, name)
        if path[1] is Scope.GM and bound[-2]:
            raise TikError(
                "TIK-CHIP01",
                f"{name} does not transpose fractals of GM",
                hint="load them into L1 as they lie, and transpose them on the way to L0A or L0B",
            )
        at = parameters.names.index("src_stride")
        bound[at] = _directed(name, bound[at], bound[-1])
        bound[-1] = None
    except TikError as error:
        core.collect(error)
        return
    add(core, sites[path], tuple(bound))


def _directed(name: str, stride: Any, mode: Any) -> Any:
    """The step between source fractals: falling by addr_mode 1."""
    stride = whole(stride, f"src_stride of {name}")
    if isinstance(stride, int) and stride < 0:
        raise TikError("TIK-REPEAT01", f"src_stride is {stride}, at least 0", hint="addr_mode=1 walks backwards")
    if mode in (None, 0, "inc"):
        return stride
    if mode not in (1, "dec"):
        raise TikError("TIK-TYPE02", f"addr_mode of {name} is {mode!r}; there are 0 (rising) and 1 (falling)")
    return binary("sub", 0, cast(stride, i32)) if isinstance(stride, Expr) else -stride


def load3dv1(core: Core, *args: Any, **keywords: Any) -> None:
    """img2col from L1 to L0A, L0B or UB (pipe MTE1): a repeat is a fractal of 16 windows x C0 channels of one kernel tap.

    src: [C1][H][W][C0] with C0 = 32 bytes (16 f16, 32 int8). ``pad``: [left, right, top, bottom]. (left_top_w, left_top_h):
    where the first window begins, negative in the padding; windows walk by the strides along W, then H. Outside the image:
    ``pad_value``. ``repeat_mode`` 0: the next tap a repeat (along w, h, then c1), dst without gaps; 1: the next 16 windows,
    dst ``jump_offset`` fractals further.
    """
    try:
        bound = _3D1.bind(args, keywords)
        path = scopes("load3dv1", bound[0], bound[1])
        if path not in _IMAGES:
            raise no_path("load3dv1", path, _IMAGES)
        bound = (*bound[:2], *_pads("load3dv1", bound[2]), *bound[3:])
    except TikError as error:
        core.collect(error)
        return
    add(core, _IMAGES[path], bound)


def load3dv2(core: Core, *args: Any, **keywords: Any) -> None:
    """A part of the img2col matrix of an image in L1, to L0A as [M1][K1][16][C0] (pipe MTE1).

    Row m is window m of the padded image, along W, then H; column k is channel k % C0 of tap k // C0, along the kernel's w,
    then h, then channel groups. ``m_extension`` rows from m_start_pt (a multiple of 16) on and ``k_extension`` columns from
    k_start_pt (a multiple of C0) on, in whole fractals.
    """
    try:
        bound = _3D2.bind(args, keywords)
        path = scopes("load3dv2", bound[0], bound[1])
        if path == (Scope.L0B, Scope.L1):
            raise TikError(
                "TIK-CHIP01",
                "load3dv2 into L0B is not in the kit: no public source tells the order of its fractals",
                hint="load3dv1 goes into L0B; or load the matrix as the left operand into L0A",
            )
        if path != path_of(Load3dMatrix):
            raise no_path("load3dv2", path, [path_of(Load3dMatrix)])
        bound = (*bound[:2], *_pads("load3dv2", bound[2]), *bound[3:])
    except TikError as error:
        core.collect(error)
        return
    add(core, _MATRIX, bound)


def col2img(core: Core, *args: Any, **keywords: Any) -> None:
    """The reverse of load3dv1, UB to UB (pipe V): dst (an image [H][W][16]) += the fractals of src, at one kernel tap.

    A repeat adds the 16 rows of a fractal to the pixels of 16 windows; src has no gaps. What is outside the image is dropped.
    """
    try:
        bound = _IMG.bind(args, keywords)
        bound = (*bound[:2], *_pads("col2img", bound[2]), *bound[3:])
    except TikError as error:
        core.collect(error)
        return
    add(core, _COL2IMG, bound)


def _pads(name: str, pads: Any) -> tuple[Any, ...]:
    if not isinstance(pads, Sequence) or isinstance(pads, str) or len(pads) != 4:
        raise TikError("TIK-TYPE02", f"the padding of {name} is {pads!r}, not [left, right, top, bottom]")
    return tuple(pads)


def broadcast_ub_to_l0c(core: Core, dst: Any, src: Any, nburst: Any, burst_len: Any, *strides: Any) -> None:
    """UB to L0C (pipe V): every 16 elements of src become a fractal of 16 equal rows, a bias for mmad to add to.

    ``burst_len`` counts fractals; ``strides`` are gaps between bursts: of dst in fractals, of src in 32-byte blocks.
    """
    if len(strides) > 2:
        core.mistake("TIK-TYPE02", f"broadcast_ub_to_l0c takes two strides (dst gap, src gap), not {len(strides)}")
        return
    add(core, _BROADCAST, (dst, src, nburst, burst_len, *strides, *(0,) * (2 - len(strides))))


def tensor_padding_with_matrix(core: Core, *args: Any, **keywords: Any) -> None:
    """Fill ``repeat_times`` fractals of 512 bytes in L0A, L0B (pipe MTE1) or L1 (pipe MTE2) with ``value`` (None: 0)."""
    try:
        bound = _FILLS[Scope.L0A].parameters.bind(args, keywords)
        dst = scopes("tensor_padding_with_matrix", bound[0], bound[0])[0]
        if dst not in _FILLS:
            raise TikError("TIK-TYPE03", f"tensor_padding_with_matrix fills L0A, L0B and L1, not {dst}")
    except TikError as error:
        core.collect(error)
        return
    add(core, _FILLS[dst], bound)


def mmad(core: Core, *args: Any, **keywords: Any) -> None:
    """dst (L0C) = src_fm (L0A) @ src_filter (L0B); ``is_bias`` 1: dst += ...; ``bias_tensor`` (bias table): + bias. Pipe M.

    Layouts: src_fm [M1][K1][16][c0], src_filter [K1][N1][16][c0], dst [N1][M1*16][16]; c0 is 32 bytes of elements: 16 of
    16 bits, 32 of 8 bits, 64 of int4, 8 of f32. matrix_m 1: src_fm is a vector of matrix_k elements. Sums are f32, or 32-bit
    integers that wrap. ``hf32`` (the kit's own): f32 operands are rounded to 11 fraction bits, and take half the time.
    """
    try:
        bound = _PRODUCT.parameters.bind(args, keywords)
    except TikError as error:
        core.collect(error)
        return
    *usual, bias, hf32 = bound
    if bias is None:
        add(core, _PRODUCT, bound)
        return
    if not core.chip.has("bias_table"):
        core.mistake(
            "TIK-CHIP01",
            f"{core.chip.name} has no bias table",
            hint=f"chips that have it: {listed_chips(chips_with('bias_table'))}; elsewhere fill L0C with the bias first",
        )
        return
    if isinstance(usual[6], Expr) or usual[6] not in (0, False):
        core.mistake("TIK-TYPE02", "mmad either adds to dst (is_bias 1) or takes a bias_tensor, not both")
        return
    add(core, _PRODUCT_BIAS, (*usual[:6], *usual[7:], bias, hf32))


SIGNED = {
    "load2dv1": _LOADS1[Scope.L0A, Scope.L1].parameters,
    "load2dv2": _LOADS2[Scope.L0A, Scope.L1].parameters,
    "load3dv1": _3D1,
    "load3dv2": _3D2,
    "col2img": _IMG,
    "tensor_padding_with_matrix": _FILLS[Scope.L0A].parameters,
    "mmad": _PRODUCT.parameters,
}
