"""Programs as runs of items."""

from __future__ import annotations

from tests.schedule.programs import Builder, mnemonics
from tik.ir import If
from tik.schedule import plan
from tik.schedule.timeline import NUMBER, build, emit


def test_blocks_are_transparent_and_branches_are_items() -> None:
    b = Builder()
    t = b.local(64)
    b.fill(t)
    with b.scope():
        b.fill(t)
        with b.when(b.scalar("n") > 0):
            b.fill(t)
    b.put(t, 0, 1.0)
    nodes, items, _ = build(plan(b.program()))
    assert [item.kind for item in items] == ["instr", "instr", "branch", "instr"]
    assert [item.pipe for item in items if item.kind == "instr"] == [NUMBER["V"], NUMBER["V"], NUMBER["S"]]
    assert mnemonics(emit(nodes)) == ["alloc", "vector_dup", "block", "sstore"]


def test_elements_are_read_before_the_statement() -> None:
    b = Builder()
    t = b.local(64)
    b.adds(t, t, b.element(t, b.element(t, 8) * 4))
    with b.when(b.element(t)):
        b.fill(t)
    nodes, items, _ = build(plan(b.program()))
    assert [item.kind for item in items] == ["assign", "assign", "instr", "assign", "branch"]
    assert [len(item.accesses) for item in items[:3]] == [1, 1, 2]
    last = emit(nodes)[-1]
    assert isinstance(last, If) and repr(last.cond) == "t_element"


def test_nothing_follows_an_exit() -> None:
    b = Builder()
    t = b.local(64)
    with b.loop(0, 3):
        b.fill(t)
        b.exit("break")
        b.fill(t)
    nodes, items, _ = build(plan(b.program()))
    assert [len(body) for body in items[0].bodies] == [1]
    assert items[0].loop is not None and items[0].loop.leaves
    assert not items[0].escapes
    assert mnemonics(emit(nodes[1].nodes[0])) == ["vector_dup", "exit", "vector_dup"]
