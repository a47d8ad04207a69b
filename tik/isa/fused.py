"""Multiply and add in one instruction, and a product or sum that is converted at once.

Each is what its parts are one after the other: the product is rounded to dst's dtype, then the sum; a conversion starts from
the rounded result. So vmla is vmul and vadd bit for bit, and vmulconv is vmul and vconv. With f16 sources and an f32 dst the
product is exact; a repeat has 64 lanes then, in 8 blocks of dst and 4 of each source.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tik.isa.bits import local_like, window
from tik.isa.convert import scaled, to_i8, to_u8
from tik.isa.fields import Field, MaskField, Mem, Value
from tik.isa.instruction import Call, Combo, Instruction, instruction
from tik.isa.regions import mask_count, vector_regions
from tik.isa.vector import REPEAT, UB, UNARY_STRIDES, VectorBinary, at, binary_calls, bit, entangled, vector_cost
from tik.types.pipes import Pipe

if TYPE_CHECKING:
    from tik.chips.loader import Chip


def fused_run(dst: Any, dst_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, scalar: Any, size_dst: int,
              size_src: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int,
              src0_blk_stride: int, src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int, src1_rep_stride: int,
              lanes: int, lane: Any, load0: Any, load1: Any, store0: Any, load: Any, store: Any) -> None:
    """dst = lane(src0, src1, dst, scalar) under mask, strides and repeats; both sources have elements of ``size_src`` bytes.
    ``load(store(x))`` rounds a product to its dtype."""
    own, s_own = 32 // size_dst, 32 // size_src
    count = lanes if mask_mode == 1 else mask_count(mask_mode, mask_high, mask_low, lanes)
    total = mask_low if mask_mode == 1 else repeat_times * lanes
    repeats = (mask_low + lanes - 1) // lanes if mask_mode == 1 else repeat_times
    if repeats <= 0:
        return
    straight = dst_blk_stride == 1 and src0_blk_stride == 1 and src1_blk_stride == 1 and count >= 0
    for base, blk_stride, rep_stride in ((src0_at, src0_blk_stride, src0_rep_stride),
                                         (src1_at, src1_blk_stride, src1_rep_stride)):
        if entangled(dst_at * size_dst, dst_blk_stride, dst_rep_stride, base * size_src, blk_stride, rep_stride, repeats,
                     lanes // own, lanes // s_own):
            straight = False
    kept = local_like(dst)
    for r in range(repeats):
        n = min(count, total - r * lanes)
        d0 = dst_at + r * dst_rep_stride * own
        a0 = src0_at + r * src0_rep_stride * s_own
        b0 = src1_at + r * src1_rep_stride * s_own
        if straight:
            d = window(dst, d0, n)
            a = window(src0, a0, n)
            b = window(src1, b0, n)
            for i in range(n):
                d[i] = store0(lane(load1(a[i]), load1(b[i]), load0(d[i]), scalar, load, store))
            continue
        for write in range(2):
            for i in range(lanes):
                if (i < n) if count >= 0 else bit(mask_high, mask_low, i):
                    to = at(d0, i, own, dst_blk_stride)
                    if write == 0:
                        kept[i] = store0(lane(load1(src0[at(a0, i, s_own, src0_blk_stride)]),
                                              load1(src1[at(b0, i, s_own, src1_blk_stride)]), load0(dst[to]), scalar,
                                              load, store))
                    else:
                        dst[to] = kept[i]


def any_of_three(a: Any, b: Any, d: Any, scalar: Any, load: Any, store: Any) -> Any:
    return a | b | d


def first_or_second(a: Any, b: Any, d: Any, scalar: Any, load: Any, store: Any) -> Any:
    return a | b


class VectorFused(Instruction):
    """dst = f(src0, src1, dst), lane by lane."""

    family = "fused"
    pipe = Pipe.V
    computes = "always"
    fields = (MaskField(), Mem("dst", UB, "rw", 0), Mem("src0", UB, "r", 1), Mem("src1", UB, "r", 2),
              *VectorBinary.fields[4:])
    shadow_lane = staticmethod(any_of_three)
    cost = staticmethod(vector_cost)

    @staticmethod
    def run(dst: Any, dst_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, size_dst: int, size_src0: int,
            mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src0_blk_stride: int,
            src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int, src1_rep_stride: int, lanes: int, lane: Any,
            load0: Any, load1: Any, store0: Any) -> None:
        fused_run(dst, dst_at, src0, src0_at, src1, src1_at, 0, size_dst, size_src0, mask_mode, mask_high, mask_low,
                  repeat_times, dst_blk_stride, src0_blk_stride, src1_blk_stride, dst_rep_stride, src0_rep_stride,
                  src1_rep_stride, lanes, lane, load0, load1, store0, load0, store0)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, size_dst: int, size_src0: int,
               mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src0_blk_stride: int,
               src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int, src1_rep_stride: int, lanes: int, lane: Any,
               spread0: Any, spread1: Any, raw0: Any) -> None:
        fused_run(dst, dst_at, src0, src0_at, src1, src1_at, 0, size_dst, size_src0, mask_mode, mask_high, mask_low,
                  repeat_times, dst_blk_stride, src0_blk_stride, src1_blk_stride, dst_rep_stride, src0_rep_stride,
                  src1_rep_stride, lanes, lane, spread0, spread1, raw0, spread0, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src0: int, src0_space: int, src1: int, src1_space: int, size_dst: int,
                size_src0: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int,
                src0_blk_stride: int, src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int, src1_rep_stride: int,
                lanes: int) -> int:
        n = 0
        for field, write, space, start, size, blk_stride, rep_stride in (
                (2, 0, src0_space, src0, size_src0, src0_blk_stride, src0_rep_stride),
                (3, 0, src1_space, src1, size_src0, src1_blk_stride, src1_rep_stride),
                (1, 0, dst_space, dst, size_dst, dst_blk_stride, dst_rep_stride),
                (1, 1, dst_space, dst, size_dst, dst_blk_stride, dst_rep_stride)):
            n = vector_regions(out, n, field, write, space, start, size, lanes, mask_mode, mask_high, mask_low, repeat_times,
                               blk_stride, rep_stride)
        return n


@instruction
class VMla(VectorFused):
    """dst = dst + src0 * src1; product and sum round to dst's dtype (f16 sources and f32 dst: the product is exact)."""

    mnemonic = "vmla"
    calls = binary_calls("mla", new=False)

    @staticmethod
    def lane(a: Any, b: Any, d: Any, scalar: Any, load: Any, store: Any) -> Any:
        return load(store(a * b)) + d


@instruction
class VMadd(VectorFused):
    """dst = src0 * dst + src1; product and sum round to the operands' dtype."""

    mnemonic = "vmadd"
    calls = binary_calls("madd", new=False)

    @staticmethod
    def lane(a: Any, b: Any, d: Any, scalar: Any, load: Any, store: Any) -> Any:
        return load(store(a * d)) + b


@instruction
class VMaddRelu(VectorFused):
    """dst = max(src0 * dst + src1, 0); product and sum round to the operands' dtype, NaN stays NaN."""

    mnemonic = "vmaddrelu"
    calls = binary_calls("maddrelu", new=False)

    @staticmethod
    def lane(a: Any, b: Any, d: Any, scalar: Any, load: Any, store: Any) -> Any:
        c = load(store(a * d)) + b
        return c if c > 0 or c != c else np.float32(0.0)


@instruction
class VAxpy(Instruction):
    """dst = dst + scalar * src; product and sum round to dst's dtype. The scalar has src's dtype: with f16 src and f32 dst it
    is rounded to f16, and the product is exact."""

    family = "fused"
    mnemonic = "vaxpy"
    pipe = Pipe.V
    computes = "always"
    fields = (MaskField(), Mem("dst", UB, "rw", 0), Mem("src", UB, "r", 1), Value("scalar", 1), REPEAT, *UNARY_STRIDES)
    calls = (Call("vaxpy", "mask dst src scalar repeat_times dst_blk_stride src_blk_stride dst_rep_stride src_rep_stride "
                           "stride_unit=0"),
             Call("vec_axpy", "mask dst src scalar repeat_times dst_rep_stride src_rep_stride"))
    shadow_lane = staticmethod(any_of_three)
    cost = staticmethod(vector_cost)

    @staticmethod
    def lane(a: Any, b: Any, d: Any, scalar: Any, load: Any, store: Any) -> Any:
        return load(store(a * scalar)) + d

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, scalar: Any, size_dst: int, size_src: int,
            mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src_blk_stride: int,
            dst_rep_stride: int, src_rep_stride: int, lanes: int, lane: Any, load0: Any, load1: Any, store0: Any) -> None:
        fused_run(dst, dst_at, src, src_at, src, src_at, scalar, size_dst, size_src, mask_mode, mask_high, mask_low,
                  repeat_times, dst_blk_stride, src_blk_stride, src_blk_stride, dst_rep_stride, src_rep_stride,
                  src_rep_stride, lanes, lane, load0, load1, store0, load0, store0)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, size_dst: int, size_src: int,
               mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src_blk_stride: int,
               dst_rep_stride: int, src_rep_stride: int, lanes: int, lane: Any, spread0: Any, spread1: Any,
               raw0: Any) -> None:
        fused_run(dst, dst_at, src, src_at, src, src_at, 0, size_dst, size_src, mask_mode, mask_high, mask_low,
                  repeat_times, dst_blk_stride, src_blk_stride, src_blk_stride, dst_rep_stride, src_rep_stride,
                  src_rep_stride, lanes, lane, spread0, spread1, raw0, spread0, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_dst: int, size_src: int,
                mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src_blk_stride: int,
                dst_rep_stride: int, src_rep_stride: int, lanes: int) -> int:
        n = 0
        for field, write, space, start, size, blk_stride, rep_stride in (
                (2, 0, src_space, src, size_src, src_blk_stride, src_rep_stride),
                (1, 0, dst_space, dst, size_dst, dst_blk_stride, dst_rep_stride),
                (1, 1, dst_space, dst, size_dst, dst_blk_stride, dst_rep_stride)):
            n = vector_regions(out, n, field, write, space, start, size, lanes, mask_mode, mask_high, mask_low, repeat_times,
                               blk_stride, rep_stride)
        return n

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        return tuple((row[0], row[-1]) for row in chip.types("vaxpy"))  # the third of a row is the scalar's


class VectorConverted(Instruction):
    """dst = convert(f(src0, src1)), lane by lane; dst's elements are narrower than the sources'."""

    family = "fused"
    pipe = Pipe.V
    computes = "always"
    fields: ClassVar[tuple[Field, ...]] = (MaskField(), Mem("dst", UB, "w", 0), *VectorFused.fields[2:])
    shadow = VectorFused.shadow
    shadow_lane = staticmethod(first_or_second)
    cost = staticmethod(vector_cost)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src0: int, src0_space: int, src1: int, src1_space: int, size_dst: int,
                size_src0: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int,
                src0_blk_stride: int, src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int, src1_rep_stride: int,
                lanes: int) -> int:
        n = 0
        for field, write, space, start, size, blk_stride, rep_stride in (
                (2, 0, src0_space, src0, size_src0, src0_blk_stride, src0_rep_stride),
                (3, 0, src1_space, src1, size_src0, src1_blk_stride, src1_rep_stride),
                (1, 1, dst_space, dst, size_dst, dst_blk_stride, dst_rep_stride)):
            n = vector_regions(out, n, field, write, space, start, size, lanes, mask_mode, mask_high, mask_low, repeat_times,
                               blk_stride, rep_stride)
        return n


def product_to_i8(a: Any, b: Any, d: Any, scalar: Any, load: Any, store: Any) -> Any:
    return to_i8(load(store(a * b)), 0)


def product_to_u8(a: Any, b: Any, d: Any, scalar: Any, load: Any, store: Any) -> Any:
    return to_u8(load(store(a * b)), 0)


@instruction
class VMulConv(VectorConverted):
    """dst = src0 * src1 as 8-bit integers: the product rounds to f16, then to the nearest integer (halves to even), which
    saturates; NaN gives 0."""

    mnemonic = "vmulconv"
    calls = binary_calls("mulconv", new=False)

    @staticmethod
    def run(dst: Any, dst_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, size_dst: int, size_src0: int,
            mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src0_blk_stride: int,
            src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int, src1_rep_stride: int, lanes: int, lane: Any,
            load0: Any, load1: Any, store0: Any, store1: Any) -> None:
        fused_run(dst, dst_at, src0, src0_at, src1, src1_at, 0, size_dst, size_src0, mask_mode, mask_high, mask_low,
                  repeat_times, dst_blk_stride, src0_blk_stride, src1_blk_stride, dst_rep_stride, src0_rep_stride,
                  src1_rep_stride, lanes, lane, load0, load1, store0, load1, store1)

    @classmethod
    def lane_for(cls, types: Combo) -> Callable[..., Any]:
        return product_to_i8 if types[0].kind == "i" else product_to_u8


@instruction
class VAddDeqRelu(VectorConverted):
    """dst = max((src0 + src1) * deqscale, 0): the int32 sum wraps, its product with the f16 scale rounds once, to f16."""

    mnemonic = "vadddeqrelu"
    fields = (*VectorConverted.fields[:4], Value("deqscale", 0, doc="a number or f16 Scalar: what the sum is scaled by"),
              *VectorConverted.fields[4:])
    calls = (Call("vadddeqrelu", "mask dst deqscale src0 src1 repeat_times dst_blk_stride src0_blk_stride src1_blk_stride "
                                 "dst_rep_stride src0_rep_stride src1_rep_stride stride_unit=0"),)

    @staticmethod
    def lane(a: Any, b: Any, d: Any, scalar: Any, load: Any, store: Any) -> Any:
        c = scaled(((a + b + 2147483648) & 4294967295) - 2147483648, scalar)
        return c if c > 0 or c != c else np.float32(0.0)

    @staticmethod
    def run(dst: Any, dst_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, deqscale: Any, size_dst: int,
            size_src0: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int,
            src0_blk_stride: int, src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int, src1_rep_stride: int,
            lanes: int, lane: Any, load0: Any, load1: Any, store0: Any) -> None:
        fused_run(dst, dst_at, src0, src0_at, src1, src1_at, deqscale, size_dst, size_src0, mask_mode, mask_high, mask_low,
                  repeat_times, dst_blk_stride, src0_blk_stride, src1_blk_stride, dst_rep_stride, src0_rep_stride,
                  src1_rep_stride, lanes, lane, load0, load1, store0, load0, store0)
