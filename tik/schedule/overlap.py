"""Whether two accesses share bytes: exact for strided regions a constant distance apart, else by their outermost bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tik.schedule.access import Access, Dims, span

__all__ = ["Carrier", "conflict", "regions_overlap"]

SEARCH = 64  # rows or trips looked at one by one; beyond, two regions are taken to overlap


@dataclass(frozen=True, slots=True)
class Carrier:
    """The loop whose trips are compared: its variable's number, its step, and how many trips it has (None: unknown)."""

    variable: int
    step: int
    trips: int | None


Versions = tuple[Any, ...]  # for each term, the versions of its variables


def conflict(old: Access, old_versions: Versions, new: Access, new_versions: Versions, carrier: Carrier | None) -> bool:
    """Whether ``old``, which ran earlier, and ``new`` touch the same bytes (the caller knows that one writes).

    Where the versions of the carrier's variable differ, ``old`` ran any number of trips before ``new``.
    """
    if old.low >= new.high or new.low >= old.high:
        return False
    a, b = old.terms, new.terms
    if a is None or b is None:
        return True
    distance = new.constant - old.constant
    if not a and not b:
        return regions_overlap(old.dims, old.inner, new.dims, new.inner, distance)
    if len(a) != len(b):
        return True
    shift = 0
    for p, q, v, w in zip(a, b, old_versions, new_versions, strict=True):
        if p.key != q.key or p.coefficient != q.coefficient:
            return True
        if v != w:
            if carrier is None or p.key != ("var", carrier.variable):
                return True
            shift = p.coefficient * carrier.step
    if shift == 0:
        return regions_overlap(old.dims, old.inner, new.dims, new.inner, distance)
    assert carrier is not None
    return _some_trip(old, new, distance, shift, carrier.trips)


def _some_trip(old: Access, new: Access, distance: int, shift: int, trips: int | None) -> bool:
    """Whether the regions overlap at distance + k*shift for some k = 1 … trips - 1."""
    before, behind = -span(new.dims, new.inner), span(old.dims, old.inner)  # overlap needs before < distance + k*shift < behind
    if shift > 0:
        first, last = (before - distance) // shift + 1, -((distance - behind) // shift) - 1
    else:
        first, last = (distance - behind) // -shift + 1, -((before - distance) // -shift) - 1
    first = max(first, 1)
    if trips is not None:
        last = min(last, trips - 1)
    if last - first >= SEARCH:
        return True
    return any(regions_overlap(old.dims, old.inner, new.dims, new.inner, distance + k * shift) for k in range(first, last + 1))


def regions_overlap(a: Dims, a_inner: int, b: Dims, b_inner: int, distance: int) -> bool:
    """Whether two strided regions share a byte; b starts ``distance`` bytes behind a. May say yes wrongly, never no."""
    if distance >= span(a, a_inner) or -distance >= span(b, b_inner):
        return False
    if not a and not b:
        return True
    if len(a) > 1 or (a and len(b) > 1):
        if len(a) < len(b):
            return regions_overlap(b, b_inner, a, a_inner, -distance)
        n, s = a[0]
        return n > SEARCH or any(regions_overlap(a[1:], a_inner, b, b_inner, distance - i * s) for i in range(n))
    if not a:
        return regions_overlap(b, b_inner, a, a_inner, -distance)
    (n, s) = a[0]
    if not b:
        return _row_hits(n, s, a_inner, distance, b_inner)
    if len(b) > 1:
        m, t = b[0]
        return m > SEARCH or any(regions_overlap(a, a_inner, b[1:], b_inner, distance + i * t) for i in range(m))
    m, t = b[0]
    if s == t:  # row j of b meets row i of a where the distance + (j - i)*s is within a row
        low, high = (-b_inner - distance) // s + 1, -((distance - a_inner) // s) - 1
        return max(low, 1 - n) <= min(high, m - 1)
    if m > n:
        return regions_overlap(b, b_inner, a, a_inner, -distance)
    return m > SEARCH or any(_row_hits(n, s, a_inner, distance + j * t, b_inner) for j in range(m))


def _row_hits(n: int, s: int, inner: int, start: int, length: int) -> bool:
    """Whether one of n rows of ``inner`` bytes, s apart, meets start … start + length."""
    first = max((start - inner) // s + 1, 0)
    last = min(-(-(start + length) // s) - 1, n - 1)
    return first <= last
