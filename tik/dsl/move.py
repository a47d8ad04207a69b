"""Calls whose instruction depends on where the operands lie: moves (tik_api §6)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from tik.dsl.calls import Site, add
from tik.dsl.parameters import Parameters
from tik.dsl.tensor import TensorView
from tik.dsl.value import flag
from tik.isa.fixpipe import FixL0cGm, MovL0cUb, MovL0cUbScaled, MovUbL0c
from tik.isa.instruction import instructions
from tik.isa.move import MovL1Bt, MovPadGmUb, MovPadUbGm
from tik.types.dtypes import f16, f32, i32
from tik.types.errors import TikError, shown
from tik.types.positions import here
from tik.types.scopes import LOCAL_SCOPES, Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["Path", "data_move", "data_move_pad", "fix_l0c_gm", "no_path", "path_of", "scopes", "tensor_mov"]

Path = tuple[Scope, Scope]

_MOVE = "dst src sid nburst burst src_stride dst_stride"
_TENSOR = "dst src nburst burst_len dst_stride src_stride"
_PAD = "dst src nburst burst dst_gap src_gap right_padding=0 left_padding=0 padding_value=None"


def path_of(op: Any) -> Path:
    """Where an instruction's first two operands lie."""
    dst, src = op.fields[0].scopes, op.fields[1].scopes
    return dst[0], src[0]


_BLOCKS = {path_of(op): op for op in instructions() if any(c.name == "data_move" for c in op.calls)}
_FRACTALS, _TO_L0C, _BIAS = (Scope.UB, Scope.L0C), (Scope.L0C, Scope.UB), (Scope.BT, Scope.L1)
_MOVES = {path: Site(op, "data_move", _MOVE) for path, op in (_BLOCKS | {_TO_L0C: MovUbL0c}).items()}
_TENSOR_MOVES = {
    path: Site(op, "tensor_mov", _TENSOR, {"burst": "burst_len"}) for path, op in (_BLOCKS | {_TO_L0C: MovUbL0c}).items()
}
_FROM_L0C = {
    (name, scaled, unit, relu): Site(
        MovL0cUbScaled if scaled else MovL0cUb,
        name,
        text + " deqscale" * scaled,
        renamed,
        fixed={"relu": relu, "unit": unit},
    )
    for name, text, renamed in (("data_move", _MOVE, {}), ("tensor_mov", _TENSOR, {"burst": "burst_len"}))
    for scaled in (False, True)
    for unit in ("m", "v")
    for relu in ("false", "true")
}
_TO_BIAS = Site(MovL1Bt, "data_move", "dst src sid burst")
_PADS = {path_of(op): Site(op, "data_move_pad", _PAD) for op in (MovPadGmUb, MovPadUbGm)}
_FIX = Site(FixL0cGm, "fix_l0c_gm", "dst src n_size m_size src_stride dst_stride relu=False")
_BIND_MOVE = Parameters("data_move", _MOVE + " ConvReluMode=None deqscale=None PadMode=None")
_BIND_TENSOR = Parameters(
    "tensor_mov",
    "dst src block_mode nburst burst_len dst_stride src_stride deqscale=None sid_store_mode=0 relu=False pad_mode=None "
    "pad_value=None onthefly_mode=0 src_onthefly=None src_onthefly_stride=0",
)

# ConvReluMode (tik_api §6): dtypes of dst and src (None: any, the same), relu
_MODES: dict[int, tuple[Any, str, str]] = {
    0: (None, "false", "copies"),
    1: ((f16, f32), "false", "converts f32 to f16"),
    2: ((f16, f32), "true", "converts f32 to f16 with relu"),
    3: ((f16, i32), "false", "scales i32 by deqscale to f16"),
    4: ((f32, f16), "false", "converts f16 to f32"),
    5: (None, "true", "copies with relu"),
}
_UNSPECIFIED = {
    6: "scales f16 results",
    7: "scales i32 by a vector to f16",
    8: "scales i32 to 8 bits",
}


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

    The unit is a 32-byte block; on the L0C side a fractal of 16 x 16 elements. A run-time count of 0 moves nothing. Pipes:
    GM to UB or L1 MTE2, UB to GM or L1 and L1 to GM MTE3, UB to UB (elements of 16 or 32 bits) and L0C to and from UB V, L1
    to UB or the bias table MTE1. UB to GM adds where set_atomic_add is in effect.
    From L0C one more argument, ConvReluMode: 0 copy, 1 f32 to f16, 2 f32 to f16 with relu, 3 i32 times ``deqscale`` (a
    number or f16 Scalar) to f16, 4 f16 to f32, 5 copy with relu. The bias table takes one burst and widens it to f32.
    """
    try:
        bound = _BIND_MOVE.bind((dst, src, sid, nburst, burst, src_stride, dst_stride, *args), argv)
        path = scopes("data_move", dst, src)
        mode, deqscale, pad = bound[7:]
        if path == _FRACTALS:
            relu = _relu(dst, src, mode, deqscale)
            scale = () if deqscale is None else (deqscale,)
            add(core, _FROM_L0C["data_move", bool(scale), "m", relu], (*bound[:7], *scale))
            return
        _only_copies("data_move", path, mode, deqscale, pad)
        if path == _BIAS:
            if nburst != 1:
                raise TikError("TIK-REPEAT01", f"nburst is {nburst!r}: the bias table is filled by one burst")
            add(core, _TO_BIAS, (dst, src, sid, burst))
            return
        if path not in _MOVES:
            raise no_path("data_move", path, (*_MOVES, _FRACTALS, _BIAS))
        _check_rows("data_move", dst, src, nburst, burst, dst_stride, src_stride)
    except TikError as error:
        core.collect(error)
        return
    add(core, _MOVES[path], bound[:7])


def tensor_mov(core: Core, *args: Any, **keywords: Any) -> None:
    """As data_move, but dst_stride comes before src_stride, and ``block_mode`` says what ``burst_len`` counts: '' blocks of
    32 bytes, 'm' fractals of 16 x 16 (L0C to and from UB), 'v' rows of 16 elements (L0C to UB).

    From L0C the dtypes say what is converted: f32 to f16, f16 to f32, i32 times ``deqscale`` (a number or f16 Scalar) to
    f16; with ``relu`` negative results become 0. Source gaps in L0C count what burst_len counts.
    """
    try:
        bound = _BIND_TENSOR.bind(args, keywords)
        dst, src, block, nburst, burst, dst_stride, src_stride, deqscale, _, relu, *others = bound
        path = scopes("tensor_mov", dst, src)
        _neutral_tensor_mov(others)
        modes = {_FRACTALS: ("m", "v"), _TO_L0C: ("m",)}.get(path, ("",))
        if not isinstance(block, str) or block not in modes:
            known = not isinstance(block, str) or block in ("", "m", "v")
            raise TikError(
                "TIK-TYPE02" if known else "TIK-CHIP01",
                f"block_mode {block!r} of tensor_mov from {path[1]} to {path[0]} is not "
                + ("possible" if known else "in the kit: what it moves is published nowhere"),
                hint=f"possible is {' or '.join(map(repr, modes))}",
            )
        if path == _FRACTALS:
            if ((dst.type, src.type) == (f16, i32)) != (deqscale is not None):
                raise _scale_mistake("tensor_mov", dst, src, deqscale)
            if isinstance(deqscale, TensorView) and deqscale.size != 1:
                raise TikError(
                    "TIK-CHIP01",
                    f"tensor_mov with a tensor of scales ({deqscale.name} of shape {deqscale.shape}) is not in the kit",
                    details=("which result takes which of them is published nowhere",),
                    hint="give one number or float16 Scalar, or deqscale=1.0 and vec_mul in UB",
                )
            scale = () if deqscale is None else (deqscale,)
            site = _FROM_L0C["tensor_mov", bool(scale), block, "true" if flag(relu, "relu of tensor_mov") else "false"]
            add(core, site, (dst, src, nburst, burst, dst_stride, src_stride, *scale))
            return
        if relu or deqscale is not None:
            raise TikError("TIK-CHIP01", f"tensor_mov from {path[1]} to {path[0]} only copies: no relu, no deqscale")
        if path not in _TENSOR_MOVES:
            raise no_path("tensor_mov", path, (*_TENSOR_MOVES, _FRACTALS))
        _check_rows("tensor_mov", dst, src, nburst, burst, dst_stride, src_stride)
    except TikError as error:
        core.collect(error)
        return
    add(core, _TENSOR_MOVES[path], (dst, src, nburst, burst, dst_stride, src_stride))


def _neutral_tensor_mov(others: list[Any]) -> None:
    """Parameters of tensor_mov that no description explains must have the values that mean nothing."""
    for name, value in zip(_BIND_TENSOR.names[10:], others, strict=True):
        if value is not None and value != 0:
            raise TikError("TIK-CHIP01", f"{name}={value!r} of tensor_mov is not in the kit", hint="leave it out")


def _given(x: Any, neutral: int = 0) -> bool:
    """Whether an argument says something: it is not left out, nor the number that means nothing."""
    return x is not None and not (isinstance(x, int | float) and x == neutral)


def _only_copies(name: str, path: Path, mode: Any, deqscale: Any, pad: Any) -> None:
    """Elsewhere than from L0C a move has no modes."""
    where = f"{name} from {path[1]} to {path[0]}"
    if path == (Scope.L1, Scope.GM) and pad is None:
        mode, pad = None, mode  # its eighth argument is the PadMode
    if _given(pad):
        raise TikError(
            "TIK-CHIP01",
            f"PadMode {pad!r} of {where} is not in the kit",
            hint="fill L1 with zeros and move the parts between them",
        )
    if _given(mode):
        raise TikError(
            "TIK-CHIP01",
            f"ConvReluMode {mode!r} of {where}: only moves from L0C to UB have one",
            hint="data_move(dst, src, sid, nburst, burst, src_stride, dst_stride), without an eighth argument",
        )
    if _given(deqscale, 1):
        raise TikError("TIK-CHIP01", f"deqscale of {where}: only moves from L0C to UB scale")


def _check_rows(name: str, dst: TensorView, src: TensorView, nburst: Any, burst: Any, dst_gap: Any, src_gap: Any) -> None:
    if dst.tensor.scope is src.tensor.scope is Scope.UB and dst.type.bits not in (16, 32):
        raise TikError(
            "TIK-TYPE01",
            f"{name} from UB to UB moves elements of 16 or 32 bits, not {dst.type}",
            hint="reinterpret_cast_to('int16') both tensors: the blocks are the same",
        )
    for view, gap, what in ((dst, dst_gap, "dst"), (src, src_gap, "src")):
        _rows_fit(view, nburst, burst, gap, what)


def scopes(name: str, dst: Any, src: Any) -> Path:
    """Where the operands of call ``name`` lie."""
    for what, view in (("dst", dst), ("src", src)):
        if not isinstance(view, TensorView):
            raise TikError(
                "TIK-TYPE02",
                f"{what} of {name} is {shown(view)}, not a tensor",
                position=here(),
                hint="give a tensor or a view of one: t[i]",
            )
    return dst.tensor.scope, src.tensor.scope


def no_path(name: str, path: Path, paths: Any) -> TikError:
    """The mistake that no instruction of call ``name`` goes this way."""
    known = ", ".join(f"{src} to {dst}" for dst, src in paths)
    other = {Scope.L0A: "load2dv1 loads L0A and L0B from L1", Scope.L0B: "load2dv1 loads L0A and L0B from L1"}.get(path[0])
    if path == (Scope.GM, Scope.L0C):
        other = "fix_l0c_gm writes L0C to GM on split chips; elsewhere go through UB"
    return TikError("TIK-TYPE03", f"{name} does not go from {path[1]} to {path[0]}", details=(f"it goes {known}",), hint=other)


def _relu(dst: TensorView, src: TensorView, mode: Any, deqscale: Any) -> str:
    """The relu word of ConvReluMode; the tensors' dtypes must say the same as the mode."""
    known = {**{n: what for n, (_, _, what) in _MODES.items()}, **_UNSPECIFIED}
    number = 0 if mode is None else mode
    if not isinstance(number, int) or number not in known:
        raise TikError("TIK-TYPE02", f"ConvReluMode of data_move is {mode!r}; there are 0..8")
    if number in _UNSPECIFIED:
        raise TikError(
            "TIK-CHIP01",
            f"ConvReluMode {number} of data_move ({known[number]}) is not in the kit",
            details=("where its scales lie and how it rounds is published nowhere",),
            hint="move with mode 0, then scale in UB: vmuls, vmul, vconv",
        )
    types, relu, what = _MODES[number]
    if (dst.type, src.type) != types and not (types is None and dst.type is src.type):
        fits = [str(n) for n, (t, _, _) in _MODES.items() if t == (dst.type, src.type) or (t is None and dst.type is src.type)]
        raise TikError(
            "TIK-TYPE01",
            f"ConvReluMode {number} of data_move {what}, but src is {src.type} and dst {dst.type}",
            hint=f"for these dtypes there is mode {' and '.join(fits)}" if fits else "no mode converts between these dtypes",
        )
    if (types == (f16, i32)) != (deqscale is not None):
        raise _scale_mistake("data_move", dst, src, deqscale)
    return relu


def _scale_mistake(name: str, dst: TensorView, src: TensorView, deqscale: Any) -> TikError:
    if deqscale is None:
        return TikError(
            "TIK-TYPE02",
            f"{name} from {src.type} to {dst.type} misses deqscale",
            hint="give a number or a float16 Scalar: results are src * deqscale",
        )
    return TikError("TIK-CHIP01", f"deqscale of {name} scales i32 on its way to f16, not {src.type} to {dst.type}")


def _rows_fit(view: TensorView, nburst: Any, burst: Any, gap: Any, name: str) -> None:
    """Rows moved one burst each must be whole blocks apart in local memory: no gap can say 1.5 blocks (TIK-ALIGN02)."""
    dims = view.dims
    if len(dims) < 2 or view.tensor.scope not in LOCAL_SCOPES or not all(type(n) is int for n in (nburst, burst, gap, *dims)):
        return
    width = view.type.nbytes(dims[-1])
    if nburst > 1 and width % 32 and nburst == math.prod(dims[:-1]) and view.pitches is None:
        raise TikError(
            "TIK-ALIGN02",
            f"the rows of {view.name} are {width} bytes, which are no whole 32-byte blocks",
            details=(
                f"{name} has shape {list(dims)} of {view.type}; {nburst} bursts of {burst} with gap {gap} start "
                f"every {(burst + gap) * 32} bytes",
            ),
            hint=f"declare rows of {-(-width // 32) * view.type.block} elements",
        )


def data_move_pad(core: Core, *args: Any, **keywords: Any) -> None:
    """Copy ``nburst`` bursts of ``burst`` bytes between GM and UB, byte-exact; in UB each burst fills whole blocks.

    Gaps count bytes in GM and blocks in UB. GM to UB: ``left_padding`` and ``right_padding`` are elements that take
    ``padding_value`` (None: 0). UB to GM adds where set_atomic_add is in effect. A run-time count of 0 moves nothing.
    """
    try:
        bound = _PADS[Scope.UB, Scope.GM].parameters.bind(args, keywords)
        path = scopes("data_move_pad", bound[0], bound[1])
        if path not in _PADS:
            raise no_path("data_move_pad", path, _PADS)
        padded = [f"{n}={x!r}" for n, x in zip(_PADS[path].parameters.names[6:], bound[6:], strict=True) if _given(x)]
        if path[0] is Scope.GM and padded:
            raise TikError(
                "TIK-TYPE02",
                f"data_move_pad from UB to GM writes the bytes of the bursts and nothing else: no {padded[0]}",
                hint="padding goes with moves from GM to UB",
            )
    except TikError as error:
        core.collect(error)
        return
    add(core, _PADS[path], bound if bound[-1] is not None else (*bound[:-1], 0))


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
    "tensor_mov": _BIND_TENSOR,
    "data_move_pad": _PADS[Scope.UB, Scope.GM].parameters,
    "fix_l0c_gm": _FIX.parameters,
}
