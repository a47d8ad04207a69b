"""Strided regions against sets of bytes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tik.schedule.access import Access, Dims
from tik.schedule.affine import Term
from tik.schedule.overlap import Carrier, conflict, regions_overlap

levels = st.lists(st.tuples(st.integers(2, 4), st.integers(1, 40)), max_size=2).map(
    lambda found: tuple(sorted(found, key=lambda level: -level[1]))
)
inners = st.integers(1, 12)


def touched(dims: Dims, inner: int, start: int) -> set[int]:
    found = {start + k for k in range(inner)}
    for n, s in dims:
        found = {at + i * s for at in found for i in range(n)}
    return found


@given(levels, inners, levels, inners, st.integers(-150, 150))
def test_overlap_is_exact(a: Dims, a_inner: int, b: Dims, b_inner: int, distance: int) -> None:
    assert regions_overlap(a, a_inner, b, b_inner, distance) == bool(touched(a, a_inner, 0) & touched(b, b_inner, distance))


@given(levels, inners, levels, inners, st.integers(-60, 60), st.integers(-50, 50).filter(bool), st.integers(1, 6))
def test_trips_apart(a: Dims, a_inner: int, b: Dims, b_inner: int, distance: int, shift: int, trips: int) -> None:
    terms = (Term(("var", 7), shift, (7,)),)
    old = Access("x", True, 0, 10**6, 1000, terms, a, a_inner)
    new = Access("x", True, 0, 10**6, 1000 + distance, terms, b, b_inner)
    found = conflict(old, ((1,),), new, ((2,),), Carrier(7, 1, trips))
    assert found == any(touched(a, a_inner, 0) & touched(b, b_inner, distance + k * shift) for k in range(1, trips))


def test_other_terms_compare_by_their_outermost_bytes() -> None:
    one, two = (Term(("var", 1), 4, (1,)),), (Term(("var", 2), 4, (2,)),)
    old = Access("x", True, 0, 100, 0, one, (), 4)
    assert conflict(old, ((0,),), Access("x", True, 50, 150, 50, two, (), 4), ((0,),), None)
    assert not conflict(old, ((0,),), Access("x", True, 100, 150, 100, two, (), 4), ((0,),), None)
    assert conflict(old, ((0,),), Access("x", True, 0, 100, 0, None, (), 0), (), None)
