"""Transposes against tik_api §11 in plain loops."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import At, Held, Memory, agree, held, run, types_of, values
from tik.chips.loader import load_chip
from tik.isa import INSTRUCTIONS


def blocks(m: Memory) -> None:
    """dst_i[j] = src_j[i]; for 32 bits dst_(2i + (j >= 8))[j % 8] = src_j[i]."""
    own = 32 // m.types[0].size
    halves = [16 if own == 32 and m[f"{side}_high_half"] == "true" else 0 for side in ("dst", "src")]
    for r in range(m["repeat_times"]):
        d, s = (r * m[f"{side}_rep_stride"] * own + half for side, half in zip(("dst", "src"), halves, strict=True))
        taken = [[m[f"src{j}"][s + i] for i in range(min(own, 16))] for j in range(16)]
        for i in range(min(own, 16)):
            for j in range(16):
                if own == 8:
                    m[f"dst{2 * i + (j >= 8)}"][d + j % 8] = taken[j][i]
                else:
                    m[f"dst{i}"][d + j] = taken[j][i]


@st.composite
def block_operands(draw: Any) -> dict[str, Any]:
    """Blocks in rows, or anywhere, also on top of each other."""
    out: dict[str, Any] = {}
    rows = draw(st.booleans())
    for side in ("dst", "src"):
        start, pitch = draw(st.integers(0, 8)), draw(st.integers(0, 3))
        for i in range(16):
            block = start + i * pitch if rows else draw(st.integers(0, 60))
            out[f"{side}{i}"] = At("UB", block * 32, draw(st.booleans()))
        out[f"{side}_rep_stride"] = held(draw, draw(st.sampled_from([0, 1, 2, 16])))
        out[f"{side}_high_half"] = draw(st.sampled_from(["false", "true"]))
    repeats = draw(st.integers(0, 4))
    out["repeat_times"] = held(draw, repeats) if repeats else Held(0)
    return out


@pytest.mark.parametrize("short", ["f16", "u8", "f32", "i32"])
@settings(max_examples=25)
@given(operands=block_operands(), seed=st.integers(0, 2**32 - 1))
def test_vnchwconv(short: str, operands: dict[str, Any], seed: int) -> None:
    agree("vnchwconv", short, operands, {"UB": values(seed, types_of(short)[0], 16384)}, blocks)


def rows(short: str, halves: tuple[str, str] = ("false", "false")) -> dict[str, Any]:
    """Sixteen blocks, one behind the other, to sixteen blocks 1024 bytes on."""
    return {
        "dst_high_half": halves[0],
        "src_high_half": halves[1],
        **{f"dst{i}": At("UB", 1024 + 32 * i) for i in range(16)},
        **{f"src{i}": At("UB", 32 * i) for i in range(16)},
        "repeat_times": 1,
        "dst_rep_stride": 0,
        "src_rep_stride": 0,
    }


def test_sixteen_rows_are_a_transpose() -> None:
    x = np.zeros(16384, np.uint8)
    x[:512] = np.arange(256, dtype=np.uint16).view(np.uint8)
    ran = run("vnchwconv", types_of("u16"), rows("u16"), {"UB": x})
    assert (ran.after["UB"][1024:1536].view(np.uint16).reshape(16, 16) == np.arange(256).reshape(16, 16).T).all()


def test_words_become_eight_rows_of_sixteen() -> None:
    """16 rows of 8 become 8 rows of 16, each in two blocks."""
    x = np.zeros(16384, np.uint8)
    x[:512] = np.arange(128, dtype=np.int32).view(np.uint8)
    ran = run("vnchwconv", types_of("i32"), rows("i32"), {"UB": x})
    assert (ran.after["UB"][1024:1536].view(np.int32).reshape(8, 16) == np.arange(128).reshape(16, 8).T).all()


def test_halves_of_bytes() -> None:
    """From the upper 16 bytes of each block to the lower ones; the upper ones keep theirs."""
    x = np.zeros(16384, np.uint8)
    x[:512] = np.arange(512) % 251
    x[1024:1536] = 7
    ran = run("vnchwconv", types_of("u8"), rows("u8", ("false", "true")), {"UB": x})
    got = ran.after["UB"][1024:1536].reshape(16, 32)
    assert (got[:, :16] == x[:512].reshape(16, 32)[:, 16:].T).all() and (got[:, 16:] == 7).all()


def test_words_where_they_are_emulated() -> None:
    """Ascend910A: two passes, the same result; head 22, 4 cycles instead of 2."""
    x = {"UB": values(1, types_of("f32")[0], 16384)}
    ran = agree("vnchwconv", "f32", rows("f32"), x, blocks, chip="Ascend910A")
    assert ran.cost[0] == 26 and agree("vnchwconv", "f16", rows("f16"), x, blocks, chip="Ascend910A").cost[0] == 24
    assert types_of("f32") not in INSTRUCTIONS["vnchwconv"].table_combos(load_chip("Ascend910A"))
    assert types_of("bf16") not in INSTRUCTIONS["vnchwconv"].supported(load_chip("Ascend910B1"))


def matrices(m: Memory) -> None:
    for r in range(m["repeat_times"]):
        taken = [m["src"][r * m["src_rep_stride"] * 256 + i] for i in range(256)]
        for i in range(256):
            m["dst"][r * m["dst_rep_stride"] * 256 + i] = taken[i % 16 * 16 + i // 16]


@settings(max_examples=40)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_vtranspose(data: Any, seed: int) -> None:
    draw = data.draw
    repeats = draw(st.integers(0, 4))
    operands = {
        **{f: At("UB", 32 * draw(st.sampled_from([0, 1, 16, 100])), draw(st.booleans())) for f in ("dst", "src")},
        "repeat_times": held(draw, repeats) if repeats else Held(0),
        **{f"{f}_rep_stride": held(draw, draw(st.integers(0, 3))) for f in ("dst", "src")},
    }
    agree("vtranspose", "f16", operands, {"UB": values(seed, types_of("f16")[0], 16384)}, matrices)


def matrix(m: Memory) -> None:
    rows, columns = m["channels"], m["m_len"]
    if m["chw2hwc"] == "false":
        rows, columns = columns, rows
    taken = [[m["src"][i * columns + j] for j in range(columns)] for i in range(rows)]
    for i in range(rows):
        for j in range(columns):
            m["dst"][j * rows + i] = taken[i][j]


@pytest.mark.parametrize("short", ["i8", "f32"])
@settings(max_examples=20)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_v4dtrans(short: str, data: Any, seed: int) -> None:
    draw, own = data.draw, 32 // types_of(short)[0].size
    operands = {
        "chw2hwc": draw(st.sampled_from(["true", "false"])),
        "dst": At("UB", 32 * draw(st.sampled_from([0, 1, 256])), draw(st.booleans())),
        "src": At("UB", 0),
        "m_len": held(draw, own * draw(st.integers(1, 3))),
        "channels": held(draw, draw(st.integers(1, 20))),
    }
    agree("v4dtrans", short, operands, {"UB": values(seed, types_of(short)[0], 16384)}, matrix, chip="Ascend310P3")


def test_a_channel_is_whole_blocks() -> None:
    """A run-time m_len too."""
    from tik.types.errors import TikError

    operands = {"chw2hwc": "true", "dst": At("UB", 8192), "src": At("UB", 0), "m_len": Held(12), "channels": 3}
    with pytest.raises(TikError) as caught:
        run("v4dtrans", types_of("f32"), operands, {"UB": np.zeros(16384, np.uint8)}, "Ascend310P3")
    assert caught.value.code == "TIK-ALIGN02"
    assert caught.value.message == "v4dtrans: m_len is 12 elements at run time, which are no whole 32-byte blocks"
    assert INSTRUCTIONS["v4dtrans"].check(load_chip("Ascend310P3"), types_of("f32"), {"m_len": 12}) == (
        "m_len is 12: a channel has 48 bytes, which are no whole 32-byte blocks"
    )
