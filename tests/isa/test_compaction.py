"""Stream compaction against tik_api §11 in plain loops."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import At, Held, Memory, agree, held, run, types_of, values
from tik.isa.fields import Mask
from tik.isa.special import RSVD_CNT
from tik.types.dtypes import DType
from tik.types.errors import TikError

WORD = {2: "u16", 4: "u32"}


def repeats_of(m: Memory, lanes: int) -> Iterator[tuple[int, range]]:
    """Each repeat with the elements that take part, 256 bytes at a time."""
    if "elements" in m.operands:
        each, counts = m["elements"], [m["elements"]] * m["repeat_times"]
    else:
        each, mask = lanes, m.operands["mask"]
        total = m["repeat_times"] * lanes
        if mask.mode == 1:
            total = mask.low.value if isinstance(mask.low, Held) else mask.low
        counts = [min(lanes, total - r * lanes) for r in range(-(-total // lanes))]
    assert each >= max(counts, default=0)
    for r, count in enumerate(counts):
        for first in range(0, count, lanes):
            yield r, range(first, min(first + lanes, count))


def compact(m: Memory) -> None:
    kind = m.types[0]
    own, lanes = 32 // kind.size, 256 // kind.size
    kept, some = 0, False
    for r, elements in repeats_of(m, lanes):
        some = True
        taken = []
        for e in elements:
            value = m["src0"][(r * m["src0_rep_stride"] + e // own * m["src0_blk_stride"]) * own + e % own]
            if len(m.types) == 2:
                word = int(m["src1_pattern"][r * m["src1_rep_stride"] * own + e // (kind.size * 8)])
                wanted = bool(word >> e % (kind.size * 8) & 1)
            else:
                number = m["src1_pattern"]
                wanted = {1: e % 2 == 0, 2: e % 2 == 1, 7: True}.get(number, e % 4 == number - 3)
            if wanted:
                taken.append(value)
        for value in taken:
            m["dst"][kept] = value
            kept += 1
    if some:
        for i in range(4):
            m.bytes("rsvd")[i] = kept >> 8 * i & 255


@st.composite
def compaction(draw: Any, mnemonic: str, kind: DType) -> dict[str, Any]:
    lanes, repeats = 256 // kind.size, draw(st.integers(0, 4))
    out: dict[str, Any] = {
        "dst": At("UB", draw(st.sampled_from([0, 32, 8192])), draw(st.booleans())),
        "src0": At("UB", draw(st.sampled_from([0, 32, 1024])), draw(st.booleans())),
        "repeat_times": held(draw, repeats) if repeats else Held(0),
        "src0_blk_stride": held(draw, draw(st.sampled_from([0, 1, 1, 2]))),
        "src0_rep_stride": held(draw, draw(st.sampled_from([0, 1, 8, 8, 9]))),
        "rsvd": At("SPR", RSVD_CNT.byte),
    }
    if mnemonic.startswith("vreducev2"):
        out["elements"] = held(draw, draw(st.sampled_from([0, 1, lanes, lanes, lanes + 6, 5])))
    elif draw(st.booleans()):
        out["mask"] = Mask.counter(held(draw, draw(st.integers(0, 3 * lanes))))
    else:
        out["mask"] = Mask.count(draw(st.sampled_from([3, lanes])))
    if mnemonic.endswith("bits"):
        out["src1_pattern"] = At("UB", draw(st.sampled_from([4096, 12288])), draw(st.booleans()))
        out["src1_rep_stride"] = held(draw, draw(st.sampled_from([0, 1, 2])))
    else:
        out["src1_pattern"] = held(draw, draw(st.integers(1, 7 if mnemonic == "vreducev2" else 6)))
    return out


@pytest.mark.parametrize("case", ["vreduce f16", "vreduce_bits i16", "vreduce_bits f32", "vreducev2 u32", "vreducev2_bits f16"])
@settings(max_examples=30)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_compaction(case: str, data: Any, seed: int) -> None:
    mnemonic, short = case.split()
    kind = types_of(short)[0]
    operands = data.draw(compaction(mnemonic, kind))
    before = {"UB": values(seed, kind, 16384), "SPR": np.full(256, 0xFF, np.uint8)}
    types = f"{short}.{WORD[kind.size]}" if mnemonic.endswith("bits") else short
    agree(mnemonic, types, operands, before, compact)


def bits(pattern: list[int], **more: Any) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """0 … 63 as f32 at 0, the pattern at 4096, results from 8192 on."""
    ub = np.zeros(16384, np.uint8)
    ub[:256] = np.arange(64, dtype=np.float32).view(np.uint8)
    ub[4096 : 4096 + 4 * len(pattern)] = np.array(pattern, np.uint32).view(np.uint8)
    operands = {
        "mask": Mask.count(64),
        "dst": At("UB", 8192),
        "src0": At("UB", 0),
        "src1_pattern": At("UB", 4096),
        "repeat_times": 1,
        "src0_blk_stride": 1,
        "src0_rep_stride": 8,
        "src1_rep_stride": 1,
        "rsvd": At("SPR", RSVD_CNT.byte),
    }
    return {**operands, **more}, {"UB": ub, "SPR": np.full(256, 0xFF, np.uint8)}


def test_lowest_bit_is_the_first_element() -> None:
    operands, before = bits([0x80000005, 2])
    ran = agree("vreduce_bits", "f32.u32", operands, before, compact)
    assert ran.after["UB"][8192 : 8192 + 20].view(np.float32).tolist() == [0, 2, 31, 33, 0]
    assert ran.after["SPR"][32:36].view(np.uint32)[0] == 4
    assert ran.cost[0] == 22 + 2  # head, 2 cycles a repeat


def test_only_what_is_kept_needs_room() -> None:
    """Four of 64 fit the last 16 bytes of UB; five do not."""
    operands, before = bits([0xF, 0], dst=At("UB", 16384 - 32))
    before["UB"][4096:4100] = 0xFF
    before["UB"][4097:4100] = 0  # eight
    ran = agree("vreduce_bits", "f32.u32", operands, before, compact)
    assert ran.after["UB"][-32:].view(np.float32).tolist() == list(range(8))
    before["UB"][4097] = 0x10  # element 12 as the ninth
    with pytest.raises(TikError) as caught:
        run("vreduce_bits", types_of("f32.u32"), operands, before)
    assert caught.value.code == "TIK-BOUNDS01" and "vreduce_bits: lane 12 writes" in caught.value.message


def test_in_place() -> None:
    operands, before = bits([0xAAAAAAAA, 0xAAAAAAAA], dst=At("UB", 0))
    ran = agree("vreduce_bits", "f32.u32", operands, before, compact)
    assert ran.after["UB"][:128].view(np.float32).tolist() == list(range(1, 64, 2))


def test_a_repeat_may_be_longer_than_256_bytes() -> None:
    """70 elements of 32 bits, odd ones; the pattern number goes on behind element 63."""
    ub = np.zeros(16384, np.uint8)
    ub[:280] = np.arange(70, dtype=np.uint32).view(np.uint8)
    operands = {
        "elements": 70,
        "dst": At("UB", 8192),
        "src0": At("UB", 0),
        "src1_pattern": 2,
        "repeat_times": 1,
        "src0_blk_stride": 1,
        "src0_rep_stride": 0,
        "rsvd": At("SPR", RSVD_CNT.byte),
    }
    ran = agree("vreducev2", "u32", operands, {"UB": ub, "SPR": np.zeros(256, np.uint8)}, compact)
    assert ran.after["UB"][8192 : 8192 + 140].view(np.uint32).tolist() == list(range(1, 70, 2))
    assert ran.cost[0] == 22 + 2 * 2
