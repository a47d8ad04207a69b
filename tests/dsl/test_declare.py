"""Declarations of tensors and scalars."""

import logging

import numpy as np
import pytest

from tik.dsl import Builder
from tik.ir import Alloc
from tik.types.errors import TikError
from tik.types.scopes import Scope


def test_positional_and_keyword_forms(t: Builder) -> None:
    a = t.Tensor("float16", (4, 16), "local.UB", "a")
    b = t.Tensor("float16", [4, 16], name="b", scope="local.UB")
    assert a.shape == b.shape == [4, 16] and a.tensor.nbytes == 128
    assert [stmt.tensor for stmt in t.body if isinstance(stmt, Alloc)] == [a.tensor, b.tensor]


@pytest.mark.parametrize(
    ("name", "scope"), [("global", Scope.GM), ("local.L1", Scope.L1), ("UB", Scope.UB), (Scope.L0C, Scope.L0C)]
)
def test_scope_names(t: Builder, name: str, scope: Scope) -> None:
    assert t.Tensor("float32", (16,), name, "x").tensor.scope is scope


def test_unknown_names_are_refused_at_once(t: Builder) -> None:
    with pytest.raises(TikError, match="no dtype 'flot16'") as caught:
        t.Tensor("flot16", (16,), "local.UB", "x")
    assert caught.value.hint is not None and "float16" in caught.value.hint
    with pytest.raises(TikError, match=r"no memory scope 'local\.ub'"):
        t.Tensor("float16", (16,), "local.ub", "x")


def test_integral_float_dimensions(t: Builder) -> None:
    assert t.Tensor("float16", (32 / 2, 4.0), "local.UB", "x").shape == [16, 4]


@pytest.mark.parametrize("shape", [(0,), (4, -1), (2.5,), ("n",)])
def test_wrong_dimensions_are_collected(t: Builder, shape: tuple[object, ...]) -> None:
    t.Tensor("float16", shape, "local.UB", "x")
    assert len(t.errors) == 1


def test_larger_than_the_memory(t: Builder) -> None:
    t.Tensor("float32", (48000,), "local.UB", "fits")
    assert not t.errors  # O02: 192000 of 196608 bytes; two copies are the planner's to refuse
    t.Tensor("float32", (50000,), "local.UB", "x")
    assert t.errors[0].message == "x needs 200000 bytes of UB, Ascend910B1 has 196608"


def test_memory_the_chip_lacks() -> None:
    t = Builder("Ascend910A")
    t.Tensor("float32", (16,), "local.BT", "x")
    t.Tensor("bfloat16", (16,), "local.UB", "y")
    assert [error.message for error in t.errors] == ["Ascend910A has no BT", "Ascend910A has no bfloat16"]


def test_run_time_shapes(t: Builder) -> None:
    n = t.InputScalar("int32", "n")
    gm = t.Tensor("float16", (n, 16), "global", "gm")
    assert gm.tensor.nbytes is None and repr(gm.shape) == "[n, 16]"
    assert t.Tensor("float16", (n,), "local.UB", "x", max_mem_size=1024).tensor.nbytes == 1024
    assert not t.errors
    t.Tensor("float16", (n,), "local.UB", "y")
    assert t.errors[0].hint == "say how many bytes to reserve: max_mem_size=..."


def test_pinned_addresses(t: Builder) -> None:
    x = t.Tensor("float16", (16,), "local.UB", "x", start_addr=1024)
    assert x.tensor.pinned and x.tensor.address == 1024 and not t.errors
    t.Tensor("float16", (16,), "local.UB", "y", start_addr=16)
    t.Tensor("float16", (32,), "local.UB", "z", start_addr=196608 - 32)
    assert [error.code for error in t.errors] == ["TIK-ALIGN01", "TIK-MEM01"]


def test_constant_tables(t: Builder) -> None:
    t.Tensor("int16", (2, 2), "global", "table", init_value=[[1, 2], [3, 4]])
    t.Tensor("float32", (4,), "global", "ones", init_value=1)
    assert [data for _, data in t.constants] == [
        np.array([1, 2, 3, 4], np.int16).tobytes(),
        np.ones(4, np.float32).tobytes(),
    ]
    t.Tensor("int16", (4,), "global", "short", init_value=[1, 2])
    assert t.errors[0].message == "init_value of short has 2 elements, its shape [4] has 4"


def test_gm_inside_a_scope_warns_and_belongs_to_the_kernel(t: Builder, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "tik"), t.new_stmt_scope():
        gm = t.Tensor("float32", (64,), "global", "gm")
    assert gm.tensor.alive and "GM tensor gm is declared inside a scope" in caplog.text


def test_what_is_left_of_a_memory() -> None:
    t = Builder("Ascend910A")
    t.Tensor("float16", (1000,), "local.UB", "x")
    with t.new_stmt_scope():
        t.Tensor("int8", (33,), "local.UB", "y")
        assert t.get_available_buffer_size("local.UB") == 262144 - 2016 - 64  # whole blocks
    assert t.get_available_buffer_size(buffer_scope="local.UB") == 262144 - 2016
    assert t.get_available_buffer_size("local.L1") == 1024 * 1024
