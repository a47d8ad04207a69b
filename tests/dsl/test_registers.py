"""Calls on the scalar pipe."""

from tik.dsl import Builder
from tik.ir import Assign


def test_min_max_abs(t: Builder) -> None:
    a, n = t.Scalar("int32", "a"), t.Scalar("int32", "n")
    t.scalar_max(a, n, 3)
    t.scalar_min(a, n, a)
    t.scalar_abs(a, n)
    assert [repr(s.value) for s in t.body if isinstance(s, Assign)] == ["max(n, 3)", "min(n, a)", "max(n, (0 - n))"]


def test_destination_must_be_a_scalar(t: Builder) -> None:
    t.scalar_max(3, 4, 5)
    t.scalar_abs(t.Scalar("int32"), "x")
    assert [error.message for error in t.errors] == ["dst of scalar_max is 3, not a Scalar", "'x' (str) is not a number"]
