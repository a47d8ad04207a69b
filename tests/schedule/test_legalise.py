"""Splitting of instructions too long for their fields (O04)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.schedule.programs import Builder
from tik.ir import Instr, MemRef, walk
from tik.isa import Mask
from tik.schedule import check_program, legalise_program, schedule
from tik.schedule.order import _bytes
from tik.types.dtypes import f32
from tik.types.errors import TikError


def split(b: Builder) -> list[Instr]:
    return [s for s in legalise_program(b.program()).body if isinstance(s, Instr)]


def touched(instrs: list[Instr]) -> dict[tuple[str, bool], set[int]]:
    """The blocks of 32 bytes read and written, by tensor."""
    found: dict[tuple[str, bool], set[int]] = {}
    for s in instrs:
        for index, write, runs in _bytes(s, lambda x: int(x)):
            ref = s.operands[index]
            for low, high in runs:
                blocks = range((ref.offset + low) // 32, (ref.offset + high) // 32)
                found.setdefault((ref.tensor.name, write), set()).update(blocks)
    return found


def test_o04_three_hundred_repeats() -> None:
    b = Builder()
    x, y = b.local(64 * 300), b.local(64 * 300)
    b.add2(x, x, y, repeat=300)
    with pytest.raises(TikError, match=r"repeat_times is 300; the field holds 0\.\.255"):
        schedule(b.program(), legalise=False)
    first, second = split(b)
    assert (first.operand("repeat_times"), second.operand("repeat_times")) == (255, 45)
    assert [second.operand(name).offset for name in ("dst", "src0", "src1")] == [255 * 256] * 3
    check_program(schedule(b.program(), legalise=True))


def test_reductions_advance_by_what_they_write() -> None:
    b = Builder()
    t, u = b.local(64 * 600, name="t"), b.local(600, name="u")
    b.op("vcadd", (f32,), Mask.count(64), MemRef(u), MemRef(t), 600, 1, 1, 8)
    parts = split(b)
    assert [s.operand("repeat_times") for s in parts] == [255, 255, 90]
    assert [s.operand("dst").offset for s in parts] == [0, 255 * 4, 510 * 4]
    assert [s.operand("src").offset for s in parts] == [0, 255 * 256, 510 * 256]


def test_bursts() -> None:
    b = Builder()
    x = b.gm("x")
    t = b.local(8 * 5000, name="t")
    b.op("mov_gm_ub", (f32,), MemRef(t), MemRef(x, 64), 5000, 1, 3, 0)
    parts = split(b)
    assert [s.operand("nburst") for s in parts] == [4095, 905]
    assert [s.operand("src").offset for s in parts] == [64, 64 + 4095 * 128]
    assert [s.operand("dst").offset for s in parts] == [0, 4095 * 32]


def test_a_stride_too_wide_goes_repeat_by_repeat() -> None:
    b = Builder()
    t = b.local(40000, name="t")
    u = b.local(192, name="u")
    b.op("vadds", (f32, f32), Mask.count(64), MemRef(u), MemRef(t), 1.0, 3, 1, 1, 8, 300)
    parts = split(b)
    assert [s.operand("repeat_times") for s in parts] == [1, 1, 1]
    assert [s.operand("src").offset for s in parts] == [0, 9600, 19200]
    assert [s.operand("dst").offset for s in parts] == [0, 256, 512]
    assert all(s.operand("src_rep_stride") == 8 for s in parts)


def test_run_time_counts_and_offsets() -> None:
    b = Builder()
    n = b.scalar("n")
    t = b.local(40000)
    b.adds(t, t, repeat=n)
    b.adds(t, t, repeat=256, src_at=n * 256)
    parts = split(b)
    assert parts[0].operand("repeat_times") is n
    assert [s.operand("repeat_times") for s in parts[1:]] == [255, 1]
    assert repr(parts[2].operand("src").offset) == "((n * 256) + 65280)"


def test_nested_statements_are_split_too() -> None:
    b = Builder()
    t = b.local(64 * 300)
    with b.loop(0, 2), b.when(b.scalar("n") > 0):
        b.fill(t, repeat=300)
    assert sum(isinstance(s, Instr) for s in walk(legalise_program(b.program()).body)) == 2


@given(st.integers(0, 700), st.integers(0, 9), st.integers(0, 9), st.integers(1, 8))
def test_the_parts_touch_the_same_blocks(repeat: int, dst_rep: int, src_rep: int, eighths: int) -> None:
    b = Builder()
    t, u = b.local(49152, name="t"), b.local(49152, name="u")
    operands: tuple[Any, ...] = (Mask.count(8 * eighths), MemRef(t), MemRef(u), 1.0, repeat, 1, 1, dst_rep, src_rep)
    b.op("vadds", (f32, f32), *operands)
    whole = [s for s in b.program().body if isinstance(s, Instr)]
    assert touched(split(b)) == touched(whole)
    assert all(s.operand("repeat_times") <= 255 for s in split(b))
