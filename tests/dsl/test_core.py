"""Mistakes: collected once a line, twenty at most; open scopes are as before."""

from collections.abc import Callable

import pytest

from tik.chips import chip
from tik.dsl import Builder, TensorView
from tik.types.errors import TikError, TikErrors

UB = Callable[..., TensorView]


def test_current_chip() -> None:
    with chip("Ascend310P3"):
        assert Builder().chip.name == "Ascend310P3"
    assert Builder("Ascend910A").chip.name == "Ascend910A"
    with pytest.raises(TikError, match="unknown chip"):
        Builder("Ascend911")


def test_a_line_says_its_mistake_once(t: Builder, ub: UB) -> None:
    x = ub(64)
    for _ in range(100):
        t.vec_abs(65, x, x, 1, 8, 8)
    assert len(t.errors) == 1
    t.vec_abs(65, x, x, 1, 8, 8)
    assert len(t.errors) == 2


def test_the_twentieth_mistake_raises(t: Builder, ub: UB) -> None:
    x = ub(64)
    source = "\n".join(["t.vec_abs(65, x, x, 1, 8, 8)"] * 25)
    with pytest.raises(TikErrors) as caught:
        exec(compile(source, "<kernel>", "exec"), {"t": t, "x": x})
    assert len(caught.value.errors) == 20


def test_a_fatal_mistake_brings_the_others(t: Builder, ub: UB) -> None:
    t.vec_abs(65, ub(64), ub(64), 1, 8, 8)
    with pytest.raises(TikErrors) as caught:
        t.Tensor("real", (16,), "local.UB", "x")
    assert [error.code for error in caught.value.errors] == ["TIK-REPEAT02", "TIK-TYPE01"]


def test_leaving_twice_changes_nothing(t: Builder) -> None:
    scope = t.new_stmt_scope()
    with scope:
        pass
    t.leave(scope.frame)
    assert len(t.frames) == 1


def test_leaving_an_outer_scope_closes_inner_ones(t: Builder, ub: UB) -> None:
    outer, inner = t.new_stmt_scope(), t.for_range(0, 2)
    outer.__enter__()
    inner.__enter__()
    x = ub(64)
    outer.__exit__(None, None, None)
    assert len(t.frames) == 1 and not x.tensor.alive
