"""Conversions against tik_api §10: exact arithmetic in Python fractions, rounded by the mode, saturated."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import At, Memory, active, agree, place, types_of, values, vector_operands
from tik.isa import INSTRUCTIONS
from tik.isa.fields import Mask


def rounded(v: float, mode: str) -> int:
    """A finite number to an integer, exactly."""
    x = Fraction(v)
    if mode == "floor":
        return math.floor(x)
    if mode == "ceil":
        return math.ceil(x)
    if mode == "to-zero":
        return math.trunc(x)
    if mode == "away-zero":
        return math.floor(abs(x) + Fraction(1, 2)) * (1 if x >= 0 else -1)
    return round(x)  # ties to even


def converted(value: Any, dst: Any, src: Any, mode: str) -> Any:
    if dst.is_float and dst is not src:
        return np.float32(value)  # Operand rounds it to nearest even; integers here fit binary32 or round there
    v = float(value)
    if dst.is_float:
        return value if v != v or math.isinf(v) else math.copysign(float(rounded(v, mode)), v)
    info = np.iinfo(dst.numpy)
    if v != v:
        return 0
    return int(min(max(rounded(v, mode) if math.isfinite(v) else v, int(info.min)), int(info.max)))


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
    "f16.f32": ("none", "round"),
    "f32.f16": ("none",),
    "bf16.f32": ("round",),
    "f32.bf16": ("none",),
    "i32.f32": EVERY,
    "i32.f16": EVERY,
    "i16.f16": EVERY,
    "i8.f16": ("none", *EVERY),
    "u8.f16": ("none", *EVERY),
    "f32.f32": EVERY,
    "f32.i32": ("none",),
    "f16.i8": ("none",),
    "f16.u8": ("none",),
}


@pytest.mark.parametrize("types", CASES)
@settings(max_examples=25)
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
    from tik.chips.loader import load_chip

    wrong = INSTRUCTIONS["vconv"].check(load_chip("Ascend910A"), types_of("f16.f32"), {"round_mode": "floor"})
    assert wrong == "f32 -> f16 on Ascend910A has the round modes none, odd, not 'floor'"
    assert INSTRUCTIONS["vconv"].check(load_chip("Ascend910B1"), types_of("i32.f32"), {"round_mode": "floor"}) is None
