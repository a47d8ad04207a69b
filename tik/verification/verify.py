"""Verification: random cases of an operator, over its dtypes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from tik.chips.current import as_chip
from tik.chips.current import chip as choose_chip
from tik.chips.loader import Chip
from tik.operator.operator import Operator
from tik.types.dtypes import DType
from tik.types.errors import TikError
from tik.verification.result import Column, Failure, Verification
from tik.verification.trial import Outcome, Trial

__all__ = ["size_of", "verify"]

CHECK_EVERY = 10  # one case in so many runs under the sanitizer
KEPT = 10  # failures kept
SHRINKS = (0.0, 0.05, 0.1, 0.2, 0.35, 0.5)  # sizes tried to make a failing case smaller


def verify(
    operator: Operator,
    *,
    chip: str | Chip | None = None,
    dtype: DType | None = None,
    cases: int = 50,
    seed: int = 0,
    only: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Verification:
    """Run ``cases`` random cases, shared out over the operator's dtypes (or all of ``dtype``), on ``chip``.

    Each case runs twice (the bits must be the same), must leave its inputs as they were and agree with the golden,
    which is computed in float64 from the rounded inputs. Every tenth runs under the sanitizer. A dtype that the chip
    lacks (TIK-CHIP01) is recorded as not applicable. Case n of a dtype depends only on the seed, so ``only`` repeats
    one. Ctrl-C ends it early, and what was done is returned. ``progress(done, wanted)`` is called after each case.

    Raises TIK-TYPE01 for a dtype that the operator does not have.
    """
    model = as_chip(chip)
    if dtype is not None and dtype not in operator.dtypes:
        raise TikError("TIK-TYPE01", f"{operator.name} has no {dtype}", hint=f"it has {', '.join(map(str, operator.dtypes))}")
    start = time.perf_counter()
    active = [dtype] if dtype is not None else list(operator.dtypes)
    columns = {d: Column(d.short) for d in active}
    following = dict.fromkeys(active, only or 0)
    proved: set[DType] = set()  # dtypes of which a case that was not empty ran: the chip has them
    wanted = cases if only is None else len(active)
    failures: list[Failure] = []
    done, interrupted = 0, False
    try:
        with choose_chip(model):
            while active and done < wanted:
                current = active[done % len(active)]
                number = following[current]
                check = number % CHECK_EVERY == 1 or only is not None
                outcome = Trial(operator, current, seed, number, size_of(number)).run(check)
                if outcome.missing and current not in proved:
                    done -= columns[current].cases
                    columns[current] = Column(current.short, missing=outcome.missing)
                    active.remove(current)
                    wanted -= only is not None
                    continue
                if not outcome.empty:
                    proved.add(current)
                following[current] += 1
                done += 1
                columns[current] = _count(columns[current], outcome)
                if outcome.failure is not None:
                    failures.append(outcome.failure)
                if progress is not None:
                    progress(done, wanted)
            failures += _shrink(operator, seed, failures)
    except KeyboardInterrupt:
        interrupted = True
    failures.sort(key=lambda f: (f.elements, f.case))
    return Verification(
        operator.name,
        model.name,
        seed,
        wanted,
        tuple(columns.values()),
        tuple(failures[:KEPT]),
        interrupted,
        time.perf_counter() - start,
    )


def size_of(case: int) -> float:
    """The size (0 … 1) of a case: 0 for the first, then spread evenly (multiples of the golden ratio, modulo 1)."""
    return case * 0.6180339887498949 % 1.0


def _count(column: Column, outcome: Outcome) -> Column:
    column = replace(
        column,
        cases=column.cases + 1,
        failed=column.failed + (outcome.failure is not None),
        checked=column.checked + outcome.checked,
    )
    c = outcome.comparison
    if c is None or not c.ok:
        return column
    worst = c.max_error / c.max_limit if c.max_limit else 0.0
    mean = c.mean_error / c.mean_limit if c.mean_limit else 0.0
    return replace(column, worst=max(column.worst, worst), worst_mean=max(column.worst_mean, mean))


def _shrink(operator: Operator, seed: int, failures: list[Failure]) -> list[Failure]:
    """The smallest failure made smaller: the same seed with smaller sizes, kept when it fails in the same way."""
    if not failures:
        return []
    least = min(failures, key=lambda f: (f.elements, f.case))
    dtype = next(d for d in operator.dtypes if d.short == least.dtype)
    for size in SHRINKS:
        if size >= size_of(least.case):
            break
        found = Trial(operator, dtype, seed, least.case, size, shrunk=True).run(least.kind == "hazard").failure
        if found is not None and found.kind == least.kind and found.elements < least.elements:
            return [found]
    return []
