"""Loops with copies: which trip runs on which tensors, for any number of trips."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from tests.schedule.programs import Builder
from tik.ir import Alloc, Assign, Block, Body, For, If, Instr, Program, Tensor, Var, walk
from tik.ir.expr import evaluate
from tik.schedule import check_program, expand_copies


def trips(body: Body, values: dict[Var, int]) -> Iterator[tuple[Tensor, int]]:
    """Tensor and GM offset of each load that runs."""
    for s in body:
        if isinstance(s, Instr):
            yield s.operand("dst").tensor, int(evaluate(s.operand("src").offset, values) or 0)
        elif isinstance(s, Assign):
            values[s.var] = int(evaluate(s.value, values) or 0)
        elif isinstance(s, For):
            for value in range(int(evaluate(s.begin, values) or 0), int(evaluate(s.end, values) or 0), s.step):
                values[s.var] = value
                yield from trips(s.body, values)
        elif isinstance(s, If):
            yield from trips(s.then if evaluate(s.cond, values) else s.orelse, values)
        elif isinstance(s, Block):
            yield from trips(s.body, values)


def loop(copies: int, begin: int, step: int, end: int | None) -> tuple[Program, Var]:
    b = Builder()
    x, n = b.gm("x"), b.scalar("n")
    with b.loop(begin, n if end is None else end, step, copies) as i:
        b.load(b.local(64), x, i)
    return b.program(), n


@pytest.mark.parametrize("copies", [1, 2, 3, 4])
@pytest.mark.parametrize(("begin", "step"), [(0, 1), (3, 2)])
@pytest.mark.parametrize("end", [0, 1, 3, 4, 5, 8, 9, 13])
def test_every_trip_runs_once_in_order(copies: int, begin: int, step: int, end: int) -> None:
    wanted = list(range(begin, end, step))
    for known in (True, False):
        program, n = loop(copies, begin, step, end if known else None)
        done = expand_copies(program)
        check_program(done)
        ran = list(trips(done.body, {n: end}))
        assert [offset for _, offset in ran] == wanted
        for (one, _), (two, _) in itertools.pairwise(ran):
            assert one is not two or copies == 1 or len(wanted) == 1


def test_the_steady_state_has_no_branch() -> None:
    program, _ = loop(2, 0, 1, None)
    steady = next(s for s in walk(expand_copies(program).body) if isinstance(s, For))
    assert not any(isinstance(s, If) for s in walk(steady.body))
    assert steady.step == 2


def test_a_constant_remainder_is_peeled() -> None:
    program, _ = loop(3, 0, 1, 8)
    done = expand_copies(program)
    assert not any(isinstance(s, If) for s in walk(done.body))
    assert sum(isinstance(s, Instr) for s in walk(done.body)) == 3 + 2


def test_copies_name_their_original() -> None:
    program, _ = loop(2, 0, 1, 4)
    original = next(s.tensor for s in walk(program.body) if isinstance(s, Alloc))
    tensors = [s.tensor for s in walk(expand_copies(program).body) if isinstance(s, Alloc)]
    assert len(tensors) == 2
    assert all(t.origin is original and t is not original for t in tensors)


@pytest.mark.parametrize("kind", ["break", "continue"])
def test_loops_that_are_left_keep_one_buffer(kind: str) -> None:
    b = Builder()
    t = b.local(64)
    with b.loop(0, 8, copies=2) as i, b.when(i == 3):
        b.exit(kind)
    b.fill(t)
    (found,) = [s for s in expand_copies(b.program()).body if isinstance(s, For)]
    assert (found.copies, found.step) == (1, 1)


def test_loops_inside_count_in_variables_of_their_own() -> None:
    b = Builder()
    x = b.gm("x")
    with b.loop(0, 4, copies=2) as i, b.loop(0, i) as j:
        b.load(b.local(64), x, i * 100 + j)
    done = expand_copies(b.program())
    inner = [s for s in walk(done.body) if isinstance(s, For)][1:]
    assert len({id(s.var) for s in inner}) == 2
    assert [offset for _, offset in trips(done.body, {})] == [100, 200, 201, 300, 301, 302]


def test_the_program_given_is_left_as_it_was() -> None:
    program, _ = loop(2, 0, 1, 4)
    before = repr(program.body)
    expand_copies(program)
    assert repr(program.body) == before
