"""Sums and ranges of expressions against their values."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from tik.ir import Element, Expr, Tensor, Var
from tik.ir.expr import binary, evaluate
from tik.schedule.affine import EVERYTHING, affine, bounds
from tik.types.dtypes import i32
from tik.types.scopes import Scope

I, J = Var(i32, "i", "loop"), Var(i32, "j", "loop")
RANGES = {I.number: (0, 3), J.number: (-2, 2)}
OPS = ["add", "sub", "mul", "min", "max", "mod", "div", "shl", "shr", "and", "lt", "le", "eq", "ne"]

leaves = st.one_of(st.sampled_from([I, J]), st.integers(-5, 9))
exprs = st.recursive(
    leaves,
    lambda inner: (
        st.tuples(st.sampled_from(OPS[:5]), inner, inner).map(lambda t: binary(*t))
        | st.tuples(st.sampled_from(OPS[5:9]), inner, st.integers(1, 5)).map(lambda t: binary(*t))
        | st.tuples(st.sampled_from(OPS[10:]), inner, inner).map(lambda t: binary(*t))
    ),
    max_leaves=6,
)


@given(exprs)
def test_bounds_hold(x: Expr | int) -> None:
    low, high = bounds(x, RANGES)
    for i, j in itertools.product(range(4), range(-2, 3)):
        value = evaluate(x, {I: i, J: j})
        assert value is not None
        assert low <= value <= high


def test_sums() -> None:
    found = affine((I * 4 + J) * 8 - I * 2 + 5)
    assert found is not None
    assert found.constant == 5
    assert {t.variables: t.coefficient for t in found.terms} == {(I.number,): 30, (J.number,): 8}


def test_what_is_no_sum_is_an_atom() -> None:
    one, two = affine(I % 3 * 4 + 1), affine(I % 3 * 4 + 9)
    assert one is not None and two is not None
    assert one.terms == two.terms
    assert one.terms[0].variables == (I.number,)
    cancelled = affine(I * 4 - I * 4)
    assert cancelled is not None and cancelled.terms == ()


def test_memory_is_not_known() -> None:
    e = Element(Tensor("t", i32, Scope.UB, [8], 32), 0, i32)
    assert affine(e + I) is None
    assert bounds(e, {}) == EVERYTHING
    assert bounds(binary("min", e, 7), {}) == (float("-inf"), 7)
