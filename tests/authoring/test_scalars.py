"""exact: the number a scalar argument holds, or TIK-TYPE01."""

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tik.authoring.scalars import exact
from tik.types.dtypes import DType, bf16, f16, f32, i32, i64, u8, u64
from tik.types.errors import TikError


@pytest.mark.parametrize(
    ("dtype", "value", "held"),
    [
        (i32, 3, 3),
        (i32, 3.0, 3),
        (i32, True, 1),
        (u8, np.int64(255), 255),
        (i32, np.array(7), 7),
        (i32, np.array([[7.0]]), 7),
        (u64, 2**64 - 1, 2**64 - 1),
        (u64, np.uint64(2**64 - 1), 2**64 - 1),
        (f16, 3, 3.0),
        (f32, float("inf"), float("inf")),
        (f16, np.float16(0.5), 0.5),
        (bf16, ml_dtypes.bfloat16(0.5), 0.5),
    ],
)
def test_what_is_held(dtype: DType, value: Any, held: float) -> None:
    found = exact("n", dtype, value)
    assert found == held and type(found) is (float if dtype.is_float else int)


@pytest.mark.parametrize(
    ("dtype", "value", "said"),
    [
        (i32, 3.7, "n is 3.7, which int32 does not hold (-2147483648..2147483647)"),
        (i32, 2**33, "n is 8589934592, which int32 does not hold"),
        (u8, -1, "n is -1, which uint8 does not hold (0..255)"),
        (i64, float("nan"), "n is nan, which int64 does not hold"),
        (u64, 2**70, "does not hold"),
        (f16, 1e6, "n is 1000000.0, which float16 does not hold (up to 65504, and inf)"),
        (f32, 10**400, "float32 does not hold"),
        (i32, "3", "n is '3', not a number"),
        (i32, None, "n is None, not a number"),
        (i32, [3], "n is [3], not a number"),
        (i32, 1j, "not a number"),
        (i32, np.array([1, 2]), "n is an array of shape [2], not a number"),
        (i32, np.array([]), "n is an array of shape [0], not a number"),
        (i32, np.array(["3"]), "not a number"),
    ],
)
def test_what_is_not(dtype: DType, value: Any, said: str) -> None:
    with pytest.raises(TikError) as caught:
        exact("n", dtype, value)
    assert caught.value.code == "TIK-TYPE01" and said in caught.value.message
