"""Loops, branches, scopes and the launch over cores (tik_api §5)."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tik
from tik.dsl import Builder, TensorView
from tik.ir import Block, Exit, For, If
from tik.types.dtypes import i32
from tik.types.errors import TikError

UB = Callable[..., TensorView]


def messages(t: Builder) -> list[str]:
    return [error.message for error in t.errors]


def test_loop(t: Builder, ub: UB) -> None:
    with t.for_range(2, 10, name="row", thread_num=2) as row:
        t.vec_abs(64, ub(64), ub(64), 1, 8, 8)
    (loop,) = t.body
    assert isinstance(loop, For) and loop.var is row
    assert (row.name, row.dtype, row.kind, row.upper) == ("row", i32, "loop", 10)
    assert (loop.begin, loop.end, loop.copies, len(loop.body)) == (2, 10, 2, 3)


@pytest.mark.parametrize(("threads", "copies"), [(0, 1), (1, 1), (2, 2), (4, 4)])
def test_copies(t: Builder, threads: int, copies: int) -> None:
    with t.for_range(0, 4, thread_num=threads):
        pass
    assert t.body[0].copies == copies  # type: ignore[union-attr]


def test_run_time_and_float_bounds(t: Builder, ub: UB) -> None:
    n = t.Scalar("int32", "n")
    with t.for_range(n + 1, n * 2), t.for_range(0, 7.9), t.for_range(3, 3):
        pass
    with t.for_range(0, ub(8, "int32")[2]):
        pass
    outer = t.body[0]
    assert isinstance(outer, For) and repr(outer.end) == "(n * 2)" and outer.var.upper is None
    assert outer.body[0].end == 7  # type: ignore[union-attr]
    assert repr(t.body[-1].end) == "ub[8 B]" and not t.errors  # type: ignore[union-attr]


def test_wrong_bounds(t: Builder) -> None:
    with t.for_range(4, 2):
        pass
    with t.for_range(0, 4, thread_num=5):
        pass
    assert messages(t) == [
        "for_range(4, 2): a loop runs from 0 or more up to its end",
        "thread_num is 5, possible are 0..4",
    ]


# ------------------------------------------------------------------------------------------------------- over cores


def test_block_loop_is_the_launch(t: Builder) -> None:
    with t.for_range(0, 48, name="core", block_num=48) as core:
        pass
    assert core is t.block and core.name == "core" and t.block_count == 48 and core.upper == 48
    assert isinstance(t.body[0], Block) and not t.errors
    t.Scalar("int32").set_as(core + 1)  # the variable stays usable after its block (tik_api §19.2)
    assert not t.errors


def test_run_time_block_number(t: Builder) -> None:
    n = t.InputScalar("int32", "n")
    with t.for_range(0, n, block_num=n):
        pass
    assert t.block_count is n and not t.errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"begint": 0, "endt": 8, "block_num": 4}, "block_num=4 asks for for_range(0, 4), not (0, 8)"),
        ({"begint": 1, "endt": 4, "block_num": 4}, "block_num=4 asks for for_range(0, 4), not (1, 4)"),
        (
            {"begint": 0, "endt": 4, "block_num": 4, "thread_num": 2},
            "block_num and thread_num cannot stand in one loop",
        ),
        (
            {"begint": 0, "endt": 65536, "block_num": 65536},
            "block_num is 65536; an integer 1..65535 or a Scalar is possible",
        ),
    ],
)
def test_wrong_block_loops(t: Builder, arguments: dict[str, Any], message: str) -> None:
    with t.for_range(**arguments):
        pass
    assert messages(t) == [message]


def test_one_block_loop(t: Builder) -> None:
    with t.for_range(0, 2, block_num=2):
        pass
    with t.for_range(0, 2, block_num=2):
        pass
    assert messages(t) == ["a kernel has one loop with block_num, and no loop around it"]


def test_block_loop_inside_a_loop(t: Builder) -> None:
    with t.for_range(0, 2), t.for_range(0, 2, block_num=2):
        pass
    assert messages(t) == ["a kernel has one loop with block_num, and no loop around it"]


# --------------------------------------------------------------------------------------------------------- branches


def test_if_elif_else(t: Builder) -> None:
    n = t.Scalar("int32", "n")
    with t.if_scope(n > 2):
        n.set_as(1)
    with t.elif_scope(n > 1):
        n.set_as(2)
    with t.elif_scope(n):
        n.set_as(3)
    with t.else_scope():
        n.set_as(4)
    (outer,) = t.body
    assert isinstance(outer, If)
    seen = []
    branch: If | None = outer
    while branch is not None:
        seen.append((repr(branch.cond), branch.then[0].value))  # type: ignore[union-attr]
        rest = branch.orelse
        branch = rest[0] if isinstance(rest[0], If) else None
    assert seen == [("(2 < n)", 1), ("(1 < n)", 2), ("(n != 0)", 3)] and rest[0].value == 4  # type: ignore[union-attr]
    assert not t.errors


def test_else_belongs_to_its_own_level(t: Builder) -> None:
    with t.if_scope(True):
        with t.if_scope(False):
            pass
        with t.else_scope():
            pass
    with t.else_scope():
        t.tik_return()
    outer = t.body[0]
    assert isinstance(outer, If) and isinstance(outer.orelse[0], Exit) and not t.errors


def test_python_bools_and_elements_as_conditions(t: Builder, ub: UB) -> None:
    with t.if_scope(ub(8, "int32")[0]):
        pass
    assert repr(t.body[-1].cond) == "(ub[0 B] != 0)"  # type: ignore[union-attr]


def test_else_without_if(t: Builder, ub: UB) -> None:
    with t.else_scope():
        t.tik_return()
    with t.if_scope(True):
        pass
    t.tik_return()
    with t.elif_scope(True):
        pass
    with t.if_scope(True):
        pass
    with t.else_scope():
        pass
    with t.else_scope():
        pass
    assert messages(t) == [
        "else_scope without an if_scope directly before it",
        "elif_scope without an if_scope directly before it",
        "else_scope without an if_scope directly before it",
    ]


# -------------------------------------------------------------------------------------------------- scopes and exits


def test_scope_without_synchronisation(t: Builder) -> None:
    with t.new_stmt_scope(disable_sync=True):
        assert t.unsynchronised
        with t.new_stmt_scope(), t.new_stmt_scope(disable_sync=True):
            pass
    assert not t.unsynchronised and t.body[0].no_sync  # type: ignore[union-attr]
    assert messages(t) == ["new_stmt_scope(disable_sync=True) inside another one"]


def test_break_and_continue(t: Builder) -> None:
    with t.for_range(0, 4):
        with t.if_scope(True):
            t.tik_break()
        t.tik_continue()
    assert t.body[0].body[-1].kind == "continue" and not t.errors  # type: ignore[union-attr]


def test_break_where_it_cannot_be(t: Builder) -> None:
    t.tik_break()
    with t.for_range(0, 2, block_num=2):
        t.tik_continue()
    with t.for_range(0, 2, thread_num=2):
        t.tik_break()
    assert messages(t) == [
        "tik_break outside a loop",
        "tik_continue cannot leave a loop over cores",
        "tik_break cannot leave a loop with thread_num=2",
    ]


def test_scopes_close_on_any_exception(t: Builder, ub: UB) -> None:
    with pytest.raises(KeyboardInterrupt), t.for_range(0, 2), t.if_scope(True), t.new_stmt_scope():
        x = ub(64)
        raise KeyboardInterrupt
    assert len(t.frames) == 1 and t.body is t.frames[0].body and not x.tensor.alive
    with pytest.raises(TikError), t.for_range(0, 2):
        t.vec_div(1)
    t.tik_return()
    assert len(t.frames) == 1 and isinstance(t.body[-1], Exit)


def test_several_loops_at_once(t: Builder) -> None:
    with t.multi_for_range([0, 1], [4, 5], ["i", "j"], ["int32", "int64"]) as (i, j):
        t.Scalar("int32", init_value=i + j)
    (outer,) = t.body
    assert isinstance(outer, For) and outer.var is i and (outer.begin, outer.end) == (0, 4)
    inner = outer.body[0]
    assert isinstance(inner, For) and inner.var is j and (inner.begin, inner.end, j.dtype.name) == (1, 5, "int64")
    for wrong in [(0, 4), ([0], [1, 2]), ([], []), ([0, 0], [2, 2], ["i"])]:
        with pytest.raises(TikError, match="multi_for_range"):
            t.multi_for_range(*wrong)


def test_blocks_the_kernel_counts_itself(t: Builder) -> None:
    n = t.Scalar("int32", "n", 5)
    with t.for_range(0, n, block_num=n, name="b") as b:
        pass
    loop = t.body[-1]
    assert isinstance(loop, For) and loop.var is b and loop.begin is t.block and loop.end is n
    assert loop.step == t.block_count == t.chip.aicore_num and t.has_block_loop


@pytest.mark.parametrize("blocks", [1, 8, 30])
def test_cores_share_blocks_the_kernel_counts_itself(blocks: int) -> None:
    t = tik.Tik(chip="Ascend310P3")
    y, table = t.Tensor("float32", (240,), "global", "y"), t.Tensor("int32", (8,), "global", "tiling")
    u, read = t.Tensor("float32", (8,), "local.UB", "u"), t.Tensor("int32", (8,), "local.UB", "read")
    t.data_move(read, table, 0, 1, 1, 0, 0)
    n = t.Scalar("int32", init_value=read[0])
    with t.for_range(0, n, block_num=n) as b:
        t.vec_dup(8, u, 1.0, 1, 8)
        t.data_move(y[b * 8], u, 0, 1, 1, 0, 0)
    t.BuildCCE("shared", [], [y], flowtable=[table])
    report = t.kernel.run([], tiling=[blocks], initial={"y": np.zeros(240, np.float32)})
    assert report.outputs[0].sum() == 8 * blocks and not report.hazards


def test_the_block_index_outlives_its_loop() -> None:
    t = tik.Tik(chip="Ascend310P3")
    y, u = t.Tensor("int32", (16,), "global", "y"), t.Tensor("int32", (8,), "local.UB", "u")
    t.vec_dup(8, u, 7, 1, 8)  # on every core
    with t.for_range(0, 2, block_num=2) as b:
        pass
    u[1].set_as(b)
    with t.if_scope(b == 1):
        u[2].set_as(9)
    t.data_move(y[b * 8], u, 0, 1, 1, 0, 0)
    t.BuildCCE("after", [], [y])
    assert t.kernel.run([]).outputs[0].reshape(2, 8)[:, :4].tolist() == [[7, 0, 7, 7], [7, 1, 9, 7]]


def test_a_core_may_return() -> None:
    t = tik.Tik(chip="Ascend310P3")
    y, u = t.Tensor("int32", (16,), "global", "y"), t.Tensor("int32", (8,), "local.UB", "u")
    with t.for_range(0, 2, block_num=2) as b:
        t.vec_dup(8, u, 7, 1, 8)
        with t.if_scope(b == 1):
            t.tik_return()
        t.data_move(y[b * 8], u, 0, 1, 1, 0, 0)
    t.BuildCCE("left", [], [y])
    report = t.kernel.run([], initial={"y": np.zeros(16, np.int32)})
    assert report.outputs[0].tolist() == [7] * 8 + [0] * 8
