"""One random case of an operator: run twice, compared with its golden, under the sanitizer if wanted."""

from __future__ import annotations

import zlib
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tik.operator.operator import Case, Golden, Operator
from tik.runtime.report import Report
from tik.types.dtypes import DType, from_numpy
from tik.types.errors import TikError
from tik.verification.accuracy import Comparison, compare
from tik.verification.hazards import sanitized
from tik.verification.result import Failure

__all__ = ["Outcome", "Trial", "call_text", "golden_of", "result_dtype"]


@dataclass(frozen=True)
class Outcome:
    """What a trial found; ``checked``: launches were recorded for the sanitizer; ``missing``: what the chip lacks;
    ``empty``: an argument had no elements, so that perhaps nothing ran."""

    failure: Failure | None = None
    comparison: Comparison | None = None
    checked: bool = False
    missing: str = ""
    empty: bool = False


@dataclass(frozen=True)
class Trial:
    """Case ``number`` of ``dtype`` at ``size`` 0 … 1; the same numbers give the same case."""

    operator: Operator
    dtype: DType
    seed: int
    number: int
    size: float
    shrunk: bool = False

    def case(self) -> Case:
        """The arguments."""
        seeds = [self.seed, zlib.crc32(self.operator.name.encode()), self.dtype.code, self.number]
        return self.operator.cases(np.random.default_rng(seeds), self.dtype, self.size)

    def run(self, check: bool) -> Outcome:
        """Twice the same bits, inputs as they were, right values, and no hazards if ``check``."""
        case = self.case()
        before = [_bytes(a) for a in _arrays(case)]
        reports: list[Report] = []
        try:
            with sanitized() if check else nullcontext(reports) as reports:
                first = self.operator.call(*case.args, **case.kwargs)
            second = self.operator.call(*case.args, **case.kwargs)
        except TikError as error:
            missing = error.message if error.code == "TIK-CHIP01" else ""
            return Outcome(self._failure(case, "raised", str(error)), missing=missing)
        except Exception as error:  # whatever a user's operator raises is what its case found
            return Outcome(self._failure(case, "raised", f"{type(error).__name__}: {error}"))
        recorded = [report for report in reports if report.recorded]
        outcome = Outcome(checked=bool(recorded), empty=any(not a.size for a in _arrays(case)))
        for number, (a, old) in enumerate(zip(_arrays(case), before, strict=True)):
            if _bytes(a) != old:
                return replace(outcome, failure=self._failure(case, "input", f"the call changed its input {number}"))
        if not isinstance(first, np.ndarray | np.generic):
            return replace(outcome, failure=self._failure(case, "value", f"a {type(first).__name__}, not an array"))
        if np.shape(second) != first.shape or _bytes(second) != _bytes(first):
            reason = "two runs of the same call gave different bits"
            return replace(outcome, failure=self._failure(case, "repeat", reason))
        try:
            golden = golden_of(self.operator, case)
        except Exception as error:  # the golden is the user's too
            return Outcome(self._failure(case, "raised", f"its golden: {type(error).__name__}: {error}"))
        comparison = compare(first, golden, result_dtype(golden, case, self.dtype), self.operator.exact)
        outcome = replace(outcome, comparison=comparison)
        if not comparison.ok:
            return replace(outcome, failure=self._failure(case, "value", comparison.reason, comparison))
        for report in recorded:
            if report.errors:
                count = len(report.errors)
                reason = f"{report.name} is not safe, {count} {'hazard' if count == 1 else 'hazards'}:\n{report.errors[0]}"
                return replace(outcome, failure=self._failure(case, "hazard", reason))
        return outcome

    def _failure(self, case: Case, kind: str, reason: str, comparison: Comparison | None = None) -> Failure:
        return Failure(
            kind,
            reason,
            self.dtype.short,
            self.number,
            call_text(self.operator.name, case),
            case.note,
            sum(int(a.size) for a in _arrays(case)),
            self.shrunk,
            comparison,
        )


def golden_of(operator: Operator, case: Case) -> Golden:
    """The golden of a case, computed from its floats in float64 and its integers in int64."""
    with np.errstate(all="ignore"):
        return operator.golden(*map(_wide, case.args), **{name: _wide(value) for name, value in case.kwargs.items()})


def result_dtype(golden: Golden, case: Case, dtype: DType) -> DType:
    """The golden's own dtype if it is a narrow one (int32 of an int8 product), else ``out_dtype``, else ``dtype``."""
    own = from_numpy(np.asarray(golden.values).dtype)
    if own is not None and own.size < 8:
        return own
    wanted = case.kwargs.get("out_dtype")
    if wanted is None:
        return dtype
    return wanted if isinstance(wanted, DType) else (from_numpy(wanted) or dtype)


def call_text(name: str, case: Case) -> str:
    """The call as one would read it: ``opsnn.softmax(f16[3, 17], axis=0)``."""
    kwargs = (f"{key}={_show(value)}" for key, value in sorted(case.kwargs.items()))
    return f"{name}({', '.join([*map(_show, case.args), *kwargs])})"


def _arrays(case: Case) -> list[NDArray[Any]]:
    return [value for value in (*case.args, *case.kwargs.values()) if isinstance(value, np.ndarray)]


def _wide(value: Any) -> Any:
    if not isinstance(value, np.ndarray | np.generic) or value.dtype == np.bool_:
        return value
    dtype = from_numpy(value.dtype)
    return value if dtype is None else np.asarray(value).astype(np.float64 if dtype.is_float else np.int64)


def _bytes(value: Any) -> bytes:
    return np.asarray(value).tobytes()


def _show(value: Any) -> str:
    if isinstance(value, np.ndarray):
        dtype = from_numpy(value.dtype)
        return f"{dtype.short if dtype else value.dtype}[{', '.join(map(str, value.shape))}]"
    return repr(value)
