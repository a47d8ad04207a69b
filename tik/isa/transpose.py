"""Transposes: sixteen blocks anywhere (vnchwconv), whole 16 x 16 matrices (vtranspose), a matrix of any size (v4dtrans)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tik.isa.bits import local_like, transpose_16x16
from tik.isa.costs import Cost, occupies
from tik.isa.fields import Choice, Int, Mem
from tik.isa.instruction import Call, Combo, Instruction, combos, instruction
from tik.isa.regions import put
from tik.isa.vector import REPEAT, UB
from tik.types.pipes import Pipe

if TYPE_CHECKING:
    from tik.chips.loader import Chip

HALVES = ("false", "true")
STRIDE = "blocks (32 B) between the starts of two repeats"
MATRIX = 512  # bytes of a 16 x 16 matrix of 16 bits


def turn_blocks(dst: Any, to: Any, src: Any, of: Any, dst_half: int, src_half: int, repeat_times: int, dst_rep_stride: int,
                src_rep_stride: int, size: int) -> None:
    """The sixteen blocks from elements ``of`` of src on, transposed into those from elements ``to`` of dst on."""
    own = 32 // size
    wide = 8 if size == 4 else 16  # elements of a source block that take part: the rows of the result
    d_first = 16 * dst_half if size == 1 else 0
    s_first = 16 * src_half if size == 1 else 0
    kept = local_like(dst)
    for r in range(repeat_times):
        for j in range(16):
            s = of[j] + r * src_rep_stride * own + s_first
            for i in range(wide):
                kept[i * 16 + j] = src[s + i]
        for k in range(16):
            d = to[k] + r * dst_rep_stride * own + d_first
            for i in range(wide):
                dst[d + i] = kept[k * wide + i]


@instruction
class VNchwConv(Instruction):
    """16 blocks transposed: dst_i[j] = src_j[i]; each operand is where one block starts.

    16 bits: i, j < 16, a block is a row of 16 elements. 8 bits: the same on half of each block, elements 16..31 of it where
    ``dst_high_half``, ``src_high_half`` say so; the other half keeps its values. 32 bits: src_j has 8 elements, a row of the
    result is two blocks: dst_(2i)[j] = src_j[i] for j < 8, dst_(2i+1)[j-8] for the others. The halves matter to 8 bits only.
    Repeat r moves all addresses by r * rep_stride blocks; 16 blocks are read before any is written.
    """

    family = "transpose"
    mnemonic = "vnchwconv"
    pipe = Pipe.V
    fields = (Choice("dst_high_half", HALVES, "false"), Choice("src_high_half", HALVES, "false"),
              *(Mem(f"dst{i}", UB, "w", 0) for i in range(16)), *(Mem(f"src{i}", UB, "r", 0) for i in range(16)),
              REPEAT, Int("dst_rep_stride", 0, 65535, 0, "dst_rep", STRIDE),
              Int("src_rep_stride", 0, 65535, 0, "src_rep", STRIDE))
    emulated: ClassVar = combos("f32", "i32", "u32")  # two passes on chips whose row has 8 and 16 bits only (tik_api §11)

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        rows = cls.table_combos(chip)
        return rows + tuple(row for row in cls.emulated if rows and row not in rows)

    @staticmethod
    def run(dst0: Any, dst0_at: int, dst1_at: int, dst2_at: int, dst3_at: int, dst4_at: int, dst5_at: int, dst6_at: int,
            dst7_at: int, dst8_at: int, dst9_at: int, dst10_at: int, dst11_at: int, dst12_at: int, dst13_at: int,
            dst14_at: int, dst15_at: int, src0: Any, src0_at: int, src1_at: int, src2_at: int, src3_at: int, src4_at: int,
            src5_at: int, src6_at: int, src7_at: int, src8_at: int, src9_at: int, src10_at: int, src11_at: int,
            src12_at: int, src13_at: int, src14_at: int, src15_at: int, dst_high_half: int, src_high_half: int,
            repeat_times: int, dst_rep_stride: int, src_rep_stride: int, size_dst0: int) -> None:
        to = (dst0_at, dst1_at, dst2_at, dst3_at, dst4_at, dst5_at, dst6_at, dst7_at,
              dst8_at, dst9_at, dst10_at, dst11_at, dst12_at, dst13_at, dst14_at, dst15_at)
        of = (src0_at, src1_at, src2_at, src3_at, src4_at, src5_at, src6_at, src7_at,
              src8_at, src9_at, src10_at, src11_at, src12_at, src13_at, src14_at, src15_at)
        turn_blocks(dst0, to, src0, of, dst_high_half, src_high_half, repeat_times, dst_rep_stride, src_rep_stride, size_dst0)

    shadow = run

    @staticmethod
    def regions(out: Any, dst0: int, dst0_space: int, dst1: int, dst1_space: int, dst2: int, dst2_space: int, dst3: int,
                dst3_space: int, dst4: int, dst4_space: int, dst5: int, dst5_space: int, dst6: int, dst6_space: int,
                dst7: int, dst7_space: int, dst8: int, dst8_space: int, dst9: int, dst9_space: int, dst10: int,
                dst10_space: int, dst11: int, dst11_space: int, dst12: int, dst12_space: int, dst13: int, dst13_space: int,
                dst14: int, dst14_space: int, dst15: int, dst15_space: int, src0: int, src0_space: int, src1: int,
                src1_space: int, src2: int, src2_space: int, src3: int, src3_space: int, src4: int, src4_space: int,
                src5: int, src5_space: int, src6: int, src6_space: int, src7: int, src7_space: int, src8: int,
                src8_space: int, src9: int, src9_space: int, src10: int, src10_space: int, src11: int, src11_space: int,
                src12: int, src12_space: int, src13: int, src13_space: int, src14: int, src14_space: int, src15: int,
                src15_space: int, dst_high_half: int, src_high_half: int, repeat_times: int, dst_rep_stride: int,
                src_rep_stride: int, size_dst0: int) -> int:
        bytes_of = 16 if size_dst0 == 1 else 32
        n = 0
        for field, place in enumerate((
                (dst0_space, dst0), (dst1_space, dst1), (dst2_space, dst2), (dst3_space, dst3), (dst4_space, dst4),
                (dst5_space, dst5), (dst6_space, dst6), (dst7_space, dst7), (dst8_space, dst8), (dst9_space, dst9),
                (dst10_space, dst10), (dst11_space, dst11), (dst12_space, dst12), (dst13_space, dst13),
                (dst14_space, dst14), (dst15_space, dst15), (src0_space, src0), (src1_space, src1), (src2_space, src2),
                (src3_space, src3), (src4_space, src4), (src5_space, src5), (src6_space, src6), (src7_space, src7),
                (src8_space, src8), (src9_space, src9), (src10_space, src10), (src11_space, src11), (src12_space, src12),
                (src13_space, src13), (src14_space, src14), (src15_space, src15))):
            write = 1 if field < 16 else 0
            half, stride = (dst_high_half, dst_rep_stride) if write else (src_high_half, src_rep_stride)
            n = put(out, n, field + 2, write, place[0], place[1] + (16 * half if size_dst0 == 1 else 0), 1, 0, repeat_times,
                    stride * 32, bytes_of)
        return n

    @staticmethod
    def cost(repeat_times: int, head: float, slope: float) -> Cost:
        return occupies(head + repeat_times * slope)


@instruction
class VTranspose(Instruction):
    """16 x 16 matrices of 16 bits (512 bytes each) transposed, ``repeat_times`` of them; strides count matrices.

    A matrix is read before its transpose is written, so a matrix may be turned in place.
    """

    family = "transpose"
    mnemonic = "vtranspose"
    pipe = Pipe.V
    fields = (Mem("dst", UB, "w", 0), Mem("src", UB, "r", 0), Int("repeat_times", 0, 4095, 1, "repeat", "matrices"),
              Int("dst_rep_stride", 0, 4095, 1, "dst_rep", "matrices (512 B) between the starts of two"),
              Int("src_rep_stride", 0, 4095, 1, "src_rep", "matrices (512 B) between the starts of two"))
    calls = (Call("vtranspose", "dst src"), Call("vec_trans", "dst src repeat_times dst_rep_stride src_rep_stride"))

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, repeat_times: int, dst_rep_stride: int,
            src_rep_stride: int) -> None:
        for r in range(repeat_times):
            transpose_16x16(dst, dst_at + r * dst_rep_stride * 256, src, src_at + r * src_rep_stride * 256)

    shadow = run

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, repeat_times: int, dst_rep_stride: int,
                src_rep_stride: int) -> int:
        n = put(out, 0, 1, 0, src_space, src, 1, 0, repeat_times, src_rep_stride * MATRIX, MATRIX)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, repeat_times, dst_rep_stride * MATRIX, MATRIX)

    @staticmethod
    def cost(repeat_times: int, head: float, slope: float) -> Cost:
        return occupies(head + repeat_times * slope)


@instruction
class V4dTrans(Instruction):
    """A matrix transposed: ``chw2hwc`` true: dst[m_len, channels] = src[channels, m_len].T; false: back. Both are dense.

    The whole matrix is read before any of it is written.
    """

    family = "transpose"
    mnemonic = "v4dtrans"
    pipe = Pipe.V
    fields = (Choice("chw2hwc", HALVES, "true"), Mem("dst", UB, "w", 0), Mem("src", UB, "r", 0),
              Int("m_len", 1, 4095, None, "m", "elements of a channel; whole 32-byte blocks", True),
              Int("channels", 1, 4095, None, "c", "how many channels"))
    calls = (Call("v4dtrans", "chw2hwc dst src m_len channels"),)

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Mapping[str, Any]) -> str | None:
        m, size = values.get("m_len"), types[0].size
        if isinstance(m, int) and m * size % 32:
            return f"m_len is {m}: a channel has {m * size} bytes, which are no whole 32-byte blocks"
        return None

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, chw2hwc: int, m_len: int, channels: int) -> None:
        rows, columns = (channels, m_len) if chw2hwc else (m_len, channels)
        kept = np.empty(rows * columns, src.dtype)
        kept[:] = src[src_at:src_at + rows * columns]
        for i in range(rows):
            for j in range(columns):
                dst[dst_at + j * rows + i] = kept[i * columns + j]

    shadow = run

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, m_len: int, channels: int,
                size_dst: int) -> int:
        n = put(out, 0, 2, 0, src_space, src, 1, 0, 1, 0, m_len * channels * size_dst)
        return put(out, n, 1, 1, dst_space, dst, 1, 0, 1, 0, m_len * channels * size_dst)

    @staticmethod
    def cost(m_len: int, channels: int, size_dst: int, head: float, slope: float) -> Cost:
        """head + slope for every 256 bytes of the matrix."""
        return occupies(head + (m_len * channels * size_dst + 255) // 256 * slope)
