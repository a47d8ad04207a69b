"""The acceptance rule, with limits worked out by hand."""

import math

import ml_dtypes
import numpy as np
import pytest

from tik.operator import Golden
from tik.types.dtypes import bf16, f16, f32, i8, i32, u8
from tik.verification import TOLERANCES, compare


def f32s(*values: float) -> np.ndarray:
    return np.array(values, np.float32)


def test_table_is_the_one_of_the_standard() -> None:
    assert {name: math.log2(t.relative) for name, t in TOLERANCES.items()} == {
        "f16": -10,
        "bf16": -7,
        "f32": -13,
        "hf32": -11,
        "f8_e4m3": -3,
        "f8_e5m2": -2,
    }
    assert [TOLERANCES[name].absolute for name in ("f16", "bf16", "f32")] == [2.0**-16, 2.0**-16, 2.0**-30]
    assert TOLERANCES["f16"].largest == np.finfo(np.float16).max
    assert TOLERANCES["bf16"].largest == float(ml_dtypes.finfo(ml_dtypes.bfloat16).max)
    assert TOLERANCES["f32"].largest == float(np.finfo(np.float32).max)


# --------------------------------------------------------------------------- shape and dtype before values (case O44)
def test_shape_comes_first() -> None:
    """Case O44: [1, 1] is not [1]."""
    found = compare(f32s(1, 1), Golden(np.array([1.0])), f32)
    assert not found.ok and found.reason == "shape (2,) where (1,) is right"


def test_dtype_comes_before_values() -> None:
    found = compare(np.array([1.0]), Golden(np.array([1.0])), f32)
    assert not found.ok and found.reason == "dtype float64 where float32 is right"


def test_nan_passes_only_where_the_golden_is_nan() -> None:
    """Case O44: NaN for NaN by intent, never NaN for a number."""
    assert compare(f32s(np.nan, 1), Golden(np.array([np.nan, 1.0])), f32).ok
    found = compare(f32s(np.nan), Golden(np.array([1.0])), f32)
    assert not found.ok and found.reason == "element [0] is nan, right is 1: NaN must stand where the golden has it"
    assert not compare(f32s(1.0), Golden(np.array([np.nan])), f32).ok


def test_inf_must_stand_where_the_golden_has_it() -> None:
    assert compare(f32s(np.inf, -np.inf), Golden(np.array([np.inf, -np.inf])), f32).ok
    found = compare(f32s(0, np.inf), Golden(np.array([0.0, -np.inf])), f32)
    assert found.index == (1,) and found.wrong == 1
    assert "inf must stand" in found.reason and found.reason.endswith("(1 of 2 elements are wrong)")


# -------------------------------------------------------------------------------------------------- the maximum rule
def test_limit_is_ten_t_relative_plus_atol() -> None:
    limit = 10 * 2.0**-13 * 1.0 + 2.0**-30
    golden = Golden(np.ones(1000))
    inside, outside = np.ones(1000, np.float32), np.ones(1000, np.float32)
    inside[7] += np.float32(limit * 0.99)
    outside[7] += np.float32(limit * 1.01)
    assert compare(inside, golden, f32).ok
    found = compare(outside, golden, f32)
    assert not found.ok and found.index == (7,) and found.wrong == 1
    assert found.max_limit == pytest.approx(limit) and found.max_error == pytest.approx(limit * 1.01, rel=1e-4)
    assert found.reason == (
        "element [7] is 1.00123286, right is 1: off by 0.00123, allowed 0.00122 (1 of 1000 elements are wrong)"
    )


def test_sums_that_cancel_are_allowed_the_rounding_of_their_terms() -> None:
    # K = 512, S = 512: 4 * 2^-24 * sqrt(512) * 512 = 2.76e-3 although the sum itself is 0
    golden = Golden(np.zeros(100), length=512, magnitude=np.full(100, 512.0))
    assert compare(f32s(2.7e-3, *[0.0] * 99), golden, f32).ok
    assert not compare(f32s(2.8e-3, *[0.0] * 99), golden, f32).ok
    assert not compare(f32s(2.7e-3, *[0.0] * 99), Golden(np.zeros(100)), f32).ok


def test_golden_is_cast_to_the_output_dtype_last() -> None:
    golden = Golden(np.array([1 + 2.0**-12]))  # rounds to 1 in f16
    assert compare(np.array([1], np.float16), golden, f16).max_error == 0


# ----------------------------------------------------------------------------------------------------- the mean rule
def test_mean_rule_finds_what_the_maximum_lets_pass() -> None:
    golden = Golden(np.ones(100))
    actual = np.full(100, 1 + 2 * 2.0**-13, np.float32)  # each well under 10 T
    found = compare(actual, golden, f32)
    assert not found.ok and found.wrong == 0
    assert found.mean_error == pytest.approx(2 * 2.0**-13, rel=1e-3) and found.mean_limit == 2.0**-13
    assert found.reason.startswith("the mean relative error is 0.000244, allowed 0.000122")
    assert compare(np.full(100, 1 + 0.9 * 2.0**-13, np.float32), golden, f32).ok


def test_mean_rule_counts_the_terms_too() -> None:
    # |a - g| = 1e-4, |g| = 0, S = 2048: 1e-4 / (2048 * 2^-11) = 1e-4 < 2^-13
    actual = np.full(10, 1e-4, np.float32)
    assert compare(actual, Golden(np.zeros(10), length=2048, magnitude=2048.0), f32).ok


# ---------------------------------------------------------------------------------------------------------- overflow
@pytest.mark.parametrize("golden", [65504.0, 65519.0, 65521.0, 65560.0])
def test_near_the_overflow_threshold_either_is_right(golden: float) -> None:
    for actual in (65504.0, np.inf):
        assert compare(np.array([actual], np.float16), Golden(np.array([golden])), f16).ok
    assert not compare(np.array([-np.inf], np.float16), Golden(np.array([golden])), f16).ok


@pytest.mark.parametrize(("actual", "golden"), [(np.inf, 65000.0), (65504.0, 66000.0), (0.0, 65530.0)])
def test_farther_from_the_threshold_only_one_is(actual: float, golden: float) -> None:
    assert not compare(np.array([actual], np.float16), Golden(np.array([golden])), f16).ok


# ------------------------------------------------------------------------------------------------- exact and integers
def test_exact_is_bit_equal() -> None:
    golden = Golden(np.array([0.0, 1.0, np.nan, np.inf]))
    assert compare(f32s(0, 1, np.nan, np.inf), golden, f32, exact=True).ok
    assert not compare(f32s(-0.0, 1, np.nan, np.inf), golden, f32, exact=True).ok
    found = compare(f32s(0, np.nextafter(np.float32(1), 2), np.nan, np.inf), golden, f32, exact=True)
    assert not found.ok and found.index == (1,) and "must be bit-equal" in found.reason
    assert not compare(f32s(0, 1, 0, np.inf), golden, f32, exact=True).ok


def test_integers_are_always_exact() -> None:
    assert compare(np.array([1, 2], np.int32), Golden(np.array([1, 2])), i32).ok
    found = compare(np.array([1, 3], np.int32), Golden(np.array([1, 2])), i32)
    assert found.reason == "element [1] is 3, right is 2 (1 of 2 elements are wrong)"


def test_integers_wrap_and_floats_saturate_on_the_way_to_integers() -> None:
    assert compare(np.array([-(2**31)], np.int32), Golden(np.array([2**31])), i32).ok
    assert compare(np.array([127, -128, 0], np.int8), Golden(np.array([1e9, -np.inf, np.nan])), i8).ok


def test_quantised_results_may_be_a_step_off() -> None:
    golden = Golden(np.array([10, 20]))
    assert compare(np.array([11, 20], np.int8), golden, i8, steps=1).ok
    found = compare(np.array([12, 20], np.int8), golden, i8, steps=1)
    assert found.reason == "element [0] is 12, right is 10: off by 2, allowed 1 (1 of 2 elements are wrong)"


def test_bool_results() -> None:
    assert compare(np.array([True]), Golden(np.array([True])), u8).ok
    assert not compare(np.array([True]), Golden(np.array([False])), u8).ok


# ------------------------------------------------------------------------------------------------------------- others
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("dtype", [f16, bf16, f32, i32])
def test_empty_results_are_right(dtype: object, exact: bool) -> None:
    empty = np.zeros((0, 3), dtype.numpy)  # type: ignore[attr-defined]
    assert compare(empty, Golden(np.zeros((0, 3))), dtype, exact).ok  # type: ignore[arg-type]


def test_scalars_have_the_empty_index() -> None:
    found = compare(np.float32(2), Golden(np.array(1.0)), f32)
    assert found.index == () and found.reason == "element [] is 2, right is 1: off by 1, allowed 0.00122"


def test_bf16() -> None:
    one = np.ones(64, ml_dtypes.bfloat16)
    golden = Golden(np.ones(64))
    assert compare(one, golden, bf16).ok
    off = one.copy()
    off[3] = 1.0 + 2.0**-4
    assert compare(off, golden, bf16).ok  # 2^-4 < 10 * 2^-7
    off[3] = 1.125
    assert not compare(off, golden, bf16).ok


def test_another_precision() -> None:
    actual = np.full(10, 1 + 3 * 2.0**-13, np.float32)
    assert not compare(actual, Golden(np.ones(10)), f32).ok
    assert compare(actual, Golden(np.ones(10)), f32, precision="hf32").ok


def test_an_output_nobody_wrote_is_found() -> None:
    """Case O45 (a): the golden's last tile is all 0, the poison of an unwritten output is not."""
    poisoned = np.zeros(64, np.float32)
    poisoned[48:].view(np.uint8)[:] = 0xFF
    assert not compare(poisoned, Golden(np.zeros(64)), f32).ok
    whole = np.zeros(64, np.int32)
    whole[48:].view(np.uint8)[:] = 0xA5
    assert not compare(whole, Golden(np.zeros(64)), i32).ok


def test_to_dict_and_text() -> None:
    found = compare(f32s(2), Golden(np.array([1.0])), f32)
    data = found.to_dict()
    assert data["ok"] is False and data["index"] == [0] and data["actual"] == 2.0 and data["golden"] == 1.0
    assert str(found) == found.reason
    assert str(compare(f32s(1), Golden(np.array([1.0])), f32)) == "right"
