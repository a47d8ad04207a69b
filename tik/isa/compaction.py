"""Stream compaction: the elements a pattern chooses, without gaps.

A pattern is a number (1 even elements, 2 odd ones, 3 … 6 those ≡ 0 … 3 mod 4, 7 all) or a tensor of bits, one an element, the
lowest first: uint16 words for 16-bit, uint32 for 32-bit elements. Elements are numbered from 0 in each repeat. The results
of all repeats follow each other. 256 bytes are read before what is kept of them is written. RSVD_CNT becomes the number of
elements kept; no repeats at all touch nothing, RSVD_CNT neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tik.isa.bits import local_like
from tik.isa.costs import Cost, occupies
from tik.isa.fields import Int, MaskField, Mem
from tik.isa.instruction import Combo, Instruction, instruction
from tik.isa.regions import anywhere, put, vector_regions
from tik.isa.vector import REPEAT, UB, at, blk, vector_cost
from tik.types.dtypes import u16, u32
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.chips.loader import Chip

RSVD = Mem("rsvd", (Scope.SPR,), "w", 0, align=4)
SOURCE = (blk("src0_blk_stride", "src0_blk"),
          Int("src0_rep_stride", 0, 65535, 8, "src0_rep", "blocks (32 B) between the starts of two repeats"))
PATTERN_STRIDE = Int("src1_rep_stride", 0, 65535, 0, "src1_rep", "blocks (32 B) of the pattern between two repeats")
EACH = Int("elements", 0, 2**32 - 1, None, "each", "elements of a repeat")
PATTERNS = "1 even, 2 odd, 3..6 those ≡ 0..3 mod 4"


def chosen(pattern: int, n: int) -> int:
    """How many of n elements a pattern number keeps."""
    if pattern <= 2:
        return (n + 2 - pattern) // 2
    return n if pattern == 7 else (n + 6 - pattern) // 4


def keeps(pattern: int, element: int) -> bool:
    """Whether a pattern number keeps an element."""
    if pattern <= 2:
        return element % 2 == pattern - 1
    return pattern == 7 or element % 4 == pattern - 3


def squeeze(dst: Any, to: int, src: Any, src_at: int, first: int, n: int, own: int, blk: int, flags: Any, room: int) -> int:
    """Elements first … first + n of a repeat that are flagged go to dst[to …]; returns how many, or -1 - i when element i
    does not fit below dst[room]."""
    kept = local_like(dst)
    count = 0
    for i in range(n):
        if flags[i]:
            if to + count >= room:
                return -1 - (first + i)
            kept[count] = src[at(src_at, first + i, own, blk)]
            count += 1
    for i in range(count):
        dst[to + i] = kept[i]
    return count


def compact(dst: Any, dst_at: int, src0: Any, src0_at: int, size: int, pattern: int, total: int, each: int, blk: int, rep: int,
            lanes: int, reach: Any) -> int:
    """Keep what the number says of ``total`` elements, ``each`` a repeat."""
    own = 32 // size
    room = reach[1] // size
    flags = np.empty(lanes, np.bool_)
    to = dst_at
    for r in range((total + each - 1) // each if total > 0 else 0):
        left = min(each, total - r * each)
        for first in range(0, left, lanes):
            n = min(lanes, left - first)
            for i in range(n):
                flags[i] = keeps(pattern, first + i)
            got = squeeze(dst, to, src0, src0_at + r * rep * own, first, n, own, blk, flags, room)
            if got < 0:
                reach[0] = to * size
                reach[1] = (to + n) * size
                return got - r * each
            to += got
    reach[0] = dst_at * size
    reach[1] = to * size
    return 0


def compact_bits(dst: Any, dst_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, size: int, total: int, each: int,
                 blk: int, rep: int, bits_rep: int, lanes: int, reach: Any) -> int:
    """Keep those of ``total`` elements, ``each`` a repeat, whose bit is set."""
    own = 32 // size
    width = size * 8  # bits of a word of the pattern
    room = reach[1] // size
    flags = np.empty(lanes, np.bool_)
    to = dst_at
    for r in range((total + each - 1) // each if total > 0 else 0):
        left = min(each, total - r * each)
        for first in range(0, left, lanes):
            n = min(lanes, left - first)
            for i in range(n):
                word = np.int64(src1[src1_at + r * bits_rep * own + (first + i) // width])
                flags[i] = (word >> ((first + i) % width)) & 1 != 0
            got = squeeze(dst, to, src0, src0_at + r * rep * own, first, n, own, blk, flags, room)
            if got < 0:
                reach[0] = to * size
                reach[1] = (to + n) * size
                return got - r * each
            to += got
    reach[0] = dst_at * size
    reach[1] = to * size
    return 0


def count_to(rsvd: Any, byte: int, count: int) -> None:
    """RSVD_CNT = count."""
    for i in range(4):
        rsvd[byte + i] = (count >> (8 * i)) & 255


def defined(rsvd: Any, byte: int) -> None:
    """In shadow: RSVD_CNT is a number."""
    for i in range(4):
        rsvd[byte + i] = 0


def source_regions(out: Any, n: int, field: int, space: int, start: int, size: int, repeats: int, each: int, blk: int,
                   rep: int) -> int:
    """``each`` elements of each repeat."""
    own = 32 // size
    n = put(out, n, field, 0, space, start, repeats, rep * 32, each // own, blk * 32, 32)
    return put(out, n, field, 0, space, start + each // own * blk * 32, repeats, rep * 32, 1, 0, each % own * size)


def bit_regions(out: Any, n: int, field: int, space: int, start: int, repeats: int, each: int, rest: int, rep: int,
                size: int) -> int:
    """The words with the bits of ``each`` elements of each repeat, and of ``rest`` of one more."""
    width = size * 8
    n = put(out, n, field, 0, space, start, 1, 0, repeats, rep * 32, (each + width - 1) // width * size)
    return put(out, n, field, 0, space, start + repeats * rep * 32, 1, 0, 1, 0, (rest + width - 1) // width * size)


class Compaction(Instruction):
    """Elements a pattern keeps, without gaps."""

    family = "compaction"
    pipe = Pipe.V
    reaches = "dst"


class ByBits(Compaction):
    """With a pattern of bits in memory."""

    strict = ("src1_pattern",)

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        return tuple((row[0], u16 if row[0].size == 2 else u32) for row in chip.types(cls.mnemonic))


@instruction
class VReduce(Compaction):
    """dst = the elements of src0 that ``src1_pattern`` keeps, without gaps; RSVD_CNT = how many.

    With a counter mask so many elements take part, and the repeats follow from it; any other mask is ignored.
    """

    mnemonic = "vreduce"
    fields = (MaskField(), Mem("dst", UB, "w", 0), Mem("src0", UB, "r", 0),
              Int("src1_pattern", 1, 6, None, "pattern", PATTERNS), REPEAT, *SOURCE, RSVD)

    @staticmethod
    def run(dst: Any, dst_at: int, src0: Any, src0_at: int, rsvd_u8: Any, rsvd_byte: int, size_dst: int, src1_pattern: int,
            mask_mode: int, mask_low: int, repeat_times: int, src0_blk_stride: int, src0_rep_stride: int, lanes: int,
            reach: Any) -> int:
        total = mask_low if mask_mode == 1 else repeat_times * lanes
        lost = compact(dst, dst_at, src0, src0_at, size_dst, src1_pattern, total, lanes, src0_blk_stride, src0_rep_stride,
                       lanes, reach)
        if lost == 0 and total > 0:
            count_to(rsvd_u8, rsvd_byte, (reach[1] - reach[0]) // size_dst)
        return lost

    @staticmethod
    def shadow(dst: Any, dst_at: int, src0: Any, src0_at: int, rsvd_u8: Any, rsvd_byte: int, size_dst: int,
               src1_pattern: int, mask_mode: int, mask_low: int, repeat_times: int, src0_blk_stride: int,
               src0_rep_stride: int, lanes: int, reach: Any) -> None:
        total = mask_low if mask_mode == 1 else repeat_times * lanes
        compact(dst, dst_at, src0, src0_at, size_dst, src1_pattern, total, lanes, src0_blk_stride, src0_rep_stride, lanes,
                reach)
        if total > 0:
            defined(rsvd_u8, rsvd_byte)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src0: int, src0_space: int, rsvd: int, rsvd_space: int, size_dst: int,
                src1_pattern: int, mask_mode: int, mask_low: int, repeat_times: int, src0_blk_stride: int,
                src0_rep_stride: int, lanes: int) -> int:
        total = mask_low if mask_mode == 1 else repeat_times * lanes
        n = vector_regions(out, 0, 2, 0, src0_space, src0, size_dst, lanes, 1, 0, total, 0, src0_blk_stride, src0_rep_stride)
        if n > 0:
            n = put(out, n, 7, 1, rsvd_space, rsvd, 1, 0, 1, 0, 4)
        return put(out, n, 1, 1, dst_space, dst, 1, 0, 1, 0, chosen(src1_pattern, total) * size_dst)

    cost = staticmethod(vector_cost)


@instruction
class VReduceBits(ByBits):
    """As vreduce, with a pattern of bits; that of repeat r begins r * src1_rep_stride blocks behind the first."""

    mnemonic = "vreduce_bits"
    fields = (MaskField(), Mem("dst", UB, "w", 0), Mem("src0", UB, "r", 0), Mem("src1_pattern", UB, "r", 1), REPEAT, *SOURCE,
              PATTERN_STRIDE, RSVD)

    @staticmethod
    def run(dst: Any, dst_at: int, src0: Any, src0_at: int, src1_pattern: Any, src1_pattern_at: int, rsvd_u8: Any,
            rsvd_byte: int, size_dst: int, mask_mode: int, mask_low: int, repeat_times: int, src0_blk_stride: int,
            src0_rep_stride: int, src1_rep_stride: int, lanes: int, reach: Any) -> int:
        total = mask_low if mask_mode == 1 else repeat_times * lanes
        lost = compact_bits(dst, dst_at, src0, src0_at, src1_pattern, src1_pattern_at, size_dst, total, lanes,
                            src0_blk_stride, src0_rep_stride, src1_rep_stride, lanes, reach)
        if lost == 0 and total > 0:
            count_to(rsvd_u8, rsvd_byte, (reach[1] - reach[0]) // size_dst)
        return lost

    @staticmethod
    def shadow(dst: Any, dst_at: int, src0: Any, src0_at: int, src1_pattern_kept: Any, rsvd_u8: Any, rsvd_byte: int,
               size_dst: int, mask_mode: int, mask_low: int, repeat_times: int, src0_blk_stride: int, src0_rep_stride: int,
               src1_rep_stride: int, lanes: int, reach: Any) -> None:
        total = mask_low if mask_mode == 1 else repeat_times * lanes
        compact_bits(dst, dst_at, src0, src0_at, src1_pattern_kept, 0, size_dst, total, lanes, src0_blk_stride,
                     src0_rep_stride, src1_rep_stride, lanes, reach)
        if total > 0:
            defined(rsvd_u8, rsvd_byte)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src0: int, src0_space: int, src1_pattern: int, src1_pattern_space: int,
                rsvd: int, rsvd_space: int, size_dst: int, mask_mode: int, mask_low: int, repeat_times: int,
                src0_blk_stride: int, src0_rep_stride: int, src1_rep_stride: int, lanes: int) -> int:
        total = mask_low if mask_mode == 1 else repeat_times * lanes
        n = vector_regions(out, 0, 2, 0, src0_space, src0, size_dst, lanes, 1, 0, total, 0, src0_blk_stride, src0_rep_stride)
        if n > 0:
            n = bit_regions(out, n, 3, src1_pattern_space, src1_pattern, total // lanes, lanes, total % lanes,
                            src1_rep_stride, size_dst)
            n = put(out, n, 8, 1, rsvd_space, rsvd, 1, 0, 1, 0, 4)
            n = anywhere(out, n, 1, 1, dst_space, dst)
        return n

    cost = staticmethod(vector_cost)


def whole_cost(elements: int, repeat_times: int, lanes: int, head: float, slope: float) -> Cost:
    """Every 256 bytes of a repeat, the last of them in part."""
    return occupies(head + repeat_times * ((elements + lanes - 1) // lanes) * slope)


@instruction
class VReduceV2(Compaction):
    """dst = the elements of src0 that ``src1_pattern`` keeps, without gaps; RSVD_CNT = how many. A repeat is ``elements`` long,
    which may be more than 256 bytes."""

    mnemonic = "vreducev2"
    fields = (EACH, Mem("dst", UB, "w", 0), Mem("src0", UB, "r", 0),
              Int("src1_pattern", 1, 7, None, "pattern", PATTERNS + ", 7 all"), REPEAT, *SOURCE, RSVD)

    @staticmethod
    def run(dst: Any, dst_at: int, src0: Any, src0_at: int, rsvd_u8: Any, rsvd_byte: int, size_dst: int, src1_pattern: int,
            elements: int, repeat_times: int, src0_blk_stride: int, src0_rep_stride: int, lanes: int, reach: Any) -> int:
        total = elements * repeat_times
        lost = compact(dst, dst_at, src0, src0_at, size_dst, src1_pattern, total, elements, src0_blk_stride,
                       src0_rep_stride, lanes, reach)
        if lost == 0 and total > 0:
            count_to(rsvd_u8, rsvd_byte, (reach[1] - reach[0]) // size_dst)
        return lost

    @staticmethod
    def shadow(dst: Any, dst_at: int, src0: Any, src0_at: int, rsvd_u8: Any, rsvd_byte: int, size_dst: int,
               src1_pattern: int, elements: int, repeat_times: int, src0_blk_stride: int, src0_rep_stride: int, lanes: int,
               reach: Any) -> None:
        total = elements * repeat_times
        compact(dst, dst_at, src0, src0_at, size_dst, src1_pattern, total, elements, src0_blk_stride, src0_rep_stride, lanes,
                reach)
        if total > 0:
            defined(rsvd_u8, rsvd_byte)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src0: int, src0_space: int, rsvd: int, rsvd_space: int, size_dst: int,
                src1_pattern: int, elements: int, repeat_times: int, src0_blk_stride: int, src0_rep_stride: int) -> int:
        n = source_regions(out, 0, 2, src0_space, src0, size_dst, repeat_times, elements, src0_blk_stride, src0_rep_stride)
        if n > 0:
            n = put(out, n, 7, 1, rsvd_space, rsvd, 1, 0, 1, 0, 4)
        return put(out, n, 1, 1, dst_space, dst, 1, 0, 1, 0, repeat_times * chosen(src1_pattern, elements) * size_dst)

    cost = staticmethod(whole_cost)


@instruction
class VReduceV2Bits(ByBits):
    """As vreducev2, with a pattern of bits; that of repeat r begins r * src1_rep_stride blocks behind the first."""

    mnemonic = "vreducev2_bits"
    fields = (EACH, Mem("dst", UB, "w", 0), Mem("src0", UB, "r", 0), Mem("src1_pattern", UB, "r", 1), REPEAT, *SOURCE,
              PATTERN_STRIDE, RSVD)

    @staticmethod
    def run(dst: Any, dst_at: int, src0: Any, src0_at: int, src1_pattern: Any, src1_pattern_at: int, rsvd_u8: Any,
            rsvd_byte: int, size_dst: int, elements: int, repeat_times: int, src0_blk_stride: int, src0_rep_stride: int,
            src1_rep_stride: int, lanes: int, reach: Any) -> int:
        total = elements * repeat_times
        lost = compact_bits(dst, dst_at, src0, src0_at, src1_pattern, src1_pattern_at, size_dst, total, elements,
                            src0_blk_stride, src0_rep_stride, src1_rep_stride, lanes, reach)
        if lost == 0 and total > 0:
            count_to(rsvd_u8, rsvd_byte, (reach[1] - reach[0]) // size_dst)
        return lost

    @staticmethod
    def shadow(dst: Any, dst_at: int, src0: Any, src0_at: int, src1_pattern_kept: Any, rsvd_u8: Any, rsvd_byte: int,
               size_dst: int, elements: int, repeat_times: int, src0_blk_stride: int, src0_rep_stride: int,
               src1_rep_stride: int, lanes: int, reach: Any) -> None:
        total = elements * repeat_times
        compact_bits(dst, dst_at, src0, src0_at, src1_pattern_kept, 0, size_dst, total, elements, src0_blk_stride,
                     src0_rep_stride, src1_rep_stride, lanes, reach)
        if total > 0:
            defined(rsvd_u8, rsvd_byte)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src0: int, src0_space: int, src1_pattern: int, src1_pattern_space: int,
                rsvd: int, rsvd_space: int, size_dst: int, elements: int, repeat_times: int, src0_blk_stride: int,
                src0_rep_stride: int, src1_rep_stride: int) -> int:
        n = source_regions(out, 0, 2, src0_space, src0, size_dst, repeat_times, elements, src0_blk_stride, src0_rep_stride)
        if n > 0:
            n = bit_regions(out, n, 3, src1_pattern_space, src1_pattern, repeat_times, elements, 0, src1_rep_stride, size_dst)
            n = put(out, n, 8, 1, rsvd_space, rsvd, 1, 0, 1, 0, 4)
            n = anywhere(out, n, 1, 1, dst_space, dst)
        return n

    cost = staticmethod(whole_cost)
