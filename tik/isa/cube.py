"""The cube side: L1 -> L0 loads, matrix multiply-add, results out of L0C.

Layouts (tik_api §13): L0A [M1][K1][16 m][c0 k], L0B [K1][N1][16 n][c0 k], L0C [N1][M1*16 m][16 n]; a fractal is 512 bytes
in L0A/L0B and 16 x 16 elements in L0C. Times: hardware.md D2 rules 2, 3, 6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tik.isa.bits import copy_bytes, multiply_accumulate, transpose_16x16
from tik.isa.costs import Cost, gm_write, occupies, occupies_then
from tik.isa.fields import Choice, Int, Mem
from tik.isa.instruction import Call, Combo, Instruction, combos, instruction
from tik.isa.regions import put
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.chips.loader import Chip


class Load2d(Instruction):
    """Copy ``repeat_times`` 512-byte fractals: source number index + i*src_stride, destination i*(1 + dst_gap); 16-bit
    fractals may be transposed on the way."""

    family = "cube"
    pipe = Pipe.MTE1
    combos = combos("f16", "bf16", "f32", "i8", "u8")
    calls = (Call("load2dv1", "dst src index repeat_times src_stride sid if_transpose=False addr_mode=None"),
             Call("load2dv2", "dst src index repeat_times dst_gap src_stride sid if_transpose=False addr_mode=None"))

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

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, index: int, repeat_times: int,
                src_stride: int, dst_gap: int) -> int:
        n = put(out, 0, 1, 0, src_space, src + index * 512, 1, 0, repeat_times, src_stride * 512, 512)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, repeat_times, (1 + dst_gap) * 512, 512)

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Any) -> str | None:
        if values.get("if_transpose") == "true" and types[0].size != 2:
            return f"only 16-bit fractals are transposed by this load, not {types[0]}"
        return None


LOAD2D = (Int("index", 0, 65535, 0, "index", "first source fractal"),
          Int("repeat_times", 1, 255, 1, "repeat", "fractals"),
          Int("src_stride", 0, 65535, 1, "src_stride", "fractals between sources"),
          Int("dst_gap", 0, 65535, 0, "dst_gap", "fractals between destinations (gap)"),
          Choice("if_transpose", ("false", "true"), "false"))


@instruction
class LoadL0A(Load2d):
    """L1 -> L0A, fractal by fractal."""

    mnemonic = "load2d_l1_l0a"
    fields = (Mem("dst", (Scope.L0A,), "w", align=512), Mem("src", (Scope.L1,), "r"), *LOAD2D)

    @staticmethod
    def cost(repeat_times: int, chip_mte1_head: float, chip_l1_l0a: float) -> Cost:
        return occupies(chip_mte1_head + repeat_times * 512 / chip_l1_l0a)


@instruction
class LoadL0B(Load2d):
    """L1 -> L0B, fractal by fractal."""

    mnemonic = "load2d_l1_l0b"
    fields = (Mem("dst", (Scope.L0B,), "w", align=512), Mem("src", (Scope.L1,), "r"), *LOAD2D)

    @staticmethod
    def cost(repeat_times: int, chip_mte1_head: float, chip_l1_l0b: float) -> Cost:
        return occupies(chip_mte1_head + repeat_times * 512 / chip_l1_l0b)


def product(dst: Any, dst_at: int, src_fm: Any, src_fm_at: int, src_filter: Any, src_filter_at: int, size_src_fm: int,
            matrix_m: int, matrix_k: int, matrix_n: int, tile: Any, load0: Any, load1: Any, load2: Any, store0: Any,
            acc0: Any) -> None:
    """dst[:m, :n] = tile + src_fm[:m, :k] @ src_filter[:k, :n]; ``tile`` [m, n] holds what it is added to."""
    c0 = 32 // size_src_fm
    k1 = (matrix_k + c0 - 1) // c0
    n1 = (matrix_n + 15) // 16
    m1 = (matrix_m + 15) // 16
    a = np.empty((matrix_m, matrix_k), acc0)
    b = np.empty((matrix_k, matrix_n), acc0)
    for i in range(matrix_m):
        for j in range(k1):
            base = src_fm_at + (((i // 16) * k1 + j) * 16 + i % 16) * c0 if matrix_m > 1 else src_fm_at + j * c0
            w = min(c0, matrix_k - j * c0)
            for e in range(w):
                a[i, j * c0 + e] = load1(src_fm[base + e])
    for j in range(k1):
        w = min(c0, matrix_k - j * c0)
        for n in range(matrix_n):
            base = src_filter_at + ((j * n1 + n // 16) * 16 + n % 16) * c0
            for e in range(w):
                b[j * c0 + e, n] = load2(src_filter[base + e])
    multiply_accumulate(a, b, tile)
    for q in range(n1):
        w = min(16, matrix_n - q * 16)
        for i in range(matrix_m):
            base = dst_at + (q * m1 * 16 + i) * 16
            for e in range(w):
                dst[base + e] = store0(tile[i, q * 16 + e])


def product_shadow(dst: Any, dst_at: int, src_fm: Any, src_fm_at: int, src_filter: Any, src_filter_at: int,
                   size_src_fm: int, matrix_m: int, matrix_k: int, matrix_n: int, keep: bool, raw0: Any) -> None:
    """A result is undefined where its row of src_fm or its column of src_filter has an undefined element, or (``keep``)
    where it was undefined before."""
    c0 = 32 // size_src_fm
    k1 = (matrix_k + c0 - 1) // c0
    n1 = (matrix_n + 15) // 16
    m1 = (matrix_m + 15) // 16
    rows = np.zeros(matrix_m, np.int64)
    columns = np.zeros(matrix_n, np.int64)
    for i in range(matrix_m):
        for j in range(k1):
            base = src_fm_at + (((i // 16) * k1 + j) * 16 + i % 16) * c0 if matrix_m > 1 else src_fm_at + j * c0
            for e in range(min(c0, matrix_k - j * c0)):
                if src_fm[base + e] != 0:
                    rows[i] = -1
    for j in range(k1):
        for n in range(matrix_n):
            base = src_filter_at + ((j * n1 + n // 16) * 16 + n % 16) * c0
            for e in range(min(c0, matrix_k - j * c0)):
                if src_filter[base + e] != 0:
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
                    src_filter_space: int, size_dst: int, size_src_fm: int, matrix_m: int, matrix_k: int, matrix_n: int,
                    keep: bool) -> int:
    c0 = 32 // size_src_fm
    k1 = (matrix_k + c0 - 1) // c0
    n1 = (matrix_n + 15) // 16
    m1 = (matrix_m + 15) // 16
    if matrix_m > 1:
        n = put(out, n, 1, 0, src_fm_space, src_fm, 1, 0, 1, 0, m1 * k1 * 512)
    else:
        n = put(out, n, 1, 0, src_fm_space, src_fm, 1, 0, 1, 0, matrix_k * size_src_fm)
    n = put(out, n, 2, 0, src_filter_space, src_filter, 1, 0, 1, 0, k1 * n1 * 512)
    if keep:
        n = put(out, n, 0, 0, dst_space, dst, 1, 0, n1, m1 * 256 * size_dst, matrix_m * 16 * size_dst)
    return put(out, n, 0, 1, dst_space, dst, 1, 0, n1, m1 * 256 * size_dst, matrix_m * 16 * size_dst)


def mmad_cost(size_src_fm: int, matrix_m: int, matrix_k: int, matrix_n: int, cube_k: float, chip_mmad_overlap: float,
              chip_mmad_latency: float) -> Cost:
    """hardware.md D2 rule 2: the next may enter at start + n + 9, the result is there at start + n + 62."""
    c0 = 32 // size_src_fm
    n = ((matrix_m + 15) // 16) * ((matrix_n + 15) // 16) * ((matrix_k + c0 - 1) // c0) * (c0 / cube_k)
    return occupies_then(n + chip_mmad_overlap, chip_mmad_latency - chip_mmad_overlap)


SIZES = (Int("matrix_m", 1, 4095, None, "m", "rows"), Int("matrix_k", 1, 4095, None, "k", "reduction length"),
         Int("matrix_n", 1, 4095, None, "n", "columns"))
OPERANDS = (Mem("dst", (Scope.L0C,), "rw", 0, align=512), Mem("src_fm", (Scope.L0A,), "r", 1, align=512),
            Mem("src_filter", (Scope.L0B,), "r", 2, align=512))


@instruction
class Mmad(Instruction):
    """dst = src_fm @ src_filter (is_bias 0), or dst += (is_bias 1); products in full, sums in the accumulator dtype."""

    family = "cube"
    mnemonic = "mmad"
    pipe = Pipe.M
    fields = (*OPERANDS, *SIZES, Int("is_bias", 0, 1, 0, "acc", "1: dst is added to, 0: it is set"))
    calls = (Call("mmad", "dst src_fm src_filter matrix_m matrix_k matrix_n is_bias fm_offset=0 en_weight_offset=False "
                          "smask=None en_small_channel=False en_small_k=False en_ssparse=False en_winograd_a=False "
                          "en_winograd_b=False bias_tensor=None"),)
    cost = staticmethod(mmad_cost)

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        return tuple(c for c in chip.types("mmad") if len(c) == 3 and min(t.bits for t in c) >= 8)

    @staticmethod
    def run(dst: Any, dst_at: int, src_fm: Any, src_fm_at: int, src_filter: Any, src_filter_at: int, size_src_fm: int,
            matrix_m: int, matrix_k: int, matrix_n: int, is_bias: int, load0: Any, load1: Any, load2: Any, store0: Any,
            acc0: Any) -> None:
        tile = np.zeros((matrix_m, matrix_n), acc0)
        if is_bias != 0:
            pitch = (matrix_m + 15) // 16 * 256
            for i in range(matrix_m):
                for n in range(matrix_n):
                    tile[i, n] = load0(dst[dst_at + (n // 16) * pitch + i * 16 + n % 16])
        product(dst, dst_at, src_fm, src_fm_at, src_filter, src_filter_at, size_src_fm, matrix_m, matrix_k, matrix_n, tile,
                load0, load1, load2, store0, acc0)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src_fm: Any, src_fm_at: int, src_filter: Any, src_filter_at: int, size_src_fm: int,
               matrix_m: int, matrix_k: int, matrix_n: int, is_bias: int, raw0: Any) -> None:
        product_shadow(dst, dst_at, src_fm, src_fm_at, src_filter, src_filter_at, size_src_fm, matrix_m, matrix_k, matrix_n,
                       is_bias != 0, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src_fm: int, src_fm_space: int, src_filter: int, src_filter_space: int,
                size_dst: int, size_src_fm: int, matrix_m: int, matrix_k: int, matrix_n: int, is_bias: int) -> int:
        return product_regions(out, 0, dst, dst_space, src_fm, src_fm_space, src_filter, src_filter_space, size_dst,
                               size_src_fm, matrix_m, matrix_k, matrix_n, is_bias != 0)


@instruction
class MmadBias(Instruction):
    """dst = src_fm @ src_filter + bias, the bias row taken from the bias table."""

    family = "cube"
    mnemonic = "mmad_bias"
    pipe = Pipe.M
    feature = "bias_table"
    fields = (Mem("dst", (Scope.L0C,), "w", 0, align=512), *OPERANDS[1:], Mem("bias", (Scope.BT,), "r", 0), *SIZES)
    cost = staticmethod(mmad_cost)

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        return Mmad.supported(chip) if chip.has("bias_table") else ()

    @staticmethod
    def run(dst: Any, dst_at: int, src_fm: Any, src_fm_at: int, src_filter: Any, src_filter_at: int, bias: Any, bias_at: int,
            size_src_fm: int, matrix_m: int, matrix_k: int, matrix_n: int, load0: Any, load1: Any, load2: Any, store0: Any,
            acc0: Any) -> None:
        tile = np.zeros((matrix_m, matrix_n), acc0)
        for i in range(matrix_m):
            for n in range(matrix_n):
                tile[i, n] = load0(bias[bias_at + n])
        product(dst, dst_at, src_fm, src_fm_at, src_filter, src_filter_at, size_src_fm, matrix_m, matrix_k, matrix_n, tile,
                load0, load1, load2, store0, acc0)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src_fm: Any, src_fm_at: int, src_filter: Any, src_filter_at: int, bias: Any,
               bias_at: int, size_src_fm: int, matrix_m: int, matrix_k: int, matrix_n: int, raw0: Any) -> None:
        pitch = (matrix_m + 15) // 16 * 256
        for i in range(matrix_m):
            for n in range(matrix_n):
                dst[dst_at + (n // 16) * pitch + i * 16 + n % 16] = bias[bias_at + n]
        product_shadow(dst, dst_at, src_fm, src_fm_at, src_filter, src_filter_at, size_src_fm, matrix_m, matrix_k, matrix_n,
                       True, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src_fm: int, src_fm_space: int, src_filter: int, src_filter_space: int,
                bias: int, bias_space: int, size_dst: int, size_src_fm: int, matrix_m: int, matrix_k: int,
                matrix_n: int) -> int:
        n = put(out, 0, 3, 0, bias_space, bias, 1, 0, 1, 0, matrix_n * size_dst)
        return product_regions(out, n, dst, dst_space, src_fm, src_fm_space, src_filter, src_filter_space, size_dst,
                               size_src_fm, matrix_m, matrix_k, matrix_n, False)


@instruction
class FixL0cGm(Instruction):
    """L0C -> GM row-major (split chips): rows 0..m, columns 0..n, converted to dst's dtype, relu on the way if asked.

    ``src_stride`` is the number of rows a column group of L0C holds; ``dst_stride`` the row pitch of dst in elements.
    """

    family = "cube"
    mnemonic = "fix_l0c_gm"
    pipe = Pipe.FIX
    feature = "fixpipe"
    combos = combos("f16.f32", "bf16.f32", "f32.f32", "i32.i32")
    fields = (Mem("dst", (Scope.GM,), "w", 0, align=1), Mem("src", (Scope.L0C,), "r", 1, align=64),
              Int("n_size", 1, 4095, None, "n", "columns"), Int("m_size", 1, 8192, None, "m", "rows"),
              Int("src_stride", 16, 65535, None, "src_rows", "rows a column group of L0C holds"),
              Int("dst_stride", 1, 2**31 - 1, None, "dst_pitch", "elements between rows of dst"),
              Choice("relu", ("false", "true"), "false"))

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, n_size: int, m_size: int, src_stride: int, dst_stride: int,
            relu: int, load1: Any, store0: Any, acc1: Any) -> None:
        for i in range(m_size):
            for q in range((n_size + 15) // 16):
                s = src_at + (q * src_stride + i) * 16
                d = dst_at + i * dst_stride + q * 16
                for e in range(min(16, n_size - q * 16)):
                    v = load1(src[s + e])
                    if relu != 0 and v <= 0:
                        v = acc1(0)
                    dst[d + e] = store0(v)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, n_size: int, m_size: int, src_stride: int, dst_stride: int,
               spread1: Any, raw0: Any) -> None:
        for i in range(m_size):
            for n in range(n_size):
                dst[dst_at + i * dst_stride + n] = raw0(spread1(src[src_at + ((n // 16) * src_stride + i) * 16 + n % 16]))

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_dst: int, size_src: int, n_size: int,
                m_size: int, src_stride: int, dst_stride: int) -> int:
        n = put(out, 0, 1, 0, src_space, src, 1, 0, (n_size + 15) // 16, src_stride * 16 * size_src, m_size * 16 * size_src)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, m_size, dst_stride * size_dst, n_size * size_dst)

    @staticmethod
    def cost(size_dst: int, n_size: int, m_size: int, chip_fix_head: float, chip_fix_gm: float) -> Cost:
        nbytes = n_size * m_size * size_dst
        return gm_write(chip_fix_head + nbytes / chip_fix_gm, 0.0, nbytes, nbytes, chip_fix_gm)


@instruction
class MovL0cUb(Instruction):
    """L0C -> UB by fractals of 16 x 16 (unified chips), converting f32 to f16 if dst is f16, relu on the way if asked."""

    family = "cube"
    mnemonic = "mov_l0c_ub"
    pipe = Pipe.V
    feature = "l0c_ub"
    combos = combos("f32.f32", "f16.f32", "f16.f16", "i32.i32")
    fields = (Mem("dst", (Scope.UB,), "w", 0), Mem("src", (Scope.L0C,), "r", 1, align=512),
              Int("nburst", 1, 4095, 1, "nburst", "bursts"), Int("burst", 1, 65535, 1, "burst", "fractals a burst"),
              Int("src_stride", 0, 65535, 0, "src_gap", "fractals between source bursts (gap)"),
              Int("dst_stride", 0, 65535, 0, "dst_gap", "blocks between destination bursts (gap)"),
              Choice("relu", ("false", "true"), "false"))

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, size_dst: int, nburst: int, burst: int, src_stride: int,
            dst_stride: int, relu: int, load1: Any, store0: Any, acc1: Any) -> None:
        for i in range(nburst):
            s = src_at + i * (burst + src_stride) * 256
            d = dst_at + i * (burst * 256 + dst_stride * (32 // size_dst))
            for e in range(burst * 256):
                v = load1(src[s + e])
                if relu != 0 and v <= 0:
                    v = acc1(0)
                dst[d + e] = store0(v)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, size_dst: int, nburst: int, burst: int, src_stride: int,
               dst_stride: int, spread1: Any, raw0: Any) -> None:
        for i in range(nburst):
            s = src_at + i * (burst + src_stride) * 256
            d = dst_at + i * (burst * 256 + dst_stride * (32 // size_dst))
            for e in range(burst * 256):
                dst[d + e] = raw0(spread1(src[s + e]))

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_dst: int, size_src: int, nburst: int,
                burst: int, src_stride: int, dst_stride: int) -> int:
        n = put(out, 0, 1, 0, src_space, src, 1, 0, nburst, (burst + src_stride) * 256 * size_src, burst * 256 * size_src)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, nburst, burst * 256 * size_dst + dst_stride * 32,
                   burst * 256 * size_dst)

    @staticmethod
    def cost(size_src: int, nburst: int, burst: int, chip_l0c_ub_head: float, chip_l0c_ub: float) -> Cost:
        return occupies(chip_l0c_ub_head + nburst * burst * 256 * size_src / chip_l0c_ub)


@instruction
class MovUbL0c(Instruction):
    """UB -> L0C by fractals of 16 x 16 (unified chips)."""

    family = "cube"
    mnemonic = "mov_ub_l0c"
    pipe = Pipe.V
    feature = "ub_l0c"
    combos = combos("f32", "f16", "i32")
    fields = (Mem("dst", (Scope.L0C,), "w", 0, align=512), Mem("src", (Scope.UB,), "r", 0), *MovL0cUb.fields[2:6])

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, nburst: int, burst: int, src_stride: int,
            dst_stride: int) -> None:
        for i in range(nburst):
            s = src_at + i * (burst * 256 + src_stride * (32 // size_src))
            d = dst_at + i * (burst + dst_stride) * 256
            for e in range(burst * 256):
                dst[d + e] = src[s + e]

    shadow = run

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_src: int, nburst: int,
                burst: int, src_stride: int, dst_stride: int) -> int:
        n = put(out, 0, 1, 0, src_space, src, 1, 0, nburst, burst * 256 * size_src + src_stride * 32, burst * 256 * size_src)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, nburst, (burst + dst_stride) * 256 * size_src, burst * 256 * size_src)

    @staticmethod
    def cost(size_src: int, nburst: int, burst: int, chip_ub_l0c_head: float, chip_ub_l0c: float) -> Cost:
        return occupies(chip_ub_l0c_head + nburst * burst * 256 * size_src / chip_ub_l0c)
