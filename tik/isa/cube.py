"""The cube side: loads of whole fractals into L1 and L0, matrix multiply-add.

Layouts (tik_api §13): L0A [M1][K1][16 m][c0 k], L0B [K1][N1][16 n][c0 k], L0C [N1][M1*16 m][16 n]; a fractal is 512 bytes
in L0A/L0B and 16 x 16 elements in L0C. Times: hardware.md D2 rules 2, 3, 6.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tik.isa.bits import copy_bytes, f32_bits, f32_from_bits, multiply_accumulate, transpose_16x16
from tik.isa.costs import Cost, occupies, occupies_then
from tik.isa.fields import Choice, Int, Mem
from tik.isa.instruction import Call, Combo, Instruction, combos, instruction
from tik.isa.move import read_blocks
from tik.isa.regions import put
from tik.types.dtypes import u2
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.chips.loader import Chip


class Load2d(Instruction):
    """Copy ``repeat_times`` fractals of 512 bytes: source number index + i*src_stride, destination i*(1 + dst_gap); from L1,
    fractals of 16-bit elements may be transposed on the way. A negative src_stride walks the source backwards."""

    family = "cube"
    calls = (Call("load2dv1", "dst src index repeat_times src_stride sid if_transpose=False addr_mode=None"),
             Call("load2dv2", "dst src index repeat_times dst_gap src_stride sid if_transpose=False addr_mode=None"))

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        """What the chip multiplies, and integers of 16 and 32 bits: a fractal is 512 bytes whatever they mean (of int4, 16
        rows of 64)."""
        if cls.feature is not None and not chip.has(cls.feature):
            return ()
        rows = (*chip.types("load2dv1"), *chip.types("load2dv2"))
        return tuple(dict.fromkeys((*rows, *combos("i16", "u16", "i32", "u32")))) if rows else ()

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, index: int, repeat_times: int,
                src_stride: int, dst_gap: int) -> int:
        first = index if src_stride >= 0 else index + (repeat_times - 1) * src_stride
        n = put(out, 0, 1, 0, src_space, src + first * 512, 1, 0, repeat_times, abs(src_stride) * 512, 512)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, repeat_times, (1 + dst_gap) * 512, 512)


LOAD2D = (Int("index", 0, 65535, 0, "index", "first source fractal"),
          Int("repeat_times", 0, 255, 1, "repeat", "fractals"),
          Int("src_stride", -65535, 65535, 1, "src_stride", "fractals between sources"),
          Int("dst_gap", 0, 65535, 0, "dst_gap", "fractals between destinations (gap)"))
TRANSPOSE = Choice("if_transpose", ("false", "true"), "false")


class LoadL1(Load2d):
    """L1 -> a buffer of the cube, fractal by fractal; those of 16-bit elements may be transposed."""

    pipe = Pipe.MTE1

    @staticmethod
    def run(dst_u8: Any, dst_byte: int, dst: Any, src_u8: Any, src_byte: int, src: Any, index: int,
            repeat_times: int, src_stride: int, dst_gap: int, if_transpose: int) -> None:
        for r in range(repeat_times):
            s = src_byte + (index + r * src_stride) * 512
            d = dst_byte + r * (1 + dst_gap) * 512
            if if_transpose == 0:
                copy_bytes(dst_u8, d, src_u8, s, 512)
            else:
                transpose_16x16(dst, d // 2, src, s // 2)

    shadow = run

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Any) -> str | None:
        if values.get("if_transpose") == "true" and types[0].bits != 16:
            return f"only 16-bit fractals are transposed by this load, not {types[0]}"
        return None


@instruction
class LoadL0A(LoadL1):
    """L1 -> L0A, fractal by fractal."""

    mnemonic = "load2d_l1_l0a"
    fields = (Mem("dst", (Scope.L0A,), "w", align=512), Mem("src", (Scope.L1,), "r"), *LOAD2D, TRANSPOSE)

    @staticmethod
    def cost(repeat_times: int, chip_mte1_head: float, chip_l1_l0a: float) -> Cost:
        return occupies(chip_mte1_head + repeat_times * 512 / chip_l1_l0a)


@instruction
class LoadL0B(LoadL1):
    """L1 -> L0B, fractal by fractal."""

    mnemonic = "load2d_l1_l0b"
    fields = (Mem("dst", (Scope.L0B,), "w", align=512), Mem("src", (Scope.L1,), "r"), *LOAD2D, TRANSPOSE)

    @staticmethod
    def cost(repeat_times: int, chip_mte1_head: float, chip_l1_l0b: float) -> Cost:
        return occupies(chip_mte1_head + repeat_times * 512 / chip_l1_l0b)


class LoadGm(Load2d):
    """GM -> a buffer of the cube side, fractal by fractal as they lie in GM."""

    pipe = Pipe.MTE2

    @staticmethod
    def run(dst_u8: Any, dst_byte: int, src_u8: Any, src_byte: int, index: int, repeat_times: int, src_stride: int,
            dst_gap: int) -> None:
        for r in range(repeat_times):
            copy_bytes(dst_u8, dst_byte + r * (1 + dst_gap) * 512, src_u8, src_byte + (index + r * src_stride) * 512, 512)

    shadow = run

    @staticmethod
    def cost(src: int, repeat_times: int, src_stride: int, chip_gm_l1_cap: float, chip_dma_issue: float,
             chip_dma_burst: float, chip_dma_latency_miss: float, chip_unaligned_ub: float, chip_align32: float) -> Cost:
        """As GM -> L1 in bursts of one fractal (assumed also for L0A and L0B); fractals in a row are one burst."""
        gap = 0 if src_stride == 1 else max(abs(src_stride) - 1, 1) * 16
        return read_blocks(src, repeat_times, 16, gap, chip_gm_l1_cap, chip_dma_issue, chip_dma_burst,
                           chip_dma_latency_miss, chip_unaligned_ub, chip_align32)


@instruction
class LoadGmL1(LoadGm):
    """GM -> L1, fractal by fractal."""

    mnemonic = "load2d_gm_l1"
    fields = (Mem("dst", (Scope.L1,), "w"), Mem("src", (Scope.GM,), "r", align=1), *LOAD2D)


@instruction
class LoadGmL0A(LoadGm):
    """GM -> L0A, fractal by fractal."""

    mnemonic = "load2d_gm_l0a"
    feature = "gm_l0"
    fields = (Mem("dst", (Scope.L0A,), "w", align=512), Mem("src", (Scope.GM,), "r", align=1), *LOAD2D)


@instruction
class LoadGmL0B(LoadGm):
    """GM -> L0B, fractal by fractal."""

    mnemonic = "load2d_gm_l0b"
    feature = "gm_l0"
    fields = (Mem("dst", (Scope.L0B,), "w", align=512), Mem("src", (Scope.GM,), "r", align=1), *LOAD2D)


def round_hf32(x: Any) -> None:
    """Every element rounded to 11 fraction bits, ties to even; inf and NaN stay."""
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            word = f32_bits(x[i, j])
            if (word & np.uint32(0x7F800000)) != np.uint32(0x7F800000):
                word = (word + np.uint32(0x7FF) + ((word >> np.uint32(12)) & np.uint32(1))) & np.uint32(0xFFFFF000)
                x[i, j] = f32_from_bits(word)


def one_each(array: Any, start: int, i: int) -> Any:
    """Element i of an operand that starts at array[start]."""
    return array[start + i]


def two_a_byte(array: Any, start: int, i: int) -> Any:
    """Element i of an int4 operand that starts at array[start]; the low nibble of a byte comes first."""
    return (((array[start + i // 2] >> (i % 2 * 4)) & 15) ^ 8) - 8


def product(dst: Any, dst_at: int, src_fm: Any, src_fm_at: int, src_filter: Any, src_filter_at: int, c0: int,
            matrix_m: int, matrix_k: int, matrix_n: int, hf32: int, tile: Any, lane: Any, load1: Any, load2: Any,
            store0: Any, acc0: Any) -> None:
    """dst[:m, :n] = tile + src_fm[:m, :k] @ src_filter[:k, :n]; ``tile`` [m, n] holds what it is added to, ``lane`` finds an
    element in its operand."""
    k1 = (matrix_k + c0 - 1) // c0
    n1 = (matrix_n + 15) // 16
    m1 = (matrix_m + 15) // 16
    a = np.empty((matrix_m, matrix_k), acc0)
    b = np.empty((matrix_k, matrix_n), acc0)
    for i in range(matrix_m):
        for j in range(k1):
            base = (((i // 16) * k1 + j) * 16 + i % 16) * c0 if matrix_m > 1 else j * c0
            w = min(c0, matrix_k - j * c0)
            for e in range(w):
                a[i, j * c0 + e] = load1(lane(src_fm, src_fm_at, base + e))
    for j in range(k1):
        w = min(c0, matrix_k - j * c0)
        for n in range(matrix_n):
            base = ((j * n1 + n // 16) * 16 + n % 16) * c0
            for e in range(w):
                b[j * c0 + e, n] = load2(lane(src_filter, src_filter_at, base + e))
    if hf32 != 0:
        round_hf32(a)
        round_hf32(b)
    multiply_accumulate(a, b, tile)
    for q in range(n1):
        w = min(16, matrix_n - q * 16)
        for i in range(matrix_m):
            base = dst_at + (q * m1 * 16 + i) * 16
            for e in range(w):
                dst[base + e] = store0(tile[i, q * 16 + e])


def product_shadow(dst: Any, dst_at: int, src_fm: Any, src_fm_at: int, src_filter: Any, src_filter_at: int,
                   c0: int, matrix_m: int, matrix_k: int, matrix_n: int, keep: bool, lane: Any, raw0: Any) -> None:
    """A result is undefined where its row of src_fm or its column of src_filter has an undefined element, or (``keep``)
    where it was undefined before."""
    k1 = (matrix_k + c0 - 1) // c0
    n1 = (matrix_n + 15) // 16
    m1 = (matrix_m + 15) // 16
    rows = np.zeros(matrix_m, np.int64)
    columns = np.zeros(matrix_n, np.int64)
    for i in range(matrix_m):
        for j in range(k1):
            base = (((i // 16) * k1 + j) * 16 + i % 16) * c0 if matrix_m > 1 else j * c0
            for e in range(min(c0, matrix_k - j * c0)):
                if lane(src_fm, src_fm_at, base + e) != 0:
                    rows[i] = -1
    for j in range(k1):
        for n in range(matrix_n):
            base = ((j * n1 + n // 16) * 16 + n % 16) * c0
            for e in range(min(c0, matrix_k - j * c0)):
                if lane(src_filter, src_filter_at, base + e) != 0:
                    columns[n] = -1
    for q in range(n1):
        for i in range(matrix_m):
            base = dst_at + (q * m1 * 16 + i) * 16
            for e in range(min(16, matrix_n - q * 16)):
                bad = rows[i] | columns[q * 16 + e]
                if keep and dst[base + e] != 0:
                    bad = -1
                dst[base + e] = raw0(bad)


def product_regions(out: Any, n: int, dst: int, dst_space: int, src_fm: int, src_fm_space: int, src_filter: int,
                    src_filter_space: int, size_dst: int, c0: int, matrix_m: int, matrix_k: int, matrix_n: int,
                    keep: bool) -> int:
    k1 = (matrix_k + c0 - 1) // c0
    n1 = (matrix_n + 15) // 16
    m1 = (matrix_m + 15) // 16
    if matrix_m > 1:
        n = put(out, n, 1, 0, src_fm_space, src_fm, 1, 0, 1, 0, m1 * k1 * 512)
    else:
        n = put(out, n, 1, 0, src_fm_space, src_fm, 1, 0, 1, 0, (matrix_k * 32 + c0 - 1) // c0)
    n = put(out, n, 2, 0, src_filter_space, src_filter, 1, 0, 1, 0, k1 * n1 * 512)
    if keep:
        n = result_regions(out, n, 0, dst, dst_space, size_dst, matrix_m, matrix_n)
    return result_regions(out, n, 1, dst, dst_space, size_dst, matrix_m, matrix_n)


def result_regions(out: Any, n: int, write: int, dst: int, dst_space: int, size_dst: int, matrix_m: int, matrix_n: int) -> int:
    """The m rows of all whole groups of 16 columns, then those columns of the last group that are results."""
    pitch = (matrix_m + 15) // 16 * 256 * size_dst
    whole, rest = matrix_n // 16, matrix_n % 16
    n = put(out, n, 0, write, dst_space, dst, 1, 0, whole, pitch, matrix_m * 16 * size_dst)
    return put(out, n, 0, write, dst_space, dst + whole * pitch, 1, 0, matrix_m, 16 * size_dst, rest * size_dst)


def mmad_cost(block_src_fm: int, matrix_m: int, matrix_k: int, matrix_n: int, hf32: int, cube_k: float,
              chip_mmad_overlap: float, chip_mmad_latency: float) -> Cost:
    """The next may enter at start + n + 9, the result is there at start + n + 62; n: fractals of m, n and K
    elements multiplied, one a cycle. HF32 has twice the K a cycle of f32."""
    c0 = block_src_fm
    wide = cube_k * 2 if hf32 != 0 else cube_k
    n = ((matrix_m + 15) // 16) * ((matrix_n + 15) // 16) * ((matrix_k + c0 - 1) // c0) * (c0 / wide)
    return occupies_then(n + chip_mmad_overlap, chip_mmad_latency - chip_mmad_overlap)


SIZES = (Int("matrix_m", 1, 4095, None, "m", "rows"), Int("matrix_k", 1, 4095, None, "k", "reduction length"),
         Int("matrix_n", 1, 4095, None, "n", "columns"))
OPERANDS = (Mem("dst", (Scope.L0C,), "rw", 0, align=512), Mem("src_fm", (Scope.L0A,), "r", 1, align=512),
            Mem("src_filter", (Scope.L0B,), "r", 2, align=512))
HF32 = Choice("hf32", ("false", "true"), "false", "round f32 operands to 11 fraction bits (HF32) and run twice as fast")


@instruction
class Mmad(Instruction):
    """dst = src_fm @ src_filter (is_bias 0), or dst += (is_bias 1).

    Products in full, sums in f32 (also into f16, which is rounded once) or 32-bit integers that wrap. Layouts: src_fm
    [M1][K1][16][c0], src_filter [K1][N1][16][c0], dst [N1][M1*16][16], with c0 = 32 bytes of elements: 16 of 16 bits, 32 of 8
    bits, 64 of int4 (two a byte, the first in the low nibble), 8 of f32. m = 1: src_fm is a vector of k elements. Rows of
    dst from m on and columns from n on are left alone.
    hf32 (the kit's own way to say it): f32 operands are rounded to 11 fraction bits, ties to even.
    """

    family = "cube"
    mnemonic = "mmad"
    pipe = Pipe.M
    computes = "always"
    fields = (*OPERANDS, *SIZES, Int("is_bias", 0, 1, 0, "acc", "1: dst is added to, 0: it is set"), HF32)
    calls = (Call("mmad", "dst src_fm src_filter matrix_m matrix_k matrix_n is_bias fm_offset=0 en_weight_offset=False "
                          "smask=None en_small_channel=False en_small_k=False en_ssparse=False en_winograd_a=False "
                          "en_winograd_b=False bias_tensor=None hf32=False"),)
    cost = staticmethod(mmad_cost)

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        return tuple(c for c in chip.types("mmad") if len(c) == 3 and u2 not in c)

    @classmethod
    def lane_for(cls, types: Combo) -> Callable[..., Any]:
        return two_a_byte if types[1].packed else one_each

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Any) -> str | None:
        if values.get("hf32") == "true" and types[1].short != "f32":
            return f"hf32 rounds f32 operands, these are {types[1]}"
        return None

    @staticmethod
    def run(dst: Any, dst_at: int, src_fm: Any, src_fm_at: int, src_filter: Any, src_filter_at: int, block_src_fm: int,
            matrix_m: int, matrix_k: int, matrix_n: int, is_bias: int, hf32: int, lane: Any, load0: Any, load1: Any,
            load2: Any, store0: Any, acc0: Any) -> None:
        tile = np.zeros((matrix_m, matrix_n), acc0)
        if is_bias != 0:
            pitch = (matrix_m + 15) // 16 * 256
            for i in range(matrix_m):
                for n in range(matrix_n):
                    tile[i, n] = load0(dst[dst_at + (n // 16) * pitch + i * 16 + n % 16])
        product(dst, dst_at, src_fm, src_fm_at, src_filter, src_filter_at, block_src_fm, matrix_m, matrix_k, matrix_n, hf32,
                tile, lane, load1, load2, store0, acc0)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src_fm: Any, src_fm_at: int, src_filter: Any, src_filter_at: int, block_src_fm: int,
               matrix_m: int, matrix_k: int, matrix_n: int, is_bias: int, lane: Any, raw0: Any) -> None:
        product_shadow(dst, dst_at, src_fm, src_fm_at, src_filter, src_filter_at, block_src_fm, matrix_m, matrix_k, matrix_n,
                       is_bias != 0, lane, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src_fm: int, src_fm_space: int, src_filter: int, src_filter_space: int,
                size_dst: int, block_src_fm: int, matrix_m: int, matrix_k: int, matrix_n: int, is_bias: int) -> int:
        return product_regions(out, 0, dst, dst_space, src_fm, src_fm_space, src_filter, src_filter_space, size_dst,
                               block_src_fm, matrix_m, matrix_k, matrix_n, is_bias != 0)


@instruction
class MmadBias(Instruction):
    """dst = src_fm @ src_filter + bias, the bias row taken from the bias table."""

    family = "cube"
    mnemonic = "mmad_bias"
    pipe = Pipe.M
    computes = "always"
    feature = "bias_table"
    fields = (Mem("dst", (Scope.L0C,), "w", 0, align=512), *OPERANDS[1:], Mem("bias", (Scope.BT,), "r", 0), *SIZES, HF32)
    cost = staticmethod(mmad_cost)
    check = Mmad.check
    lane_for = Mmad.lane_for

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        return Mmad.supported(chip) if chip.has("bias_table") else ()

    @staticmethod
    def run(dst: Any, dst_at: int, src_fm: Any, src_fm_at: int, src_filter: Any, src_filter_at: int, bias: Any, bias_at: int,
            block_src_fm: int, matrix_m: int, matrix_k: int, matrix_n: int, hf32: int, lane: Any, load0: Any, load1: Any,
            load2: Any, store0: Any, acc0: Any) -> None:
        tile = np.zeros((matrix_m, matrix_n), acc0)
        for i in range(matrix_m):
            for n in range(matrix_n):
                tile[i, n] = load0(bias[bias_at + n])
        product(dst, dst_at, src_fm, src_fm_at, src_filter, src_filter_at, block_src_fm, matrix_m, matrix_k, matrix_n, hf32,
                tile, lane, load1, load2, store0, acc0)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src_fm: Any, src_fm_at: int, src_filter: Any, src_filter_at: int, bias: Any,
               bias_at: int, block_src_fm: int, matrix_m: int, matrix_k: int, matrix_n: int, lane: Any, raw0: Any) -> None:
        pitch = (matrix_m + 15) // 16 * 256
        for i in range(matrix_m):
            for n in range(matrix_n):
                dst[dst_at + (n // 16) * pitch + i * 16 + n % 16] = bias[bias_at + n]
        product_shadow(dst, dst_at, src_fm, src_fm_at, src_filter, src_filter_at, block_src_fm, matrix_m, matrix_k, matrix_n,
                       True, lane, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src_fm: int, src_fm_space: int, src_filter: int, src_filter_space: int,
                bias: int, bias_space: int, size_dst: int, block_src_fm: int, matrix_m: int, matrix_k: int,
                matrix_n: int) -> int:
        n = put(out, 0, 3, 0, bias_space, bias, 1, 0, 1, 0, matrix_n * size_dst)
        return product_regions(out, n, dst, dst_space, src_fm, src_fm_space, src_filter, src_filter_space, size_dst,
                               block_src_fm, matrix_m, matrix_k, matrix_n, False)
