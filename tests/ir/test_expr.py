"""Scalar expressions: types, folding, C's integers, and what Python must not decide."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tik.ir import Binary, Cast, Const, Element, Tensor, Var, as_expr, const_value
from tik.ir.expr import Bits, binary, c_div, c_mod, cast, divide, evaluate, join, whole
from tik.types.dtypes import f16, f32, i8, i16, i32, i64, u8, u16, u32, u64
from tik.types.errors import TikError
from tik.types.scopes import Scope

X, Y, U, F = Var(i32, "x"), Var(i64, "y"), Var(u32, "u"), Var(f32, "f")


def test_operators_build_trees() -> None:
    assert repr((X + 1) * 2 - X % 3) == "(((x + 1) * 2) - (x % 3))"
    assert repr(7 - X) == "(7 - x)" and repr(2 / X) == repr(2 // X) == "(2 / x)"
    assert repr((X & 3) | (X ^ 1)) == "((x & 3) | (x ^ 1))" and repr(~X) == "(x ^ -1)" and repr(1 << X) == "(1 << x)"
    assert [repr(e) for e in (X < 1, X <= 1, X > 1, X >= 1, X == 1, X != 1)] == [
        "(x < 1)",
        "(x <= 1)",
        "(1 < x)",
        "(1 <= x)",
        "(x == 1)",
        "(x != 1)",
    ]
    assert repr(binary("min", X, 3)) == "min(x, 3)" and repr(X.astype("int8")) == "i8(x)" and repr(-X) == "(0 - x)"


@pytest.mark.parametrize(
    "a, b, both",
    [
        (i32, i32, i32),
        (i32, i64, i64),
        (i32, u32, u32),
        (u8, i32, i32),
        (i64, f16, f16),
        (f16, f32, f32),
        (u64, i64, u64),
        (i8, u8, u8),
    ],
)
def test_types_join_as_in_tik(a: object, b: object, both: object) -> None:
    assert join(a, b) is join(b, a) is both  # type: ignore[arg-type]


def test_literals_take_the_other_sides_type() -> None:
    assert (X + 1).dtype is i32 and (Y + 1).dtype is i64 and (F + 1).dtype is f32 and (U - 1).dtype is u32
    assert (X + 1.5).dtype is f32 and (X + 2.0).dtype is i32
    assert (X < 1).dtype is (F < 1.0).dtype is i32
    assert as_expr(2**31).dtype is i64 and as_expr(-(2**31)).dtype is i32 and as_expr(True).dtype is i32
    with pytest.raises(TikError, match="a str cannot stand in a scalar expression"):
        X + "1"  # type: ignore[operator]


def test_constants_fold() -> None:
    assert const_value(as_expr(7) * 6) == 42 and const_value(as_expr(1) < 2) == 1
    assert X + 0 is X and 0 + X is X and X * 1 is X and 1 * X is X and X - 0 is X and X / 1 is X and X << 0 is X
    assert const_value(X * 0) == const_value(0 * X) == 0
    assert isinstance(F * 0.0, Binary)  # NaN and inf
    assert isinstance(F + 0.0, Binary) and F - 0.0 is F and F * 1.0 is F
    assert (X / 1.0) is X  # 1.0 is the integer 1 there
    assert const_value(X) is None and const_value(3) == 3


def test_a_neutral_element_of_a_wider_type_still_widens() -> None:
    assert binary("add", X, as_expr(0, i64)).dtype is i64 and binary("mul", as_expr(1, f32), X).dtype is f32


def test_folding_floats_is_ieee() -> None:
    assert divide(1.0, 0.0) == math.inf and divide(-1.0, 0.0) == -math.inf and divide(1.0, -0.0) == -math.inf
    assert math.isnan(divide(0.0, 0.0)) and math.isnan(divide(math.nan, 0.0)) and divide(7.0, 2) == 3.5
    assert const_value(as_expr(1.0) / 0.0) == math.inf
    assert repr(-F) == "(-0.0 - f)"


@given(st.integers(-(2**40), 2**40), st.integers(-(2**20), 2**20))
def test_division_is_cs(a: int, b: int) -> None:
    q, r = c_div(a, b), c_mod(a, b)
    if b == 0:
        assert (q, r) == (0, 0)
    else:
        assert q == math.trunc(a / b) or abs(a) > 2**50
        assert q * b + r == a and abs(r) < abs(b) and (r == 0 or (r < 0) == (a < 0))


@given(st.integers(-(2**70), 2**70), st.sampled_from([i8, u8, i16, i32, u32, i64, u64]))
def test_whole_wraps(value: int, dtype: object) -> None:
    found = whole(value, dtype)  # type: ignore[arg-type]
    low = -(2 ** (dtype.bits - 1)) if dtype.kind == "i" else 0  # type: ignore[attr-defined]
    assert low <= found < low + 2**dtype.bits and (found - value) % 2**dtype.bits == 0  # type: ignore[attr-defined]


def test_whole_truncates_floats() -> None:
    assert [whole(v, i32) for v in (2.9, -2.9, math.nan, math.inf, 1e30)] == [2, -2, 0, 0, 0]
    assert whole(300.7, u8) == 44


def test_casts() -> None:
    assert cast(X, i32) is X and isinstance(cast(X, i8), Cast)
    assert const_value(cast(as_expr(300), u8)) == 44 and const_value(cast(as_expr(2.7), i32)) == 2
    assert const_value(cast(as_expr(3), f32)) == 3.0


def test_signed_meets_unsigned() -> None:
    """As in C the signed side is converted, where it makes a difference."""
    assert repr(X < U) == "(u32(x) < u)" and repr(U / X) == "(u / u32(x))" and repr(X + U) == "(x + u)"
    assert repr(U < Y) == "(u < y)"  # i64 holds every u32


def test_float16_is_not_compared() -> None:
    half = Var(f16, "half")
    for compare in (lambda: half > 1, lambda: half == X, lambda: binary("le", 0.5, half)):
        with pytest.raises(TikError, match="does not compare float16") as caught:
            compare()
        assert caught.value.code == "TIK-TYPE01"
    assert (half.astype("float32") > 1).dtype is i32 and (half + 1).dtype is f16


def test_unsigned_has_no_minus() -> None:
    with pytest.raises(TikError, match="an unsigned u32 has no unary minus"):
        U.__neg__()


def test_python_cannot_decide() -> None:
    with pytest.raises(TikError, match="Python cannot decide") as caught:
        bool(X > 0)
    assert caught.value.code == "TIK-SYNTAX04" and "if_scope" in (caught.value.hint or "")
    assert not bool(X * 0) and bool(as_expr(2) > 1)
    with pytest.raises(TikError, match="Python needs an integer here"):
        range(X)  # type: ignore[call-overload]
    assert range(as_expr(3)) == range(3)  # type: ignore[call-overload]
    with pytest.raises(TikError):
        range(as_expr(2.5))  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        (lambda: int(X), "leave int() out"),
        (lambda: float(X), "astype('float32')"),
        (lambda: math.ceil(X / 2), "(x + n - 1) // n"),
        (lambda: math.floor(F), "scalar_conv"),
        (lambda: round(F), "scalar_conv"),
        (lambda: abs(X), "scalar_abs"),
        (lambda: list(X), "for_range"),
        (lambda: len(X), "one number"),
        (lambda: max(X, 3), "scalar_max"),
        (lambda: X and 3, "tik.all"),
        (lambda: X**0.5, "whole power"),
        (lambda: 2**X, "1 << n"),
        (lambda: np.sqrt(F), "scalar_"),
        (lambda: [1, 2][X], "for_range"),
        (lambda: X in [1, 2], "if_scope"),
    ],
)
def test_python_is_told_what_to_write_instead(asked: object, hint: str) -> None:
    with pytest.raises(TikError) as caught:
        asked()  # type: ignore[operator]
    assert caught.value.code == "TIK-SYNTAX04" and hint in (caught.value.hint or "")


def test_what_python_may_ask() -> None:
    three = as_expr(3)
    assert (int(three), float(three), math.ceil(as_expr(2.5)), abs(as_expr(-2)), three**2) == (3, 3.0, 3, 2, 9)
    assert f"{X + 1} {three:03d} {X:>9}" == "(x + 1) 003 x" and repr(X**3) == "((x * x) * x)"
    assert repr(np.int32(3) * X) == "(3 * x)" and repr(divmod(X, 2)) == "((x / 2), (x % 2))"
    assert repr(sum([X, Y])) == "(x + y)" and three.eval_value() == 3 and X.eval_value() is None


def test_bits() -> None:
    assert isinstance(F.reinterpret_cast_to("uint32"), Bits) and isinstance(X.reinterpret_cast_to("uint32"), Cast)
    assert const_value(Const(1.0, f32).reinterpret_cast_to("int32")) == 0x3F800000
    assert const_value(Const(0xC000, u16).reinterpret_cast_to("float16")) == -2.0
    assert evaluate(F.reinterpret_cast_to("uint32"), {F: 1}) is None
    with pytest.raises(TikError, match="f32 and f16 differ in size"):
        F.reinterpret_cast_to("float16")


def test_evaluate() -> None:
    assert evaluate((X + 3) * Y, {X: 2, Y: -4}) == -20 and evaluate(5, {}) == 5
    assert evaluate(X + Y, {X: 1}) is None
    assert evaluate(X * 4, {X: 2**30}) == 2**32  # as an address
    assert evaluate(cast(X, i8), {X: 300}) == 44 and evaluate(cast(X, u8), {X: -1}) == 255
    assert evaluate(X << 65, {X: 3}) == 6  # the amount is taken modulo 64
    assert evaluate(cast(X, f32), {X: 1}) is None
    assert evaluate(Element(Tensor("t", i32, Scope.UB, [8], 32), 0, i32), {}) is None


def test_expressions_hold_variables_not_values() -> None:
    assert [evaluate(e, {X: v}) for e in [X * 2] for v in (1, 5)] == [2, 10]


def test_expressions_are_hashed_by_identity() -> None:
    assert len({X, Y, X}) == 2 and (X + 1) not in {X + 1: 0}
    assert isinstance(Const(1, i32), Const)
