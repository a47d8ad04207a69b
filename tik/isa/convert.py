"""Conversions between element types, with a rounding mode; the pairs and modes a chip has are in its chip file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tik.isa.fields import Choice, MaskField, Mem
from tik.isa.instruction import Call, Combo, Instruction, instruction
from tik.isa.vector import (
    REPEAT,
    UB,
    UNARY_STRIDES,
    first_of_two,
    unary_regions,
    unary_run,
    unary_shadow,
    vector_cost,
)
from tik.types.pipes import Pipe
from tik.types.rounding import Round

if TYPE_CHECKING:
    from tik.chips.loader import Chip

MODES = tuple(mode.value for mode in Round)


def rounded(v: Any, mode: int) -> Any:
    """A binary32 rounded to an integer value: none and round (ties to even), floor, ceil, away-zero, to-zero."""
    if mode == 2:
        return np.floor(v)
    if mode == 3:
        return np.ceil(v)
    if mode == 4:
        return np.float32(np.copysign(np.floor(abs(np.float64(v)) + 0.5), v))
    if mode == 5:
        return np.trunc(v)
    return np.rint(v)


def to_i32(v: Any, mode: int) -> Any:
    """float -> int32: saturates, NaN gives 0."""
    w = np.float64(rounded(v, mode))
    return 0 if w != w else 2147483647 if w >= 2147483647.0 else -2147483648 if w <= -2147483648.0 else int(w)


def to_i16(v: Any, mode: int) -> Any:
    """float -> int16: saturates, NaN gives 0."""
    w = rounded(v, mode)
    return 0 if w != w else 32767 if w >= 32767.0 else -32768 if w <= -32768.0 else int(w)


def to_i8(v: Any, mode: int) -> Any:
    """float -> int8: saturates, NaN gives 0."""
    w = rounded(v, mode)
    return 0 if w != w else 127 if w >= 127.0 else -128 if w <= -128.0 else int(w)


def to_u8(v: Any, mode: int) -> Any:
    """float -> uint8: saturates, NaN gives 0."""
    w = rounded(v, mode)
    return 0 if w != w else 255 if w >= 255.0 else 0 if w <= 0.0 else int(w)


def to_float(v: Any, mode: int) -> Any:
    """any -> float: the value; storing it rounds to nearest even."""
    return np.float32(v)


def integral(v: Any, mode: int) -> Any:
    """float -> the same float type: rounded to an integer value."""
    return rounded(v, mode)


_TO_INT = {"i32": to_i32, "i16": to_i16, "i8": to_i8, "u8": to_u8}


@instruction
class VConv(Instruction):
    """dst = src converted to dst's dtype; float to integer saturates and NaN gives 0, float overflow gives inf."""

    family = "convert"
    mnemonic = "vconv"
    pipe = Pipe.V
    fields = (MaskField(), Mem("dst", UB, "w", 0), Mem("src", UB, "r", 1), Choice("round_mode", MODES, "none"), REPEAT,
              *UNARY_STRIDES)
    calls = (Call("vconv", "mask round_mode dst src repeat_times dst_blk_stride src_blk_stride dst_rep_stride "
                           "src_rep_stride deqscale=None ldst_high_half=False stride_unit=0"),
             Call("vec_conv", "mask round_mode dst src repeat_times dst_rep_stride src_rep_stride deqscale=None "
                              "ldst_high_half=False"))
    regions = staticmethod(unary_regions)
    cost = staticmethod(vector_cost)
    shadow = staticmethod(unary_shadow)
    shadow_lane = staticmethod(first_of_two)

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, round_mode: int, size_dst: int, size_src: int,
            mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src_blk_stride: int,
            dst_rep_stride: int, src_rep_stride: int, lanes: int, lane: Any, load1: Any, store0: Any) -> None:
        unary_run(dst, dst_at, src, src_at, round_mode, size_dst, size_src, mask_mode, mask_high, mask_low, repeat_times,
                  dst_blk_stride, src_blk_stride, dst_rep_stride, src_rep_stride, lanes, lane, load1, store0)

    @classmethod
    def lane_for(cls, types: Combo) -> Callable[..., Any]:
        dst, src = types
        if dst.is_float:
            return integral if dst is src else to_float
        if src.is_float:
            return _TO_INT[dst.short]
        return first_of_two

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        return tuple(c for c in chip.types("vconv") if len(c) == 2 and (
            c[0].is_float or (c[1].is_float and c[0].short in _TO_INT)))

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Mapping[str, Any]) -> str | None:
        modes = chip.convert_modes(*types)
        mode = values.get("round_mode")
        if mode is not None and mode not in modes:
            return (f"{types[1]} -> {types[0]} on {chip.name} has the round modes "
                    f"{', '.join(sorted(modes)) or 'none at all'}, not {mode!r}")
        if mode not in (None, "none", "round") and types[0].is_float and types[0] is not types[1]:
            return f"{types[1]} -> {types[0]} with mode {mode!r} is not modelled yet"
        return None
