"""Reductions against tik_api §9 in plain loops: trees of neighbours, first lane wins ties, NaN wins."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import At, Held, Memory, active, agree, place, run, types_of, values, vector_operands
from tests.isa.test_shadow import sound
from tik.chips import load_chip
from tik.isa import INSTRUCTIONS
from tik.isa.fields import Mask
from tik.types.dtypes import u8


def tree(lanes: list[Any]) -> Any:
    """(0 + 1) + (2 + 3) …, every sum in the dtype."""
    while len(lanes) > 1:
        lanes = [a + b for a, b in zip(lanes[::2], lanes[1::2], strict=True)]
    return lanes[0]


def best(lanes: list[tuple[int, Any]], above: bool) -> tuple[int, Any]:
    """The first NaN, else the first of the best."""
    for lane, value in lanes:
        if value != value:
            return lane, value
    wanted = max(v for _, v in lanes) if above else min(v for _, v in lanes)
    return next((lane, v) for lane, v in lanes if v == wanted)


def meaning(m: Memory) -> None:
    name, kind = m.op.mnemonic, m.types[0]
    lanes, dst, src = 256 // kind.size, m["dst"], m["src"]
    group = lanes // 8 if name.startswith("vcg") else 2 if name == "vcpadd" else lanes
    sums, every = [], []
    for r, on in enumerate(active(m["mask"], lanes, m["repeat_times"])):
        row = {i: src[place(kind, r, i, m["src_blk_stride"], m["src_rep_stride"])] for i in on}
        every += [(r * lanes + i, x) for i, x in row.items()]
        for g in range(lanes // group):
            mine = [(i, row[i]) for i in range(g * group, (g + 1) * group) if i in row]
            if name == "vcadd":
                dst[r * m["dst_rep_stride"]] = tree([row.get(i, kind.numpy.type(0)) for i in range(lanes)])
            elif name == "vcadd_in_order":
                sums.append(tree([row.get(i, kind.numpy.type(0)) for i in range(lanes)]))
            elif not mine:
                continue
            elif name == "vcpadd":
                dst[r * m["dst_rep_stride"] * lanes // 2 + g] = row.get(2 * g, kind.numpy.type(0)) + row.get(
                    2 * g + 1, kind.numpy.type(0)
                )
            elif name == "vcgadd":
                dst[r * m["dst_rep_stride"] * 8 + g] = tree(
                    [row.get(i, kind.numpy.type(0)) for i in range(g * group, (g + 1) * group)]
                )
            elif name in ("vcgmax", "vcgmin"):
                dst[r * m["dst_rep_stride"] * 8 + g] = best(mine, name == "vcgmax")[1]
            else:
                lane, value = best(mine, name.startswith("vcmax"))
                pair = r * m["dst_rep_stride"] * 2
                low = m["index_low"] == "true"
                dst[pair + low] = value
                dst[pair + (not low)] = np.array([lane], f"u{kind.size}").view(kind.numpy)[0]
    if sums:
        total = sums[0]
        for x in sums[1:]:
            total = total + x
        dst[0] = total
    if name.endswith("_count") and every:
        lane, value = best(every, name == "vcmax_count")
        count = sum(x == value or (x != x and value != value) for _, x in every)
        words = np.array([0, count, lane], np.uint32)
        words.view(kind.numpy)[0] = value
        for i, byte in enumerate(words.view(np.uint8)):
            m.bytes("max_min")[i] = byte


@pytest.mark.parametrize(
    "case",
    [
        "vcadd f16",
        "vcadd f32",
        "vcgadd f16",
        "vcgadd f32",
        "vcmax f16",
        "vcmax f32",
        "vcmin f16",
        "vcmin f32",
        "vcgmax f16",
        "vcgmin f32",
        "vcpadd f16",
        "vcpadd f32",
        "vcadd_in_order f16",
        "vcadd_in_order f32",
        "vcmax_count f16",
        "vcmin_count f32",
    ],
)
@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_reductions(case: str, data: Any, seed: int) -> None:
    mnemonic, short = case.split()
    types = f"{short}"
    operands = data.draw(vector_operands(mnemonic, types_of(types)))
    before = {"UB": values(seed, types_of(short)[0], 16384)}
    if "max_min" in operands:
        operands["max_min"] = At("SPR", 96)
        before["SPR"] = values(seed + 1, u8, 256)
    agree(mnemonic, types, operands, before, meaning)


def reduce(mask: Mask, dst: int, repeat: Any = 1, dst_rep: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "mask": mask,
        "dst": At("UB", dst),
        "src": At("UB", 0),
        "repeat_times": repeat,
        "dst_rep_stride": dst_rep,
        "src_blk_stride": 1,
        "src_rep_stride": 8,
        **more,
    }


def ub(x: np.ndarray) -> dict[str, np.ndarray]:
    out = np.full(16384, 0xFF, np.uint8)
    out[: x.nbytes] = x.view(np.uint8)
    return {"UB": out}


def test_the_order_of_a_sum_shows_in_its_bits() -> None:
    """1e8 + 1 + -1e8 + 1: neighbours first gives (1e8 + 1) + (-1e8 + 1) = 1e8 - 1e8 (binary32 has no 1e8 + 1)."""
    x = np.zeros(64, np.float32)
    x[:4] = [1e8, 1, -1e8, 1]
    ran = agree("vcadd", "f32", reduce(Mask.count(64), 1024), ub(x), meaning)
    assert ran.after["UB"][1024:1028].view(np.float32)[0] == 0


def test_destination_at_any_element() -> None:
    """Results of two repeats, three elements apart, from element 1 on; what lies between keeps its bytes."""
    x = np.ones(128, np.float32)
    ran = agree("vcadd", "f32", reduce(Mask.count(64), 1028, 2, 3), ub(x), meaning)
    got = ran.after["UB"][1024 : 1024 + 24].view(np.float32)
    assert got[[1, 4]].tolist() == [64, 64] and np.isnan(got[[0, 2, 3, 5]]).all()


def test_nan_wins_and_the_first_lane_wins_ties() -> None:
    """Case O26, and lane numbers as integer bit patterns."""
    x = np.zeros(64, np.float32)
    x[:3] = [6, np.nan, 8]
    ran = agree("vcmax", "f32", reduce(Mask.count(3), 1024, index_low="false"), ub(x), meaning)
    assert np.isnan(ran.after["UB"][1024:1028].view(np.float32)[0]) and ran.after["UB"][1028:1032].view(np.uint32)[0] == 1
    x[:3] = [8, 9, 9]
    ran = agree("vcmax", "f32", reduce(Mask.count(3), 1024, index_low="true"), ub(x), meaning)
    assert ran.after["UB"][1024:1028].view(np.uint32)[0] == 1 and ran.after["UB"][1028:1032].view(np.float32)[0] == 9


@pytest.mark.parametrize("mnemonic", ["vmax", "vmin"])
def test_nan_wins_between_vectors(mnemonic: str) -> None:
    """Case O26: [NaN, 1, NaN] with [1, NaN, NaN] is NaN three times, as numpy has it, in both operand orders."""
    x = np.zeros(128, np.float32)
    x[:3], x[64:67] = [np.nan, 1, np.nan], [1, np.nan, np.nan]
    for first, second in ((0, 256), (256, 0)):
        strides = {f"{o}_{s}_stride": 1 if s == "blk" else 8 for o in ("dst", "src0", "src1") for s in ("blk", "rep")}
        operands = {"mask": Mask.count(3), "dst": At("UB", 1024), "src0": At("UB", first), "src1": At("UB", second)}
        after = run(mnemonic, types_of("f32.f32.f32"), operands | {"repeat_times": 1} | strides, ub(x)).after["UB"]
        assert np.isnan(after[1024:1036].view(np.float32)).all()


def test_what_repeats_have_in_common() -> None:
    """Two repeats of three lanes, 8 three times: value, count, and the number of the first (f32: 64 lanes a repeat)."""
    x = np.zeros(128, np.float32)
    x[:3], x[64:67] = [1, 2, 8], [8, 3, 8]
    operands = reduce(Mask.count(3), 1024, 2, max_min=At("SPR", 96), index_low="false")
    words = agree("vcmax_count", "f32", operands, ub(x) | {"SPR": np.zeros(256, np.uint8)}, meaning).after["SPR"][96:108]
    assert words[:4].view(np.float32)[0] == 8 and words[4:].view(np.uint32).tolist() == [3, 2]
    x[65] = np.nan  # the first NaN wins, and counts NaN lanes
    words = agree("vcmax_count", "f32", operands, ub(x) | {"SPR": np.zeros(256, np.uint8)}, meaning).after["SPR"][96:108]
    assert np.isnan(words[:4].view(np.float32)[0]) and words[4:].view(np.uint32).tolist() == [1, 65]


def test_sums_in_order() -> None:
    """1 + 2**24 + 1 - 2**24 from the left: the ones are lost, (1 + 2**24 = 2**24, twice); only 910B has it."""
    x = np.zeros(256, np.float32)
    x[::64] = 1, 2**24, 1, -(2**24)
    operands = reduce(Mask.count(64), 2048, 4)
    del operands["dst_rep_stride"]
    assert agree("vcadd_in_order", "f32", operands, ub(x), meaning).after["UB"][2048:2052].view(np.float32)[0] == 0
    assert [bool(INSTRUCTIONS["vcadd_in_order"].supported(load_chip(c))) for c in ("910A", "310P3", "910B2")] == [0, 0, 1]


def test_pairs_of_lanes() -> None:
    """dst_rep_stride counts 128 bytes; a pair without active lanes keeps its result."""
    x = np.arange(128, dtype=np.float32)
    ran = agree("vcpadd", "f32", reduce(Mask.bits(0, 0b101_0011), 1024, 2, 2), ub(x), meaning)
    got = ran.after["UB"][1024:1536].view(np.float32)
    assert got[[0, 2, 3]].tolist() == [1, 4, 6] and got[[64, 66, 67]].tolist() == [64 + 65, 68, 70] and np.isnan(got[1])


def test_a_block_without_active_lanes_keeps_its_result() -> None:
    x = np.ones(64, np.float32)
    ran = agree("vcgadd", "f32", reduce(Mask.bits(0, 0xFF00FF), 1024), ub(x), meaning)
    got = ran.after["UB"][1024:1056].view(np.float32)
    assert got[[0, 2]].tolist() == [8, 8] and np.isnan(got[[1, 3, 4, 5, 6, 7]]).all()


def test_a_row_of_minus_ones() -> None:
    """Case O33: masked lanes are not zeros of a maximum."""
    ran = agree("vcmax", "f16", reduce(Mask.count(4), 1024, index_low="false"), ub(np.full(128, -1, np.float16)), meaning)
    assert ran.after["UB"][1024:1026].view(np.float16)[0] == -1


def test_results_do_not_disturb_lanes_of_their_own_repeat() -> None:
    """Sums written into the second source block: a repeat is read whole first."""
    x = np.arange(64, dtype=np.float32)
    ran = agree("vcgadd", "f32", reduce(Mask.count(64), 32), ub(x), meaning)
    assert ran.after["UB"][32:64].view(np.float32).tolist() == x.reshape(8, 8).sum(1).tolist()


def test_cost() -> None:
    """Ascend910B1: head 22, seven cycles a repeat of vcadd, one of vcgadd f32."""
    zero = {"UB": np.zeros(16384, np.uint8)}
    assert agree("vcadd", "f32", reduce(Mask.count(64), 8192, 3), zero, meaning).cost[0] == 22 + 3 * 7
    assert agree("vcgadd", "f32", reduce(Mask.count(64), 8192, Held(3)), zero, meaning).cost[0] == 22 + 3
    assert agree("vcpadd", "f32", reduce(Mask.count(64), 8192, 3), zero, meaning).cost[0] == 22 + 3
    in_order = {name: x for name, x in reduce(Mask.count(64), 8192, 3).items() if name != "dst_rep_stride"}
    assert agree("vcadd_in_order", "f32", in_order, zero, meaning).cost[0] == 22 + 3 * 7


@pytest.mark.parametrize("case", ["vcpadd f16", "vcadd_in_order f32", "vcmax_count f16"])
@settings(max_examples=15)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_undefined_bytes_spread(case: str, data: Any, seed: int) -> None:
    mnemonic, types = case.split()
    operands = data.draw(vector_operands(mnemonic, types_of(types))) | {"dst": At("UB", 10240)}
    before = {"UB": values(seed, types_of(types)[0], 20480)}
    if "max_min" in operands:
        operands["max_min"] = At("SPR", 96)
        before["SPR"] = values(seed + 1, u8, 256)
    sound(mnemonic, types, operands, before, seed, "Ascend910B1")
