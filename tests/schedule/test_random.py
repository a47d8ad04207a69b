"""Random programs: whatever the scheduler puts in orders every conflict, and nothing it puts in is idle."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.schedule.programs import Builder, syncs
from tik.ir import Block, Body, For, If, Instr, Program, Tensor
from tik.schedule import check_order, check_program, schedule
from tik.types.errors import TikError


def random_program(seed: int, size: int = 14, exits: bool = False) -> Program:
    """Loads, vector steps, stores, scalars, loops and branches over a few tensors."""
    rng = random.Random(seed)
    b = Builder()
    gms = [b.gm("x"), b.gm("y"), b.gm("z")]
    n = b.scalar("n")
    shared: list[Tensor] = [b.local(128 * rng.randint(1, 4), name=f"t{k}") for k in range(rng.randint(1, 4))]

    def statements(tensors: list[Tensor], variables: list[object], count: int, depth: int, loops: int) -> None:
        tensors = list(tensors)
        for _ in range(count):
            t, u = rng.choice(tensors), rng.choice(tensors)
            kind = rng.choice(
                [
                    "load",
                    "load",
                    "adds",
                    "adds",
                    "adds",
                    "store",
                    "store",
                    "fill",
                    "alloc",
                    "scalar",
                    "put",
                    "loop",
                    "loop",
                    "if",
                    "scope",
                    "index",
                    "exit",
                ]
            )
            offset = rng.choice([0, 512, *[v * rng.choice([256, 512, 1024]) for v in variables]])  # type: ignore[operator]
            if kind == "load":
                b.load(t, rng.choice(gms), offset, 64)
            elif kind == "adds":
                b.adds(t, u, dst_at=rng.choice([0, 256]), src_at=rng.choice([0, 256]))
            elif kind == "fill":
                b.fill(t, at=rng.choice([0, 256]))
            elif kind == "store":
                b.store(rng.choice(gms), t, offset, 64, atomic=rng.choice([0, 0, 1, 1, n]))
            elif kind == "alloc":
                tensors.append(b.local(128 * rng.randint(1, 4), name=f"a{len(tensors)}"))
            elif kind == "scalar":
                b.adds(t, u, b.element(rng.choice(tensors), 4 * rng.randint(0, 3)))
            elif kind == "index":
                variables = [*variables, b.assign(b.element(t) % 4)]
            elif kind == "put":
                b.put(t, 4 * rng.randint(0, 70), 1.0)
            elif kind == "exit" and exits and depth and rng.random() < 0.7:
                with b.when(b.element(t)):
                    if rng.random() < 0.5:
                        b.adds(t, u)
                    b.exit(rng.choice(["break", "continue", "return"] if loops else ["return"]))
            elif kind == "loop" and depth < 3:
                end = rng.choice([0, 1, 2, 3, 5, n, n])
                with b.loop(0, end, rng.choice([1, 1, 2]), copies=rng.choice([1, 1, 2, 3]), name=f"i{depth}") as i:
                    statements(tensors, [*variables, i], rng.randint(1, 5), depth + 1, loops + 1)
            elif kind == "if" and depth < 3:
                with b.when(rng.choice([n > 2, b.element(t), *[v == 0 for v in variables]])):
                    statements(tensors, variables, rng.randint(1, 4), depth + 1, loops)
                if rng.random() < 0.5:
                    with b.otherwise():
                        statements(tensors, variables, rng.randint(1, 4), depth + 1, loops)
            elif kind == "scope":
                with b.scope():
                    statements(tensors, variables, rng.randint(1, 4), depth + 1, loops)

    statements(shared, [], size, 0, 0)
    return b.program()


def assert_ordered(program: Program) -> None:
    done = schedule(program, legalise=False)
    check_program(done)
    for trips in (2, 3):
        for n in (None, 1, 4):
            assert check_order(done, trips=trips, values={} if n is None else {"n": n}) == []


def without(body: Body, counter: Iterator[int], victim: int) -> Body:
    """The body without the flag or barrier of that number."""
    kept: Body = []
    for s in body:
        if isinstance(s, Instr) and s.op.sync is not None and next(counter) == victim:
            continue
        if isinstance(s, For | Block):
            s = dataclasses.replace(s, body=without(s.body, counter, victim))
        elif isinstance(s, If):
            s = If(s.cond, without(s.then, counter, victim), without(s.orelse, counter, victim), s.position)
        kept.append(s)
    return kept


@given(st.integers(0, 10**6))
@settings(max_examples=60)
def test_random_programs_are_ordered(seed: int) -> None:
    assert_ordered(random_program(seed))


@given(st.integers(0, 10**6))
@settings(max_examples=40)
def test_programs_that_leave_loops_are_ordered(seed: int) -> None:
    assert_ordered(random_program(seed, exits=True))


@given(st.integers(0, 10**6))
@settings(max_examples=10)
def test_without_a_flag_something_is_wrong(seed: int) -> None:
    """A flag that only its set or its wait is left of is reported in every program."""
    done = schedule(random_program(seed, 8), legalise=False)
    everything = syncs(done)
    for victim, s in enumerate(everything):
        mutant = dataclasses.replace(done, body=without(done.body, itertools.count(), victim))
        assert len(syncs(mutant)) == len(everything) - 1
        if s.op.sync == "barrier":
            continue  # may be idle in the trips looked at; test_synchronise.py has those that are not
        try:
            check_program(mutant)
        except TikError:
            continue
        raise AssertionError(f"nobody misses {s!r}")
