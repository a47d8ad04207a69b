"""Bilinear interpolation: weighted sums of blocks gathered from memory (ROI align)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tik.isa.bits import local_like
from tik.isa.costs import Cost, occupies
from tik.isa.fields import Int, MaskField, Mem
from tik.isa.gather import Indexed, widen
from tik.isa.instruction import Call, Combo, instruction
from tik.isa.regions import anywhere, mask_count, put, vector_regions
from tik.isa.vector import UB, at, bit, blk, either

if TYPE_CHECKING:
    from tik.chips.loader import Chip


def weighted_blocks(dst: Any, dst_at: int, src0: Any, src0_byte: int, src1: Any, src1_at: int, src0_offset: Any,
                    src0_offset_at: int, size_dst: int, mask_mode: int, mask_high: int, mask_low: int, dst_blk_stride: int,
                    vertical_repeat_times: int, horizontal_repeat_times: int, repeat_mode: int, vertical_repeat_offset: int,
                    lanes: int, reach: Any, lane: Any, load0: Any, store0: Any) -> int:
    """dst = sum of lane(block, weight) over the horizontal repeats; products and sums are rounded."""
    own = 32 // size_dst
    count = mask_count(mask_mode, mask_high, mask_low, lanes)
    low, high, first = reach[0], reach[1], True
    reach[1] = low
    kept = local_like(dst)
    for v in range(vertical_repeat_times if horizontal_repeat_times > 0 else 0):
        for h in range(horizontal_repeat_times):
            step = v * horizontal_repeat_times + h
            for b in range(8):
                place = np.int64(-1)
                for e in range(own):
                    i = b * own + e
                    if not ((i < count) if count >= 0 else bit(mask_high, mask_low, i)):
                        continue
                    if place < 0:  # a block without active lanes is not looked at
                        byte = src0_byte + np.int64(src0_offset[src0_offset_at + step * 8 + b])
                        if not widen(reach, low, high, byte, 32, first):
                            return -1 - (step * 8 + b)
                        first = False
                        place = byte // size_dst
                    weight = load0(src1[src1_at + (step * 8 + b if repeat_mode == 1 else step)])
                    product = store0(lane(load0(src0[place + e]), weight))
                    kept[i] = store0(load0(kept[i]) + load0(product)) if h > 0 else product
        for i in range(lanes):
            if (i < count) if count >= 0 else bit(mask_high, mask_low, i):
                dst[at(dst_at + v * vertical_repeat_offset, i, own, dst_blk_stride)] = kept[i]
    return 0


@instruction
class Vbi(Indexed):
    """dst = sum over the horizontal repeats of block * weight: 8 blocks, each at a byte offset from the start of src0 on.

    A horizontal repeat takes the next 8 offsets, and the next weight of src1 for all blocks (repeat_mode 0) or the next 8, one
    a block (repeat_mode 1). A vertical repeat writes ``vertical_repeat_offset`` elements behind the one before; offsets and
    weights go on. Products and sums are rounded to the dtype, in order; the first product begins the sum (dst is not read).
    The blocks of all horizontal repeats are read before dst is written. A block without active lanes is not touched.
    In messages a block counts as a lane.
    """

    mnemonic = "vbi"
    computes = "always"
    reaches = "src0"
    strict = ("src0_offset",)
    shadow_lane = staticmethod(either)
    fields = (MaskField(), Mem("dst", UB, "w", 0), Mem("src0", UB, "r", 0), Mem("src1", UB, "r", 0),
              Mem("src0_offset", UB, "r", 1), blk("dst_blk_stride", "dst_blk"),
              Int("vertical_repeat_times", 0, 255, 1, "vertical", "how many results"),
              Int("horizontal_repeat_times", 0, 255, 1, "horizontal", "how many blocks and weights make a result"),
              Int("repeat_mode", 0, 1, 0, "mode", "0 one weight a repeat, 1 one a block"),
              Int("vertical_repeat_offset", 0, 65535, 0, "pitch", "elements between the starts of two results", True))
    calls = (Call("vbi", "mask dst src0 src1 src0_offset dst_blk_stride vertical_repeat_times horizontal_repeat_times "
                         "repeat_mode vertical_repeat_offset"),)
    run = staticmethod(weighted_blocks)

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Mapping[str, Any]) -> str | None:
        pitch, size = values.get("vertical_repeat_offset"), types[0].size
        if isinstance(pitch, int) and pitch * size % 32:
            return f"vertical_repeat_offset is {pitch} elements, {pitch * size} bytes: results start on 32-byte blocks"
        return None

    @staticmethod
    def lane(value: Any, weight: Any) -> Any:
        return value * weight

    @staticmethod
    def shadow(dst: Any, dst_at: int, src0: Any, src0_byte: int, src1: Any, src1_at: int, src0_offset_kept: Any,
               size_dst: int, mask_mode: int, mask_high: int, mask_low: int, dst_blk_stride: int, vertical_repeat_times: int,
               horizontal_repeat_times: int, repeat_mode: int, vertical_repeat_offset: int, lanes: int, reach: Any, lane: Any,
               spread0: Any, raw0: Any) -> None:
        weighted_blocks(dst, dst_at, src0, src0_byte, src1, src1_at, src0_offset_kept, 0, size_dst, mask_mode, mask_high,
                        mask_low, dst_blk_stride, vertical_repeat_times, horizontal_repeat_times, repeat_mode,
                        vertical_repeat_offset, lanes, reach, lane, spread0, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src0: int, src0_space: int, src1: int, src1_space: int, src0_offset: int,
                src0_offset_space: int, size_dst: int, mask_mode: int, mask_high: int, mask_low: int, dst_blk_stride: int,
                vertical_repeat_times: int, horizontal_repeat_times: int, repeat_mode: int, vertical_repeat_offset: int,
                lanes: int) -> int:
        steps = vertical_repeat_times * horizontal_repeat_times
        n = 0
        for b in range(8):  # offsets and weights of the blocks with active lanes
            some = False
            for i in range(b * lanes // 8, (b + 1) * lanes // 8):
                some = some or (i < mask_low if mask_mode == 2 else bit(mask_high, mask_low, i))
            if some:
                n = put(out, n, 4, 0, src0_offset_space, src0_offset + b * 4, 1, 0, steps, 32, 4)
                if repeat_mode == 1:
                    n = put(out, n, 3, 0, src1_space, src1 + b * size_dst, 1, 0, steps, 8 * size_dst, size_dst)
        if n == 0:
            return 0
        if repeat_mode == 0:
            n = put(out, n, 3, 0, src1_space, src1, 1, 0, 1, 0, steps * size_dst)
        n = anywhere(out, n, 2, 0, src0_space, src0)
        return vector_regions(out, n, 1, 1, dst_space, dst, size_dst, lanes, mask_mode, mask_high, mask_low,
                              vertical_repeat_times, dst_blk_stride, vertical_repeat_offset * size_dst // 32)

    @staticmethod
    def cost(vertical_repeat_times: int, horizontal_repeat_times: int, head: float, slope: float) -> Cost:
        return occupies(head + vertical_repeat_times * horizontal_repeat_times * slope)
