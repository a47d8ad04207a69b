"""Sorting and merging by score, largest first (tik_api §12): groups of 16 proposals, groups of 32 pairs, up to four lists.

Items are proposals (8 elements, the score is element 4) or pairs of 8 bytes (score, uint32 index): f32 score 4 B, index 4 B;
f16 score 2 B, 2 B of padding, index 4 B.
The order is total and stable: NaN counts as larger than every number (as it wins in maxima), -0 equals 0, and equal scores keep
the order they have in src, in a merge that of the lists in src_list.
Undefined bytes: an undefined score makes everything the sort writes undefined; any other byte of an item makes that byte of all
items it is sorted with undefined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tik.isa.bits import copy_bytes, local_like
from tik.isa.costs import Cost, occupies
from tik.isa.fields import Choice, Int, Mem
from tik.isa.instruction import Call, Combo, Instruction, instruction
from tik.isa.proposals import REPEAT, repeat_cost
from tik.isa.regions import put
from tik.isa.vector import UB
from tik.types.dtypes import u32
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.chips.loader import Chip

MOST = 4095  # items a list may have


def first(a: Any, b: Any) -> bool:
    """Whether score a stands strictly before score b."""
    return bool(a > b or (a != a and b == b))


def sorted_order(scores: Any, order: Any, n: int) -> None:
    """order[0:n] = the numbers 0..n-1, those of the largest scores first, equal ones ascending."""
    for i in range(n):
        k = i
        while k > 0 and first(scores[i], scores[order[k - 1]]):
            order[k] = order[k - 1]
            k -= 1
        order[k] = i


@instruction
class VRpSort16(Instruction):
    """Each group of 16 proposals sorted by score, the largest first; NaN before all numbers, equal scores keep their order."""

    family = "sort"
    mnemonic = "vrpsort16"
    pipe = Pipe.V
    fields = (Mem("dst", UB, "w", 0), Mem("src", UB, "r", 0), REPEAT)
    calls = (Call("vrpsort16", "dst src repeat_times"),)
    cost = staticmethod(repeat_cost)

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, repeat_times: int, load0: Any) -> None:
        kept = local_like(dst)
        scores = np.empty(16, np.float32)
        order = np.empty(16, np.int64)
        for r in range(repeat_times):
            for k in range(128):
                kept[k] = src[src_at + r * 128 + k]
            for i in range(16):
                scores[i] = load0(kept[i * 8 + 4])
            sorted_order(scores, order, 16)
            for i in range(16):
                for k in range(8):
                    dst[dst_at + (r * 16 + i) * 8 + k] = kept[order[i] * 8 + k]

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, repeat_times: int, raw0: Any) -> None:
        bad = np.empty(8, np.int64)
        for r in range(repeat_times):
            bad[:] = 0
            for k in range(128):
                if src[src_at + r * 128 + k] != 0:
                    bad[k % 8] = -1
            for k in range(128):
                dst[dst_at + r * 128 + k] = raw0(bad[4] | bad[k % 8])

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_dst: int, repeat_times: int) -> int:
        n = put(out, 0, 1, 0, src_space, src, 1, 0, 1, 0, repeat_times * 128 * size_dst)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, 1, 0, repeat_times * 128 * size_dst)


@instruction
class VSort32(Instruction):
    """Each group of 32 scores (src0) and uint32 indices (src1) becomes 32 pairs (score, index), the largest score first; NaN
    before all numbers, equal scores keep their order; the padding of f16 pairs is 0."""

    family = "sort"
    mnemonic = "vsort32"
    pipe = Pipe.V
    fields = (Mem("dst", UB, "w", 0), Mem("src0", UB, "r", 0), Mem("src1", UB, "r", 1),
              Int("repeat_times", 0, 255, 1, "repeat", "how many repeats of 32 pairs"))
    calls = (Call("vsort32", "dst src0 src1 repeat_times"),)
    cost = staticmethod(repeat_cost)

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        return tuple((row[0], u32) for row in chip.types(cls.mnemonic))

    @staticmethod
    def run(dst_u8: Any, dst_byte: int, src0: Any, src0_at: int, src0_u8: Any, src0_byte: int, src1_u8: Any, src1_byte: int,
            size_dst: int, repeat_times: int, load0: Any) -> None:
        kept = local_like(dst_u8)
        scores = np.empty(32, np.float32)
        order = np.empty(32, np.int64)
        for r in range(repeat_times):
            for i in range(32):
                scores[i] = load0(src0[src0_at + r * 32 + i])
            sorted_order(scores, order, 32)
            kept[:] = 0
            for i in range(32):
                copy_bytes(kept, i * 8, src0_u8, src0_byte + (r * 32 + order[i]) * size_dst, size_dst)
                copy_bytes(kept, i * 8 + 4, src1_u8, src1_byte + (r * 32 + order[i]) * 4, 4)
            copy_bytes(dst_u8, dst_byte + r * 256, kept, 0, 256)

    @staticmethod
    def shadow(dst_u8: Any, dst_byte: int, src0: Any, src0_at: int, src1: Any, src1_at: int, size_dst: int,
               repeat_times: int) -> None:
        for r in range(repeat_times):
            score = 0
            index = 0
            for i in range(32):
                if src0[src0_at + r * 32 + i] != 0:
                    score = 255
                if src1[src1_at + r * 32 + i] != 0:
                    index = 255
            for k in range(256):
                dst_u8[dst_byte + r * 256 + k] = score | index if k % 8 >= 4 else score if k % 8 < size_dst else 0

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src0: int, src0_space: int, src1: int, src1_space: int, size_dst: int,
                repeat_times: int) -> int:
        n = put(out, 0, 1, 0, src0_space, src0, 1, 0, 1, 0, repeat_times * 32 * size_dst)
        n = put(out, n, 2, 0, src1_space, src1, 1, 0, 1, 0, repeat_times * 32 * 4)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, 1, 0, repeat_times * 256)


def merge_run(dst: Any, dst_at: int, src0_at: int, src1_at: int, src2_at: int, src3_at: int, length0: int, length1: int,
              length2: int, length3: int, suspend: int, repeat_times: int, counts: Any, counts_byte: int, width: int, key: int,
              load0: Any) -> None:
    """Merge lists of items of ``width`` elements by element ``key``; dst and the lists lie in one memory. ``counts`` gets
    how many items of each list the last repeat consumed, as uint32 x 4."""
    at = np.empty(4, np.int64)
    left = np.empty(4, np.int64)
    heads = np.empty(4, np.float32)
    lengths = np.array([length0, length1, length2, length3])
    total = length0 + length1 + length2 + length3
    for r in range(repeat_times):
        for j, start in enumerate((src0_at, src1_at, src2_at, src3_at)):
            at[j] = start + r * total * width
            left[j] = lengths[j]
            if left[j] > 0:
                heads[j] = load0(dst[at[j] + key])
        d = dst_at + r * total * width
        for _ in range(total):
            best = -1
            for j in range(4):
                if left[j] > 0 and (best < 0 or first(heads[j], heads[best])):
                    best = j
            for k in range(width):
                dst[d + k] = dst[at[best] + k]
            d += width
            at[best] += width
            left[best] -= 1
            if left[best] > 0:
                heads[best] = load0(dst[at[best] + key])
            elif suspend:
                break
        for j in range(4):
            used = lengths[j] - left[j]
            counts[counts_byte + j * 4] = used & 255
            counts[counts_byte + j * 4 + 1] = used >> 8
            counts[counts_byte + j * 4 + 2] = 0
            counts[counts_byte + j * 4 + 3] = 0


def merge_shadow(dst: Any, dst_at: int, src0_at: int, src1_at: int, src2_at: int, src3_at: int, length0: int, length1: int,
                 length2: int, length3: int, repeat_times: int, counts: Any, counts_byte: int, width: int, key: int,
                 raw0: Any) -> None:
    bad = np.empty(8, np.int64)
    total = length0 + length1 + length2 + length3
    for r in range(repeat_times):
        bad[:] = 0
        for start, length in ((src0_at, length0), (src1_at, length1), (src2_at, length2), (src3_at, length3)):
            for k in range(length * width):
                if dst[start + r * total * width + k] != 0:
                    bad[k % width] = -1
        for k in range(total * width):
            dst[dst_at + r * total * width + k] = raw0(bad[key] | bad[k % width])
        for k in range(16):
            counts[counts_byte + k] = 255 if bad[key] != 0 else 0


def length(j: int) -> Int:
    return Int(f"length{j}", 0, MOST, 0, doc=f"items of list {j}; a list of none takes no part")


class Merge(Instruction):
    """Up to four descending lists become one."""

    family = "sort"
    pipe = Pipe.V
    fields = (Mem("dst", UB, "w", 0, align=8), *(Mem(f"src{j}", UB, "r", 0, align=8) for j in range(4)),
              Mem("vms4_sr", (Scope.SPR,), "w", 0, align=1), *(length(j) for j in range(4)),
              Choice("if_exhausted_suspension", ("false", "true"), "false"),
              Int("repeat_times", 0, 255, 1, "repeat", "how many times the next lists are merged"))

    @staticmethod
    def cost(length0: int, length1: int, length2: int, length3: int, repeat_times: int, head: float,
             chip_sort_elements: float) -> Cost:
        """head + items / the items sorted a cycle."""
        return occupies(head + repeat_times * (length0 + length1 + length2 + length3) / chip_sort_elements)


def merge_regions(out: Any, dst: int, dst_space: int, src0: int, src0_space: int, src1: int, src1_space: int, src2: int,
                  src2_space: int, src3: int, src3_space: int, vms4_sr: int, vms4_sr_space: int, length0: int, length1: int,
                  length2: int, length3: int, repeat_times: int, item: int) -> int:
    """Regions of items of ``item`` bytes; a suspended merge may write less than it states."""
    total = length0 + length1 + length2 + length3
    n = 0
    for field, space, start, items in ((1, src0_space, src0, length0), (2, src1_space, src1, length1),
                                       (3, src2_space, src2, length2), (4, src3_space, src3, length3)):
        n = put(out, n, field, 0, space, start, 1, 0, repeat_times, total * item, items * item)
    n = put(out, n, 0, 1, dst_space, dst, 1, 0, repeat_times, total * item, total * item)
    return put(out, n, 5, 1, vms4_sr_space, vms4_sr, 1, 0, 1, 0, 16 if repeat_times > 0 else 0)


@instruction
class VMrgSort4(Merge):
    """Up to four lists of proposals in descending order become one; equal scores: the earlier list of src_list first, NaN
    before all numbers. A list of length 0 takes no part. With ``if_exhausted_suspension`` it stops when the first list is used
    up, and what it has not written of dst stays (but counts as defined). VMS4_SR gets how many proposals of each list were
    consumed. Repeat k merges the next four lists: all starts advance by the sum of the lengths."""

    mnemonic = "vmrgsort4"
    calls = (Call("vmrgsort4", "dst src_list element_lengths if_exhausted_suspension valid_bit repeat_times=1 "
                               "vms4_sr_scalar_array=None"),)

    @staticmethod
    def run(dst: Any, dst_at: int, src0_at: int, src1_at: int, src2_at: int, src3_at: int, length0: int, length1: int,
            length2: int, length3: int, if_exhausted_suspension: int, repeat_times: int, vms4_sr_u8: Any, vms4_sr_byte: int,
            load0: Any) -> None:
        merge_run(dst, dst_at, src0_at, src1_at, src2_at, src3_at, length0, length1, length2, length3,
                  if_exhausted_suspension, repeat_times, vms4_sr_u8, vms4_sr_byte, 8, 4, load0)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src0_at: int, src1_at: int, src2_at: int, src3_at: int, length0: int, length1: int,
               length2: int, length3: int, repeat_times: int, vms4_sr_u8: Any, vms4_sr_byte: int, raw0: Any) -> None:
        merge_shadow(dst, dst_at, src0_at, src1_at, src2_at, src3_at, length0, length1, length2, length3, repeat_times,
                     vms4_sr_u8, vms4_sr_byte, 8, 4, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src0: int, src0_space: int, src1: int, src1_space: int, src2: int,
                src2_space: int, src3: int, src3_space: int, vms4_sr: int, vms4_sr_space: int, size_dst: int, length0: int,
                length1: int, length2: int, length3: int, repeat_times: int) -> int:
        return merge_regions(out, dst, dst_space, src0, src0_space, src1, src1_space, src2, src2_space, src3, src3_space,
                             vms4_sr, vms4_sr_space, length0, length1, length2, length3, repeat_times, 8 * size_dst)


@instruction
class VMrgSort(Merge):
    """As vmrgsort4 with lists of (score, index) pairs of 8 bytes, as vsort32 makes them."""

    mnemonic = "vmrgsort"
    calls = (Call("vmrgsort", "dst src_list element_count_list if_exhausted_suspension repeat_times=1 "
                              "vms4_sr_scalar_array=None"),)

    @staticmethod
    def run(dst: Any, dst_at: int, src0_at: int, src1_at: int, src2_at: int, src3_at: int, size_dst: int, length0: int,
            length1: int, length2: int, length3: int, if_exhausted_suspension: int, repeat_times: int, vms4_sr_u8: Any,
            vms4_sr_byte: int, load0: Any) -> None:
        merge_run(dst, dst_at, src0_at, src1_at, src2_at, src3_at, length0, length1, length2, length3,
                  if_exhausted_suspension, repeat_times, vms4_sr_u8, vms4_sr_byte, 8 // size_dst, 0, load0)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src0_at: int, src1_at: int, src2_at: int, src3_at: int, size_dst: int, length0: int,
               length1: int, length2: int, length3: int, repeat_times: int, vms4_sr_u8: Any, vms4_sr_byte: int,
               raw0: Any) -> None:
        merge_shadow(dst, dst_at, src0_at, src1_at, src2_at, src3_at, length0, length1, length2, length3, repeat_times,
                     vms4_sr_u8, vms4_sr_byte, 8 // size_dst, 0, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src0: int, src0_space: int, src1: int, src1_space: int, src2: int,
                src2_space: int, src3: int, src3_space: int, vms4_sr: int, vms4_sr_space: int, length0: int,
                length1: int, length2: int, length3: int, repeat_times: int) -> int:
        return merge_regions(out, dst, dst_space, src0, src0_space, src1, src1_space, src2, src2_space, src3, src3_space,
                             vms4_sr, vms4_sr_space, length0, length1, length2, length3, repeat_times, 8)
