"""Sorts and merges against Python's stable sort; NaN first, ties in the order of src."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import At, Held, Memory, Ran, agree, held, run, types_of
from tests.isa.test_shadow import sound, spread
from tik.isa import INSTRUCTIONS
from tik.types.dtypes import DType, f16, f32

CHIP = {"vrpsort16": "Ascend310P3", "vmrgsort4": "Ascend310P3", "vmrgsort": "Ascend910B1", "vsort32": "Ascend910B1"}


def rank(score: Any) -> tuple[bool, float]:
    """The sort key of a score in ascending order: NaN first, then the largest."""
    return (score == score, 0.0 if score != score else -float(score))


def scores(seed: int, kind: DType, nbytes: int = 16384) -> np.ndarray:
    """Elements of few values, so that there are ties; some NaN, inf, both zeros."""
    rng = np.random.default_rng(seed)
    x = rng.integers(-4, 5, nbytes // kind.size).astype(kind.numpy)
    special = rng.choice(np.array([np.nan, np.inf, -np.inf, -0.0, 0.5], kind.numpy), len(x))
    return np.where(rng.random(len(x)) < 0.2, special, x).view(np.uint8)


def sort16(m: Memory) -> None:
    dst, src = m["dst"], m["src"]
    for r in range(m["repeat_times"]):
        group = [[src[(r * 16 + i) * 8 + k] for k in range(8)] for i in range(16)]
        for i, box in enumerate(sorted(group, key=lambda box: rank(box[4]))):
            for k in range(8):
                dst[(r * 16 + i) * 8 + k] = box[k]


@st.composite
def group_operands(draw: Any, *sources: str) -> dict[str, Any]:
    repeats = draw(st.integers(0, 3))
    return {
        "dst": At("UB", draw(st.sampled_from([0, 32, 4096])), draw(st.booleans())),
        **{
            name: At("UB", (0, 8192)[k] + draw(st.sampled_from([0, 64])), draw(st.booleans())) for k, name in enumerate(sources)
        },
        "repeat_times": held(draw, repeats) if repeats else Held(0),
    }


@pytest.mark.parametrize("short", ["f16", "f32"])
@settings(max_examples=25)
@given(operands=group_operands("src"), seed=st.integers(0, 2**31))
def test_sort_of_16_proposals(short: str, operands: dict[str, Any], seed: int) -> None:
    agree("vrpsort16", short, operands, {"UB": scores(seed, types_of(short)[0])}, sort16, chip="Ascend310P3")


def sort32(m: Memory) -> None:
    """Pairs as bytes: score, padding, index."""
    size = m.types[0].size
    score, dst = m["src0"], m.bytes("dst")
    raw, index = m.bytes("src0"), m.bytes("src1")
    for r in range(m["repeat_times"]):
        pairs = []
        for i in range(r * 32, r * 32 + 32):
            head = [raw[i * size + k] for k in range(size)]
            pairs.append((score[i], [*head, *[0] * (4 - size), *[index[i * 4 + k] for k in range(4)]]))
        for i, (_, pair) in enumerate(sorted(pairs, key=lambda pair: rank(pair[0]))):
            for k, byte in enumerate(pair):
                dst[(r * 32 + i) * 8 + k] = byte


@pytest.mark.parametrize("short", ["f16", "f32"])
@settings(max_examples=25)
@given(operands=group_operands("src0", "src1"), seed=st.integers(0, 2**31))
def test_sort_of_32_pairs(short: str, operands: dict[str, Any], seed: int) -> None:
    agree("vsort32", f"{short}.u32", operands, {"UB": scores(seed, types_of(short)[0])}, sort32)


def test_stable_and_nan_first() -> None:
    x = np.array([1, 2, np.nan, 2, -np.inf, np.inf, 0.0, -0.0, *[-1.0] * 24], np.float32)
    before = np.zeros(16384, np.uint8)
    before[:128] = x.view(np.uint8)
    before[256:384] = np.arange(32, dtype=np.uint32).view(np.uint8)
    operands = {"dst": At("UB", 512), "src0": At("UB", 0), "src1": At("UB", 256), "repeat_times": 1}
    ran = run("vsort32", types_of("f32.u32"), operands, {"UB": before})
    pairs = ran.after["UB"][512:768].view(np.uint32).reshape(32, 2)
    assert pairs[:, 1].tolist() == [2, 5, 1, 3, 0, 6, 7, *range(8, 32), 4]
    assert pairs[1:5, 0].copy().view(np.float32).tolist() == [np.inf, 2, 2, 1]
    assert ran.cost[0] == 22 + 16  # 32 pairs, two a cycle


# --------------------------------------------------------------------------------------------------------------- merges
def merge(m: Memory) -> None:
    """The largest head goes first; among equals the one of the earliest list."""
    width = 8 if m.op.mnemonic == "vmrgsort4" else 8 // m.types[0].size
    key = 4 if m.op.mnemonic == "vmrgsort4" else 0
    dst, counts = m["dst"], m.bytes("vms4_sr")
    lists = [m[f"src{j}"] for j in range(4)]
    lengths = [m[f"length{j}"] for j in range(4)]
    total = sum(lengths)
    for r in range(m["repeat_times"]):
        used, d = [0] * 4, r * total * width
        while any(u < n for u, n in zip(used, lengths, strict=True)):
            heads = {j: lists[j][(r * total + used[j]) * width + key] for j in range(4) if used[j] < lengths[j]}
            best = min(heads, key=lambda j: (rank(heads[j]), j))
            for k in range(width):
                dst[d + k] = lists[best][(r * total + used[best]) * width + k]
            d += width
            used[best] += 1
            if m["if_exhausted_suspension"] == "true" and used[best] == lengths[best]:
                break
        for j in range(4):
            for k, byte in enumerate(np.array([used[j]], np.uint32).view(np.uint8)):
                counts[j * 4 + k] = byte


@st.composite
def merge_operands(draw: Any, item: int, suspend: bool | None = None) -> dict[str, Any]:
    repeats = draw(st.sampled_from([0, 1, 1, 1, 2]))
    lengths = [draw(st.integers(0, 9)) for _ in range(4)]
    if repeats == 2:
        lengths = [draw(st.integers(1, 6))] * 4
    ends = np.cumsum([0, *lengths])
    stop = draw(st.booleans()) if suspend is None else suspend
    return {
        "dst": At("UB", 8192 + 8 * draw(st.integers(0, 3)), draw(st.booleans())),
        **{f"src{j}": At("UB", 64 + int(ends[j]) * item, draw(st.booleans())) for j in range(4)},
        "vms4_sr": At("SPR", 64),
        **{f"length{j}": held(draw, lengths[j]) for j in range(4)},
        "if_exhausted_suspension": "true" if stop else "false",
        "repeat_times": held(draw, repeats) if repeats else Held(0),
    }


def memory(seed: int, kind: DType) -> dict[str, np.ndarray]:
    return {"UB": scores(seed, kind), "SPR": np.full(256, 0xFF, np.uint8)}


SOURCES = ("src0", "src1", "src2", "src3")


@pytest.mark.parametrize(
    ("mnemonic", "short"), [("vmrgsort4", "f16"), ("vmrgsort4", "f32"), ("vmrgsort", "f16"), ("vmrgsort", "f32")]
)
@settings(max_examples=40)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_merges(mnemonic: str, short: str, data: Any, seed: int) -> None:
    """Also of lists that are not in order: the larger head goes first."""
    kind = types_of(short)[0]
    operands = data.draw(merge_operands(8 * kind.size if mnemonic == "vmrgsort4" else 8))
    hull = ("dst", *SOURCES) if operands["if_exhausted_suspension"] == "true" else ()
    agree(mnemonic, short, operands, memory(seed, kind), merge, chip=CHIP[mnemonic], hull=hull)


def merged(lists: list[list[float]], suspend: str = "false") -> tuple[list[tuple[float, int]], list[int], Ran]:
    """The (score, index) pairs written after merging lists of f32 scores, whose indices count on; the consumed counts."""
    ub = np.zeros(16384, np.uint8)
    pairs = np.zeros((sum(map(len, lists)), 2), np.uint32)
    pairs[:, 0] = np.concatenate([np.array(x, np.float32) for x in lists]).view(np.uint32)
    pairs[:, 1] = np.arange(len(pairs))
    ub[: pairs.nbytes] = pairs.view(np.uint8).ravel()
    starts = np.cumsum([0, *map(len, lists)])
    operands: dict[str, Any] = {
        "dst": At("UB", 8192),
        **{f"src{j}": At("UB", int(starts[j]) * 8 if j < len(lists) else 0) for j in range(4)},
        "vms4_sr": At("SPR", 64),
        **{f"length{j}": len(lists[j]) if j < len(lists) else 0 for j in range(4)},
        "if_exhausted_suspension": suspend,
        "repeat_times": 1,
    }
    ran = run("vmrgsort", (f32,), operands, {"UB": ub, "SPR": np.zeros(256, np.uint8)})
    counts = ran.after["SPR"][64:80].view(np.uint32).tolist()
    out = ran.after["UB"][8192 : 8192 + 8 * sum(counts)].view(np.uint32).reshape(-1, 2)
    return list(zip(out[:, 0].copy().view(np.float32).tolist(), out[:, 1].tolist(), strict=True)), counts, ran


def test_the_earlier_list_wins_ties() -> None:
    pairs, counts, ran = merged([[3, 1], [3, 2, 1], [1]])
    assert pairs == [(3, 0), (3, 2), (2, 3), (1, 1), (1, 4), (1, 5)] and counts == [2, 3, 1, 0]
    assert ran.cost[0] == 20 + 6 / 2  # head of vmrgsort4v2, two items a cycle


def test_suspension_stops_when_a_list_is_used_up() -> None:
    """The second list ends first: 9 8 7 6; its 6 is the last item."""
    pairs, counts, ran = merged([[9, 7, 5, 3], [8, 6], [4]], "true")
    assert [s for s, _ in pairs] == [9, 8, 7, 6] and counts == [2, 2, 0, 0]
    assert not ran.after["UB"][8192 + 32 : 8192 + 64].any()


@pytest.mark.parametrize("case", ["vrpsort16 f16", "vsort32 f16.u32", "vsort32 f32.u32", "vmrgsort4 f16", "vmrgsort f32"])
@settings(max_examples=20)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_undefined_bytes(case: str, data: Any, seed: int) -> None:
    mnemonic, types = case.split()
    kind = types_of(types)[0]
    if "mrg" in mnemonic:
        operands = data.draw(merge_operands(8 * kind.size if mnemonic == "vmrgsort4" else 8, suspend=False))
    else:
        operands = data.draw(group_operands(*(("src",) if mnemonic == "vrpsort16" else ("src0", "src1"))))
        operands["dst"] = At("UB", 12288)
    before = memory(seed, kind) if "mrg" in mnemonic else {"UB": scores(seed, kind)}
    sound(mnemonic, types, operands, before, seed, CHIP[mnemonic])


def test_fields_nobody_wrote_stay_by_themselves() -> None:
    """Proposals whose spare field is undefined sort into proposals whose spare field is; an undefined score spoils all."""
    ub = np.zeros(16384, np.uint8)
    operands = {"dst": At("UB", 4096), "src": At("UB", 0), "repeat_times": 2}
    row = run("vrpsort16", (f16,), operands, {"UB": ub}, "Ascend910A").row
    shadow = ub.copy()
    shadow[7 * 2] = 255  # field 7 of proposal 0
    shadow[256 + 4 * 2] = 255  # the score of proposal 16
    after = spread("vrpsort16", "f16", row, {"UB": shadow})["UB"][4096:4608].reshape(2, 16, 16)
    assert (after[0, :, 14:] == 255).all() and not after[0, :, :14].any() and (after[1] == 255).all()


def test_chips() -> None:
    """Table §17: proposals on 310P3 (f32 too) and 910A, pairs on the split chip."""
    from tik.chips.loader import load_chip

    has = {
        (name, chip): [row[0].short for row in INSTRUCTIONS[name].supported(load_chip(chip))]
        for name in CHIP
        for chip in ("Ascend910A", "Ascend310P3", "Ascend910B1")
    }
    assert has["vrpsort16", "Ascend310P3"] == has["vmrgsort4", "Ascend310P3"] == ["f16", "f32"]
    assert has["vrpsort16", "Ascend910A"] == has["vmrgsort4", "Ascend910A"] == ["f16"]
    assert has["vsort32", "Ascend910B1"] == has["vmrgsort", "Ascend910B1"] == ["f16", "f32"]
    assert has["vsort32", "Ascend910A"] == has["vmrgsort", "Ascend310P3"] == []
