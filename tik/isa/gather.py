"""Gathers and scatters: addresses are byte offsets that lie in memory.

Lane i of repeat r takes offset number r * lanes + i, an unsigned or signed 32-bit count of bytes from the operand's start (plus
``base_addr``); the address must lie in the operand's tensor, on a boundary of its dtype. A lane that is masked off
touches no memory and its offset is not looked at (case O23). The tensor, not the view, is the limit: a negative offset may
reach what lies before the view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tik.isa.bits import local_like
from tik.isa.costs import Cost, occupies
from tik.isa.fields import Int, MaskField, Mem
from tik.isa.instruction import Call, Combo, Instruction, instruction
from tik.isa.regions import anywhere, mask_count, put, vector_regions
from tik.isa.vector import REPEAT, UB, at, bit, blk, rep
from tik.types.dtypes import DType, i32, u32
from tik.types.pipes import Pipe

if TYPE_CHECKING:
    from tik.chips.loader import Chip

BASE = Int("base_addr", 0, 2**32 - 1, 0, "base", "bytes added to every offset")


def offset_regions(out: Any, n: int, field: int, space: int, start: int, mask_mode: int, mask_high: int, mask_low: int,
                   repeat_times: int, lanes: int) -> int:
    """The offsets of the active lanes: 4 bytes each, ``lanes`` of them a repeat."""
    return vector_regions(out, n, field, 0, space, start, 4, lanes, mask_mode, mask_high, mask_low, repeat_times, 1,
                          lanes // 8)


def widen(reach: Any, low: int, high: int, byte: Any, size: int, first: bool) -> bool:
    """Take the bytes of one lane into ``reach``, which began as (low, high); False, and reach is those bytes, when they lie
    outside or not on their boundary."""
    if byte < low or byte + size > high or byte % size != 0:
        reach[0] = byte
        reach[1] = byte + size
        return False
    if first or byte < reach[0]:
        reach[0] = byte
    if first or byte + size > reach[1]:
        reach[1] = byte + size
    return True


def gather_run(dst: Any, dst_at: int, src: Any, src_byte: int, src_offset: Any, src_offset_at: int, size_dst: int,
               mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_rep_stride: int, base_addr: int,
               lanes: int, reach: Any) -> int:
    """dst lane = the element at byte src_byte + base_addr + offset."""
    own = 32 // size_dst
    count = lanes if mask_mode == 1 else mask_count(mask_mode, mask_high, mask_low, lanes)
    total = mask_low if mask_mode == 1 else repeat_times * lanes
    low, high, first = reach[0], reach[1], True
    reach[1] = low
    kept = local_like(dst)
    for r in range((total + lanes - 1) // lanes):
        n = min(count, total - r * lanes)
        for i in range(lanes):
            if (i < n) if count >= 0 else bit(mask_high, mask_low, i):
                byte = src_byte + base_addr + np.int64(src_offset[src_offset_at + r * lanes + i])
                if not widen(reach, low, high, byte, size_dst, first):
                    return -1 - (r * lanes + i)
                first = False
                kept[i] = src[byte // size_dst]
        for i in range(lanes):
            if (i < n) if count >= 0 else bit(mask_high, mask_low, i):
                dst[at(dst_at + r * dst_rep_stride * own, i, own, 1)] = kept[i]
    return 0


def scatter_run(dst: Any, dst_byte: int, src: Any, src_at: int, dst_offset: Any, dst_offset_at: int, size_dst: int,
                mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, src_rep_stride: int, base_addr: int,
                lanes: int, reach: Any) -> int:
    """The element at byte dst_byte + base_addr + offset = src lane."""
    own = 32 // size_dst
    count = lanes if mask_mode == 1 else mask_count(mask_mode, mask_high, mask_low, lanes)
    total = mask_low if mask_mode == 1 else repeat_times * lanes
    low, high, first = reach[0], reach[1], True
    reach[1] = low
    kept = local_like(src)
    to = np.empty(lanes, np.int64)
    for r in range((total + lanes - 1) // lanes):
        n = min(count, total - r * lanes)
        for i in range(lanes):
            if (i < n) if count >= 0 else bit(mask_high, mask_low, i):
                byte = dst_byte + base_addr + np.int64(dst_offset[dst_offset_at + r * lanes + i])
                if not widen(reach, low, high, byte, size_dst, first):
                    return -1 - (r * lanes + i)
                first = False
                to[i] = byte // size_dst
                kept[i] = src[at(src_at + r * src_rep_stride * own, i, own, 1)]
        for i in range(lanes):
            if (i < n) if count >= 0 else bit(mask_high, mask_low, i):
                dst[to[i]] = kept[i]
    return 0


def gather_blocks(dst: Any, dst_at: int, src: Any, src_byte: int, src_offsets: Any, src_offsets_at: int, size_dst: int,
                  repeat_times: int, dst_blk_stride: int, dst_rep_stride: int, reach: Any) -> int:
    """dst block = the 32 bytes at byte src_byte + offset, 8 of them a repeat."""
    own = 32 // size_dst
    low, high = reach[0], reach[1]
    reach[1] = low
    kept = local_like(dst)
    for r in range(repeat_times):
        for b in range(8):
            byte = src_byte + np.int64(src_offsets[src_offsets_at + r * 8 + b])
            if not widen(reach, low, high, byte, 32, r == 0 and b == 0):
                return -1 - (r * 8 + b)
            for i in range(own):
                kept[b * own + i] = src[byte // size_dst + i]
        for b in range(8):
            d = dst_at + (r * dst_rep_stride + b * dst_blk_stride) * own
            for i in range(own):
                dst[d + i] = kept[b * own + i]
    return 0


def gather_cost(mask_mode: int, mask_low: int, repeat_times: int, lanes: int, head: float,
                chip_gather_elements: float, chip_counter_mask_extra: float) -> Cost:
    """So many elements a cycle; repeats are whole, whatever their mask."""
    if mask_mode == 1:
        return occupies(head + chip_counter_mask_extra + mask_low / chip_gather_elements)
    return occupies(head + repeat_times * lanes / chip_gather_elements)


class Indexed(Instruction):
    """An instruction that moves lanes to or from addresses in memory."""

    family = "gather"
    pipe = Pipe.V

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        return tuple((row[0], offset) for row in chip.types(cls.mnemonic) for offset in (u32, i32))

    @classmethod
    def counted(cls, types: Combo) -> DType:
        return types[0]


@instruction
class VGather(Indexed):
    """dst lane = the element at byte base_addr + offset of the lane, from the start of src on.

    Offsets are 32-bit counts of bytes, contiguous: those of repeat r begin at number r * lanes, also where the mask leaves
    lanes out. Within a repeat all lanes are read before any is written.
    """

    mnemonic = "vgather"
    reaches = "src"
    strict = ("src_offset",)
    fields = (MaskField(), Mem("dst", UB, "w", 0), Mem("src", UB, "r", 0), Mem("src_offset", UB, "r", 1), REPEAT,
              rep("dst_rep_stride", "dst_rep"), BASE)
    calls = (Call("vgather", "mask dst src src_offset repeat_times dst_rep_stride base_addr=0 stride_unit=0 "
                             "mask_mode='normal'"),)
    run = staticmethod(gather_run)
    cost = staticmethod(gather_cost)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_byte: int, src_offset_kept: Any, size_dst: int, mask_mode: int,
               mask_high: int, mask_low: int, repeat_times: int, dst_rep_stride: int, base_addr: int, lanes: int,
               reach: Any) -> None:
        gather_run(dst, dst_at, src, src_byte, src_offset_kept, 0, size_dst, mask_mode, mask_high, mask_low, repeat_times,
                   dst_rep_stride, base_addr, lanes, reach)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, src_offset: int, src_offset_space: int,
                size_dst: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_rep_stride: int,
                lanes: int) -> int:
        n = offset_regions(out, 0, 3, src_offset_space, src_offset, mask_mode, mask_high, mask_low, repeat_times, lanes)
        if n > 0:
            n = anywhere(out, n, 2, 0, src_space, src)
        return vector_regions(out, n, 1, 1, dst_space, dst, size_dst, lanes, mask_mode, mask_high, mask_low, repeat_times, 1,
                              dst_rep_stride)


@instruction
class VScatter(Indexed):
    """The element at byte base_addr + offset of the lane, from the start of dst on, = src lane.

    Offsets are as in vgather. Where lanes of a repeat have one address, the last of them stays.
    """

    mnemonic = "vscatter"
    reaches = "dst"
    sparse = True
    strict = ("dst_offset",)
    fields = (MaskField(), Mem("dst", UB, "w", 0), Mem("src", UB, "r", 0), Mem("dst_offset", UB, "r", 1), REPEAT,
              rep("src_rep_stride", "src_rep"), BASE)
    calls = (Call("vscatter", "mask dst src dst_offset repeat_times src_rep_stride base_addr=0 stride_unit=0 "
                              "mask_mode='normal'"),)
    run = staticmethod(scatter_run)
    cost = staticmethod(gather_cost)

    @staticmethod
    def shadow(dst: Any, dst_byte: int, src: Any, src_at: int, dst_offset_kept: Any, size_dst: int, mask_mode: int,
               mask_high: int, mask_low: int, repeat_times: int, src_rep_stride: int, base_addr: int, lanes: int,
               reach: Any) -> None:
        scatter_run(dst, dst_byte, src, src_at, dst_offset_kept, 0, size_dst, mask_mode, mask_high, mask_low, repeat_times,
                    src_rep_stride, base_addr, lanes, reach)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, dst_offset: int, dst_offset_space: int,
                size_dst: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, src_rep_stride: int,
                lanes: int) -> int:
        n = offset_regions(out, 0, 3, dst_offset_space, dst_offset, mask_mode, mask_high, mask_low, repeat_times, lanes)
        if n > 0:
            n = anywhere(out, n, 1, 1, dst_space, dst)
        return vector_regions(out, n, 2, 0, src_space, src, size_dst, lanes, mask_mode, mask_high, mask_low, repeat_times, 1,
                              src_rep_stride)


@instruction
class VGatherB(Indexed):
    """dst block = the 32-byte block at byte offset from the start of src on, 8 blocks a repeat; there is no mask.

    Offsets are contiguous, 8 a repeat; blocks lie on their boundaries. In messages a block counts as a lane.
    """

    mnemonic = "vgatherb"
    reaches = "src"
    strict = ("src_offsets",)
    fields = (Mem("dst", UB, "w", 0), Mem("src", UB, "r", 0), Mem("src_offsets", UB, "r", 1), REPEAT,
              blk("dst_blk_stride", "dst_blk"), rep("dst_rep_stride", "dst_rep"))
    calls = (Call("vgatherb", "dst src src_offsets repeat_times dst_blk_stride dst_rep_stride"),)
    run = staticmethod(gather_blocks)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_byte: int, src_offsets_kept: Any, size_dst: int, repeat_times: int,
               dst_blk_stride: int, dst_rep_stride: int, reach: Any) -> None:
        gather_blocks(dst, dst_at, src, src_byte, src_offsets_kept, 0, size_dst, repeat_times, dst_blk_stride,
                      dst_rep_stride, reach)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, src_offsets: int, src_offsets_space: int,
                repeat_times: int, dst_blk_stride: int, dst_rep_stride: int) -> int:
        n = put(out, 0, 2, 0, src_offsets_space, src_offsets, 1, 0, 1, 0, repeat_times * 32)
        if n > 0:
            n = anywhere(out, n, 1, 0, src_space, src)
        return put(out, n, 0, 1, dst_space, dst, repeat_times, dst_rep_stride * 32, 8, dst_blk_stride * 32, 32)

    @staticmethod
    def cost(repeat_times: int, head: float, slope: float) -> Cost:
        return occupies(head + repeat_times * slope)
