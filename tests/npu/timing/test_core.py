"""One core: issue, queues, flags, barriers. Cycles by hand: every instruction is issued 1 + 4 cycles after the one before
(an S instruction takes its own cycles instead), a flag takes 1 cycle of its pipe and arrives 15 later."""

import pytest

from tests.npu.timing.traces import CHIP, Core, cycles, trace
from tik.npu.timing import Timeline, simulate
from tik.types.pipes import Pipe


def run(core: Core) -> Timeline:
    return simulate(trace(core), CHIP)


def test_serial_load_add_store() -> None:
    core = Core()
    core.read(1000, cap=67, busy=20, drain=500)  # 1000/67 < 20: occupied 20
    core.set("MTE2", "V")
    core.wait("MTE2", "V")
    core.op("V", 88)
    core.set("V", "MTE3")
    core.wait("V", "MTE3")
    core.write(1000, cap=64, busy=165 + 1000 / 64)
    timeline = run(core)
    assert cycles(timeline.issue) == [5, 10, 15, 20, 25, 30, 35]
    # load 5..25, there at 525; its set fires then, arrives 540; add 541..629; set 629..630, arrives 645; store from 646
    assert cycles(timeline.start) == [5, 25, 540, 541, 629, 645, 646]
    assert cycles(timeline.complete) == [525, 525, 541, 629, 630, 646, 646 + 165 + 15.625]
    assert timeline.cycles == 826.625
    assert (timeline.bytes_read, timeline.bytes_written) == (1000, 1000)


def test_v1_back_to_back_adds_take_88_cycles_each() -> None:
    # hardware.md V1: 64 repeats + a head of 24, 1000 times; S issues one every 5 cycles and runs ahead
    core = Core()
    for _ in range(1000):
        core.op("V", 24 + 64)
    assert run(core).cycles == 5 + 1000 * 88


def test_s_bound_when_instructions_are_short() -> None:
    core = Core()
    for _ in range(100):
        core.op("V", 2)
    timeline = run(core)
    assert timeline.cycles == 100 * 5 + 2
    assert timeline.pipe(Pipe.V).stalls == {"nothing issued": 500 - 99 * 2}


def test_scalar_instructions_and_loop_cycles_delay_issue() -> None:
    core = Core()
    core.op("S", 1)
    core.op("S", 17)
    core.pre = 2.0
    core.op("V", 10)
    timeline = run(core)
    assert cycles(timeline.start) == [0, 1, 1 + 17 + 2 + 5]
    assert timeline.cycles == 25 + 10


def test_s_blocks_when_a_queue_is_full() -> None:
    # 32 fit. The first starts at 5; number 33 (index 33 = 1 + 32) gets its place when number 1 starts, at 5 + 1000.
    core = Core()
    for _ in range(34):
        core.op("V", 1000)
    core.op("M", 1)
    timeline = run(core)
    assert cycles(timeline.issue)[31:34] == [160, 165, 1005]
    assert cycles(timeline.issue)[34] == 1010
    assert timeline.pipe(Pipe.S).stalls["queue full"] == timeline.pipe(Pipe.V).held_up == 1005 - 170


def test_double_buffering_overlaps() -> None:
    def kernel(buffers: int) -> Core:
        core = Core()
        for trip in range(20):
            buffer = trip % buffers
            if trip >= buffers:
                core.wait("V", "MTE2", buffer)
            core.read(8192, cap=67, busy=20, drain=500)
            core.set("MTE2", "V", buffer)
            core.wait("MTE2", "V", buffer)
            core.op("V", 600)
            core.set("V", "MTE2", buffer)
        for buffer in range(buffers):
            core.wait("V", "MTE2", buffer)
        return core

    load = 8192 / 67  # 122.27 cycles
    one, two = run(kernel(1)), run(kernel(2))
    # one buffer: load + 500, its flag 15 (its own cycle is hidden by the 500), wait 1, add 600, set 1, 15, wait 1 a trip
    trip = load + 500 + 15 + 1 + 600 + 1 + 15 + 1
    assert one.cycles == pytest.approx(5 + 20 * trip, abs=1e-4)
    # two buffers: after one trip's end the next load has 600 cycles for load + 500 + 33 = 655.3: V waits for the rest
    steady = (load + 500 + 15 + 1 + 600 + 1 + 15 + 1) / 2
    assert two.cycles < 0.56 * one.cycles
    assert two.cycles > 20 * steady
    assert two.cycles >= two.pipe(Pipe.V).busy  # O18


def test_g0_mmad_and_its_loads_take_turns() -> None:
    # 64 x 64 x 64 f16: MTE1 23.5 + 8192/256 and 23.5 + 8192/128 (143 a pair, as measured), mmad 64 + 9, complete 53 later
    core = Core("cube")
    for trip in range(100):
        if trip:
            core.wait("M", "MTE1")
        core.op("MTE1", 23.5 + 32)
        core.op("MTE1", 23.5 + 64)
        core.set("MTE1", "M")
        core.wait("MTE1", "M")
        core.op("M", 64 + 9, drain=53)
        core.set("M", "MTE1")
    core.wait("M", "MTE1")
    timeline = run(core)
    # loads 143, set 1, 15, wait 1, mmad 126 to completion, 15, wait 1
    assert timeline.cycles == 5 + 100 * (143 + 1 + 15 + 1 + 126 + 15 + 1)
    assert timeline.pipe(Pipe.MTE1).work == 100 * 143
    assert timeline.pipe(Pipe.M).busy == 100 * 126  # measured 125.0: busy runs to completion
    assert timeline.pipe(Pipe.M).busy / 100 == pytest.approx(125.0, rel=0.01)


def test_streamed_mmads_enter_every_n_plus_9() -> None:
    core = Core("cube")
    for _ in range(10):
        core.op("M", 512 + 9, drain=53)
    assert run(core).cycles == 5 + 10 * 521 + 53  # G8: 521.1


def test_pipe_barrier_waits_for_completion() -> None:
    core = Core("cube")
    core.op("M", 100, drain=53)
    core.barrier("M")
    core.op("M", 100, drain=53)
    timeline = run(core)
    assert cycles(timeline.start) == [5, 5 + 153, 5 + 153 + 20]
    assert timeline.pipe(Pipe.M).stalls["barrier"] == 20


def test_barrier_of_all_pipes_holds_s() -> None:
    core = Core()
    core.read(6700, cap=67, drain=500)  # 5 .. 105, there at 605
    core.op("V", 50)  # 10 .. 60
    core.barrier("ALL")  # issued at 10, S stands until 605, then 20
    core.op("V", 50)
    timeline = run(core)
    assert cycles(timeline.start) == pytest.approx([5, 10, 605, 630], abs=1e-4)
    assert timeline.pipe(Pipe.S).stalls["barrier"] == pytest.approx(615, abs=1e-4)


def test_set_fires_when_everything_before_it_is_complete() -> None:
    core = Core("cube")
    core.op("M", 10, drain=53)  # 5 .. 15, complete 68
    core.set("M", "FIX")  # 15 .. 16, fires at 68
    core.op("M", 10, drain=53)  # goes on: 16
    core.wait("M", "FIX")
    core.op("FIX", 5)
    timeline = run(core)
    assert cycles(timeline.start) == [5, 15, 16, 68 + 15, 84]


def test_flags_to_and_from_s() -> None:
    core = Core()
    core.op("V", 100)  # 5 .. 105
    core.set("V", "S")  # 105 .. 106
    core.wait("V", "S")  # S stands from 10 to 121, then 1
    core.op("S", 10)  # 122 .. 132
    core.set("S", "MTE3")  # 132 .. 133
    core.wait("S", "MTE3")  # 148
    core.op("MTE3", 7)
    timeline = run(core)
    assert cycles(timeline.start) == [5, 105, 121, 122, 132, 148, 149]
    assert timeline.pipe(Pipe.S).stalls["flag from V"] == 111


def test_a_wait_may_be_issued_before_its_set() -> None:
    core = Core()
    core.wait("V", "MTE2")  # in the queue of MTE2 from 5
    core.op("MTE2", 10)
    core.op("V", 30)  # 15 .. 45
    core.set("V", "MTE2")  # 45 .. 46
    timeline = run(core)
    assert cycles(timeline.start) == [61, 62, 15, 45]
    assert timeline.deadlock is None
