"""Flags, barriers and deadlock: what tik/npu/sanitizer/clocks.py finds."""

from tests.npu.sanitizer.traces import (
    Core,
    Instr,
    Memory,
    Reg,
    Scope,
    barrier,
    build,
    fset,
    fwait,
    handoff,
    ins,
    load,
    relu,
)
from tik.npu.sanitizer import Hazard, sanitize

MEMORY = Memory(
    {"x": (Scope.UB, 0, 256), "y": (Scope.UB, 256, 256), "z": (Scope.UB, 512, 256)}, {"a": ("input", 256), "o": ("output", 256)}
)


def check(*rows: Instr) -> list[Hazard]:
    return sanitize(build(MEMORY, [Core(rows)]))


def lines(*rows: Instr) -> list[str]:
    return [f"{h.code}: {h.message}" for h in check(*rows)]


def test_a_handoff_is_clean() -> None:
    assert lines(load("x", "a"), *handoff("MTE2", "V"), relu("y", "x")) == []


def test_nothing_is_clean() -> None:
    assert lines() == []


def test_wait_that_nobody_sets() -> None:
    (found,) = check(load("x", "a"), fwait("MTE2", "V", 3, line=7), relu("y", "x"))
    assert (
        str(found)
        == """\
TIK-SYNC04: deadlock on core 0: V waits at instruction 1 for set_flag(MTE2, V, 3)
  V waits: wait_flag MTE2, V, 3  (pipe V, core 0, instruction 1)
    --> k.py:7
        line 7
        ^^^^^^
  hint: set_flag(MTE2, V, 3) is missing before k.py:7 (wait_flag), or this wait is one too many"""
    )


def test_every_stuck_pipe_is_listed() -> None:
    (found,) = check(
        load("x", "a"),
        fwait("MTE2", "V"),
        relu("y", "x"),
        fset("V", "MTE3"),
        fwait("V", "MTE3"),
        fset("MTE3", "S"),
        fwait("MTE3", "S"),
        barrier("ALL"),
    )
    assert found.message == (
        "deadlock on core 0: V waits at instruction 1 for set_flag(MTE2, V, 0), MTE3 waits at "
        "instruction 4 for set_flag(V, MTE3, 0), S waits at instruction 6 for set_flag(MTE3, S, 0)"
    )
    assert [site.pipe for site in found.sites] == ["V", "MTE3", "S"]


def test_a_barrier_of_all_pipes_waits_for_stuck_ones() -> None:
    (found,) = check(fwait("MTE2", "V"), barrier("ALL"), load("x", "a"), relu("y", "x"))
    assert found.message.endswith("S waits at instruction 1 for pipes that are stuck (pipe_barrier(ALL))")


def test_nothing_behind_a_stuck_s_runs() -> None:
    assert [h.code for h in check(fwait("MTE2", "S"), load("x", "a"), relu("y", "x"))] == ["TIK-SYNC04"]


def test_o16_a_wait_whose_set_comes_a_trip_too_late() -> None:
    """Case O16: the first trip waits for a flag that only its own end sets; at the end the last set is left over."""
    memory = Memory(
        {"l1": (Scope.L1, 0, 512), "l0a": (Scope.L0A, 0, 512), "l0b": (Scope.L0B, 0, 512), "l0c": (Scope.L0C, 0, 1024)},
        kinds=["cube"],
    )
    move = ins("load2d_l1_l0a", "f16", dst="l0a", src="l1", repeat_times=1)
    multiply = ins(
        "mmad", "f32.f16.f16", dst="l0c", src_fm="l0a", src_filter="l0b", matrix_m=16, matrix_k=16, matrix_n=16, is_bias=1
    )
    trip = [fwait("M", "MTE1", 3, line=2), move, multiply, fset("M", "MTE1", 3, line=5)]
    found = sanitize(build(memory, [Core(trip * 2)]))
    assert [h.code for h in found] == ["TIK-SYNC04", "TIK-SYNC05"]
    assert found[0].message == "deadlock on core 0: MTE1 waits at instruction 0 for set_flag(M, MTE1, 3)"
    assert found[0].hint == (
        "set_flag(M, MTE1, 3) comes only later, at k.py:5 (set_flag): in a loop, put one set_flag before "
        "the loop and one wait_flag behind it"
    )
    assert found[1].message == "the flag (M, MTE1, 3) is still set when core 0 ends"


def test_o16_done_right() -> None:
    memory = Memory(
        {"l1": (Scope.L1, 0, 512), "l0a": (Scope.L0A, 0, 512), "l0b": (Scope.L0B, 0, 512), "l0c": (Scope.L0C, 0, 1024)},
        kinds=["cube"],
    )
    move = ins("load2d_l1_l0a", "f16", dst="l0a", src="l1", repeat_times=1)
    multiply = ins(
        "mmad", "f32.f16.f16", dst="l0c", src_fm="l0a", src_filter="l0b", matrix_m=16, matrix_k=16, matrix_n=16, is_bias=1
    )
    trip = [fwait("M", "MTE1", 3), move, *handoff("MTE1", "M"), multiply, fset("M", "MTE1", 3)]
    rows = [fset("M", "MTE1", 3), *trip, *trip, fwait("M", "MTE1", 3)]
    assert sanitize(build(memory, [Core(rows)])) == []


def test_a_flag_left_set() -> None:
    (found,) = check(load("x", "a"), fset("MTE2", "V", 5, line=3))
    assert (
        str(found)
        == """\
TIK-SYNC05: the flag (MTE2, V, 5) is still set when core 0 ends
  set: set_flag MTE2, V, 5  (pipe MTE2, core 0, instruction 1)
    --> k.py:3
        line 3
        ^^^^^^
  hint: put wait_flag(MTE2, V, 5) behind it, or leave this set_flag out"""
    )


def test_a_flag_set_twice() -> None:
    assert lines(fset("MTE2", "V"), fset("MTE2", "V"), fwait("MTE2", "V")) == [
        "TIK-SYNC06: the flag (MTE2, V, 0) is set while it is still set"
    ]


def test_an_id_is_free_only_when_the_source_knows_of_the_wait() -> None:
    """Decision 2: MTE2 runs ahead, so its second set may come before V's first wait."""
    (found,) = check(load("x", "a"), *handoff("MTE2", "V"), relu("y", "x"), load("z", "a"), *handoff("MTE2", "V"))
    assert found.code == "TIK-SYNC06"
    assert found.message == (
        "the flag (MTE2, V, 0) may still be set when MTE2 sets it again: nothing tells MTE2 that V is past its wait"
    )
    assert [site.row for site in found.sites] == [1, 2, 5]


def test_an_id_may_be_used_again_after_word_from_the_waiting_pipe() -> None:
    back = handoff("V", "MTE2")
    assert (
        lines(
            load("x", "a"),
            *handoff("MTE2", "V"),
            relu("y", "x"),
            *back,
            load("x", "a"),
            *handoff("MTE2", "V"),
            barrier("V"),
            relu("y", "x"),
        )
        == []
    )


def test_word_from_before_the_wait_does_not_free_the_id() -> None:
    rows = [fset("MTE2", "V"), fset("V", "MTE2"), fwait("MTE2", "V"), fwait("V", "MTE2"), fset("MTE2", "V"), fwait("MTE2", "V")]
    assert [h.code for h in check(*rows)] == ["TIK-SYNC06"]


def test_word_may_take_a_way_round() -> None:
    rows = [*handoff("MTE2", "V"), *handoff("V", "MTE3"), *handoff("MTE3", "MTE2"), *handoff("MTE2", "V")]
    assert lines(*rows) == []


def test_s_knows_of_its_own_waits() -> None:
    assert lines(*handoff("V", "S"), *handoff("V", "S")) == []
    assert [h.code for h in check(*handoff("S", "V"), *handoff("S", "V"))] == ["TIK-SYNC06"]
    assert lines(*handoff("S", "V"), barrier("ALL"), *handoff("S", "V")) == []


def test_o15_a_flag_is_source_destination_and_id() -> None:
    """Case O15: MTE3 -> V and MTE3 -> MTE2 with one id at once are two flags, and neither hangs."""
    store_x = ins("mov_ub_gm", "f32", dst="o", src="x", burst=8)
    rows = [
        store_x,
        fset("MTE3", "V", 0),
        fset("MTE3", "MTE2", 0),
        fwait("MTE3", "MTE2", 0),
        load("y", "o"),
        fwait("MTE3", "V", 0),
        ins("vector_dup", "f32", dst="x", scalar=0),
    ]
    assert lines(*rows) == []


def test_event_ids_from_registers() -> None:
    rows = [(fset("MTE2", "V", Reg(9)), {9: 4}), (fwait("MTE2", "V", Reg(9)), {9: 4}), (fset("MTE2", "V", Reg(9)), {9: 6})]
    assert [h.message for h in sanitize(build(MEMORY, [Core(rows)]))] == ["the flag (MTE2, V, 6) is still set when core 0 ends"]


def test_a_barrier_of_s_is_an_error() -> None:
    assert lines(barrier("S")) == ["TIK-SYNC08: pipe_barrier(S) has no meaning: S runs in order by itself"]


def test_cores_that_run_alike_are_reported_once() -> None:
    rows = [load("x", "a"), fset("MTE2", "V")]
    assert len(sanitize(build(MEMORY, [Core(rows, block=b) for b in range(4)]))) == 1


def test_a_core_that_differs_is_looked_at() -> None:
    move, done = load("x", "a"), fset("MTE2", "V")
    assert len(sanitize(build(MEMORY, [Core([move]), Core([move, done], block=1)]))) == 1
