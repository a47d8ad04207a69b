"""Lane-by-lane vector instructions: unary, binary, with a scalar.

A repeat is 256 bytes of the widest type; block b of repeat r of an operand starts at base + (r*rep + b*blk) * 32 bytes
(DESIGN: tik_api §2). Repeats run strictly in order, each seeing what earlier ones wrote; within a repeat all lanes are
read before any is written. Times: head + repeats * slope (hardware.md D2 rule 1).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tik.isa.bits import local_like, window
from tik.isa.costs import Cost, occupies
from tik.isa.elementary import exp_f32, ln_f32
from tik.isa.fields import Choice, Field, Int, MaskField, Mem, Value
from tik.isa.instruction import Call, Combo, Instruction, instruction
from tik.isa.regions import mask_count, vector_regions
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.chips.loader import Chip

UB = (Scope.UB,)


def at(base: int, lane: int, own: int, blk: int) -> int:
    """Element index of a lane: ``own`` elements a block, blocks ``blk`` apart."""
    return base + (lane // own) * blk * own + lane % own


def bit(high: int, low: int, lane: int) -> bool:
    """Whether a lane's mask bit is set."""
    return ((low >> lane) & 1) != 0 if lane < 64 else ((high >> (lane - 64)) & 1) != 0


def entangled(d: int, d_blk: int, d_rep: int, s: int, s_blk: int, s_rep: int, repeats: int, d_blocks: int,
              s_blocks: int) -> bool:
    """Whether dst and src (byte offsets in one space) overlap other than exactly: then a repeat is read whole before it is
    written."""
    if d == s and d_blk == s_blk and d_rep == s_rep and d_blocks == s_blocks:
        return False
    d_high = d + ((repeats - 1) * d_rep + (d_blocks - 1) * d_blk + 1) * 32
    s_high = s + ((repeats - 1) * s_rep + (s_blocks - 1) * s_blk + 1) * 32
    return d < s_high and s < d_high


def unary_run(dst: Any, dst_at: int, src: Any, src_at: int, scalar: Any, size_dst: int, size_src: int,
              mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src_blk_stride: int,
              dst_rep_stride: int, src_rep_stride: int, lanes: int, lane: Any, load1: Any, store0: Any) -> None:
    """dst = lane(src, scalar) under mask, strides and repeats."""
    d_own, s_own = 32 // size_dst, 32 // size_src
    count = lanes if mask_mode == 1 else mask_count(mask_mode, mask_high, mask_low, lanes)
    total = mask_low if mask_mode == 1 else repeat_times * lanes
    repeats = (mask_low + lanes - 1) // lanes if mask_mode == 1 else repeat_times
    if repeats <= 0:
        return
    straight = dst_blk_stride == 1 and src_blk_stride == 1 and not entangled(
        dst_at * size_dst, dst_blk_stride, dst_rep_stride, src_at * size_src, src_blk_stride, src_rep_stride, repeats,
        lanes // d_own, lanes // s_own)
    if count == lanes and straight and dst_rep_stride * d_own == lanes and src_rep_stride * s_own == lanes:
        d = window(dst, dst_at, total)
        s = window(src, src_at, total)
        for i in range(total):
            d[i] = store0(lane(load1(s[i]), scalar))
        return
    kept = local_like(dst)
    for r in range(repeats):
        d0 = dst_at + r * dst_rep_stride * d_own
        s0 = src_at + r * src_rep_stride * s_own
        n = min(count, total - r * lanes)
        if straight and count >= 0:
            d = window(dst, d0, n)
            s = window(src, s0, n)
            for i in range(n):
                d[i] = store0(lane(load1(s[i]), scalar))
            continue
        for write in range(2):
            for i in range(lanes):
                if (i < n) if count >= 0 else bit(mask_high, mask_low, i):
                    if write == 0:
                        kept[i] = store0(lane(load1(src[at(s0, i, s_own, src_blk_stride)]), scalar))
                    else:
                        dst[at(d0, i, d_own, dst_blk_stride)] = kept[i]


def binary_run(dst: Any, dst_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, size_dst: int,
               mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src0_blk_stride: int,
               src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int, src1_rep_stride: int, lanes: int, lane: Any,
               load1: Any, load2: Any, store0: Any) -> None:
    """dst = lane(src0, src1) under mask, strides and repeats."""
    own = 32 // size_dst
    count = lanes if mask_mode == 1 else mask_count(mask_mode, mask_high, mask_low, lanes)
    total = mask_low if mask_mode == 1 else repeat_times * lanes
    repeats = (mask_low + lanes - 1) // lanes if mask_mode == 1 else repeat_times
    if repeats <= 0:
        return
    straight = dst_blk_stride == 1 and src0_blk_stride == 1 and src1_blk_stride <= 1
    for base, blk_stride, rep_stride in ((src0_at, src0_blk_stride, src0_rep_stride),
                                         (src1_at, src1_blk_stride, src1_rep_stride)):
        if entangled(dst_at * size_dst, dst_blk_stride, dst_rep_stride, base * size_dst, blk_stride, rep_stride, repeats,
                     8, 8):
            straight = False
    if (count == lanes and straight and src1_blk_stride == 1
            and dst_rep_stride * own == lanes and src0_rep_stride * own == lanes and src1_rep_stride * own == lanes):
        d = window(dst, dst_at, total)
        a = window(src0, src0_at, total)
        b = window(src1, src1_at, total)
        for i in range(total):
            d[i] = store0(lane(load1(a[i]), load2(b[i])))
        return
    kept = local_like(dst)
    for r in range(repeats):
        n = min(count, total - r * lanes)
        d0 = dst_at + r * dst_rep_stride * own
        a0 = src0_at + r * src0_rep_stride * own
        b0 = src1_at + r * src1_rep_stride * own
        if straight and count >= 0:
            b = window(src1, b0, n)
            if src1_blk_stride == 0:  # one block of src1 against all of src0: how a value a row is broadcast
                for c in range(0, lanes, own):
                    for e in range(own):
                        kept[c + e] = src1[b0 + e]
                b = window(kept, 0, n)
            d = window(dst, d0, n)
            a = window(src0, a0, n)
            for i in range(n):
                d[i] = store0(lane(load1(a[i]), load2(b[i])))
            continue
        for write in range(2):
            for i in range(lanes):
                if (i < n) if count >= 0 else bit(mask_high, mask_low, i):
                    if write == 0:
                        kept[i] = store0(lane(load1(src0[at(a0, i, own, src0_blk_stride)]),
                                              load2(src1[at(b0, i, own, src1_blk_stride)])))
                    else:
                        dst[at(d0, i, own, dst_blk_stride)] = kept[i]


def unary_shadow(dst: Any, dst_at: int, src: Any, src_at: int, size_dst: int, size_src: int,
                 mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src_blk_stride: int,
                 dst_rep_stride: int, src_rep_stride: int, lanes: int, lane: Any, spread1: Any, raw0: Any) -> None:
    """An undefined source lane makes its destination lane undefined."""
    unary_run(dst, dst_at, src, src_at, 0, size_dst, size_src, mask_mode, mask_high, mask_low, repeat_times, dst_blk_stride,
              src_blk_stride, dst_rep_stride, src_rep_stride, lanes, lane, spread1, raw0)


def binary_shadow(dst: Any, dst_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, size_dst: int,
                  mask_mode: int, mask_high: int, mask_low: int,
                  repeat_times: int, dst_blk_stride: int, src0_blk_stride: int, src1_blk_stride: int, dst_rep_stride: int,
                  src0_rep_stride: int, src1_rep_stride: int, lanes: int, lane: Any,
                  spread1: Any, spread2: Any, raw0: Any) -> None:
    """An undefined lane of either source makes the destination lane undefined."""
    binary_run(dst, dst_at, src0, src0_at, src1, src1_at, size_dst, mask_mode, mask_high, mask_low,
               repeat_times, dst_blk_stride, src0_blk_stride, src1_blk_stride, dst_rep_stride, src0_rep_stride,
               src1_rep_stride, lanes, lane, spread1, spread2, raw0)


def bitwise_unary_shadow(dst: Any, dst_at: int, src: Any, src_at: int, size_dst: int, size_src: int, mask_mode: int,
                         mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src_blk_stride: int,
                         dst_rep_stride: int, src_rep_stride: int, lanes: int, lane: Any, raw0: Any) -> None:
    """Undefined bits, as comparisons leave them, stay where they are."""
    unary_run(dst, dst_at, src, src_at, 0, size_dst, size_src, mask_mode, mask_high, mask_low, repeat_times, dst_blk_stride,
              src_blk_stride, dst_rep_stride, src_rep_stride, lanes, lane, raw0, raw0)


def bitwise_binary_shadow(dst: Any, dst_at: int, src0: Any, src0_at: int, src1: Any, src1_at: int, size_dst: int,
                          mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int,
                          src0_blk_stride: int, src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int,
                          src1_rep_stride: int, lanes: int, lane: Any, raw0: Any) -> None:
    """Undefined bits of either source, as comparisons leave them, stay where they are."""
    binary_run(dst, dst_at, src0, src0_at, src1, src1_at, size_dst, mask_mode, mask_high, mask_low, repeat_times,
               dst_blk_stride, src0_blk_stride, src1_blk_stride, dst_rep_stride, src0_rep_stride, src1_rep_stride, lanes,
               lane, raw0, raw0, raw0)


def first_of_two(a: Any, b: Any) -> Any:
    return a


def either(a: Any, b: Any) -> Any:
    return a | b


def unary_regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_dst: int, size_src: int,
                  mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src_blk_stride: int,
                  dst_rep_stride: int, src_rep_stride: int, lanes: int) -> int:
    n = 0
    for field, write, space, start, size, blk_stride, rep_stride in (
            (2, 0, src_space, src, size_src, src_blk_stride, src_rep_stride),
            (1, 1, dst_space, dst, size_dst, dst_blk_stride, dst_rep_stride)):
        n = vector_regions(out, n, field, write, space, start, size, lanes, mask_mode, mask_high, mask_low, repeat_times,
                           blk_stride, rep_stride)
    return n


def binary_regions(out: Any, dst: int, dst_space: int, src0: int, src0_space: int, src1: int, src1_space: int,
                   size_dst: int, mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int,
                   src0_blk_stride: int, src1_blk_stride: int, dst_rep_stride: int, src0_rep_stride: int,
                   src1_rep_stride: int, lanes: int) -> int:
    n = 0
    for field, write, space, start, blk_stride, rep_stride in (
            (2, 0, src0_space, src0, src0_blk_stride, src0_rep_stride),
            (3, 0, src1_space, src1, src1_blk_stride, src1_rep_stride),
            (1, 1, dst_space, dst, dst_blk_stride, dst_rep_stride)):
        n = vector_regions(out, n, field, write, space, start, size_dst, lanes, mask_mode, mask_high, mask_low, repeat_times,
                           blk_stride, rep_stride)
    return n


def vector_cost(mask_mode: int, mask_low: int, repeat_times: int, lanes: int, head: float, slope: float,
                chip_counter_mask_extra: float) -> Cost:
    """head + repeats * slope, with a counter as mask counter_mask_extra more; without bank conflicts."""
    if mask_mode == 1:
        return occupies(head + chip_counter_mask_extra + ((mask_low + lanes - 1) // lanes) * slope)
    return occupies(head + repeat_times * slope)


def blk(name: str, text: str) -> Int:
    return Int(name, 0, 65535, 1, text, "blocks (32 B) between the starts of two blocks of a repeat")


def rep(name: str, text: str) -> Int:
    return Int(name, 0, 255, 8, text, "blocks (32 B) between the starts of two repeats")


REPEAT = Int("repeat_times", 0, 255, 1, "repeat", "how many repeats of 256 bytes")
UNARY_STRIDES = (blk("dst_blk_stride", "dst_blk"), blk("src_blk_stride", "src_blk"),
                 rep("dst_rep_stride", "dst_rep"), rep("src_rep_stride", "src_rep"))


class VectorUnary(Instruction):
    """dst = f(src), lane by lane (``lane``'s second argument is a zero of the operand's type)."""

    family = "vector"
    pipe = Pipe.V
    fields = (MaskField(), Mem("dst", UB, "w", 0), Mem("src", UB, "r", 1), REPEAT, *UNARY_STRIDES)
    run = staticmethod(unary_run)
    shadow: ClassVar[Callable[..., Any] | None] = staticmethod(unary_shadow)
    shadow_lane = staticmethod(first_of_two)
    regions = staticmethod(unary_regions)
    cost = staticmethod(vector_cost)


class VectorScalar(Instruction):
    """dst = f(src, scalar), lane by lane; the scalar has the operand's dtype."""

    family = "vector"
    pipe = Pipe.V
    fields = (MaskField(), Mem("dst", UB, "w", 0), Mem("src", UB, "r", 1), Value("scalar", 1), REPEAT, *UNARY_STRIDES)
    run = staticmethod(unary_run)
    shadow = staticmethod(unary_shadow)
    shadow_lane = staticmethod(first_of_two)
    regions = staticmethod(unary_regions)
    cost = staticmethod(vector_cost)


class VectorBinary(Instruction):
    """dst = f(src0, src1), lane by lane."""

    family = "vector"
    pipe = Pipe.V
    fields = (MaskField(), Mem("dst", UB, "w", 0), Mem("src0", UB, "r", 1), Mem("src1", UB, "r", 2), REPEAT,
              blk("dst_blk_stride", "dst_blk"), blk("src0_blk_stride", "src0_blk"), blk("src1_blk_stride", "src1_blk"),
              rep("dst_rep_stride", "dst_rep"), rep("src0_rep_stride", "src0_rep"), rep("src1_rep_stride", "src1_rep"))
    run = staticmethod(binary_run)
    shadow: ClassVar[Callable[..., Any] | None] = staticmethod(binary_shadow)
    shadow_lane = staticmethod(either)
    regions = staticmethod(binary_regions)
    cost = staticmethod(vector_cost)


def binary_calls(name: str, new: bool = True) -> tuple[Call, ...]:
    """The legacy call ``vX`` and the newer ``vec_X`` (block strides fixed at 1)."""
    legacy = Call(f"v{name}", "mask dst src0 src1 repeat_times dst_blk_stride src0_blk_stride src1_blk_stride "
                              "dst_rep_stride src0_rep_stride src1_rep_stride stride_unit=0")
    newer = Call(f"vec_{name}", "mask dst src0 src1 repeat_times dst_rep_stride src0_rep_stride src1_rep_stride")
    return (legacy, newer) if new else (legacy,)


def unary_calls(name: str, new: bool = True) -> tuple[Call, ...]:
    legacy = Call(f"v{name}", "mask dst src repeat_times dst_blk_stride src_blk_stride dst_rep_stride src_rep_stride "
                              "stride_unit=0")
    newer = Call(f"vec_{name}", "mask dst src repeat_times dst_rep_stride src_rep_stride")
    return (legacy, newer) if new else (legacy,)


def scalar_calls(name: str, new: bool = True) -> tuple[Call, ...]:
    legacy = Call(f"v{name}", "mask dst src scalar repeat_times dst_blk_stride src_blk_stride dst_rep_stride src_rep_stride "
                              "stride_unit=0 mask_mode='normal'")
    newer = Call(f"vec_{name}", "mask dst src scalar repeat_times dst_rep_stride src_rep_stride mask_mode='normal'")
    return (legacy, newer) if new else (legacy,)


def larger(a: Any, b: Any) -> Any:
    """Maximum in which NaN wins (decision: the kit's one rule, as numpy)."""
    return a if a > b or a != a else b


def smaller(a: Any, b: Any) -> Any:
    """Minimum in which NaN wins."""
    return a if a < b or a != a else b


@instruction
class VAdd(VectorBinary):
    """dst = src0 + src1; floats round to nearest even, integers wrap."""

    mnemonic = "vadd"
    computes = "always"
    calls = binary_calls("add")

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return a + b


@instruction
class VSub(VectorBinary):
    """dst = src0 - src1."""

    mnemonic = "vsub"
    computes = "always"
    calls = binary_calls("sub")

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return a - b


@instruction
class VMul(VectorBinary):
    """dst = src0 * src1."""

    mnemonic = "vmul"
    computes = "always"
    calls = binary_calls("mul")

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return a * b


@instruction
class VDiv(VectorBinary):
    """dst = src0 / src1, correctly rounded; x/0 is inf, 0/0 NaN."""

    mnemonic = "vdiv"
    computes = "always"
    calls = binary_calls("div", new=False)

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return a / b


@instruction
class VMax(VectorBinary):
    """dst = max(src0, src1); NaN wins."""

    mnemonic = "vmax"
    calls = binary_calls("max")

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return larger(a, b)


@instruction
class VMin(VectorBinary):
    """dst = min(src0, src1); NaN wins."""

    mnemonic = "vmin"
    calls = binary_calls("min")

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return smaller(a, b)


@instruction
class VAnd(VectorBinary):
    """dst = src0 & src1, bitwise."""

    mnemonic = "vand"
    calls = binary_calls("and")
    shadow = staticmethod(bitwise_binary_shadow)

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return a & b


@instruction
class VOr(VectorBinary):
    """dst = src0 | src1, bitwise."""

    mnemonic = "vor"
    calls = binary_calls("or")
    shadow = staticmethod(bitwise_binary_shadow)

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return a | b


@instruction
class VNot(VectorUnary):
    """dst = ~src, bitwise."""

    mnemonic = "vnot"
    calls = unary_calls("not")
    shadow = staticmethod(bitwise_unary_shadow)

    @staticmethod
    def lane(a: Any, _: Any) -> Any:
        return ~a


@instruction
class VAbs(VectorUnary):
    """dst = |src|."""

    mnemonic = "vabs"
    calls = unary_calls("abs")

    @staticmethod
    def lane(a: Any, _: Any) -> Any:
        return abs(a)


@instruction
class VRelu(VectorUnary):
    """dst = max(src, 0); NaN stays NaN."""

    mnemonic = "vrelu"
    calls = unary_calls("relu")

    @staticmethod
    def lane(a: Any, zero: Any) -> Any:
        return a if a > zero or a != a else zero


@instruction
class VExp(VectorUnary):
    """dst = e ** src, within 1 ulp."""

    mnemonic = "vexp"
    computes = "always"
    calls = unary_calls("exp")

    @staticmethod
    def lane(a: Any, _: Any) -> Any:
        return exp_f32(a)


@instruction
class VLn(VectorUnary):
    """dst = ln(src), within 1 ulp; ln 0 = -inf, ln of a negative is NaN."""

    mnemonic = "vln"
    computes = "always"
    calls = unary_calls("ln")

    @staticmethod
    def lane(a: Any, _: Any) -> Any:
        return ln_f32(a)


@instruction
class VSqrt(VectorUnary):
    """dst = sqrt(src), correctly rounded."""

    mnemonic = "vsqrt"
    computes = "always"
    calls = unary_calls("sqrt", new=False)

    @staticmethod
    def lane(a: Any, _: Any) -> Any:
        return np.sqrt(a)


@instruction
class VRec(VectorUnary):
    """dst = 1 / src, correctly rounded (hardware approximates)."""

    mnemonic = "vrec"
    computes = "always"
    calls = unary_calls("rec")

    @staticmethod
    def lane(a: Any, _: Any) -> Any:
        return np.float32(1.0) / a


@instruction
class VRsqrt(VectorUnary):
    """dst = 1 / sqrt(src) (hardware approximates)."""

    mnemonic = "vrsqrt"
    computes = "always"
    calls = unary_calls("rsqrt")

    @staticmethod
    def lane(a: Any, _: Any) -> Any:
        return np.float32(np.float64(1.0) / np.sqrt(np.float64(a)))


@instruction
class VAdds(VectorScalar):
    """dst = src + scalar."""

    mnemonic = "vadds"
    computes = "always"
    calls = scalar_calls("adds")

    @staticmethod
    def lane(a: Any, scalar: Any) -> Any:
        return a + scalar


@instruction
class VMuls(VectorScalar):
    """dst = src * scalar."""

    mnemonic = "vmuls"
    computes = "always"
    calls = scalar_calls("muls")

    @staticmethod
    def lane(a: Any, scalar: Any) -> Any:
        return a * scalar


@instruction
class VMaxs(VectorScalar):
    """dst = max(src, scalar); NaN wins."""

    mnemonic = "vmaxs"
    calls = scalar_calls("maxs", new=False)

    @staticmethod
    def lane(a: Any, scalar: Any) -> Any:
        return larger(a, scalar)


@instruction
class VMins(VectorScalar):
    """dst = min(src, scalar); NaN wins."""

    mnemonic = "vmins"
    calls = scalar_calls("mins", new=False)

    @staticmethod
    def lane(a: Any, scalar: Any) -> Any:
        return smaller(a, scalar)


@instruction
class VlRelu(VectorScalar):
    """dst = src where src > 0, else src * scalar; NaN stays NaN."""

    mnemonic = "vlrelu"
    computes = "always"
    calls = scalar_calls("lrelu", new=False)

    @staticmethod
    def lane(a: Any, scalar: Any) -> Any:
        return a if a > 0 else a * scalar


def relu_sum(a: Any, b: Any) -> Any:
    c = a + b
    return c if c > 0 or c != c else np.float32(0.0)


def relu_difference(a: Any, b: Any) -> Any:
    c = a - b
    return c if c > 0 or c != c else np.float32(0.0)


def wrapped_i16(a: Any) -> Any:
    """A word as int16 holds it."""
    return ((a + 32768) & 65535) - 32768


def relu_sum_i16(a: Any, b: Any) -> Any:
    return max(wrapped_i16(a + b), 0)


def relu_difference_i16(a: Any, b: Any) -> Any:
    return max(wrapped_i16(a - b), 0)


@instruction
class VAddRelu(VectorBinary):
    """dst = max(src0 + src1, 0): vadd, then relu (an int16 sum wraps first); NaN stays NaN."""

    mnemonic = "vaddrelu"
    computes = "always"
    calls = binary_calls("addrelu", new=False)

    @classmethod
    def lane_for(cls, types: Combo) -> Callable[..., Any]:
        return relu_sum if types[0].is_float else relu_sum_i16


@instruction
class VSubRelu(VectorBinary):
    """dst = max(src0 - src1, 0): vsub, then relu (an int16 difference wraps first); NaN stays NaN."""

    mnemonic = "vsubrelu"
    computes = "always"
    calls = binary_calls("subrelu", new=False)

    @classmethod
    def lane_for(cls, types: Combo) -> Callable[..., Any]:
        return relu_difference if types[0].is_float else relu_difference_i16


class VectorShift(Instruction):
    """dst = src shifted by ``scalar`` bits, 0 up to the width of the dtype."""

    family = "vector"
    pipe = Pipe.V
    fields: ClassVar[tuple[Field, ...]] = (
        MaskField(), Mem("dst", UB, "w", 0), Mem("src", UB, "r", 1),
        Int("scalar", 0, 32, 1, "shift", "bits to shift by, at most the width of the dtype"), REPEAT, *UNARY_STRIDES)
    shadow = staticmethod(unary_shadow)
    shadow_lane = staticmethod(first_of_two)
    regions = staticmethod(unary_regions)
    cost = staticmethod(vector_cost)

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Mapping[str, Any]) -> str | None:
        bits = values.get("scalar")
        if isinstance(bits, int) and bits > types[0].bits:
            return f"scalar is {bits}: {types[0]} has only {types[0].bits} bits to shift"
        return None


@instruction
class VShl(VectorShift):
    """dst = src << scalar: bits that leave at the top are lost, zeros come in; by the whole width gives 0."""

    mnemonic = "vshl"
    calls = scalar_calls("shl", new=False)
    run = staticmethod(unary_run)

    @staticmethod
    def lane(a: Any, bits: Any) -> Any:
        return a << bits


def halves_up(a: Any, bits: Any) -> Any:
    """a / 2**bits, rounded to nearest, halves up."""
    return (a + ((1 << bits) >> 1)) >> bits


@instruction
class VShr(VectorShift):
    """dst = src >> scalar: unsigned data is filled with zeros, signed data with its sign (by the whole width: 0 or -1).

    ``round_en`` (int16 and int32 only) adds the last bit shifted out: the quotient is rounded to nearest, halves up."""

    mnemonic = "vshr"
    fields = (*VectorShift.fields, Choice("round_en", ("false", "true"), "false"))
    calls = (Call("vshr", "mask dst src scalar repeat_times dst_blk_stride src_blk_stride dst_rep_stride src_rep_stride "
                          "stride_unit=0 round_en=False mask_mode='normal'"),)

    @staticmethod
    def lane(a: Any, bits: Any) -> Any:  # bits + 64 asks for rounding
        return a >> bits if bits < 64 else halves_up(a, bits - 64)

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, scalar: int, round_en: int, size_dst: int, size_src: int,
            mask_mode: int, mask_high: int, mask_low: int, repeat_times: int, dst_blk_stride: int, src_blk_stride: int,
            dst_rep_stride: int, src_rep_stride: int, lanes: int, lane: Any, load1: Any, store0: Any) -> None:
        unary_run(dst, dst_at, src, src_at, scalar + 64 * round_en, size_dst, size_src, mask_mode, mask_high, mask_low,
                  repeat_times, dst_blk_stride, src_blk_stride, dst_rep_stride, src_rep_stride, lanes, lane, load1, store0)

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Mapping[str, Any]) -> str | None:
        if values.get("round_en") == "true" and types[0].kind == "u":
            return f"round_en rounds signed data (i16, i32), not {types[0]}"
        return super().check(chip, types, values)
