"""Filling against tik_api §11 in plain loops."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import At, Memory, active, agree, place, scalar_of, types_of, values, vector_operands, wrap
from tik.isa.fields import Mask


def dup(m: Memory) -> None:
    """Every active lane takes the scalar."""
    kind, dst = m.types[0], m["dst"]
    for r, lanes in enumerate(active(m["mask"], 256 // kind.size, m["repeat_times"])):
        for i in lanes:
            dst[place(kind, r, i, m["dst_blk_stride"], m["dst_rep_stride"])] = scalar_of(m.operands["scalar"], kind)


def brcb(m: Memory) -> None:
    """Element 8r + b fills block b of repeat r."""
    own = 32 // m.types[0].size
    for r in range(m["repeat_times"]):
        taken = [m["src"][8 * r + b] for b in range(8)]
        for b in range(8):
            for i in range(own):
                m["dst"][(r * m["dst_rep_stride"] + b * m["dst_blk_stride"]) * own + i] = taken[b]


def counted(m: Memory) -> None:
    """Lane i of repeat r is start_point + r * lanes + i, whatever the mask leaves out."""
    (kind,), start = m.types, scalar_of(m.operands["start_point"], m.types[0])
    lanes = 256 // kind.size
    for r, on in enumerate(active(m["mask"], lanes, m["repeat_times"])):
        for i in on:
            n = r * lanes + i
            x = np.float32(start) + np.float32(n) if kind.is_float else wrap(int(start) + n, kind)
            m["dst_index"][place(kind, r, i, m["dst_blk_stride"], m["dst_rep_stride"])] = x


def copied(m: Memory) -> None:
    """Every active lane, bits as they are; lanes of a repeat are read before they are written."""
    for r, on in enumerate(active(m["mask"], 256 // m.types[0].size, m["repeat_times"])):
        found = [m["src"][place(m.types[0], r, i, m["src_blk_stride"], m["src_rep_stride"])] for i in on]
        for i, x in zip(on, found, strict=True):
            m["dst"][place(m.types[0], r, i, m["dst_blk_stride"], m["dst_rep_stride"])] = x


@pytest.mark.parametrize("short", ["f16", "f32", "i16", "i32"])
@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_vci(short: str, data: Any, seed: int) -> None:
    operands = data.draw(vector_operands("vci", types_of(short), counter=True))
    agree("vci", short, operands, {"UB": values(seed, types_of(short)[0], 16384)}, counted)


@pytest.mark.parametrize("short", ["u16", "bf16", "f32"])
@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_vcopy(short: str, data: Any, seed: int) -> None:
    operands = data.draw(vector_operands("vcopy", types_of(short), counter=True))
    before = np.random.default_rng(seed).integers(0, 256, 16384).astype(np.uint8)  # NaN of any payload
    ran = agree("vcopy", short, operands, {"UB": before}, copied)
    as_words = Memory("vcopy", types_of({2: "u16", 4: "u32"}[types_of(short)[0].size]), operands, {"UB": before})
    copied(as_words)
    assert (ran.after["UB"] == as_words.data["UB"]).all()


@pytest.mark.parametrize("short", ["f16", "f32", "bf16", "u16", "i32"])
@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_vector_dup(short: str, data: Any, seed: int) -> None:
    operands = data.draw(vector_operands("vector_dup", types_of(short), counter=True))
    agree("vector_dup", short, operands, {"UB": values(seed, types_of(short)[0], 16384)}, dup)


@pytest.mark.parametrize("short", ["u16", "f32", "bf16"])
@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_vbcb(short: str, data: Any, seed: int) -> None:
    operands = data.draw(vector_operands("vbcb", types_of(short)))
    agree("vbcb", short, operands, {"UB": values(seed, types_of(short)[0], 16384)}, brcb)


def test_the_source_may_lie_in_the_first_block() -> None:
    """In place: all eight values are read before block 0 is filled."""
    before = {"UB": np.zeros(16384, np.uint8)}
    before["UB"][:32] = np.arange(8, dtype=np.float32).view(np.uint8)
    ran = agree(
        "vbcb",
        "f32",
        {"dst": At("UB", 0), "src": At("UB", 0), "repeat_times": 1, "dst_blk_stride": 1, "dst_rep_stride": 8},
        before,
        brcb,
    )
    assert ran.after["UB"][:256].view(np.float32).tolist() == np.repeat(np.arange(8.0), 8).tolist()


def test_immediates_are_rounded_to_the_dtype() -> None:
    """2049 is no binary16: it becomes 2048; 1e6 becomes inf."""
    for number, kept in ((2049, 2048), (1e6, np.inf)):
        operands = {
            "mask": Mask.count(1),
            "dst": At("UB", 0),
            "scalar": number,
            "repeat_times": 1,
            "dst_blk_stride": 1,
            "dst_rep_stride": 8,
        }
        ran = agree("vector_dup", "f16", operands, {"UB": np.zeros(16384, np.uint8)}, dup)
        assert ran.after["UB"][:2].view(np.float16)[0] == kept
