"""The k-th wait belongs to the k-th set of the same pipes and event."""

from dataclasses import replace

from tests.npu.timing.traces import CHIP, Core, cycles, trace
from tik.npu.timing import simulate


def test_sets_and_waits_in_order() -> None:
    core = Core()
    rows = [core.set("V", "MTE3", 0), core.set("V", "MTE3", 1), core.wait("V", "MTE3", 1), core.set("V", "MTE3", 0)]
    rows += [core.wait("V", "MTE3", 0), core.wait("V", "MTE3", 0), core.set("MTE3", "V", 0)]
    assert simulate(trace(core), CHIP).partner.tolist() == [4, 2, 1, 5, 0, 3, -1]


def test_waits_may_come_first() -> None:
    core = Core()
    core.wait("V", "MTE3")
    core.wait("V", "MTE3")
    core.set("V", "MTE3")
    core.set("V", "MTE3")
    assert simulate(trace(core), CHIP).partner.tolist() == [2, 3, 0, 1]


def test_cores_have_flags_of_their_own() -> None:
    one, other = Core(block=0), Core(block=1)
    one.set("V", "MTE3")
    other.op("V", 1)
    other.set("V", "MTE3")
    other.wait("V", "MTE3")
    timeline = simulate(trace(one, other), CHIP)
    assert timeline.partner.tolist() == [-1, -1, 3, 2]
    assert [flag.core for flag in timeline.flags_left] == [0]


def test_events_in_registers_are_those_of_the_rows() -> None:
    def kernel(register: bool) -> Core:
        core = Core()
        for event in (0, 1):
            core.op("V", 100)
            core.set("V", "MTE3", event, register)
        for event in (1, 0):
            core.wait("V", "MTE3", event, register)
            core.op("MTE3", 1)
        return core

    known, open_ = simulate(trace(kernel(False)), CHIP), simulate(trace(kernel(True)), CHIP)
    assert known.partner.tolist() == open_.partner.tolist() == [-1, 6, -1, 4, 3, -1, 1, -1]
    assert cycles(known.start) == cycles(open_.start)


def test_a_register_may_change_between_rows() -> None:
    # one static set and one static wait in a loop over events 0 and 1, as a compiled loop has them
    core = Core()
    for event in (0, 1):
        core.set("V", "MTE3", event, register=True)
        core.wait("V", "MTE3", event, register=True)
    launch = trace(core)
    looped = replace(launch.cores[0], ids=launch.cores[0].ids % 2)
    timeline = simulate(replace(launch, cores=(looped,)), CHIP)
    assert timeline.partner.tolist() == [1, 0, 3, 2]
