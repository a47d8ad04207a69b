"""Results out of L0C against plain statements: layouts, conversions, relu, atomic sums."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import SIZE, At, Held, Memory, agree, held, types_of, values
from tests.isa.test_shadow import sound
from tik.chips.loader import load_chip
from tik.isa import INSTRUCTIONS
from tik.isa.bits import ATOMIC
from tik.types.dtypes import dtype
from tik.types.scopes import Scope


def memories(seed: int, **kinds: str) -> dict[str, np.ndarray]:
    return {
        name: values(seed + k, dtype(short), SIZE.get(Scope(name) if name.isupper() else Scope.GM, 16384))
        for k, (name, short) in enumerate(kinds.items())
    }


def out(m: Memory, v: Any) -> Any:
    """An element of L0C on its way out: scaled (i32 to f16, rounded once), relu, rounded to dst's dtype."""
    to, of = m.types
    if (to.short, of.short) == ("f16", "i32"):
        scale = np.array(m["deqscale"], np.float32).astype(np.float16)
        v = np.float16(int(v) * float(scale))  # 31 + 11 bits: exact in binary64
    if m["relu"] == "true" and v <= 0:
        v = type(v)(0)
    return to.numpy.type(np.float32(v)) if to.is_float else v


def put(m: Memory, at: int, v: Any) -> None:
    """dst[at] = v, or += v."""
    if m["atomic"]:
        whole = m.data[m.operands["dst"].space]
        size = m.types[0].size
        byte = m.operands["dst"].byte + at * size
        there = whole[byte : byte + size].copy().view(m.types[0].numpy)[0]
        v = m.types[0].numpy.type(there + v)
    m["dst"][at] = v


def row_major(m: Memory) -> None:
    for i in range(m["m_size"]):
        for j in range(m["n_size"]):
            put(m, i * m["dst_stride"] + j, out(m, m["src"][(j // 16 * m["src_stride"] + i) * 16 + j % 16]))


def groups(m: Memory) -> None:
    size = m.types[0].size
    for q in range(m["nburst"]):
        for e in range(m["rows"] * 16):
            s = q * (-(-m["rows"] // 16) + m["src_stride"]) * 256 + e
            put(m, q * (m["rows"] * 16 + m["dst_stride"] * 32 // size) + e, out(m, m["src"][s]))


FIXED = ["f16.f32", "bf16.f32", "f32.f32", "i32.i32"]


def common(draw: Any, types: str) -> dict[str, Any]:
    to = types.split(".")[0]
    return {
        "src": At("L0C", 1024 * draw(st.integers(0, 2))),
        "relu": draw(st.sampled_from(["false", "true"])),
        **({"deqscale": draw(st.sampled_from([0.5, -3.0, 0.001]))} if types == "f16.i32" else {}),
        "atomic": held(draw, draw(st.sampled_from([0, ATOMIC.index(to) + 1]))),
    }


@pytest.mark.parametrize("types", FIXED)
@settings(max_examples=12)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_fix_l0c_gm(types: str, data: Any, seed: int) -> None:
    draw, size = data.draw, types_of(types)[0].size
    n = draw(st.integers(1, 35))
    operands = common(draw, types) | {
        "dst": At("x", size * draw(st.integers(0, 9)), draw(st.booleans())),
        "n_size": held(draw, n),
        "m_size": held(draw, draw(st.integers(1, 18))),
        "src_stride": draw(st.sampled_from([16, 32])),
        "dst_stride": draw(st.sampled_from([n, n + 3, 1])),
    }
    before = memories(seed, x=types.split(".")[0], L0C=types.split(".")[1])
    agree("fix_l0c_gm", types, operands, before, row_major, hull=("src",))


@pytest.mark.parametrize("types", [*FIXED, "f16.i32"])
@settings(max_examples=10)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_fix_l0c_gm_nz(types: str, data: Any, seed: int) -> None:
    draw, size = data.draw, types_of(types)[0].size
    operands = common(draw, types) | {
        "dst": At("x", size * draw(st.integers(0, 9)), draw(st.booleans())),
        "nburst": Held(0) if draw(st.integers(0, 9)) == 0 else held(draw, draw(st.integers(1, 3))),
        "rows": held(draw, draw(st.integers(1, 35))),
        "src_stride": draw(st.integers(0, 2)),
        "dst_stride": draw(st.integers(0, 2)),
    }
    before = memories(seed, x=types.split(".")[0], L0C=types.split(".")[1])
    agree("fix_l0c_gm_nz" + "_deq" * (types == "f16.i32"), types, operands, before, groups)


def between(m: Memory) -> None:
    """Bursts of fractals or rows: gaps are such units in L0C, blocks in UB."""
    inward = m.op.mnemonic == "mov_ub_l0c"
    count = 256 if inward or m["unit"] == "m" else 16
    blocks = 32 // m.types[0].size
    for i in range(m["nburst"]):
        cube = i * (m["burst"] + m["dst_stride" if inward else "src_stride"]) * count
        vector = i * (m["burst"] * count + m["src_stride" if inward else "dst_stride"] * blocks)
        for e in range(m["burst"] * count):
            if inward:
                m["dst"][cube + e] = m["src"][vector + e]
            else:
                m["dst"][vector + e] = out(m, m["src"][cube + e])


PATHS = [
    *(("mov_l0c_ub", t) for t in ("f32.f32", "f16.f32", "f16.f16", "f32.f16", "i32.i32", "u32.u32")),
    ("mov_l0c_ub_deq", "f16.i32"),
]


@pytest.mark.parametrize(("mnemonic", "types"), [*PATHS, ("mov_ub_l0c", "f32"), ("mov_ub_l0c", "f16"), ("mov_ub_l0c", "i32")])
@settings(max_examples=8)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_between_l0c_and_ub(mnemonic: str, types: str, data: Any, seed: int) -> None:
    draw = data.draw
    to, of = ("L0C", "UB") if mnemonic == "mov_ub_l0c" else ("UB", "L0C")
    nburst = draw(st.integers(0, 2))
    operands = {
        "dst": At(to, 1024),
        "src": At(of, 512 * 2 * draw(st.integers(0, 1))),
        "nburst": held(draw, nburst) if nburst else Held(0),
        "burst": held(draw, draw(st.integers(1, 3))),
        "src_stride": draw(st.integers(0, 2)),
        "dst_stride": draw(st.integers(0, 2)),
    }
    if mnemonic != "mov_ub_l0c":
        operands |= {
            "relu": draw(st.sampled_from(["false", "true"])),
            "unit": draw(st.sampled_from(["m", "v"])),
        }
    if mnemonic == "mov_l0c_ub_deq":
        operands["deqscale"] = draw(st.sampled_from([0.5, -3.0, 0.001]))
    agree(mnemonic, types, operands, memories(seed, **{of: types.split(".")[-1], to: "u8"}), between, chip="Ascend910A")


def test_relu_of_minus_infinity_is_zero() -> None:
    before = {"L0C": np.zeros(32768, np.uint8), "x": np.full(16384, 0xFF, np.uint8)}
    before["L0C"][:16] = np.float32([-np.inf, -1, np.nan, 2]).view(np.uint8)
    operands = {"dst": At("x", 0), "src": At("L0C", 0), "n_size": 4, "m_size": 1, "src_stride": 16, "dst_stride": 4}
    ran = agree("fix_l0c_gm", "f32.f32", {**operands, "relu": "true"}, before, row_major, hull=("src",))
    got = ran.after["x"][:16].view(np.float32)
    assert got[[0, 1, 3]].tolist() == [0, 0, 2] and np.isnan(got[2]) and not np.signbit(got[:2]).any()


@pytest.mark.parametrize(("mnemonic", "atomic"), [("fix_l0c_gm", 0), ("fix_l0c_gm", 2), ("fix_l0c_gm_nz", 2)])
@settings(max_examples=8)
@given(seed=st.integers(0, 2**31))
def test_undefined_results(mnemonic: str, atomic: int, seed: int) -> None:
    operands: dict[str, Any] = {"dst": At("x", 4), "src": At("L0C", 1024), "relu": "true", "atomic": atomic}
    if mnemonic == "fix_l0c_gm":
        operands |= {"n_size": 19, "m_size": 5, "src_stride": 16, "dst_stride": 21}
    else:
        operands |= {"nburst": 2, "rows": 5, "src_stride": 1, "dst_stride": 1}
    sound(mnemonic, "f16.f32", operands, memories(seed, x="f16", L0C="f32"), seed, "Ascend910B1")


def test_what_is_refused() -> None:
    """8-bit results (their rounding is published nowhere), sums in another dtype."""
    chip = load_chip("Ascend910B1")
    fix = INSTRUCTIONS["fix_l0c_gm_nz"]
    assert {c[0].short for c in fix.supported(chip)} == {"f32", "i32", "f16", "bf16"}
    assert INSTRUCTIONS["fix_l0c_gm_nz_deq"].supported(chip) == (types_of("f16.i32"),)
    assert fix.supported(load_chip("Ascend910A")) == ()
    assert fix.check(chip, types_of("f16.f32"), {"atomic": 1}) == "the atomic add in effect is of f32, the operands are f16"
    assert fix.check(chip, types_of("f16.f32"), {"atomic": 2}) is None


def test_cost_of_results() -> None:
    """60 + bytes/70 out."""
    zero = {"x": np.zeros(16384, np.uint8), "L0C": np.zeros(32768, np.uint8)}
    rows = {"dst": At("x", 0), "src": At("L0C", 0), "n_size": 35, "m_size": 2, "src_stride": 16, "dst_stride": 35}
    rows |= {"relu": "false"}
    assert agree("fix_l0c_gm", "f16.f32", rows, zero, row_major, hull=("src",)).cost[:6].tolist() == [62, 0, 140, 140, 70, 2]
    part = {"dst": At("x", 0), "src": At("L0C", 0), "nburst": 2, "rows": 35, "src_stride": 0, "dst_stride": 0, "relu": "false"}
    assert agree("fix_l0c_gm_nz", "f16.f32", part, zero, groups).cost[:6].tolist() == [92, 0, 2240, 2240, 70, 2]
