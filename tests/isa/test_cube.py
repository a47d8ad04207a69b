"""The cube side against tik_api §13 in plain loops over the fractal layouts."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import SIZE, At, Held, Memory, agree, held, run, types_of, values, wrap
from tests.isa.test_shadow import sound
from tik.chips.loader import load_chip
from tik.isa import INSTRUCTIONS
from tik.isa.cube import LoadL0A
from tik.types.dtypes import u8
from tik.types.scopes import Scope


def memories(seed: int, **kinds: str) -> dict[str, np.ndarray]:
    return {
        name: values(seed + k, types_of(short)[0], SIZE.get(Scope(name) if name.isupper() else Scope.GM, 16384))
        for k, (name, short) in enumerate(kinds.items())
    }


def load2d(m: Memory) -> None:
    """Fractals of 512 bytes: source number index + i*src_stride, destination i*(1 + dst_gap)."""
    for r in range(m["repeat_times"]):
        s, d = (m["index"] + r * m["src_stride"]) * 512, r * (1 + m["dst_gap"]) * 512
        if m["if_transpose"] == "false":
            for j in range(512):
                m.bytes("dst", d)[j] = m.bytes("src", s)[j]
        else:
            for i in range(16):
                for j in range(16):
                    m["dst"][d // 2 + i * 16 + j] = m["src"][s // 2 + j * 16 + i]


LOADS = {
    "load2d_l1_l0a": ("L1", "L0A", "f16"),
    "load2d_l1_l0b": ("L1", "L0B", "bf16"),
    "load2d_gm_l1": ("x", "L1", "i8"),
    "load2d_gm_l0a": ("x", "L0A", "u32"),
    "load2d_gm_l0b": ("x", "L0B", "f32"),
}


@pytest.mark.parametrize("mnemonic", LOADS)
@settings(max_examples=20)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_load2d(mnemonic: str, data: Any, seed: int) -> None:
    draw, (of, to, short) = data.draw, LOADS[mnemonic]
    repeats, stride = draw(st.integers(0, 4)), draw(st.integers(-4, 4))
    operands = {
        "dst": At(to, 512 * draw(st.integers(0, 2)), draw(st.booleans())),
        "src": At(of, (1 if of == "x" else 32) * draw(st.integers(0, 3))),
        "index": held(draw, draw(st.integers(0, 3)) + max(0, -stride * (repeats - 1))),
        "repeat_times": held(draw, repeats) if repeats else Held(0),
        "src_stride": held(draw, stride),
        "dst_gap": draw(st.integers(0, 2)),
        "if_transpose": draw(st.sampled_from(["false", "true"] if of == "L1" else ["false"])),
    }
    agree(mnemonic, short, operands, {of: values(seed, u8, 16384), to: values(seed + 1, u8, 16384)}, load2d)


def test_what_a_chip_loads() -> None:
    """The dtypes its cube multiplies, and integers: a fractal is 512 bytes."""
    loaded = {chip: {c[0].short for c in LoadL0A.supported(load_chip(chip))} for chip in ("Ascend910A", "Ascend910B1")}
    integers = {"i8", "u8", "i16", "u16", "i32", "u32"}
    assert loaded == {"Ascend910A": integers | {"f16"}, "Ascend910B1": integers | {"f16", "bf16", "f32"}}


def elements(m: Memory) -> tuple[Any, Any]:
    """Row i, column k of the left matrix and row k, column j of the right one, as their layouts say."""
    size = m.types[1].size
    c0 = 32 // size
    rows, k1, n1 = m["matrix_m"], -(-m["matrix_k"] // c0), -(-m["matrix_n"] // 16)

    def left(i: int, k: int) -> Any:
        return m["src_fm"][k if rows == 1 else ((i // 16 * k1 + k // c0) * 16 + i % 16) * c0 + k % c0]

    def right(k: int, j: int) -> Any:
        return m["src_filter"][((k // c0 * n1 + j // 16) * 16 + j % 16) * c0 + k % c0]

    return left, right


def hf32(x: Any) -> Any:
    """Rounded to 12 significant bits, ties to even."""
    x = np.float32(x)
    if not np.isfinite(x) or x == 0:
        return x
    ulp = 2.0 ** (max(int(np.floor(np.log2(abs(np.float64(x))))), -126) - 11)
    return np.float32(np.rint(np.float64(x) / ulp) * ulp)


def mmad(m: Memory) -> None:
    """Sums over k in ascending order in binary32 (or exactly, wrapped, for integers)."""
    left, right = elements(m)
    pitch = -(-m["matrix_m"] // 16) * 16
    out = {}
    for i in range(m["matrix_m"]):
        for j in range(m["matrix_n"]):
            at = (j // 16 * pitch + i) * 16 + j % 16
            if m.op.mnemonic == "mmad_bias":
                start = m["bias"][j]
            else:
                start = m["dst"][at] if m["is_bias"] else 0
            if m.types[0].is_float:
                total = np.float32(start)
                keep = hf32 if m["hf32"] == "true" else np.float32
                for k in range(m["matrix_k"]):
                    total = total + keep(left(i, k)) * keep(right(k, j))
            else:
                total = wrap(int(start) + sum(int(left(i, k)) * int(right(k, j)) for k in range(m["matrix_k"])), m.types[0])
            out[at] = total
    for at, total in out.items():
        m["dst"][at] = total


WHOLE = ("src_fm", "src_filter")  # the hardware reads whole fractals


TYPES = ["f32.f16.f16", "f16.f16.f16", "f32.bf16.bf16", "f32.f32.f32", "i32.i8.i8", "i32.u8.i8", "u32.u8.u8"]


@pytest.mark.parametrize("types", TYPES)
@settings(max_examples=12)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_mmad(types: str, data: Any, seed: int) -> None:
    draw = data.draw
    d, a, b = types.split(".")
    operands = {
        "dst": At("L0C", 1024 * draw(st.integers(0, 1))),
        "src_fm": At("L0A", 512 * draw(st.integers(0, 1))),
        "src_filter": At("L0B", 0),
        "matrix_m": held(draw, draw(st.sampled_from([1, 2, 3, 16, 17]))),
        "matrix_k": held(draw, draw(st.sampled_from([1, 4, 7, 16, 19, 33]))),
        "matrix_n": held(draw, draw(st.sampled_from([1, 5, 16, 18]))),
        "is_bias": held(draw, draw(st.integers(0, 1))),
        "hf32": draw(st.sampled_from(["false", "true"] if a == "f32" else ["false"])),
    }
    agree("mmad", types, operands, memories(seed, L0C=d, L0A=a, L0B=b), mmad, hull=WHOLE)


@settings(max_examples=12)
@given(seed=st.integers(0, 2**31), m=st.integers(1, 17), k=st.integers(1, 20), n=st.integers(1, 20))
def test_mmad_bias(seed: int, m: int, k: int, n: int) -> None:
    operands = {
        "dst": At("L0C", 0),
        "src_fm": At("L0A", 0),
        "src_filter": At("L0B", 0),
        "bias": At("BT", 64),
        "matrix_m": m,
        "matrix_k": k,
        "matrix_n": n,
    }
    agree("mmad_bias", "f32.f16.f16", operands, memories(seed, L0C="f32", L0A="f16", L0B="f16", BT="f32"), mmad, hull=WHOLE)


def test_sums_of_bytes_wrap_and_never_saturate() -> None:
    """From the largest int32 on, one product of 4 goes round."""
    before = {name: np.zeros(SIZE[Scope(name)], np.uint8) for name in ("L0A", "L0B", "L0C")}
    before["L0A"][0], before["L0B"][0] = 2, 2
    before["L0C"][:4] = np.int32([2**31 - 1]).view(np.uint8)
    operands = {"dst": At("L0C", 0), "src_fm": At("L0A", 0), "src_filter": At("L0B", 0), "is_bias": 1}
    operands |= {"matrix_m": 2, "matrix_k": 32, "matrix_n": 1}
    got = agree("mmad", "i32.i8.i8", operands, before, mmad, hull=WHOLE).after["L0C"][:4].view(np.int32)
    assert got[0] == -(2**31) + 3


def test_hf32_keeps_11_fraction_bits() -> None:
    before = {name: np.zeros(SIZE[Scope(name)], np.uint8) for name in ("L0A", "L0B", "L0C")}
    rows = np.float32([1 + 2**-11, 1 + 2**-12, 1 + 3 * 2**-12, np.inf, -(2.0**-149), np.nan, 3.4e38])
    before["L0A"][: 32 * len(rows)].view(np.float32).reshape(-1, 8)[:, 0] = rows
    before["L0B"][:4] = np.float32([1]).view(np.uint8)
    operands = {"dst": At("L0C", 0), "src_fm": At("L0A", 0), "src_filter": At("L0B", 0), "is_bias": 0, "hf32": "true"}
    operands |= {"matrix_m": len(rows), "matrix_k": 8, "matrix_n": 1}
    got = run("mmad", types_of("f32.f32.f32"), operands, before).after["L0C"].view(np.float32)[: 16 * len(rows) : 16]
    assert got[:3].tolist() == [1 + 2**-11, 1, 1 + 2**-10] and np.isinf(got[[3, 6]]).tolist() == [True, False]
    assert got[4] == 0 and np.isnan(got[5]) and got[6] == np.float32(hf32(rows[6]))


def fractal_rows(x: np.ndarray, c0: int) -> np.ndarray:
    """[m, k] -> [M1][K1][16][c0], poison (NaN) in what is not there."""
    m, k = (-(-n // step) * step for n, step in zip(x.shape, (16, c0), strict=True))
    full = np.full((m, k), np.nan, np.float16)
    full[: x.shape[0], : x.shape[1]] = x
    return full.reshape(m // 16, 16, k // c0, c0).transpose(0, 2, 1, 3)


def test_a_k_tail_never_meets_the_poison_behind_it() -> None:
    """Case O22: 3x200 by 200x7 in k tiles of 128 and 72 (the last: 64 + 8); everything else in L0 is NaN."""
    a = ((np.arange(600) % 5) - 2).reshape(3, 200).astype(np.float16)
    b = ((np.arange(1400) % 3) - 1).reshape(200, 7).astype(np.float16)
    before = {name: np.full(SIZE[Scope(name)], 0xFF, np.uint8) for name in ("L0A", "L0B", "L0C")}
    for first, last in ((0, 128), (128, 200)):
        left = fractal_rows(a[:, first:last], 16)
        right = fractal_rows(b[first:last].T, 16).transpose(1, 0, 2, 3)
        for name, x in (("L0A", left), ("L0B", right)):
            before[name][:] = 0xFF
            before[name][: x.size * 2] = np.ascontiguousarray(x).view(np.uint8).ravel()
        operands = {
            "dst": At("L0C", 0),
            "src_fm": At("L0A", 0),
            "src_filter": At("L0B", 0),
            "matrix_m": 3,
            "matrix_k": last - first,
            "matrix_n": 7,
            "is_bias": int(first > 0),
        }
        before["L0C"] = agree("mmad", "f32.f16.f16", operands, before, mmad, hull=WHOLE).after["L0C"].copy()
    got = before["L0C"].view(np.float32)[:256].reshape(16, 16)
    assert got[:3, :7].tolist() == [[1, 1, -2, 1, 1, -2, 1]] * 3
    assert np.isnan(got[3:]).all() and np.isnan(got[:, 7:]).all()


def test_signed_bytes_keep_32_bits() -> None:
    """Case O40."""
    a = np.zeros((16, 32), np.int8)
    b = np.zeros((16, 32), np.int8)  # [n, k]
    a[:2, :4] = [[-128, 127, -1, 5], [100, -100, 99, -99]]
    b[:2, :4] = np.int8([[-128, 1], [127, -128], [127, 127], [-128, -1]]).T
    before = {
        "L0A": np.full(16384, 0xFF, np.uint8),
        "L0B": np.full(16384, 0xFF, np.uint8),
        "L0C": np.full(32768, 0xFF, np.uint8),
    }
    before["L0A"][:512], before["L0B"][:512] = a.view(np.uint8).ravel(), b.view(np.uint8).ravel()
    operands = {
        "dst": At("L0C", 0),
        "src_fm": At("L0A", 0),
        "src_filter": At("L0B", 0),
        "matrix_m": 2,
        "matrix_k": 4,
        "matrix_n": 2,
        "is_bias": 0,
    }
    got = agree("mmad", "i32.i8.i8", operands, before, mmad, hull=WHOLE).after["L0C"].view(np.int32)
    assert got[:32].reshape(2, 16)[:, :2].tolist() == [[31746, -16516], [-255, 25572]]


@pytest.mark.parametrize(
    ("types", "m", "k", "n", "cubes"),
    [
        ("f32.f16.f16", 17, 33, 16, 2 * 1 * 3),
        ("f32.f32.f32", 16, 16, 16, 2 * 8 / 4),
        ("f32.f32.f32 hf32", 16, 17, 16, 3 * 8 / 8),
        ("i32.i8.i8", 1, 32, 17, 2),
    ],
)
def test_cost_of_mmad(types: str, m: int, k: int, n: int, cubes: float) -> None:
    """hardware.md D2 rule 2: the next may enter after n + 9, the result is there after n + 62."""
    operands = {
        "dst": At("L0C", 0),
        "src_fm": At("L0A", 0),
        "src_filter": At("L0B", 0),
        "matrix_m": m,
        "matrix_k": k,
        "matrix_n": n,
        "is_bias": 0,
        "hf32": "true" if "hf32" in types else "false",
    }
    zero = {name: np.zeros(SIZE[Scope(name)], np.uint8) for name in ("L0A", "L0B", "L0C")}
    cost = agree("mmad", types.split()[0], operands, zero, mmad, hull=WHOLE).cost
    assert cost[0] == cubes + 9 and cost[0] + cost[1] == cubes + 62


def test_cost_of_loads() -> None:
    """23.5 + bytes/256 to L0A, bytes/128 to L0B (G0, G1)."""
    zero = {
        name: np.zeros(SIZE.get(Scope(name) if name.isupper() else Scope.GM, 16384), np.uint8)
        for name in ("L0A", "L0B", "L0C", "L1", "x")
    }
    load = {"src": At("L1", 0), "index": 0, "repeat_times": 4, "src_stride": 1, "dst_gap": 0, "if_transpose": "false"}
    assert agree("load2d_l1_l0a", "f16", {"dst": At("L0A", 0), **load}, zero, load2d).cost[0] == 23.5 + 8
    assert agree("load2d_l1_l0b", "bf16", {"dst": At("L0B", 0), **load}, zero, load2d).cost[0] == 23.5 + 16


def test_cost_of_loads_from_gm() -> None:
    """As a move GM -> L1: a row of fractals is one burst, fractals apart are bursts of their own."""
    zero = {"L1": np.zeros(16384, np.uint8), "x": np.zeros(16384, np.uint8)}
    load = {
        "dst": At("L1", 0),
        "src": At("x", 0),
        "index": 0,
        "repeat_times": 8,
        "src_stride": 1,
        "dst_gap": 0,
        "if_transpose": "false",
    }
    row = agree("load2d_gm_l1", "f16", load, zero, load2d).cost[:6].tolist()
    apart = agree("load2d_gm_l1", "f16", load | {"src_stride": 2}, zero, load2d).cost[:6].tolist()
    assert row == [20, 500, 4096, 4096, 110, 1] and apart == [8 * 3.4, 500, 4096, 4096, 110, 1]


def fill(m: Memory) -> None:
    for i in range(m["repeat_times"] * 512 // m.types[0].size):
        m["dst"][i] = m["value"]


@pytest.mark.parametrize(("mnemonic", "short"), [("set_2d_l0a", "f16"), ("set_2d_l0b", "i8"), ("set_2d_l1", "i32")])
@settings(max_examples=10)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_fractals_of_one_value(mnemonic: str, short: str, data: Any, seed: int) -> None:
    space = mnemonic[-2:].upper() if mnemonic.endswith("l1") else mnemonic[-3:].upper()
    repeats = data.draw(st.integers(0, 5))
    operands = {
        "dst": At(space, 512 * data.draw(st.integers(0, 3)), data.draw(st.booleans())),
        "repeat_times": held(data.draw, repeats) if repeats else Held(0),
        "value": data.draw(st.integers(-3, 3)),
    }
    agree(mnemonic, short, operands, {space: values(seed, types_of(short)[0], 16384)}, fill)


def spread_rows(m: Memory) -> None:
    """16 elements become 16 equal rows; gaps are fractals in L0C, blocks in UB."""
    size = m.types[0].size
    for i in range(m["nburst"]):
        for f in range(m["burst_len"]):
            row = [m["src"][i * (m["burst_len"] * 16 + m["src_gap"] * 32 // size) + f * 16 + e] for e in range(16)]
            for k in range(256):
                m["dst"][(i * (m["burst_len"] + m["dst_gap"]) + f) * 256 + k] = row[k % 16]


@pytest.mark.parametrize("short", ["f32", "f16"])
@settings(max_examples=10)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_bias_rows(short: str, data: Any, seed: int) -> None:
    draw = data.draw
    operands = {
        "dst": At("L0C", 1024 * draw(st.integers(0, 1))),
        "src": At("UB", 32 * draw(st.integers(0, 3))),
        "nburst": held(draw, draw(st.integers(1, 3))),
        "burst_len": held(draw, draw(st.integers(1, 3))),
        "dst_gap": draw(st.integers(0, 2)),
        "src_gap": draw(st.integers(0, 2)),
    }
    before = memories(seed, L0C=short, UB=short)
    agree("broadcast_ub_to_l0c", short, operands, before, spread_rows, chip="Ascend910A")
    sound("broadcast_ub_to_l0c", short, operands, before, seed, "Ascend910A")


@pytest.mark.parametrize("mnemonic", ["load2d_gm_l1", "set_2d_l1"])
def test_undefined_bytes_of_loads(mnemonic: str) -> None:
    operands = {
        "dst": At("L1", 512),
        "src": At("x", 5),
        "index": 3,
        "repeat_times": 3,
        "src_stride": -1,
        "dst_gap": 1,
        "value": 2,
    }
    operands = {name: v for name, v in operands.items() if name in INSTRUCTIONS[mnemonic].field_index}
    before = {name: values(7, u8, 16384) for name in ("L1", "x")}
    sound(mnemonic, "u8", operands, before if "src" in operands else {"L1": before["L1"]}, 7, "Ascend910B1")
