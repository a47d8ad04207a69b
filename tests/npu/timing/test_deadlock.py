"""Waits that never end are reported, not waited for; flags left set too (cases O16)."""

from tests.npu.timing.traces import CHIP, Core, trace
from tik.npu.timing import simulate
from tik.types.pipes import Pipe


def test_o16_wait_that_nobody_sets() -> None:
    core = Core("cube")
    for _ in range(2):
        core.wait("M", "MTE1", 3)
        core.op("MTE1", 10)
        core.op("M", 10)
        core.set("M", "MTE1", 3)
    timeline = simulate(trace(core), CHIP)
    # the first wait pairs with the first set, which M reaches: in this order of queues the loop runs, one trip late
    assert timeline.deadlock is None

    core = Core("cube")
    for _ in range(2):
        core.wait("M", "MTE1", 3)
        core.op("MTE1", 10)
        core.set("MTE1", "M", 0)
        core.wait("MTE1", "M", 0)
        core.op("M", 10)
        core.set("M", "MTE1", 3)
    timeline = simulate(trace(core), CHIP)
    assert timeline.deadlock is not None
    assert [(s.pipe, s.row) for s in timeline.deadlock.stuck] == [(Pipe.M, 3), (Pipe.MTE1, 0)]
    assert str(timeline.deadlock).splitlines() == [
        "deadlock: no pipe can go on",
        "  core 0, pipe M: instruction 3 waits for flag MTE1 -> M, event 0: "
        "instruction 2 that sets it never runs (kernel.py:4)",
        "  core 0, pipe MTE1: instruction 0 waits for flag M -> MTE1, event 3: "
        "instruction 5 that sets it never runs (kernel.py:1)",
    ]
    assert "deadlock" in repr(timeline)


def test_no_set_at_all() -> None:
    core = Core()
    core.op("V", 10)
    core.wait("MTE2", "V", 5)
    timeline = simulate(trace(core), CHIP)
    assert timeline.deadlock is not None
    (stuck,) = timeline.deadlock.stuck
    assert (stuck.core, stuck.pipe, stuck.row, stuck.static) == (0, Pipe.V, 1, 1)
    assert stuck.waits == "waits for flag MTE2 -> V, event 5: nobody sets it"
    assert timeline.cycles == 15  # as far as it came


def test_s_behind_a_full_queue_and_at_barriers() -> None:
    core = Core()
    core.wait("MTE2", "V")
    for _ in range(40):
        core.op("V", 1)
    timeline = simulate(trace(core), CHIP)
    assert timeline.deadlock is not None
    assert timeline.deadlock.stuck[0].waits == "cannot be issued: the queue of V is full"

    core = Core()
    core.wait("MTE2", "V")
    core.barrier("ALL")
    timeline = simulate(trace(core), CHIP)
    assert timeline.deadlock is not None
    assert timeline.deadlock.stuck[0].waits == "waits at a barrier for all pipes"


def test_other_cores() -> None:
    alone, other = Core(block=0), Core(block=1)
    alone.cross_wait(4)
    other.block_barrier()
    timeline = simulate(trace(alone, other), CHIP)
    assert timeline.deadlock is not None
    assert [s.waits for s in timeline.deadlock.stuck] == [
        "waits for cross-core flag 4: its counter stays 0",
        "waits at the barrier of all cores",
    ]


def test_a_barrier_of_more_blocks_than_cores_never_opens() -> None:
    core = Core()
    core.block_barrier()
    timeline = simulate(trace(*core.copies(50)), CHIP)
    assert timeline.deadlock is not None
    assert timeline.deadlock.not_started == 2
    assert "2 cores were never started" in str(timeline.deadlock)
    assert timeline.core_start.tolist() == [0] * 48 + [-1, -1]


def test_flags_left_set() -> None:
    core = Core()
    core.op("V", 1)
    core.set("V", "MTE3", 2)
    core.set("V", "MTE2", 1)
    core.wait("V", "MTE2", 1)
    timeline = simulate(trace(core), CHIP)
    assert timeline.deadlock is None
    assert [str(flag) for flag in timeline.flags_left] == ["core 0: flag V -> MTE3, event 2 is left set (kernel.py:2)"]


def test_a_long_report_is_cut() -> None:
    core = Core()
    core.wait("MTE2", "V")
    timeline = simulate(trace(*core.copies(30)), CHIP)
    assert str(timeline.deadlock).splitlines()[-1] == "  and 10 more pipes"
