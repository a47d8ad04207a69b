"""Whole reductions: values of the emitted stages, work tensor sizes (case O05)."""

from typing import Any

import numpy as np
import pytest

import tik
from tik.dsl import Builder
from tik.dsl.reduction import stages
from tik.ir import Instr
from tik.types.dtypes import f16, f32
from tik.types.errors import TikError

from .conftest import Interpreter


def reduce(x: np.ndarray, call: str, mask: Any = None, at: int = 0, chip: str = "Ascend310P3", **more: Any) -> np.ndarray:
    """dst (7 everywhere before) after one reduction of the rows of x, a repeat each."""
    repeats, lanes = x.shape
    t = Builder(chip)
    src = t.Tensor("float32", x.shape, "UB", "src")
    work = t.Tensor("float32", (4 * repeats + 64,), "UB", "work")
    dst = t.Tensor("float32", (16,), "UB", "dst")
    getattr(t, call)(mask or lanes, dst[at:], src, work, repeats, 8, **more)
    assert not t.errors, t.errors[0]
    run = Interpreter(src=x.ravel(), work=np.full(4 * repeats + 64, np.nan, np.float32), dst=np.full(16, 7, np.float32))
    run.run(t.body)
    return run.bytes["dst"].view(np.float32)


@pytest.mark.parametrize("chip", ["Ascend310P3", "Ascend910B1"])
@pytest.mark.parametrize("repeats", [1, 2, 63, 64, 65, 300])
def test_sum_writes_one_element(repeats: int, chip: str) -> None:
    x = (np.arange(repeats * 64, dtype=np.float32) % 5).reshape(repeats, 64)
    assert reduce(x, "vec_reduce_add", chip=chip).tolist() == [x.sum(dtype=np.float64)] + [7] * 15
    assert reduce(x, "vec_reduce_add", mask=3, chip=chip)[0] == x[:, :3].sum()


def test_sum_is_pairwise_between_repeats() -> None:
    """2**24 + 1 - 2**24 + 1: pairs of repeats give 2**24 and 1 - 2**24, so 1; in sequence the first 1 would be lost: 1 too;
    swapped, (1 + 1) + (2**24 - 2**24) keeps both."""
    x = np.zeros((4, 64), np.float32)
    x[:, 0] = 1, 1, 2**24, -(2**24)
    assert reduce(x, "vec_reduce_add")[0] == 2
    x[:, 0] = 1, 2**24, 1, -(2**24)
    assert reduce(x, "vec_reduce_add")[0] == 1  # (1 + 2**24 = 2**24) + (1 - 2**24 = -16777215)


def test_sum_is_in_order_on_split_chips() -> None:
    """1 + 2**24 + 1 - 2**24 from the left loses the ones; from repeat 255 on there is a second sum, added at the end."""
    x = np.zeros((258, 64), np.float32)
    x[:4, 0] = 1, 2**24, 1, -(2**24)
    assert reduce(x[:4], "vec_reduce_add", chip="Ascend910B1")[0] == 0
    assert reduce(x[:4], "vec_reduce_add")[0] == 1  # in pairs
    x[255:, 0] = 1, 2**24, 1 - 2**24  # 1 + 2**24 is 2**24, less 2**24 - 1 is 1
    assert reduce(x, "vec_reduce_add", chip="Ascend910B1")[0] == 0 + 1


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
        t = Builder("Ascend310P3")
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


def test_a_sum_in_order_needs_an_element_a_group(t: Builder) -> None:
    x = t.Tensor("float32", (511, 64), "UB", "x")
    for room in (3, 2):
        t.vec_reduce_add(64, x, x, t.Tensor("float32", (room,), "UB", "work"), 511, 8)
    (error,) = t.errors
    assert error.message == "work_tensor of vec_reduce_add has 2 elements, 3 are needed"
    assert error.details[0].startswith("one partial sum for each of 3 groups of 255;")


def test_stages_order_themselves_where_the_scheduler_is_off() -> None:
    t = Builder("Ascend310P3")
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
    x = t.Tensor("float16", (64,), "UB", "x")
    t.vec_reduce_add(64, x, x, 3, 1, 8)
    t.vec_reduce_add(64, x, x, t.Tensor("float32", (64,), "UB", "w"), 1, 8)
    t.vec_reduce_max(64, x, x, t.Tensor("float16", (64,), "L1", "w"), 1, 8)
    assert [error.code for error in t.errors] == ["TIK-TYPE02", "TIK-TYPE01", "TIK-TYPE03"]
    old = Builder("Ascend910A")
    y = old.Tensor("float32", (64,), "UB", "y")
    old.vec_reduce_max(64, y, y, y, 1, 8)
    assert old.errors[0].message == "Ascend910A has no vec_reduce_max of f32"
    with pytest.raises(TikError):
        old.program("k", [], [])


# ---------------------------------------------------------------------------------------------------- whole kernels
def kernel(chip: str, call: str, dtype: str, repeats: int, run_time: bool, mask: Any = None, **more: Any) -> Any:
    """out[0..16) after one reduction of ``repeats`` of the 300 rows of x, 7 everywhere before; at run time from n."""
    t = tik.Tik(chip=chip)
    lanes, block = (128, 16) if dtype == "float16" else (64, 8)
    x, out = t.Tensor(dtype, (300, lanes), tik.scope_gm, "x"), t.Tensor(dtype, (16,), tik.scope_gm, "out")
    n = t.InputScalar("int32", "n")
    rows, work, dst = (
        t.Tensor(dtype, (k,), tik.scope_ubuf, name) for k, name in ((300 * lanes, "rows"), (768, "w"), (16, "d"))
    )
    t.data_move(rows, x, 0, 1, 300 * 8, 0, 0)
    t.vec_dup(16, dst, 7, 1, 8)
    count = n if run_time else repeats
    getattr(t, call)(mask(t) if mask else lanes, dst[3], rows, work, count, 8, **more)
    t.data_move(out, dst, 0, 1, 16 // block, 0, 0)
    t.BuildCCE(kernel_name="k", inputs=[x], outputs=[out], flowtable=[n])
    return t.kernel


@pytest.mark.parametrize(
    ("chip", "call", "dtype", "more"),
    [
        ("Ascend910B1", "vec_reduce_add", "float32", {}),
        ("Ascend910A", "vec_reduce_add", "float32", {}),
        ("Ascend910A", "vec_reduce_add", "float16", {}),
        ("Ascend310P3", "vec_reduce_max", "float32", {}),
        ("Ascend910A", "vec_reduce_min", "float16", {}),
        ("Ascend910B1", "vec_reduce_max", "float32", {"cal_index": True}),
        ("Ascend910A", "vec_reduce_max", "float16", {"cal_index": True}),
    ],
)
def test_a_run_time_number_of_repeats_gives_the_same_bits(chip: str, call: str, dtype: str, more: dict[str, Any]) -> None:
    """At run time 0 (nothing happens) to 300; the sanitizer has nothing to say."""
    kind = np.float16 if dtype == "float16" else np.float32
    x = np.random.default_rng(5).standard_normal((300, 256 // np.dtype(kind).itemsize)).astype(kind)
    one = kernel(chip, call, dtype, 0, True, **more)
    for n in (0, 1, 64, 129, 256, 300):
        report = one.run([x], tiling=n)
        assert not report.hazards, report.hazards[0]
        got = report.outputs["out"]
        if n == 0:
            assert (got == 7).all()
            continue
        fixed = kernel(chip, call, dtype, n, False, **more).run([x], tiling=0)
        assert not fixed.hazards
        np.testing.assert_array_equal(got.view(np.uint8), fixed.outputs["out"].view(np.uint8))
        if more:
            assert got[4:5].view(np.uint16 if kind is np.float16 else np.uint32)[0] == x[:n].argmax()
        if call != "vec_reduce_add":
            assert got[3] == (x[:n].max() if call == "vec_reduce_max" else x[:n].min())


def test_masks_of_scalars() -> None:
    """[high, low] with a Scalar: lanes 0 and 5 of each of 3 repeats."""

    def mask(t: tik.Tik) -> list[Any]:
        low = t.Scalar("uint64", "low", 0b100001)
        return [0, low]

    x = np.arange(300 * 64, dtype=np.float32).reshape(300, 64)
    for call in ("vec_reduce_add", "vec_reduce_max"):
        report = kernel("Ascend910B1", call, "float32", 3, False, mask).run([x], tiling=0)
        assert not report.hazards
        lanes = x[:3, [0, 5]]
        assert report.outputs["out"][3] == (lanes.sum() if call == "vec_reduce_add" else lanes.max())


def test_o26_nan_wins_in_reductions() -> None:
    """Case O26: maximum and its number of [NaN, 6, 8] and [6, NaN, 8]: NaN, and where it is, as numpy has it."""
    for row in ([np.nan, 6, 8], [6, np.nan, 8]):
        x = np.zeros((300, 64), np.float32)
        x[0, :3] = row
        for call, numpy in (("vec_reduce_max", np.argmax), ("vec_reduce_min", np.argmin)):
            got = (
                kernel("Ascend910B1", call, "float32", 1, False, lambda t: 3, cal_index=True).run([x], tiling=0).outputs["out"]
            )
            assert np.isnan(got[3]) and got[4:5].view(np.uint32)[0] == numpy(row) == row.index(np.nan)


@pytest.mark.parametrize(("chip", "dtype"), [("Ascend910A", "float16"), ("Ascend310P3", "float32"), ("Ascend910B1", "float32")])
def test_max_cnt_index(chip: str, dtype: str) -> None:
    """Two repeats: the largest lane, how often it occurs, and the number of the first; pairs as ever."""
    t = tik.Tik(chip=chip)
    lanes = 128 if dtype == "float16" else 64
    x, out = t.Tensor(dtype, (2, lanes), tik.scope_gm, "x"), t.Tensor("int32", (8,), tik.scope_gm, "out")
    rows, pairs = t.Tensor(dtype, (2, lanes), tik.scope_ubuf, "rows"), t.Tensor(dtype, (16,), tik.scope_ubuf, "pairs")
    found = t.Tensor("int32", (8,), tik.scope_ubuf, "found")
    t.vec_dup(8, found, 0, 1, 8)
    t.data_move(rows, x, 0, 1, 16, 0, 0)
    value, count, index = t.Scalar(dtype, "value"), t.Scalar("int64", "count"), t.Scalar("uint32", "index")
    t.vcmax(lanes, pairs, rows, 2, 1, 1, 8, max_cnt_index=[value, count, index])
    least = t.Scalar(dtype, "least")
    t.vcmin(lanes, pairs, rows, 2, 1, 1, 8, 0, False, [least])
    for i, scalar in enumerate((value, count, index, least)):
        found[i].set_as(scalar)
    t.data_move(out, found, 0, 1, 1, 0, 0)
    t.BuildCCE(kernel_name="k", inputs=[x], outputs=[out])
    data = np.zeros((2, lanes), np.float16 if dtype == "float16" else np.float32)
    data[0, 7] = data[1, 2] = data[1, 3] = 9
    data[1, 5] = -4
    report = t.kernel.run([data])
    assert report.outputs[0].tolist() == [9, 3, 7, -4, 0, 0, 0, 0] and not report.hazards


def test_max_cnt_index_takes_scalars_of_the_dtype(t: Builder) -> None:
    x = t.Tensor("float32", (64,), "UB", "x")
    t.vcmax(64, x, x, 1, 1, 1, 8, max_cnt_index=[3])
    t.vcmax(64, x, x, 1, 1, 1, 8, max_cnt_index=[t.Scalar("float32")] * 2)
    t.vcmin(64, x, x, 1, 1, 1, 8, min_cnt_index=[t.Scalar("float16", "v")])
    t.vcmin(64, x, x, 1, 1, 1, 8, max_cnt_index=None)
    assert [error.message for error in t.errors] == [
        "max_cnt_index of vcmax is [3]; [value] or [value, count, index] is possible, all Scalars",
        "max_cnt_index of vcmax is [reg_buf, reg_buf]; [value] or [value, count, index] is possible, all Scalars",
        "the value of min_cnt_index of vcmin is f32, v is f16",
        "vcmin has no parameter max_cnt_index",
    ]


@pytest.mark.parametrize(("chip", "dtype"), [("Ascend910A", "float16"), ("Ascend310P3", "float32"), ("Ascend910B1", "float32")])
def test_pairs_of_lanes(chip: str, dtype: str) -> None:
    t = tik.Tik(chip=chip)
    lanes = 128 if dtype == "float16" else 64
    x, y = t.Tensor(dtype, (2, lanes), tik.scope_gm, "x"), t.Tensor(dtype, (2, lanes // 2), tik.scope_gm, "y")
    rows, sums = t.Tensor(dtype, (2, lanes), tik.scope_ubuf, "rows"), t.Tensor(dtype, (2, lanes // 2), tik.scope_ubuf, "sums")
    t.data_move(rows, x, 0, 1, 16, 0, 0)
    t.vec_cpadd(lanes, sums, rows, 2, 1, 8)
    t.data_move(y, sums, 0, 1, 8, 0, 0)
    t.BuildCCE(kernel_name="k", inputs=[x], outputs=[y])
    data = (np.arange(2 * lanes) % 100).astype(np.float16 if dtype == "float16" else np.float32).reshape(2, lanes)
    report = t.kernel.run([data])
    np.testing.assert_array_equal(report.outputs[0], data[:, ::2] + data[:, 1::2])
    assert not report.hazards


def test_work_tensors_share_no_bytes_with_operands_unless_they_start_together(t: Builder) -> None:
    x, y = (t.Tensor("float16", (2048,), "UB", name) for name in "xy")
    t.vec_reduce_max(128, y, x, x, 7, 8)  # together with src
    t.vec_reduce_max(128, y, x, y, 7, 8)  # together with dst
    t.vec_reduce_max(128, y, x, x[7 * 128], 7, 8)  # behind src
    t.vec_reduce_max(64, y, x, x[64 + 48], 1, 8)  # behind the active lanes
    t.vec_reduce_max(128, y, x, x[128], 7, 16)  # between its repeats
    t.vec_reduce_add(128, x, y, x[16], 7, 8)  # behind the one element of dst
    assert not t.errors
    t.vec_reduce_max(128, y, x, x[16], 7, 8)
    t.vec_reduce_min(128, y[16], x, y, 20, 8, True)
    t.vec_reduce_add(128, y, x, x[128], 512, 8)
    assert [(e.code, e.message) for e in t.errors] == [
        ("TIK-SYNC02", "work_tensor of vec_reduce_max overlaps src"),
        ("TIK-SYNC02", "work_tensor of vec_reduce_min overlaps dst"),
        ("TIK-SYNC02", "work_tensor of vec_reduce_add overlaps src"),
    ]
