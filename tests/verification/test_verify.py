"""Verification of operators that are right, and of operators wrong in each of the ways it looks for."""

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tik.operator import Case, Golden, Operator
from tik.types.dtypes import DType, bf16, f16, f32
from tik.types.errors import TikError
from tik.verification import values, verify
from tik.verification.verify import size_of


def double(x: np.ndarray) -> np.ndarray:
    """Twice the input."""
    return x + x


def cases(rng: np.random.Generator, dtype: DType, size: float) -> Case:
    rows = 1 + int(size * rng.integers(1, 40))
    return Case((values(rng, (rows, 3), dtype),), note=f"{rows} rows")


def operator(
    call: Callable[..., Any] = double,
    *,
    dtypes: tuple[DType, ...] = (f16, f32),
    exact: bool = False,
    golden: Callable[..., Golden] = lambda x: Golden(2 * x),
) -> Operator:
    return Operator("user.double", call, golden, cases, dtypes, exact)


def test_a_right_operator_passes() -> None:
    found = verify(operator(), cases=20, chip="Ascend910A")
    assert found.ok and found.cases == 20 and found.chip == "Ascend910A" and not found.failures
    assert [(c.dtype, c.cases, c.failed) for c in found.columns] == [("f16", 10, 0), ("f32", 10, 0)]
    assert "user.double on Ascend910A: 20 cases, all right (seed 0" in str(found)


def test_golden_gets_float64_of_the_rounded_inputs() -> None:
    seen = []

    def golden(x: np.ndarray) -> Golden:
        seen.append(x)
        return Golden(2 * x)

    assert verify(operator(golden=golden, exact=True), cases=4).ok
    assert all(x.dtype == np.float64 for x in seen)
    assert (seen[0] == seen[0].astype(np.float16)).all()


def test_wrong_values_are_found_and_made_smaller() -> None:
    def wrong(x: np.ndarray) -> np.ndarray:
        y = x + x
        y[-1, 2] = 77
        return y

    found = verify(operator(wrong), cases=10)
    assert not found.ok and found.failed == 10
    least = found.smallest
    assert least is not None and least.kind == "value" and least.elements == 3
    assert least.call in ("user.double(f16[1, 3])", "user.double(f32[1, 3])")
    assert least.comparison is not None and least.comparison.index == (0, 2)
    assert least.reason.startswith("element [0, 2] is 77, right is ")


def test_a_failure_that_needs_size_is_made_smaller() -> None:
    def wrong(x: np.ndarray) -> np.ndarray:
        return x + x if x.shape[0] < 4 else x

    found = verify(operator(wrong, dtypes=(f32,)), cases=3, seed=3)
    sizes = sorted(f.elements // 3 for f in found.failures)
    assert sizes[0] >= 4 and found.smallest is not None and found.smallest.elements == 3 * sizes[0]


def test_text_shows_three_and_counts_the_rest() -> None:
    found = verify(operator(lambda x: x, dtypes=(f32,)), cases=9)
    lines = str(found).splitlines()
    assert sum(line.startswith("user.double(") for line in lines) == 3 and "9 cases, 9 failed" in lines[0]
    shown = sum(not failure.shrunk for failure in found.failures[:3])
    assert lines[-1] == f"and {9 - shown} more"


def test_changed_inputs_are_found() -> None:
    def changing(x: np.ndarray) -> np.ndarray:
        y = x + x
        x[0, 0] = 0
        return y

    found = verify(operator(changing), cases=2)
    assert found.failed == 2 and found.smallest is not None
    assert found.smallest.kind in ("input", "repeat") and "changed its input 0" in found.smallest.reason


def test_different_bits_are_found() -> None:
    count = itertools.count()

    def unsteady(x: np.ndarray) -> np.ndarray:
        return np.nextafter(x + x, np.asarray(next(count) % 2 * 1000, x.dtype))

    found = verify(operator(unsteady, dtypes=(f32,)), cases=1)
    assert found.smallest is not None and found.smallest.kind == "repeat"
    assert found.smallest.reason == "two runs of the same call gave different bits"


def test_skipped_elements_are_found() -> None:
    """Case O45 (a): an operator on poisoned memory that leaves its last row out, where the golden is 0."""

    def partial(x: np.ndarray) -> np.ndarray:
        y = np.full_like(x, np.nan)
        y[:-1] = x[:-1] * 0
        return y

    found = verify(operator(partial, golden=lambda x: Golden(0 * x)), cases=4)
    assert found.failed == 4 and all(f.kind == "value" and "NaN" in f.reason for f in found.failures)


def test_what_is_raised_is_a_failed_case() -> None:
    def raising(x: np.ndarray) -> np.ndarray:
        raise ValueError("no such shape")

    found = verify(operator(raising), cases=2)
    assert found.failed == 2
    assert found.smallest is not None and found.smallest.reason == "ValueError: no such shape"


def test_a_wrong_golden_is_a_failed_case() -> None:
    found = verify(operator(golden=lambda y: Golden(y.nothing)), cases=1)
    assert found.smallest is not None and found.smallest.reason.startswith("its golden: AttributeError")


def test_dtypes_the_chip_lacks_are_not_applicable() -> None:
    def call(x: np.ndarray) -> np.ndarray:
        if x.dtype.name == "bfloat16":
            raise TikError("TIK-CHIP01", "Ascend910A has no vadd of bf16")
        return x + x

    found = verify(operator(call, dtypes=(f16, bf16)), cases=6)
    assert found.ok and found.cases == 6
    assert [c.missing for c in found.columns] == ["", "Ascend910A has no vadd of bf16"]
    assert "  bf16  not applicable: Ascend910A has no vadd of bf16" in str(found).splitlines()
    none = verify(operator(call, dtypes=(bf16,)), cases=6)
    assert none.ok and none.cases == 0 and not none.applicable and "not applicable" in str(none)


def test_an_empty_case_does_not_prove_that_the_chip_has_the_dtype() -> None:
    def empty_first(rng: np.random.Generator, dtype: DType, size: float) -> Case:
        return Case((values(rng, (0 if size == 0 else 3,), dtype),))

    def call(x: np.ndarray) -> np.ndarray:
        if x.size and x.dtype.name == "bfloat16":
            raise TikError("TIK-CHIP01", "no bf16")
        return x + x

    found = verify(Operator("user.double", call, lambda x: Golden(2 * x), empty_first, (bf16, f16)), cases=7)
    assert found.ok and [(c.dtype, c.cases, c.missing) for c in found.columns] == [("bf16", 0, "no bf16"), ("f16", 7, "")]


def test_every_tenth_case_is_checked_for_hazards() -> None:
    import opsnn

    def safe(x: np.ndarray) -> np.ndarray:
        return opsnn.relu(x)

    op = operator(safe, dtypes=(f32,), golden=lambda x: Golden(np.maximum(x, 0)))
    found = verify(op, cases=22)
    assert found.ok and found.checked == 3  # cases 1, 11 and 21


def test_hazards_are_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    import opsnn
    from tik.runtime import Report

    monkeypatch.setattr(Report, "errors", property(lambda report: ["TIK-SYNC01: a race"] if report.recorded else []))
    op = operator(opsnn.relu, dtypes=(f32,), golden=lambda x: Golden(np.maximum(x, 0)))
    found = verify(op, cases=3)
    assert found.failed == 1 and found.smallest is not None and found.smallest.kind == "hazard"
    assert found.smallest.reason == "relu_kernel is not safe, 1 hazard:\nTIK-SYNC01: a race"


def test_a_chip_error_after_cases_that_ran_is_a_failure() -> None:
    def call(x: np.ndarray) -> np.ndarray:
        if x.shape[0] > 1:
            raise TikError("TIK-CHIP01", "no such path")
        return x + x

    found = verify(operator(call, dtypes=(f32,)), cases=5)
    assert not found.ok and found.failed >= 1


def test_one_case_again() -> None:
    def wrong(x: np.ndarray) -> np.ndarray:
        return x if x.shape[0] > 20 else x + x

    found = verify(operator(wrong), cases=40, seed=5)
    failure = next(f for f in found.failures if not f.shrunk)
    assert found.reproduce(failure) == (
        f"tik verify user.double --chip Ascend910B1 --dtype {failure.dtype} --seed 5 --case {failure.case}"
    )
    dtype = f16 if failure.dtype == "f16" else f32
    again = verify(operator(wrong), dtype=dtype, seed=5, only=failure.case)
    assert again.cases == 1 and again.failed == 1
    assert failure in again.failures


def test_ctrl_c_keeps_what_was_done() -> None:
    calls = itertools.count()

    def call(x: np.ndarray) -> np.ndarray:
        if next(calls) == 7:
            raise KeyboardInterrupt
        return x + x

    found = verify(operator(call), cases=20)
    assert found.interrupted and not found.ok and found.cases == 3 and found.failed == 0
    assert "interrupted after 3 of 20 cases, all right" in str(found)


def test_progress_and_plain_data() -> None:
    seen = []
    found = verify(operator(), cases=3, progress=lambda done, wanted: seen.append((done, wanted)))
    assert seen == [(1, 3), (2, 3), (3, 3)]
    data = found.to_dict()
    assert data["ok"] is True and data["cases"] == 3 and data["failures"] == []
    assert data["dtypes"][0]["dtype"] == "f16" and data["dtypes"][0]["applicable"] is True


def test_only_the_operators_dtypes() -> None:
    with pytest.raises(TikError, match=r"user\.double has no bf16"):
        verify(operator(), dtype=bf16)
    assert [c.dtype for c in verify(operator(), dtype=f32, cases=2).columns] == ["f32"]


def test_out_dtype_and_narrow_goldens_say_the_results_dtype() -> None:
    def wide_cases(rng: np.random.Generator, dtype: DType, size: float) -> Case:
        return Case((values(rng, (4,), dtype),), {"out_dtype": f32})

    def positive(x: np.ndarray) -> np.ndarray:
        return (x > 0).astype(np.int32)

    wide = Operator("user.wide", lambda x, out_dtype: x.astype(np.float32), lambda x, out_dtype: Golden(x), wide_cases, (f16,))
    assert verify(wide, cases=2).ok
    assert verify(Operator("user.positive", positive, lambda x: Golden(positive(x)), cases, (f16,)), cases=2).ok


def test_sizes_start_small_and_spread() -> None:
    assert size_of(0) == 0
    assert max(size_of(i) for i in range(20)) > 0.9 and sum(size_of(i) < 0.5 for i in range(20)) == 10
