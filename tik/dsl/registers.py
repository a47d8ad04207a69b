"""Calls on the scalar pipe (tik_api §14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.chips.loader import chip_names, load_chip
from tik.dsl.scalar import Scalar
from tik.dsl.special import special
from tik.dsl.value import number
from tik.ir import Expr, Instr, Var, as_expr
from tik.ir.expr import binary
from tik.isa.instruction import Instruction
from tik.isa.scalar import SLeadingZeros, SOnes, SRound, SSqrt, SZeros
from tik.isa.special import OVERFLOW
from tik.isa.sync import PipeBarrier
from tik.types.dtypes import DType, f16, f32, i32, i64, u32, u64
from tik.types.errors import TikError
from tik.types.pipes import Pipe
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = [
    "get_overflow_status",
    "instr_preload",
    "scalar_abs",
    "scalar_conv",
    "scalar_countbit0",
    "scalar_countbit1",
    "scalar_countleading0",
    "scalar_max",
    "scalar_min",
    "scalar_sqrt",
    "set_overflow_status",
    "set_system_cache",
]


def scalar_max(core: Core, dst: Scalar, src0: Any, src1: Any) -> None:
    """dst = the larger of two numbers, Scalars or expressions."""
    _set(core, "scalar_max", dst, "max", src0, src1)


def scalar_min(core: Core, dst: Scalar, src0: Any, src1: Any) -> None:
    """dst = the smaller of two numbers, Scalars or expressions."""
    _set(core, "scalar_min", dst, "min", src0, src1)


def scalar_abs(core: Core, dst: Scalar, src: Any) -> None:
    """dst = |src|; the most negative integer stays as it is."""
    try:
        x = as_expr(number(src))
        _set(core, "scalar_abs", dst, "max", x, x if x.dtype.kind == "u" else binary("sub", 0, x))
    except TikError as error:
        core.collect(error)


def scalar_conv(core: Core, round_mode: str | None, dst: Scalar, src: Any) -> None:
    """dst = src converted, on the scalar pipe: float32 to float16 and back, int32 to float32 (nearest even; ``round_mode``
    '' or 'none'), float32 to int32 ('round' to nearest even, 'floor', 'ceil', 'away-zero', 'to-zero'; saturates, NaN gives 0).
    """
    try:
        x = _source(core, "scalar_conv", dst, src)
        pair = (dst.dtype, x.dtype)
        if pair not in _CONVERSIONS:
            known = ", ".join(f"{of} to {to}" for to, of in _CONVERSIONS)
            raise TikError(
                "TIK-TYPE01",
                f"scalar_conv does not go from {x.dtype} to {dst.dtype}",
                position=here(),
                details=(f"it goes {known}",),
                hint="go through float32; x.astype(dtype) wraps integers and truncates floats",
            )
        mode = _MODES.get(round_mode, round_mode)
        if mode not in _CONVERSIONS[pair]:
            raise TikError(
                "TIK-TYPE02",
                f"round_mode of scalar_conv is {round_mode!r}; from {x.dtype} to {dst.dtype} there are "
                f"{', '.join(_CONVERSIONS[pair])}",
                position=here(),
            )
        if mode == "none":
            dst.set_as(x)
        else:
            _compute(core, SRound, dst, (i32, f32), x, mode)
    except TikError as error:
        core.collect(error)


def scalar_sqrt(core: Core, dst: Scalar, src: Any) -> None:
    """dst = the square root of src: float32, or int64 (the part before the point; 0 for negative numbers)."""
    _unary(core, "scalar_sqrt", SSqrt, (f32, i64), dst, src)


def scalar_countbit0(core: Core, dst: Scalar, src: Any) -> None:
    """dst = how many of the 64 bits of src (uint64, or int64 for the same bits) are 0."""
    _count(core, "scalar_countbit0", SZeros, dst, src)


def scalar_countbit1(core: Core, dst: Scalar, src: Any) -> None:
    """dst = how many of the 64 bits of src (uint64, or int64 for the same bits) are 1."""
    _count(core, "scalar_countbit1", SOnes, dst, src)


def scalar_countleading0(core: Core, dst: Scalar, src: Any) -> None:
    """dst = how many bits of src (uint64, or int64 for the same bits) above its highest 1 are 0; 64 for 0."""
    _count(core, "scalar_countleading0", SLeadingZeros, dst, src)


def set_overflow_status(core: Core, value: Any) -> None:
    """Write the overflow status of the core: 0 clears it. It starts at 0; see ``get_overflow_status`` for what raises it."""
    _settle(core)
    special(core, OVERFLOW, u32)[0].set_as(value)
    _settle(core)


def get_overflow_status(core: Core, status: Any) -> None:
    """status = the overflow status of the core. On chips that saturate, an instruction that makes inf or NaN of finite floats
    sets bit 0, in lanes nobody stores too; integers that wrap do not. All pipes come to rest before it is read (the kit's
    rule: nothing is published). Chips that keep inf and NaN raise nothing, so there it is refused (TIK-CHIP01)."""
    if core.chip.overflow != "saturate":
        core.mistake(
            "TIK-CHIP01",
            f"get_overflow_status: {core.chip.name} keeps inf and NaN, no instruction raises its overflow status",
            hint="look for inf and NaN in the outputs; chips that saturate have the status: "
            + ", ".join(name for name in chip_names() if load_chip(name).overflow == "saturate"),
        )
        return
    if not isinstance(status, Scalar) or status.dtype.is_float:
        core.mistake("TIK-TYPE02", f"status of get_overflow_status is {status!r}, not an integer Scalar")
        return
    _settle(core)
    status.set_as(special(core, OVERFLOW, u32)[0].element().astype(status.dtype))
    _settle(core)


def _settle(core: Core) -> None:
    """Any instruction before may raise the status, and none behind may be early."""
    if core.chip.overflow == "saturate":
        core.body.append(Instr(PipeBarrier, (), (Pipe.ALL.value,), here()))


def set_system_cache(core: Core, *args: Any, **keywords: Any) -> None:
    """A hint about the L2 cache, which changes no result: accepted, and nothing is added to the kernel."""


def instr_preload(core: Core, *args: Any, **keywords: Any) -> None:
    """A hint to fetch instructions ahead, which changes no result: accepted, and nothing is added to the kernel."""


_MODES: dict[str | None, str] = {None: "none", "": "none", "ceiling": "ceil"}
_CONVERSIONS = {
    (f16, f32): ("none",),
    (f32, f16): ("none",),
    (f32, i32): ("none",),
    (i32, f32): ("round", "floor", "ceil", "away-zero", "to-zero"),
}


def _source(core: Core, name: str, dst: Any, src: Any) -> Expr:
    """The number to work on; a literal takes the dtype of dst."""
    if not isinstance(dst, Scalar):
        raise TikError("TIK-TYPE02", f"dst of {name} is {dst!r}, not a Scalar", position=here())
    return as_expr(number(src), dst.dtype)


def _unary(core: Core, name: str, op: type[Instruction], dtypes: tuple[DType, ...], dst: Any, src: Any) -> None:
    try:
        x = _source(core, name, dst, src)
        for what, found in (("dst", dst.dtype), ("src", x.dtype)):
            if found not in dtypes or found is not dst.dtype:
                raise TikError(
                    "TIK-TYPE01",
                    f"{name} works on {' or '.join(map(str, dtypes))}: {what} is {found}, dst {dst.dtype}",
                    position=here(),
                    hint=f"declare the Scalar as '{dtypes[-1].name}', or convert with x.astype('{dtypes[-1].name}')",
                )
        _compute(core, op, dst, (dst.dtype,), x)
    except TikError as error:
        core.collect(error)


def _count(core: Core, name: str, op: type[Instruction], dst: Any, src: Any) -> None:
    """Count bits of a 64-bit integer, whatever its sign."""
    try:
        x = _source(core, name, dst, src)
        for what, found in (("dst", dst.dtype), ("src", x.dtype)):
            if found not in (i64, u64):
                raise TikError(
                    "TIK-TYPE01",
                    f"{name} works on u64 or i64: {what} is {found}",
                    position=here(),
                    hint="declare the Scalar as 'uint64', or convert with x.astype('uint64')",
                )
        _compute(core, op, dst, (u64,), x.astype(u64))
    except TikError as error:
        core.collect(error)


def _compute(core: Core, op: type[Instruction], dst: Scalar, types: tuple[DType, ...], x: Expr, *more: Any) -> None:
    """Through a register of its own: what depends on dst sees an assignment."""
    found = Var(types[0], op.mnemonic)
    core.body.append(Instr(op, types, (found, x, *more), here()))
    dst.set_as(found)


def _set(core: Core, name: str, dst: Any, op: str, a: Any, b: Any) -> None:
    if not isinstance(dst, Scalar):
        core.mistake("TIK-TYPE02", f"dst of {name} is {dst!r}, not a Scalar")
        return
    try:
        dst.set_as(binary(op, number(a), number(b)))
    except TikError as error:
        core.collect(error)
