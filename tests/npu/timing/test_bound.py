"""What bounds a kernel, in words with the numbers."""

import pytest

from tests.npu.timing.traces import CHIP, Core, trace
from tik.npu.timing import simulate
from tik.npu.timing.bound import Bound, explain, overlap
from tik.types.pipes import Pipe


def bound(*cores: Core) -> Bound:
    launch = trace(*cores)
    return explain(simulate(launch, CHIP), launch, CHIP)


def many(pipe: str, busy: float, count: int = 1000) -> Core:
    core = Core("cube" if pipe in ("M", "MTE1", "FIX") else "vector")
    for _ in range(count):
        core.op(pipe, busy)
    return core


@pytest.mark.parametrize(
    ("pipe", "word"),
    [("V", "vector"), ("M", "cube"), ("MTE1", "mte1"), ("MTE2", "mte2"), ("MTE3", "mte3"), ("FIX", "fix")],
)
def test_a_busy_pipe(pipe: str, word: str) -> None:
    found = bound(many(pipe, 100))
    assert (found.bound_by, found.short) == (word, f"{pipe} busy 100%")


def test_scalar_issue() -> None:
    found = bound(many("V", 2, 3000))
    assert (found.bound_by, found.short) == ("scalar", "scalar issue: S busy 100%")


def test_memory() -> None:
    core = Core()
    for _ in range(100):
        core.read(16384, cap=67, busy=20, drain=500)
    found = bound(*core.copies(48))
    assert (found.bound_by, found.short) == ("memory", "MTE2: memory bandwidth 99% of 1.49 TB/s")
    assert found.memory == pytest.approx(0.99, abs=0.01)


def test_one_core_at_its_cap_is_not_bound_by_the_memory() -> None:
    core = Core()
    for _ in range(100):
        core.read(16384, cap=67, busy=20, drain=500)
    assert bound(core).bound_by == "mte2"


def test_latency_names_the_pipes_and_the_line() -> None:
    core = Core()
    for _ in range(20):
        core.read(13400, cap=67, busy=20, drain=500)  # 200
        core.set("MTE2", "V")
        core.wait("MTE2", "V")
        core.op("V", 150)
        core.set("V", "MTE2")
        core.wait("V", "MTE2")
    found = bound(core)
    assert found.bound_by == "latency"
    # a trip: 200 + 500 + 15 + 1 + 150 + 1 + 15 + 1 = 883 cycles: MTE2 23 %, V 17 %; the first wait of MTE2 is on line 6
    assert found.short == "latency: pipes wait for each other, no overlap between MTE2 (occupied 23%) and V (17%)"
    assert "MTE2 waits for V" in found.text and "at kernel.py:" in found.text
    assert str(found) == found.text


def test_launch() -> None:
    found = bound(*many("V", 100, 10).copies(48))
    assert (found.bound_by, found.inside) == ("launch", "vector")
    assert found.text == "launch: starting it takes 6.0 us, running 0.5 us; inside: V busy 100%"


def test_a_full_queue_that_keeps_s_from_issuing() -> None:
    core = Core()
    for _ in range(10):
        core.read(6700, cap=67, busy=20, drain=500)
        core.set("MTE2", "V")
        core.wait("MTE2", "V")
        for _ in range(60):
            core.op("V", 6)
    # V waits for a load while 31 of its 60 stand in the queue; the next load comes after the other 29. S issues 63 in
    # 315 cycles of each trip and stands for the rest: V works 360 (45 %), so a trip is 800, and S stands about 0.6 of it
    found = bound(core)
    assert found.inside == "latency"
    assert found.work[Pipe.V] == pytest.approx(0.45, abs=0.01)
    assert found.text.endswith("; S cannot issue 58% of the time because the queue of V is full")


def test_waves_that_do_not_fill_the_chip() -> None:
    found = bound(*many("V", 100, 300).copies(49))
    assert found.text == "V busy 100%; cores have nothing to do 49% of the time (the last wave of blocks is small)"


def test_overlap() -> None:
    core = Core()
    core.op("V", 100)  # 5 .. 105
    core.op("MTE2", 30)  # 10 .. 40
    core.op("S", 100)
    core.op("MTE2", 20)  # 115 .. 135
    launch = trace(core)
    timeline = simulate(launch, CHIP)
    assert overlap(timeline, launch, Pipe.V, Pipe.MTE2) == 30 / 50
    assert overlap(timeline, launch, Pipe.MTE2, Pipe.V) == 30 / 50
    assert overlap(timeline, launch, Pipe.V, Pipe.FIX) == 0


def test_nothing_and_deadlock() -> None:
    assert bound(Core()).bound_by == "launch"
    core = Core()
    core.wait("V", "MTE2")
    assert bound(core).short == "deadlock"
