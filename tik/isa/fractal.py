"""Filling fractals: with one value, or with a row repeated (tik_api §13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.isa.costs import Cost, occupies
from tik.isa.cube import Load2d
from tik.isa.fields import Int, Mem, Value
from tik.isa.instruction import Call, Combo, Instruction, instruction
from tik.isa.regions import put
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.chips.loader import Chip


def fill_run(dst: Any, dst_at: int, size_dst: int, repeat_times: int, value: Any, store0: Any) -> None:
    word = store0(value)
    for i in range(repeat_times * (512 // size_dst)):
        dst[dst_at + i] = word


class FillFractals(Instruction):
    """``repeat_times`` fractals of 512 bytes, one after the other, filled with a value."""

    family = "cube"
    pipe = Pipe.MTE1
    calls = (Call("tensor_padding_with_matrix", "dst repeat_times value=None"),)
    run = staticmethod(fill_run)

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        return tuple(c for c in Load2d.supported(chip) if not c[0].packed)

    @staticmethod
    def shadow(dst: Any, dst_at: int, size_dst: int, repeat_times: int, raw0: Any) -> None:
        fill_run(dst, dst_at, size_dst, repeat_times, 0, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, repeat_times: int) -> int:
        return put(out, 0, 0, 1, dst_space, dst, 1, 0, 1, 0, repeat_times * 512)


FILL = (Int("repeat_times", 0, 255, 1, "repeat", "fractals"), Value("value", 0, 0, "what the fractals are filled with"))


@instruction
class FillL0A(FillFractals):
    """Fractals of L0A, filled with a value."""

    mnemonic = "set_2d_l0a"
    fields = (Mem("dst", (Scope.L0A,), "w", align=512), *FILL)

    @staticmethod
    def cost(repeat_times: int, chip_mte1_head: float, chip_l1_l0a: float) -> Cost:
        """As a load from L1 (assumed)."""
        return occupies(chip_mte1_head + repeat_times * 512 / chip_l1_l0a)


@instruction
class FillL0B(FillFractals):
    """Fractals of L0B, filled with a value."""

    mnemonic = "set_2d_l0b"
    fields = (Mem("dst", (Scope.L0B,), "w", align=512), *FILL)

    @staticmethod
    def cost(repeat_times: int, chip_mte1_head: float, chip_l1_l0b: float) -> Cost:
        """As a load from L1 (assumed)."""
        return occupies(chip_mte1_head + repeat_times * 512 / chip_l1_l0b)


@instruction
class FillL1(FillFractals):
    """Fractals of L1, filled with a value; by the pipe that writes L1 from GM (assumed)."""

    mnemonic = "set_2d_l1"
    pipe = Pipe.MTE2
    fields = (Mem("dst", (Scope.L1,), "w"), *FILL)

    @staticmethod
    def cost(repeat_times: int, chip_dma_issue: float, chip_gm_l1_cap: float) -> Cost:
        """At the rate of GM -> L1, without its latency (assumed)."""
        return occupies(chip_dma_issue + repeat_times * 512 / chip_gm_l1_cap)


@instruction
class BroadcastUbL0c(Instruction):
    """UB -> L0C: every 16 elements of src become a fractal of 16 equal rows (a bias for mmad to add to).

    ``nburst`` bursts of ``burst_len`` fractals; gaps between bursts are fractals in L0C and 32-byte blocks in UB.
    """

    family = "cube"
    mnemonic = "broadcast_ub_to_l0c"
    pipe = Pipe.V
    table = "broadcast_ub_to_cc"
    fields = (Mem("dst", (Scope.L0C,), "w", 0, align=512), Mem("src", (Scope.UB,), "r", 0),
              Int("nburst", 0, 255, 1, "nburst", "bursts"), Int("burst_len", 1, 255, 1, "burst", "fractals a burst"),
              Int("dst_gap", 0, 255, 0, "dst_gap", "fractals between destination bursts (gap)"),
              Int("src_gap", 0, 255, 0, "src_gap", "blocks between source bursts (gap)"))
    calls = (Call("broadcast_ub_to_l0c", "dst src nburst burst_len dst_gap=0 src_gap=0"),)

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, size_src: int, nburst: int, burst_len: int, dst_gap: int,
            src_gap: int) -> None:
        for i in range(nburst):
            s = src_at + i * (burst_len * 16 + src_gap * (32 // size_src))
            d = dst_at + i * (burst_len + dst_gap) * 256
            for f in range(burst_len):
                for e in range(256):
                    dst[d + f * 256 + e] = src[s + f * 16 + e % 16]

    shadow = run

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_src: int, nburst: int, burst_len: int,
                dst_gap: int, src_gap: int) -> int:
        n = put(out, 0, 1, 0, src_space, src, 1, 0, nburst, burst_len * 16 * size_src + src_gap * 32, burst_len * 16 * size_src)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, nburst, (burst_len + dst_gap) * 256 * size_src,
                   burst_len * 256 * size_src)

    @staticmethod
    def cost(size_src: int, nburst: int, burst_len: int, chip_ub_l0c_head: float, chip_ub_l0c: float) -> Cost:
        """As moving the fractals UB -> L0C (assumed)."""
        return occupies(chip_ub_l0c_head + nburst * burst_len * 256 * size_src / chip_ub_l0c)
