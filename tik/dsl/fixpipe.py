"""fixpipe: results out of L0C to GM by column groups, with what a layer does to them on the way (tik_api §13).

Chips with a FIX pipe do it in one instruction. The others go through UB: a part at a time (ROOM bytes of each temporary, so
that little of UB must be free), in tensors that live as long as the call. What is done, in this order: bias, conversion,
element-wise addition, relu.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tik.dsl.calls import Site, add
from tik.dsl.control import new_stmt_scope
from tik.dsl.declare import declare_tensor
from tik.dsl.move import path_of, scopes
from tik.dsl.parameters import Parameters
from tik.dsl.tensor import TensorView
from tik.dsl.value import flag, whole
from tik.ir import Expr, Instr
from tik.isa.fields import Mask, MaskField
from tik.isa.fixpipe import FixL0cGmNz, FixL0cGmNzScaled, MovL0cUb, MovL0cUbScaled
from tik.isa.instruction import INSTRUCTIONS
from tik.isa.move import MovL1Ub, MovUbGm
from tik.types.dtypes import DType, f16, f32, i32
from tik.types.errors import TikError, did_you_mean, shown
from tik.types.positions import here
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["fixpipe", "order", "part"]

ROOM = 16384  # bytes of a temporary in UB, at least 16 rows of one column group
REPEAT = 255
_BIND = Parameters("fixpipe", "dst src cburst_num burst_len dst_stride src_stride extend_params=None")
_FIX = {
    (scaled, relu): Site(
        op, "fixpipe", "dst src nburst rows dst_stride src_stride" + " deqscale" * scaled, fixed={"relu": relu}
    )
    for scaled, op in ((False, FixL0cGmNz), (True, FixL0cGmNzScaled))
    for relu in ("false", "true")
}
_OUT = {
    (scaled, relu): Site(
        op, "fixpipe", "dst src nburst burst src_stride" + " deqscale" * scaled, fixed={"relu": relu, "dst_stride": 0}
    )
    for scaled, op in ((False, MovL0cUb), (True, MovL0cUbScaled))
    for relu in ("false", "true")
}
_STORE = Site(MovUbGm, "fixpipe", "dst src nburst burst src_stride dst_stride")
_FETCH = Site(MovL1Ub, "fixpipe", "dst src nburst burst dst_stride")
_KEYS = ("bias", "quantize_params", "relu", "element-wise-add")
_QUANTIZE = {"fp322fp16": f32, "int322fp16": i32}
_BARRIER = Site.of(INSTRUCTIONS["pipe_barrier"], INSTRUCTIONS["pipe_barrier"].calls[0])


@dataclass(frozen=True)
class Call:
    """What a call asks for. ``scale``: None, a number or Scalar, or a tensor in L1 with one for each column."""

    dst: TensorView
    src: TensorView
    groups: int
    rows: int
    dst_gap: int  # blocks
    src_gap: int  # fractals
    relu: bool
    scale: Any
    bias: TensorView | None
    added: TensorView | None

    @property
    def wide(self) -> bool:
        """Whether results are worked on before they are converted."""
        return self.bias is not None or isinstance(self.scale, TensorView)

    @property
    def factor(self) -> tuple[Any, ...]:
        """The scale as an operand, if there is one."""
        return () if self.scale is None else (self.scale,)


def fixpipe(core: Core, *args: Any, **keywords: Any) -> None:
    """L0C to GM: ``cburst_num`` column groups of 16, of each the first rows: ``burst_len`` counts their blocks of 32 bytes in
    src's dtype (rows * 16 * 4 / 32 for f32). A group of src holds its rows rounded up to 16, ``src_stride`` fractals of gap
    behind them; in GM it is [rows][16], with ``dst_stride`` blocks of gap.

    ``extend_params``: {"bias": tensor in L1 of src's dtype, one element a column; "quantize_params": {"mode": "fp322fp16" or
    "int322fp16", "mode_param": for int322fp16 what results are multiplied by: a number, a float16 Scalar, or a float16
    tensor in L1 with one element a column}; "element-wise-add": tensor in L1 of dst's dtype, [cburst_num][rows][16] without
    gaps; "relu": bool}, done in this order (relu last). Everything is a Python integer. Unified chips go through UB, which
    needs room for up to four tensors of 16 KiB; split chips use the FIX pipe and have no bias and element-wise-add here.
    set_atomic_add is honoured.
    """
    try:
        call = _checked(core, _BIND.bind(args, keywords))
    except TikError as error:
        core.collect(error)
        return
    if core.chip.has("fixpipe"):
        site = _FIX[bool(call.factor), "true" if call.relu else "false"]
        add(core, site, (call.dst, call.src, call.groups, call.rows, call.dst_gap, call.src_gap, *call.factor))
        return
    before = len(core.errors)
    for first, groups, top, rows in _parts(call):
        with new_stmt_scope(core):
            _through_ub(core, call, first, groups, top, rows)
        if len(core.errors) > before:
            return


def _checked(core: Core, bound: tuple[Any, ...]) -> Call:
    dst, src, groups, length, dst_gap, src_gap, extend = bound
    path = scopes("fixpipe", dst, src)
    if path != path_of(FixL0cGmNz):
        raise TikError("TIK-TYPE03", f"fixpipe goes from L0C to GM, not from {path[1]} to {path[0]}")
    numbers = []
    for name, value, low in zip(_BIND.names[2:6], (groups, length, dst_gap, src_gap), (1, 1, 0, 0), strict=True):
        n = whole(value, f"{name} of fixpipe")
        if isinstance(n, Expr):
            raise TikError("TIK-CHIP01", f"a run-time {name} of fixpipe is not in the kit", hint="it is a Python integer")
        if n < low:
            raise TikError("TIK-REPEAT01", f"{name} of fixpipe is {n}, at least {low}")
        numbers.append(n)
    rows, rest = divmod(numbers[1] * 32, 16 * src.type.size)
    if rest:
        raise TikError(
            "TIK-ALIGN02",
            f"burst_len is {numbers[1]}: a row of 16 {src.type} is {16 * src.type.size // 32} blocks",
            hint="it is rows * 16 * (bytes of src's dtype) / 32",
        )
    if extend is not None and not isinstance(extend, Mapping):
        raise TikError("TIK-TYPE02", f"extend_params of fixpipe is {extend!r}, not a dict")
    wanted = dict(extend or {})
    for key in wanted:
        if key not in _KEYS:
            raise TikError(
                "TIK-TYPE02",
                f"extend_params of fixpipe has no {key!r}",
                hint=did_you_mean(str(key), _KEYS) or f"there are {', '.join(_KEYS)}",
            )
    scale = _scale(dst, src, wanted.get("quantize_params"))
    bias = _operand(wanted.get("bias"), "bias", src.type)
    added = _operand(wanted.get("element-wise-add"), "element-wise-add", dst.type)
    relu = flag(wanted.get("relu"), "relu of fixpipe")
    call = Call(dst, src, numbers[0], rows, numbers[2], numbers[3], relu, scale, bias, added)
    if core.chip.has("fixpipe") and (call.wide or added is not None):
        what = "bias" if bias is not None else "element-wise-add" if added is not None else "a mode_param for each column"
        raise TikError(
            "TIK-CHIP01",
            f"fixpipe on {core.chip.name} has no {what}",
            hint="matmul and conv2d take a bias there; add the rest in a vector kernel",
        )
    if isinstance(scale, TensorView) and not core.chip.convert_modes(f32, i32):
        raise TikError(
            "TIK-CHIP01",
            f"fixpipe on {core.chip.name} has no mode_param for each column: the chip does not convert int32 to float32",
            hint="give a number or a float16 Scalar, and multiply the columns in UB",
        )
    return call


def _scale(dst: TensorView, src: TensorView, given: Any) -> Any:
    """What results are multiplied by; the dtypes must be those of the mode."""
    mode = given.get("mode") if isinstance(given, Mapping) else given
    if mode is None:
        if dst.type is not src.type:
            raise TikError(
                "TIK-TYPE01",
                f"fixpipe without quantize_params keeps the dtype, but src is {src.type} and dst {dst.type}",
                hint='extend_params={"quantize_params": {"mode": "fp322fp16", "mode_param": None}} converts f32 to f16',
            )
        return None
    if mode not in _QUANTIZE:
        raise TikError(
            "TIK-CHIP01", f"quantize mode {mode!r} of fixpipe is not in the kit", hint="there are " + ", ".join(_QUANTIZE)
        )
    if (dst.type, src.type) != (f16, _QUANTIZE[mode]):
        raise TikError(
            "TIK-TYPE01",
            f"quantize mode {mode} of fixpipe makes f16 of {_QUANTIZE[mode]}, but src is {src.type} and dst {dst.type}",
        )
    scale = given.get("mode_param") if isinstance(given, Mapping) else None
    if (mode == "fp322fp16") != (scale is None):
        raise TikError(
            "TIK-TYPE02",
            f"mode_param of {mode} is {scale!r}",
            hint="int322fp16 takes what results are multiplied by, fp322fp16 takes None",
        )
    if isinstance(scale, TensorView) and scale.tensor.scope is Scope.L1:
        return _operand(scale, "mode_param", f16)
    return scale


def _operand(view: Any, name: str, type: DType) -> TensorView | None:
    if view is None:
        return None
    if not isinstance(view, TensorView) or view.tensor.scope is not Scope.L1:
        raise TikError("TIK-TYPE03", f"{name} of fixpipe is {shown(view)}, not a tensor in L1")
    if view.type is not type:
        raise TikError("TIK-TYPE01", f"{name} of fixpipe is {view.type}, it must be {type}")
    return view


def _parts(call: Call) -> Iterator[tuple[int, int, int, int]]:
    """(first group, groups, first row, rows) of the parts that go through UB: whole groups, or rows of one."""
    group = -(-call.rows // 16) * 1024  # bytes of f32
    if group <= ROOM:
        several = ROOM // group
        for first in range(0, call.groups, several):
            yield first, min(several, call.groups - first), 0, call.rows
        return
    for first in range(call.groups):
        for top in range(0, call.rows, ROOM // 64):
            yield first, 1, top, min(ROOM // 64, call.rows - top)


def part(view: TensorView, nbytes: int) -> TensorView:
    """The view from so many bytes on."""
    return TensorView(view.tensor, view.byte + nbytes, view.type, (1,))


def order(core: Core) -> None:
    """Where the author switched the scheduler off, the call's own steps order themselves."""
    if core.unsynchronised:
        add(core, _BARRIER, ("ALL",))


def _through_ub(core: Core, call: Call, first: int, groups: int, top: int, rows: int) -> None:
    """L0C -> UB -> GM for some groups and rows."""
    fractals = -(-rows // 16)
    elements = groups * fractals * 256
    size, to = call.src.type.size, call.dst.type
    pitch = -(-call.rows // 16) + call.src_gap
    source = part(call.src, (first * pitch * 16 + top) * 16 * size)
    move = (groups, fractals, pitch - fractals)
    row = to.size // 2  # blocks of 16 elements
    out = _temporary(core, to, elements)
    order(core)
    if call.wide:
        raw = _temporary(core, call.src.type, elements)
        add(core, _OUT[False, "false"], (raw, source, *move))
        _bias_and_convert(core, call, raw, out, first, groups, rows, fractals)
    else:
        late = call.relu and call.added is None
        add(core, _OUT[bool(call.factor), "true" if late else "false"], (out, source, *move, *call.factor))
    if call.added is not None:
        other = _temporary(core, to, elements)
        at = (first * call.rows + top) * 16 * to.size
        add(core, _FETCH, (other, part(call.added, at), groups, rows * row, (fractals * 16 - rows) * row))
        order(core)
        _whole(core, "vadd", (to,) * 3, elements, dst=out, src0=out, src1=other)
    if call.relu and (call.wide or call.added is not None):
        zero = _temporary(core, to, 32 // to.size)
        _emit(core, "vector_dup", (to,), mask=Mask.count(32 // to.size), dst=zero, scalar=0)
        order(core)
        _whole(core, "vmax", (to,) * 3, elements, dst=out, src0=out, src1=zero, src1_blk_stride=0, src1_rep_stride=0)
    order(core)
    target = part(call.dst, first * (call.rows * 16 * to.size + call.dst_gap * 32) + top * 16 * to.size)
    add(core, _STORE, (target, out, groups, rows * row, (fractals * 16 - rows) * row, call.dst_gap if groups > 1 else 0))
    order(core)


def _bias_and_convert(
    core: Core, call: Call, raw: TensorView, out: TensorView, first: int, groups: int, rows: int, fractals: int
) -> None:
    """``out`` = (raw + bias), converted; ``raw`` is clobbered."""
    kind, to = call.src.type, call.dst.type
    elements = groups * fractals * 256
    if call.bias is not None:
        bias = _temporary(core, kind, groups * 16)
        add(core, _FETCH, (bias, part(call.bias, first * 16 * kind.size), 1, groups * 16 * kind.size // 32, 0))
        order(core)
        _columns(core, "vadd", kind, raw, bias, groups, rows, fractals)
    order(core)
    if to is kind:
        _emit(core, "mov_ub_ub", (to,), dst=out, src=raw, burst=elements * to.size // 32)
        return
    if isinstance(call.scale, TensorView):
        narrow, scale = _temporary(core, f16, groups * 16), _temporary(core, f32, groups * 16)
        add(core, _FETCH, (narrow, part(call.scale, first * 32), 1, groups, 0))
        order(core)
        for at in range(0, groups * 16, 64):
            lanes = Mask.count(min(64, groups * 16 - at))
            _emit(core, "vconv", (f32, f16), mask=lanes, dst=scale[at], src=narrow[at])
        floats = raw.reinterpret_cast_to(f32)
        _whole(core, "vconv", (f32, i32), elements, dst=floats, src=raw)
        order(core)
        _columns(core, "vmul", f32, floats, scale, groups, rows, fractals)
        order(core)
        raw, kind = floats, f32
    if kind is i32:
        scalar = call.scale if isinstance(call.scale, Expr) else float(call.scale)
        _whole(core, "vconv_deq", (to, kind), elements, dst=out, src=raw, deqscale=scalar)
    else:
        _whole(core, "vconv", (to, kind), elements, dst=out, src=raw)


def _columns(
    core: Core, mnemonic: str, kind: DType, x: TensorView, row: TensorView, groups: int, rows: int, fractals: int
) -> None:
    """x[q][r] = x[q][r] op row[q]: a repeat is a row of 16, which is two blocks of 32-bit elements."""
    for q in range(groups):
        for top in range(0, rows, REPEAT):
            here_ = x[(q * fractals * 16 + top) * 16]
            _emit(
                core,
                mnemonic,
                (kind,) * 3,
                mask=Mask.count(16),
                dst=here_,
                src0=here_,
                src1=row[q * 16],
                repeat_times=min(REPEAT, rows - top),
                dst_rep_stride=2,
                src0_rep_stride=2,
                src1_rep_stride=0,
            )


def _whole(core: Core, mnemonic: str, types: tuple[DType, ...], elements: int, **values: Any) -> None:
    """An instruction over all elements of tensors without gaps, at most 255 repeats at a time."""
    op = INSTRUCTIONS[mnemonic]
    lanes = op.lanes(types)
    views = {f.name: (values[f.name], types[f.type]) for _, f in op.mems()}
    strides = {f"{name}_rep_stride": lanes * t.size // 32 for name, (_, t) in views.items()}
    for at in range(0, elements, lanes * REPEAT):
        repeats = min(REPEAT, (elements - at) // lanes)
        there = {n: part(view, at * t.size if values.get(f"{n}_rep_stride") != 0 else 0) for n, (view, t) in views.items()}
        _emit(core, mnemonic, types, mask=Mask.count(lanes), repeat_times=repeats, **{**strides, **values, **there})


def _emit(core: Core, mnemonic: str, types: tuple[DType, ...], **values: Any) -> None:
    """One instruction on the call's own tensors; fields left out take their defaults."""
    op = INSTRUCTIONS[mnemonic]
    assert types in op.supported(core.chip), f"{core.chip.name} has no {mnemonic} for {types}"
    operands = [values.get(f.name, Mask.count(op.lanes(types)) if isinstance(f, MaskField) else f.default) for f in op.fields]
    core.body.append(Instr(op, types, [x.ref if isinstance(x, TensorView) else x for x in operands], here()))


def _temporary(core: Core, type: DType, elements: int) -> TensorView:
    return declare_tensor(core, type, (elements,), Scope.UB, "fixpipe")


SIGNED = {"fixpipe": _BIND}
