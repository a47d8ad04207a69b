"""Flags and barriers by hand."""

import pytest

from tik.dsl import Builder
from tik.ir import Instr


def operands(t: Builder) -> list[tuple[object, ...]]:
    assert not t.errors, t.errors[0]
    return [s.operands for s in t.body if isinstance(s, Instr)]


def test_both_spellings_of_pipes(t: Builder) -> None:
    t.set_flag("PIPE_MTE2", "PIPE_V", 0)
    t.wait_flag("MTE2", "V", 0)
    t.pipe_barrier("PIPE_ALL")
    t.pipe_barrier("MTE3")
    assert operands(t) == [("MTE2", "V", 0), ("MTE2", "V", 0), ("ALL",), ("MTE3",)]


@pytest.mark.parametrize("event", [-1, 8, 100])
def test_event_ids(t: Builder, event: int) -> None:
    t.wait_flag("PIPE_V", "PIPE_MTE3", event)
    assert t.errors[0].code == "TIK-SYNC07" and not t.body


def test_run_time_event_id(t: Builder) -> None:
    n = t.Scalar("int32", "n")
    t.set_flag("V", "MTE3", n % 2)
    assert repr(operands(t)) == "[('V', 'MTE3', (n % 2))]"


def test_barrier_of_the_scalar_pipe(t: Builder) -> None:
    t.pipe_barrier("PIPE_S")
    assert (t.errors[0].code, t.body) == ("TIK-SYNC08", [])


def test_unknown_pipe(t: Builder) -> None:
    t.pipe_barrier("PIPE_VEC")
    assert t.errors[0].message == "pipe of pipe_barrier is 'VEC'; there are S, V, M, MTE1, MTE2, MTE3, FIX, ALL"


def test_cross_core_flags(t: Builder) -> None:
    t.cross_core_set(2, "PIPE_FIX", 10)
    t.cross_core_wait(10)
    assert operands(t) == [(2, "FIX", 10), (10,)]
    t.cross_core_set(0, "PIPE_MTE3", 11)
    assert t.errors[0].message == "flag_id is 11, at most 10"


def test_cross_core_flags_need_the_chip() -> None:
    t = Builder("Ascend910A")
    t.cross_core_wait(0)
    assert t.errors[0].message == "Ascend910A has no flags between cores"


def test_block_barrier(t: Builder) -> None:
    t.block_barrier(t.Tensor("int64", (4 * 8,), "GM", "sync", is_workspace=True))
    assert operands(t) == [()]
    t.block_barrier(3)
    assert t.errors[0].code == "TIK-TYPE02"


def test_workspace_of_block_barrier_holds_four_int64_a_block() -> None:
    t = Builder("Ascend910A")
    small, other = (t.Tensor(kind, (28,), "global", kind, is_workspace=True) for kind in ("int64", "int32"))
    with t.for_range(0, 8, block_num=8):
        t.block_barrier(small)
        t.block_barrier(other)
    assert [e.code for e in t.errors] == ["TIK-MEM03", "TIK-TYPE01"]
    assert t.errors[0].message == "the workspace of block_barrier has 28 elements, 32 are needed"
