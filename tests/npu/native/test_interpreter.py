"""Loops, branches and exits, against the same program in Python."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.npu.streams import ins, put, run
from tik.npu.native import interpreter
from tik.stream.model import Exit, If, Loop, Reg
from tik.types.dtypes import i64


def out(entries: int = 8) -> dict[str, np.ndarray]:
    return {"out": np.zeros(entries * 4, np.int64)}


COUNT, COND = Reg(10), Reg(11)


def add(value: Any) -> Any:
    return ins("sadd", (i64,), COUNT, COUNT, value)


def total(*body: Any, **more: Any) -> int:
    """Register 10 at the end (unless the program returns)."""
    return run((*body, *put("out", 0, COUNT)), out(), scalars={10: 0, **more.get("scalars", {})}).entries("out")[0]


@pytest.mark.parametrize(("start", "stop", "step"), [(0, 5, 1), (3, 10, 3), (0, 0, 1), (5, 3, 1), (-4, 4, 5)])
@pytest.mark.parametrize("register", [False, True])
def test_loops(start: int, stop: int, step: int, register: bool) -> None:
    bounds = (Reg(4), Reg(5)) if register else (start, stop)
    assert total(Loop(Reg(2), *bounds, step, (add(Reg(2)),)), scalars={4: start, 5: stop}) == sum(range(start, stop, step))


def test_bounds_are_read_on_entry() -> None:
    """Writing the stop register in the body does not lengthen the loop; on the next entry it counts."""
    grow = ins("sadd", (i64,), Reg(5), Reg(5), 1)
    assert total(Loop(Reg(2), 0, 2, 1, (Loop(Reg(3), 0, Reg(5), 1, (add(1), grow)),)), scalars={5: 3}) == 3 + 6


def test_break_leaves_the_innermost_loop() -> None:
    stop = (ins("seq", (i64, i64), COND, Reg(3), 2), If(COND, (Exit("break"),)))
    assert total(Loop(Reg(2), 0, 3, 1, (Loop(Reg(3), 0, 9, 1, (*stop, add(1))), add(100)))) == 3 * (2 + 100)


def test_continue_goes_to_the_next_trip() -> None:
    odd = (ins("sand", (i64,), COND, Reg(2), 1), If(COND, (Exit("continue"),)))
    assert total(Loop(Reg(2), 0, 6, 1, (*odd, add(Reg(2))))) == 0 + 2 + 4


def test_return_ends_this_core_only() -> None:
    """Core 0 leaves inside a loop inside a branch; core 1 goes on."""
    body = (
        ins("seq", (i64, i64), COND, Reg(0), 0),
        Loop(Reg(2), 0, 3, 1, (If(COND, (*put("out", 0, 7), Exit("return"))),)),
        *put("out", 1, 8),
    )
    assert run(body, out(), blocks=2).entries("out")[:2] == [7, 8]
    assert run(body, out(), blocks=1).entries("out")[:2] == [7, 0]


@pytest.mark.parametrize(("value", "expected"), [(0, 20), (1, 10), (-1, 10)])
def test_branches(value: int, expected: int) -> None:
    assert total(If(Reg(4), (add(10),), (add(20),)), scalars={4: value}) == expected
    assert total(If(Reg(4), (add(10),)), scalars={4: value}) == expected % 20


@st.composite
def programs(draw: Any, depth: int = 3, loop: bool = False) -> list[Any]:
    """Nested loops and branches over a counter; conditions on its low bits."""
    nodes: list[Any] = []
    for _ in range(draw(st.integers(0, 3))):
        kind = draw(
            st.sampled_from(
                ["add", "add", *(["loop", "if"] if depth else []), *(["break", "continue"] if loop else []), "return"]
            )
        )
        if kind == "loop":
            nodes.append(("loop", 10 + depth, draw(st.integers(-1, 3)), draw(programs(depth - 1, True))))
        elif kind in ("add",):
            nodes.append(("add", draw(st.integers(1, 9))))
        else:
            inner = draw(programs(depth - 1, loop)) if kind == "if" else [(kind,)]
            nodes.append(
                ("if", draw(st.integers(0, 3)), inner, draw(programs(depth - 1, loop)) if depth and kind == "if" else [])
            )
    return nodes


class Left(Exception):
    """How the plain program leaves loops."""


def plain(nodes: list[Any], count: int) -> int:
    for node in nodes:
        if node[0] == "add":
            count = count * 3 + node[1] & 0xFFFF
        elif node[0] == "loop":
            for _ in range(node[2]):
                try:
                    count = plain(node[3], count)
                except Left as left:
                    kind, count = left.args
                    if kind == "return":
                        raise
                    if kind == "break":
                        break
        elif node[0] == "if":
            count = plain(node[2] if count & 3 == node[1] else node[3], count)
        else:
            raise Left(node[0], count)
    return count


def nodes_of(nodes: list[Any]) -> tuple[Any, ...]:
    out_: list[Any] = []
    for node in nodes:
        if node[0] == "add":
            out_ += [ins("smul", (i64,), COUNT, COUNT, 3), add(node[1]), ins("sand", (i64,), COUNT, COUNT, 0xFFFF)]
        elif node[0] == "loop":
            out_.append(Loop(Reg(node[1] + 10), 0, node[2], 1, nodes_of(node[3])))
        elif node[0] == "if":
            out_ += [
                ins("sand", (i64,), COND, COUNT, 3),
                ins("seq", (i64, i64), COND, COND, node[1]),
                If(COND, nodes_of(node[2]), nodes_of(node[3])),
            ]
        elif node[0] == "return":
            out_ += [*put("out", 0, COUNT), Exit("return")]
        else:
            out_.append(Exit(node[0]))
    return tuple(out_)


@settings(max_examples=60)
@given(nodes=programs())
def test_any_program(nodes: list[Any]) -> None:
    try:
        expected = plain(nodes, 1)
    except Left as left:
        assert left.args[0] == "return"
        expected = left.args[1]
    assert run((*nodes_of(nodes), *put("out", 0, COUNT)), out(), scalars={10: 1}).entries("out")[0] == expected


def test_a_long_program_runs_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """The executor looks at Ctrl-C every so many instructions; slices change nothing."""
    from tik.npu import functional

    whole = run((Loop(Reg(2), 0, 50, 1, (add(Reg(2)),)), *put("out", 0, COUNT)), out(), scalars={10: 0})
    monkeypatch.setattr(functional, "SLICE", 7)
    sliced = run((Loop(Reg(2), 0, 50, 1, (add(Reg(2)),)), *put("out", 0, COUNT)), out(), scalars={10: 0})
    assert sliced.entries("out") == whole.entries("out") and sliced.entries("out")[0] == 1225
    assert (sliced.trace.cores[0].costs == whole.trace.cores[0].costs).all()


def test_fill_is_all_ones() -> None:
    memory = np.zeros(64, np.uint8)
    interpreter.fill(memory.ctypes.data, 8, 48)
    assert (memory[8:48] == 0xFF).all() and (memory[:8] == 0).all() and (memory[48:] == 0).all()
