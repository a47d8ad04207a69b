"""Cutting memory at the ends of accesses."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tik.isa.regions import COLUMNS
from tik.npu.sanitizer.atoms import count_up, cuts, mark, normal, rank


def runs(region: np.ndarray) -> set[int]:
    start, n2, s2, n1, s1, inner = region[3:].tolist()
    return {start + i2 * s2 + i1 * s1 + b for i2 in range(n2) for i1 in range(n1) for b in range(inner)}


REGION = st.builds(
    lambda start, n2, s2, n1, s1, inner: np.array([0, 0, 1, start, n2, s2, n1, s1, inner]),
    st.integers(0, 60),
    st.integers(1, 3),
    st.integers(0, 90),
    st.integers(1, 3),
    st.integers(0, 40),
    st.integers(1, 50),
)


@given(REGION)
def test_normal_keeps_the_bytes(region: np.ndarray) -> None:
    start, n2, s2, n1, s1, inner = normal(region, 0)
    assert runs(np.array([0, 0, 1, start, n2, s2, n1, s1, inner])) == runs(region)


def test_normal_joins_what_touches() -> None:
    assert normal(np.array([0, 0, 1, 64, 4, 128, 4, 32, 32]), 0) == (64, 1, 0, 1, 0, 512)
    assert normal(np.array([0, 0, 1, 64, 4, 0, 8, 0, 32]), 0) == (64, 1, 0, 1, 0, 32)


@given(st.lists(REGION, min_size=1, max_size=6))
def test_atoms_are_the_bytes_between_neighbouring_cuts(regions: list[np.ndarray]) -> None:
    flat = np.concatenate(regions)
    bits = np.zeros(16, np.uint64)
    ends = set()
    for n in range(len(regions)):
        start, n2, s2, n1, s1, inner = normal(flat, n * COLUMNS)
        mark(bits, 100 + start, n2, s2, n1, s1, inner)
        firsts = [100 + start + i2 * s2 + i1 * s1 for i2 in range(n2) for i1 in range(n1)]
        ends |= {*firsts, *(f + inner for f in firsts)}
    before = count_up(bits)
    places = cuts(bits, before).tolist()
    assert places == sorted(ends)
    assert [rank(bits, before, place) for place in places] == list(range(len(places)))
