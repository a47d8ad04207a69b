"""What a whole loop or branch touches, seen from outside: accesses without the variables that change inside."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tik.schedule.access import Access, Dims
from tik.schedule.affine import Affine, Term
from tik.schedule.timeline import Loop, Place

__all__ = ["Touched", "outermost", "widen"]

LEVELS = 3  # strides an access may have before only its outermost bytes are kept


def widen(access: Access, loop: Loop | None, assigned: Collection[int]) -> Access | None:
    """The access over all trips of ``loop`` (if one) and all values of ``assigned`` variables; None when there is no trip."""
    if loop is not None and loop.trips == 0:
        return None
    if not access.terms:
        return access
    factor = 0
    rest: list[Term] = []
    for term in access.terms:
        if loop is not None and term.key == ("var", loop.variable):
            factor = term.coefficient
        elif any(v in assigned for v in term.variables):
            return _hull(access)
        else:
            rest.append(term)
    if factor == 0:
        return access
    assert loop is not None
    begin = loop.begin
    if loop.trips is None or begin is None or any(v in assigned for t in begin.terms for v in t.variables):
        return _hull(access)
    shift = factor * loop.step
    constant = access.constant + factor * begin.constant + (shift * (loop.trips - 1) if shift < 0 else 0)
    dims, inner = _level(access.dims, access.inner, loop.trips, abs(shift))
    if len(dims) > LEVELS:
        return _hull(access)
    return Access(access.space, access.write, access.low, access.high, constant, _sum(rest, begin, factor), dims, inner)


Touched = tuple[Access, int, Place]  # by which pipe, and where the author wrote it


def outermost(touched: list[Touched]) -> list[Touched]:
    """The accesses of each pipe without those that lie in another one of the pipe that asks for as much order."""
    groups: dict[Any, list[tuple[Access, Place]]] = {}
    for access, pipe, place in touched:
        group = groups.setdefault((pipe, access.space, access.terms, access.tile, access.write == 2), [])
        group.append((access, place))
    kept: list[Touched] = []
    for key, accesses in groups.items():
        nothing = min(a.start for a, _ in accesses) - 1  # the start may be negative: terms are not counted in it
        reach = {True: nothing, False: nothing}  # how far the runs kept so far cover, by whether they write
        seen: set[Any] = set()
        for a, place in sorted(accesses, key=lambda one: _rank(one[0])):
            writes = a.write != 0
            name = (writes, a.start, a.dims, a.inner, a.low, a.high, a.accumulates)
            if a.stop <= reach[True] or (not writes and a.stop <= reach[False]) or name in seen:
                continue
            seen.add(name)
            kept.append((a, key[0], place))
            if not a.dims:
                reach[writes] = max(reach[writes], a.stop)
    return kept


def _rank(a: Access) -> tuple[int, int, bool, int]:
    return a.start, -a.stop, not a.write, len(a.dims)


def _hull(access: Access) -> Access:
    return Access(access.space, access.write, access.low, access.high, 0, None, (), 0)


def _level(dims: Dims, inner: int, n: int, stride: int) -> tuple[Dims, int]:
    if n == 1:
        return dims, inner
    if not dims and stride <= inner:
        return dims, inner + (n - 1) * stride
    return tuple(sorted((*dims, (n, stride)), key=lambda level: -level[1])), inner


def _sum(rest: list[Term], begin: Affine, factor: int) -> tuple[Term, ...]:
    terms = {t.key: t for t in rest}
    for t in begin.terms:
        known = terms.get(t.key)
        terms[t.key] = Term(t.key, t.coefficient * factor + (known.coefficient if known else 0), t.variables)
    return tuple(sorted((t for t in terms.values() if t.coefficient), key=lambda t: repr(t.key)))
