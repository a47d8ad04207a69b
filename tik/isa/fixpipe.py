"""Results out of L0C, and into it: to GM through the FIX pipe (split chips), to and from UB (unified chips).

L0C holds [N1][M1*16 m][16 n]: a column group of 16 is a run of rows of 16 elements; 16 of them are a fractal. Conversions on
the way (tik_api §6): f32 to f16 or bf16 rounds to nearest even; f16 to f32 is exact; i32 to f16 is multiplied by an f16
scale and rounded once. relu comes last; it keeps NaN. Times: hardware.md D2 rule 6.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tik.isa.bits import add_bytes, copy_bytes, local_like
from tik.isa.convert import scaled
from tik.isa.costs import Cost, gm_write, occupies
from tik.isa.fields import Choice, Int, Mem, Value
from tik.isa.instruction import Combo, Instruction, combos, instruction
from tik.isa.move import ADDS, wrong_sum
from tik.isa.regions import put
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.chips.loader import Chip

RELU = Choice("relu", ("false", "true"), "false")
SCALE = Value("deqscale", 0, doc="what results are multiplied by: a number or f16 Scalar")
SCALED = combos("f16.i32")


def kept(v: Any, scale: Any) -> Any:
    return v


def put_row(dst: Any, d: int, size_dst: int, src: Any, s: int, count: int, deqscale: Any, relu: int, atomic: int, lane: Any,
            load1: Any, store0: Any, acc0: Any) -> None:
    """``count`` elements of one row of 16, converted, to element d of GM: copied, or added."""
    row = local_like(dst)
    for e in range(count):
        v = lane(load1(src[s + e]), deqscale)
        if relu != 0 and v <= 0:
            v = acc0(0)
        row[e] = store0(v)
    if atomic == 0:
        for e in range(count):
            dst[d + e] = row[e]
    else:
        add_bytes(dst, d * size_dst, row, 0, count * size_dst, atomic)


class Fix(Instruction):
    """L0C -> GM through the FIX pipe (split chips)."""

    family = "cube"
    pipe = Pipe.FIX
    computes = "always"
    feature = "fixpipe"
    lane = staticmethod(kept)

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        """The chip's row but for 8-bit results, whose rounding is published nowhere."""
        rows = (c * 2 if len(c) == 1 else c for c in chip.types("fixpipe"))
        scales = cls.lane is scaled
        return tuple(c for c in rows if c[0].size > 1 and (c in SCALED) == scales) if chip.has("fixpipe") else ()

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Mapping[str, Any]) -> str | None:
        return wrong_sum(values.get("atomic", 0), types)


@instruction
class FixL0cGm(Fix):
    """L0C -> GM row-major (split chips): rows 0..m, columns 0..n, converted to dst's dtype, relu on the way if asked; copied,
    or added (``atomic``).

    ``src_stride`` is the number of rows a column group of L0C holds; ``dst_stride`` the row pitch of dst in elements.
    """

    mnemonic = "fix_l0c_gm"
    fields = (Mem("dst", (Scope.GM,), "w", 0, align=1), Mem("src", (Scope.L0C,), "r", 1, align=64),
              Int("n_size", 1, 4095, None, "n", "columns"), Int("m_size", 1, 8192, None, "m", "rows"),
              Int("src_stride", 16, 65535, None, "src_rows", "rows a column group of L0C holds"),
              Int("dst_stride", 1, 2**31 - 1, None, "dst_pitch", "elements between rows of dst"), RELU, ADDS)

    @staticmethod
    def run(dst: Any, dst_at: int, size_dst: int, src: Any, src_at: int, n_size: int, m_size: int, src_stride: int,
            dst_stride: int, relu: int, atomic: int, lane: Any, load1: Any, store0: Any, acc0: Any) -> None:
        for i in range(m_size):
            for q in range((n_size + 15) // 16):
                put_row(dst, dst_at + i * dst_stride + q * 16, size_dst, src, src_at + (q * src_stride + i) * 16,
                        min(16, n_size - q * 16), 1, relu, atomic, lane, load1, store0, acc0)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, n_size: int, m_size: int, src_stride: int, dst_stride: int,
               atomic: int, spread0: Any, spread1: Any, raw0: Any) -> None:
        for i in range(m_size):
            for n in range(n_size):
                d = dst_at + i * dst_stride + n
                bad = spread1(src[src_at + ((n // 16) * src_stride + i) * 16 + n % 16])
                if atomic != 0:
                    bad = bad | spread0(dst[d])
                dst[d] = raw0(bad)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_dst: int, size_src: int, n_size: int,
                m_size: int, src_stride: int, dst_stride: int, atomic: int) -> int:
        n = put(out, 0, 1, 0, src_space, src, 1, 0, (n_size + 15) // 16, src_stride * 16 * size_src, m_size * 16 * size_src)
        return put(out, n, 0, 2 if atomic else 1, dst_space, dst, 1, 0, m_size, dst_stride * size_dst, n_size * size_dst)

    @staticmethod
    def cost(size_dst: int, n_size: int, m_size: int, chip_fix_head: float, chip_fix_gm: float) -> Cost:
        """fix_head + bytes written / fix_gm, and the bytes at this core's share of the bandwidth."""
        nbytes = n_size * m_size * size_dst
        return gm_write(chip_fix_head + nbytes / chip_fix_gm, 0.0, nbytes, nbytes, chip_fix_gm)


def groups_run(dst: Any, dst_at: int, size_dst: int, src: Any, src_at: int, nburst: int, rows: int, dst_stride: int,
               src_stride: int, deqscale: Any, relu: int, atomic: int, lane: Any, load1: Any, store0: Any, acc0: Any) -> None:
    for q in range(nburst):
        d = dst_at + q * (rows * 16 + dst_stride * (32 // size_dst))
        s = src_at + q * ((rows + 15) // 16 + src_stride) * 256
        for i in range(rows):
            put_row(dst, d + i * 16, size_dst, src, s + i * 16, 16, deqscale, relu, atomic, lane, load1, store0, acc0)


@instruction
class FixL0cGmNz(Fix):
    """L0C -> GM by column groups of 16 (split chips): ``nburst`` groups of ``rows`` rows of 16, converted to dst's dtype,
    relu on the way if asked; copied, or added (``atomic``). A group of L0C holds its rows rounded up to 16."""

    mnemonic = "fix_l0c_gm_nz"
    fields = (Mem("dst", (Scope.GM,), "w", 0, align=1), Mem("src", (Scope.L0C,), "r", 1, align=512),
              Int("nburst", 0, 4095, 1, "nburst", "column groups"), Int("rows", 0, 65535, None, "rows", "rows a group"),
              Int("dst_stride", 0, 65535, 0, "dst_gap", "blocks between groups of dst (gap)"),
              Int("src_stride", 0, 65535, 0, "src_gap", "fractals between groups of src (gap)"), RELU, ADDS)

    @staticmethod
    def run(dst: Any, dst_at: int, size_dst: int, src: Any, src_at: int, nburst: int, rows: int, dst_stride: int,
            src_stride: int, relu: int, atomic: int, lane: Any, load1: Any, store0: Any, acc0: Any) -> None:
        groups_run(dst, dst_at, size_dst, src, src_at, nburst, rows, dst_stride, src_stride, 1, relu, atomic, lane, load1,
                   store0, acc0)

    @staticmethod
    def shadow(dst: Any, dst_at: int, size_dst: int, src: Any, src_at: int, nburst: int, rows: int, dst_stride: int,
               src_stride: int, atomic: int, spread0: Any, spread1: Any, raw0: Any) -> None:
        for q in range(nburst):
            d = dst_at + q * (rows * 16 + dst_stride * (32 // size_dst))
            s = src_at + q * ((rows + 15) // 16 + src_stride) * 256
            for e in range(rows * 16):
                bad = spread1(src[s + e])
                if atomic != 0:
                    bad = bad | spread0(dst[d + e])
                dst[d + e] = raw0(bad)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_dst: int, size_src: int, nburst: int,
                rows: int, dst_stride: int, src_stride: int, atomic: int) -> int:
        n = put(out, 0, 1, 0, src_space, src, 1, 0, nburst, ((rows + 15) // 16 + src_stride) * 256 * size_src,
                rows * 16 * size_src)
        return put(out, n, 0, 2 if atomic else 1, dst_space, dst, 1, 0, nburst, rows * 16 * size_dst + dst_stride * 32,
                   rows * 16 * size_dst)

    @staticmethod
    def cost(size_dst: int, nburst: int, rows: int, chip_fix_head: float, chip_fix_gm: float) -> Cost:
        """fix_head + bytes written / fix_gm, and the bytes at this core's share of the bandwidth."""
        nbytes = nburst * rows * 16 * size_dst
        return gm_write(chip_fix_head + nbytes / chip_fix_gm, 0.0, nbytes, nbytes, chip_fix_gm)


@instruction
class FixL0cGmNzScaled(Fix):
    """L0C -> GM by column groups of 16 (split chips), as fix_l0c_gm_nz: i32 times ``deqscale``, rounded once, to f16."""

    mnemonic = "fix_l0c_gm_nz_deq"
    fields = (*FixL0cGmNz.fields, SCALE)
    lane = staticmethod(scaled)
    shadow = FixL0cGmNz.shadow
    regions = FixL0cGmNz.regions
    cost = FixL0cGmNz.cost

    @staticmethod
    def run(dst: Any, dst_at: int, size_dst: int, src: Any, src_at: int, nburst: int, rows: int, dst_stride: int,
            src_stride: int, relu: int, atomic: int, deqscale: Any, lane: Any, load1: Any, store0: Any, acc0: Any) -> None:
        groups_run(dst, dst_at, size_dst, src, src_at, nburst, rows, dst_stride, src_stride, deqscale, relu, atomic, lane,
                   load1, store0, acc0)


FRACTALS = (Int("nburst", 0, 4095, 1, "nburst", "bursts"), Int("burst", 0, 65535, 1, "burst", "fractals a burst"))


def fractals_run(dst: Any, dst_at: int, src: Any, src_at: int, size_dst: int, nburst: int, burst: int, src_stride: int,
                 dst_stride: int, relu: int, deqscale: Any, unit: int, lane: Any, load1: Any, store0: Any, acc0: Any) -> None:
    count = 16 if unit != 0 else 256
    for i in range(nburst):
        s = src_at + i * (burst + src_stride) * count
        d = dst_at + i * (burst * count + dst_stride * (32 // size_dst))
        for e in range(burst * count):
            v = lane(load1(src[s + e]), deqscale)
            if relu != 0 and v <= 0:
                v = acc0(0)
            dst[d + e] = store0(v)


@instruction
class MovL0cUb(Instruction):
    """L0C -> UB (unified chips) by fractals of 16 x 16, or by rows of 16 (``unit`` v); converted to dst's dtype, relu on the
    way if asked."""

    family = "cube"
    mnemonic = "mov_l0c_ub"
    pipe = Pipe.V
    computes = "narrower"
    feature = "l0c_ub"
    combos = combos("f32.f32", "f16.f32", "f16.f16", "f32.f16", "i32.i32", "u32.u32")
    fields = (Mem("dst", (Scope.UB,), "w", 0), Mem("src", (Scope.L0C,), "r", 1, align=512), *FRACTALS,
              Int("src_stride", 0, 65535, 0, "src_gap", "fractals between source bursts (gap)"),
              Int("dst_stride", 0, 65535, 0, "dst_gap", "blocks between destination bursts (gap)"), RELU,
              Choice("unit", ("m", "v"), "m"))
    lane = staticmethod(kept)

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, size_dst: int, nburst: int, burst: int, src_stride: int,
            dst_stride: int, relu: int, unit: int, lane: Any, load1: Any, store0: Any, acc0: Any) -> None:
        fractals_run(dst, dst_at, src, src_at, size_dst, nburst, burst, src_stride, dst_stride, relu, 1, unit, lane, load1,
                     store0, acc0)

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, size_dst: int, nburst: int, burst: int, src_stride: int,
               dst_stride: int, unit: int, spread1: Any, raw0: Any) -> None:
        count = 16 if unit != 0 else 256
        for i in range(nburst):
            s = src_at + i * (burst + src_stride) * count
            d = dst_at + i * (burst * count + dst_stride * (32 // size_dst))
            for e in range(burst * count):
                dst[d + e] = raw0(spread1(src[s + e]))

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_dst: int, size_src: int, nburst: int,
                burst: int, src_stride: int, dst_stride: int, unit: int) -> int:
        count = 16 if unit != 0 else 256
        n = put(out, 0, 1, 0, src_space, src, 1, 0, nburst, (burst + src_stride) * count * size_src, burst * count * size_src)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, nburst, burst * count * size_dst + dst_stride * 32,
                   burst * count * size_dst)

    @staticmethod
    def cost(size_src: int, nburst: int, burst: int, unit: int, chip_l0c_ub_head: float, chip_l0c_ub: float) -> Cost:
        """l0c_ub_head + bytes read / l0c_ub."""
        count = 16 if unit != 0 else 256
        return occupies(chip_l0c_ub_head + nburst * burst * count * size_src / chip_l0c_ub)


@instruction
class MovL0cUbScaled(Instruction):
    """L0C -> UB (unified chips), as mov_l0c_ub: i32 times ``deqscale``, rounded once, to f16."""

    family = "cube"
    mnemonic = "mov_l0c_ub_deq"
    pipe = Pipe.V
    computes = "always"
    feature = "l0c_ub"
    combos = SCALED
    fields = (*MovL0cUb.fields, SCALE)
    lane = staticmethod(scaled)
    shadow = MovL0cUb.shadow
    regions = MovL0cUb.regions
    cost = MovL0cUb.cost

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, size_dst: int, nburst: int, burst: int, src_stride: int,
            dst_stride: int, relu: int, unit: int, deqscale: Any, lane: Any, load1: Any, store0: Any, acc0: Any) -> None:
        fractals_run(dst, dst_at, src, src_at, size_dst, nburst, burst, src_stride, dst_stride, relu, deqscale, unit, lane,
                     load1, store0, acc0)


@instruction
class MovUbL0c(Instruction):
    """UB -> L0C by fractals of 16 x 16 (unified chips)."""

    family = "cube"
    mnemonic = "mov_ub_l0c"
    pipe = Pipe.V
    feature = "ub_l0c"
    combos = combos("f32", "f16", "i32", "u32")
    fields = (Mem("dst", (Scope.L0C,), "w", 0, align=512), Mem("src", (Scope.UB,), "r", 0), *FRACTALS,
              Int("src_stride", 0, 65535, 0, "src_gap", "blocks between source bursts (gap)"),
              Int("dst_stride", 0, 65535, 0, "dst_gap", "fractals between destination bursts (gap)"))

    @staticmethod
    def run(dst_u8: Any, dst_byte: int, src_u8: Any, src_byte: int, size_src: int, nburst: int, burst: int, src_stride: int,
            dst_stride: int) -> None:
        fractal = 256 * size_src
        for i in range(nburst):
            s = src_byte + i * (burst * fractal + src_stride * 32)
            copy_bytes(dst_u8, dst_byte + i * (burst + dst_stride) * fractal, src_u8, s, burst * fractal)

    shadow = run

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_src: int, nburst: int,
                burst: int, src_stride: int, dst_stride: int) -> int:
        n = put(out, 0, 1, 0, src_space, src, 1, 0, nburst, burst * 256 * size_src + src_stride * 32, burst * 256 * size_src)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, nburst, (burst + dst_stride) * 256 * size_src, burst * 256 * size_src)

    @staticmethod
    def cost(size_src: int, nburst: int, burst: int, chip_ub_l0c_head: float, chip_ub_l0c: float) -> Cost:
        """ub_l0c_head + bytes read / ub_l0c."""
        return occupies(chip_ub_l0c_head + nburst * burst * 256 * size_src / chip_ub_l0c)
