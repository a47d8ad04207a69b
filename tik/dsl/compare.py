"""Comparing, selecting and the compare mask (tik_api §8): bits as a tensor of any unsigned dtype, or in CMPMASK."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tik.chips import chips_with, listed_chips
from tik.dsl.calls import Site, add
from tik.dsl.parameters import Parameters
from tik.dsl.special import special
from tik.dsl.tensor import TensorView
from tik.dsl.value import fitted
from tik.ir import Instr
from tik.isa.compare import MovUbMask, SetMask, VSel, VSelScalar, VSelTensor
from tik.isa.instruction import Call, Instruction
from tik.isa.special import CMPMASK
from tik.types.dtypes import u8, u16, u32, u64
from tik.types.errors import TikError
from tik.types.positions import here
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["SIGNED", "CompareMask", "method", "set_scalar_to_cmpmask", "vec_sel", "vsel"]

_LOG = logging.getLogger("tik")
_BIT_TYPES = (u8, u16, u32, u64)
_VSEL = (
    "mask mode dst sel src0 src1 repeat_times dst_blk_stride src0_blk_stride src1_blk_stride "
    "dst_rep_stride=0 src0_rep_stride=0 src1_rep_stride=0"
)
_VEC_SEL = "mask mode dst sel src0 src1 repeat_times dst_rep_stride=0 src0_rep_stride=0 src1_rep_stride=0"
SIGNED = {"vsel": Parameters("vsel", _VSEL), "vec_sel": Parameters("vec_sel", _VEC_SEL)}


class CompareMask:
    """What a comparison left in CMPMASK. There is one such register: the next comparison or load replaces its bits."""

    __slots__ = ("core", "number")

    def __init__(self, core: Core) -> None:
        core.compare_masks += 1
        self.core, self.number = core, core.compare_masks

    def __repr__(self) -> str:
        return "<CMPMASK>"


def method(op: type[Instruction], call: Call) -> tuple[Callable[..., Any], Parameters]:
    """The builder's method for a call of the compare family: bits are taken as bytes, CMPMASK is an operand of its own."""
    parameters = Parameters(call.name, call.parameters)
    mems = {f.name: f for _, f in op.mems()}
    bits = [
        parameters.names.index(name) for name, f in mems.items() if f.type == 0 and Scope.UB in f.scopes
    ]  # of tensors of bits
    implied = "cmpmask" in mems and "cmpmask" not in parameters.names
    token = parameters.names.index("cmpmask") if "cmpmask" in parameters.names else -1
    site = Site(op, call.name, call.parameters + " cmpmask" * implied)
    gives = "cmpmask" in mems and mems["cmpmask"].writes

    def made(self: Core, *args: Any, **keywords: Any) -> CompareMask | None:
        try:
            bound = list(parameters.bind(args, keywords))
            for at in bits:
                bound[at] = _bytes(call.name, parameters.names[at], bound[at])
            if implied:
                bound.append(special(self, CMPMASK, u8))
            elif token >= 0:
                bound[token] = _held(self, call.name, "cmpmask", bound[token])
            add(self, site, tuple(bound))
        except TikError as error:
            self.collect(error)
        return CompareMask(self) if gives else None

    return made, parameters


def set_scalar_to_cmpmask(core: Core, scalar: Any) -> CompareMask:
    """The lower 64 bits of CMPMASK = scalar (a number or expression, as uint64), the upper 64 bits 0. Pipe V."""
    try:
        operands = (special(core, CMPMASK, u8).ref, fitted(scalar, u64, "scalar of set_scalar_to_cmpmask"))
        core.body.append(Instr(SetMask, (u8, u64), operands, here()))
    except TikError as error:
        core.collect(error)
    return CompareMask(core)


def _bytes(name: str, what: str, view: Any) -> Any:
    """A tensor of bits as bytes."""
    if not isinstance(view, TensorView) or view.type is u8:
        return view
    if view.type not in _BIT_TYPES:
        raise TikError(
            "TIK-TYPE01",
            f"{what} of {name} holds bits: a tensor of {', '.join(map(str, _BIT_TYPES))}, not {view.type}",
            position=here(),
            hint="reinterpret_cast_to('uint8') for the same bytes",
        )
    return TensorView(view.tensor, view.byte, u8, (*view.dims, view.type.size))


def _held(core: Core, name: str, what: str, token: Any) -> TensorView:
    """CMPMASK, as an operand, for the token that stands for it."""
    if not isinstance(token, CompareMask):
        raise TikError(
            "TIK-TYPE02",
            f"{what} of {name} is {token!r}, not what vcmp_xx or mov_tensor_to_cmpmask gave",
            position=here(),
            hint="load the bits first: mov_tensor_to_cmpmask(sel), or use vec_sel",
        )
    if token.number != core.compare_masks:
        _LOG.warning("%s uses bits of CMPMASK that a later call has replaced (%s)", name, here().short)
    return special(core, CMPMASK, u8)


_STRIDES = " dst_rep_stride src0_rep_stride src1_rep_stride"
_BLOCKS = " dst_blk_stride src0_blk_stride src1_blk_stride"
_LOAD = Site(MovUbMask, "vec_sel", "src cmpmask")


def _sites(name: str) -> tuple[Site, Site, Site]:
    """The instruction of each mode."""
    text = "mask dst {} src0 src1 repeat_times" + _BLOCKS + _STRIDES
    return (
        Site(VSel, name, text.format("cmpmask")),
        Site(VSelScalar, name, text.format("sel").replace(" src1_blk_stride", "").replace(" src1_rep_stride", "")),
        Site(VSelTensor, name, text.format("sel")),
    )


_SELECTS = {name: _sites(name) for name in ("vsel", "vec_sel")}


def vsel(core: Core, *args: Any, **keywords: Any) -> None:
    """dst = src0 where the lane's bit is 1, src1 where it is 0, in the lanes of ``mask``; float16, float32.

    ``mode`` 0: ``sel`` is what vcmp_xx or mov_tensor_to_cmpmask gave, and every repeat uses the same bits. Mode 2: ``sel`` is
    a tensor of bits (uint8, 16, 32 or 64), 16 bytes a repeat for float16 and 8 for float32, without gaps. Mode 1: so too, and
    src1 is a scalar. Modes 1 and 2: not on every chip (TIK-CHIP01). Repeat strides left out are 0. Pipe V.
    """
    try:
        mask, mode, dst, sel, src0, src1, *numbers = SIGNED["vsel"].bind(args, keywords)
        kind = _mode(core, "vsel", mode)
        bits = _held(core, "vsel", "sel", sel) if kind == 0 else _bytes("vsel", "sel", sel)
        _select(core, "vsel", kind, (mask, dst, bits, src0, src1), numbers)
    except TikError as error:
        core.collect(error)


def vec_sel(core: Core, *args: Any, **keywords: Any) -> None:
    """As vsel with block strides of 1, and ``sel`` always a tensor of bits.

    Mode 0 loads its first 16 bytes into CMPMASK: every repeat uses the same first bits (128 for float16, 64 for float32).
    """
    try:
        mask, mode, dst, sel, src0, src1, repeat, *reps = SIGNED["vec_sel"].bind(args, keywords)
        kind = _mode(core, "vec_sel", mode)
        bits = _bytes("vec_sel", "sel", sel)
        if kind == 0:
            before, register = len(core.errors), special(core, CMPMASK, u8)
            add(core, _LOAD, (bits, register))
            if len(core.errors) > before:
                return
            core.compare_masks += 1
            bits = register
        _select(core, "vec_sel", kind, (mask, dst, bits, src0, src1), [repeat, 1, 1, 1, *reps])
    except TikError as error:
        core.collect(error)


def _select(core: Core, name: str, mode: int, operands: tuple[Any, ...], numbers: list[Any]) -> None:
    repeat, *strides = numbers
    if mode == 1:
        del strides[5], strides[2]  # of src1
    add(core, _SELECTS[name][mode], (*operands, repeat, *strides))


def _mode(core: Core, name: str, mode: Any) -> int:
    """A mode the chip has."""
    if not isinstance(mode, int) or isinstance(mode, bool) or not 0 <= mode <= 2:
        raise TikError(
            "TIK-TYPE02",
            f"mode of {name} is {mode!r}; there are 0, 1 and 2",
            position=here(),
            hint="0: bits in CMPMASK, 1: a tensor of bits and a scalar src1, 2: a tensor of bits",
        )
    if mode and not core.chip.has("sel_tensor_mask"):
        raise TikError(
            "TIK-CHIP01",
            f"{core.chip.name} has only mode 0 of {name}, not {mode}",
            position=here(),
            hint=f"chips that have it: {listed_chips(chips_with('sel_tensor_mask'))}; here loop over the repeats with mode 0",
        )
    return mode
