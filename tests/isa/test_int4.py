"""int4, two elements a byte: conversion into it, loads of its fractals, and products, against plain statements."""

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import SIZE, At, Memory, active, agree, held, place, types_of, values, vector_operands
from tests.isa.test_cube import load2d
from tests.isa.test_shadow import sound, spread
from tik.chips.loader import chip_names, load_chip
from tik.isa import INSTRUCTIONS
from tik.isa.fields import Mask
from tik.types.dtypes import f16, i4, i32, u8
from tik.types.scopes import Scope

P3 = "Ascend310P3"
WHOLE = ("src_fm", "src_filter")


# ------------------------------------------------------------------------------------------------------- conversion
def to_int4(x: float) -> int:
    """To the nearest, ties to even; saturated, NaN gives 0."""
    return 0 if np.isnan(x) else int(np.clip(np.rint(np.float64(x)), -8, 7))


def convert(m: Memory) -> None:
    """Lane i of a repeat: nibble i % 2 of byte i % 64 // 2 of its block i // 64. A repeat is read before it is written."""
    steps = m["dst_rep_stride"], m["dst_blk_stride"]
    for r, on in enumerate(active(m["mask"], 128, m["repeat_times"])):
        found = [to_int4(m["src"][place(f16, r, i, m["src_blk_stride"], m["src_rep_stride"])]) for i in on]
        for i, x in zip(on, found, strict=True):
            byte = (r * steps[0] + i // 64 * steps[1]) * 32 + i % 64 // 2
            there = int(m.data["UB"][m.operands["dst"].byte + byte])
            m.bytes("dst")[byte] = there & 0xF0 | x & 15 if i % 2 == 0 else there & 0x0F | (x & 15) << 4


@settings(max_examples=40)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_conversion(data: Any, seed: int) -> None:
    operands = data.draw(vector_operands("vconv_i4", types_of("i4.f16"), counter=True)) | {"round_mode": "none"}
    near = np.random.default_rng(seed).integers(-20, 20, 8192) * 0.5
    before = np.where(np.arange(8192) % 3 == 0, values(seed, f16, 16384).view(np.float16), near).astype(np.float16)
    agree("vconv_i4", "i4.f16", operands, {"UB": before.view(np.uint8)}, convert, chip=P3)


def test_values_of_a_conversion() -> None:
    x = [0.5, 1.5, 2.5, -0.5, -1.5, 7.4, 7.5, 1000, -8.4, -8.5, -1000, np.inf, -np.inf, np.nan, -0.0, -7]
    expected = [0, 2, 2, 0, -2, 7, 7, 7, -8, -8, -8, 7, -8, 0, 0, -7]
    before = np.zeros(16384, np.uint8)
    before[:32] = np.array(x, np.float16).view(np.uint8)
    operands = {"mask": Mask.count(16), "dst": At("UB", 1024), "src": At("UB", 0)}
    after = agree("vconv_i4", "i4.f16", operands, {"UB": before}, convert, chip=P3).after["UB"][1024:]
    assert i4.decoded(after, 16).astype(int).tolist() == expected and not after[8:].any()


def test_a_lane_left_out_keeps_its_nibble() -> None:
    before = np.full(16384, 0xEE, np.uint8)
    before[:256] = np.ones(128, np.float16).view(np.uint8)
    operands = {"mask": Mask.count(3), "dst": At("UB", 1024), "src": At("UB", 0)}
    after = agree("vconv_i4", "i4.f16", operands, {"UB": before}, convert, chip=P3).after["UB"]
    assert after[1024:1027].tolist() == [0x11, 0xE1, 0xEE]


def test_only_310p_converts_to_int4() -> None:
    assert [c for c in chip_names() if INSTRUCTIONS["vconv_i4"].supported(load_chip(c))] == [P3]
    wrong = INSTRUCTIONS["vconv_i4"].check(load_chip(P3), types_of("i4.f16"), {"round_mode": "floor"})
    assert wrong == "f16 -> i4 on Ascend310P3 has the round modes none, not 'floor'"


# ------------------------------------------------------------------------------------------------------------- loads
@pytest.mark.parametrize(("mnemonic", "of", "to"), [("load2d_l1_l0a", "L1", "L0A"), ("load2d_gm_l1", "x", "L1")])
def test_fractals(mnemonic: str, of: str, to: str) -> None:
    operands = {"dst": At(to, 512), "src": At(of, 32), "index": 4, "repeat_times": 3, "src_stride": -2, "dst_gap": 1}
    operands["if_transpose"] = "false"
    agree(mnemonic, "i4", operands, {of: values(1, u8, 16384), to: values(2, u8, 16384)}, load2d, chip=P3)


def test_no_transposition() -> None:
    load = INSTRUCTIONS["load2d_l1_l0b"]
    assert load.check(load_chip(P3), (i4,), {"if_transpose": "true"}) == (
        "only 16-bit fractals are transposed by this load, not i4"
    )


def test_where_int4_goes() -> None:
    for mnemonic in ("mov_gm_ub", "mov_gm_l1", "mov_ub_gm", "load2d_l1_l0a", "load2d_l1_l0b", "load2d_gm_l1"):
        assert [c for c in chip_names() if (i4,) in INSTRUCTIONS[mnemonic].supported(load_chip(c))] == [P3]
    for mnemonic in ("vector_dup", "set_2d_l1", "load3d_l1_l0a", "movpad_gm_ub", "vadd"):
        assert not any(i4 in row for c in chip_names() for row in INSTRUCTIONS[mnemonic].supported(load_chip(c)))


# ---------------------------------------------------------------------------------------------------------- products
def nibble(m: Memory, name: str, i: int) -> int:
    two = int(m.bytes(name)[i // 2])
    return ((two >> 4 if i % 2 else two & 15) ^ 8) - 8


def product(m: Memory) -> None:
    """dst[i, j] (+)= sum over k of src_fm [M1][K1][16][64] and src_filter [K1][N1][16][64], exactly."""
    rows, k1, n1 = m["matrix_m"], -(-m["matrix_k"] // 64), -(-m["matrix_n"] // 16)
    depth = range(m["matrix_k"])

    def left(i: int, k: int) -> int:
        return nibble(m, "src_fm", k if rows == 1 else ((i // 16 * k1 + k // 64) * 16 + i % 16) * 64 + k % 64)

    def right(j: int, k: int) -> int:
        return nibble(m, "src_filter", ((k // 64 * n1 + j // 16) * 16 + j % 16) * 64 + k % 64)

    a = np.array([[left(i, k) for k in depth] for i in range(rows)])
    b = np.array([[right(j, k) for k in depth] for j in range(m["matrix_n"])])
    for i in range(rows):
        for j in range(m["matrix_n"]):
            at = (j // 16 * -(-rows // 16) * 16 + i) * 16 + j % 16
            start = int(m["dst"][at]) if m["is_bias"] else 0
            m["dst"][at] = np.int64(start + int(a[i] @ b[j])).astype(np.int32)  # wraps


def memories(seed: int) -> dict[str, np.ndarray]:
    kinds = {"L0C": i32, "L0A": u8, "L0B": u8}
    return {name: values(seed + k, kind, SIZE[Scope(name)]) for k, (name, kind) in enumerate(kinds.items())}


def sizes(draw: Any) -> dict[str, Any]:
    return {
        "dst": At("L0C", 1024 * draw(st.integers(0, 1))),
        "src_fm": At("L0A", 512 * draw(st.integers(0, 1))),
        "src_filter": At("L0B", 0),
        "matrix_m": held(draw, draw(st.sampled_from([1, 2, 16, 17]))),
        "matrix_k": held(draw, draw(st.sampled_from([1, 2, 63, 64, 65, 130]))),
        "matrix_n": held(draw, draw(st.sampled_from([1, 5, 16, 18]))),
        "is_bias": held(draw, draw(st.integers(0, 1))),
    }


@settings(max_examples=20, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_mmad(data: Any, seed: int) -> None:
    agree("mmad", "i32.i4.i4", sizes(data.draw), memories(seed), product, chip=P3, hull=WHOLE)


@settings(max_examples=20, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_undefined_bytes_of_a_product(data: Any, seed: int) -> None:
    sound("mmad", "i32.i4.i4", sizes(data.draw), memories(seed), seed, P3)


def test_the_nibble_behind_an_odd_k_does_not_count() -> None:
    zero = {name: np.zeros(SIZE[Scope(name)], np.uint8) for name in ("L0A", "L0B", "L0C")}
    operands = {"dst": At("L0C", 0), "src_fm": At("L0A", 0), "src_filter": At("L0B", 0), "is_bias": 0}
    operands |= {"matrix_m": 16, "matrix_k": 3, "matrix_n": 16}
    row = agree("mmad", "i32.i4.i4", operands, zero, product, chip=P3, hull=WHOLE).row
    for mark, bad in ((0xF0, 0), (0x0F, 16)):  # element 3, element 2 of row 0
        hidden = {**zero, "L0A": zero["L0A"].copy()}
        hidden["L0A"][1] = mark
        assert (spread("mmad", "i32.i4.i4", row, hidden)["L0C"].view(np.uint32) != 0).sum() == bad


def test_extremes_and_order_of_nibbles() -> None:
    """Row [1, -8, 0, …] times column [7, -8, 0, …]: 7 + 64; the first element lies in the low nibble."""
    before = {name: np.zeros(SIZE[Scope(name)], np.uint8) for name in ("L0A", "L0B", "L0C")}
    before["L0A"][0], before["L0B"][0] = 0x81, 0x87
    operands = {"dst": At("L0C", 0), "src_fm": At("L0A", 0), "src_filter": At("L0B", 0), "is_bias": 0}
    operands |= {"matrix_m": 2, "matrix_k": 64, "matrix_n": 1}
    after = agree("mmad", "i32.i4.i4", operands, before, product, chip=P3, hull=WHOLE).after["L0C"]
    assert after[:4].view(np.int32)[0] == 71


@pytest.mark.parametrize(("m", "k", "n", "cubes"), [(16, 64, 16, 1), (17, 65, 16, 4), (1, 128, 33, 6)])
def test_cost_of_mmad(m: int, k: int, n: int, cubes: int) -> None:
    """16 x 64 x 16 a cycle (hardware.md: cube of 310P3)."""
    operands = {"dst": At("L0C", 0), "src_fm": At("L0A", 0), "src_filter": At("L0B", 0), "is_bias": 0}
    operands |= {"matrix_m": m, "matrix_k": k, "matrix_n": n}
    zero = {name: np.zeros(SIZE[Scope(name)], np.uint8) for name in ("L0A", "L0B", "L0C")}
    cost = agree("mmad", "i32.i4.i4", operands, zero, product, chip=P3, hull=WHOLE).cost
    assert cost[0] == cubes + load_chip(P3).number("mmad_overlap")


# ------------------------------------------------------------------------------------------------------------- dtype
@given(st.lists(st.integers(-8, 7), max_size=20))
def test_packing(numbers: list[int]) -> None:
    data = i4.encoded(np.array(numbers, ml_dtypes.int4))
    assert data.size == i4.nbytes(len(numbers)) == (len(numbers) + 1) // 2
    assert data.tolist() == [a & 15 | (b & 15) << 4 for a, b in zip(numbers[::2], [*numbers[1::2], 0], strict=False)]
    assert i4.decoded(data, len(numbers)).astype(int).tolist() == numbers
