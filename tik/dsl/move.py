"""Calls whose instruction depends on where the operands lie: moves, cube loads, multiply-add (tik_api §6, §13)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tik.chips import chips_with, unsupported
from tik.dsl.calls import Site, add
from tik.dsl.parameters import Parameters
from tik.dsl.tensor import TensorView
from tik.isa.cube import FixL0cGm, LoadL0A, LoadL0B, Mmad, MmadBias, MovL0cUb, MovUbL0c
from tik.isa.instruction import instructions
from tik.isa.move import MovL1Bt, MovPadGmUb, MovPadUbGm
from tik.types.errors import TikError
from tik.types.positions import here
from tik.types.scopes import LOCAL_SCOPES, Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["data_move", "data_move_pad", "fix_l0c_gm", "load2dv1", "load2dv2", "mmad"]

Path = tuple[Scope, Scope]

_MOVE = "dst src sid nburst burst src_stride dst_stride"
_PAD = "dst src nburst burst dst_gap src_gap right_padding=0 left_padding=0 padding_value=None"
_MMAD = next(call.parameters for call in Mmad.calls).replace("dst ", "dst_fm ", 1)  # as TIK spells it
_V1 = "dst src index repeat_times src_stride sid if_transpose=False addr_mode=None"
_V2 = "dst src start_index repeat_times dst_gap src_stride sid if_transpose=False addr_mode=None"


def _path(op: Any) -> Path:
    dst, src = op.fields[0].scopes, op.fields[1].scopes
    return dst[0], src[0]


_MOVES = {_path(op): Site(op, "data_move", _MOVE) for op in instructions() if any(c.name == "data_move" for c in op.calls)}
_MOVES[Scope.L0C, Scope.UB] = Site(MovUbL0c, "data_move", _MOVE)
_FROM_L0C = {relu: Site(MovL0cUb, "data_move", _MOVE, fixed={"relu": relu}) for relu in ("false", "true")}
_TO_BIAS = Site(MovL1Bt, "data_move", "dst src sid burst")
_FRACTALS, _BIAS = (Scope.UB, Scope.L0C), (Scope.BT, Scope.L1)
_PADS = {_path(op): Site(op, "data_move_pad", _PAD) for op in (MovPadGmUb, MovPadUbGm)}
_LOADS1 = {_path(op): Site(op, "load2dv1", _V1) for op in (LoadL0A, LoadL0B)}
_LOADS2 = {_path(op): Site(op, "load2dv2", _V2, {"index": "start_index"}) for op in (LoadL0A, LoadL0B)}
_PRODUCT = Site(Mmad, "mmad", _MMAD, {"dst": "dst_fm"})
_PRODUCT_BIAS = Site(MmadBias, "mmad", _MMAD.replace(" is_bias", "").replace("bias_tensor", "bias"), {"dst": "dst_fm"})
_FIX = Site(FixL0cGm, "fix_l0c_gm", "dst src n_size m_size src_stride dst_stride relu=False")
_BIND_MOVE = Parameters("data_move", _MOVE + " ConvReluMode=None deqscale=None")

# ConvReluMode (tik_api §6): does it convert f32 to f16, does it apply relu
_MODES = {0: (False, "false"), 1: (True, "false"), 2: (True, "true"), 5: (False, "true")}


def data_move(
    core: Core,
    dst: TensorView,
    src: TensorView,
    sid: int,
    nburst: Any,
    burst: Any,
    src_stride: Any,
    dst_stride: Any,
    *args: Any,
    **argv: Any,
) -> None:
    """Copy ``nburst`` bursts of ``burst`` units; strides are gaps: from the end of one burst to the start of the next.

    The unit is a 32-byte block; on the L0C side a fractal of 16 x 16 elements. Pipes: GM to UB or L1 MTE2, UB to GM or
    L1 MTE3, UB to UB and L0C to and from UB V, L1 to UB or the bias table MTE1. From L0C one more argument,
    ConvReluMode: 0 copy, 1 f32 to f16, 2 f32 to f16 with relu, 5 copy with relu. The bias table takes one burst and
    widens it to f32.
    """
    try:
        bound = _BIND_MOVE.bind((dst, src, sid, nburst, burst, src_stride, dst_stride, *args), argv)
        path = _scopes("data_move", dst, src)
        if path == _FRACTALS:
            site = _FROM_L0C[_relu(dst, src, bound[7])]
        elif bound[7] not in (None, 0):
            where = f"data_move from {path[1]} to {path[0]}"
            raise TikError("TIK-CHIP01", f"mode {bound[7]!r} of {where} is not in the kit yet")
        elif path == _BIAS:
            if nburst != 1:
                raise TikError("TIK-REPEAT01", f"nburst is {nburst!r}: the bias table is filled by one burst")
            add(core, _TO_BIAS, (dst, src, sid, burst))
            return
        elif path in _MOVES:
            site = _MOVES[path]
        else:
            raise _no_path("data_move", path, (*_MOVES, _FRACTALS, _BIAS))
        if bound[8] not in (None, 1, 1.0):
            raise TikError("TIK-CHIP01", "deqscale of data_move is not in the kit yet")
        for view, gap, name in ((dst, dst_stride, "dst"), (src, src_stride, "src")):
            _rows_fit(view, nburst, burst, gap, name)
    except TikError as error:
        core.collect(error)
        return
    add(core, site, bound[:7])


def _scopes(name: str, dst: Any, src: Any) -> Path:
    for what, view in (("dst", dst), ("src", src)):
        if not isinstance(view, TensorView):
            raise TikError(
                "TIK-TYPE02",
                f"{what} of {name} is {view!r}, not a tensor",
                position=here(),
                hint="give a tensor or a view of one: t[i]",
            )
    return dst.tensor.scope, src.tensor.scope


def _no_path(name: str, path: Path, paths: Any) -> TikError:
    known = ", ".join(f"{src} to {dst}" for dst, src in paths)
    other = {Scope.L0A: "load2dv1 loads L0A and L0B from L1", Scope.L0B: "load2dv1 loads L0A and L0B from L1"}.get(path[0])
    if path == (Scope.GM, Scope.L0C):
        other = "fix_l0c_gm writes L0C to GM on split chips; elsewhere go through UB"
    return TikError("TIK-TYPE03", f"{name} does not go from {path[1]} to {path[0]}", details=(f"it goes {known}",), hint=other)


def _relu(dst: TensorView, src: TensorView, mode: Any) -> str:
    """The relu word of ConvReluMode; the tensors' dtypes must say the same as the mode."""
    if mode not in (None, *_MODES):
        raise TikError("TIK-CHIP01", f"ConvReluMode {mode!r} is not in the kit yet", hint="there are 0, 1, 2 and 5")
    converts, relu = _MODES[0 if mode is None else int(mode)]
    if converts != (dst.type is not src.type):
        raise TikError(
            "TIK-TYPE01",
            f"ConvReluMode {mode or 0} of data_move {'converts f32 to f16' if converts else 'keeps the dtype'}, "
            f"but src is {src.type} and dst {dst.type}",
            hint="mode 1 converts f32 to f16, mode 2 does so with relu, 0 copies, 5 copies with relu",
        )
    return relu


def _rows_fit(view: TensorView, nburst: Any, burst: Any, gap: Any, name: str) -> None:
    """Rows moved one burst each must be whole blocks apart in local memory: no gap can say 1.5 blocks (TIK-ALIGN02)."""
    dims = view.dims
    if len(dims) < 2 or view.tensor.scope not in LOCAL_SCOPES or not all(type(n) is int for n in (nburst, burst, gap, *dims)):
        return
    width = dims[-1] * view.type.size
    if nburst > 1 and width % 32 and nburst == math.prod(dims[:-1]) and view.pitches is None:
        raise TikError(
            "TIK-ALIGN02",
            f"the rows of {view.name} are {width} bytes, which are no whole 32-byte blocks",
            details=(
                f"{name} has shape {list(dims)} of {view.type}; {nburst} bursts of {burst} with gap {gap} start "
                f"every {(burst + gap) * 32} bytes",
            ),
            hint=f"declare rows of {-(-width // 32) * 32 // view.type.size} elements",
        )


def data_move_pad(core: Core, *args: Any, **keywords: Any) -> None:
    """Copy ``nburst`` bursts of ``burst`` bytes between GM and UB, byte-exact; in UB each burst fills whole blocks.

    Gaps count bytes in GM and blocks in UB. GM to UB: ``left_padding`` and ``right_padding`` are elements.
    """
    try:
        bound = _PADS[Scope.UB, Scope.GM].parameters.bind(args, keywords)
        path = _scopes("data_move_pad", bound[0], bound[1])
        if path not in _PADS:
            raise _no_path("data_move_pad", path, _PADS)
    except TikError as error:
        core.collect(error)
        return
    add(core, _PADS[path], bound)


def load2dv1(core: Core, *args: Any, **keywords: Any) -> None:
    """Copy ``repeat_times`` 512-byte fractals from L1 to L0A or L0B, from number ``index``, ``src_stride`` apart."""
    _load(core, "load2dv1", _LOADS1, args, keywords)


def load2dv2(core: Core, *args: Any, **keywords: Any) -> None:
    """As load2dv1, with a gap of ``dst_gap`` fractals between destinations."""
    _load(core, "load2dv2", _LOADS2, args, keywords)


def _load(core: Core, name: str, sites: dict[Path, Site], args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    try:
        bound = next(iter(sites.values())).parameters.bind(args, keywords)
        path = _scopes(name, bound[0], bound[1])
        if path not in sites:
            raise _no_path(name, path, sites)
        if not core.chip.supports(name):
            raise unsupported(core.chip, name)
    except TikError as error:
        core.collect(error)
        return
    add(core, sites[path], bound)


def mmad(core: Core, *args: Any, **keywords: Any) -> None:
    """dst (L0C) = src_fm (L0A) @ src_filter (L0B); ``is_bias`` 1: dst += ...; ``bias_tensor`` (bias table): + bias.

    The sum along k is in f32 or i32. Pipe M.
    """
    try:
        bound = _PRODUCT.parameters.bind(args, keywords)
    except TikError as error:
        core.collect(error)
        return
    bias = bound[-1]
    if bias is None:
        add(core, _PRODUCT, bound)
        return
    if not core.chip.has("bias_table"):
        core.mistake(
            "TIK-CHIP01",
            f"{core.chip.name} has no bias table",
            hint=f"chips that have it: {', '.join(chips_with('bias_table'))}; elsewhere fill L0C with the bias first",
        )
        return
    if bound[6] not in (0, False):
        core.mistake("TIK-TYPE02", "mmad either adds to dst (is_bias 1) or takes a bias_tensor, not both")
        return
    add(core, _PRODUCT_BIAS, (*bound[:6], *bound[7:-1], bias))


def fix_l0c_gm(core: Core, *args: Any, **keywords: Any) -> None:
    """L0C to GM row by row (split chips): m_size rows of n_size columns, ``dst_stride`` elements apart in GM, converted
    to dst's dtype; ``src_stride`` is the number of rows a column group of L0C holds."""
    try:
        bound = _FIX.parameters.bind(args, keywords)
    except TikError as error:
        core.collect(error)
        return
    add(core, _FIX, bound)


SIGNED = {
    "data_move_pad": _PADS[Scope.UB, Scope.GM].parameters,
    "load2dv1": _LOADS1[Scope.L0A, Scope.L1].parameters,
    "load2dv2": _LOADS2[Scope.L0A, Scope.L1].parameters,
    "mmad": _PRODUCT.parameters,
    "fix_l0c_gm": _FIX.parameters,
}
