"""Conversions against tik_api §10: exact arithmetic in Python fractions, rounded by the mode, saturated."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import At, Memory, active, agree, place, scalar_of, types_of, values, vector_operands
from tik.chips.loader import chip_names, load_chip
from tik.isa import INSTRUCTIONS
from tik.isa.fields import Mask

DIGITS = {"f16": (11, -24, 65504.0), "bf16": (8, -133, 3.3895313892515355e38), "f32": (24, -149, 3.4028234663852886e38)}


def whole(x: Fraction, mode: str) -> int:
    """An exact number to an integer."""
    if mode == "floor":
        return math.floor(x)
    if mode == "ceil":
        return math.ceil(x)
    if mode == "to-zero":
        return math.trunc(x)
    if mode == "away-zero":
        return math.floor(abs(x) + Fraction(1, 2)) * (1 if x >= 0 else -1)
    if mode == "odd":
        t = math.trunc(x)
        return t if t == x or t % 2 else t + (1 if x > 0 else -1)
    return round(x)  # ties to even


def as_float(x: Fraction, kind: Any, mode: str) -> float:
    """The float of a dtype that the mode chooses for an exact number: a whole number of units in the last place."""
    digits, least, largest = DIGITS[kind.short]
    if x == 0:
        return 0.0
    exponent = math.floor(math.log2(abs(x)))
    exponent -= abs(x) < Fraction(2) ** exponent
    unit = Fraction(2) ** max(exponent - digits + 1, least)
    y = whole(x / unit, mode) * unit
    if abs(y) <= largest:
        return float(y)
    away = {"floor": x < 0, "ceil": x > 0, "to-zero": False, "odd": False}.get(mode, True)
    return math.copysign(math.inf if away else largest, x)


def converted(value: Any, dst: Any, src: Any, mode: str) -> Any:
    v = float(value) if src.is_float else int(value)
    if dst is src and v == v and not math.isinf(v):
        return math.copysign(float(whole(Fraction(v), mode)), v)
    if v != v:
        return v if dst.is_float else 0
    if dst.is_float:
        y = v if src.is_float and math.isinf(v) else as_float(Fraction(v), dst, mode)
        return math.copysign(y, v) if src.is_float else y
    info = np.iinfo(dst.numpy)
    return int(min(max(whole(Fraction(v), mode) if src.is_float and math.isfinite(v) else v, int(info.min)), int(info.max)))


def meaning(m: Memory) -> None:
    lanes = 256 // max(t.size for t in m.types)
    for r, on in enumerate(active(m["mask"], lanes, m["repeat_times"])):
        results = [
            converted(m["src"][place(m.types[1], r, i, m["src_blk_stride"], m["src_rep_stride"])], *m.types, m["round_mode"])
            for i in on
        ]
        for i, value in zip(on, results, strict=True):
            m["dst"][place(m.types[0], r, i, m["dst_blk_stride"], m["dst_rep_stride"])] = value


EVERY = ("round", "floor", "ceil", "away-zero", "to-zero")
CASES = {
    "f16.f32": ("none", *EVERY, "odd"),
    "f32.f16": ("none",),
    "bf16.f32": EVERY,
    "f32.bf16": ("none",),
    "i64.f32": EVERY,
    "i32.f32": EVERY,
    "i16.f32": EVERY,
    "i32.f16": EVERY,
    "i16.f16": EVERY,
    "i8.f16": ("none", *EVERY),
    "u8.f16": ("none", *EVERY),
    "i32.bf16": EVERY,
    "f32.f32": EVERY,
    "f32.i64": EVERY,
    "f32.i32": ("none", *EVERY),
    "f32.i16": ("none",),
    "f16.i32": ("none",),
    "f16.i16": ("none", *EVERY),
    "f16.i8": ("none",),
    "f16.u8": ("none",),
    "i64.i32": ("none",),
    "i32.i64": ("none",),
    "i16.i32": ("none",),
    "i8.i16": ("none",),
    "u8.i16": ("none",),
}


@pytest.mark.parametrize("types", CASES)
@settings(max_examples=20)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_pairs(types: str, data: Any, seed: int) -> None:
    kinds = types_of(types)
    operands = data.draw(vector_operands("vconv", kinds)) | {"round_mode": data.draw(st.sampled_from(CASES[types]))}
    agree("vconv", types, operands, {"UB": values(seed, kinds[1], 16384)}, meaning)


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("round", [0, 2, 2, -2, 2147483647, -2147483648, 0]),
        ("floor", [0, 1, 2, -3, 2147483647, -2147483648, 0]),
        ("ceil", [1, 2, 3, -2, 2147483647, -2147483648, 0]),
        ("away-zero", [1, 2, 3, -3, 2147483647, -2147483648, 0]),
        ("to-zero", [0, 1, 2, -2, 2147483647, -2147483648, 0]),
    ],
)
def test_modes_by_hand(mode: str, expected: list[int]) -> None:
    before = {"UB": np.zeros(16384, np.uint8)}
    before["UB"][:28] = np.float32([0.5, 1.5, 2.5, -2.5, np.inf, -3e9, np.nan]).view(np.uint8)
    ran = agree(
        "vconv",
        "i32.f32",
        {
            "mask": Mask.count(7),
            "dst": At("UB", 1024),
            "src": At("UB", 0),
            "round_mode": mode,
            "repeat_times": 1,
            "dst_blk_stride": 1,
            "src_blk_stride": 1,
            "dst_rep_stride": 8,
            "src_rep_stride": 8,
        },
        before,
        meaning,
    )
    assert ran.after["UB"][1024:1052].view(np.int32).tolist() == expected


def test_narrowing_in_place() -> None:
    """f32 -> f16 onto itself with strides 4 and 8: the narrow results never reach lanes still to be read."""
    before = {"UB": np.zeros(16384, np.uint8)}
    x = np.arange(192, dtype=np.float32)
    before["UB"][:768] = x.view(np.uint8)
    ran = agree(
        "vconv",
        "f16.f32",
        {
            "mask": Mask.count(64),
            "dst": At("UB", 0),
            "src": At("UB", 0),
            "round_mode": "none",
            "repeat_times": 3,
            "dst_blk_stride": 1,
            "src_blk_stride": 1,
            "dst_rep_stride": 4,
            "src_rep_stride": 8,
        },
        before,
        meaning,
    )
    assert (ran.after["UB"][:384].view(np.float16) == x).all()


def test_a_mode_the_chip_lacks_is_named() -> None:
    wrong = INSTRUCTIONS["vconv"].check(load_chip("Ascend910A"), types_of("f16.f32"), {"round_mode": "floor"})
    assert wrong == "f32 -> f16 on Ascend910A has the round modes none, odd, not 'floor'"
    assert INSTRUCTIONS["vconv"].check(load_chip("Ascend910B1"), types_of("i32.f32"), {"round_mode": "floor"}) is None


def test_every_pair_and_mode_of_every_chip_is_tried() -> None:
    """The table above holds what the chip files list; int4 is vconv_i4's (test_int4.py)."""
    for chip in map(load_chip, chip_names()):
        for dst, src in chip.types("vconv"):
            pair = f"{dst.short}.{src.short}"
            assert chip.convert_modes(dst, src) <= set(CASES.get(pair, ())) or pair == "i4.f16", (chip, pair)
        assert {c for c in chip.types("vconv") if not c[0].packed} == set(INSTRUCTIONS["vconv"].supported(chip))
        assert {c for c in chip.types("vconv") if c[0].packed} == set(INSTRUCTIONS["vconv_i4"].supported(chip))


STRIDES = {"dst_blk_stride": 1, "src_blk_stride": 1, "dst_rep_stride": 8, "src_rep_stride": 8}


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("round", [1.0, 1.001953125, -1.0, np.inf, -np.inf, 65504.0, 0.0, 0.0]),
        ("floor", [1.0, 1.0009765625, -1.0009765625, 65504.0, -np.inf, 65504.0, 0.0, -(2.0**-24)]),
        ("ceil", [1.0009765625, 1.001953125, -1.0, np.inf, -65504.0, np.inf, 2.0**-24, -0.0]),
        ("away-zero", [1.0009765625, 1.001953125, -1.0009765625, np.inf, -np.inf, 65504.0, 0.0, 0.0]),
        ("to-zero", [1.0, 1.0009765625, -1.0, 65504.0, -65504.0, 65504.0, 0.0, 0.0]),
        ("odd", [1.0009765625, 1.0009765625, -1.0009765625, 65504.0, -65504.0, 65504.0, 2.0**-24, -(2.0**-24)]),
    ],
)
def test_narrowing_by_hand(mode: str, expected: list[float]) -> None:
    """Half-way from 1 to the next, and from there on; beyond the largest; just below half-way there; a quarter of the least."""
    x = np.float32([1 + 2.0**-11, 1 + 3 * 2.0**-11, -1 - 2.0**-11, 65520.0, -1e6, 65519.0, 2.0**-26, -(2.0**-26)])
    before = {"UB": np.zeros(16384, np.uint8)}
    before["UB"][:32] = x.view(np.uint8)
    operands = {
        "mask": Mask.count(8),
        "dst": At("UB", 1024),
        "src": At("UB", 0),
        "round_mode": mode,
        "repeat_times": 1,
        **STRIDES,
    }
    ran = agree("vconv", "f16.f32", operands, before, meaning)
    assert ran.after["UB"][1024:1040].view(np.float16).tolist() == expected


def scaled(m: Memory) -> None:
    """The exact product, rounded once."""
    scale = float(scalar_of(m.operands["deqscale"], m.types[0]))
    for r, on in enumerate(active(m["mask"], 64, m["repeat_times"])):
        found = [int(m["src"][place(m.types[1], r, i, m["src_blk_stride"], m["src_rep_stride"])]) for i in on]
        for i, x in zip(on, found, strict=True):
            y = as_float(Fraction(x) * Fraction(scale), m.types[0], "round") if math.isfinite(scale) else x * scale
            y = math.copysign(y, x * scale) if y == y else y  # zero has the product's sign
            m["dst"][place(m.types[0], r, i, m["dst_blk_stride"], m["dst_rep_stride"])] = y


@settings(max_examples=40)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_dequantisation(data: Any, seed: int) -> None:
    operands = data.draw(vector_operands("vconv_deq", types_of("f16.i32")))
    if data.draw(st.booleans()):
        operands |= {"deqscale": data.draw(st.floats(-4, 4, width=16))}
    agree("vconv_deq", "f16.i32", operands, {"UB": values(seed, types_of("i32")[0], 16384)}, scaled)


def upper(m: Memory) -> None:
    """Lane i goes to byte 16 + i % 16 of block i // 16, saturated."""
    info = np.iinfo(m.types[0].numpy)
    for r, on in enumerate(active(m["mask"], 128, m["repeat_times"])):
        found = [int(m["src"][place(m.types[1], r, i, m["src_blk_stride"], m["src_rep_stride"])]) for i in on]
        for i, x in zip(on, found, strict=True):
            at = (r * m["dst_rep_stride"] + i // 16 * m["dst_blk_stride"]) * 32 + 16 + i % 16
            m["dst"][at] = min(max(x, info.min), info.max)


@pytest.mark.parametrize("types", ["i8.i16", "u8.i16"])
@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_upper_halves(types: str, data: Any, seed: int) -> None:
    operands = data.draw(vector_operands("vconv_high", types_of(types)))
    agree("vconv_high", types, operands, {"UB": values(seed, types_of("i16")[0], 16384)}, upper)


@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_vcbd(data: Any, seed: int) -> None:
    def saturated(m: Memory) -> None:
        for r, on in enumerate(active(m["mask"], 64, m["repeat_times"])):
            found = [int(m["src"][place(m.types[1], r, i, m["src_blk_stride"], m["src_rep_stride"])]) for i in on]
            for i, x in zip(on, found, strict=True):
                m["dst"][place(m.types[0], r, i, m["dst_blk_stride"], m["dst_rep_stride"])] = min(max(x, -32768), 32767)

    operands = data.draw(vector_operands("vcbd", types_of("i16.i32"), counter=True))
    agree("vcbd", "i16.i32", operands, {"UB": values(seed, types_of("i32")[0], 16384)}, saturated, chip="Ascend310P3")
