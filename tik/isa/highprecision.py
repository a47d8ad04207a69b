"""Reciprocals, logarithms and exponentials refined in a work tensor (tik_api §7): results within 1 ulp of the dtype.

The toolkit makes each a sequence of simple instructions; here it is one instruction that knows the result, so that its time is
that of the sequence (``steps`` vector instructions over the same repeats) without their barriers. The work tensor is
clobbered: every byte of the part it needs becomes 0xFF.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tik.isa.costs import Cost, occupies
from tik.isa.elementary import expm1_f32, ln_f32
from tik.isa.fields import Int, MaskField, Mem
from tik.isa.instruction import Call, Combo, Instruction, combos, instruction
from tik.isa.regions import put, vector_regions
from tik.isa.vector import REPEAT, UB, first_of_two, rep, unary_run
from tik.types.dtypes import DType
from tik.types.pipes import Pipe

if TYPE_CHECKING:
    from tik.chips.loader import Chip


def preci_run(dst: Any, dst_at: int, src: Any, src_at: int, work_tensor_u8: Any, work_tensor_byte: int, work_bytes: int,
              size_dst: int, size_src: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int,
              dst_rep_stride: int, src_rep_stride: int, lanes: int, lane: Any, load1: Any, store0: Any) -> None:
    """dst = lane(src); the work tensor's bytes are 0xFF afterwards."""
    if repeat_times <= 0:
        return
    for i in range(work_bytes):
        work_tensor_u8[work_tensor_byte + i] = 255
    unary_run(dst, dst_at, src, src_at, 0, size_dst, size_src, mask_mode, mask_high, mask_low, repeat_times, 1, 1,
              dst_rep_stride, src_rep_stride, lanes, lane, load1, store0)


def preci_shadow(dst: Any, dst_at: int, src: Any, src_at: int, work_tensor_u8: Any, work_tensor_byte: int, work_bytes: int,
                 size_dst: int, size_src: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int,
                 dst_rep_stride: int, src_rep_stride: int, lanes: int, lane: Any, spread1: Any, raw0: Any) -> None:
    """An undefined source lane makes its destination lane undefined; what is left in the work tensor is known."""
    if repeat_times <= 0:
        return
    for i in range(work_bytes):
        work_tensor_u8[work_tensor_byte + i] = 0
    unary_run(dst, dst_at, src, src_at, 0, size_dst, size_src, mask_mode, mask_high, mask_low, repeat_times, 1, 1,
              dst_rep_stride, src_rep_stride, lanes, lane, spread1, raw0)


def preci_cost(steps: int) -> Callable[..., Cost]:
    """``steps`` vector instructions (head + repeats * slope each) one behind the other."""

    def cost(repeat_times: int, head: float, slope: float) -> Cost:
        return occupies(steps * (head + repeat_times * slope) if repeat_times > 0 else head)

    cost.__doc__ = f"{steps} * (head + repeats * slope): as many simple vector instructions, assumed"
    return cost


class HighPrecision(Instruction):
    """dst = f(src), lane by lane, within 1 ulp; ``work_bytes`` of the work tensor are clobbered."""

    family = "highprecision"
    pipe = Pipe.V
    computes = "always"
    factor: ClassVar[int] = 0  # elements of work a source element needs, with sources of the work tensor's dtype
    widened: ClassVar[int] = 0  # … more when the source is narrower than the work tensor
    fields = (MaskField(), Mem("dst", UB, "w", 0), Mem("src", UB, "r", 1), Mem("work_tensor", UB, "w", 2),
              Int("work_bytes", 0, 2**20, 0, "work", "bytes of the work tensor that are clobbered"), REPEAT,
              rep("dst_rep_stride", "dst_rep"), rep("src_rep_stride", "src_rep"))
    run = staticmethod(preci_run)
    shadow = staticmethod(preci_shadow)
    shadow_lane = staticmethod(first_of_two)

    @classmethod
    def counted(cls, types: Combo) -> DType:
        return types[0]

    @classmethod
    def work_elements(cls, chip: Chip, types: Combo) -> int:
        """Elements of the work tensor for each source element."""
        return cls.factor + (cls.widened if types[2].size > types[1].size else 0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, work_tensor: int, work_tensor_space: int,
                work_bytes: int, size_dst: int, size_src: int, mask_mode: int, mask_high: int, mask_low: int,
                repeat_times: int, dst_rep_stride: int, src_rep_stride: int, lanes: int) -> int:
        n = vector_regions(out, 0, 2, 0, src_space, src, size_src, lanes, mask_mode, mask_high, mask_low, repeat_times, 1,
                           src_rep_stride)
        n = put(out, n, 3, 1, work_tensor_space, work_tensor, 1, 0, 1, 0, work_bytes if repeat_times > 0 else 0)
        return vector_regions(out, n, 1, 1, dst_space, dst, size_dst, lanes, mask_mode, mask_high, mask_low, repeat_times, 1,
                              dst_rep_stride)


def preci_calls(name: str) -> tuple[Call, ...]:
    return (Call(f"vec_{name}_high_preci", "mask dst src work_tensor repeat_times dst_rep_stride src_rep_stride"),)


@instruction
class VRecHighPreci(HighPrecision):
    """dst = 1 / src, within 1 ulp (1/0 is inf). The work tensor is f32: 2 elements for each f32 source element, 4 for each f16.

    Cycles: 7 instructions, an estimate and two Newton steps of three each."""

    mnemonic = "vrec_high_preci"
    combos = combos("f16.f16.f32", "f32.f32.f32")
    factor, widened = 2, 2
    calls = preci_calls("rec")
    cost = staticmethod(preci_cost(7))

    @staticmethod
    def lane(a: Any, _: Any) -> Any:
        return np.float32(1.0) / a


@instruction
class VRsqrtHighPreci(HighPrecision):
    """dst = 1 / sqrt(src), within 1 ulp (of 0: inf, of a negative: NaN). The work tensor is f32: 3 elements for each f32 source
    element (4 on chips without vsqrt), 2 more for each f16.

    Cycles: 9 instructions, an estimate and two Newton steps of four each."""

    mnemonic = "vrsqrt_high_preci"
    combos = combos("f16.f16.f32", "f32.f32.f32")
    factor, widened = 3, 2
    calls = preci_calls("rsqrt")
    cost = staticmethod(preci_cost(9))

    @classmethod
    def work_elements(cls, chip: Chip, types: Combo) -> int:
        return super().work_elements(chip, types) + (0 if chip.types("vsqrt") else 1)

    @staticmethod
    def lane(a: Any, _: Any) -> Any:
        return np.float32(np.float64(1.0) / np.sqrt(np.float64(a)))


@instruction
class VLnHighPreci(HighPrecision):
    """dst = ln(src), within 1 ulp of f16 (of 0: -inf, of a negative: NaN). The work tensor is f16: 10 elements for each source
    element.

    Cycles: 20 instructions in f32, two repeats for each of f16's: conversions, reduction and a polynomial."""

    mnemonic = "vln_high_preci"
    combos = combos("f16.f16.f16")
    factor = 10
    calls = preci_calls("ln")
    cost = staticmethod(preci_cost(20))

    @staticmethod
    def lane(a: Any, _: Any) -> Any:
        return ln_f32(a)


@instruction
class VExpm1HighPreci(HighPrecision):
    """dst = e ** src - 1, within 1 ulp of f16 also near 0. The work tensor is f16: 11 elements for each source element.

    Cycles: 20 instructions in f32, two repeats for each of f16's: conversions, reduction and a polynomial."""

    mnemonic = "vexpm1_high_preci"
    combos = combos("f16.f16.f16")
    factor = 11
    calls = preci_calls("expm1")
    cost = staticmethod(preci_cost(20))

    @staticmethod
    def lane(a: Any, _: Any) -> Any:
        return expm1_f32(a)
