"""Repeats of one instruction that get in each other's way: an early one writes what a later one reads (tik_api §2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tik.ir import Expr
from tik.isa.fields import Mask, Mem
from tik.isa.instruction import Combo, Instruction

__all__ = ["Overlap", "overlap_of"]


class Overlap:
    """The strides of a vector instruction's operands; answers are kept by distance."""

    __slots__ = ("known", "lanes", "operands", "repeats")

    def __init__(self, operands: tuple[tuple[int, int, int], ...], repeats: int, lanes: int) -> None:
        self.operands, self.repeats, self.lanes = operands, repeats, lanes  # operand: block stride, repeat stride, size
        self.known: dict[tuple[int, int], bool] = {}

    @property
    def rewritten(self) -> int:
        """Blocks each repeat writes that the next one writes over; 0 for strides that keep results apart or add them up."""
        block, rep, bits = self.operands[0]
        return max(0, -(-self.lanes * bits // 256) - rep) if block == 1 and rep > 0 else 0

    def conflict(self, index: int, dst: Any, src: Any) -> bool:
        """Whether dst (operand 0, starting at byte ``dst``) of a repeat meets operand ``index`` of a later repeat.

        Exactly in place (same start and strides) is fine: also accumulating with repeat stride 0.
        """
        if isinstance(dst, Expr) or isinstance(src, Expr):
            return False
        distance = src - dst
        if distance == 0 and self.operands[0] == self.operands[index]:
            return False
        answer = self.known.get((index, distance))
        if answer is None:
            answer = self.known[index, distance] = self._meets(self.operands[0], self.operands[index], distance)
        return answer

    def _meets(self, dst: tuple[int, int, int], src: tuple[int, int, int], distance: int) -> bool:
        if distance % 32:
            return False
        first: dict[int, int] = {}
        for r in range(self.repeats):
            for b in self._blocks(dst, r):
                first.setdefault(b, r)
        return any(first.get(b + distance // 32, r) < r for r in range(self.repeats) for b in self._blocks(src, r))

    def _blocks(self, operand: tuple[int, int, int], repeat: int) -> list[int]:
        block, rep, bits = operand
        return [repeat * rep + b * block for b in range(-(-self.lanes * bits // 256))]


def overlap_of(op: type[Instruction], types: Combo, values: Mapping[str, Any], mask: Mask | None) -> Overlap | None:
    """The strides to look at, or None when the instruction has no repeats that could meet."""
    if mask is None or mask.mode == 1 or values.get("repeat_times", 1) < 2:
        return None
    operands = []
    for f in op.fields:
        if isinstance(f, Mem):
            if f"{f.name}_rep_stride" not in values or f"{f.name}_blk_stride" not in values:
                return None
            operands.append((values[f"{f.name}_blk_stride"], values[f"{f.name}_rep_stride"], types[f.type].bits))
    if len(operands) < 2:
        return None
    lanes = mask.low if mask.mode == 2 else max(1, (mask.high << 64 | mask.low).bit_length())
    return Overlap(tuple(operands), values["repeat_times"], lanes)
