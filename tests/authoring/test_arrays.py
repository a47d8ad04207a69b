from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from tik.authoring.arrays import as_array, dtype_of, like
from tik.types.dtypes import bf16, f32, u8


def test_lists_and_numbers() -> None:
    assert as_array([1, 2], "x").dtype == np.int32
    assert as_array([1, 2.5], "x").dtype == np.float32
    assert as_array(3, "x").dtype == np.int32


@pytest.mark.parametrize(("dtype", "cast"), [(np.float64, "float32"), (np.int64, "int32"), (np.uint64, "int32")])
def test_wide_dtypes_are_refused_with_the_cast(dtype: type, cast: str) -> None:
    with pytest.raises(TypeError, match=rf"x is .*write x\.astype\(np\.{cast}\)"):
        as_array(np.zeros(3, dtype), "x")


def test_what_the_kit_does_not_have() -> None:
    with pytest.raises(TypeError, match="bytes in the order of another machine"):
        as_array(np.zeros(3, np.dtype(np.float32).newbyteorder()), "x")
    with pytest.raises(TypeError, match="x has dtype complex64, which the NPU does not have"):
        as_array(np.zeros(3, np.complex64), "x")


def test_views_stay_views() -> None:
    base = np.zeros((4, 6), np.float16)
    assert np.shares_memory(as_array(base[::2, 1:], "x"), base)
    truth = np.zeros(3, np.bool_)
    assert dtype_of(as_array(truth, "x")) is u8
    assert np.shares_memory(as_array(truth, "x"), truth)


def test_like() -> None:
    assert (like(np.zeros((2, 3), np.float16)).shape, like(np.zeros(2, np.float16)).dtype) == ((2, 3), np.float16)
    assert like(np.zeros(2, np.float16), f32).dtype == np.float32
    assert dtype_of(like(np.zeros(2, ml_dtypes.bfloat16))) is bf16
