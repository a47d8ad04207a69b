"""What a verification found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tik.verification.accuracy import Comparison

__all__ = ["Column", "Failure", "Verification"]

SHOWN = 3  # failures in the text


@dataclass(frozen=True)
class Failure:
    """A case that failed: ``kind`` is "value", "repeat", "input", "raised" or "hazard"; ``reason`` says it in words.

    ``case`` is its number among the cases of ``dtype``; ``shrunk`` tells that the operator was given a smaller size
    than in that case; ``elements`` counts the elements of its arguments.
    """

    kind: str
    reason: str
    dtype: str
    case: int
    call: str
    note: str = ""
    elements: int = 0
    shrunk: bool = False
    comparison: Comparison | None = None

    def to_dict(self) -> dict[str, Any]:
        """The failure as plain data."""
        return {
            "kind": self.kind,
            "reason": self.reason,
            "dtype": self.dtype,
            "case": self.case,
            "call": self.call,
            "note": self.note,
            "elements": self.elements,
            "shrunk": self.shrunk,
            "comparison": self.comparison.to_dict() if self.comparison else None,
        }


@dataclass(frozen=True)
class Column:
    """One dtype: how many cases ran, failed and were checked for hazards.

    ``worst`` and ``worst_mean``: the largest accepted error and mean error, as shares of their limits.
    ``missing`` says why the chip lacks the dtype (the column is then not applicable).
    """

    dtype: str
    cases: int = 0
    failed: int = 0
    checked: int = 0
    worst: float = 0.0
    worst_mean: float = 0.0
    missing: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The column as plain data."""
        return {
            "dtype": self.dtype,
            "applicable": not self.missing,
            "cases": self.cases,
            "failed": self.failed,
            "checked": self.checked,
            "worst": self.worst,
            "worst_mean": self.worst_mean,
            "missing": self.missing,
        }


@dataclass(frozen=True)
class Verification:
    """All cases of one operator on one chip. ``ok``: something ran and nothing failed.

    ``failures`` keeps at most 10, the smallest first; ``interrupted``: Ctrl-C came, this is what was done until then.
    """

    operator: str
    chip: str
    seed: int
    wanted: int
    columns: tuple[Column, ...]
    failures: tuple[Failure, ...] = ()
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def cases(self) -> int:
        """How many cases ran."""
        return sum(column.cases for column in self.columns)

    @property
    def failed(self) -> int:
        """How many of them failed."""
        return sum(column.failed for column in self.columns)

    @property
    def checked(self) -> int:
        """How many were run under the sanitizer too."""
        return sum(column.checked for column in self.columns)

    @property
    def applicable(self) -> bool:
        """Whether the chip has any of the dtypes asked for."""
        return any(not column.missing for column in self.columns)

    @property
    def ok(self) -> bool:
        return self.failed == 0 and not self.interrupted and (self.cases > 0 or not self.applicable)

    @property
    def smallest(self) -> Failure | None:
        """The smallest failing case, None when none failed."""
        return self.failures[0] if self.failures else None

    def reproduce(self, failure: Failure) -> str:
        """The command that runs the case of ``failure`` again."""
        return f"tik verify {self.operator} --chip {self.chip} --dtype {failure.dtype} --seed {self.seed} --case {failure.case}"

    def to_dict(self) -> dict[str, Any]:
        """The verification as plain data (for --json)."""
        return {
            "operator": self.operator,
            "chip": self.chip,
            "seed": self.seed,
            "ok": self.ok,
            "cases": self.cases,
            "wanted": self.wanted,
            "failed": self.failed,
            "checked": self.checked,
            "interrupted": self.interrupted,
            "seconds": round(self.seconds, 3),
            "dtypes": [column.to_dict() for column in self.columns],
            "failures": [{**failure.to_dict(), "reproduce": self.reproduce(failure)} for failure in self.failures],
        }

    def __str__(self) -> str:
        lines = [f"{self.operator} on {self.chip}: {self._verdict()}"]
        lines.append(f"  {'dtype':<6}{'cases':>6}{'failed':>8}{'checked':>9}  worst error / limit    mean")
        for column in self.columns:
            if column.missing:
                lines.append(f"  {column.dtype:<6}not applicable: {column.missing}")
                continue
            lines.append(
                f"  {column.dtype:<6}{column.cases:>6}{column.failed:>8}{column.checked:>9}  "
                f"{column.worst:>19.1%}{column.worst_mean:>8.1%}"
            )
        for failure in self.failures[:SHOWN]:
            lines.append(f"{failure.call}{f'  ({failure.note})' if failure.note else ''}")
            lines += [f"  {line}" for line in failure.reason.splitlines()]
            lines.append(f"  {'found by' if failure.shrunk else 'again'}: {self.reproduce(failure)}")
        more = self.failed - sum(not failure.shrunk for failure in self.failures[:SHOWN])
        if more:
            lines.append(f"and {more} more")
        return "\n".join(lines)

    def _verdict(self) -> str:
        if not self.applicable:
            return "not applicable, the chip has none of these dtypes"
        done = f"{self.cases} cases"
        if self.interrupted:
            done = f"interrupted after {self.cases} of {self.wanted} cases"
        verdict = "all right" if not self.failed else f"{self.failed} failed"
        return f"{done}, {verdict} (seed {self.seed}, {self.checked} checked for hazards, {self.seconds:.1f} s)"
