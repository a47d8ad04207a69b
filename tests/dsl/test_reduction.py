"""Whole reductions: values of the emitted stages, work tensor sizes (case O05)."""

from typing import Any

import numpy as np
import pytest

from tik.dsl import Builder
from tik.dsl.reduction import stages
from tik.ir import Instr
from tik.types.dtypes import f16, f32
from tik.types.errors import TikError

from .conftest import Interpreter


def reduce(x: np.ndarray, call: str, mask: Any = None, at: int = 0, **more: Any) -> np.ndarray:
    """dst (7 everywhere before) after one reduction of the rows of x, a repeat each."""
    repeats, lanes = x.shape
    t = Builder("Ascend910B1")
    src = t.Tensor("float32", x.shape, "UB", "src")
    work = t.Tensor("float32", (4 * repeats + 64,), "UB", "work")
    dst = t.Tensor("float32", (16,), "UB", "dst")
    getattr(t, call)(mask or lanes, dst[at:], src, work, repeats, 8, **more)
    assert not t.errors, t.errors[0]
    run = Interpreter(src=x.ravel(), work=np.full(4 * repeats + 64, np.nan, np.float32), dst=np.full(16, 7, np.float32))
    run.run(t.body)
    return run.bytes["dst"].view(np.float32)


@pytest.mark.parametrize("repeats", [1, 2, 63, 64, 65, 300])
def test_sum_writes_one_element(repeats: int) -> None:
    x = (np.arange(repeats * 64, dtype=np.float32) % 5).reshape(repeats, 64)
    assert reduce(x, "vec_reduce_add").tolist() == [x.sum(dtype=np.float64)] + [7] * 15
    assert reduce(x, "vec_reduce_add", mask=3)[0] == x[:, :3].sum()


def test_sum_is_pairwise_between_repeats() -> None:
    """2**24 + 1 - 2**24 + 1: pairs of repeats give 2**24 and 1 - 2**24, so 1; in sequence the first 1 would be lost: 1 too;
    swapped, (1 + 1) + (2**24 - 2**24) keeps both."""
    x = np.zeros((4, 64), np.float32)
    x[:, 0] = 1, 1, 2**24, -(2**24)
    assert reduce(x, "vec_reduce_add")[0] == 2
    x[:, 0] = 1, 2**24, 1, -(2**24)
    assert reduce(x, "vec_reduce_add")[0] == 1  # (1 + 2**24 = 2**24) + (1 - 2**24 = -16777215)


@pytest.mark.parametrize("repeats", [1, 2, 31, 32, 33, 70])
@pytest.mark.parametrize("call", ["vec_reduce_max", "vec_reduce_min"])
def test_best_and_its_number(call: str, repeats: int) -> None:
    x = np.random.default_rng(repeats).permutation(repeats * 64).astype(np.float32).reshape(repeats, 64)
    best = x.max() if call == "vec_reduce_max" else x.min()
    number = x.argmax() if call == "vec_reduce_max" else x.argmin()
    assert reduce(x, call).tolist() == [best] + [7] * 15
    out = reduce(x, call, cal_index=True)
    assert out[0] == best and out[1:2].view(np.uint32)[0] == number and (out[2:] == 7).all()


def test_first_of_equals_wins() -> None:
    x = np.zeros((40, 64), np.float32)
    x[7, 3] = x[7, 5] = x[30, 0] = 1
    assert reduce(x, "vec_reduce_max", cal_index=True)[1:2].view(np.uint32)[0] == 7 * 64 + 3


def test_unaligned_destination() -> None:
    x = np.arange(128, dtype=np.float32).reshape(2, 64)
    assert reduce(x, "vec_reduce_max", at=3).tolist() == [7, 7, 7, 127] + [7] * 12
    assert reduce(x, "vec_reduce_add", at=3)[3] == 127 * 64


def test_o05_work_tensor_too_small() -> None:
    t = Builder("Ascend910B1")
    x, work = t.Tensor("float16", (16, 64), "UB", "x"), t.Tensor("float16", (16, 1), "UB", "work")
    t.vec_reduce_max(64, t.Tensor("float16", (16,), "UB", "dst"), x, work, 16, 4)
    (error,) = t.errors
    assert error.code == "TIK-MEM03"
    assert error.message == "work_tensor of vec_reduce_max has 16 elements, 32 are needed"
    assert not any(isinstance(stmt, Instr) for stmt in t.body)


def test_o05_big_enough() -> None:
    """x = -(1 + arange % 7): the largest of every row is -1."""
    x = -(1 + np.arange(16 * 64, dtype=np.float32) % 7).reshape(16, 64)
    assert reduce(x, "vec_reduce_max")[0] == -1
    for row in x:
        assert reduce(row.reshape(1, 64), "vec_reduce_max")[0] == -1


@pytest.mark.parametrize(
    ("call", "repeats", "more", "need"),
    [
        ("vec_reduce_add", 100, {}, 100),
        ("vec_reduce_max", 100, {}, 200),
        # f32: 100 pairs fill 200 elements; 4 repeats of 32 pairs give 4 pairs (8 elements), those one pair (2 elements)
        ("vec_reduce_min", 100, {"cal_index": True}, 210),
    ],
)
def test_room_needed(call: str, repeats: int, more: dict[str, Any], need: int) -> None:
    for room in (need, need - 1):
        t = Builder("Ascend910B1")
        x, dst = t.Tensor("float32", (repeats, 64), "UB", "x"), t.Tensor("float32", (8,), "UB", "dst")
        getattr(t, call)(64, dst, x, t.Tensor("float32", (room,), "UB", "work"), repeats, 8, **more)
        assert [error.code for error in t.errors] == ([] if room == need else ["TIK-MEM03"])
        if room != need:
            assert f"{need} are needed" in t.errors[0].message


def test_stages() -> None:
    assert stages(1, f32) == [(0, 1)]
    assert stages(100, f32) == [(0, 100), (200, 4), (208, 1)]
    assert stages(64, f16) == [(0, 64), (128, 1)]
    assert stages(65, f16) == [(0, 65), (144, 2), (160, 1)]  # 130 elements round up to 9 blocks of 16


def test_stages_order_themselves_where_the_scheduler_is_off(t: Builder) -> None:
    x, work = t.Tensor("float32", (70, 64), "UB", "x"), t.Tensor("float32", (512,), "UB", "work")
    with t.new_stmt_scope(disable_sync=True):
        t.vec_reduce_add(64, x, x, work, 70, 8)
    made = [s.op.mnemonic for s in t.body[-1].body if isinstance(s, Instr)]  # type: ignore[union-attr]
    assert made == ["vcadd", "pipe_barrier", "vcadd", "pipe_barrier", "vcadd", "pipe_barrier", "vcadd"]


@pytest.mark.parametrize(
    ("repeats", "message"),
    [(0, "repeat_times is 0, possible are 1..4095"), (4096, "repeat_times is 4096, possible are 1..4095")],
)
def test_repeats(t: Builder, repeats: int, message: str) -> None:
    x = t.Tensor("float16", (64,), "UB", "x")
    t.vec_reduce_add(64, x, x, x, repeats, 8)
    assert t.errors[0].message == message


def test_what_is_not_there(t: Builder) -> None:
    x, n = t.Tensor("float16", (64,), "UB", "x"), t.Scalar("int32")
    t.vec_reduce_add(64, x, x, x, n, 8)
    t.vec_reduce_add(64, x, x, 3, 1, 8)
    t.vec_reduce_add(64, x, x, t.Tensor("float32", (64,), "UB", "w"), 1, 8)
    t.vec_reduce_max(64, x, x, t.Tensor("float16", (64,), "L1", "w"), 1, 8)
    assert [error.code for error in t.errors] == ["TIK-CHIP01", "TIK-TYPE02", "TIK-TYPE01", "TIK-TYPE03"]
    old = Builder("Ascend910A")
    y = old.Tensor("float32", (64,), "UB", "y")
    old.vec_reduce_max(64, y, y, y, 1, 8)
    assert old.errors[0].message == "Ascend910A has no vec_reduce_max of f32"
    with pytest.raises(TikError):
        old.program("k", [], [])
