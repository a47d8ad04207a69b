"""The scalar pipe: register arithmetic, comparisons, single elements of local memory, printing.

Integers wrap to their dtype; division truncates and the remainder has the sign of the dividend, as in C (tik_api §4.2).
A register holds 64 bits: integers sign-extended, floats as their bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tik.isa.costs import Cost, occupies
from tik.isa.fields import Int, Mem, Out, Value
from tik.isa.instruction import Instruction, combos, instruction
from tik.isa.regions import put
from tik.isa.vector import larger, smaller
from tik.types.pipes import Pipe
from tik.types.scopes import LOCAL_SCOPES, Scope

INTS = combos("i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64")
NUMBERS = (*INTS, *combos("f16", "f32"))


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

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return a + b


@instruction
class SSub(ScalarBinary):
    """dst = a - b."""

    mnemonic = "ssub"

    @staticmethod
    def lane(a: Any, b: Any) -> Any:
        return a - b


@instruction
class SMul(ScalarBinary):
    """dst = a * b."""

    mnemonic = "smul"

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
class SLoad(Instruction):
    """dst = one element of UB, or a special register."""

    family = "scalar"
    mnemonic = "sload"
    strict = True
    pipe = Pipe.S
    combos = NUMBERS
    fields = (Out("dst"), Mem("src", (Scope.UB, Scope.SPR), "r", align=1))

    @staticmethod
    def run(src: Any, src_at: int, load0: Any) -> Any:
        return load0(src[src_at])

    @staticmethod
    def regions(out: Any, src: int, src_space: int, size_src: int) -> int:
        return put(out, 0, 1, 0, src_space, src, 1, 0, 1, 0, size_src)

    @staticmethod
    def cost(chip_scalar_ub_access: float) -> Cost:
        return occupies(chip_scalar_ub_access / 2)


@instruction
class SStore(Instruction):
    """One element of UB, or a special register, = a."""

    family = "scalar"
    mnemonic = "sstore"
    pipe = Pipe.S
    combos = NUMBERS
    fields = (Mem("dst", (Scope.UB, Scope.SPR), "w", align=1), Value("a"))

    @staticmethod
    def run(dst: Any, dst_at: int, a: Any, store0: Any) -> None:
        dst[dst_at] = store0(a)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, size_dst: int) -> int:
        return put(out, 0, 0, 1, dst_space, dst, 1, 0, 1, 0, size_dst)

    @staticmethod
    def cost(chip_scalar_ub_access: float) -> Cost:
        return occupies(chip_scalar_ub_access / 2)


NO_LOOP = -(2**31)  # the default of a loop field of print


@instruction
class Print(Instruction):
    """Show ``rows`` x ``cols`` elements, rows ``pitch`` elements apart, on core ``core`` (-1: all), with the loop variables
    around it (``loop0`` the outermost; left out: the registers of the loops it stands in). Takes no time, orders nothing."""

    family = "scalar"
    mnemonic = "print"
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
