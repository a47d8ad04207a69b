"""Moves between buffers. Each path is an instruction of its own, because each has its own pipe and rate.

``nburst`` bursts of ``burst`` 32-byte blocks; strides are gaps between the end of one burst and the start of the next
(tik_api §6). Padded moves count bytes on the GM side. A run-time count of 0 moves nothing. Times: hardware.md D2 rules 3-5.

UB -> GM moves may add instead of copy (``set_atomic_add``): ``atomic`` is the mode when the move is issued. Each element is
added in the dtype of the mode and rounded to it, integers wrap; elements are counted from the start of each burst, and
bytes behind the last whole one stay as they are. An atomic add costs what a write does (assumed: nothing is published).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tik.isa.bits import ATOMIC, add_bytes, copy_bytes
from tik.isa.costs import Cost, gm_read, gm_write, occupies
from tik.isa.fields import Int, Mem, Value
from tik.isa.instruction import Call, Combo, Instruction, combos, instruction
from tik.isa.regions import put
from tik.types.dtypes import dtype
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.chips.loader import Chip

ANY = combos("f16", "f32", "bf16", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64")


def block_run(dst_u8: Any, dst_byte: int, src_u8: Any, src_byte: int, nburst: int, burst: int, src_stride: int,
              dst_stride: int) -> None:
    """Copy ``nburst`` bursts of ``burst`` blocks."""
    size = burst * 32
    for i in range(nburst):
        d = dst_byte + i * (burst + dst_stride) * 32
        s = src_byte + i * (burst + src_stride) * 32
        copy_bytes(dst_u8, d, src_u8, s, size)


def block_regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, nburst: int, burst: int, src_stride: int,
                  dst_stride: int) -> int:
    n = put(out, 0, 1, 0, src_space, src, 1, 0, nburst, (burst + src_stride) * 32, burst * 32)
    return put(out, n, 0, 1, dst_space, dst, 1, 0, nburst, (burst + dst_stride) * 32, burst * 32)


def aligned(address: int, pitch: int, unaligned: float, align32: float) -> float:
    """Efficiency of a GM access by its address and row pitch: 512-byte aligned 1, 32-byte aligned ``align32``, else
    ``unaligned`` (hardware.md D2 rule 4)."""
    if address % 512 == 0 and pitch % 512 == 0:
        return 1.0
    if address % 32 == 0 and pitch % 32 == 0:
        return align32
    return unaligned


def read_blocks(src: int, nburst: int, burst: int, src_stride: int, cap: float, chip_dma_issue: float,
                chip_dma_burst: float, chip_dma_latency_miss: float, chip_unaligned_ub: float, chip_align32: float) -> Cost:
    """The largest of dma_issue, bursts * dma_burst (bursts without gaps are one) and the bytes at this core's share of the
    bandwidth (at most the path's cap a cycle; rows that do not start on 512 bytes get less, see align32 and unaligned), then
    dma_latency_miss until the data is there."""
    nbytes = nburst * burst * 32
    pitch = 0 if nburst <= 1 or src_stride == 0 else (burst + src_stride) * 32
    rate = aligned(src, pitch, chip_unaligned_ub, chip_align32)
    rows = 1 if src_stride == 0 else nburst
    return gm_read(max(chip_dma_issue, rows * chip_dma_burst), chip_dma_latency_miss, nbytes, nbytes / rate, cap)


BURST = (Int("nburst", 0, 4095, 1, "nburst", "bursts"), Int("burst", 0, 65535, 1, "burst", "blocks (32 B) a burst"),
         Int("src_stride", 0, 65535, 0, "src_gap", "blocks between source bursts (gap)"),
         Int("dst_stride", 0, 65535, 0, "dst_gap", "blocks between destination bursts (gap)"))


ADDS = Int("atomic", 0, len(ATOMIC), 0, "atomic", "0 copies; 1.. adds in f32, f16, i16, i32, i8, bf16")


def wrong_sum(atomic: Any, types: Combo) -> str | None:
    """What is wrong with an atomic mode for a move of this dtype."""
    if isinstance(atomic, int) and atomic and ATOMIC[atomic - 1] != types[0].short:
        return f"the atomic add in effect is of {dtype(ATOMIC[atomic - 1])}, the operands are {types[0]}"
    return None


def put_sum(dst_u8: Any, d: int, src_u8: Any, s: int, size: int, atomic: int) -> None:
    """One burst to GM: copied, or added."""
    if atomic == 0:
        copy_bytes(dst_u8, d, src_u8, s, size)
    else:
        add_bytes(dst_u8, d, src_u8, s, size, atomic)


def put_sum_shadow(dst_u8: Any, d: int, src_u8: Any, s: int, size: int, atomic: int) -> None:
    """A sum is undefined where either side is, the whole element."""
    if atomic == 0:
        copy_bytes(dst_u8, d, src_u8, s, size)
        return
    width = 1 if atomic == 5 else 4 if atomic == 1 or atomic == 4 else 2
    for e in range(0, size - size % width, width):
        bad = 0
        for b in range(e, e + width):
            bad = bad | dst_u8[d + b] | src_u8[s + b]
        for b in range(e, e + width):
            dst_u8[d + b] = 255 if bad != 0 else 0


class BlockMove(Instruction):
    """Copy whole 32-byte blocks."""

    family = "move"
    run = staticmethod(block_run)
    shadow = staticmethod(block_run)
    regions = staticmethod(block_regions)
    calls = (Call("data_move", "dst src sid nburst burst src_stride dst_stride"),)

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        """Every dtype, where the path is there; int4 where the cube's loads take it."""
        if cls.feature is not None and not chip.has(cls.feature):
            return ()
        return (*ANY, *(c for c in chip.types("load2dv1") if c[0].packed))


def path(dst: Scope, src: Scope) -> tuple[Any, ...]:
    return (Mem("dst", (dst,), "w", align=1 if dst is Scope.GM else 32),
            Mem("src", (src,), "r", align=1 if src is Scope.GM else 32), *BURST)


@instruction
class MovGmUb(BlockMove):
    """GM -> UB, whole blocks."""

    mnemonic = "mov_gm_ub"
    pipe = Pipe.MTE2
    fields = path(Scope.UB, Scope.GM)

    @staticmethod
    def cost(src: int, nburst: int, burst: int, src_stride: int, chip_gm_ub_cap: float, chip_dma_issue: float,
             chip_dma_burst: float, chip_dma_latency_miss: float, chip_unaligned_ub: float, chip_align32: float) -> Cost:
        return read_blocks(src, nburst, burst, src_stride, chip_gm_ub_cap, chip_dma_issue, chip_dma_burst,
                           chip_dma_latency_miss, chip_unaligned_ub, chip_align32)


@instruction
class MovGmL1(BlockMove):
    """GM -> L1, whole blocks."""

    mnemonic = "mov_gm_l1"
    pipe = Pipe.MTE2
    fields = path(Scope.L1, Scope.GM)

    @staticmethod
    def cost(src: int, nburst: int, burst: int, src_stride: int, chip_gm_l1_cap: float, chip_dma_issue: float,
             chip_dma_burst: float, chip_dma_latency_miss: float, chip_unaligned_ub: float, chip_align32: float) -> Cost:
        return read_blocks(src, nburst, burst, src_stride, chip_gm_l1_cap, chip_dma_issue, chip_dma_burst,
                           chip_dma_latency_miss, chip_unaligned_ub, chip_align32)


def write_blocks(nburst: int, nbytes: int, stride: int, head: float, rate: float, burst_cost: float) -> Cost:
    """mte3_head + bytes / the rate of the path, at least bursts * dma_burst (bursts without gaps are one), and the bytes at
    this core's share of the bandwidth."""
    rows = 1 if stride == 0 else nburst
    return gm_write(max(head + nbytes / rate, rows * burst_cost), 0.0, nbytes, nbytes, rate)


@instruction
class MovUbGm(Instruction):
    """UB -> GM, whole blocks; copied, or added (``atomic``)."""

    family = "move"
    calls = BlockMove.calls
    mnemonic = "mov_ub_gm"
    pipe = Pipe.MTE3
    computes = "adding"
    fields = (*path(Scope.GM, Scope.UB), ADDS)
    supported = BlockMove.supported

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Mapping[str, Any]) -> str | None:
        return wrong_sum(values.get("atomic", 0), types)

    @staticmethod
    def run(dst_u8: Any, dst_byte: int, src_u8: Any, src_byte: int, nburst: int, burst: int, src_stride: int, dst_stride: int,
            atomic: int) -> None:
        size = burst * 32
        for i in range(nburst):
            put_sum(dst_u8, dst_byte + i * (size + dst_stride * 32), src_u8, src_byte + i * (size + src_stride * 32), size,
                    atomic)

    @staticmethod
    def shadow(dst_u8: Any, dst_byte: int, src_u8: Any, src_byte: int, nburst: int, burst: int, src_stride: int,
               dst_stride: int, atomic: int) -> None:
        size = burst * 32
        for i in range(nburst):
            put_sum_shadow(dst_u8, dst_byte + i * (size + dst_stride * 32), src_u8, src_byte + i * (size + src_stride * 32),
                           size, atomic)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, nburst: int, burst: int, src_stride: int,
                dst_stride: int, atomic: int) -> int:
        n = put(out, 0, 1, 0, src_space, src, 1, 0, nburst, (burst + src_stride) * 32, burst * 32)
        return put(out, n, 0, 2 if atomic else 1, dst_space, dst, 1, 0, nburst, (burst + dst_stride) * 32, burst * 32)

    @staticmethod
    def cost(nburst: int, burst: int, dst_stride: int, chip_mte3_head: float, chip_ub_gm: float, chip_dma_burst: float) -> Cost:
        return write_blocks(nburst, nburst * burst * 32, dst_stride, chip_mte3_head, chip_ub_gm, chip_dma_burst)


@instruction
class MovUbUb(BlockMove):
    """UB -> UB, whole blocks, by the vector pipe."""

    mnemonic = "mov_ub_ub"
    pipe = Pipe.V
    fields = path(Scope.UB, Scope.UB)

    @staticmethod
    def cost(nburst: int, burst: int, head: float) -> Cost:
        """head + a cycle for every 8 blocks of a burst."""
        return occupies(head + nburst * ((burst + 7) // 8))


@instruction
class MovL1Ub(BlockMove):
    """L1 -> UB (unified chips)."""

    mnemonic = "mov_l1_ub"
    pipe = Pipe.MTE1
    fields = path(Scope.UB, Scope.L1)
    feature = "l1_ub"

    @staticmethod
    def cost(nburst: int, burst: int, chip_l1_ub_head: float, chip_l1_ub: float) -> Cost:
        return occupies(chip_l1_ub_head + nburst * burst * 32 / chip_l1_ub)


@instruction
class MovUbL1(BlockMove):
    """UB -> L1 (unified chips)."""

    mnemonic = "mov_ub_l1"
    pipe = Pipe.MTE3
    fields = path(Scope.L1, Scope.UB)
    feature = "ub_l1"

    @staticmethod
    def cost(nburst: int, burst: int, chip_ub_l1_head: float, chip_ub_l1: float) -> Cost:
        return occupies(chip_ub_l1_head + nburst * burst * 32 / chip_ub_l1)


@instruction
class MovL1Gm(BlockMove):
    """L1 -> GM. Never an atomic add: the mode concerns what comes from UB and L0C."""

    mnemonic = "mov_l1_gm"
    pipe = Pipe.MTE3
    fields = path(Scope.GM, Scope.L1)
    feature = "l1_gm"

    @staticmethod
    def cost(nburst: int, burst: int, dst_stride: int, chip_mte3_head: float, chip_l1_gm: float, chip_dma_burst: float) -> Cost:
        return write_blocks(nburst, nburst * burst * 32, dst_stride, chip_mte3_head, chip_l1_gm, chip_dma_burst)


@instruction
class MovL1Bt(Instruction):
    """L1 -> bias table (split chips), widened to the accumulator's f32 on the way; a burst counts source blocks."""

    family = "move"
    mnemonic = "mov_l1_bt"
    pipe = Pipe.MTE1
    combos = combos("f32.f32", "f32.f16", "f32.bf16", "i32.i32")
    fields = (Mem("dst", (Scope.BT,), "w", 0), Mem("src", (Scope.L1,), "r", 1),
              Int("burst", 1, 65535, 1, "burst", "source blocks (32 B)"))
    feature = "bias_table"

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, burst: int, load1: Any, store0: Any) -> None:
        for i in range(burst * 32 // size_src):
            dst[dst_at + i] = store0(load1(src[src_at + i]))

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, burst: int, spread1: Any, raw0: Any) -> None:
        for i in range(burst * 32 // size_src):
            dst[dst_at + i] = raw0(spread1(src[src_at + i]))

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_dst: int, size_src: int, burst: int) -> int:
        n = put(out, 0, 1, 0, src_space, src, 1, 0, 1, 0, burst * 32)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, 1, 0, burst * 32 // size_src * size_dst)

    @staticmethod
    def cost(size_dst: int, size_src: int, burst: int, chip_mte1_head: float, chip_l1_bt: float) -> Cost:
        """mte1_head + bytes written / l1_bt."""
        return occupies(chip_mte1_head + burst * 32 // size_src * size_dst / chip_l1_bt)


PAD = (Int("nburst", 0, 4095, 1, "nburst", "bursts"), Int("burst", 0, 2097151, None, "bytes", "bytes a burst"),
       Int("dst_gap", 0, 2**31 - 1, 0, "dst_gap", "gap between destination bursts: bytes in GM, blocks in UB"),
       Int("src_gap", 0, 2**31 - 1, 0, "src_gap", "gap between source bursts: bytes in GM, blocks in UB"))


@instruction
class MovPadGmUb(Instruction):
    """GM -> UB, byte-exact bursts, each into a slot of whole blocks; the padding elements take ``padding_value``."""

    family = "move"
    mnemonic = "movpad_gm_ub"
    pipe = Pipe.MTE2
    table = "data_move_pad"
    feature = "padded_move"
    fields = (Mem("dst", (Scope.UB,), "w"), Mem("src", (Scope.GM,), "r", align=1), *PAD,
              Int("right_padding", 0, 32, 0, "right", "elements added behind each burst"),
              Int("left_padding", 0, 32, 0, "left", "elements added before each burst"), Value("padding_value", 0, 0))
    calls = (Call("data_move_pad", "dst src nburst burst dst_gap src_gap right_padding=0 left_padding=0 padding_value=None"),)

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Mapping[str, Any]) -> str | None:
        size = types[0].size
        for side in ("left_padding", "right_padding"):
            if values.get(side, 0) * size > 32:
                return f"{side} of {values[side]} elements is {values[side] * size} bytes, allowed are 32"
        if values.get("right_padding", 0) and values.get("burst", 0) % size:
            return f"a burst of {values['burst']} bytes ends within an element of {types[0]}: nothing can be padded behind it"
        return None

    @staticmethod
    def run(dst: Any, dst_byte: int, dst_u8: Any, src_u8: Any, src_byte: int, size_dst: int, nburst: int, burst: int,
            dst_gap: int, src_gap: int, right_padding: int, left_padding: int, padding_value: Any, store0: Any) -> None:
        slot = (burst + (left_padding + right_padding) * size_dst + 31) // 32 * 32
        for i in range(nburst):
            d = dst_byte + i * (slot + dst_gap * 32)
            s = src_byte + i * (burst + src_gap)
            first = d // size_dst
            for j in range(left_padding):
                dst[first + j] = store0(padding_value)
            d = d + left_padding * size_dst
            copy_bytes(dst_u8, d, src_u8, s, burst)
            last = (d + burst) // size_dst
            for j in range(right_padding):
                dst[last + j] = store0(padding_value)

    @staticmethod
    def shadow(dst_byte: int, dst_u8: Any, src_u8: Any, src_byte: int, size_dst: int, nburst: int, burst: int,
               dst_gap: int, src_gap: int, right_padding: int, left_padding: int) -> None:
        slot = (burst + (left_padding + right_padding) * size_dst + 31) // 32 * 32
        for i in range(nburst):
            d = dst_byte + i * (slot + dst_gap * 32)
            s = src_byte + i * (burst + src_gap)
            dst_u8[d:d + left_padding * size_dst] = 0
            d = d + left_padding * size_dst
            copy_bytes(dst_u8, d, src_u8, s, burst)
            dst_u8[d + burst:d + burst + right_padding * size_dst] = 0

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_dst: int, nburst: int, burst: int,
                dst_gap: int, src_gap: int, right_padding: int, left_padding: int) -> int:
        slot = (burst + (left_padding + right_padding) * size_dst + 31) // 32 * 32
        n = put(out, 0, 1, 0, src_space, src, 1, 0, nburst, burst + src_gap, burst)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, nburst, slot + dst_gap * 32,
                   burst + (left_padding + right_padding) * size_dst)

    @staticmethod
    def cost(src: int, nburst: int, burst: int, src_gap: int, chip_gm_ub_cap: float, chip_dma_issue: float,
             chip_dma_burst: float, chip_dma_latency_miss: float, chip_unaligned_ub: float, chip_align32: float) -> Cost:
        """As data_move GM -> UB; only bursts of whole blocks without gaps are one."""
        nbytes = nburst * burst
        rate = aligned(src, 0 if nburst <= 1 else burst + src_gap, chip_unaligned_ub, chip_align32)
        rows = 1 if src_gap == 0 and burst % 32 == 0 else nburst
        return gm_read(max(chip_dma_issue, rows * chip_dma_burst), chip_dma_latency_miss, nbytes, nbytes / rate, chip_gm_ub_cap)


@instruction
class MovPadUbGm(Instruction):
    """UB -> GM, byte-exact bursts, each from a slot of whole blocks; copied, or added (``atomic``)."""

    family = "move"
    mnemonic = "movpad_ub_gm"
    pipe = Pipe.MTE3
    computes = "adding"
    table = "data_move_pad"
    feature = "padded_move"
    fields = (Mem("dst", (Scope.GM,), "w", align=1), Mem("src", (Scope.UB,), "r"), *PAD, ADDS)
    calls = MovPadGmUb.calls

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Mapping[str, Any]) -> str | None:
        atomic, burst = values.get("atomic", 0), values.get("burst", 0)
        if isinstance(atomic, int) and atomic and isinstance(burst, int) and burst % types[0].size:
            return f"a burst of {burst} bytes ends within an element of {types[0]}, which cannot be added"
        return wrong_sum(atomic, types)

    @staticmethod
    def run(dst_u8: Any, dst_byte: int, src_u8: Any, src_byte: int, nburst: int, burst: int, dst_gap: int, src_gap: int,
            atomic: int) -> None:
        slot = (burst + 31) // 32 * 32
        for i in range(nburst):
            put_sum(dst_u8, dst_byte + i * (burst + dst_gap), src_u8, src_byte + i * (slot + src_gap * 32), burst, atomic)

    @staticmethod
    def shadow(dst_u8: Any, dst_byte: int, src_u8: Any, src_byte: int, nburst: int, burst: int, dst_gap: int, src_gap: int,
               atomic: int) -> None:
        slot = (burst + 31) // 32 * 32
        for i in range(nburst):
            put_sum_shadow(dst_u8, dst_byte + i * (burst + dst_gap), src_u8, src_byte + i * (slot + src_gap * 32), burst,
                           atomic)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, nburst: int, burst: int, dst_gap: int,
                src_gap: int, atomic: int) -> int:
        slot = (burst + 31) // 32 * 32
        n = put(out, 0, 1, 0, src_space, src, 1, 0, nburst, slot + src_gap * 32, burst)
        return put(out, n, 0, 2 if atomic else 1, dst_space, dst, 1, 0, nburst, burst + dst_gap, burst)

    @staticmethod
    def cost(nburst: int, burst: int, dst_gap: int, chip_mte3_head: float, chip_ub_gm: float, chip_dma_burst: float) -> Cost:
        """As data_move UB -> GM; only bursts of whole blocks without gaps are one."""
        stride = 1 if dst_gap != 0 or burst % 32 != 0 else 0
        return write_blocks(nburst, nburst * burst, stride, chip_mte3_head, chip_ub_gm, chip_dma_burst)


@instruction
class Nd2Nz(Instruction):
    """GM row-major -> L1 fractal columns: ``nd_num`` matrices of nd_n rows and nd_d columns; column group j of row i lands at
    block j*dst_c0_stride + i*dst_n_stride; columns behind nd_d in the last group are filled with zeros."""

    family = "move"
    mnemonic = "nd2nz_gm_l1"
    pipe = Pipe.MTE2
    table = "nd2nz"
    feature = "nd2nz"
    fields = (Mem("dst", (Scope.L1,), "w"), Mem("src", (Scope.GM,), "r", align=1),
              Int("nd_num", 1, 256, 1, "nd", "matrices"), Int("nd_n", 1, 16384, None, "n", "rows"),
              Int("nd_d", 1, 65535, None, "d", "columns (elements)"),
              Int("src_nd_stride", 0, 2**31 - 1, 0, "src_nd", "elements between matrices in GM"),
              Int("src_n_stride", 1, 2**31 - 1, None, "src_n", "elements between rows in GM"),
              Int("dst_c0_stride", 1, 16384, None, "dst_c0", "blocks between column groups in L1"),
              Int("dst_n_stride", 1, 16384, 1, "dst_n", "blocks between rows in L1"),
              Int("dst_nd_stride", 0, 2**31 - 1, 0, "dst_nd", "elements between matrices in L1"))
    calls = (Call("data_move_multi_nd2nz", "dst src nd_num nd_n nd_d src_nd_stride src_n_stride dst_c0_stride dst_n_stride "
                                           "dst_nd_stride"),)

    @staticmethod
    def run(dst_u8: Any, dst_byte: int, src_u8: Any, src_byte: int, size_dst: int, nd_num: int, nd_n: int, nd_d: int,
            src_nd_stride: int, src_n_stride: int, dst_c0_stride: int, dst_n_stride: int, dst_nd_stride: int) -> None:
        width = nd_d * size_dst
        groups = (width + 31) // 32
        whole = width // 32
        for m in range(nd_num):
            for i in range(nd_n):
                s = src_byte + (m * src_nd_stride + i * src_n_stride) * size_dst
                d = dst_byte + m * dst_nd_stride * size_dst + i * dst_n_stride * 32
                for j in range(whole):
                    e = d + j * dst_c0_stride * 32
                    copy_bytes(dst_u8, e, src_u8, s + j * 32, 32)
                if groups > whole:
                    e = d + whole * dst_c0_stride * 32
                    rest = width - whole * 32
                    copy_bytes(dst_u8, e, src_u8, s + whole * 32, rest)
                    dst_u8[e + rest:e + 32] = 0

    shadow = run

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_dst: int, nd_num: int, nd_n: int,
                nd_d: int, src_nd_stride: int, src_n_stride: int, dst_c0_stride: int, dst_n_stride: int,
                dst_nd_stride: int) -> int:
        n = 0
        groups = (nd_d * size_dst + 31) // 32
        for m in range(nd_num):
            n = put(out, n, 1, 0, src_space, src + m * src_nd_stride * size_dst, 1, 0, nd_n, src_n_stride * size_dst,
                    nd_d * size_dst)
            n = put(out, n, 0, 1, dst_space, dst + m * dst_nd_stride * size_dst, groups, dst_c0_stride * 32, nd_n,
                    dst_n_stride * 32, 32)
        return n

    @staticmethod
    def cost(src: int, size_src: int, nd_num: int, nd_n: int, nd_d: int, src_n_stride: int, chip_nd2nz_cap: float,
             chip_dma_issue: float, chip_dma_burst: float, chip_nd2nz_extra: float, chip_dma_latency_miss: float,
             chip_unaligned_nd2nz: float, chip_align32: float) -> Cost:
        """As data_move GM -> L1 with a burst for each row, and nd2nz_extra more."""
        nbytes = nd_num * nd_n * nd_d * size_src
        rate = aligned(src, src_n_stride * size_src, chip_unaligned_nd2nz, chip_align32)
        return gm_read(max(chip_dma_issue, nd_num * nd_n * chip_dma_burst) + chip_nd2nz_extra, chip_dma_latency_miss, nbytes,
                       nbytes / rate, chip_nd2nz_cap)
