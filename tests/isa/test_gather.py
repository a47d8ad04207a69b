"""Gathers and scatters against tik_api §11 in plain loops; addresses that lead astray (case O23)."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import At, Held, Memory, Ran, active, agree, held, masks, place, run, types_of, values
from tik.isa.fields import Mask
from tik.types.dtypes import DType
from tik.types.errors import TikError

SPAN = 2048  # bytes of the table


def moves(m: Memory) -> None:
    """A repeat's lanes are read, then written."""
    kind = m.types[0]
    lanes, base = 256 // kind.size, m["base_addr"]
    gather = m.op.mnemonic == "vgather"
    for r, on in enumerate(active(m["mask"], lanes, m["repeat_times"])):
        offsets = [int(m["src_offset" if gather else "dst_offset"][r * lanes + i]) for i in on]
        if gather:
            taken = [m["src"][(base + offset) // kind.size] for offset in offsets]
            for i, value in zip(on, taken, strict=True):
                m["dst"][place(kind, r, i, 1, m["dst_rep_stride"])] = value
        else:
            taken = [m["src"][place(kind, r, i, 1, m["src_rep_stride"])] for i in on]
            for offset, value in zip(offsets, taken, strict=True):
                m["dst"][(base + offset) // kind.size] = value


@st.composite
def indexed(draw: Any, kind: DType, table: str, other: str) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The table in bytes 0 … SPAN, lanes from 2048 on, offsets from 8192 on (apart); masked-off lanes have wild offsets."""
    lanes, repeats = 256 // kind.size, draw(st.integers(0, 4))
    base = draw(st.sampled_from([0, 0, kind.size, 64]))
    start = draw(st.sampled_from([0, 32, 1024]))
    mask = draw(masks(lanes, repeats, True))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    offsets = rng.integers(0, 2**32, 4 * lanes, np.uint32)
    for r, on in enumerate(active(mask, lanes, repeats)):
        offsets[[r * lanes + i for i in on]] = rng.integers(0, (SPAN - start - base) // kind.size, len(on)) * kind.size
    ub = values(int(rng.integers(2**32)), kind, 16384)
    ub[8192 : 8192 + offsets.nbytes] = offsets.view(np.uint8)
    operands = {
        "mask": mask,
        table: At("UB", start, draw(st.booleans())),
        other: At("UB", 2048, draw(st.booleans())),
        f"{table}_offset": At("UB", 8192),
        "repeat_times": held(draw, repeats) if repeats else Held(0),
        f"{other}_rep_stride": held(draw, draw(st.sampled_from([0, 1, 8, 9]))),
        "base_addr": held(draw, base),
    }
    return operands, {"UB": ub}


def checked(mnemonic: str, short: str, operands: dict[str, Any], before: dict[str, np.ndarray], table: str, chip: str) -> Ran:
    """The table's region is the hull of what was touched."""
    ran = agree(mnemonic, short, operands, before, moves, chip=chip, hull=(table,))
    m = Memory(mnemonic, types_of(short), operands, before)
    moves(m)
    marks = np.flatnonzero(m.touched(table, table == "dst"))
    mine = [row for row in ran.regions.tolist() if row[0] == m.op.field_index[table]]
    assert [(row[3], row[3] + row[8]) for row in mine] == ([(marks[0], marks[-1] + 1)] if len(marks) else [])
    return ran


@pytest.mark.parametrize("short", ["f16.u32", "f32.i32"])
@settings(max_examples=30)
@given(data=st.data())
def test_vgather(short: str, data: Any) -> None:
    operands, before = data.draw(indexed(types_of(short)[0], "src", "dst"))
    checked("vgather", short, operands, before, "src", "Ascend910B1")


@pytest.mark.parametrize("short", ["u16.i32", "f32.u32"])
@settings(max_examples=30)
@given(data=st.data())
def test_vscatter(short: str, data: Any) -> None:
    operands, before = data.draw(indexed(types_of(short)[0], "dst", "src"))
    checked("vscatter", short, operands, before, "dst", "Ascend310P3")


def gather(mask: Mask, offsets: np.ndarray, **more: Any) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """64 numbers in UB[256:512]; the buffer is all of UB."""
    ub = np.zeros(16384, np.uint8)
    ub[256:512] = np.arange(64, dtype=np.float32).view(np.uint8)
    ub[8192 : 8192 + offsets.nbytes] = offsets.view(np.uint8)
    operands = {
        "mask": mask,
        "dst": At("UB", 4096),
        "src": At("UB", 256),
        "src_offset": At("UB", 8192),
        "repeat_times": 1,
        "dst_rep_stride": 8,
        "base_addr": 0,
    }
    return {**operands, **more}, {"UB": ub}


def test_offsets_are_bytes() -> None:
    operands, before = gather(Mask.count(4), np.array([12, 0, 252, 12], np.uint32))
    ran = agree("vgather", "f32.u32", operands, before, moves, hull=("src",))
    assert ran.after["UB"][4096:4112].view(np.float32).tolist() == [3, 0, 63, 3]
    assert ran.cost[0] == 26 + 64 / 5  # head of vgather; 5 elements a cycle


def test_o23_masked_off_lanes_touch_nothing() -> None:
    """index = arange(32) - 8, mask = index >= 0: the table starts at byte 0, so lanes 0..7 point below it."""
    offsets = ((np.arange(32) - 8) * 4).astype(np.int32)
    operands, before = gather(Mask.bits(0, 0xFFFFFF00), offsets, src=At("UB", 0))
    before["UB"][:256] = before["UB"][256:512]
    ran = agree("vgather", "f32.i32", operands, before, moves, hull=("src",))
    assert ran.after["UB"][4096 + 32 : 4096 + 128].view(np.float32).tolist() == list(range(24))
    operands["mask"] = Mask.count(32)
    with pytest.raises(TikError) as caught:
        run("vgather", types_of("f32.i32"), operands, before)
    assert caught.value.code == "TIK-BOUNDS01"
    assert caught.value.message == "vgather: lane 0 reads bytes -32..-28 of UB, which has 16384 bytes"
    assert caught.value.location is not None and caught.value.location.line == 7


@pytest.mark.parametrize(
    ("offset", "code", "message"),
    [
        (-4, "TIK-BOUNDS01", "vgather: lane 1 reads bytes 4294967548..4294967552 of UB, which has 16384 bytes"),
        (16384 - 256, "TIK-BOUNDS01", "vgather: lane 1 reads bytes 16384..16388 of UB, which has 16384 bytes"),
        (6, "TIK-ALIGN01", "vgather: lane 1 reads bytes 262..266 of UB, which is not on a boundary of 4 bytes"),
    ],
)
def test_lanes_that_go_astray(offset: int, code: str, message: str) -> None:
    """-4 as uint32 is 4294967292."""
    operands, before = gather(Mask.count(2), np.array([0, offset], np.int64).astype(np.uint32))
    with pytest.raises(TikError) as caught:
        run("vgather", types_of("f32.u32"), operands, before)
    assert (caught.value.code, caught.value.message) == (code, message)


def test_signed_offsets_may_go_back() -> None:
    """The whole tensor is within reach, also before the view."""
    operands, before = gather(Mask.count(1), np.array([-8], np.int32), src=At("UB", 256 + 64))
    ran = agree("vgather", "f32.i32", operands, before, moves, hull=("src",))
    assert ran.after["UB"][4096:4100].view(np.float32)[0] == 14


def test_the_last_of_equal_addresses_stays() -> None:
    ub = np.zeros(16384, np.uint8)
    ub[2048 : 2048 + 8] = np.array([1, 2], np.float32).view(np.uint8)
    operands = {
        "mask": Mask.count(2),
        "dst": At("UB", 0),
        "src": At("UB", 2048),
        "dst_offset": At("UB", 8192),
        "repeat_times": 1,
        "src_rep_stride": 8,
        "base_addr": 0,
    }
    ran = agree("vscatter", "f32.u32", operands, {"UB": ub}, moves, chip="Ascend310P3", hull=("dst",))
    assert ran.after["UB"][:8].view(np.float32).tolist() == [2, 0]
    ub[8196:8200] = 255  # lane 1: 0xFFFFFFFF
    with pytest.raises(TikError, match=r"vscatter: lane 1 writes bytes 4294967295\.\.4294967299 of UB"):
        run("vscatter", types_of("f32.u32"), operands, {"UB": ub}, "Ascend310P3")


def blocks(m: Memory) -> None:
    own = 32 // m.types[0].size
    for r in range(m["repeat_times"]):
        starts = [int(m["src_offsets"][r * 8 + b]) // m.types[0].size for b in range(8)]
        taken = [[m["src"][start + i] for i in range(own)] for start in starts]
        for b in range(8):
            for i in range(own):
                m["dst"][(r * m["dst_rep_stride"] + b * m["dst_blk_stride"]) * own + i] = taken[b][i]


@settings(max_examples=30)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_vgatherb(data: Any, seed: int) -> None:
    draw, rng = data.draw, np.random.default_rng(seed)
    repeats = draw(st.integers(0, 4))
    ub = values(seed, types_of("f16")[0], 16384)
    offsets = (rng.integers(0, 60, 32) * 32).astype(np.uint32)
    ub[8192 : 8192 + 128] = offsets.view(np.uint8)
    operands = {
        "dst": At("UB", draw(st.sampled_from([0, 4096])), draw(st.booleans())),
        "src": At("UB", 32),
        "src_offsets": At("UB", 8192),
        "repeat_times": held(draw, repeats) if repeats else Held(0),
        "dst_blk_stride": held(draw, draw(st.sampled_from([0, 1, 2]))),
        "dst_rep_stride": held(draw, draw(st.sampled_from([0, 1, 8, 9]))),
    }
    agree("vgatherb", "f16.u32", operands, {"UB": ub}, blocks, hull=("src",))
    if repeats:
        ub[8192 + 12] += 16  # block 3 no longer on its boundary
        with pytest.raises(TikError, match=r"vgatherb: lane 3 reads .* not on a boundary of 32 bytes"):
            run("vgatherb", types_of("f16.u32"), operands, {"UB": ub})
