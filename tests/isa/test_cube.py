"""The cube side against tik_api §13 in plain loops over the fractal layouts."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import SIZE, At, Memory, agree, held, types_of, values
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


@pytest.mark.parametrize(("mnemonic", "short"), [("load2d_l1_l0a", "f16"), ("load2d_l1_l0b", "bf16"), ("load2d_l1_l0b", "i8")])
@settings(max_examples=15)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_load2d(mnemonic: str, short: str, data: Any, seed: int) -> None:
    draw, to = data.draw, "L0A" if mnemonic.endswith("a") else "L0B"
    operands = {
        "dst": At(to, 512 * draw(st.integers(0, 2)), draw(st.booleans())),
        "src": At("L1", 32 * draw(st.integers(0, 3))),
        "index": held(draw, draw(st.integers(0, 3))),
        "repeat_times": held(draw, draw(st.integers(1, 4))),
        "src_stride": draw(st.integers(0, 4)),
        "dst_gap": draw(st.integers(0, 2)),
        "if_transpose": draw(st.sampled_from(["false", "true"] if short != "i8" else ["false"])),
    }
    before = {"L1": values(seed, u8, 16384), to: values(seed + 1, u8, 16384)}
    agree(mnemonic, short, operands, before, load2d)


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
                for k in range(m["matrix_k"]):
                    total = total + np.float32(left(i, k)) * np.float32(right(k, j))
            else:
                total = (
                    int(start) + sum(int(left(i, k)) * int(right(k, j)) for k in range(m["matrix_k"])) + 2**31
                ) % 2**32 - 2**31
            out[at] = total
    for at, total in out.items():
        m["dst"][at] = total


WHOLE = ("dst", "src_fm", "src_filter")  # the hardware reads whole fractals and writes whole 16-column rows


@pytest.mark.parametrize("types", ["f32.f16.f16", "f16.f16.f16", "f32.bf16.bf16", "f32.f32.f32", "i32.i8.i8"])
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


def fix(m: Memory) -> None:
    for i in range(m["m_size"]):
        for j in range(m["n_size"]):
            v = m["src"][(j // 16 * m["src_stride"] + i) * 16 + j % 16]
            if m["relu"] == "true":
                v = v if v != v or v > 0 else type(v)(0)
            m["dst"][i * m["dst_stride"] + j] = np.float32(v) if m.types[0].is_float else v


@pytest.mark.parametrize("types", ["f16.f32", "bf16.f32", "f32.f32", "i32.i32"])
@settings(max_examples=12)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_fix_l0c_gm(types: str, data: Any, seed: int) -> None:
    draw, size = data.draw, types_of(types)[0].size
    n = draw(st.integers(1, 35))
    operands = {
        "dst": At("x", size * draw(st.integers(0, 9)), draw(st.booleans())),
        "src": At("L0C", 1024 * draw(st.integers(0, 2))),
        "n_size": held(draw, n),
        "m_size": held(draw, draw(st.integers(1, 18))),
        "src_stride": draw(st.sampled_from([16, 32])),
        "dst_stride": draw(st.sampled_from([n, n + 3, 1])),
        "relu": draw(st.sampled_from(["false", "true"])),
    }
    agree("fix_l0c_gm", types, operands, memories(seed, x="u8", L0C=types.split(".")[1]), fix, hull=("src",))


def l0c_ub(m: Memory) -> None:
    """Bursts of 16 x 16 fractals: gaps are fractals in L0C, blocks in UB."""
    for i in range(m["nburst"]):
        cube, vector = i * (m["burst"] + (m["src_stride"] if m.op.mnemonic == "mov_l0c_ub" else m["dst_stride"])) * 256, 0
        size = m.types[0].size
        gap = m["dst_stride"] if m.op.mnemonic == "mov_l0c_ub" else m["src_stride"]
        vector = i * (m["burst"] * 256 + gap * 32 // size)
        s, d = (cube, vector) if m.op.mnemonic == "mov_l0c_ub" else (vector, cube)
        for e in range(m["burst"] * 256):
            v = m["src"][s + e]
            if "relu" in m.operands and m["relu"] == "true":
                v = v if v != v or v > 0 else type(v)(0)
            m["dst"][d + e] = np.float32(v) if m.types[0].is_float else v


@pytest.mark.parametrize(
    ("mnemonic", "types"),
    [("mov_l0c_ub", "f32.f32"), ("mov_l0c_ub", "f16.f32"), ("mov_l0c_ub", "i32.i32"), ("mov_ub_l0c", "f32")],
)
@settings(max_examples=8)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_between_l0c_and_ub(mnemonic: str, types: str, data: Any, seed: int) -> None:
    draw = data.draw
    to, of = ("UB", "L0C") if mnemonic == "mov_l0c_ub" else ("L0C", "UB")
    operands = {
        "dst": At(to, 1024),
        "src": At(of, 512 * 2 * draw(st.integers(0, 1))),
        "nburst": held(draw, draw(st.integers(1, 2))),
        "burst": held(draw, draw(st.integers(1, 3))),
        "src_stride": draw(st.integers(0, 2)),
        "dst_stride": draw(st.integers(0, 2)),
        "relu": draw(st.sampled_from(["false", "true"])),
    }
    if mnemonic == "mov_ub_l0c":
        del operands["relu"]
    agree(mnemonic, types, operands, memories(seed, **{of: types.split(".")[-1], to: "u8"}), l0c_ub, chip="Ascend910A")


def test_relu_of_minus_infinity_is_zero() -> None:
    before = {"L0C": np.zeros(32768, np.uint8), "x": np.full(16384, 0xFF, np.uint8)}
    before["L0C"][:16] = np.float32([-np.inf, -1, np.nan, 2]).view(np.uint8)
    operands = {
        "dst": At("x", 0),
        "src": At("L0C", 0),
        "n_size": 4,
        "m_size": 1,
        "src_stride": 16,
        "dst_stride": 4,
        "relu": "true",
    }
    got = agree("fix_l0c_gm", "f32.f32", operands, before, fix, hull=("src",)).after["x"][:16].view(np.float32)
    assert got[[0, 1, 3]].tolist() == [0, 0, 2] and np.isnan(got[2]) and not np.signbit(got[:2]).any()


@pytest.mark.parametrize(
    ("types", "m", "k", "n", "cubes"),
    [("f32.f16.f16", 17, 33, 16, 2 * 1 * 3), ("f32.f32.f32", 16, 16, 16, 2 * 8 / 4), ("i32.i8.i8", 1, 32, 17, 2)],
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
    }
    zero = {name: np.zeros(SIZE[Scope(name)], np.uint8) for name in ("L0A", "L0B", "L0C")}
    cost = agree("mmad", types, operands, zero, mmad, hull=WHOLE).cost
    assert cost[0] == cubes + 9 and cost[0] + cost[1] == cubes + 62


def test_cost_of_loads_and_results() -> None:
    """23.5 + bytes/256 to L0A, bytes/128 to L0B (G0, G1); 60 + bytes/70 out."""
    zero = {
        name: np.zeros(SIZE.get(Scope(name) if name.isupper() else Scope.GM, 16384), np.uint8)
        for name in ("L0A", "L0B", "L0C", "L1", "x")
    }
    load = {"src": At("L1", 0), "index": 0, "repeat_times": 4, "src_stride": 1, "dst_gap": 0, "if_transpose": "false"}
    assert agree("load2d_l1_l0a", "f16", {"dst": At("L0A", 0), **load}, zero, load2d).cost[0] == 23.5 + 8
    assert agree("load2d_l1_l0b", "bf16", {"dst": At("L0B", 0), **load}, zero, load2d).cost[0] == 23.5 + 16
    out = {
        "dst": At("x", 0),
        "src": At("L0C", 0),
        "n_size": 35,
        "m_size": 2,
        "src_stride": 16,
        "dst_stride": 35,
        "relu": "false",
    }
    assert agree("fix_l0c_gm", "f16.f32", out, zero, fix, hull=("src",)).cost[:6].tolist() == [62, 0, 140, 140, 70, 2]
