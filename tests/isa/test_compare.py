"""Comparisons and selections against tik_api §8 in plain loops over lanes."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import At, Held, Memory, active, agree, masks, place, scalar_of, types_of, values, vector_operands
from tests.isa.test_shadow import sound
from tik.chips import load_chip
from tik.isa import INSTRUCTIONS
from tik.isa.compare import RELATIONS
from tik.isa.fields import Mask
from tik.types.dtypes import u8

HOLDS = {
    "lt": lambda a, b: a < b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "le": lambda a, b: a <= b,
}
REGISTERS = np.arange(256, dtype=np.uint8)


def number(value: Any) -> float | int:
    """The exact value of an element."""
    return float(value) if np.asarray(value).dtype.kind == "f" else int(value)


def packed(dst: Any, at: int, bits: list[bool]) -> None:
    """Bits into bytes from byte ``at`` on, the lowest first."""
    for byte in range(len(bits) // 8):
        dst[at + byte] = sum(1 << i for i in range(8) if bits[byte * 8 + i])


def compare(m: Memory) -> None:
    form, relation = m.op.mnemonic.split("_")
    holds, kind = HOLDS[relation], m.types[1]
    lanes = 256 // kind.size
    if form == "vcmp":
        a, b, on = m["src0"], m["src1"], active(m["mask"], lanes, 1)[0]
        at = [place(kind, 0, i, m["src0_stride"], 0) for i in range(lanes)]
        of = [place(kind, 0, i, m["src1_stride"], 0) for i in range(lanes)]
        bits = [i in on and bool(holds(number(a[at[i]]), number(b[of[i]]))) for i in range(lanes)]
        packed(m["cmpmask"], 0, bits + [False] * (128 - lanes))
        return
    for r in range(m["repeat_times"]):
        bits = []
        for i in range(lanes):
            if form == "vcmpvs":
                x, y = (
                    m["src"][place(kind, r, i, m["src_blk_stride"], m["src_rep_stride"])],
                    scalar_of(m.operands["scalar"], kind),
                )
            else:
                x, y = (m[s][place(kind, r, i, m[f"{s}_blk_stride"], m[f"{s}_rep_stride"])] for s in ("src0", "src1"))
            bits.append(bool(holds(number(x), number(y))))
        packed(m["dst"], r * lanes // 8, bits)


def operands_of(data: Any, mnemonic: str, types: str) -> dict[str, Any]:
    """Operands as of any vector instruction; the special register stays at its place."""
    kinds = types_of(types)
    op = INSTRUCTIONS[mnemonic]
    lanes = 256 // kinds[-1].size
    operands = {}
    if any(f.name.endswith("_rep_stride") for f in op.fields):
        operands = data.draw(vector_operands(mnemonic, kinds))
    for f in op.fields:
        if f.name == "cmpmask":
            operands[f.name] = At("SPR", 0)
        elif f.name == "mask":
            operands[f.name] = data.draw(masks(lanes, 1, False))
        elif f.name in ("src0_stride", "src1_stride"):
            operands[f.name] = data.draw(st.sampled_from([0, 1, 1, 2]))
        elif f.name in ("dst", "src", "sel", "src0", "src1") and f.name not in operands:
            operands[f.name] = At("UB", 32 * data.draw(st.integers(0, 20)))
    return operands


def memory(seed: int, types: str) -> dict[str, np.ndarray]:
    return {"UB": values(seed, types_of(types)[1], 16384), "SPR": values(seed + 1, u8, 256)}


# Every relation and every form; not all products of them: the lane function and the loop are compiled together.
CASES = [  # every instruction once
    *(f"vcmpv_{relation} u8.{t}" for relation, t in zip(RELATIONS, ["f16", "f32"] * 3, strict=True)),
    *(f"vcmpvs_{relation} u8.{t}" for relation, t in zip(RELATIONS, ["f32", "f16"] * 3, strict=True)),
    *(f"vcmp_{relation} u8.{t}" for relation, t in zip(RELATIONS, ["f16", "f32"] * 3, strict=True)),
    "vcmpv_eq u8.i32",
]


@pytest.mark.parametrize("case", CASES)
@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_comparisons(case: str, data: Any, seed: int) -> None:
    mnemonic, types = case.split()
    before = memory(seed, types)
    if not mnemonic.startswith("vcmp_"):
        del before["SPR"]
    agree(mnemonic, types, operands_of(data, mnemonic, types), before, compare)


@pytest.mark.parametrize("relation", RELATIONS)
def test_relations(relation: str) -> None:
    """1 < 2, 2 == 2, 3 > 2, and NaN: every comparison is false, not-equal true; either way round."""
    lane = RELATIONS[relation][1]
    pairs = [(1.0, 2.0), (2.0, 2.0), (3.0, 2.0), (np.nan, 2.0), (2.0, np.nan), (np.nan, np.nan), (0.0, -0.0)]
    assert [bool(lane(a, b)) for a, b in pairs] == [bool(HOLDS[relation](a, b)) for a, b in pairs]
    assert [bool(lane(a, b)) for a, b in pairs[3:6]] == [relation == "ne"] * 3


def compared(**more: Any) -> dict[str, Any]:
    return {
        "dst": At("UB", 4096),
        "src0": At("UB", 0),
        "src1": At("UB", 1024),
        "repeat_times": 2,
        "src0_blk_stride": 1,
        "src1_blk_stride": 1,
        "src0_rep_stride": 8,
        "src1_rep_stride": 8,
    } | more


def test_bits_are_packed_from_the_lowest_on_without_gaps() -> None:
    """f32: lanes 0, 9 and 63 of the first repeat and lane 1 of the second are equal: 8 bytes a repeat."""
    ub = np.zeros(16384, np.uint8)
    a, b = ub[:512].view(np.float32), ub[1024:1536].view(np.float32)
    a[:], b[:] = 1, 2
    b[[0, 9, 63, 65]] = 1
    ran = agree("vcmpv_eq", "u8.f32", compared(), {"UB": ub}, compare)
    assert ran.after["UB"][4096:4112].tolist() == [1, 2, 0, 0, 0, 0, 0, 128, 2, 0, 0, 0, 0, 0, 0, 0]


def test_a_lane_left_out_by_the_mask_is_0() -> None:
    """64 equal f32 lanes, of which the mask takes 4..7: the upper half of CMPMASK is 0, too."""
    ub = np.zeros(16384, np.uint8)
    operands = {
        "mask": Mask.bits(0, 0xF0),
        "cmpmask": At("SPR", 0),
        "src0": At("UB", 0),
        "src1": At("UB", 256),
        "src0_stride": 1,
        "src1_stride": 1,
    }
    ran = agree("vcmp_eq", "u8.f32", operands, {"UB": ub, "SPR": np.full(256, 0xFF, np.uint8)}, compare)
    assert ran.after["SPR"][:16].tolist() == [0xF0] + [0] * 15 and (ran.after["SPR"][16:] == 0xFF).all()


# ---------------------------------------------------------------------------------------------------------- selections
def select(m: Memory) -> None:
    """Within a repeat all lanes are read before any is written."""
    kind, lanes = m.types[1], 256 // m.types[1].size
    bits = "cmpmask" if m.op.mnemonic == "vsel" else "sel"
    for r, on in enumerate(active(m["mask"], lanes, m["repeat_times"])):
        found = {}
        for i in on:
            one = m[bits][(0 if bits == "cmpmask" else r * lanes // 8) + i // 8] >> (i % 8) & 1
            a = m["src0"][place(kind, r, i, m["src0_blk_stride"], m["src0_rep_stride"])]
            if m.op.mnemonic == "vsel_scalar":
                b = scalar_of(m.operands["src1"], kind)
            else:
                b = m["src1"][place(kind, r, i, m["src1_blk_stride"], m["src1_rep_stride"])]
            found[i] = a if one else b
        for i, value in found.items():
            m["dst"][place(kind, r, i, m["dst_blk_stride"], m["dst_rep_stride"])] = value


SELECTS = ["vsel u8.f16", "vsel u8.f32", "vsel_tensor u8.f16", "vsel_tensor u8.f32", "vsel_scalar u8.f16", "vsel_scalar u8.f32"]


@pytest.mark.parametrize("case", SELECTS)
@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_selections(case: str, data: Any, seed: int) -> None:
    mnemonic, types = case.split()
    before = memory(seed, types)
    if mnemonic != "vsel":
        del before["SPR"]
    agree(mnemonic, types, operands_of(data, mnemonic, types), before, select)


def test_one_mask_serves_all_repeats_and_a_tensor_does_not() -> None:
    """CMPMASK: lane 1 of both repeats; the same bytes in UB: lane 1 of the first, lane 0 of the second (f32: byte 8)."""
    bits = np.zeros(16, np.uint8)
    bits[[0, 8]] = 2, 1
    ub = np.zeros(16384, np.uint8)
    ub[4096:4112] = bits
    ub[:512].view(np.float32)[:] = 1
    spr = np.concatenate([bits, np.zeros(240, np.uint8)])
    operands = {
        "mask": Mask.count(64),
        "dst": At("UB", 8192),
        "cmpmask": At("SPR", 0),
        "sel": At("UB", 4096),
        "src0": At("UB", 0),
        "src1": At("UB", 1024),
        "repeat_times": 2,
    } | {f"{name}_{step}_stride": 1 if step == "blk" else 8 for name in ("dst", "src0", "src1") for step in ("blk", "rep")}
    for mnemonic, ones in (("vsel", [1, 65]), ("vsel_tensor", [1, 64])):
        given = {name: x for name, x in operands.items() if name in INSTRUCTIONS[mnemonic].field_index}
        before = {"UB": ub, "SPR": spr} if mnemonic == "vsel" else {"UB": ub}
        ran = agree(mnemonic, "u8.f32", given, before, select)
        assert np.flatnonzero(ran.after["UB"][8192:8704].view(np.float32)).tolist() == ones


# --------------------------------------------------------------------------------------------------------- the register
def moved(m: Memory) -> None:
    if m.op.mnemonic == "set_cmpmask":
        value = int(m["scalar"]) & (2**64 - 1)
        for i in range(16):
            m["cmpmask"][i] = value >> (8 * i) & 255 if i < 8 else 0
        return
    dst, src = (m["dst"], m["cmpmask"]) if m.op.mnemonic == "mov_cmpmask_ub" else (m["cmpmask"], m["src"])
    for i in range(16):
        dst[i] = src[i]


@pytest.mark.parametrize("mnemonic", ["mov_cmpmask_ub", "mov_ub_cmpmask"])
def test_the_mask_comes_and_goes_whole(mnemonic: str) -> None:
    ub = values(3, u8, 16384)
    operands = {"dst": At("UB", 48), "src": At("UB", 112), "cmpmask": At("SPR", 0)}
    given = {f.name: operands[f.name] for f in INSTRUCTIONS[mnemonic].fields}
    agree(mnemonic, "u8", given, {"UB": ub, "SPR": REGISTERS}, moved)


@pytest.mark.parametrize("value", [0, 5, 2**63 + 1, 2**64 - 1, Held(-(2**63) + 7)])
def test_a_scalar_gives_the_lower_half(value: Any) -> None:
    agree("set_cmpmask", "u8.u64", {"cmpmask": At("SPR", 0), "scalar": value}, {"SPR": REGISTERS}, moved)


# ------------------------------------------------------------------------------------------------------- shadow, chips
@pytest.mark.parametrize("case", ["vcmpv_lt u8.f16", "vcmpvs_le u8.f32", "vcmp_eq u8.f16", *SELECTS[:1], *SELECTS[3:5]])
@settings(max_examples=15)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_undefined_bytes_spread(case: str, data: Any, seed: int) -> None:
    mnemonic, types = case.split()
    operands = operands_of(data, mnemonic, types)
    if "dst" in operands:  # bits still to be read: program order is all there is
        operands["dst"] = At("UB", 12288)
    before = memory(seed, types)
    if "cmpmask" not in INSTRUCTIONS[mnemonic].field_index:
        del before["SPR"]
    sound(mnemonic, types, operands, before, seed, "Ascend910B1")


def test_what_chips_have() -> None:
    """tik_api §17: scalars and tensors of bits from v200 on; int32 equality on 910B only."""
    has = {
        chip: [
            name for name in ("vcmpv_lt", "vcmp_ge", "vsel", "vcmpvs_eq", "vsel_tensor") if INSTRUCTIONS[name].supported(chip)
        ]
        for chip in map(load_chip, ("Ascend910A", "Ascend310P3", "Ascend910B1"))
    }
    assert [len(names) for names in has.values()] == [3, 5, 5]
    equal = INSTRUCTIONS["vcmpv_eq"]
    assert [types_of("u8.i32") in equal.supported(chip) for chip in has] == [False, False, True]


def test_cost() -> None:
    """Ascend910B1: head 22, one cycle a repeat of 256 bytes."""
    zero = {"UB": np.zeros(16384, np.uint8)}
    assert agree("vcmpv_eq", "u8.f32", compared(repeat_times=3), zero, compare).cost[0] == 25
