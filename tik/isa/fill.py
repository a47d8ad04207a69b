"""Filling: one value into all lanes, one value a block, ascending numbers, a copy under a mask."""

from __future__ import annotations

from typing import Any

from tik.isa.costs import Cost, occupies
from tik.isa.fields import MaskField, Mem, Value
from tik.isa.instruction import Call, Instruction, instruction
from tik.isa.regions import mask_count, put, vector_regions
from tik.isa.vector import (
    REPEAT,
    UB,
    UNARY_STRIDES,
    at,
    bit,
    blk,
    first_of_two,
    rep,
    unary_regions,
    unary_run,
    unary_shadow,
    vector_cost,
)
from tik.types.pipes import Pipe


def dup_run(dst: Any, dst_at: int, scalar: Any, size_dst: int, mask_mode: int, mask_high: int, mask_low: int,
            repeat_times: int, dst_blk_stride: int, dst_rep_stride: int, lanes: int, store0: Any) -> None:
    """dst lanes = scalar."""
    own = 32 // size_dst
    count = lanes if mask_mode == 1 else mask_count(mask_mode, mask_high, mask_low, lanes)
    total = mask_low if mask_mode == 1 else repeat_times * lanes
    value = store0(scalar)
    if count == lanes and dst_blk_stride == 1 and dst_rep_stride * own == lanes:
        dst[dst_at:dst_at + total] = value
        return
    for r in range((total + lanes - 1) // lanes):
        base = dst_at + r * dst_rep_stride * own
        n = min(count, total - r * lanes)
        for i in range(lanes):
            if (i < n) if count >= 0 else bit(mask_high, mask_low, i):
                dst[at(base, i, own, dst_blk_stride)] = value


@instruction
class VectorDup(Instruction):
    """dst = scalar in every active lane."""

    family = "fill"
    mnemonic = "vector_dup"
    pipe = Pipe.V
    fields = (MaskField(), Mem("dst", UB, "w", 0), Value("scalar", 0), REPEAT, blk("dst_blk_stride", "dst_blk"),
              rep("dst_rep_stride", "dst_rep"))
    calls = (Call("vector_dup", "mask dst scalar repeat_times dst_blk_stride dst_rep_stride stride_unit=0"),
             Call("vec_dup", "mask dst scalar repeat_times dst_rep_stride"))
    run = staticmethod(dup_run)
    cost = staticmethod(vector_cost)

    @staticmethod
    def shadow(dst: Any, dst_at: int, size_dst: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int,
               dst_blk_stride: int, dst_rep_stride: int, lanes: int, raw0: Any) -> None:
        dup_run(dst, dst_at, 0, size_dst, mask_mode, mask_high, mask_low, repeat_times, dst_blk_stride, dst_rep_stride,
                lanes, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, size_dst: int, mask_mode: int, mask_high: int, mask_low: int,
                repeat_times: int, dst_blk_stride: int, dst_rep_stride: int, lanes: int) -> int:
        return vector_regions(out, 0, 1, 1, dst_space, dst, size_dst, lanes, mask_mode, mask_high, mask_low, repeat_times,
                              dst_blk_stride, dst_rep_stride)


@instruction
class VBrcb(Instruction):
    """Each of 8 source elements a repeat fills one 32-byte block of dst."""

    family = "fill"
    mnemonic = "vbcb"
    pipe = Pipe.V
    feature = "vbcb"
    fields = (Mem("dst", UB, "w", 0), Mem("src", UB, "r", 0), REPEAT, blk("dst_blk_stride", "dst_blk"),
              rep("dst_rep_stride", "dst_rep"))
    calls = (Call("vbcb", "dst src repeat_times dst_blk_stride dst_rep_stride"),)

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, size_dst: int, repeat_times: int, dst_blk_stride: int,
            dst_rep_stride: int) -> None:
        own = 32 // size_dst
        for r in range(repeat_times):
            kept = src[src_at + r * 8:src_at + r * 8 + 8].copy()
            for b in range(8):
                base = dst_at + (r * dst_rep_stride + b * dst_blk_stride) * own
                dst[base:base + own] = kept[b]

    shadow = run

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_src: int, repeat_times: int,
                dst_blk_stride: int, dst_rep_stride: int) -> int:
        n = put(out, 0, 1, 0, src_space, src, 1, 0, 1, 0, repeat_times * 8 * size_src)
        return put(out, n, 0, 1, dst_space, dst, repeat_times, dst_rep_stride * 32, 8, dst_blk_stride * 32, 32)

    @staticmethod
    def cost(repeat_times: int, head: float, slope: float) -> Cost:
        return occupies(head + repeat_times * slope)


@instruction
class VCi(Instruction):
    """dst_index lane i of repeat r = start_point + r * lanes + i, in dst_index's dtype: the numbers count through lanes that
    the mask leaves out; floats round to nearest even, integers wrap."""

    family = "fill"
    mnemonic = "vci"
    pipe = Pipe.V
    computes = "always"
    fields = (MaskField(), Mem("dst_index", UB, "w", 0), Value("start_point", 0), REPEAT, blk("dst_blk_stride", "dst_blk"),
              rep("dst_rep_stride", "dst_rep"))
    calls = (Call("vci", "mask dst_index start_point repeat_times dst_blk_stride dst_rep_stride stride_unit=0 "
                         "mask_mode='normal'"),)
    cost = staticmethod(vector_cost)

    @staticmethod
    def run(dst_index: Any, dst_index_at: int, start_point: Any, size_dst_index: int, mask_mode: int, mask_high: int,
            mask_low: int, repeat_times: int, dst_blk_stride: int, dst_rep_stride: int, lanes: int, acc0: Any,
            store0: Any) -> None:
        own = 32 // size_dst_index
        count = lanes if mask_mode == 1 else mask_count(mask_mode, mask_high, mask_low, lanes)
        total = mask_low if mask_mode == 1 else repeat_times * lanes
        for r in range((total + lanes - 1) // lanes):
            n = min(count, total - r * lanes)
            for i in range(lanes):
                if (i < n) if count >= 0 else bit(mask_high, mask_low, i):
                    place = at(dst_index_at + r * dst_rep_stride * own, i, own, dst_blk_stride)
                    dst_index[place] = store0(start_point + acc0(r * lanes + i))

    @staticmethod
    def shadow(dst_index: Any, dst_index_at: int, size_dst_index: int, mask_mode: int, mask_high: int, mask_low: int,
               repeat_times: int, dst_blk_stride: int, dst_rep_stride: int, lanes: int, raw0: Any) -> None:
        dup_run(dst_index, dst_index_at, 0, size_dst_index, mask_mode, mask_high, mask_low, repeat_times, dst_blk_stride,
                dst_rep_stride, lanes, raw0)

    @staticmethod
    def regions(out: Any, dst_index: int, dst_index_space: int, size_dst_index: int, mask_mode: int, mask_high: int,
                mask_low: int, repeat_times: int, dst_blk_stride: int, dst_rep_stride: int, lanes: int) -> int:
        return vector_regions(out, 0, 1, 1, dst_index_space, dst_index, size_dst_index, lanes, mask_mode, mask_high, mask_low,
                              repeat_times, dst_blk_stride, dst_rep_stride)


@instruction
class VCopy(Instruction):
    """dst = src, bit for bit, in the active lanes."""

    family = "fill"
    mnemonic = "vcopy"
    pipe = Pipe.V
    feature = "vcopy"
    fields = (MaskField(), Mem("dst", UB, "w", 0), Mem("src", UB, "r", 0), REPEAT, *UNARY_STRIDES)
    calls = (Call("vcopy", "mask dst src repeat_times dst_blk_stride src_blk_stride dst_rep_stride src_rep_stride "
                           "mask_mode='normal'"),)
    regions = staticmethod(unary_regions)
    cost = staticmethod(vector_cost)
    lane = staticmethod(first_of_two)
    shadow_lane = staticmethod(first_of_two)

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, size_dst: int, size_src: int, mask_mode: int, mask_high: int,
            mask_low: int, repeat_times: int, dst_blk_stride: int, src_blk_stride: int, dst_rep_stride: int,
            src_rep_stride: int, lanes: int, lane: Any, raw0: Any) -> None:
        unary_run(dst, dst_at, src, src_at, 0, size_dst, size_src, mask_mode, mask_high, mask_low, repeat_times,
                  dst_blk_stride, src_blk_stride, dst_rep_stride, src_rep_stride, lanes, lane, raw0, raw0)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, size_dst: int, size_src: int, mask_mode: int, mask_high: int,
               mask_low: int, repeat_times: int, dst_blk_stride: int, src_blk_stride: int, dst_rep_stride: int,
               src_rep_stride: int, lanes: int, lane: Any, spread0: Any, raw0: Any) -> None:
        unary_shadow(dst, dst_at, src, src_at, size_dst, size_src, mask_mode, mask_high, mask_low, repeat_times,
                     dst_blk_stride, src_blk_stride, dst_rep_stride, src_rep_stride, lanes, lane, spread0, raw0)
