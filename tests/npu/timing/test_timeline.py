"""Where the time goes, and the laws of O27: nothing negative, nothing above the total, everything accounted for."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.npu.timing.traces import CHIP, Core, trace
from tik.npu.timing import Timeline, simulate
from tik.npu.timing.layout import BANDWIDTH, TICK
from tik.types.pipes import Pipe

PIPES = ("V", "M", "MTE1", "MTE2", "MTE3", "FIX")


def check(timeline: Timeline) -> None:
    """The laws, of every core and pipe."""
    total = timeline.core_end - timeline.core_start
    assert timeline.deadlock is None
    assert np.all(timeline.spent >= 0)
    parts = timeline.spent[:, :7, :BANDWIDTH].sum(axis=2)
    assert np.array_equal(parts, np.repeat(total[:, None], 7, axis=1))
    for core in range(len(total)):
        for time in timeline.pipes(core).values():
            assert 0 <= time.busy <= time.total == total[core] / TICK
            assert time.bandwidth <= time.work
            assert 0 <= time.share <= 1
            assert time.total == pytest.approx(time.busy + sum(time.stalls.values()))
    assert np.all(timeline.issue <= timeline.start)
    assert np.all(timeline.start <= timeline.end)
    assert np.all(timeline.end <= timeline.complete)
    assert timeline.ticks == timeline.core_end.max() >= timeline.complete.max()


@st.composite
def kernels(draw: st.DrawFn, caps: tuple[float, ...] = (67, 84.5, 110, 0)) -> Core:
    """Instructions on all pipes with flags that pair up, barriers, scalar work; reads have one of ``caps`` (0: none)."""
    core = Core()
    for _ in range(draw(st.integers(1, 40))):
        what = draw(st.sampled_from(("op", "read", "write", "flag", "barrier", "all", "scalar")))
        cost = draw(st.integers(0, 2000)) / 8
        if what == "op":
            core.op(draw(st.sampled_from(PIPES)), cost, drain=draw(st.sampled_from((0, 53, 500))))
        elif what == "read":
            core.read(cost * 100, cap=draw(st.sampled_from(caps)), busy=20, drain=500)
        elif what == "write":
            core.write(cost * 100, cap=64, busy=165 + cost)
        elif what == "flag":
            source, destination = draw(st.permutations(("S", *PIPES)))[:2]
            core.set(source, destination, draw(st.integers(0, 7)))
            core.wait(source, destination, core.aux[-1][2])
        elif what == "barrier":
            core.barrier(draw(st.sampled_from(PIPES)))
        elif what == "all":
            core.barrier("ALL")
        else:
            core.pre = draw(st.integers(0, 10))
            core.op("S", draw(st.sampled_from((1, 17))))
    return core


@given(st.lists(kernels(), min_size=1, max_size=6))
def test_laws(cores: list[Core]) -> None:
    for block, core in enumerate(cores):
        core.block = block
    check(simulate(trace(*cores), CHIP))


@given(kernels(), st.integers(40, 120))
def test_laws_with_shared_memory_and_waves(core: Core, count: int) -> None:
    check(simulate(trace(*core.copies(count)), CHIP))


# With the caps a chip has, one core alone cannot fill the memory. Where transfers do compete, a delay of one that nobody waits
# for can speed up another: seen with cap 0, up to 4 cycles of 3,200.
@given(kernels((67, 84.5, 110)), st.data())
def test_more_work_never_costs_less_on_one_core(core: Core, data: st.DataObject) -> None:
    before = simulate(trace(core), CHIP).ticks
    row = data.draw(st.integers(0, len(core.costs) - 1))
    busy, drain, nbytes, weight, *rest = core.costs[row]
    more = data.draw(st.integers(1, 100))
    core.costs[row] = (busy + more, drain, nbytes + 64 * more, weight + 64 * more if weight else weight, *rest)
    after = simulate(trace(core), CHIP).ticks
    assert after >= before - 64  # a transfer's progress is rounded when another one begins: 64 ticks are 0.00006 cycles


@given(st.integers(1, 60), st.integers(0, 20000), st.integers(1, 20000))
def test_more_bytes_never_cost_fewer_cycles(cores: int, nbytes: int, more: int) -> None:
    def launch(size: int) -> int:
        core = Core()
        for trip in range(6):
            core.read(size, cap=67, busy=20, drain=500)
            core.set("MTE2", "V", trip % 2)
            core.wait("MTE2", "V", trip % 2)
            core.op("V", 24 + size / 256)
            core.set("V", "MTE3", trip % 2)
            core.wait("V", "MTE3", trip % 2)
            core.write(size, cap=64, busy=165 + size / 64)
        return simulate(trace(*core.copies(cores)), CHIP).ticks

    assert launch(nbytes + more) >= launch(nbytes) - 64


def test_only_loads() -> None:
    core = Core()
    for _ in range(10):
        core.read(6700, cap=67, drain=500)
    timeline = simulate(trace(core), CHIP)
    check(timeline)
    time = timeline.pipe(Pipe.MTE2)
    assert (time.work, time.in_flight) == pytest.approx((1000, 500), abs=1e-4)
    assert timeline.cycles == pytest.approx(1505, abs=1e-4)
    assert list(timeline.pipes()) == [Pipe.S, Pipe.MTE2]


def test_waits_name_their_cause_and_line() -> None:
    core = Core()
    core.read(6700, cap=67, drain=500)  # 5 .. 105, there at 605
    core.set("MTE2", "V")
    core.op("V", 10)  # 15 .. 25
    core.wait("MTE2", "V")  # line 4; 605 + 15
    core.op("V", 10)
    core.barrier("V")
    core.op("V", 10)
    timeline = simulate(trace(core), CHIP)
    time = timeline.pipe(Pipe.V)
    assert time.stalls["flag from MTE2"] == pytest.approx(620 - 25, abs=1e-4)
    assert time.waits_for == "flag from MTE2"
    assert time.stalls["barrier"] == 20
    waiter = timeline.waiter(Pipe.V)
    assert waiter is not None
    assert waiter.position is not None and waiter.position.short == "kernel.py:4"
    assert waiter.cycles == pytest.approx(595, abs=1e-4)
    assert timeline.waiter(Pipe.MTE2) is None


def test_a_pipe_that_is_in_flight_is_busy_not_waiting() -> None:
    core = Core("cube")
    core.op("M", 10, drain=53)  # 5 .. 15, complete 68
    core.set("MTE1", "M")
    core.wait("MTE1", "M")  # arrives at 10 + 1 + 15 = 26: hidden by the 53
    core.op("M", 10)
    time = simulate(trace(core), CHIP).pipe(Pipe.M)
    assert time.busy == 63
    assert "flag from MTE1" not in time.stalls
