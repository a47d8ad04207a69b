"""Moves against tik_api §6 byte by byte: gaps are tail to head; padded moves count bytes on the GM side."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import SIZE, At, Held, Memory, agree, held, run, types_of, values
from tests.isa.test_shadow import sound
from tik.chips.loader import load_chip
from tik.isa import INSTRUCTIONS
from tik.isa.bits import ATOMIC
from tik.types.dtypes import dtype, u8
from tik.types.scopes import Scope

PATHS = {
    "mov_gm_ub": ("UB", "x", "Ascend910B1"),
    "mov_gm_l1": ("L1", "x", "Ascend910B1"),
    "mov_ub_gm": ("x", "UB", "Ascend910B1"),
    "mov_ub_ub": ("UB", "UB", "Ascend910B1"),
    "mov_l1_ub": ("UB", "L1", "Ascend910A"),
    "mov_ub_l1": ("L1", "UB", "Ascend910A"),
    "mov_l1_gm": ("x", "L1", "Ascend910B1"),
}


def memories(seed: int, *names: str) -> dict[str, np.ndarray]:
    return {
        name: values(seed + k, u8, SIZE.get(Scope(name) if name.isupper() else Scope.GM, 16384))
        for k, name in enumerate(dict.fromkeys(names))
    }


def blocks(m: Memory) -> None:
    """Bursts of 32-byte blocks, in order; a burst is copied as if at once."""
    size = m["burst"] * 32
    for i in range(m["nburst"]):
        s, d = (m.bytes(f, i * (size + m[f"{f}_stride"] * 32)) for f in ("src", "dst"))
        burst = [s[j] for j in range(size)]
        for j, value in enumerate(burst):
            d[j] = value


@pytest.mark.parametrize("mnemonic", PATHS)
@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_block_moves(mnemonic: str, data: Any, seed: int) -> None:
    dst, src, chip = PATHS[mnemonic]
    draw = data.draw
    places = {}
    for name, space in (("dst", dst), ("src", src)):
        step = 1 if space == "x" else 32
        places[name] = At(space, step * draw(st.sampled_from([0, 1, 3, 40])), draw(st.booleans()))
    nburst, burst = draw(st.integers(0, 5)), draw(st.integers(0, 6))
    operands = {
        **places,
        "nburst": held(draw, nburst) if nburst else Held(0),
        "burst": held(draw, burst) if burst else Held(0),
        "src_stride": held(draw, draw(st.sampled_from([0, 0, 1, 7]))),
        "dst_stride": held(draw, draw(st.sampled_from([0, 0, 1, 7]))),
    }
    agree(mnemonic, "f16", operands, memories(seed, dst, src), blocks, chip=chip)


def l1_bt(m: Memory) -> None:
    for i in range(m["burst"] * 32 // m.types[1].size):
        m["dst"][i] = np.float32(m["src"][i]) if m.types[0].is_float else m["src"][i]


@pytest.mark.parametrize("types", ["f32.f32", "f32.f16", "f32.bf16", "i32.i32"])
@settings(max_examples=10)
@given(burst=st.integers(1, 10), at=st.integers(0, 3), seed=st.integers(0, 2**31))
def test_bias_table(types: str, burst: int, at: int, seed: int) -> None:
    before = memories(seed, "BT") | {"L1": values(seed, types_of(types)[1], 16384)}
    agree("mov_l1_bt", types, {"dst": At("BT", 64 * at), "src": At("L1", 32 * at), "burst": burst}, before, l1_bt)


def pad_in(m: Memory) -> None:
    """A burst, its left and right padding share a slot of whole blocks."""
    size = m.types[0].size
    slot = -(-(m["burst"] + (m["left_padding"] + m["right_padding"]) * size) // 32) * 32
    filler = (
        np.array([m["padding_value"]])
        .astype(np.float32 if m.types[0].is_float else np.int64)
        .astype(m.types[0].numpy)
        .view(np.uint8)
    )
    for i in range(m["nburst"]):
        d = m.bytes("dst", i * (slot + m["dst_gap"] * 32))
        s = m.bytes("src", i * (m["burst"] + m["src_gap"]))
        row = [*np.tile(filler, m["left_padding"]), *(s[j] for j in range(m["burst"])), *np.tile(filler, m["right_padding"])]
        for j, value in enumerate(row):
            d[j] = value


def pad_out(m: Memory) -> None:
    slot = -(-m["burst"] // 32) * 32
    for i in range(m["nburst"]):
        d = m.bytes("dst", i * (m["burst"] + m["dst_gap"]))
        s = m.bytes("src", i * (slot + m["src_gap"] * 32))
        for j in range(m["burst"]):
            d[j] = s[j]


@pytest.mark.parametrize("short", ["f16", "f32", "u8", "bf16"])
@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_padded_moves(short: str, data: Any, seed: int) -> None:
    draw, size = data.draw, types_of(short)[0].size
    sizes = {
        "nburst": held(draw, draw(st.integers(1, 4))),
        "burst": held(draw, size * draw(st.sampled_from([1, 3, 8, 16, 33, 50]))),
        "dst_gap": held(draw, draw(st.sampled_from([0, 0, 1, 5]))),
        "src_gap": held(draw, draw(st.sampled_from([0, 0, 1, 6]))),
    }
    most = 32 // size
    pads = {
        "left_padding": draw(st.integers(0, most)),
        "right_padding": draw(st.integers(0, most)),
        "padding_value": draw(st.sampled_from([0, 7])),
    }
    at = draw(st.sampled_from([0, 1, 2, 32, 100]))
    agree(
        "movpad_gm_ub",
        short,
        {"dst": At("UB", 64), "src": At("x", at, draw(st.booleans())), **sizes, **pads},
        memories(seed, "UB", "x"),
        pad_in,
    )
    agree(
        "movpad_ub_gm",
        short,
        {"dst": At("x", at, draw(st.booleans())), "src": At("UB", 64), **sizes},
        memories(seed, "UB", "x"),
        pad_out,
    )


# ---------------------------------------------------------------------------------------------------------- atomic adds


def summed(m: Memory) -> None:
    """Each element of a burst is added to what is there and rounded to the dtype of the mode; integers wrap."""
    kind = dtype(ATOMIC[m["atomic"] - 1])
    blocks_ = m.op.mnemonic == "mov_ub_gm"
    size = m["burst"] * 32 if blocks_ else m["burst"]
    slot = -(-size // 32) * 32
    steps = (m["dst_stride"] * 32, m["src_stride"] * 32) if blocks_ else (m["dst_gap"], m["src_gap"] * 32)
    space = m.data[m.operands["dst"].space]
    for i in range(m["nburst"]):
        at = i * (size + steps[0])
        byte = m.operands["dst"].byte + at
        s, d = m.bytes("src", i * (slot + steps[1])), m.bytes("dst", at)
        added = np.array([s[j] for j in range(size)], np.uint8).view(kind.numpy)
        there = space[byte : byte + size].copy().view(kind.numpy)
        for j, value in enumerate((there + added).view(np.uint8)):
            d[j] = value


@pytest.mark.parametrize("short", ATOMIC)
@settings(max_examples=12)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_atomic_adds(short: str, data: Any, seed: int) -> None:
    draw, mode = data.draw, ATOMIC.index(short) + 1
    before = {name: values(seed + k, dtype(short), 16384) for k, name in enumerate(("UB", "x"))}
    at = draw(st.sampled_from([0, 4] if dtype(short).is_float else [0, 4, 1]))  # NaNs are compared at whole elements
    places = {"dst": At("x", at, draw(st.booleans())), "src": At("UB", 64)}
    counts = {"nburst": held(draw, draw(st.integers(1, 3))), "atomic": held(draw, mode)}
    gaps = {"src_stride": draw(st.integers(0, 1)), "dst_stride": draw(st.integers(0, 1))}
    burst = draw(st.sampled_from([1, 2, 33]))  # 33 blocks: more than the 256 elements added at a time
    agree("mov_ub_gm", short, {**places, **counts, **gaps, "burst": held(draw, burst)}, before, summed)
    gaps = {"src_gap": draw(st.integers(0, 1)), "dst_gap": draw(st.sampled_from([0, 12]))}
    nbytes = dtype(short).size * draw(st.sampled_from([1, 9, 300]))
    agree("movpad_ub_gm", short, {**places, **counts, **gaps, "burst": held(draw, nbytes)}, before, summed)


def test_a_rest_of_an_element_is_not_added() -> None:
    before = {"UB": np.ones(16384, np.uint8), "x": np.ones(16384, np.uint8)}
    operands = {"dst": At("x", 0), "src": At("UB", 0), "nburst": 1, "burst": Held(6), "dst_gap": 0, "src_gap": 0, "atomic": 4}
    assert run("movpad_ub_gm", types_of("i32"), operands, before).after["x"][:8].tolist() == [2, 2, 2, 2, 1, 1, 1, 1]


@pytest.mark.parametrize(("short", "atomic"), [("f32", 1), ("i8", 5), ("bf16", 6)])
@settings(max_examples=10)
@given(seed=st.integers(0, 2**31))
def test_undefined_sums(short: str, atomic: int, seed: int) -> None:
    before = {name: values(seed + k, dtype(short), 16384) for k, name in enumerate(("UB", "x"))}
    operands = {"dst": At("x", 8), "src": At("UB", 64), "nburst": 3, "burst": 2, "src_stride": 1, "dst_stride": 2}
    sound("mov_ub_gm", short, {**operands, "atomic": atomic}, before, seed, "Ascend910B1")
    operands = {"dst": At("x", 4), "src": At("UB", 64), "nburst": 3, "burst": 36, "dst_gap": 2, "src_gap": 1}
    sound("movpad_ub_gm", short, {**operands, "atomic": atomic}, before, seed, "Ascend910B1")


@pytest.mark.parametrize(
    ("mnemonic", "short", "values_", "wrong"),
    [
        ("mov_ub_gm", "f32", {"atomic": 1}, None),
        ("mov_ub_gm", "i32", {"atomic": 0}, None),
        ("mov_ub_gm", "i32", {"atomic": 1}, "the atomic add in effect is of f32, the operands are i32"),
        ("movpad_ub_gm", "f32", {"atomic": 2, "burst": 4}, "the atomic add in effect is of f16, the operands are f32"),
        (
            "movpad_ub_gm",
            "f32",
            {"atomic": 1, "burst": 6},
            "a burst of 6 bytes ends within an element of f32, which cannot be added",
        ),
        ("movpad_ub_gm", "f32", {"atomic": 0, "burst": 6}, None),
    ],
)
def test_sums_that_cannot_be(mnemonic: str, short: str, values_: dict[str, int], wrong: str | None) -> None:
    assert INSTRUCTIONS[mnemonic].check(load_chip("Ascend910B1"), types_of(short), values_) == wrong


def nd2nz(m: Memory) -> None:
    """Column group j of row i lands at block j*dst_c0_stride + i*dst_n_stride; columns behind the last are zeros."""
    size = m.types[0].size
    c0 = 32 // size
    for n in range(m["nd_num"]):
        for i in range(m["nd_n"]):
            for j in range(-(-m["nd_d"] // c0)):
                for e in range(c0):
                    column = j * c0 + e
                    at = n * m["dst_nd_stride"] + (j * m["dst_c0_stride"] + i * m["dst_n_stride"]) * c0 + e
                    source = n * m["src_nd_stride"] + i * m["src_n_stride"] + column
                    m["dst"][at] = m["src"][source] if column < m["nd_d"] else 0


@pytest.mark.parametrize("short", ["f16", "f32", "i8"])
@settings(max_examples=20)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_nd2nz(short: str, data: Any, seed: int) -> None:
    draw = data.draw
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 40))
    operands = {
        "dst": At("L1", 32 * draw(st.integers(0, 2))),
        "src": At("x", types_of(short)[0].size * draw(st.integers(0, 5))),
        "nd_num": draw(st.integers(1, 2)),
        "nd_n": held(draw, rows),
        "nd_d": held(draw, columns),
        "src_nd_stride": draw(st.integers(0, 300)),
        "src_n_stride": draw(st.integers(1, 50)),
        "dst_c0_stride": draw(st.sampled_from([rows, 16, 3])),
        "dst_n_stride": draw(st.integers(1, 2)),
        "dst_nd_stride": 32 // types_of(short)[0].size * draw(st.integers(0, 60)),
    }
    agree("nd2nz_gm_l1", short, operands, memories(seed, "L1", "x"), nd2nz)


ZERO = {"UB": np.zeros(16384, np.uint8), "x": np.zeros(16384, np.uint8)}


@pytest.mark.parametrize(
    ("at", "nburst", "gap", "expected"),
    [
        (0, 1, 0, (20, 500, 4096, 4096, 67, 1)),  # aligned: one burst issues in 20 cycles
        (32, 1, 0, (20, 500, 4096, 4096 / 0.7, 67, 1)),  # 32 B but not 512 B aligned
        (1, 1, 0, (20, 500, 4096, 4096 / 0.78, 67, 1)),
        (0, 16, 8, (54.4, 500, 4096, 4096, 67, 1)),  # 16 bursts of 3.4 cycles; the row pitch is 512: aligned
        (0, 16, 7, (54.4, 500, 4096, 4096 / 0.7, 67, 1)),  # a pitch of 480
    ],
)
def test_cost_of_a_read(at: int, nburst: int, gap: int, expected: tuple[float, ...]) -> None:
    """hardware.md D2 rule 4 on Ascend910B1: busy, drain, bytes, weighted bytes, cap, a read of GM."""
    operands = {
        "dst": At("UB", 0),
        "src": At("x", at),
        "nburst": nburst,
        "burst": 128 // nburst,
        "src_stride": gap,
        "dst_stride": 0,
    }
    cost = agree("mov_gm_ub", "f16", operands, ZERO, blocks).cost
    assert cost[:6].tolist() == pytest.approx(expected)


def test_cost_of_a_write() -> None:
    """165 + bytes/64 (rule 5), or its bursts."""
    operands = {"dst": At("x", 0), "src": At("UB", 0), "nburst": 1, "burst": 128, "src_stride": 0, "dst_stride": 0}
    assert agree("mov_ub_gm", "f16", operands, ZERO, blocks).cost[:6].tolist() == [165 + 64, 0, 4096, 4096, 64, 2]
    operands |= {"nburst": Held(100), "burst": 1, "dst_stride": 1}
    assert agree("mov_ub_gm", "f16", operands, ZERO, blocks).cost[0] == pytest.approx(max(165 + 50, 340))


@pytest.mark.parametrize(
    ("values_", "wrong"),
    [
        ({"burst": 6, "left_padding": 16, "right_padding": 16}, None),
        ({"burst": 6, "left_padding": 17}, "left_padding of 17 elements is 34 bytes, allowed are 32"),
        (
            {"burst": 5, "right_padding": 1},
            "a burst of 5 bytes ends within an element of f16: nothing can be padded behind it",
        ),
        ({"burst": 5, "right_padding": 0}, None),
        ({"left_padding": 2}, None),
    ],
)
def test_padding_that_cannot_be(values_: dict[str, int], wrong: str | None) -> None:
    """Paddings are at most 32 bytes each, and start on an element."""
    assert INSTRUCTIONS["movpad_gm_ub"].check(load_chip("Ascend910B1"), types_of("f16"), values_) == wrong
