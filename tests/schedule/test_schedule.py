"""The passes together: the program given stays as it was, and scheduling is cheap."""

from __future__ import annotations

import time

import pytest

from tests.schedule.programs import Builder, syncs
from tik.ir import Program
from tik.schedule import check_order, schedule


def unrolled(tiles: int) -> Program:
    """Load, six vector steps, store: eight statements a tile, over four buffers in turn."""
    b = Builder()
    x, y = b.gm("x", 1 << 26), b.gm("y", 1 << 26)
    ts, us = [b.local(2048) for _ in range(4)], [b.local(2048) for _ in range(4)]
    for k in range(tiles):
        t, u = ts[k % 4], us[k % 4]
        b.load(t, x, k * 8192)
        for r in range(6):
            b.adds(u, t, dst_at=r * 256, src_at=((r * 7 + k) % 32) * 256)
        b.store(y, u, k * 8192)
    return b.program()


def test_the_program_given_is_left_as_it_was() -> None:
    program = unrolled(3)
    before = repr(program.body)
    schedule(program, legalise=True)
    assert repr(program.body) == before


def test_scheduling_twice_gives_the_same() -> None:
    program = unrolled(3)
    assert repr(schedule(program, legalise=True).body) == repr(schedule(program, legalise=True).body)


def test_an_unrolled_program_is_ordered() -> None:
    done = schedule(unrolled(20), legalise=False)
    assert check_order(done) == []
    assert all(s.op.sync != "barrier" for s in syncs(done))


@pytest.mark.slow
def test_a_hundred_thousand_statements_take_seconds() -> None:
    program = unrolled(12500)
    start = time.process_time()
    schedule(program, legalise=False)
    assert time.process_time() - start < 20  # 4 s on the machine it was written on


def test_time_grows_with_the_program() -> None:
    took = []
    for tiles in (250, 1000):
        program = unrolled(tiles)
        best = 1e9
        for _ in range(3):
            start = time.process_time()
            schedule(program, legalise=False)
            best = min(best, time.process_time() - start)
        took.append(best)
    assert took[1] < 8 * took[0]  # four times the statements
