"""The scalar pipe: register arithmetic, comparisons, single elements of local memory, printing.

Integers wrap to their dtype; division truncates and the remainder has the sign of the dividend, as in C (tik_api §4.2).
A register holds 64 bits: integers sign-extended, floats as their bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tik.isa.convert import to_i32
from tik.isa.costs import Cost, occupies
from tik.isa.fields import Choice, Int, Mem, Out, Value
from tik.isa.instruction import Combo, Instruction, combos, instruction
from tik.isa.regions import put
from tik.isa.vector import larger, smaller
from tik.types.dtypes import f32
from tik.types.pipes import Pipe
from tik.types.scopes import LOCAL_SCOPES, Scope

if TYPE_CHECKING:
    from tik.chips.loader import Chip

INTS = combos("i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64")
NUMBERS = (*INTS, *combos("f16", "f32"))
GM_SPACES = len(Scope)  # the spaces of GM arguments come after those of the scopes


def one_cycle() -> Cost:
    return occupies(1.0)


def two_run(a: Any, b: Any, lane: Any) -> Any:
    return lane(a, b)


class ScalarBinary(Instruction):
    """dst = f(a, b) on registers or immediates."""

    family = "scalar"
    pipe = Pipe.S
    combos = NUMBERS
    fields = (Out("dst"), Value("a"), Value("b"))
    run = staticmethod(two_run)
    cost = staticmethod(one_cycle)


class ScalarCompare(Instruction):
    """dst (i32) = 1 where the relation holds, else 0; NaN compares false (ne true)."""

    family = "scalar"
    pipe = Pipe.S
    combos = tuple((combos("i32")[0][0], t) for (t,) in NUMBERS)
    fields = (Out("dst", 0), Value("a", 1), Value("b", 1))
    run = staticmethod(two_run)
    cost = staticmethod(one_cycle)

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        assert cls.combos is not None
        return cls.combos if chip.has("compare_f32") else tuple(row for row in cls.combos if row[1] is not f32)


@instruction
class SMov(Instruction):
    """dst = a."""

    family = "scalar"
    mnemonic = "smov"
    pipe = Pipe.S
    combos = NUMBERS
    fields = (Out("dst"), Value("a"))
    cost = staticmethod(one_cycle)

    @staticmethod
    def run(a: Any) -> Any:
        return a


def sdiv(a: Any, b: Any) -> Any:
    """C division: truncates toward zero; x/0 gives 0, the most negative / -1 wraps to itself."""
    if b == 0:
        return a * 0
    if b == -1:
        return -a
    q = a // b
    return q + 1 if q < 0 and q * b != a else q


def smod(a: Any, b: Any) -> Any:
    """C remainder: sign of the dividend; x%0 gives 0."""
    if b == 0 or b == -1:
        return a * 0
    r = a % b
    return r - b if r != 0 and (a < 0) != (b < 0) else r


def udiv(a: Any, b: Any) -> Any:
    """Division of unsigned integers; x/0 gives 0."""
    return a * b if b == 0 else a // b


def umod(a: Any, b: Any) -> Any:
    """Remainder of unsigned integers; x%0 gives 0."""
    return a * b if b == 0 else a % b


@instruction
class SAdd(ScalarBinary):
    """dst = a + b."""

    mnemonic = "sadd"
    computes = "always"

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return a + b


@instruction
class SSub(ScalarBinary):
    """dst = a - b."""

    mnemonic = "ssub"
    computes = "always"

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return a - b


@instruction
class SMul(ScalarBinary):
    """dst = a * b."""

    mnemonic = "smul"
    computes = "always"

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return a * b


@instruction
class SDiv(ScalarBinary):
    """dst = a / b, truncating for integers."""

    mnemonic = "sdiv"
    combos = INTS

    @classmethod
    def lane_for(cls, types: Any) -> Any:
        return udiv if types[0].kind == "u" else sdiv


@instruction
class SFDiv(ScalarBinary):
    """dst = a / b in floating point."""

    mnemonic = "sfdiv"
    computes = "always"
    combos = combos("f16", "f32")

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return np.float32(np.float64(a) / np.float64(b)) if b != 0 else np.float32(a) * np.float32(np.copysign(np.inf, b))


@instruction
class SMod(ScalarBinary):
    """dst = a % b with the sign of a."""

    mnemonic = "smod"
    combos = INTS

    @classmethod
    def lane_for(cls, types: Any) -> Any:
        return umod if types[0].kind == "u" else smod


@instruction
class SMin(ScalarBinary):
    """dst = the smaller; NaN wins."""

    mnemonic = "smin"
    lane = staticmethod(smaller)


@instruction
class SMax(ScalarBinary):
    """dst = the larger; NaN wins."""

    mnemonic = "smax"
    lane = staticmethod(larger)


@instruction
class SAnd(ScalarBinary):
    """dst = a & b."""

    mnemonic = "sand"
    combos = INTS

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return a & b


@instruction
class SOr(ScalarBinary):
    """dst = a | b."""

    mnemonic = "sor"
    combos = INTS

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return a | b


@instruction
class SXor(ScalarBinary):
    """dst = a ^ b."""

    mnemonic = "sxor"
    combos = INTS

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return a ^ b


@instruction
class SShl(ScalarBinary):
    """dst = a << b, b modulo 64."""

    mnemonic = "sshl"
    combos = INTS

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return a << (b & 63)


@instruction
class SShr(ScalarBinary):
    """dst = a >> b, b modulo 64 (arithmetic for signed integers)."""

    mnemonic = "sshr"
    combos = INTS

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return a >> (b & 63)


@instruction
class SEq(ScalarCompare):
    """dst = a == b."""

    mnemonic = "seq"

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return 1 if a == b else 0


@instruction
class SNe(ScalarCompare):
    """dst = a != b."""

    mnemonic = "sne"

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return 1 if a != b else 0


@instruction
class SLt(ScalarCompare):
    """dst = a < b."""

    mnemonic = "slt"

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return 1 if a < b else 0


@instruction
class SLe(ScalarCompare):
    """dst = a <= b."""

    mnemonic = "sle"

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return 1 if a <= b else 0


def to_number(v: Any, _: Any) -> Any:
    return v


def to_whole(v: Any, _: Any) -> Any:
    """float -> integer toward zero; NaN and what int64 cannot hold give 0."""
    w = np.float64(v)
    return int(w) if w == w and abs(w) < 9.2e18 else 0


@instruction
class SCast(Instruction):
    """dst = a in another dtype: integers wrap, floats truncate toward zero to integers."""

    family = "scalar"
    mnemonic = "scast"
    pipe = Pipe.S
    computes = "narrower"
    combos = tuple((d, s) for (d,) in NUMBERS for (s,) in NUMBERS)
    fields = (Out("dst", 0), Value("a", 1))
    cost = staticmethod(one_cycle)

    @staticmethod
    def run(a: Any, lane: Any) -> Any:
        return lane(a, 0)

    @classmethod
    def lane_for(cls, types: Any) -> Any:
        return to_whole if types[1].is_float and not types[0].is_float else to_number


@instruction
class SRound(Instruction):
    """dst = a float rounded to an integer: saturates, NaN gives 0."""

    family = "scalar"
    mnemonic = "sround"
    pipe = Pipe.S
    combos = combos("i32.f32")
    fields = (Out("dst", 0), Value("a", 1), Choice("round_mode", ("round", "floor", "ceil", "away-zero", "to-zero"), "round"))
    cost = staticmethod(one_cycle)

    @staticmethod
    def run(a: Any, round_mode: int) -> Any:
        return to_i32(a, round_mode + 1)  # the modes of vconv begin with none


def root(a: Any) -> Any:
    return np.sqrt(a)


def whole_root(a: Any) -> Any:
    """The largest integer whose square is at most a; 0 for negative numbers."""
    if a <= 0:
        return a * 0
    r = int(np.sqrt(np.float64(a)))
    while r * r > a or r > 3037000499:  # the root of the largest int64
        r -= 1
    while r < 3037000499 and (r + 1) * (r + 1) <= a:
        r += 1
    return r


class ScalarUnary(Instruction):
    """dst = f(a)."""

    family = "scalar"
    pipe = Pipe.S
    fields = (Out("dst"), Value("a"))
    cost = staticmethod(one_cycle)

    @staticmethod
    def run(a: Any, lane: Any) -> Any:
        return lane(a)


@instruction
class SSqrt(ScalarUnary):
    """dst = the square root of a, correctly rounded; of integers the part before the point, 0 for negative ones."""

    mnemonic = "ssqrt"
    computes = "always"
    combos = combos("f32", "i64")

    @classmethod
    def lane_for(cls, types: Any) -> Any:
        return root if types[0].is_float else whole_root


def ones(a: Any) -> Any:
    n = 0
    for i in range(64):
        if (a >> np.uint64(i)) & np.uint64(1) != np.uint64(0):
            n += 1
    return n


def zeros(a: Any) -> Any:
    return 64 - ones(a)


def leading_zeros(a: Any) -> Any:
    n = 0
    while n < 64 and (a >> np.uint64(63 - n)) & np.uint64(1) == np.uint64(0):
        n += 1
    return n


@instruction
class SOnes(ScalarUnary):
    """dst = how many of the 64 bits of a are 1."""

    mnemonic = "sones"
    combos = combos("u64")
    lane = staticmethod(ones)


@instruction
class SZeros(ScalarUnary):
    """dst = how many of the 64 bits of a are 0."""

    mnemonic = "szeros"
    combos = combos("u64")
    lane = staticmethod(zeros)


@instruction
class SLeadingZeros(ScalarUnary):
    """dst = how many bits of a above its highest 1 are 0; 64 for a = 0."""

    mnemonic = "sleadingzeros"
    combos = combos("u64")
    lane = staticmethod(leading_zeros)


@instruction
class SLoad(Instruction):
    """dst = one element of UB or GM (through the scalar cache, v200 and later), or a special register."""

    family = "scalar"
    mnemonic = "sload"
    strict = True
    pipe = Pipe.S
    combos = NUMBERS
    fields = (Out("dst"), Mem("src", (Scope.UB, Scope.SPR, Scope.GM), "r", align=1))

    @staticmethod
    def run(src: Any, src_at: int, load0: Any) -> Any:
        return load0(src[src_at])

    @staticmethod
    def regions(out: Any, src: int, src_space: int, size_src: int) -> int:
        return put(out, 0, 1, 0, src_space, src, 1, 0, 1, 0, size_src)

    @staticmethod
    def cost(src_space: int, chip_scalar_ub_access: float, chip_dma_latency_l2_hit: float) -> Cost:
        """dma_latency_l2_hit for GM (assumed), else half of scalar_ub_access, which is a read and a write."""
        return occupies(chip_dma_latency_l2_hit if src_space >= GM_SPACES else chip_scalar_ub_access / 2)


@instruction
class SStore(Instruction):
    """One element of UB or GM (through the scalar cache, split chips), or a special register, = a."""

    family = "scalar"
    mnemonic = "sstore"
    pipe = Pipe.S
    combos = NUMBERS
    fields = (Mem("dst", (Scope.UB, Scope.SPR, Scope.GM), "w", align=1), Value("a"))

    @staticmethod
    def run(dst: Any, dst_at: int, a: Any, store0: Any) -> None:
        dst[dst_at] = store0(a)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, size_dst: int) -> int:
        return put(out, 0, 0, 1, dst_space, dst, 1, 0, 1, 0, size_dst)

    @staticmethod
    def cost(dst_space: int, chip_scalar_ub_access: float, chip_dma_latency_l2_hit: float) -> Cost:
        """As sload."""
        return occupies(chip_dma_latency_l2_hit if dst_space >= GM_SPACES else chip_scalar_ub_access / 2)


NO_LOOP = -(2**31)  # the default of a loop field of print


@instruction
class Print(Instruction):
    """Show ``rows`` x ``cols`` elements, rows ``pitch`` elements apart, on core ``core`` (-1: all), with the loop variables
    around it (``loop0`` the outermost; left out: the registers of the loops it stands in). Takes no time, orders nothing."""

    family = "scalar"
    mnemonic = "print"
    shows = True
    pipe = Pipe.S
    combos = (*NUMBERS, *combos("bf16"))
    fields = (
        Mem("src", (Scope.GM, *LOCAL_SCOPES), "r", align=1),
        Int("rows", 1, 2**24, 1, "rows"),
        Int("cols", 1, 2**24, 1, "cols"),
        Int("pitch", 1, 2**24, 1, "pitch"),
        Int("core", -1, 65535, -1, "core"),
        *(Int(f"loop{i}", NO_LOOP, 2**31 - 1, NO_LOOP, f"loop{i}") for i in range(4)),
    )

    @staticmethod
    def regions(out: Any, src: int, src_space: int, size_src: int, rows: int, cols: int, pitch: int) -> int:
        return put(out, 0, 0, 0, src_space, src, 1, 0, rows, pitch * size_src, cols * size_src)

    @staticmethod
    def cost() -> Cost:
        return occupies(0.0)


TEXT = Mem("text", (Scope.GM,), "r", 0, align=1)
LENGTH = Int("length", 0, 2**16, None, "length", "bytes of the text")


@instruction
class Printf(Instruction):
    """Show ``length`` bytes of text (UTF-8, a constant table), the value at the one C conversion it may have. Takes no
    time, orders nothing."""

    family = "scalar"
    mnemonic = "printf"
    shows = True
    pipe = Pipe.S
    combos = tuple((combos("u8")[0][0], t) for (t,) in NUMBERS)
    fields = (TEXT, LENGTH, Value("a", 1, 0))

    @staticmethod
    def regions(out: Any, text: int, text_space: int, length: int) -> int:
        return put(out, 0, 0, 0, text_space, text, 1, 0, 1, 0, length)

    @staticmethod
    def cost() -> Cost:
        return occupies(0.0)


@instruction
class PrintfTensor(Instruction):
    """As printf, with ``rows`` x ``cols`` elements, rows ``pitch`` elements apart, each in the text's conversion."""

    family = "scalar"
    mnemonic = "printf_tensor"
    shows = True
    pipe = Pipe.S
    combos = tuple((combos("u8")[0][0], t) for (t,) in Print.combos)
    fields = (
        TEXT,
        LENGTH,
        Mem("src", (Scope.GM, *LOCAL_SCOPES), "r", 1, align=1),
        Int("rows", 1, 2**24, 1, "rows"),
        Int("cols", 1, 2**24, 1, "cols"),
        Int("pitch", 1, 2**24, 1, "pitch"),
    )

    @staticmethod
    def regions(out: Any, text: int, text_space: int, length: int, src: int, src_space: int, size_src: int, rows: int,
                cols: int, pitch: int) -> int:
        n = put(out, 0, 0, 0, text_space, text, 1, 0, 1, 0, length)
        return put(out, n, 2, 0, src_space, src, 1, 0, rows, pitch * size_src, cols * size_src)

    @staticmethod
    def cost() -> Cost:
        return occupies(0.0)
