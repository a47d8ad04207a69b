"""Non-maximum suppression, sixteen boxes against all before them (tik_api §12). The rules the kit chose make the usual kernel
exactly greedy NMS of boxes in descending order:

  vrpac(area, boxes, n)                               area[i] of box i
  viou(overlap, boxes, block, n)                      overlap[i*16 + j] of box i and box j of the block
  vaadd(sums, area, area[block], n)                   sums[i*16 + j] = area[i] + area of box j of the block
  vmuls by t / (1 + t), vcmpv_gt(bits, overlap, sums) uint16 word i: bit j set where box i overlaps box j by more than t
  rpn_cor(bits, suppressed, 1, 1, earlier blocks)     the words of earlier boxes that are kept, or-ed into a register
  rpn_cor_diag(suppressed[block], bits[block], ir)    the block against itself in order: 1 suppressed, 0 kept

Widths are x2 - x1 + offset, heights likewise, with the offset of set_rpn_offset. Every step rounds to the operands' dtype.
Undefined boxes (what fills the last sixteen) put no other box in doubt but those behind them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tik.isa.bits import f32_bits, f32_from_bits, local_like
from tik.isa.costs import Cost, occupies
from tik.isa.fields import Mem, Value
from tik.isa.instruction import Call, Instruction, instruction
from tik.isa.proposals import REPEAT, repeat_cost
from tik.isa.regions import put
from tik.isa.vector import UB, larger, rep, smaller
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

SPR = (Scope.SPR,)
ALL = np.uint64(0xFFFF)  # sixteen boxes
OFFSET = Mem("rpn_offset", SPR, "r", 0, align=1)


def float_at(memory: Any, at: int) -> Any:
    """The binary32 of four bytes, lowest first."""
    word = np.uint32(memory[at]) | (np.uint32(memory[at + 1]) << np.uint32(8))
    return f32_from_bits(word | (np.uint32(memory[at + 2]) << np.uint32(16)) | (np.uint32(memory[at + 3]) << np.uint32(24)))


def undefined_at(memory: Any, at: int, size: int) -> int:
    """-1 when one of ``size`` shadow bytes is undefined, else 0."""
    for k in range(size):
        if memory[at + k] != 0:
            return -1
    return 0


def side(low: Any, high: Any, offset: Any, load0: Any, store0: Any) -> Any:
    """high - low + offset, both steps rounded."""
    return load0(store0(load0(store0(high - low)) + offset))


class Nms(Instruction):
    """Boxes as proposals, or words of bits and special registers."""

    family = "nms"
    pipe = Pipe.V


@instruction
class SetRpnOffset(Nms):
    """What vrpac and viou add to widths and heights from now on, kept as binary32; the builder starts it at 1."""

    mnemonic = "set_rpn_offset"
    table = "vextract"
    fields = (Mem("rpn_offset", SPR, "w", 0, align=1), Value("offset", 0))
    calls = (Call("set_rpn_offset", "offset offset_dtype='float16'"),)

    @staticmethod
    def run(rpn_offset_u8: Any, rpn_offset_byte: int, offset: Any) -> None:
        word = f32_bits(np.float32(offset))
        for k in range(4):
            rpn_offset_u8[rpn_offset_byte + k] = (word >> np.uint32(8 * k)) & np.uint32(255)

    @staticmethod
    def shadow(rpn_offset_u8: Any, rpn_offset_byte: int) -> None:
        for k in range(4):
            rpn_offset_u8[rpn_offset_byte + k] = 0

    @staticmethod
    def regions(out: Any, rpn_offset: int, rpn_offset_space: int) -> int:
        return put(out, 0, 0, 1, rpn_offset_space, rpn_offset, 1, 0, 1, 0, 4)

    @staticmethod
    def cost() -> Cost:
        """One cycle."""
        return occupies(1)


@instruction
class VRpAc(Nms):
    """dst[i] = (x2 - x1 + offset) * (y2 - y1 + offset) of proposal i, 16 a repeat; every step rounds to the dtype."""

    mnemonic = "vrpac"
    computes = "always"
    fields = (Mem("dst", UB, "w", 0), Mem("src", UB, "r", 0), OFFSET, REPEAT)
    calls = (Call("vrpac", "dst src repeat_times"),)
    cost = staticmethod(repeat_cost)

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, rpn_offset_u8: Any, rpn_offset_byte: int, repeat_times: int,
            load0: Any, store0: Any) -> None:
        kept = local_like(dst)
        offset = load0(store0(float_at(rpn_offset_u8, rpn_offset_byte)))
        for r in range(repeat_times):
            for i in range(16):
                p = src_at + (r * 16 + i) * 8
                kept[i] = store0(side(load0(src[p]), load0(src[p + 2]), offset, load0, store0)
                                 * side(load0(src[p + 1]), load0(src[p + 3]), offset, load0, store0))
            for i in range(16):
                dst[dst_at + r * 16 + i] = kept[i]

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, rpn_offset_u8: Any, rpn_offset_byte: int, repeat_times: int,
               raw0: Any) -> None:
        kept = local_like(dst)
        offset = undefined_at(rpn_offset_u8, rpn_offset_byte, 4)
        for r in range(repeat_times):
            for i in range(16):
                kept[i] = raw0(offset | undefined_at(src, src_at + (r * 16 + i) * 8, 4))
            for i in range(16):
                dst[dst_at + r * 16 + i] = kept[i]

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, rpn_offset: int, rpn_offset_space: int,
                size_dst: int, repeat_times: int) -> int:
        n = put(out, 0, 1, 0, src_space, src, 1, 0, repeat_times * 16, 8 * size_dst, 4 * size_dst)
        n = put(out, n, 2, 0, rpn_offset_space, rpn_offset, 1, 0, 1, 0, 4 * min(repeat_times, 1))
        return put(out, n, 0, 1, dst_space, dst, 1, 0, 1, 0, repeat_times * 16 * size_dst)


def common(a: Any, p: int, b: Any, q: int, offset: Any, load0: Any, store0: Any) -> Any:
    """Length of the common part of two sides, coordinates p, p + 2 and q, q + 2; at least 0, NaN wins."""
    low = larger(load0(a[p]), load0(b[q]))
    high = smaller(load0(a[p + 2]), load0(b[q + 2]))
    return larger(side(low, high, offset, load0, store0), np.float32(0.0))


@instruction
class VIou(Nms):
    """dst[i*16 + j] = area common to proposals i of src0 and j of src1: src0 advances by 16 a repeat, src1 is the same 16.

    Widths and heights are min(x2) - max(x1) + offset, at least 0; every step rounds to the dtype."""

    mnemonic = "viou"
    computes = "always"
    fields = (Mem("dst", UB, "w", 0), Mem("src0", UB, "r", 0), Mem("src1", UB, "r", 0), OFFSET, REPEAT)
    calls = (Call("viou", "dst src0 src1 repeat_times"),)
    cost = staticmethod(repeat_cost)

    @staticmethod
    def run(dst: Any, dst_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, rpn_offset_u8: Any, rpn_offset_byte: int,
            repeat_times: int, load0: Any, store0: Any) -> None:
        kept = local_like(dst)
        offset = load0(store0(float_at(rpn_offset_u8, rpn_offset_byte)))
        for r in range(repeat_times):
            for i in range(16):
                p = src0_at + (r * 16 + i) * 8
                for j in range(16):
                    q = src1_at + j * 8
                    kept[i * 16 + j] = store0(common(src0, p, src1, q, offset, load0, store0)
                                              * common(src0, p + 1, src1, q + 1, offset, load0, store0))
            for k in range(256):
                dst[dst_at + r * 256 + k] = kept[k]

    @staticmethod
    def shadow(dst: Any, dst_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, rpn_offset_u8: Any,
               rpn_offset_byte: int, repeat_times: int, raw0: Any) -> None:
        kept = local_like(dst)
        offset = undefined_at(rpn_offset_u8, rpn_offset_byte, 4)
        for r in range(repeat_times):
            for i in range(16):
                row = offset | undefined_at(src0, src0_at + (r * 16 + i) * 8, 4)
                for j in range(16):
                    kept[i * 16 + j] = raw0(row | undefined_at(src1, src1_at + j * 8, 4))
            for k in range(256):
                dst[dst_at + r * 256 + k] = kept[k]

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src0: int, src0_space: int, src1: int, src1_space: int, rpn_offset: int,
                rpn_offset_space: int, size_dst: int, repeat_times: int) -> int:
        n = put(out, 0, 1, 0, src0_space, src0, 1, 0, repeat_times * 16, 8 * size_dst, 4 * size_dst)
        n = put(out, n, 2, 0, src1_space, src1, 1, 0, min(repeat_times, 1) * 16, 8 * size_dst, 4 * size_dst)
        n = put(out, n, 3, 0, rpn_offset_space, rpn_offset, 1, 0, 1, 0, 4 * min(repeat_times, 1))
        return put(out, n, 0, 1, dst_space, dst, 1, 0, 1, 0, repeat_times * 256 * size_dst)


@instruction
class VAAdd(Nms):
    """dst[i*16 + j] = src0[i] + src1[j]: src0 advances by 16 a repeat, src1 is the same 16."""

    mnemonic = "vaadd"
    computes = "always"
    fields = (Mem("dst", UB, "w", 0), Mem("src0", UB, "r", 0), Mem("src1", UB, "r", 0), REPEAT)
    calls = (Call("vaadd", "dst src0 src1 repeat_times"),)
    cost = staticmethod(repeat_cost)

    @staticmethod
    def run(dst: Any, dst_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, repeat_times: int, load0: Any,
            store0: Any) -> None:
        kept = local_like(dst)
        for r in range(repeat_times):
            for k in range(256):
                kept[k] = store0(load0(src0[src0_at + r * 16 + k // 16]) + load0(src1[src1_at + k % 16]))
            for k in range(256):
                dst[dst_at + r * 256 + k] = kept[k]

    @staticmethod
    def shadow(dst: Any, dst_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, repeat_times: int, spread0: Any,
               raw0: Any) -> None:
        kept = local_like(dst)
        for r in range(repeat_times):
            for k in range(256):
                kept[k] = raw0(spread0(src0[src0_at + r * 16 + k // 16]) | spread0(src1[src1_at + k % 16]))
            for k in range(256):
                dst[dst_at + r * 256 + k] = kept[k]

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src0: int, src0_space: int, src1: int, src1_space: int, size_dst: int,
                repeat_times: int) -> int:
        n = put(out, 0, 1, 0, src0_space, src0, 1, 0, 1, 0, repeat_times * 16 * size_dst)
        n = put(out, n, 2, 0, src1_space, src1, 1, 0, 1, 0, min(repeat_times, 1) * 16 * size_dst)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, 1, 0, repeat_times * 256 * size_dst)


@instruction
class SetRpnCorIr(Nms):
    """The suppression word rpn_cor goes on from = ``number``: bit j says that box j of the block is suppressed."""

    mnemonic = "set_rpn_cor_ir"
    table = "rpn_cor"
    fields = (Mem("rpn_cor_ir", SPR, "w", 0, align=1), Value("number", 0))
    calls = (Call("set_rpn_cor_ir", "number"),)
    cost = SetRpnOffset.cost

    @staticmethod
    def run(rpn_cor_ir: Any, rpn_cor_ir_at: int, number: int) -> None:
        rpn_cor_ir[rpn_cor_ir_at] = number & 0xFFFF

    @staticmethod
    def shadow(rpn_cor_ir: Any, rpn_cor_ir_at: int) -> None:
        rpn_cor_ir[rpn_cor_ir_at] = 0

    @staticmethod
    def regions(out: Any, rpn_cor_ir: int, rpn_cor_ir_space: int) -> int:
        return put(out, 0, 0, 1, rpn_cor_ir_space, rpn_cor_ir, 1, 0, 1, 0, 2)


@instruction
class RpnCor(Nms):
    """The suppression word |= the words src0[i] of all boxes i whose src1[i] is 0 (kept); 16 boxes a repeat."""

    mnemonic = "rpn_cor"
    fields = (Mem("src0", UB, "r", 0), Mem("src1", UB, "r", 0), Mem("rpn_cor_ir", SPR, "rw", 0, align=1),
              rep("src0_rep_stride", "src0_rep"), rep("src1_rep_stride", "src1_rep"), REPEAT)
    calls = (Call("rpn_cor", "src0 src1 src0_rep_stride src1_rep_stride repeat_times"),)
    cost = staticmethod(repeat_cost)

    @staticmethod
    def run(src0: Any, src0_at: int, src1: Any, src1_at: int, rpn_cor_ir: Any, rpn_cor_ir_at: int, src0_rep_stride: int,
            src1_rep_stride: int, repeat_times: int) -> None:
        for r in range(repeat_times):
            for i in range(16):
                if src1[src1_at + r * src1_rep_stride * 16 + i] == 0:
                    rpn_cor_ir[rpn_cor_ir_at] |= src0[src0_at + r * src0_rep_stride * 16 + i]

    @staticmethod
    def shadow(src0: Any, src0_at: int, src1: Any, src1_at: int, src1_kept: Any, rpn_cor_ir: Any, rpn_cor_ir_at: int,
               src0_rep_stride: int, src1_rep_stride: int, repeat_times: int) -> None:
        doubt = np.uint64(rpn_cor_ir[rpn_cor_ir_at])
        for r in range(repeat_times):
            for i in range(16):
                box = r * src1_rep_stride * 16 + i
                if src1[src1_at + box] != 0:
                    doubt = ALL  # its word may take part
                elif src1_kept[box] == 0:
                    doubt |= np.uint64(src0[src0_at + r * src0_rep_stride * 16 + i])
        rpn_cor_ir[rpn_cor_ir_at] = doubt

    @staticmethod
    def regions(out: Any, src0: int, src0_space: int, src1: int, src1_space: int, rpn_cor_ir: int, rpn_cor_ir_space: int,
                src0_rep_stride: int, src1_rep_stride: int, repeat_times: int) -> int:
        n = put(out, 0, 0, 0, src0_space, src0, 1, 0, repeat_times, src0_rep_stride * 32, 32)
        n = put(out, n, 1, 0, src1_space, src1, 1, 0, repeat_times, src1_rep_stride * 32, 32)
        for write in range(2):
            n = put(out, n, 2, write, rpn_cor_ir_space, rpn_cor_ir, 1, 0, 1, 0, 2 if repeat_times > 0 else 0)
        return n


@instruction
class RpnCorDiag(Nms):
    """The block against itself, box by box: dst[j] = 1 when bit j of the suppression word is set, or of a word src[i] of a kept
    box i < j; else 0. The register keeps its value."""

    mnemonic = "rpn_cor_diag"
    fields = (Mem("dst", UB, "w", 0), Mem("src", UB, "r", 0), Mem("rpn_cor_ir", SPR, "r", 0, align=1))
    calls = (Call("rpn_cor_diag", "dst src src_register"),)

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, rpn_cor_ir: Any, rpn_cor_ir_at: int) -> None:
        kept = local_like(dst)
        word = int(rpn_cor_ir[rpn_cor_ir_at])
        for j in range(16):
            kept[j] = (word >> j) & 1
            if kept[j] == 0:
                word |= int(src[src_at + j])
        for j in range(16):
            dst[dst_at + j] = kept[j]

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, rpn_cor_ir: Any, rpn_cor_ir_at: int) -> None:
        kept = local_like(dst)
        doubt = np.uint64(rpn_cor_ir[rpn_cor_ir_at])
        for j in range(16):
            kept[j] = ALL if (doubt >> np.uint64(j)) & np.uint64(1) else np.uint64(0)
            doubt |= ALL if kept[j] != 0 else np.uint64(src[src_at + j])
        for j in range(16):
            dst[dst_at + j] = kept[j]

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, rpn_cor_ir: int, rpn_cor_ir_space: int) -> int:
        n = put(out, 0, 1, 0, src_space, src, 1, 0, 1, 0, 32)
        n = put(out, n, 2, 0, rpn_cor_ir_space, rpn_cor_ir, 1, 0, 1, 0, 2)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, 1, 0, 32)

    @staticmethod
    def cost(head: float, slope: float) -> Cost:
        """head + slope."""
        return occupies(head + slope)
