"""Scalars are mutable references: an expression reads them when its instruction executes (tik_api §4.2)."""

from collections.abc import Callable

import pytest

from tik.dsl import Builder, InputScalar, Scalar, TensorView
from tik.ir import Assign, Var
from tik.types.dtypes import i64
from tik.types.errors import TikError

UB = Callable[..., TensorView]


def assigned(t: Builder) -> list[str]:
    return [f"{s.var} = {s.value!r}" for s in t.body if isinstance(s, Assign)]


def test_expressions_hold_references(t: Builder) -> None:
    n = t.Scalar("int32", "n", init_value=2)
    m = n * 3 + 1
    n.set_as(n + 1)
    t.Scalar("int32", "k").set_as(m)
    assert assigned(t) == ["n = 2", "n = (n + 1)", "k = ((n * 3) + 1)"]


def test_values_take_the_scalars_dtype(t: Builder, ub: UB) -> None:
    t.Scalar("int8", "a", 300)
    t.Scalar("int32", "b", -2.9)
    t.Scalar("float32", "c").set_as(t.Scalar("int32", "n"))
    t.Scalar("float32", "d").set_as(ub(64)[2])
    assert assigned(t) == ["a = 44", "b = -2", "c = f32(n)", "d = ub[8 B]"]


def test_default_is_int64_and_uninitialised(t: Builder) -> None:
    n = t.Scalar()
    assert n.dtype is i64 and n.name == "reg_buf" and not t.body and isinstance(n, Var)


def test_element_of_another_width(t: Builder, ub: UB) -> None:
    t.Scalar("int32", "n").set_as(ub(64, "float16")[0])
    assert t.errors[0].message == "an element of f16 does not fit the width of n (i32)"
    t.Scalar("int32").set_as(ub(64, "float16")[0])
    assert t.errors[1].message == "an element of f16 does not fit the width of the Scalar (i32)"


def test_c_arithmetic(t: Builder) -> None:
    """/ and // both truncate toward zero (decision: as C)."""
    n = t.Scalar("int32", "n")
    assert repr(n / 2) == repr(n // 2) == "(n / 2)" and repr(n % 3) == "(n % 3)"


def test_input_scalar(t: Builder) -> None:
    n = t.InputScalar("int32", "n")
    assert isinstance(n, InputScalar) and isinstance(n, Scalar) and n.kind == "arg" and t.scalars == [n]


@pytest.mark.parametrize("value", ["x", None, float("nan")])
def test_what_cannot_be_assigned(t: Builder, value: object) -> None:
    t.Scalar("int32").set_as(value)
    assert len(t.errors) == 1 and not t.body


def test_no_scalars_of_bool(t: Builder) -> None:
    with pytest.raises(TikError, match="there are no scalars of bool"):
        t.Scalar("bool")
    t.Tensor("bool", (32,), "UB", "mask")
