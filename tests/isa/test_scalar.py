"""Scalar instructions against C arithmetic on Python integers, and numpy floats."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import types_of, wrap
from tik.chips.loader import load_chip
from tik.isa.instruction import INSTRUCTIONS
from tik.npu.functional import GmSpace, execute
from tik.npu.translate import scalar_bits, translate
from tik.stream.model import Arg, Buffer, Instr, Mem, Reg, Section, Stream
from tik.types.dtypes import DType, i64
from tik.types.scopes import Scope


def result(mnemonic: str, types: tuple[DType, ...], *operands: Any) -> int:
    """What register 3 holds after the instruction (as the low bits of its dtype), stored through UB and GM."""
    kind = types[0]
    body = (
        Instr(INSTRUCTIONS[mnemonic], types, (Reg(3), *operands)),
        Instr(INSTRUCTIONS["sstore"], (i64,), (Mem("b"), Reg(3))),
        Instr(INSTRUCTIONS["mov_ub_gm"], (i64,), (Mem("x"), Mem("b"), 1, 1, 0, 0, 0)),
    )
    stream = Stream(
        "s", "Ascend910B1", (Arg("x", "gm", i64, "output"),), (Buffer("b", Scope.UB, i64, 0, 32),), (Section("vector", body),)
    )
    host = np.zeros(64, np.uint8)
    execute(translate(stream, load_chip("Ascend910B1")), [GmSpace(host, 32)], {}, 1)
    bits = int(host[:8].view(np.int64)[0])
    if not kind.is_float:
        assert wrap(bits, kind) == bits or kind.short == "u64", "the register is not extended to 64 bits"
    return bits & ((1 << kind.bits) - 1)


def c_div(a: int, b: int) -> int:
    return 0 if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


INTEGER = {
    "sadd": lambda a, b, k: a + b,
    "ssub": lambda a, b, k: a - b,
    "smul": lambda a, b, k: a * b,
    "sdiv": lambda a, b, k: c_div(a, b),
    "smod": lambda a, b, k: a - c_div(a, b) * b if b else 0,
    "smin": lambda a, b, k: min(a, b),
    "smax": lambda a, b, k: max(a, b),
    "sand": lambda a, b, k: a & b,
    "sor": lambda a, b, k: a | b,
    "sxor": lambda a, b, k: a ^ b,
    "sshl": lambda a, b, k: a << (b & 63),
    "sshr": lambda a, b, k: a >> (b & 63),
}
COMPARE = {"seq": lambda a, b: a == b, "sne": lambda a, b: a != b, "slt": lambda a, b: a < b, "sle": lambda a, b: a <= b}


def integers(kind: DType) -> Any:
    info = np.iinfo(kind.numpy)
    low, high = int(info.min), int(info.max)
    return st.one_of(st.integers(low, high), st.integers(max(low, -9), 9), st.sampled_from([low, high, high - 1]))


@pytest.mark.parametrize("mnemonic", INTEGER)
@settings(max_examples=25)
@given(data=st.data())
def test_integers(mnemonic: str, data: Any) -> None:
    kind = types_of(data.draw(st.sampled_from(["i32", "i64", "u64"] if mnemonic != "sadd" else ["i8", "u8", "u32", "i64"])))[0]
    a, b = data.draw(integers(kind)), data.draw(integers(kind))
    expected = INTEGER[mnemonic](a, b, kind) & ((1 << kind.bits) - 1)
    assert result(mnemonic, (kind,), a, b) == expected


def test_registers_as_operands() -> None:
    """The value of a register operand is read when the instruction runs."""
    load, add = INSTRUCTIONS["smov"], INSTRUCTIONS["sadd"]
    stream = Stream(
        "s",
        "Ascend910B1",
        (Arg("x", "gm", i64, "output"),),
        (Buffer("b", Scope.UB, i64, 0, 32),),
        (
            Section(
                "vector",
                (
                    Instr(load, (i64,), (Reg(4), 40)),
                    Instr(add, (i64,), (Reg(4), Reg(4), Reg(5))),
                    Instr(INSTRUCTIONS["sstore"], (i64,), (Mem("b"), Reg(4))),
                    Instr(INSTRUCTIONS["mov_ub_gm"], (i64,), (Mem("x"), Mem("b"), 1, 1, 0, 0, 0)),
                ),
            ),
        ),
    )
    host = np.zeros(64, np.uint8)
    execute(translate(stream, load_chip("Ascend910B1")), [GmSpace(host, 32)], {5: 2}, 1)
    assert host[:8].view(np.int64)[0] == 42


FLOATS = st.one_of(st.floats(width=16), st.sampled_from([0.0, -0.0, math.inf, -math.inf, math.nan, 65504.0, 6e-8]))


@pytest.mark.parametrize("short", ["f16", "f32"])
@pytest.mark.parametrize("mnemonic", ["sadd", "smul", "sfdiv", "smin", "smax"])
@settings(max_examples=25)
@given(a=FLOATS, b=FLOATS)
def test_floats(mnemonic: str, short: str, a: float, b: float) -> None:
    """IEEE in the dtype; NaN wins in smin and smax, in both operand orders."""
    kind = types_of(short)[0]
    x, y = kind.numpy.type(a), kind.numpy.type(b)
    with np.errstate(all="ignore"):
        expected = {
            "sadd": lambda: x + y,
            "smul": lambda: x * y,
            "sfdiv": lambda: x / y,
            "smin": lambda: x if x != x or x < y else y,
            "smax": lambda: x if x != x or x > y else y,
        }[mnemonic]()
    got = np.array([result(mnemonic, (kind,), a, b)], np.uint64).astype(f"u{kind.size}").view(kind.numpy)[0]
    assert (np.isnan(got) and np.isnan(expected)) or (got == expected and np.signbit(got) == np.signbit(expected))


@pytest.mark.parametrize("mnemonic", COMPARE)
@settings(max_examples=25)
@given(data=st.data())
def test_comparisons(mnemonic: str, data: Any) -> None:
    """1 or 0; NaN compares false, not-equal true."""
    kind = types_of(data.draw(st.sampled_from(["i32", "u64", "f32"])))[0]
    pick = FLOATS if kind.is_float else integers(kind)
    a = data.draw(pick)
    b = data.draw(st.one_of(pick, st.just(a)))
    assert result(mnemonic, (types_of("i32")[0], kind), a, b) == int(COMPARE[mnemonic](a, b))


@pytest.mark.parametrize(
    ("types", "value", "expected"),
    [
        ("i32.f32", 2.9, 2),
        ("i32.f32", -2.9, -2),
        ("i32.f32", math.nan, 0),
        ("i8.i32", 300, 44),
        ("u8.i32", -1, 255),
        ("i16.f16", -3.5, -3),
        ("i64.u32", 2**32 - 1, 2**32 - 1),
        ("u32.i64", -1, 2**32 - 1),
        ("i64.i32", -5, -5),
    ],
)
def test_cast_to_integers(types: str, value: float, expected: int) -> None:
    """Integers wrap, floats truncate."""
    kinds = types_of(types)
    assert wrap(result("scast", kinds, value), kinds[0]) == expected


@pytest.mark.parametrize(
    ("types", "value", "expected"),
    [
        ("f32.i32", 2**24 + 1, 2.0**24),
        ("f16.i32", 2049, 2048.0),
        ("f16.f32", 65520.0, math.inf),
        ("f32.u64", 2**63, 2.0**63),
        ("f32.f16", 0.1, float(np.float16(0.1))),
        ("f32.i64", -7, -7.0),
    ],
)
def test_cast_to_floats(types: str, value: float, expected: float) -> None:
    """Nearest even."""
    kinds = types_of(types)
    got = np.array([result("scast", kinds, value)], np.uint64).astype(f"u{kinds[0].size}").view(kinds[0].numpy)[0]
    assert got == expected


@pytest.mark.parametrize("short", ["i8", "u16", "f16", "f32", "i64"])
def test_one_element_of_ub(short: str) -> None:
    """sstore then sload gives the value back, sign and all, and touches no neighbour."""
    kind = types_of(short)[0]
    value = -5 if kind.kind != "u" else 60000
    at = 2 * kind.size
    body = (
        Instr(INSTRUCTIONS["sstore"], (kind,), (Mem("b", at), value)),
        Instr(INSTRUCTIONS["sload"], (kind,), (Reg(3), Mem("b", at))),
        Instr(INSTRUCTIONS["sstore"], (i64,), (Mem("b", 32), Reg(3))),
        Instr(INSTRUCTIONS["mov_ub_gm"], (i64,), (Mem("x"), Mem("b"), 1, 2, 0, 0, 0)),
    )
    stream = Stream(
        "s", "Ascend910B1", (Arg("x", "gm", i64, "output"),), (Buffer("b", Scope.UB, i64, 0, 64),), (Section("vector", body),)
    )
    host = np.zeros(64, np.uint8)
    trace = execute(translate(stream, load_chip("Ascend910B1")), [GmSpace(host, 64)], {}, 1)
    assert host[:32].view(kind.numpy)[2] == value
    assert (np.delete(host[:32], slice(at, at + kind.size)) == 0xFF).all()
    assert host[32:40].view(np.int64)[0] == scalar_bits(value, kind)
    assert trace.cores[0].costs[:3, 0].tolist() == [17, 17, 17]  # scalar_ub_access is of a load and a store


def test_most_negative_values() -> None:
    """Dividing the most negative integer by -1 wraps; nothing traps."""
    low = -(2**63)
    assert result("sdiv", (i64,), low, -1) == 2**63
    assert result("smod", (i64,), low, -1) == 0
    assert result("sdiv", (i64,), low, 2) == (-(2**62)) & (2**64 - 1)


@pytest.mark.parametrize("mnemonic", ["sones", "szeros", "sleadingzeros"])
@settings(max_examples=40)
@given(a=st.one_of(st.integers(0, 2**64 - 1), st.integers(0, 63).map(lambda n: 1 << n), st.just(0)))
def test_counting_bits(mnemonic: str, a: int) -> None:
    expected = {"sones": a.bit_count(), "szeros": 64 - a.bit_count(), "sleadingzeros": 64 - a.bit_length()}[mnemonic]
    assert result(mnemonic, types_of("u64"), a) == expected


@settings(max_examples=40)
@given(a=st.one_of(st.integers(0, 2**63 - 1), st.integers(0, 3037000499).map(lambda n: n * n), st.integers(-(2**63), 9)))
def test_whole_roots(a: int) -> None:
    """The largest integer whose square is at most a, also just below squares."""
    for x in (a, max(a - 1, 0)):
        assert result("ssqrt", (i64,), x) == math.isqrt(max(x, 0))


@settings(max_examples=40)
@given(a=st.one_of(FLOATS, st.integers(-10, 10).map(lambda n: n / 2), st.sampled_from([2147483520.0, 2147483648.0, -3e9])))
def test_rounding_to_integers(a: float) -> None:
    """To nearest even, down, up, to nearest away from zero, toward zero; saturating, NaN is 0."""
    modes = {
        "round": np.rint,
        "floor": np.floor,
        "ceil": np.ceil,
        "away-zero": lambda x: np.copysign(np.floor(abs(x) + 0.5), x),
        "to-zero": np.trunc,
    }
    for mode, rule in modes.items():
        exact = float(rule(np.float64(a)))
        expected = 0 if a != a else int(min(max(exact, -(2.0**31)), 2.0**31 - 1))
        assert wrap(result("sround", types_of("i32.f32"), a, mode), types_of("i32")[0]) == expected, mode


@settings(max_examples=25)
@given(a=FLOATS)
def test_float_roots(a: float) -> None:
    with np.errstate(all="ignore"):
        expected = np.sqrt(np.float32(a))
    got = np.array([result("ssqrt", types_of("f32"), a)], np.uint64).astype("u4").view(np.float32)[0]
    assert got == expected or (np.isnan(got) and np.isnan(expected))
