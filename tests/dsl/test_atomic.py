"""Atomic addition: the mode in effect at each move, and its sums (tik_api §14; case O25)."""

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import tik
from tik.chips import load_chip
from tik.dsl import Builder, TensorView
from tik.ir import Assign, Instr, Var, walk
from tik.types.errors import TikErrors


class Kernel:
    """A builder with a tensor to add to and one to add; ``done`` gives the atomic operands of the moves to GM."""

    def __init__(self, chip: str = "Ascend910B1", dtype: str = "float32") -> None:
        self.t = t = Builder(chip)
        self.out, self.ub = t.Tensor(dtype, (64,), "GM", "out"), t.Tensor(dtype, (64,), "UB", "ub")

    def move(self) -> None:
        self.t.data_move(self.out, self.ub, 0, 1, 4, 0, 0)

    def done(self) -> list[Any]:
        body = self.t.program("k", [self.out], [self.out]).body
        return [s.operand("atomic") for s in walk(body) if isinstance(s, Instr) and "atomic" in s.op.field_index]


@pytest.fixture
def k() -> Kernel:
    return Kernel()


def test_a_kernel_that_sets_nothing(k: Kernel) -> None:
    k.move()
    assert k.done() == [0] and not any(isinstance(s, Assign) for s in k.t.body)


def test_straight_code_gives_immediates(k: Kernel) -> None:
    k.move()
    k.t.set_atomic_add(1)
    k.move()
    k.t.data_move_pad(k.out, k.ub, 1, 20, 0, 0)
    k.t.set_atomic_add(0)
    k.move()
    assert k.done() == [0, 1, 1, 0]


@pytest.mark.parametrize(
    ("mode", "dtype"), [("float16", "float16"), (3, "int16"), ("int32", "int32"), (6, "bfloat16"), (True, "float32")]
)
def test_names_and_numbers(mode: Any, dtype: str) -> None:
    k = Kernel(dtype=dtype)
    k.t.set_atomic_add(mode)
    k.move()
    k.t.set_atomic_add(False)
    assert k.done() == [{"float32": 1, "float16": 2, "int16": 3, "int32": 4, "bfloat16": 6}[dtype]]


def test_a_loop_that_turns_it_off_again(k: Kernel) -> None:
    with k.t.for_range(0, 4), k.t.for_range(0, 2):
        k.t.set_atomic_add(1)
        k.move()
        k.t.set_atomic_add(0)
        k.move()
    assert k.done() == [1, 0]


def test_a_mode_around_loops_and_branches(k: Kernel) -> None:
    k.t.set_atomic_add(1)
    with k.t.for_range(0, 4) as i, k.t.if_scope(i > 2):
        k.move()
    k.move()
    assert k.done() == [1, 1]


def test_where_ways_meet_it_is_a_register_that_starts_as_0(k: Kernel) -> None:
    with k.t.for_range(0, 4) as i:
        k.move()  # 0 in the first trip, then what the branch left
        with k.t.if_scope(i > 2):
            k.t.set_atomic_add(1)
            k.move()
        k.move()
    k.t.set_atomic_add(0)
    k.move()
    first, inside, behind, last = k.done()
    assert isinstance(first, Var) and behind is first and (inside, last) == (1, 0)
    start = k.t.frames[0].body[0]
    assert isinstance(start, Assign) and (start.var, start.value) == (first, 0)


def test_both_branches_may_agree(k: Kernel) -> None:
    with k.t.for_range(0, 4) as i:
        with k.t.if_scope(i > 2):
            k.t.set_atomic_add(1)
        with k.t.else_scope():
            k.t.set_atomic_add(1)
        k.move()
        k.t.set_atomic_add(0)
    assert k.done() == [1]


@pytest.mark.parametrize(
    ("exit", "known"), [("tik_break", (0, False)), ("tik_continue", (False, False)), ("tik_return", (0, 0))]
)
def test_ways_out_of_a_loop(k: Kernel, exit: str, known: tuple[Any, ...]) -> None:
    """The first move stands at the head of the loop, the second behind it: False says that the mode is not known there."""
    with k.t.for_range(0, 4) as i:
        k.move()
        k.t.set_atomic_add(1)
        with k.t.if_scope(i > 2):
            getattr(k.t, exit)()
        k.t.set_atomic_add(0)
    k.move()
    assert [x if isinstance(x, int) else False for x in k.done()] == list(known)


def test_a_mode_of_another_dtype(k: Kernel) -> None:
    k.t.set_atomic_add("int32")
    k.move()
    with pytest.raises(TikErrors) as caught:
        k.done()
    (error,) = caught.value.errors
    assert (error.code, error.message) == (
        "TIK-TYPE01",
        "mov_ub_gm: the atomic add in effect is of i32, the operands are f32",
    )
    assert error.hint == "give set_atomic_add the mode of this dtype, or switch it off before this move: set_atomic_add(0)"
    assert error.position is not None and "test_atomic.py" in error.position.short


@pytest.mark.parametrize(
    ("chip", "mode", "message"),
    [
        ("Ascend910A", 2, "Ascend910A has no set_atomic_add of f16"),
        ("Ascend310P3", "int16", "Ascend310P3 has no set_atomic_add of i16"),
        ("Ascend310", 1, "Ascend310 has no set_atomic_add of f32"),
        ("Ascend910B1", 7, "mode of set_atomic_add is 7"),
        ("Ascend910B1", "float64", "mode of set_atomic_add is 'float64'"),
    ],
)
def test_what_a_chip_has_not(chip: str, mode: Any, message: str) -> None:
    t = Builder(chip)
    t.set_atomic_add(mode)
    (error,) = t.errors
    assert error.message == message and error.hint
    t.set_atomic_add(0)
    assert len(t.errors) == 1


def test_every_documented_mode_is_in_the_chip_files() -> None:
    rows = {
        name: {c[0].short for c in load_chip(name).types("atomic_add")} for name in ("Ascend910A", "Ascend310P3", "Ascend910B1")
    }
    assert rows == {
        "Ascend910A": {"f32"},
        "Ascend310P3": {"f32", "f16"},
        "Ascend910B1": {"f32", "f16", "i16", "i32", "i8", "bf16"},
    }


# ------------------------------------------------------------------------------------------------------------ end to end


def accumulate(chip: str, dtype: str = "float32", **role: Any) -> tuple[tik.Tik, TensorView]:
    """Four cores each add core + 1 to 16 elements."""
    with tik.chip(chip):
        t = tik.Tik()
        out = t.Tensor(dtype, (16,), tik.scope_gm, "out", **role)
        with t.for_range(0, 4, block_num=4) as core:
            x, value = t.Tensor(dtype, (16,), tik.scope_ubuf, "x"), t.Scalar(dtype, "value")
            value.set_as(core + 1)
            t.vec_dup(16, x, value, 1, 8)
            t.set_atomic_add(dtype)
            t.data_move(out, x, 0, 1, 16 * (4 if dtype[-2:] == "32" else 2) // 32, 0, 0)
            t.set_atomic_add(0)
        t.BuildCCE("accumulate", [] if role else [out], [out])
    return t, out


@pytest.mark.parametrize("chip", ["Ascend910A", "Ascend310P3", "Ascend910B1"])
def test_o25_atomic_add_adds_to_what_is_there(chip: str) -> None:
    """10 + 1 + 2 + 3 + 4 after the first run, 10 more after the second; the cores need no order."""
    kernel = accumulate(chip)[0].kernel
    first = kernel.run([np.full(16, 10, np.float32)])
    assert first.outputs[0].tolist() == [20] * 16 and list(first.hazards) == []
    assert kernel.run([first.outputs[0]]).outputs[0].tolist() == [30] * 16


def test_a_zeroed_output_and_one_that_nobody_cleared() -> None:
    """Case O25: who accumulates clears the output; undefined bytes that are added to stay undefined."""
    report = accumulate("Ascend910B1", is_atomic_add=True)[0].kernel.run([])
    assert report.outputs[0].tolist() == [10] * 16 and list(report.hazards) == []
    with tik.chip("Ascend910B1"):
        t = tik.Tik()
        out, x = t.Tensor("float32", (16,), tik.scope_gm, "out"), t.Tensor("float32", (16,), tik.scope_ubuf, "x")
        t.vec_dup(16, x, 1.0, 1, 8)
        t.set_atomic_add(1)
        t.data_move(out, x, 0, 1, 2, 0, 0)
        t.BuildCCE("k", [], [out])
    (hazard,) = t.kernel.run([]).hazards
    assert hazard.message == "mov_ub_gm adds to bytes nobody wrote: byte 0 of out is one"


@pytest.mark.parametrize("dtype", ["float16", "int32", "bfloat16"])
def test_sums_are_rounded_to_the_dtype(dtype: str) -> None:
    """2048 + 1 is no f16 (and 256 + 1 no bf16): each core's sum rounds to even, in the order of the cores."""
    if dtype == "bfloat16":
        kind: Any = ml_dtypes.bfloat16
    else:
        kind = np.dtype(dtype)
    with tik.chip("Ascend910B1"):
        t = tik.Tik()
        out, ones = t.Tensor(dtype, (16,), tik.scope_gm, "out"), t.Tensor(dtype, (16,), tik.scope_gm, "ones")
        with t.for_range(0, 3, block_num=3):
            x = t.Tensor(dtype, (16,), tik.scope_ubuf, "x")
            t.data_move(x, ones, 0, 1, np.dtype(kind).itemsize // 2, 0, 0)
            t.set_atomic_add(dtype)
            t.data_move(out, x, 0, 1, np.dtype(kind).itemsize // 2, 0, 0)
        t.BuildCCE("k", [ones, out], [out])
    start = np.full(16, 2**31 - 2 if dtype == "int32" else 2046 if dtype == "float16" else 254).astype(kind)
    got = t.kernel.run([np.ones(16, kind), start]).outputs[0]
    expected = {"int32": -(2**31) + 1, "float16": 2048, "bfloat16": 256}[dtype]
    assert got.astype(np.float64).tolist() == [expected] * 16


def test_a_mode_chosen_at_run_time() -> None:
    """Core 0 overwrites, the others add; a register carries the mode."""
    with tik.chip("Ascend910B1"):
        t = tik.Tik()
        out = t.Tensor("float32", (16,), tik.scope_gm, "out")
        with t.for_range(0, 4, block_num=4) as core:
            x, value = t.Tensor("float32", (16,), tik.scope_ubuf, "x"), t.Scalar("float32", "value")
            value.set_as(core + 1)
            t.vec_dup(16, x, value, 1, 8)
            with t.if_scope(core > 0):
                t.set_atomic_add(1)
            t.data_move(out, x, 0, 1, 2, 0, 0)
        t.BuildCCE("k", [], [out])
    report = t.kernel.run([])
    assert report.outputs[0].tolist() == [1 + 2 + 3 + 4] * 16
    assert {h.code for h in report.hazards} == {"TIK-SYNC03"}  # nothing makes the others wait for core 0


def test_a_move_with_a_mode_has_no_form() -> None:
    k = Kernel()
    k.move()
    k.t.set_atomic_add(1)
    k.move()
    k.done()
    forms = [s.form is None for s in k.t.body if isinstance(s, Instr)]
    assert forms[-1]
