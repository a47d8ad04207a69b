"""Transfers share the memory: 1.49 TB/s at 1850 MHz are 805.405 bytes a cycle on the 910B1."""

import pytest
from numba import njit

from tests.npu.timing.traces import CHIP, Core, cycles, trace
from tik.npu.timing import simulate
from tik.npu.timing.sharing import span
from tik.types.pipes import Pipe

MEMORY = 1.49e6 / 1850


def test_one_reader_runs_at_its_cap() -> None:
    core = Core()
    core.read(6700, cap=67)
    assert simulate(trace(core), CHIP).cycles == pytest.approx(5 + 100, abs=1e-5)


def test_two_readers_with_different_caps_share() -> None:
    # level = 805.4 / 2 = 402.7: cap 300 runs at 300, the other at 505.4. The first is done after 30000/300 = 100 cycles, when
    # the other has 50540.5 of 80000; the rest of 29459.5 goes at its cap of 600: 49.099 cycles
    slow, fast = Core(block=0), Core(block=1)
    slow.read(30000, cap=300)
    fast.read(80000, cap=600)
    timeline = simulate(trace(slow, fast), CHIP)
    assert cycles(timeline.end) == pytest.approx([105, 5 + 100 + (80000 - 100 * (MEMORY - 300)) / 600], abs=1e-4)
    assert timeline.pipe(Pipe.MTE2, 0).bandwidth == 0
    alone = 80000 / 600
    assert timeline.pipe(Pipe.MTE2, 1).bandwidth == pytest.approx(cycles(timeline.end)[1] - 5 - alone, abs=1e-4)


def test_a_late_transfer_slows_the_running_one() -> None:
    first, second = Core(block=0), Core(block=1)
    first.read(MEMORY * 100, cap=1000)  # alone 100 cycles
    second.op("S", 50)
    second.read(MEMORY * 10, cap=1000)
    # from 55 to 75 each has half; the second is done at 75 with 10 * MEMORY, the first has 60 of 100 and ends at 115
    assert cycles(simulate(trace(first, second), CHIP).end) == pytest.approx([115, 50, 75], abs=1e-3)


def test_reads_and_writes_share() -> None:
    core = Core()
    core.read(MEMORY * 100, cap=1000)
    core.write(MEMORY * 100, cap=1000)
    # read alone 5..10, then both at half: the read ends at 5 + 5 + 95*2 = 200, the write has 95 and ends at 205
    assert cycles(simulate(trace(core), CHIP).end) == pytest.approx([200, 205], abs=1e-3)


def copies(nbytes: int, busy: float, count: int) -> Core:
    core = Core()
    for _ in range(count):
        core.read(nbytes, cap=67, busy=busy, drain=500)
    return core


@pytest.mark.parametrize(
    ("name", "nbytes", "busy", "measured"),
    [
        ("D1", 128, 20, 20.6),  # fitted: the issue interval
        ("D2", 8192, 64 * 3.4, 532),  # independent
        ("D3", 131072, 217.6, 7811),  # fitted: the bandwidth
    ],
)
def test_loads_on_48_cores(name: str, nbytes: int, busy: float, measured: float) -> None:
    """hardware.md D1 to D3, cycles a copy of one core."""
    count = 200
    timeline = simulate(trace(*copies(nbytes, busy, count).copies(48)), CHIP)
    a_copy = (timeline.cycles - 505) / count
    assert a_copy == pytest.approx(max(busy, nbytes * 48 / MEMORY), rel=1e-6)
    assert a_copy == pytest.approx(measured, rel=0.1)


def test_e4_vector_add_double_buffered_on_48_cores() -> None:
    """hardware.md E4: 8192 x 8192 halves, 16384 an add; 257.6 us measured in the cores. 4096 adds: 85.3 a core."""
    core = Core()
    for trip in range(86):
        buffer = trip % 2
        if trip >= 2:
            core.wait("V", "MTE2", buffer)
        core.read(32768, cap=67, busy=20, drain=500)
        core.read(32768, cap=67, busy=20, drain=500)
        core.set("MTE2", "V", buffer)
        core.wait("MTE2", "V", buffer)
        if trip >= 2:
            core.wait("MTE3", "V", buffer)
        core.op("V", 22 + 128 + 128)
        core.set("V", "MTE2", buffer)
        core.set("V", "MTE3", buffer)
        core.wait("V", "MTE3", buffer)
        core.write(32768, cap=64, busy=165 + 512)
        core.set("MTE3", "V", buffer)
    timeline = simulate(trace(*core.copies(48)), CHIP)
    assert CHIP.microseconds(timeline.cycles) == pytest.approx(257.6, rel=0.2)
    memory = 86 * 48 * 3 * 32768 / MEMORY
    assert memory <= timeline.cycles <= 1.03 * memory  # bound by memory, and not by less
    assert len(timeline.flags_left) == 48 * 4


@njit
def compiled_span(amount: int, rate: int) -> int:
    return span(amount, rate)


@pytest.mark.parametrize(("amount", "rate"), [(0, 5), (1, 3), (10**15, 7_000_001), (2**43, 2**26), (3 * 2**40 + 1, 2**30 - 1)])
def test_span_is_exact(amount: int, rate: int) -> None:
    assert compiled_span(amount, rate) == -(-amount * 2**20 // rate)
