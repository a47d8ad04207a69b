"""What is known of an expression at build time: its sum of multiples of variables, and the range of its values.

    offset = c + coefficient * atom + ...      an atom is a variable, or an expression that is no such sum

Atoms are compared by structure. Whether their values agree at two places is decided by the versions of the variables in
them (see timeline.py). Arithmetic is taken as exact: a kernel whose addresses wrap has no meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tik.ir import Binary, Cast, Const, Expr, Var

__all__ = ["EVERYTHING", "Affine", "Interval", "Term", "affine", "bounds"]

Interval = tuple[float, float]  # inclusive
INFINITY = float("inf")
EVERYTHING: Interval = (-INFINITY, INFINITY)


@dataclass(frozen=True, slots=True)
class Term:
    """coefficient * atom; ``variables`` are the numbers of the variables in the atom."""

    key: Any
    coefficient: int
    variables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Affine:
    """constant + the sum of ``terms``, ordered by key."""

    constant: int
    terms: tuple[Term, ...] = ()


def affine(x: Any) -> Affine | None:
    """The sum an integer expression is; None where it depends on memory."""
    if isinstance(x, int):
        return Affine(x)
    sums: dict[Any, Term] = {}
    constant = _collect(x, 1, sums)
    if constant is None:
        return None
    terms = sorted((t for t in sums.values() if t.coefficient), key=lambda t: repr(t.key))
    return Affine(constant, tuple(terms))


def _collect(x: Any, factor: int, sums: dict[Any, Term]) -> int | None:
    if isinstance(x, int):
        return x * factor
    if isinstance(x, Const):
        return int(x.value) * factor
    if isinstance(x, Cast) and not x.dtype.is_float and not x.a.dtype.is_float:
        return _collect(x.a, factor, sums)
    if isinstance(x, Binary):
        if x.op in ("add", "sub"):
            a = _collect(x.a, factor, sums)
            b = _collect(x.b, factor if x.op == "add" else -factor, sums)
            return None if a is None or b is None else a + b
        if x.op in ("mul", "shl") and isinstance(x.b, Const):
            return _collect(x.a, factor * (int(x.b.value) if x.op == "mul" else 1 << int(x.b.value)), sums)
        if x.op == "mul" and isinstance(x.a, Const):
            return _collect(x.b, factor * int(x.a.value), sums)
    variables: list[int] = []
    key = _key(x, variables)
    if key is None:
        return None
    known = sums.get(key)
    sums[key] = Term(key, factor + (known.coefficient if known else 0), tuple(variables))
    return 0


def _key(x: Any, variables: list[int]) -> Any:
    """An expression's structure as something hashable; None when it depends on memory."""
    if isinstance(x, Const):
        return x.value
    if isinstance(x, Var):
        variables.append(x.number)
        return ("var", x.number)
    if isinstance(x, Binary):
        a = _key(x.a, variables)
        b = _key(x.b, variables)
        return None if a is None or b is None else (x.op, a, b)
    if isinstance(x, Cast):
        a = _key(x.a, variables)
        return None if a is None else (type(x).__name__, x.dtype.short, a)
    return None


def bounds(x: Any, ranges: Mapping[int, Interval]) -> Interval:
    """The least and the greatest value an integer expression can have; ``ranges`` by variable number."""
    if isinstance(x, int):
        return x, x
    if not isinstance(x, Expr) or x.dtype.is_float:
        return EVERYTHING
    if isinstance(x, Const):
        return x.value, x.value
    if isinstance(x, Var):
        known = ranges.get(x.number)
        if known is not None:
            return known
        return (0, x.upper - 1) if x.upper is not None else EVERYTHING
    if isinstance(x, Cast):
        return bounds(x.a, ranges)
    if isinstance(x, Binary):
        return _binary_bounds(x, bounds(x.a, ranges), bounds(x.b, ranges))
    return EVERYTHING


def _binary_bounds(x: Binary, a: Interval, b: Interval) -> Interval:
    op = x.op
    if op == "add":
        return a[0] + b[0], a[1] + b[1]
    if op == "sub":
        return a[0] - b[1], a[1] - b[0]
    if op == "min":
        return min(a[0], b[0]), min(a[1], b[1])
    if op == "max":
        return max(a[0], b[0]), max(a[1], b[1])
    if op == "mul":
        products = [_times(p, q) for p in a for q in b]
        return min(products), max(products)
    if op in ("eq", "ne", "lt", "le"):
        return _compared(op, a, b)
    if b[0] != b[1] or b[0] <= 0:  # the rest by positive constants
        return EVERYTHING
    n = int(b[0])
    if op == "mod":
        return (0, min(a[1], n - 1)) if a[0] >= 0 else (1 - n, n - 1)
    if op == "and":
        return 0, n
    if op == "shl":
        return a[0] * (1 << n), a[1] * (1 << n)
    if op == "div":
        return _over(a[0], n), _over(a[1], n)
    if op == "shr":
        return (a[0] // (1 << n) if a[0] > -INFINITY else a[0]), (a[1] // (1 << n) if a[1] < INFINITY else a[1])
    return EVERYTHING


def _compared(op: str, a: Interval, b: Interval) -> Interval:
    """1 or 0 where the ranges decide it."""
    if op in ("eq", "ne"):
        if a[1] < b[0] or b[1] < a[0]:
            return (0, 0) if op == "eq" else (1, 1)
        return (0, 1) if not a[0] == a[1] == b[0] == b[1] else ((1, 1) if op == "eq" else (0, 0))
    if a[1] < b[0] or (op == "le" and a[1] == b[0]):
        return 1, 1
    if a[0] > b[1] or (op == "lt" and a[0] == b[1]):
        return 0, 0
    return 0, 1


def _times(p: float, q: float) -> float:
    return 0 if p == 0 or q == 0 else p * q


def _over(a: float, n: int) -> float:
    """C division by a positive constant."""
    if a in (-INFINITY, INFINITY):
        return a
    return int(a) // n if a >= 0 else -(-int(a) // n)
