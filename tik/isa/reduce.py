"""Reductions: one result a repeat (vcadd, vcmax, vcmin), a 32-byte block (vcgadd, vcgmax, vcgmin) or two lanes (vcpadd).

Sums are pairwise trees over neighbouring lanes (0+1, 2+3, …) in the operand dtype; masked lanes count as 0 (tik_api §9).
NaN wins in maxima and minima; the first lane wins ties.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tik.isa.bits import local_like
from tik.isa.costs import Cost, occupies
from tik.isa.fields import Choice, Int, MaskField, Mem
from tik.isa.instruction import Call, Combo, Instruction, instruction
from tik.isa.regions import mask_count, put, vector_regions
from tik.isa.vector import REPEAT, UB, at, bit, blk
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.chips.loader import Chip


def tree_sum(work: Any, n: int, load0: Any, store0: Any) -> Any:
    """Pairwise sum of work[0:n] (n a power of two), rounding every partial sum to the dtype; work holds stored elements."""
    while n > 1:
        n = n // 2
        for i in range(n):
            work[i] = store0(load0(work[2 * i]) + load0(work[2 * i + 1]))
    return work[0]


def sum_run(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, mask_mode: int, mask_high: int, mask_low: int,
            repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int, lanes: int, group: int,
            load0: Any, store0: Any) -> None:
    """Sums of groups of ``group`` lanes; result g of repeat r goes to dst[r*dst_rep_stride + g]."""
    own = 32 // size_src
    count = mask_count(mask_mode, mask_high, mask_low, lanes)
    work = local_like(dst)
    zero = store0(np.float32(0.0))
    some = np.zeros(lanes // group, np.bool_)
    for r in range(repeat_times):
        base = src_at + r * src_rep_stride * own
        for lane in range(lanes):
            if (lane < count) if count >= 0 else bit(mask_high, mask_low, lane):
                work[lane] = src[at(base, lane, own, src_blk_stride)]
                some[lane // group] = True
            else:
                work[lane] = zero
        for g in range(lanes // group):
            if some[g] or group == lanes:
                dst[dst_at + r * dst_rep_stride + g] = tree_sum(work[g * group:(g + 1) * group], group, load0, store0)


def spread_groups(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, mask_mode: int, mask_high: int, mask_low: int,
                  repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int, lanes: int, group: int,
                  width: int, always: bool, raw0: Any) -> None:
    """An undefined active lane makes the ``width`` results of its group undefined; a group without active lanes writes only
    if ``always``."""
    own = 32 // size_src
    count = mask_count(mask_mode, mask_high, mask_low, lanes)
    for r in range(repeat_times):
        base = src_at + r * src_rep_stride * own
        for g in range(lanes // group):
            bad = 0
            some = False
            for i in range(group):
                lane = g * group + i
                if (lane < count) if count >= 0 else bit(mask_high, mask_low, lane):
                    some = True
                    if src[at(base, lane, own, src_blk_stride)] != 0:
                        bad = -1
            if some or always:
                for w in range(width):
                    dst[dst_at + (r * dst_rep_stride + g) * width + w] = raw0(bad)


def result_regions(out: Any, n: int, dst: int, dst_space: int, size: int, mask_mode: int, mask_high: int, mask_low: int,
                   repeat_times: int, pitch: int, lanes: int, group: int, width: int) -> int:
    """The ``width`` results of each group that has an active lane; repeats are ``pitch`` elements apart."""
    count = mask_count(mask_mode, mask_high, mask_low, lanes)
    if count >= 0:
        return put(out, n, 1, 1, dst_space, dst, 1, 0, repeat_times, pitch * size, (count + group - 1) // group * width * size)
    for g in range(lanes // group):
        some = False
        for lane in range(g * group, (g + 1) * group):
            some = some or bit(mask_high, mask_low, lane)
        if some:
            n = put(out, n, 1, 1, dst_space, dst + g * width * size, 1, 0, repeat_times, pitch * size, width * size)
    return n


class RepeatSum(Instruction):
    """One sum a repeat; results are ``dst_rep_stride`` elements apart."""

    family = "reduce"
    strict = True
    pipe = Pipe.V
    fields = (MaskField(), Mem("dst", UB, "w", 0, align=1), Mem("src", UB, "r", 0), REPEAT,
              Int("dst_rep_stride", 0, 65535, 1, "dst_rep", "results (elements, pairs or groups) between repeats"),
              blk("src_blk_stride", "src_blk"),
              Int("src_rep_stride", 0, 65535, 8, "src_rep", "blocks (32 B) between the starts of two repeats"))

    @staticmethod
    def cost(repeat_times: int, head: float, slope: float) -> Cost:
        return occupies(head + repeat_times * slope)


def reduce_calls(name: str, extra: str = "") -> tuple[Call, ...]:
    return (Call(name, "mask dst src repeat_times dst_rep_stride src_blk_stride src_rep_stride stride_unit=0" + extra),)


@instruction
class VcAdd(RepeatSum):
    """dst[r*dst_rep_stride] = sum of the active lanes of repeat r."""

    mnemonic = "vcadd"
    computes = "always"
    calls = reduce_calls("vcadd")

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, mask_mode: int, mask_high: int, mask_low: int,
            repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int, lanes: int,
            load0: Any, store0: Any) -> None:
        sum_run(dst, dst_at, src, src_at, size_src, mask_mode, mask_high, mask_low, repeat_times, dst_rep_stride,
                src_blk_stride, src_rep_stride, lanes, lanes, load0, store0)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, mask_mode: int, mask_high: int, mask_low: int,
               repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int, lanes: int, raw0: Any) -> None:
        spread_groups(dst, dst_at, src, src_at, size_src, mask_mode, mask_high, mask_low, repeat_times, dst_rep_stride,
                      src_blk_stride, src_rep_stride, lanes, lanes, 1, True, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_src: int, mask_mode: int, mask_high: int,
                mask_low: int, repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int,
                lanes: int) -> int:
        n = vector_regions(out, 0, 2, 0, src_space, src, size_src, lanes, mask_mode, mask_high, mask_low, repeat_times,
                           src_blk_stride, src_rep_stride)
        return put(out, n, 1, 1, dst_space, dst, 1, 0, repeat_times, dst_rep_stride * size_src, size_src)


@instruction
class VcAddInOrder(Instruction):
    """dst[0] = the sums of all repeats, as of vcadd, added one after the other: ((r0 + r1) + r2) + …"""

    family = "reduce"
    mnemonic = "vcadd_in_order"
    strict = True
    pipe = Pipe.V
    computes = "always"
    cost = RepeatSum.cost
    fields = (*RepeatSum.fields[:4], *RepeatSum.fields[5:])

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        return cls.table_combos(chip) if chip.generation == "v220" else ()

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, mask_mode: int, mask_high: int, mask_low: int,
            repeat_times: int, src_blk_stride: int, src_rep_stride: int, lanes: int, load0: Any, store0: Any) -> None:
        total = local_like(dst)
        for r in range(repeat_times):
            base = src_at + r * src_rep_stride * (32 // size_src)
            sum_run(total, min(r, 1), src, base, size_src, mask_mode, mask_high, mask_low, 1, 0, src_blk_stride, 0, lanes,
                    lanes, load0, store0)
            if r > 0:
                total[0] = store0(load0(total[0]) + load0(total[1]))
        if repeat_times > 0:
            dst[dst_at] = total[0]

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, mask_mode: int, mask_high: int, mask_low: int,
               repeat_times: int, src_blk_stride: int, src_rep_stride: int, lanes: int, raw0: Any) -> None:
        bad = local_like(dst)
        some = 0
        for r in range(repeat_times):
            spread_groups(bad, 0, src, src_at + r * src_rep_stride * (32 // size_src), size_src, mask_mode, mask_high, mask_low,
                          1, 0, src_blk_stride, 0, lanes, lanes, 1, True, raw0)
            if bad[0] != 0:
                some = -1
        if repeat_times > 0:
            dst[dst_at] = raw0(some)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_src: int, mask_mode: int, mask_high: int,
                mask_low: int, repeat_times: int, src_blk_stride: int, src_rep_stride: int, lanes: int) -> int:
        n = vector_regions(out, 0, 2, 0, src_space, src, size_src, lanes, mask_mode, mask_high, mask_low, repeat_times,
                           src_blk_stride, src_rep_stride)
        return put(out, n, 1, 1, dst_space, dst, 1, 0, min(repeat_times, 1), 0, size_src)


class GroupSum(RepeatSum):
    """One result a block: 8 results a repeat, ``dst_rep_stride`` groups of 8 apart; a block without an active lane has none."""

    fields = (MaskField(), Mem("dst", UB, "w", 0, align=16), *RepeatSum.fields[2:])

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, mask_mode: int, mask_high: int, mask_low: int,
               repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int, lanes: int, raw0: Any) -> None:
        spread_groups(dst, dst_at, src, src_at, size_src, mask_mode, mask_high, mask_low, repeat_times, dst_rep_stride * 8,
                      src_blk_stride, src_rep_stride, lanes, lanes // 8, 1, False, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_src: int, mask_mode: int, mask_high: int,
                mask_low: int, repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int,
                lanes: int) -> int:
        n = vector_regions(out, 0, 2, 0, src_space, src, size_src, lanes, mask_mode, mask_high, mask_low, repeat_times,
                           src_blk_stride, src_rep_stride)
        return result_regions(out, n, dst, dst_space, size_src, mask_mode, mask_high, mask_low, repeat_times,
                              dst_rep_stride * 8, lanes, lanes // 8, 1)


@instruction
class VcgAdd(GroupSum):
    """dst[r*8*dst_rep_stride + b] = sum of the active lanes of block b of repeat r."""

    mnemonic = "vcgadd"
    computes = "always"
    calls = reduce_calls("vcgadd")

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, mask_mode: int, mask_high: int, mask_low: int,
            repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int, lanes: int,
            load0: Any, store0: Any) -> None:
        sum_run(dst, dst_at, src, src_at, size_src, mask_mode, mask_high, mask_low, repeat_times, dst_rep_stride * 8,
                src_blk_stride, src_rep_stride, lanes, lanes // 8, load0, store0)


@instruction
class VcpAdd(GroupSum):
    """Half as many results as lanes: dst[r*dst_rep_stride*lanes/2 + i] = lane 2*i + lane 2*i+1 of repeat r (``dst_rep_stride``
    counts 128 bytes). A lane that is not active counts as 0, two that are not leave their result as it was."""

    mnemonic = "vcpadd"
    computes = "always"
    fields = (MaskField(), Mem("dst", UB, "w", 0), *RepeatSum.fields[2:])
    calls = (*reduce_calls("vcpadd"), Call("vec_cpadd", "mask dst src repeat_times dst_rep_stride src_rep_stride"))

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, mask_mode: int, mask_high: int, mask_low: int,
            repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int, lanes: int,
            load0: Any, store0: Any) -> None:
        sum_run(dst, dst_at, src, src_at, size_src, mask_mode, mask_high, mask_low, repeat_times,
                dst_rep_stride * (lanes // 2), src_blk_stride, src_rep_stride, lanes, 2, load0, store0)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, mask_mode: int, mask_high: int, mask_low: int,
               repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int, lanes: int, raw0: Any) -> None:
        spread_groups(dst, dst_at, src, src_at, size_src, mask_mode, mask_high, mask_low, repeat_times,
                      dst_rep_stride * (lanes // 2), src_blk_stride, src_rep_stride, lanes, 2, 1, False, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_src: int, mask_mode: int, mask_high: int,
                mask_low: int, repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int,
                lanes: int) -> int:
        n = vector_regions(out, 0, 2, 0, src_space, src, size_src, lanes, mask_mode, mask_high, mask_low, repeat_times,
                           src_blk_stride, src_rep_stride)
        return result_regions(out, n, dst, dst_space, size_src, mask_mode, mask_high, mask_low, repeat_times,
                              dst_rep_stride * (lanes // 2), lanes, 2, 1)


def best_run(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, mask_mode: int, mask_high: int, mask_low: int,
             repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int, lanes: int, group: int,
             pairs: bool, low_first: int, lane: Any, load0: Any) -> None:
    """Best of groups of lanes; with ``pairs`` the lane number is stored beside it, as an integer bit pattern."""
    own = 32 // size_src
    count = mask_count(mask_mode, mask_high, mask_low, lanes)
    row = local_like(dst)
    index_bits = np.empty(2, dst.dtype)
    index_u16 = index_bits.view(np.uint16)
    index_u32 = index_bits.view(np.uint8)[:4].view(np.uint32)
    for r in range(repeat_times):
        base = src_at + r * src_rep_stride * own
        for place in range(lanes):
            if (place < count) if count >= 0 else bit(mask_high, mask_low, place):
                row[place] = src[at(base, place, own, src_blk_stride)]
        for g in range(lanes // group):
            best = -1
            for i in range(group):
                place = g * group + i
                if (place < count) if count >= 0 else bit(mask_high, mask_low, place):
                    if best < 0:
                        best = place
                    else:
                        a, b = load0(row[best]), load0(row[place])
                        if a == a and (b != b or lane(b, a)):
                            best = place
            if best < 0:
                continue
            value = row[best]
            if pairs:
                if size_src == 2:
                    index_u16[0] = best
                else:
                    index_u32[0] = best
                d = dst_at + r * dst_rep_stride * 2
                dst[d + (1 if low_first else 0)] = value
                dst[d + (0 if low_first else 1)] = index_bits[0]
            else:
                dst[dst_at + r * dst_rep_stride + g] = value


def above(a: Any, b: Any) -> Any:
    return a > b


def below(a: Any, b: Any) -> Any:
    return a < b


class RepeatBest(Instruction):
    """One (value, lane index) pair a repeat; the index is an integer bit pattern in the operand's width."""

    family = "reduce"
    strict = True
    pipe = Pipe.V
    fields = (MaskField(), Mem("dst", UB, "w", 0, align=4), *RepeatSum.fields[2:],
              Choice("index_low", ("false", "true"), "false"))
    cost = RepeatSum.cost

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, mask_mode: int, mask_high: int, mask_low: int,
            repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int, index_low: int, lanes: int,
            lane: Any, load0: Any) -> None:
        best_run(dst, dst_at, src, src_at, size_src, mask_mode, mask_high, mask_low, repeat_times, dst_rep_stride,
                 src_blk_stride, src_rep_stride, lanes, lanes, True, index_low, lane, load0)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, mask_mode: int, mask_high: int, mask_low: int,
               repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int, lanes: int, raw0: Any) -> None:
        spread_groups(dst, dst_at, src, src_at, size_src, mask_mode, mask_high, mask_low, repeat_times, dst_rep_stride,
                      src_blk_stride, src_rep_stride, lanes, lanes, 2, False, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_src: int, mask_mode: int, mask_high: int,
                mask_low: int, repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int,
                lanes: int) -> int:
        n = vector_regions(out, 0, 2, 0, src_space, src, size_src, lanes, mask_mode, mask_high, mask_low, repeat_times,
                           src_blk_stride, src_rep_stride)
        return result_regions(out, n, dst, dst_space, size_src, mask_mode, mask_high, mask_low, repeat_times,
                              dst_rep_stride * 2, lanes, lanes, 2)


@instruction
class VcMax(RepeatBest):
    """dst pair r = (largest active lane of repeat r, its lane number)."""

    mnemonic = "vcmax"
    calls = reduce_calls("vcmax", " index_low=False max_cnt_index=None")
    lane = staticmethod(above)


@instruction
class VcMin(RepeatBest):
    """dst pair r = (smallest active lane of repeat r, its lane number)."""

    mnemonic = "vcmin"
    calls = reduce_calls("vcmin", " index_low=False min_cnt_index=None")
    lane = staticmethod(below)


def counted_run(dst: Any, dst_at: int, max_min_u8: Any, max_min_byte: int, src: Any, src_at: int, size_src: int,
                mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_rep_stride: int, src_blk_stride: int,
                src_rep_stride: int, index_low: int, lanes: int, lane: Any, load0: Any) -> None:
    """The pairs, and in MAX_MIN the best of all repeats, how many lanes equal it, and the number of the first of them."""
    own = 32 // size_src
    active = mask_count(mask_mode, mask_high, mask_low, lanes)
    best = local_like(src)
    count, number = 0, 0
    for r in range(repeat_times):
        base = src_at + r * src_rep_stride * own
        for place in range(lanes):
            if (place < active) if active >= 0 else bit(mask_high, mask_low, place):
                element = src[at(base, place, own, src_blk_stride)]
                b = load0(element)
                a = load0(best[0]) if count > 0 else b
                if count > 0 and (a == b or (a != a and b != b)):
                    count += 1
                elif count == 0 or (a == a and (b != b or lane(b, a))):
                    best[0] = element
                    count, number = 1, r * lanes + place
        best_run(dst, dst_at + r * dst_rep_stride * 2, src, base, size_src, mask_mode, mask_high, mask_low, 1, 0,
                 src_blk_stride, 0, lanes, lanes, True, index_low, lane, load0)
    if count > 0:
        bits = best[:1].view(np.uint8)
        for i in range(4):
            max_min_u8[max_min_byte + i] = bits[i] if i < size_src else 0
            max_min_u8[max_min_byte + 4 + i] = (count >> (8 * i)) & 255
            max_min_u8[max_min_byte + 8 + i] = (number >> (8 * i)) & 255


class CountedBest(Instruction):
    """Pairs, and what they have in common in MAX_MIN. NaN lanes count as equal."""

    family = "reduce"
    strict = True
    pipe = Pipe.V
    cost = RepeatSum.cost
    fields = (*RepeatBest.fields[:2], Mem("max_min", (Scope.SPR,), "w", 0, align=1), *RepeatBest.fields[2:])

    @staticmethod
    def run(dst: Any, dst_at: int, max_min_u8: Any, max_min_byte: int, src: Any, src_at: int, size_src: int, mask_mode: int,
            mask_high: int, mask_low: int, repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int,
            index_low: int, lanes: int, lane: Any, load0: Any) -> None:
        counted_run(dst, dst_at, max_min_u8, max_min_byte, src, src_at, size_src, mask_mode, mask_high, mask_low, repeat_times,
                    dst_rep_stride, src_blk_stride, src_rep_stride, index_low, lanes, lane, load0)

    @staticmethod
    def shadow(dst: Any, dst_at: int, max_min_u8: Any, max_min_byte: int, src: Any, src_at: int, size_src: int, mask_mode: int,
               mask_high: int, mask_low: int, repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int,
               lanes: int, raw0: Any) -> None:
        bad = local_like(dst)
        some = 0
        for r in range(repeat_times):
            base = src_at + r * src_rep_stride * (32 // size_src)
            spread_groups(bad, 0, src, base, size_src, mask_mode, mask_high, mask_low, 1, 0, src_blk_stride, 0, lanes, lanes, 1,
                          True, raw0)
            if bad[0] != 0:
                some = 255
            spread_groups(dst, dst_at + r * dst_rep_stride * 2, src, base, size_src, mask_mode, mask_high, mask_low, 1, 0,
                          src_blk_stride, 0, lanes, lanes, 2, False, raw0)
        if repeat_times > 0 and mask_count(mask_mode, mask_high, mask_low, lanes) != 0:
            for i in range(12):
                max_min_u8[max_min_byte + i] = some

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, max_min: int, max_min_space: int, src: int, src_space: int, size_src: int,
                mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_rep_stride: int, src_blk_stride: int,
                src_rep_stride: int, lanes: int) -> int:
        n = vector_regions(out, 0, 3, 0, src_space, src, size_src, lanes, mask_mode, mask_high, mask_low, repeat_times,
                           src_blk_stride, src_rep_stride)
        n = result_regions(out, n, dst, dst_space, size_src, mask_mode, mask_high, mask_low, repeat_times, dst_rep_stride * 2,
                           lanes, lanes, 2)
        some = repeat_times > 0 and mask_count(mask_mode, mask_high, mask_low, lanes) != 0
        return put(out, n, 2, 1, max_min_space, max_min, 1, 0, 1 if some else 0, 0, 12)


@instruction
class VcMaxCount(CountedBest):
    """dst pair r = (largest active lane of repeat r, its lane number); MAX_MIN = the largest of all repeats (4 bytes), how
    many active lanes equal it, and repeat * lanes + lane of the first (uint32 each); it stays without active lanes."""

    mnemonic = "vcmax_count"
    lane = staticmethod(above)


@instruction
class VcMinCount(CountedBest):
    """dst pair r = (smallest active lane of repeat r, its lane number); MAX_MIN = the smallest of all repeats (4 bytes), how
    many active lanes equal it, and repeat * lanes + lane of the first (uint32 each); it stays without active lanes."""

    mnemonic = "vcmin_count"
    lane = staticmethod(below)


class GroupBest(GroupSum):
    """One maximum or minimum a block."""

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, mask_mode: int, mask_high: int, mask_low: int,
            repeat_times: int, dst_rep_stride: int, src_blk_stride: int, src_rep_stride: int, lanes: int,
            lane: Any, load0: Any) -> None:
        best_run(dst, dst_at, src, src_at, size_src, mask_mode, mask_high, mask_low, repeat_times, dst_rep_stride * 8,
                 src_blk_stride, src_rep_stride, lanes, lanes // 8, False, 0, lane, load0)


@instruction
class VcgMax(GroupBest):
    """dst[r*8*dst_rep_stride + b] = largest active lane of block b of repeat r."""

    mnemonic = "vcgmax"
    calls = reduce_calls("vcgmax")
    lane = staticmethod(above)


@instruction
class VcgMin(GroupBest):
    """dst[r*8*dst_rep_stride + b] = smallest active lane of block b of repeat r."""

    mnemonic = "vcgmin"
    calls = reduce_calls("vcgmin")
    lane = staticmethod(below)
