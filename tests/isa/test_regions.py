"""Regions: the table they are written into, masks, and that nothing outside them matters or changes."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import At, Held, active, place, run, touched, types_of, values, vector_operands
from tik.isa import INSTRUCTIONS
from tik.isa.fields import Mask
from tik.isa.regions import COLUMNS, LIMIT, mask_count, put, vector_regions
from tik.types.dtypes import f16, f32, u8


def covered(rows: np.ndarray) -> list[int]:
    """Bytes of a table, each as often as it is stated."""
    return sorted(
        start + i * s2 + j * s1 + k
        for _, _, _, start, n2, s2, n1, s1, inner in rows.tolist()
        for i in range(n2)
        for j in range(n1)
        for k in range(inner)
    )


@given(
    start=st.integers(0, 50),
    n2=st.integers(0, 4),
    s2=st.sampled_from([0, 1, 8, 16, 24]),
    n1=st.integers(0, 4),
    s1=st.sampled_from([0, 4, 8, 12]),
    inner=st.integers(0, 9),
)
def test_put_keeps_the_bytes(start: int, n2: int, s2: int, n1: int, s1: int, inner: int) -> None:
    """Rows that touch become one run; empty regions are left out."""
    out = np.zeros((2, COLUMNS), np.int64)
    n = put(out, 0, 3, 1, 2, start, n2, s2, n1, s1, inner)
    plain = sorted(start + i * s2 + j * s1 + k for i in range(n2) for j in range(n1) for k in range(inner))
    assert n == (1 if plain else 0) and covered(out[:n]) == plain
    assert n == 0 or out[0, :3].tolist() == [3, 1, 2]


def test_touching_rows_are_one_run() -> None:
    out = np.zeros((1, COLUMNS), np.int64)
    put(out, 0, 0, 0, 1, 64, 3, 256, 8, 32, 32)
    assert out[0].tolist() == [0, 0, 1, 64, 1, 256, 1, 32, 768]


def signed(word: int) -> int:
    return word - 2**64 if word >= 2**63 else word


@given(n=st.integers(0, 128), noise=st.integers(0, 2**128 - 1), lanes=st.sampled_from([32, 64, 128]))
def test_mask_count_is_right_or_says_scattered(n: int, noise: int, lanes: int) -> None:
    """The first n bits are the count n; other words are -1, or the count they really are."""
    n = min(n, lanes)
    word = (1 << n) - 1
    assert mask_count(0, signed(word >> 64), signed(word & (2**64 - 1)), lanes) == n
    noise &= (1 << lanes) - 1
    count = mask_count(0, signed(noise >> 64), signed(noise & (2**64 - 1)), lanes)
    assert count == -1 or noise == (1 << count) - 1


def test_mask_of_a_count() -> None:
    assert [mask_count(2, 0, n, 64) for n in (0, 1, 64)] == [0, 1, 64]


@settings(max_examples=200)
@given(
    data=st.data(),
    kind=st.sampled_from([f16, f32]),
    repeat=st.integers(0, 3),
    blk=st.integers(0, 3),
    rep=st.sampled_from([0, 1, 8, 9]),
    mode=st.sampled_from(["bits", "count", "counter"]),
)
def test_vector_regions_are_the_active_lanes(data: Any, kind: Any, repeat: int, blk: int, rep: int, mode: str) -> None:
    lanes = 256 // kind.size
    if mode == "bits":
        bits = data.draw(st.integers(0, 2**lanes - 1))
        mask = Mask.bits(signed(bits >> 64), signed(bits & (2**64 - 1)))
    else:
        mask = getattr(Mask, mode)(data.draw(st.integers(0, lanes if mode == "count" else 3 * lanes)))
    out = np.zeros((LIMIT, COLUMNS), np.int64)
    n = vector_regions(out, 0, 1, 1, 1, 64, kind.size, lanes, mask.mode, mask.high, mask.low, repeat, blk, rep)
    expected = {
        64 + place(kind, r, i, blk, rep) * kind.size + k
        for r, on in enumerate(active(mask, lanes, repeat))
        for i in on
        for k in range(kind.size)
    }
    assert set(covered(out[:n])) == expected


def test_the_most_scattered_mask_fits_the_table() -> None:
    """Every other lane of f16: 64 runs an operand, 192 for three."""
    out = np.zeros((LIMIT, COLUMNS), np.int64)
    odd = signed(0xAAAAAAAAAAAAAAAA)
    n = 0
    for _ in range(3):
        n = vector_regions(out, n, 1, 1, 1, 0, 2, 128, 0, odd, odd, 255, 1, 8)
    assert n == 192 < LIMIT


def test_nd2nz_of_most_matrices_fits_the_table() -> None:
    op = INSTRUCTIONS["nd2nz_gm_l1"]
    out = np.zeros((LIMIT, COLUMNS), np.int64)
    assert op.regions(out, 0, 2, 0, 8, 2, 256, 3, 17, 60, 20, 3, 1, 96) == 512 < LIMIT


GENERIC = [
    ("vadd", "f32.f32.f32"),
    ("vconv", "f16.f32"),
    ("vcmax", "f16"),
    ("vcgadd", "f32"),
    ("vector_dup", "u16"),
    ("vbcb", "f32"),
    ("vmadd", "f32.f32.f32"),
    ("vadddeqrelu", "f16.i32.i32"),
    ("vconv_high", "i8.i16"),
]


@pytest.mark.parametrize(("mnemonic", "types"), GENERIC)
@settings(max_examples=15)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_bytes_outside_do_not_matter(mnemonic: str, types: str, data: Any, seed: int) -> None:
    """With every byte not stated as read replaced, what is written is the same; what is not stated as written never changes."""
    kinds = types_of(types)
    operands = data.draw(vector_operands(mnemonic, kinds))
    if mnemonic == "vconv":
        operands["round_mode"] = "none"
    op = INSTRUCTIONS[mnemonic]
    before = values(seed, kinds[-1], 16384)
    first = run(mnemonic, kinds, operands, {"UB": before})
    read, written = (np.logical_or.reduce([touched(first, op, f.name, w, 16384) for _, f in op.mems()]) for w in (0, 1))
    other = np.where(read, before, values(seed + 1, u8, 16384))
    second = run(mnemonic, kinds, operands, {"UB": other})
    assert (first.after["UB"][written] == second.after["UB"][written]).all()
    assert (first.after["UB"][~written] == before[~written]).all() and (second.after["UB"][~written] == other[~written]).all()


@settings(max_examples=15)
@given(m=st.integers(1, 18), k=st.integers(1, 20), n=st.integers(1, 20), seed=st.integers(0, 2**31))
def test_mmad_stays_within_whole_fractals(m: int, k: int, n: int, seed: int) -> None:
    """It may state the rest of the fractals it touches, and no more."""
    size = {"L0C": 32768, "L0A": 16384, "L0B": 16384}
    before = {name: values(seed, u8, nbytes) for name, nbytes in size.items()}
    operands = {
        "dst": At("L0C", 0),
        "src_fm": At("L0A", 0),
        "src_filter": At("L0B", 0),
        "matrix_m": m,
        "matrix_k": Held(k),
        "matrix_n": n,
        "is_bias": 0,
    }
    ran = run("mmad", types_of("f32.f16.f16"), operands, before)
    op = INSTRUCTIONS["mmad"]
    fractals = {name: -(-a // 16) * -(-b // 16) for name, a, b in (("src_fm", m, k), ("src_filter", k, n), ("dst", m, n))}
    for name, space, step in (("src_fm", "L0A", 512), ("src_filter", "L0B", 512), ("dst", "L0C", 1024)):
        stated = touched(ran, op, name, int(name == "dst"), size[space])
        assert stated.any() and not stated[fractals[name] * step :].any()
    rows = touched(ran, op, "dst", 1, size["L0C"]).reshape(-1, 64)
    pitch = -(-m // 16) * 16
    assert [i for i in range(len(rows)) if rows[i].any()] == [g * pitch + i for g in range(-(-n // 16)) for i in range(m)]
    assert not touched(ran, op, "dst", 0, size["L0C"]).any()
