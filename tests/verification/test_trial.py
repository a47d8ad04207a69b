"""One case."""

import ml_dtypes
import numpy as np
import pytest

from tik.operator import Case, Golden, Operator
from tik.types.dtypes import DType, bf16, f16, f32, i8, i32
from tik.verification.trial import Trial, call_text, golden_of, result_dtype


def echo(*args: object, **kwargs: object) -> Golden:
    return Golden(np.array([getattr(a, "dtype", type(a)) for a in (*args, *kwargs.values())], object))


def test_golden_gets_wide_arrays() -> None:
    case = Case(
        (np.ones(2, np.float16), np.ones(2, ml_dtypes.bfloat16), np.ones(2, np.int8), np.ones(2, bool), 3.0),
        {"mask": np.ones(2, np.uint8), "axis": 1},
    )
    operator = Operator("x", echo, echo, lambda *a: case, (f16,))
    assert golden_of(operator, case).values.tolist() == [np.float64, np.float64, np.int64, np.bool_, float, np.int64, int]


@pytest.mark.parametrize(
    ("values", "kwargs", "right"),
    [
        (np.ones(1), {}, f16),
        (np.ones(1, np.int64), {}, f16),
        (np.ones(1, np.int32), {}, i32),
        (np.ones(1), {"out_dtype": np.float32}, f32),
        (np.ones(1), {"out_dtype": bf16}, bf16),
        (np.ones(1), {"out_dtype": "int8"}, i8),
        (np.ones(1), {"out_dtype": None}, f16),
    ],
)
def test_the_results_dtype(values: np.ndarray, kwargs: dict[str, object], right: DType) -> None:
    assert result_dtype(Golden(values), Case((), kwargs), f16) is right


def test_call_text() -> None:
    case = Case((np.ones((3, 17), np.float16), 2.0), {"axis": 0, "bias": np.ones(0, np.int32)})
    assert call_text("opsnn.x", case) == "opsnn.x(f16[3, 17], 2.0, axis=0, bias=i32[0])"


def test_the_same_numbers_give_the_same_case() -> None:
    def cases(rng: np.random.Generator, dtype: DType, size: float) -> Case:
        return Case((rng.random(5),), note=f"{size}")

    operator = Operator("x", echo, echo, cases, (f16, f32))
    one = [
        Trial(operator, d, s, n, 0.5).case().args[0].tolist()
        for d, s, n in ((f16, 0, 1), (f16, 0, 1), (f16, 0, 2), (f16, 1, 1), (f32, 0, 1))
    ]
    assert one[0] == one[1] and len({tuple(x) for x in one}) == 4
