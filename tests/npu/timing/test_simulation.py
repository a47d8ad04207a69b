"""The face of the model: what `simulate` takes and gives, and that it is fast enough to run on every launch."""

import time

import numpy as np
import pytest

from tests.npu.timing.traces import CHIP, Core, trace
from tik.chips.loader import load_chip
from tik.npu.timing import Timeline, simulate


def kernel(trips: int) -> Core:
    """Load, add, store; two buffers; 11 instructions a trip."""
    core = Core()
    for trip in range(trips):
        buffer = trip % 2
        if trip > 1:
            core.wait("V", "MTE2", buffer)
        core.read(8192, cap=67, busy=20, drain=500)
        core.set("MTE2", "V", buffer)
        core.wait("MTE2", "V", buffer)
        if trip > 1:
            core.wait("MTE3", "V", buffer)
        core.op("V", 88)
        core.set("V", "MTE2", buffer)
        core.set("V", "MTE3", buffer)
        core.wait("V", "MTE3", buffer)
        core.write(8192, cap=64, busy=165 + 128)
        core.set("MTE3", "V", buffer)
    return core


def best(launches: int, cores: tuple[Core, ...]) -> tuple[float, Timeline]:
    launch = trace(*cores)
    timeline, seconds = simulate(launch, CHIP), []
    for _ in range(launches):
        start = time.perf_counter()
        timeline = simulate(launch, CHIP)
        seconds.append(time.perf_counter() - start)
    return min(seconds), timeline


def test_no_cores_and_no_instructions() -> None:
    assert simulate(trace(Core(), Core(block=1)), CHIP).cycles == 0
    empty = trace(Core())
    nothing = simulate(type(empty)(empty.stream, empty.statics, (), ()), CHIP)
    assert (nothing.cycles, nothing.deadlock, nothing.bytes_read) == (0, None, 0)


def test_chips_differ() -> None:
    core = Core("unified")
    core.read(1000000, cap=1000)
    for name in ("Ascend310P3", "Ascend910A"):
        chip = load_chip(name)
        assert simulate(trace(core), chip).cycles == pytest.approx(5 + 1000000 / chip.hbm_bytes_per_cycle(), abs=0.01)


def test_the_same_input_gives_the_same_ticks() -> None:
    launch = trace(*kernel(20).copies(48))
    first, second = simulate(launch, CHIP), simulate(launch, CHIP)
    assert first.ticks == second.ticks
    assert np.array_equal(first.end, second.end)


def test_blocks_alike_run_alike() -> None:
    timeline = simulate(trace(*kernel(20).copies(48)), CHIP)
    assert len(set(timeline.core_end.tolist())) == 1


def test_a_small_launch_takes_well_under_a_millisecond() -> None:
    seconds, timeline = best(50, tuple(kernel(3).copies(48)))  # 48 x 29 rows; 0.15 ms measured on an idle core
    assert len(timeline.issue) == 48 * 29
    assert seconds < 0.0015


@pytest.mark.slow
def test_a_million_rows_take_less_than_a_second() -> None:
    seconds, timeline = best(2, tuple(kernel(2000).copies(48)))  # 0.15 s measured
    assert len(timeline.issue) > 1_000_000
    assert seconds < 1
