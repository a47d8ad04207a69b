"""Numbers, expressions and conditions as authors write them."""

from typing import Any

import numpy as np
import pytest

from tik.dsl import Builder, all_of, any_of, negate
from tik.dsl.value import condition, fitted, number, stored, whole
from tik.ir import Const, const_value
from tik.types.dtypes import bf16, f16, f32, i8, i32, u16
from tik.types.errors import TikError


@pytest.mark.parametrize(("given", "value"), [(3, 3), (2.5, 2.5), (np.int32(7), 7), (np.float32(0.5), 0.5), (Const(4, i32), 4)])
def test_number(given: Any, value: Any) -> None:
    assert number(given) == value and not isinstance(number(given), Const)


@pytest.mark.parametrize("given", ["3", None, [1], object])
def test_no_number(given: Any) -> None:
    with pytest.raises(TikError, match="is not a number"):
        number(given)


@pytest.mark.parametrize("given", [2.5, float("nan"), float("inf")])
def test_not_whole(given: float) -> None:
    with pytest.raises(TikError, match=r"burst is .*, not a whole number"):
        whole(given, "burst")


def test_stored_wraps() -> None:
    assert [stored(x, i8) for x in (127, 128, 255, 256, -129, 1.9, -1.9)] == [127, -128, -1, 0, 127, 1, -1]
    assert stored(-1, u16) == 65535 and stored(2**40 + 5, i32) == 5
    with pytest.raises(TikError, match="nan cannot be stored as i8"):
        stored(float("nan"), i8)


def test_fitted_refuses_what_does_not_fit() -> None:
    assert fitted(3, f16, "scalar") == 3.0 and fitted(2.0, i8, "scalar") == 2
    with pytest.raises(TikError, match=r"scalar is 128, which i8 cannot hold \(-128..127\)"):
        fitted(128, i8, "scalar")
    with pytest.raises(TikError, match=r"scalar is 0.5, but the operands are i8"):
        fitted(0.5, i8, "scalar")


def test_run_time_bf16_is_refused(t: Builder) -> None:
    with pytest.raises(TikError, match="the scalar pipe cannot convert f32 to bf16"):
        fitted(t.Scalar("float32"), bf16, "scalar")


def test_conditions(t: Builder) -> None:
    a, b = t.Scalar("int32", "a"), t.Scalar("int32", "b")
    assert repr(condition(a)) == "(a != 0)" and repr(condition(a < b)) == "(a < b)"
    assert repr(all_of(a > 1, b)) == "((1 < a) & (b != 0))"
    assert repr(any_of(a > 1, b, a == b)) == "(((1 < a) | (b != 0)) | (a == b))"
    assert repr(negate(a)) == "((a != 0) == 0)"
    assert repr(condition(a & b)) == "((a & b) != 0)"
    assert repr(condition(all_of(a > 1, b > 1))) == "((1 < a) & (1 < b))"


def test_constant_conditions_fold() -> None:
    assert const_value(condition(7)) == 1 and const_value(condition(False)) == 0
    assert const_value(all_of(True, 2)) == 1 and const_value(any_of(0, False)) == 0 and const_value(negate(3)) == 0
    assert const_value(all_of()) == 1 and const_value(any_of()) == 0


def test_python_branch_on_run_time_value_explains_itself(t: Builder) -> None:
    with pytest.raises(TikError, match="Python cannot decide on a value that exists only when the kernel runs"):
        bool(t.Scalar("int32") > 0)


def test_float_expression_as_integer(t: Builder) -> None:
    made = whole(t.Scalar("float32", "x"), "n")
    assert repr(made) == "i32(x)" and t.Scalar("float32").dtype is f32
