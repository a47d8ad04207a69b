"""The life of tensors, and how far instructions may reach."""

from collections.abc import Callable

import pytest

from tik.dsl import SCOPES, Builder, TensorView
from tik.types.scopes import Scope

UB = Callable[..., TensorView]


def test_every_scope_has_a_name() -> None:
    assert set(SCOPES.values()) == set(Scope)
    assert SCOPES["local.L0C"] is SCOPES["L0C"] is Scope.L0C


@pytest.mark.parametrize(
    ("elements", "scope", "limit"), [(10, "local.UB", 64), (8, "local.UB", 32), (10, "global", 96), (8, "global", 64)]
)
def test_limit(t: Builder, elements: int, scope: str, limit: int) -> None:
    """Memory comes in whole 32-byte blocks; GM has a guard block more (decision 6)."""
    assert t.Tensor("float32", (elements,), scope, "x").tensor.limit == limit


def test_tensors_die_with_their_block(t: Builder, ub: UB) -> None:
    outer = ub(64)
    with t.for_range(0, 4):
        inner = ub(64)
        with t.if_scope(True):
            t.vec_abs(64, inner, outer, 1, 8, 8)
            assert inner.tensor.alive
        assert inner.tensor.alive
    assert outer.tensor.alive and not inner.tensor.alive and not t.errors


def test_use_after_the_block(t: Builder, ub: UB) -> None:
    with t.new_stmt_scope():
        x = ub(64)
    t.vec_abs(64, x, x, 1, 8, 8)
    x[0] = 1
    t.Scalar("float32").set_as(x[0])
    assert [error.message for error in t.errors] == ["ub is used after its scope has ended"] * 3


def test_o03_scopes_of_unrolled_loops(t: Builder, ub: UB) -> None:
    """Tensors of one trip are gone in the next: names may repeat."""
    for _ in range(19):
        with t.new_stmt_scope():
            t.vec_conv(64, "", ub(8192), ub(8192, "float16"), 1, 8, 4)
    assert not t.errors and not any(frame.tensors for frame in t.frames)
