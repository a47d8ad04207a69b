"""Comparing and selecting: bits packed lane by lane, the lowest bit the first lane.

Bits in UB lie without gaps, 16 bytes a repeat of 16-bit lanes and 8 of 32-bit lanes. CMPMASK holds those of one repeat; for
32-bit lanes its upper half is 0. NaN compares false (not-equal: true). Comparisons have no mask, so the lanes behind a tail are
compared too: an undefined lane makes its bit undefined, and an undefined bit the lane it selects, as an undefined lane that is
selected does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tik.isa.bits import local_like
from tik.isa.costs import Cost, occupies
from tik.isa.fields import MaskField, Mem, Value
from tik.isa.instruction import Call, Combo, Instruction, instruction
from tik.isa.regions import mask_count, put, vector_regions
from tik.isa.vector import REPEAT, UB, at, bit, blk, either, first_of_two, rep, vector_cost
from tik.types.dtypes import u8, u64
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.chips.loader import Chip

SPR = (Scope.SPR,)
MASK_BYTES = 16  # of CMPMASK


def bits_beside_lanes(op: type[Instruction], chip: Chip) -> tuple[Combo, ...]:
    """Bits, as bytes, beside lanes of the dtypes of the chip file's row."""
    if op.feature is not None and not chip.has(op.feature):
        return ()
    return tuple((u8, row[0]) for row in chip.types(op.mnemonic))


def steady_cost(head: float, slope: float) -> Cost:
    """As one repeat."""
    return occupies(head + slope)


# ------------------------------------------------------------------------------------------------------------ comparing
def compare_run(dst: Any, dst_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, size_src0: int, repeat_times: int,
                src0_blk_stride: int, src1_blk_stride: int, src0_rep_stride: int, src1_rep_stride: int, lanes: int,
                lane: Any, load1: Any) -> None:
    """Bit i of repeat r = lane(src0, src1) of lane i."""
    own = 32 // size_src0
    bits = local_like(dst)
    for r in range(repeat_times):
        for byte in range(lanes // 8):
            block = byte * 8 // own
            a = src0_at + (r * src0_rep_stride + block * src0_blk_stride) * own + byte * 8 % own
            b = src1_at + (r * src1_rep_stride + block * src1_blk_stride) * own + byte * 8 % own
            word = 0
            for i in range(8):
                if lane(load1(src0[a + i]), load1(src1[b + i])):
                    word |= 1 << i
            bits[byte] = word
        for byte in range(lanes // 8):
            dst[dst_at + r * (lanes // 8) + byte] = bits[byte]


def compare_scalar_run(dst: Any, dst_at: int, src: Any, src_at: int, scalar: Any, size_src: int, repeat_times: int,
                       src_blk_stride: int, src_rep_stride: int, lanes: int, lane: Any, load1: Any) -> None:
    """Bit i of repeat r = lane(src, scalar) of lane i."""
    own = 32 // size_src
    bits = local_like(dst)
    for r in range(repeat_times):
        for byte in range(lanes // 8):
            a = src_at + (r * src_rep_stride + byte * 8 // own * src_blk_stride) * own + byte * 8 % own
            word = 0
            for i in range(8):
                if lane(load1(src[a + i]), scalar):
                    word |= 1 << i
            bits[byte] = word
        for byte in range(lanes // 8):
            dst[dst_at + r * (lanes // 8) + byte] = bits[byte]


def mask_run(cmpmask: Any, cmpmask_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, size_src0: int, mask_mode: int,
             mask_high: int, mask_low: int, src0_stride: int, src1_stride: int, lanes: int, lane: Any, load1: Any) -> None:
    """Bit i = lane(src0, src1) of lane i where it is active, else 0."""
    own = 32 // size_src0
    count = mask_count(mask_mode, mask_high, mask_low, lanes)
    for byte in range(MASK_BYTES):
        word = 0
        for i in range(byte * 8, byte * 8 + 8):
            if ((i < count) if count >= 0 else bit(mask_high, mask_low, i)) and i < lanes and lane(
                    load1(src0[at(src0_at, i, own, src0_stride)]), load1(src1[at(src1_at, i, own, src1_stride)])):
                word |= 1 << (i & 7)
        cmpmask[cmpmask_at + byte] = word


class Compare(Instruction):
    """The bits of a comparison of all lanes; there is no mask."""

    family = "compare"
    pipe = Pipe.V
    fields = (Mem("dst", UB, "w", 0), Mem("src0", UB, "r", 1), Mem("src1", UB, "r", 1), REPEAT,
              blk("src0_blk_stride", "src0_blk"), blk("src1_blk_stride", "src1_blk"),
              rep("src0_rep_stride", "src0_rep"), rep("src1_rep_stride", "src1_rep"))
    run = staticmethod(compare_run)
    shadow_lane = staticmethod(either)
    supported = classmethod(bits_beside_lanes)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, size_src0: int, repeat_times: int,
               src0_blk_stride: int, src1_blk_stride: int, src0_rep_stride: int, src1_rep_stride: int, lanes: int,
               lane: Any, spread1: Any) -> None:
        compare_run(dst, dst_at, src0, src0_at, src1, src1_at, size_src0, repeat_times, src0_blk_stride, src1_blk_stride,
                    src0_rep_stride, src1_rep_stride, lanes, lane, spread1)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src0: int, src0_space: int, src1: int, src1_space: int, size_src0: int,
                repeat_times: int, src0_blk_stride: int, src1_blk_stride: int, src0_rep_stride: int, src1_rep_stride: int,
                lanes: int) -> int:
        n = vector_regions(out, 0, 1, 0, src0_space, src0, size_src0, lanes, 2, 0, lanes, repeat_times, src0_blk_stride,
                           src0_rep_stride)
        n = vector_regions(out, n, 2, 0, src1_space, src1, size_src0, lanes, 2, 0, lanes, repeat_times, src1_blk_stride,
                           src1_rep_stride)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, 1, 0, repeat_times * lanes // 8)

    @staticmethod
    def cost(repeat_times: int, head: float, slope: float) -> Cost:
        return occupies(head + repeat_times * slope)


class CompareScalar(Instruction):
    """The bits of a comparison of all lanes with a scalar of their dtype; there is no mask."""

    family = "compare"
    pipe = Pipe.V
    fields = (Mem("dst", UB, "w", 0), Mem("src", UB, "r", 1), Value("scalar", 1), REPEAT, blk("src_blk_stride", "src_blk"),
              rep("src_rep_stride", "src_rep"))
    run = staticmethod(compare_scalar_run)
    shadow_lane = staticmethod(first_of_two)
    cost = Compare.cost
    supported = classmethod(bits_beside_lanes)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, repeat_times: int, src_blk_stride: int,
               src_rep_stride: int, lanes: int, lane: Any, spread1: Any) -> None:
        compare_scalar_run(dst, dst_at, src, src_at, 0, size_src, repeat_times, src_blk_stride, src_rep_stride, lanes, lane,
                           spread1)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_src: int, repeat_times: int,
                src_blk_stride: int, src_rep_stride: int, lanes: int) -> int:
        n = vector_regions(out, 0, 1, 0, src_space, src, size_src, lanes, 2, 0, lanes, repeat_times, src_blk_stride,
                           src_rep_stride)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, 1, 0, repeat_times * lanes // 8)


class CompareMask(Instruction):
    """CMPMASK = the bits of a comparison of one repeat; those of lanes left out by the mask are 0."""

    family = "compare"
    pipe = Pipe.V
    fields = (MaskField(), Mem("cmpmask", SPR, "w", 0, align=1), Mem("src0", UB, "r", 1), Mem("src1", UB, "r", 1),
              blk("src0_stride", "src0_blk"), blk("src1_stride", "src1_blk"))
    run = staticmethod(mask_run)
    shadow_lane = staticmethod(either)
    cost = staticmethod(steady_cost)
    supported = classmethod(bits_beside_lanes)

    @staticmethod
    def shadow(cmpmask: Any, cmpmask_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, size_src0: int, mask_mode: int,
               mask_high: int, mask_low: int, src0_stride: int, src1_stride: int, lanes: int, lane: Any, spread1: Any) -> None:
        mask_run(cmpmask, cmpmask_at, src0, src0_at, src1, src1_at, size_src0, mask_mode, mask_high, mask_low, src0_stride,
                 src1_stride, lanes, lane, spread1)

    @staticmethod
    def regions(out: Any, cmpmask: int, cmpmask_space: int, src0: int, src0_space: int, src1: int, src1_space: int,
                size_src0: int, mask_mode: int, mask_high: int, mask_low: int, src0_stride: int, src1_stride: int,
                lanes: int) -> int:
        n = vector_regions(out, 0, 2, 0, src0_space, src0, size_src0, lanes, mask_mode, mask_high, mask_low, 1, src0_stride, 0)
        n = vector_regions(out, n, 3, 0, src1_space, src1, size_src0, lanes, mask_mode, mask_high, mask_low, 1, src1_stride, 0)
        return put(out, n, 1, 1, cmpmask_space, cmpmask, 1, 0, 1, 0, MASK_BYTES)


def less(a: Any, b: Any) -> Any:
    return a < b


def greater(a: Any, b: Any) -> Any:
    return a > b


def at_least(a: Any, b: Any) -> Any:
    return a >= b


def equal(a: Any, b: Any) -> Any:
    return a == b


def unequal(a: Any, b: Any) -> Any:
    return a != b


def at_most(a: Any, b: Any) -> Any:
    return a <= b


RELATIONS: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "lt": ("<", less), "gt": (">", greater), "ge": (">=", at_least), "eq": ("==", equal), "ne": ("!=", unequal),
    "le": ("<=", at_most),
}


def define(base: type[Instruction], mnemonic: str, doc: str, lane: Callable[[Any, Any], Any], *calls: Call) -> None:
    """One instruction of a family that differs in its relation."""
    made = type(mnemonic, (base,), {"__doc__": doc, "__module__": __name__, "mnemonic": mnemonic, "lane": staticmethod(lane),
                                    "calls": calls})
    instruction(made)


for _name, (_sign, _lane) in RELATIONS.items():
    define(Compare, f"vcmpv_{_name}", f"Bit of each lane of dst = src0 {_sign} src1, for whole repeats without a mask.", _lane,
           Call(f"vcmpv_{_name}", "dst src0 src1 repeat_times src0_blk_stride src1_blk_stride src0_rep_stride src1_rep_stride"),
           Call(f"vec_cmpv_{_name}", "dst src0 src1 repeat_times src0_rep_stride src1_rep_stride"))
    define(CompareScalar, f"vcmpvs_{_name}", f"Bit of each lane of dst = src {_sign} scalar, for whole repeats without a mask.",
           _lane, Call(f"vcmpvs_{_name}", "dst src scalar repeat_times src_blk_stride src_rep_stride"))
    define(CompareMask, f"vcmp_{_name}", f"Bit of each lane of CMPMASK = src0 {_sign} src1; 0 where the mask leaves it out.",
           _lane, Call(f"vcmp_{_name}", "mask src0 src1 src0_stride src1_stride"))


# --------------------------------------------------------------------------------------------------------- the register
def bytes_run(dst: Any, dst_at: int, src: Any, src_at: int) -> None:
    for i in range(MASK_BYTES):
        dst[dst_at + i] = src[src_at + i]


class MaskMove(Instruction):
    """What sets or stores CMPMASK."""

    family = "compare"
    pipe = Pipe.V
    cost = staticmethod(steady_cost)


@instruction
class MovMaskUb(MaskMove):
    """dst = the 16 bytes of CMPMASK."""

    mnemonic = "mov_cmpmask_ub"
    combos = ((u8,),)
    fields = (Mem("dst", UB, "w", 0, align=16), Mem("cmpmask", SPR, "r", 0, align=1))
    calls = (Call("mov_cmpmask_to_tensor", "dst cmpmask"),)

    @staticmethod
    def run(dst: Any, dst_at: int, cmpmask: Any, cmpmask_at: int) -> None:
        bytes_run(dst, dst_at, cmpmask, cmpmask_at)

    shadow = run

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, cmpmask: int, cmpmask_space: int) -> int:
        n = put(out, 0, 1, 0, cmpmask_space, cmpmask, 1, 0, 1, 0, MASK_BYTES)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, 1, 0, MASK_BYTES)


@instruction
class MovUbMask(MaskMove):
    """CMPMASK = 16 bytes of src."""

    mnemonic = "mov_ub_cmpmask"
    combos = ((u8,),)
    fields = (Mem("cmpmask", SPR, "w", 0, align=1), Mem("src", UB, "r", 0, align=16))
    calls = (Call("mov_tensor_to_cmpmask", "src"),)

    @staticmethod
    def run(cmpmask: Any, cmpmask_at: int, src: Any, src_at: int) -> None:
        bytes_run(cmpmask, cmpmask_at, src, src_at)

    shadow = run

    @staticmethod
    def regions(out: Any, cmpmask: int, cmpmask_space: int, src: int, src_space: int) -> int:
        n = put(out, 0, 1, 0, src_space, src, 1, 0, 1, 0, MASK_BYTES)
        return put(out, n, 0, 1, cmpmask_space, cmpmask, 1, 0, 1, 0, MASK_BYTES)


@instruction
class SetMask(MaskMove):
    """The lower 64 bits of CMPMASK = scalar, the upper 64 bits 0."""

    mnemonic = "set_cmpmask"
    combos = ((u8, u64),)
    fields = (Mem("cmpmask", SPR, "w", 0, align=1), Value("scalar", 1))

    @staticmethod
    def run(cmpmask: Any, cmpmask_at: int, scalar: Any) -> None:
        rest = scalar
        for i in range(MASK_BYTES):
            cmpmask[cmpmask_at + i] = rest & 255
            rest = rest >> 8

    @staticmethod
    def shadow(cmpmask: Any, cmpmask_at: int) -> None:
        for i in range(MASK_BYTES):
            cmpmask[cmpmask_at + i] = 0

    @staticmethod
    def regions(out: Any, cmpmask: int, cmpmask_space: int) -> int:
        return put(out, 0, 0, 1, cmpmask_space, cmpmask, 1, 0, 1, 0, MASK_BYTES)


# ------------------------------------------------------------------------------------------------------------ selecting
def chosen(one: Any, unsure: Any, a: Any, b: Any) -> Any:
    return a if one else b


def doubtful(one: Any, unsure: Any, a: Any, b: Any) -> Any:
    """In shadow: whether the bit is undefined, or the lane it takes."""
    return -1 if unsure or (a if one else b) != 0 else 0


def select_run(dst: Any, dst_at: int, sel: Any, sel_at: int, doubt: Any, doubt_at: int, src0: Any, src0_at: int, src1: Any,
               src1_at: int, size_dst: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int,
               dst_blk_stride: int, src0_blk_stride: int, src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int,
               src1_rep_stride: int, lanes: int, step: int, lane: Any) -> None:
    """dst = lane(bit, its doubt, src0, src1); the bits of a repeat are ``step`` bytes behind those of the one before."""
    own = 32 // size_dst
    count = mask_count(mask_mode, mask_high, mask_low, lanes)
    kept = local_like(dst)
    for r in range(repeat_times):
        d0 = dst_at + r * dst_rep_stride * own
        a0 = src0_at + r * src0_rep_stride * own
        b0 = src1_at + r * src1_rep_stride * own
        for write in range(2):
            for i in range(lanes):
                if (i < count) if count >= 0 else bit(mask_high, mask_low, i):
                    if write == 0:
                        byte, shift = r * step + i // 8, i & 7
                        kept[i] = lane((sel[sel_at + byte] >> shift) & 1, (doubt[doubt_at + byte] >> shift) & 1,
                                       src0[at(a0, i, own, src0_blk_stride)], src1[at(b0, i, own, src1_blk_stride)])
                    else:
                        dst[at(d0, i, own, dst_blk_stride)] = kept[i]


def select_scalar_run(dst: Any, dst_at: int, sel: Any, sel_at: int, doubt: Any, doubt_at: int, src0: Any, src0_at: int,
                      other: Any, size_dst: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int,
                      dst_blk_stride: int, src0_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int, lanes: int,
                      lane: Any) -> None:
    """dst = lane(bit, its doubt, src0, other), the bits of all repeats without gaps."""
    own = 32 // size_dst
    count = mask_count(mask_mode, mask_high, mask_low, lanes)
    kept = local_like(dst)
    for r in range(repeat_times):
        d0 = dst_at + r * dst_rep_stride * own
        a0 = src0_at + r * src0_rep_stride * own
        for write in range(2):
            for i in range(lanes):
                if (i < count) if count >= 0 else bit(mask_high, mask_low, i):
                    if write == 0:
                        byte, shift = (r * lanes + i) // 8, i & 7
                        kept[i] = lane((sel[sel_at + byte] >> shift) & 1, (doubt[doubt_at + byte] >> shift) & 1,
                                       src0[at(a0, i, own, src0_blk_stride)], other)
                    else:
                        dst[at(d0, i, own, dst_blk_stride)] = kept[i]


def bit_regions(out: Any, n: int, field: int, space: int, start: int, mask_mode: int, mask_high: int, mask_low: int,
                repeat_times: int, step: int, lanes: int) -> int:
    """The bytes of the bits of active lanes, ``step`` bytes from one repeat to the next."""
    count = mask_count(mask_mode, mask_high, mask_low, lanes)
    if count >= 0:
        return put(out, n, field, 0, space, start, 1, 0, repeat_times, step, (count + 7) // 8)
    for byte in range(lanes // 8):
        some = False
        for i in range(byte * 8, byte * 8 + 8):
            some = some or bit(mask_high, mask_low, i)
        if some:
            n = put(out, n, field, 0, space, start + byte, 1, 0, repeat_times, step, 1)
    return n


def select_regions(out: Any, dst: int, dst_space: int, sel: int, sel_space: int, src0: int, src0_space: int, src1: int,
                   src1_space: int, size_dst: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int,
                   dst_blk_stride: int, src0_blk_stride: int, src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int,
                   src1_rep_stride: int, lanes: int, step: int) -> int:
    n = bit_regions(out, 0, 2, sel_space, sel, mask_mode, mask_high, mask_low, repeat_times, step, lanes)
    n = vector_regions(out, n, 3, 0, src0_space, src0, size_dst, lanes, mask_mode, mask_high, mask_low, repeat_times,
                       src0_blk_stride, src0_rep_stride)
    n = vector_regions(out, n, 4, 0, src1_space, src1, size_dst, lanes, mask_mode, mask_high, mask_low, repeat_times,
                       src1_blk_stride, src1_rep_stride)
    return vector_regions(out, n, 1, 1, dst_space, dst, size_dst, lanes, mask_mode, mask_high, mask_low, repeat_times,
                          dst_blk_stride, dst_rep_stride)


STRIDES = (blk("dst_blk_stride", "dst_blk"), blk("src0_blk_stride", "src0_blk"), blk("src1_blk_stride", "src1_blk"),
           rep("dst_rep_stride", "dst_rep"), rep("src0_rep_stride", "src0_rep"), rep("src1_rep_stride", "src1_rep"))


class Select(Instruction):
    """dst = src0 where the bit is 1, src1 where it is 0, in active lanes."""

    family = "compare"
    pipe = Pipe.V
    shadow_lane = staticmethod(doubtful)
    lane = staticmethod(chosen)
    cost = staticmethod(vector_cost)
    supported = classmethod(bits_beside_lanes)


@instruction
class VSel(Select):
    """dst = src0 where the lane's bit of CMPMASK is 1, else src1: every repeat uses the same bits."""

    mnemonic = "vsel"
    fields = (MaskField(), Mem("dst", UB, "w", 1), Mem("cmpmask", SPR, "r", 0, align=1), Mem("src0", UB, "r", 1),
              Mem("src1", UB, "r", 1), REPEAT, *STRIDES)

    @staticmethod
    def run(dst: Any, dst_at: int, cmpmask: Any, cmpmask_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int,
            size_dst: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int,
            src0_blk_stride: int, src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int, src1_rep_stride: int,
            lanes: int, lane: Any) -> None:
        select_run(dst, dst_at, cmpmask, cmpmask_at, cmpmask, cmpmask_at, src0, src0_at, src1, src1_at, size_dst, mask_mode,
                   mask_high, mask_low, repeat_times, dst_blk_stride, src0_blk_stride, src1_blk_stride, dst_rep_stride,
                   src0_rep_stride, src1_rep_stride, lanes, 0, lane)

    @staticmethod
    def shadow(dst: Any, dst_at: int, cmpmask: Any, cmpmask_at: int, cmpmask_kept: Any, src0: Any, src0_at: int, src1: Any,
               src1_at: int, size_dst: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int,
               dst_blk_stride: int, src0_blk_stride: int, src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int,
               src1_rep_stride: int, lanes: int, lane: Any) -> None:
        select_run(dst, dst_at, cmpmask_kept, 0, cmpmask, cmpmask_at, src0, src0_at, src1, src1_at, size_dst, mask_mode,
                   mask_high, mask_low, repeat_times, dst_blk_stride, src0_blk_stride, src1_blk_stride, dst_rep_stride,
                   src0_rep_stride, src1_rep_stride, lanes, 0, lane)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, cmpmask: int, cmpmask_space: int, src0: int, src0_space: int, src1: int,
                src1_space: int, size_dst: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int,
                dst_blk_stride: int, src0_blk_stride: int, src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int,
                src1_rep_stride: int, lanes: int) -> int:
        return select_regions(out, dst, dst_space, cmpmask, cmpmask_space, src0, src0_space, src1, src1_space, size_dst,
                              mask_mode, mask_high, mask_low, repeat_times, dst_blk_stride, src0_blk_stride, src1_blk_stride,
                              dst_rep_stride, src0_rep_stride, src1_rep_stride, lanes, 0)


@instruction
class VSelTensor(Select):
    """dst = src0 where the lane's bit of sel is 1, else src1; the bits of all repeats lie in sel without gaps."""

    mnemonic = "vsel_tensor"
    feature = "sel_tensor_mask"
    fields = (MaskField(), Mem("dst", UB, "w", 1), Mem("sel", UB, "r", 0), Mem("src0", UB, "r", 1), Mem("src1", UB, "r", 1),
              REPEAT, *STRIDES)

    @staticmethod
    def run(dst: Any, dst_at: int, sel: Any, sel_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, size_dst: int,
            mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src0_blk_stride: int,
            src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int, src1_rep_stride: int, lanes: int,
            lane: Any) -> None:
        select_run(dst, dst_at, sel, sel_at, sel, sel_at, src0, src0_at, src1, src1_at, size_dst, mask_mode, mask_high,
                   mask_low, repeat_times, dst_blk_stride, src0_blk_stride, src1_blk_stride, dst_rep_stride, src0_rep_stride,
                   src1_rep_stride, lanes, lanes // 8, lane)

    @staticmethod
    def shadow(dst: Any, dst_at: int, sel: Any, sel_at: int, sel_kept: Any, src0: Any, src0_at: int, src1: Any,
               src1_at: int, size_dst: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int,
               dst_blk_stride: int, src0_blk_stride: int, src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int,
               src1_rep_stride: int, lanes: int, lane: Any) -> None:
        select_run(dst, dst_at, sel_kept, 0, sel, sel_at, src0, src0_at, src1, src1_at, size_dst, mask_mode, mask_high,
                   mask_low, repeat_times, dst_blk_stride, src0_blk_stride, src1_blk_stride, dst_rep_stride, src0_rep_stride,
                   src1_rep_stride, lanes, lanes // 8, lane)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, sel: int, sel_space: int, src0: int, src0_space: int, src1: int,
                src1_space: int, size_dst: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int,
                dst_blk_stride: int, src0_blk_stride: int, src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int,
                src1_rep_stride: int, lanes: int) -> int:
        return select_regions(out, dst, dst_space, sel, sel_space, src0, src0_space, src1, src1_space, size_dst, mask_mode,
                              mask_high, mask_low, repeat_times, dst_blk_stride, src0_blk_stride, src1_blk_stride,
                              dst_rep_stride, src0_rep_stride, src1_rep_stride, lanes, lanes // 8)


@instruction
class VSelScalar(Select):
    """dst = src0 where the lane's bit of sel is 1, else the scalar; the bits of all repeats lie in sel without gaps."""

    mnemonic = "vsel_scalar"
    feature = "sel_tensor_mask"
    fields = (MaskField(), Mem("dst", UB, "w", 1), Mem("sel", UB, "r", 0), Mem("src0", UB, "r", 1), Value("src1", 1), REPEAT,
              *(f for f in STRIDES if not f.name.startswith("src1")))

    @staticmethod
    def run(dst: Any, dst_at: int, sel: Any, sel_at: int, src0: Any, src0_at: int, src1: Any, size_dst: int, mask_mode: int,
            mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src0_blk_stride: int, dst_rep_stride: int,
            src0_rep_stride: int, lanes: int, lane: Any, store1: Any) -> None:
        select_scalar_run(dst, dst_at, sel, sel_at, sel, sel_at, src0, src0_at, store1(src1), size_dst, mask_mode, mask_high,
                          mask_low, repeat_times, dst_blk_stride, src0_blk_stride, dst_rep_stride, src0_rep_stride, lanes,
                          lane)

    @staticmethod
    def shadow(dst: Any, dst_at: int, sel: Any, sel_at: int, sel_kept: Any, src0: Any, src0_at: int, size_dst: int,
               mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src0_blk_stride: int,
               dst_rep_stride: int, src0_rep_stride: int, lanes: int, lane: Any) -> None:
        select_scalar_run(dst, dst_at, sel_kept, 0, sel, sel_at, src0, src0_at, 0, size_dst, mask_mode, mask_high, mask_low,
                          repeat_times, dst_blk_stride, src0_blk_stride, dst_rep_stride, src0_rep_stride, lanes, lane)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, sel: int, sel_space: int, src0: int, src0_space: int, size_dst: int,
                mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src0_blk_stride: int,
                dst_rep_stride: int, src0_rep_stride: int, lanes: int) -> int:
        n = bit_regions(out, 0, 2, sel_space, sel, mask_mode, mask_high, mask_low, repeat_times, lanes // 8, lanes)
        n = vector_regions(out, n, 3, 0, src0_space, src0, size_dst, lanes, mask_mode, mask_high, mask_low, repeat_times,
                           src0_blk_stride, src0_rep_stride)
        return vector_regions(out, n, 1, 1, dst_space, dst, size_dst, lanes, mask_mode, mask_high, mask_low, repeat_times,
                              dst_blk_stride, dst_rep_stride)
