"""Accesses of loops seen from outside."""

from __future__ import annotations

from tik.schedule.access import Access, Dims
from tik.schedule.affine import Affine, Term
from tik.schedule.timeline import Loop
from tik.schedule.widen import outermost, widen

I, N = 1, 2


def access(constant: int, *terms: tuple[int, int], dims: Dims = (), inner: int = 32, write: int = True) -> Access:
    found = tuple(Term(("var", v), factor, (v,)) for v, factor in terms)
    return Access("x", write, 0, 10000, constant, found, dims, inner)


def kept(*touched: tuple[Access, int]) -> list[tuple[Access, int]]:
    return [(a, pipe) for a, pipe, _ in outermost([(a, pipe, None) for a, pipe in touched])]


def loop(trips: int | None, begin: int = 0, step: int = 1) -> Loop:
    return Loop(I, Affine(begin), step, trips, False)


def test_a_constant_access_stays() -> None:
    a = access(64)
    assert widen(a, loop(5), {I}) is a
    assert widen(a, loop(None), {I}) is a


def test_trips_become_a_stride() -> None:
    wide = widen(access(64, (I, 128)), loop(5, begin=2), {I})
    assert wide is not None
    assert (wide.constant, wide.dims, wide.inner, wide.terms) == (64 + 256, ((5, 128),), 32, ())


def test_touching_trips_are_one_run() -> None:
    wide = widen(access(0, (I, 32)), loop(5), {I})
    assert wide is not None and (wide.dims, wide.inner) == ((), 160)


def test_backward_strides_start_at_the_end() -> None:
    wide = widen(access(1000, (I, -100)), loop(5), {I})
    assert wide is not None and (wide.constant, wide.dims) == (600, ((5, 100),))


def test_other_terms_stay() -> None:
    wide = widen(access(0, (I, 128), (N, 4)), loop(5), {I})
    assert wide is not None and [t.variables for t in wide.terms or ()] == [(N,)]


def test_unknown_trips_leave_the_outermost_bytes() -> None:
    for a, assigned in ((access(0, (I, 128)), {I}), (access(0, (N, 4)), {I, N})):
        wide = widen(a, loop(None), assigned)
        assert wide is not None and (wide.terms, wide.low, wide.high) == (None, 0, 10000)


def test_no_trip_no_access() -> None:
    assert widen(access(0), loop(0), {I}) is None


def test_what_lies_in_another_access_of_the_pipe_is_left_out() -> None:
    whole, part, read = access(0, inner=256), access(64), access(128, write=False)
    other = access(512)
    assert kept((part, 1), (read, 1), (whole, 1), (other, 1), (part, 2)) == [(whole, 1), (other, 1), (part, 2)]
    read_whole = access(0, inner=256, write=False)
    assert kept((read_whole, 1), (part, 1)) == [(read_whole, 1), (part, 1)]  # a write asks for more


def test_an_access_whose_constant_part_is_negative_is_kept() -> None:
    a, b = access(-62, (N, 64), inner=2, write=False), access(-60, (N, 64), inner=2, write=False)
    assert kept((a, 1), (b, 1)) == [(a, 1), (b, 1)]


def test_an_atomic_add_does_not_stand_for_a_write() -> None:
    add, part, write = access(0, inner=256), access(64), access(128)
    add.write = part.write = 2
    assert kept((add, 1), (part, 1), (write, 1)) == [(add, 1), (write, 1)]
