"""Conversions between element types, with a rounding mode; the pairs and modes a chip has are in its chip file.

Numbers that do not fit: an integer saturates (NaN gives 0); a float becomes infinite where the mode rounds to nearest, and
where a directed mode points away from zero, else the largest finite number (IEEE 754 7.4). Mode odd (von Neumann) keeps
what to-zero keeps and sets the last bit when anything is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tik.isa.bits import f32_bits, f32_from_bits, f64_bits, f64_from_bits, local_like
from tik.isa.fields import Choice, MaskField, Mem, Value
from tik.isa.instruction import Call, Combo, Instruction, instruction
from tik.isa.regions import mask_count, put, vector_regions
from tik.isa.vector import (
    REPEAT,
    UB,
    UNARY_STRIDES,
    at,
    bit,
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


def to_i4(v: Any, mode: int) -> Any:
    """float -> int4: saturates, NaN gives 0."""
    w = rounded(v, mode)
    return 0 if w != w else 7 if w >= 7.0 else -8 if w <= -8.0 else int(w)


def to_u8(v: Any, mode: int) -> Any:
    """float -> uint8: saturates, NaN gives 0."""
    w = rounded(v, mode)
    return 0 if w != w else 255 if w >= 255.0 else 0 if w <= 0.0 else int(w)


def to_i64(v: Any, mode: int) -> Any:
    """float -> int64: saturates, NaN gives 0."""
    w = np.float64(rounded(v, mode))
    if w != w:
        return np.int64(0)
    if w >= 9223372036854775808.0:
        return np.int64(9223372036854775807)
    return np.int64(-9223372036854775808) if w <= -9223372036854775808.0 else np.int64(w)


def clamped_i32(v: Any, mode: int) -> Any:
    """integer -> int32: saturates."""
    return min(max(v, -2147483648), 2147483647)


def clamped_i16(v: Any, mode: int) -> Any:
    """integer -> int16: saturates."""
    return min(max(v, -32768), 32767)


def clamped_i8(v: Any, mode: int) -> Any:
    """integer -> int8: saturates."""
    return min(max(v, -128), 127)


def clamped_u8(v: Any, mode: int) -> Any:
    """integer -> uint8: saturates."""
    return min(max(v, 0), 255)


def to_float(v: Any, mode: int) -> Any:
    """any -> float: the value; storing it rounds to nearest even."""
    return np.float32(v)


def integral(v: Any, mode: int) -> Any:
    """float -> the same float type: rounded to an integer value."""
    return rounded(v, mode)


def rounded_integer(v: Any, mode: int, digits: int) -> Any:
    """A 64-bit integer as the binary32 with at most ``digits`` binary digits that the mode chooses."""
    if v == -9223372036854775808:
        return np.float32(-9223372036854775808.0)
    size = abs(v)
    shift = 0
    while (size >> shift) >> digits != 0:
        shift += 1
    kept = size >> shift
    rest = size - (kept << shift)
    half = (1 << shift) >> 1
    up = False
    if mode == 2:
        up = v < 0 and rest > 0
    elif mode == 3:
        up = v > 0 and rest > 0
    elif mode == 4:
        up = rest >= half and rest > 0
    elif mode != 5:
        up = rest > half or (rest == half and rest > 0 and (kept & 1) == 1)
    if up:
        kept += 1
    y = np.float32(kept) * f32_from_bits((127 + shift) << 23)
    return -y if v < 0 else y


def integer_to_f32(v: Any, mode: int) -> Any:
    """int32 or int64 -> binary32."""
    return np.float32(v) if mode <= 1 else rounded_integer(v, mode, 24)


def integer_to_f16(v: Any, mode: int) -> Any:
    """int16 or int32 -> what binary16 holds exactly, or too large for it."""
    return scaled(v, 1.0) if mode <= 1 else rounded_integer(v, mode, 11)


def narrowed(v: Any, mode: int, least: int, digits: int, largest: Any) -> Any:
    """A binary32 as the number of a narrower type that the mode chooses: exponents from ``least`` on, ``digits`` binary digits
    behind the point, at most ``largest``."""
    x = np.float64(v)
    if not abs(x) < np.float64(np.inf):
        return v
    unit = f64_from_bits((max((f64_bits(x) >> 52) & 2047, 1023 + least) - digits) << 52)
    w = x / unit
    if mode == 6:
        t = np.trunc(w)
        if t != w and np.floor(t * 0.5) * 2.0 == t:
            t = t + np.copysign(1.0, w)
    elif mode == 2:
        t = np.floor(w)
    elif mode == 3:
        t = np.ceil(w)
    elif mode == 4:
        t = np.copysign(np.floor(abs(w) + 0.5), w)
    else:
        t = np.trunc(w)
    y = t * unit
    if abs(y) > largest and (mode >= 5 or (mode == 2 and y > 0) or (mode == 3 and y < 0)):
        y = np.copysign(largest, y)
    return np.float32(y)


def narrowed_f16(v: Any, mode: int) -> Any:
    """binary32 -> binary16 by a mode; storing rounds to nearest even."""
    return v if mode <= 1 else narrowed(v, mode, -14, 10, 65504.0)


def narrowed_bf16(v: Any, mode: int) -> Any:
    """binary32 -> bfloat16 by a mode; storing rounds to nearest even."""
    return v if mode <= 1 else narrowed(v, mode, -126, 7, 3.3895313892515355e38)


def scaled(v: Any, scale: Any) -> Any:
    """An int32 times a binary16, as a binary32 that rounds to binary16 as the exact product does: its last bit is set
    when it is not exact (rounding to odd)."""
    x = np.float64(v) * np.float64(scale)
    y = np.float32(x)
    back = np.float64(y)
    word = np.int64(f32_bits(y))
    if back == x or x != x or (word & 1) == 1:
        return y
    return f32_from_bits(word - 1 if abs(back) > abs(x) else word + 1)


_TO_INT = {"i64": to_i64, "i32": to_i32, "i16": to_i16, "i8": to_i8, "u8": to_u8}
_CLAMPED = {"i64": first_of_two, "i32": clamped_i32, "i16": clamped_i16, "i8": clamped_i8, "u8": clamped_u8}
_FLOATS = {  # dst.src
    "f16.f32": narrowed_f16, "bf16.f32": narrowed_bf16, "f32.f32": integral,
    "f16.i16": integer_to_f16, "f16.i32": integer_to_f16, "f32.i32": integer_to_f32, "f32.i64": integer_to_f32,
}


@instruction
class VConv(Instruction):
    """dst = src converted to dst's dtype. An integer that does not fit saturates, and NaN gives 0; a float that does not fit
    becomes infinite (modes floor, ceil, to-zero and odd: infinite only away from zero, else the largest finite number).

    Mode none is nearest even. 8-bit results are packed: a repeat of 128 int16 fills four blocks."""

    family = "convert"
    mnemonic = "vconv"
    pipe = Pipe.V
    computes = "narrower"
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
            return _FLOATS.get(f"{dst.short}.{src.short}", to_float)
        return (_TO_INT if src.is_float else _CLAMPED)[dst.short]

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        return tuple(c for c in chip.types("vconv") if not c[0].packed)  # int4: VConvI4

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Mapping[str, Any]) -> str | None:
        modes = chip.convert_modes(*types)
        mode = values.get("round_mode")
        if mode is not None and mode not in modes:
            return (f"{types[1]} -> {types[0]} on {chip.name} has the round modes "
                    f"{', '.join(sorted(modes)) or 'none at all'}, not {mode!r}")
        return None


@instruction
class VConvDeq(Instruction):
    """dst = src * deqscale: an int32 times an f16 scale, rounded once, to f16 (overflow gives inf)."""

    family = "convert"
    mnemonic = "vconv_deq"
    pipe = Pipe.V
    computes = "always"
    fields = (MaskField(), Mem("dst", UB, "w", 0), Mem("src", UB, "r", 1),
              Value("deqscale", 0, doc="a number or f16 Scalar"), REPEAT, *UNARY_STRIDES)
    regions = staticmethod(unary_regions)
    cost = staticmethod(vector_cost)
    shadow = staticmethod(unary_shadow)
    shadow_lane = staticmethod(first_of_two)
    lane = staticmethod(scaled)

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, deqscale: Any, size_dst: int, size_src: int,
            mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src_blk_stride: int,
            dst_rep_stride: int, src_rep_stride: int, lanes: int, lane: Any, load1: Any, store0: Any) -> None:
        unary_run(dst, dst_at, src, src_at, deqscale, size_dst, size_src, mask_mode, mask_high, mask_low, repeat_times,
                  dst_blk_stride, src_blk_stride, dst_rep_stride, src_rep_stride, lanes, lane, load1, store0)


def high_half(base: int, lane: int, blk_stride: int) -> int:
    """Byte index of a lane among upper halves of blocks: 16 lanes a block."""
    return base + (lane // 16) * blk_stride * 32 + 16 + lane % 16


def high_run(dst: Any, dst_at: int, src: Any, src_at: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int,
             dst_blk_stride: int, src_blk_stride: int, dst_rep_stride: int, src_rep_stride: int, lane: Any, load1: Any,
             store0: Any) -> None:
    """Upper halves of dst's blocks = lane(src), 16 lanes a block on both sides."""
    count = mask_count(mask_mode, mask_high, mask_low, 128)
    kept = local_like(dst)
    for r in range(repeat_times):
        for write in range(2):
            for i in range(128):
                if (i < count) if count >= 0 else bit(mask_high, mask_low, i):
                    if write == 0:
                        kept[i] = store0(lane(load1(src[at(src_at + r * src_rep_stride * 16, i, 16, src_blk_stride)]), 0))
                    else:
                        dst[high_half(dst_at + r * dst_rep_stride * 32, i, dst_blk_stride)] = kept[i]


@instruction
class VConvHigh(Instruction):
    """vconv of int16 to 8 bits with ``ldst_high_half``: the 16 elements of each source block go, saturated, to the upper 16
    bytes of the destination block of the same number; the lower bytes keep what they hold."""

    family = "convert"
    mnemonic = "vconv_high"
    pipe = Pipe.V
    fields = (MaskField(), Mem("dst", UB, "w", 0), Mem("src", UB, "r", 1), REPEAT, *UNARY_STRIDES)
    cost = staticmethod(vector_cost)
    run = staticmethod(high_run)
    shadow_lane = staticmethod(first_of_two)

    @classmethod
    def lane_for(cls, types: Combo) -> Callable[..., Any]:
        return _CLAMPED[types[0].short]

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        return tuple(c for c in chip.types("vconv") if c[0].bits == 8 and c[1].short == "i16")

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, mask_mode: int, mask_high: int, mask_low: int,
               repeat_times: int, dst_blk_stride: int, src_blk_stride: int, dst_rep_stride: int, src_rep_stride: int,
               lane: Any, spread1: Any, raw0: Any) -> None:
        high_run(dst, dst_at, src, src_at, mask_mode, mask_high, mask_low, repeat_times, dst_blk_stride, src_blk_stride,
                 dst_rep_stride, src_rep_stride, lane, spread1, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, mask_mode: int, mask_high: int, mask_low: int,
                repeat_times: int, dst_blk_stride: int, src_blk_stride: int, dst_rep_stride: int, src_rep_stride: int) -> int:
        n = vector_regions(out, 0, 2, 0, src_space, src, 2, 128, mask_mode, mask_high, mask_low, repeat_times, src_blk_stride,
                           src_rep_stride)
        count = mask_count(mask_mode, mask_high, mask_low, 128)
        for b in range(8):
            lane = 16 * b
            while lane < 16 * b + 16:  # one region a run of active lanes
                first = lane
                while lane < 16 * b + 16 and (lane < count if count >= 0 else bit(mask_high, mask_low, lane)):
                    lane += 1
                n = put(out, n, 1, 1, dst_space, high_half(dst, first, dst_blk_stride), repeat_times, dst_rep_stride * 32, 1, 0,
                        lane - first)
                if lane == first or lane < 16 * b + 16:
                    lane += 1
        return n


def nibble_run(dst_u8: Any, dst_byte: int, src: Any, src_at: int, round_mode: int, mask_mode: int, mask_high: int,
               mask_low: int, repeat_times: int, dst_blk_stride: int, src_blk_stride: int, dst_rep_stride: int,
               src_rep_stride: int, lane: Any, load1: Any) -> None:
    """Nibbles of dst = lane(src), 64 lanes a block of dst and 16 a block of src."""
    count = 128 if mask_mode == 1 else mask_count(mask_mode, mask_high, mask_low, 128)
    total = mask_low if mask_mode == 1 else repeat_times * 128
    kept = local_like(dst_u8)
    for r in range((total + 127) // 128):
        n = min(count, total - r * 128)
        for write in range(2):
            for i in range(128):
                if (i < n) if count >= 0 else bit(mask_high, mask_low, i):
                    if write == 0:
                        kept[i] = lane(load1(src[at(src_at + r * src_rep_stride * 16, i, 16, src_blk_stride)]), round_mode) & 15
                    else:
                        byte = dst_byte + (r * dst_rep_stride + i // 64 * dst_blk_stride) * 32 + i % 64 // 2
                        shift = i % 2 * 4
                        dst_u8[byte] = (dst_u8[byte] & (240 >> shift)) | (kept[i] << shift)


@instruction
class VConvI4(Instruction):
    """dst = float16 as int4, rounded to nearest even and saturated to -8 .. 7; NaN gives 0. The results are packed, two a byte
    with the first in the low nibble: a repeat of 128 lanes fills two blocks. The nibble of a lane the mask leaves out keeps
    what it holds."""

    family = "convert"
    mnemonic = "vconv_i4"
    pipe = Pipe.V
    sparse = True  # half of a byte may stay
    fields = VConv.fields
    cost = staticmethod(vector_cost)
    check = VConv.check
    run = staticmethod(nibble_run)
    lane = staticmethod(to_i4)
    shadow_lane = staticmethod(first_of_two)

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        return tuple(c for c in chip.types("vconv") if c[0].packed)

    @staticmethod
    def shadow(dst_u8: Any, dst_byte: int, src: Any, src_at: int, round_mode: int, mask_mode: int, mask_high: int,
               mask_low: int, repeat_times: int, dst_blk_stride: int, src_blk_stride: int, dst_rep_stride: int,
               src_rep_stride: int, lane: Any, spread1: Any) -> None:
        nibble_run(dst_u8, dst_byte, src, src_at, round_mode, mask_mode, mask_high, mask_low, repeat_times, dst_blk_stride,
                   src_blk_stride, dst_rep_stride, src_rep_stride, lane, spread1)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, mask_mode: int, mask_high: int, mask_low: int,
                repeat_times: int, dst_blk_stride: int, src_blk_stride: int, dst_rep_stride: int, src_rep_stride: int) -> int:
        n = vector_regions(out, 0, 2, 0, src_space, src, 2, 128, mask_mode, mask_high, mask_low, repeat_times, src_blk_stride,
                           src_rep_stride)
        count = 128 if mask_mode == 1 else mask_count(mask_mode, mask_high, mask_low, 128)
        repeats = mask_low // 128 if mask_mode == 1 else repeat_times
        rest = mask_low % 128 if mask_mode == 1 else 0
        for b in range(2):
            start = dst + b * dst_blk_stride * 32
            if count >= 0:
                whole = (min(count - 64 * b, 64) + 1) // 2
                n = put(out, n, 1, 1, dst_space, start, repeats, dst_rep_stride * 32, 1, 0, whole)
                n = put(out, n, 1, 1, dst_space, start + repeats * dst_rep_stride * 32, 1, 0, 1, 0,
                        (min(rest - 64 * b, 64) + 1) // 2)
                continue
            byte = 0
            while byte < 32:  # one region a run of bytes with an active lane
                first = byte
                while byte < 32 and (bit(mask_high, mask_low, 64 * b + 2 * byte)
                                     or bit(mask_high, mask_low, 64 * b + 2 * byte + 1)):
                    byte += 1
                n = put(out, n, 1, 1, dst_space, start + first, repeats, dst_rep_stride * 32, 1, 0, byte - first)
                byte += 1
        return n


@instruction
class VCbd(Instruction):
    """dst = src as narrower integers, saturated; a repeat has 64 lanes, in 8 blocks of src and 4 of dst."""

    family = "convert"
    mnemonic = "vcbd"
    pipe = Pipe.V
    fields = (MaskField(), Mem("dst", UB, "w", 0), Mem("src", UB, "r", 1), REPEAT, *UNARY_STRIDES)
    calls = (Call("vcbd", "mask dst src repeat_times dst_blk_stride src_blk_stride dst_rep_stride src_rep_stride "
                          "stride_unit=0 mask_mode='normal'"),)
    run = staticmethod(unary_run)
    regions = staticmethod(unary_regions)
    cost = staticmethod(vector_cost)
    shadow = staticmethod(unary_shadow)
    shadow_lane = staticmethod(first_of_two)

    @classmethod
    def lane_for(cls, types: Combo) -> Callable[..., Any]:
        return _CLAMPED[types[0].short]
