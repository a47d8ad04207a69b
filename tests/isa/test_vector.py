"""Lane-by-lane vector instructions against a statement of tik_api §2 and §7 in plain loops."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import At, Held, Memory, active, agree, place, scalar_of, types_of, values, vector_operands, wrap
from tik.chips import load_chip
from tik.isa import INSTRUCTIONS
from tik.isa.fields import Mask
from tik.types.dtypes import i16


def whole(kind: Any, f: Callable[..., int]) -> Callable[..., Any]:
    """A lane function on exact integers that wraps, or on numpy floats as it is."""
    return f if kind.is_float else lambda *v: wrap(f(*map(int, v)), kind)


def larger(a: Any, b: Any) -> Any:
    return a if a != a or a > b else b


def smaller(a: Any, b: Any) -> Any:
    return a if a != a or a < b else b


LANE: dict[str, Callable[..., Any]] = {
    "vadd": lambda a, b: a + b,
    "vsub": lambda a, b: a - b,
    "vmul": lambda a, b: a * b,
    "vdiv": lambda a, b: a / b,
    "vmax": larger,
    "vmin": smaller,
    "vand": lambda a, b: a & b,
    "vor": lambda a, b: a | b,
    "vnot": lambda a: ~a,
    "vabs": abs,
    "vrelu": lambda a: a if a != a or a > 0 else 0,
    "vsqrt": np.sqrt,
    "vrec": lambda a: np.float32(1) / np.float32(a),
    "vrsqrt": lambda a: np.float32(1 / np.sqrt(np.float64(a))),
    "vadds": lambda a, s: a + s,
    "vmuls": lambda a, s: a * s,
    "vmaxs": larger,
    "vmins": smaller,
    "vlrelu": lambda a, s: a if a > 0 else a * s,
    "vaddrelu": lambda a, b: relu(a + b),
    "vsubrelu": lambda a, b: relu(a - b),
}


def relu(x: Any) -> Any:
    """Of a float, or of an exact int16 sum, which wraps first."""
    if isinstance(x, int):
        x = wrap(x, i16)
    return x if x != x or x > 0 else 0


def meaning(m: Memory) -> None:
    """Repeats in order; in each, all active lanes are read before any is written."""
    dst, name = m["dst"], m.op.mnemonic
    sources = [n for n in ("src", "src0", "src1") if n in m.op.field_index]
    f = whole(m.types[0], LANE[name])
    extra = [scalar_of(m.operands["scalar"], m.types[1])] if "scalar" in m.op.field_index else []
    for r, lanes in enumerate(active(m["mask"], 256 // max(t.size for t in m.types), m["repeat_times"])):
        results = []
        for i in lanes:
            given_ = [m[s][place(m.types[1], r, i, m[f"{s}_blk_stride"], m[f"{s}_rep_stride"])] for s in sources]
            results.append(f(*given_, *extra))
        for i, value in zip(lanes, results, strict=True):
            dst[place(m.types[0], r, i, m["dst_blk_stride"], m["dst_rep_stride"])] = value


CASES = [
    "vadd f16",
    "vadd f32",
    "vadd i16",
    "vadd i32",
    "vsub f16",
    "vsub i32",
    "vmul f16",
    "vmul i16",
    "vmul i32",
    "vdiv f32",
    "vmax f16",
    "vmax i32",
    "vmin f32",
    "vmin i16",
    "vand u16",
    "vor i16",
    "vnot i16",
    "vnot u16",
    "vabs f16",
    "vabs f32",
    "vrelu f16",
    "vrelu i32",
    "vsqrt f32",
    "vsqrt f16",
    "vrec f32",
    "vrsqrt f32",
    "vadds f16",
    "vadds i32",
    "vmuls f32",
    "vmuls i16",
    "vmaxs f16",
    "vmaxs i16",
    "vmins f32",
    "vmins i32",
    "vlrelu f16",
    "vlrelu f32",
    "vaddrelu f16",
    "vaddrelu i16",
    "vsubrelu f32",
    "vsubrelu i16",
]
BINARY = ("vadd", "vsub", "vmul", "vdiv", "vmax", "vmin", "vand", "vor", "vaddrelu", "vsubrelu")


@pytest.mark.parametrize("case", CASES)
@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_lanes(case: str, data: Any, seed: int) -> None:
    mnemonic, short = case.split()
    width = 3 if mnemonic in BINARY else 2
    types = ".".join([short] * width)
    operands = data.draw(vector_operands(mnemonic, types_of(types), counter=True))
    agree(mnemonic, types, operands, {"UB": values(seed, types_of(short)[0], 16384)}, meaning)


def shifted(m: Memory) -> None:
    """src * 2**n or src / 2**n rounded down, or to nearest with halves up; on exact integers, then wrapped."""
    kind, by = m.types[0], m["scalar"]
    for r, on in enumerate(active(m["mask"], 256 // kind.size, m["repeat_times"])):
        found = [int(m["src"][place(kind, r, i, m["src_blk_stride"], m["src_rep_stride"])]) for i in on]
        for i, x in zip(on, found, strict=True):
            half = 2**by // 2 if m.operands.get("round_en") == "true" else 0
            y = x * 2**by if m.op.mnemonic == "vshl" else (x + half) // 2**by
            m["dst"][place(kind, r, i, m["dst_blk_stride"], m["dst_rep_stride"])] = wrap(y, kind)


@pytest.mark.parametrize("case", ["vshl i16", "vshl u32", "vshr u16", "vshr i16", "vshr i32"])
@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_shifts(case: str, data: Any, seed: int) -> None:
    mnemonic, short = case.split()
    (kind,) = types_of(short)
    by = data.draw(st.integers(0, kind.bits) | st.sampled_from([0, 1, kind.bits - 1, kind.bits]))
    operands = data.draw(vector_operands(mnemonic, (kind, kind), counter=True))
    operands |= {"scalar": Held(by) if data.draw(st.booleans()) else by}
    if kind.kind == "u":
        operands |= {"round_en": "false"} if mnemonic == "vshr" else {}
    agree(mnemonic, f"{short}.{short}", operands, {"UB": values(seed, kind, 16384)}, shifted)


def test_what_a_shift_refuses() -> None:
    chip = load_chip("Ascend910B1")
    assert INSTRUCTIONS["vshl"].check(chip, types_of("i16.i16"), {"scalar": 16}) is None
    assert (
        INSTRUCTIONS["vshl"].check(chip, types_of("i16.i16"), {"scalar": 17}) == "scalar is 17: i16 has only 16 bits to shift"
    )
    values = {"scalar": 1, "round_en": "true"}
    assert INSTRUCTIONS["vshr"].check(chip, types_of("u16.u16"), values) == "round_en rounds signed data (i16, i32), not u16"


def binary(mask: Mask, dst: int, src0: int, src1: int, repeat: Any, *strides: int) -> dict[str, Any]:
    names = ("dst_blk_stride", "src0_blk_stride", "src1_blk_stride", "dst_rep_stride", "src0_rep_stride", "src1_rep_stride")
    return {
        "mask": mask,
        "dst": At("UB", dst),
        "src0": At("UB", src0),
        "src1": At("UB", src1),
        "repeat_times": repeat,
        **dict(zip(names, strides, strict=True)),
    }


def ub(x: np.ndarray) -> dict[str, np.ndarray]:
    out = np.full(16384, 0xFF, np.uint8)
    out[: x.nbytes] = x.view(np.uint8)
    return {"UB": out}


def test_accumulation_over_repeats_with_stride_0() -> None:
    """vadd(64, acc, acc, x, 3, 1,1,1, 0,0,8): acc gathers three rows, in order."""
    x = np.arange(64 * 4, dtype=np.float32)
    ran = agree("vadd", "f32.f32.f32", binary(Mask.count(64), 0, 0, 256, 3, 1, 1, 1, 0, 0, 8), ub(x), meaning)
    assert (ran.after["UB"][:256].view(np.float32) == x.reshape(4, 64).sum(0)).all()


def test_one_block_against_a_row() -> None:
    """src1 block stride 0, repeat stride 1: one value a row is broadcast over the row."""
    x = np.arange(128, dtype=np.float32)
    per_row = np.repeat(np.float32([10, 20]), 8)
    ran = agree(
        "vmul",
        "f32.f32.f32",
        binary(Mask.count(64), 1024, 0, 512, 2, 1, 1, 0, 8, 8, 1),
        ub(np.concatenate([x, per_row])),
        meaning,
    )
    assert (ran.after["UB"][1024:1536].view(np.float32).reshape(2, 64) == x.reshape(2, 64) * [[10], [20]]).all()


def test_shifted_overlap_reads_a_repeat_before_it_writes_it() -> None:
    """dst one block behind src: within a repeat nothing written is read again; the second repeat sees the first."""
    x = np.arange(200, dtype=np.float32)
    ran = agree("vadd", "f32.f32.f32", binary(Mask.count(64), 32, 0, 0, 2, 1, 1, 1, 8, 8, 8), ub(x), meaning)
    got = ran.after["UB"].view(np.float32)
    assert (got[8:72] == 2 * x[:64]).all()
    assert (got[72:80] == 4 * x[56:64]).all()  # read from what the first repeat wrote
    assert (got[80:136] == 2 * x[72:128]).all()


def test_nan_wins_in_both_operand_orders() -> None:
    """Case O26."""
    x = np.zeros(192, np.float32)
    x[:3], x[64:67] = [np.nan, 1, np.nan], [1, np.nan, np.nan]
    ran = agree("vmax", "f32.f32.f32", binary(Mask.count(3), 512, 0, 256, 1, 1, 1, 1, 8, 8, 8), ub(x), meaning)
    assert np.isnan(ran.after["UB"][512:524].view(np.float32)).all()


def test_masked_off_lanes_touch_no_memory() -> None:
    """Case O23: the lanes below the tensor are masked off, so an operand may start where its lane 8 is its first element."""
    x = np.arange(64, dtype=np.float32)
    mask = Mask.bits(0, 0xFFFFFF00)
    ran = agree(
        "vadds",
        "f32.f32",
        {
            "mask": mask,
            "dst": At("UB", 1024),
            "src": At("UB", -32, True),
            "scalar": 0.0,
            "repeat_times": 1,
            "dst_blk_stride": 1,
            "src_blk_stride": 1,
            "dst_rep_stride": 8,
            "src_rep_stride": 8,
        },
        ub(x),
        meaning,
    )
    assert (ran.after["UB"][1024 + 32 : 1024 + 128].view(np.float32) == x[:24]).all()


def test_a_repeat_of_0_does_nothing() -> None:
    x = np.arange(64, dtype=np.float32)
    ran = agree("vadd", "f32.f32.f32", binary(Mask.count(64), 0, 16384, 16384, Held(0), 1, 1, 1, 8, 8, 8), ub(x), meaning)
    assert len(ran.regions) == 0


def test_float_arithmetic_is_ieee_in_the_operand_dtype() -> None:
    """65504 + 16 rounds to inf in f16, 2048 + 1 to 2048 (even), 2049 does not exist."""
    x = np.zeros(256, np.float16)
    x[:3], x[128:131] = [65504, 2048, 65504], [16, 1, 15]
    ran = agree("vadd", "f16.f16.f16", binary(Mask.count(3), 512, 0, 256, 1, 1, 1, 1, 8, 8, 8), ub(x), meaning)
    assert ran.after["UB"][512:518].view(np.float16).tolist() == [np.inf, 2048, 65504]


@pytest.mark.parametrize(("mnemonic", "busy"), [("vadd", 24 + 5), ("vdiv", 31 + 2 * 5), ("vmul", 25 + 5)])
def test_cost_is_head_and_slope(mnemonic: str, busy: float) -> None:
    """hardware.md D2 rule 1 with the figures of Ascend910B1, f32, five repeats."""
    ran = agree(
        mnemonic,
        "f32.f32.f32",
        binary(Mask.count(64), 0, 4096, 8192, 5, 1, 1, 1, 8, 8, 8),
        {"UB": np.zeros(16384, np.uint8)},
        meaning,
    )
    assert ran.cost.tolist() == [busy, 0, 0, 0, 0, 0, 0]


def test_cost_of_a_counter_mask() -> None:
    """16 cycles more, and the repeats the counter makes: 65 lanes are two."""
    operands = {
        "mask": Mask.counter(65),
        "dst": At("UB", 0),
        "src": At("UB", 4096),
        "scalar": 1.0,
        "repeat_times": 1,
        "dst_blk_stride": 1,
        "src_blk_stride": 1,
        "dst_rep_stride": 8,
        "src_rep_stride": 8,
    }
    ran = agree("vmuls", "f32.f32", operands, {"UB": np.zeros(16384, np.uint8)}, meaning)
    assert ran.cost[0] == 26 + 16 + 2
