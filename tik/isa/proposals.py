"""Region proposals: 8 elements (x1, y1, x2, y2, score, label, two spare), f16 or on v200 f32; sixteen a repeat (tik_api §12).

One field of many proposals is a strided column; vconcat scatters a vector into it, vextract gathers it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.isa.bits import local_like
from tik.isa.costs import Cost, occupies
from tik.isa.fields import Int, Mem
from tik.isa.instruction import Call, Combo, Instruction, instruction
from tik.isa.regions import put
from tik.isa.vector import UB
from tik.types.pipes import Pipe

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tik.chips.loader import Chip

SCORE = 4  # the field proposals are sorted by
FIELDS = 8  # elements of a proposal
GROUP = 16  # proposals a repeat

REPEAT = Int("repeat_times", 0, 255, 1, "repeat", "how many repeats of 16 proposals")
MODE = Int("mode_number", 0, 5, None, "mode", "the field: 0 x1, 1 y1, 2 x2, 3 y2, 4 score, 5 label")


def repeat_cost(repeat_times: int, head: float, slope: float) -> Cost:
    """head + repeats * slope."""
    return occupies(head + repeat_times * slope)


@instruction
class VConcat(Instruction):
    """Field ``mode_number`` of proposal i of dst = src[i], 16 a repeat; the proposals' other fields keep their values."""

    family = "proposals"
    mnemonic = "vconcat"
    pipe = Pipe.V
    fields = (Mem("dst", UB, "w", 0), Mem("src", UB, "r", 0), REPEAT, MODE)
    calls = (Call("vconcat", "dst src repeat_times mode_number"),)
    cost = staticmethod(repeat_cost)

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, repeat_times: int, mode_number: int) -> None:
        kept = local_like(dst)
        for r in range(repeat_times):
            for i in range(16):
                kept[i] = src[src_at + r * 16 + i]
            for i in range(16):
                dst[dst_at + (r * 16 + i) * 8 + mode_number] = kept[i]

    shadow = run

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_dst: int, repeat_times: int,
                mode_number: int) -> int:
        n = put(out, 0, 1, 0, src_space, src, 1, 0, 1, 0, repeat_times * 16 * size_dst)
        return put(out, n, 0, 1, dst_space, dst + mode_number * size_dst, 1, 0, repeat_times * 16, 8 * size_dst, size_dst)


@instruction
class VExtract(Instruction):
    """dst[i] = field ``mode_number`` of proposal i of src, 16 a repeat."""

    family = "proposals"
    mnemonic = "vextract"
    pipe = Pipe.V
    fields = (Mem("dst", UB, "w", 0), Mem("src", UB, "r", 0), REPEAT, MODE)
    calls = (Call("vextract", "dst src repeat_times mode_number"),)
    cost = staticmethod(repeat_cost)

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Mapping[str, Any]) -> str | None:
        mode = values.get("mode_number")
        if chip.short_soc == "Ascend310" and isinstance(mode, int) and mode > 3:
            return f"{chip.name} extracts the fields 0..3 only (x1, y1, x2, y2), not {mode}"
        return None

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, repeat_times: int, mode_number: int) -> None:
        kept = local_like(dst)
        for r in range(repeat_times):
            for i in range(16):
                kept[i] = src[src_at + (r * 16 + i) * 8 + mode_number]
            for i in range(16):
                dst[dst_at + r * 16 + i] = kept[i]

    shadow = run

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_dst: int, repeat_times: int,
                mode_number: int) -> int:
        n = put(out, 0, 1, 0, src_space, src + mode_number * size_dst, 1, 0, repeat_times * 16, 8 * size_dst, size_dst)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, 1, 0, repeat_times * 16 * size_dst)
