"""Merging calls: their arguments, and top-k kernels run by the model against numpy."""

from typing import Any

import numpy as np
import pytest

import tik
from tik.dsl import Builder
from tik.ir import Const, Expr, Instr
from tik.types.errors import TikError, TikErrors


def merges(t: Builder) -> list[Instr]:
    return [stmt for stmt in t.body if isinstance(stmt, Instr) and stmt.op.mnemonic.startswith("vmrgsort")]


def lengths(instr: Instr) -> list[Any]:
    return [instr.operand(f"length{j}") for j in range(4)]


@pytest.fixture
def p() -> tuple[Builder, Any, Any]:
    """A builder, 256 proposals to merge and room for the result."""
    t = Builder("Ascend910A")
    return t, t.Tensor("float16", (256, 8), "UB", "a"), t.Tensor("float16", (256, 8), "UB", "b")


@pytest.mark.parametrize(
    ("valid", "given", "expected"),
    [
        ("1111", 16, [16] * 4),
        (15, [16, 3, 4, 5], [16, 3, 4, 5]),
        ("0111", (16, 16, 16, 16), [16, 16, 16, 0]),
        (3, 16, [16, 16, 0, 0]),
        ("0011", [4, 5, 9, 9], [4, 5, 0, 0]),
    ],
)
def test_lists_that_take_part(p: Any, valid: Any, given: Any, expected: list[int]) -> None:
    t, a, b = p
    t.vmrgsort4(b, [a[j * 128] for j in range(4)], given, False, valid)
    assert not t.errors and lengths(merges(t)[0]) == expected


def test_two_lists_need_two_lengths_only(p: Any) -> None:
    t, a, b = p
    t.vmrgsort4(b, [a, a[128]], [16, 8], True, "0011")
    assert not t.errors and lengths(merges(t)[0]) == [16, 8, 0, 0]
    assert merges(t)[0].operand("if_exhausted_suspension") == "true"


def test_lengths_and_valid_bit_from_scalars(p: Any) -> None:
    t, a, b = p
    n, valid = t.Scalar("int32", "n", 16), t.Scalar("int64", "valid", 3)
    t.vmrgsort4(b, [a[j * 128] for j in range(4)], [n, 16, n, n], False, valid, 1, None)
    assert not t.errors and all(isinstance(x, Expr) and not isinstance(x, Const) for x in lengths(merges(t)[0]))


def test_repeats(p: Any) -> None:
    t, a, b = p
    t.vmrgsort4(b, [a[j * 128] for j in range(4)], 16, False, "1111", 4)
    assert not t.errors and merges(t)[0].operand("repeat_times") == 4


WRONG: list[tuple[str, str, Any]] = [
    ("TIK-TYPE02", "takes a list of 2 to 4 views", lambda t, a, b: t.vmrgsort4(b, [a], 16, False, 1)),
    ("TIK-TYPE02", "valid_bit of vmrgsort4 is '1010'", lambda t, a, b: t.vmrgsort4(b, [a, a[128]], 16, False, "1010")),
    ("TIK-TYPE02", "valid_bit of vmrgsort4 is 5", lambda t, a, b: t.vmrgsort4(b, [a, a[128]], 16, False, 5)),
    (
        "TIK-TYPE02",
        "valid_bit '1111' of vmrgsort4 names 4 lists, src_list has 2",
        lambda t, a, b: t.vmrgsort4(b, [a, a[128]], 16, False, "1111"),
    ),
    (
        "TIK-TYPE02",
        "vmrgsort4 is given 2 lists and 3 lengths",
        lambda t, a, b: t.vmrgsort4(b, [a, a[128]], [1, 2, 3], False, 3),
    ),
    ("TIK-REPEAT01", "length0 is 5000, at most 4095", lambda t, a, b: t.vmrgsort4(b, [a, a[128]], 5000, False, 3)),
    (
        "TIK-REPEAT01",
        "vmrgsort4 with repeat_times 2 needs four lists",
        lambda t, a, b: t.vmrgsort4(b, [a, a[128]], 16, False, 3, 2),
    ),
    (
        "TIK-REPEAT01",
        "needs lists of one length, not 16, 16, 16, 8",
        lambda t, a, b: t.vmrgsort4(b, [a[j * 128] for j in range(4)], [16, 16, 16, 8], False, 15, 2),
    ),
    (
        "TIK-REPEAT01",
        "cannot stop when a list is used up",
        lambda t, a, b: t.vmrgsort4(b, [a[j * 128] for j in range(4)], 16, True, 15, 2),
    ),
    (
        "TIK-REPEAT01",
        "list 1 is not 16 items behind list 0",
        lambda t, a, b: t.vmrgsort4(b, [a[j * 256] for j in range(4)], 16, False, 15, 2),
    ),
    (
        "TIK-SYNC02",
        "vmrgsort4 writes over list 1 while it is merged",
        lambda t, a, b: t.vmrgsort4(a, [b, a[128]], 16, False, 3),
    ),
    ("TIK-BOUNDS01", "writes past the end of b", lambda t, a, b: t.vmrgsort4(b[1800], [a, a[128]], 16, False, 3)),
    ("TIK-ALIGN01", "src1 of vmrgsort4 starts at byte 4", lambda t, a, b: t.vmrgsort4(b, [a, a[2]], 16, False, 3)),
    ("TIK-CHIP01", "Ascend910A has no vmrgsort of f16", lambda t, a, b: t.vmrgsort(b, [a, a[128]], 16, False)),
    (
        "TIK-TYPE02",
        "vms4_sr_scalar_array of vmrgsort4 is 7",
        lambda t, a, b: t.vmrgsort4(b, [a, a[128]], 16, True, 3, 1, 7),
    ),
]


@pytest.mark.parametrize(("code", "text", "call"), WRONG, ids=[text for _, text, _ in WRONG])
def test_mistakes(p: Any, code: str, text: str, call: Any) -> None:
    t, a, b = p
    call(t, a, b)
    (error,) = t.errors
    assert error.code == code and text in error.message


def test_merge_by_channel_is_refused_by_name(p: Any) -> None:
    with pytest.raises(TikError, match="vmrgch is part of the TIK API, but not in the kit yet"):
        _ = p[0].vmrgch


def test_proposals_of_another_chip() -> None:
    t = Builder("Ascend910B1")
    a = t.Tensor("float16", (16, 8), "UB", "a")
    t.vextract(t.Tensor("float16", (16,), "UB", "x"), a, 1, 4)
    assert t.errors[0].code == "TIK-CHIP01" and "has no vextract of f16" in t.errors[0].message


# ------------------------------------------------------------------------------------------------------ whole kernels
def top_proposals(chip: str, dtype: str, n: int, k: int) -> tik.Tik:
    """Scores to (score, index // 32, index % 32) of the k largest: proposals sorted by sixteens, then merged by fours."""
    t = tik.Tik(chip=chip)
    size = 2 if dtype == "float16" else 4
    score_gm = t.Tensor(dtype, (n,), tik.scope_gm, "score_gm")
    part_gm = t.Tensor(dtype, (2, n), tik.scope_gm, "part_gm", init_value=np.stack([np.arange(n) // 32, np.arange(n) % 32]))
    out_gm = t.Tensor(dtype, (3, k), tik.scope_gm, "out_gm")
    a = t.Tensor(dtype, (n, 8), tik.scope_ubuf, "a")
    b = t.Tensor(dtype, (n, 8), tik.scope_ubuf, "b")
    with t.new_stmt_scope():
        column = t.Tensor(dtype, (3, n), tik.scope_ubuf, "column")
        t.data_move(column, score_gm, 0, 1, n * size // 32, 0, 0)
        t.data_move(column[n], part_gm, 0, 1, 2 * n * size // 32, 0, 0)
        for row, field in enumerate((4, 0, 1)):
            t.vconcat(a, column[row * n], n // 16, field)
    t.vrpsort16(b, a, n // 16)
    length = 16
    while length < n:
        a, b = b, a
        lists = min(4, n // length)
        starts = [a[j * length * 8] for j in range(lists)]
        t.vmrgsort4(b, starts, [length] * 4, False, {2: "0011", 4: "1111"}[lists], max(1, n // (4 * length)), None)
        length *= 4
    out = t.Tensor(dtype, (3, k), tik.scope_ubuf, "out")
    for row, field in enumerate((4, 0, 1)):
        t.vextract(out[row * k], b, k // 16, field)
    t.data_move(out_gm, out, 0, 1, 3 * k * size // 32, 0, 0)
    t.BuildCCE(kernel_name="top_proposals", inputs=[score_gm], outputs=[out_gm])
    return t


@pytest.mark.parametrize(("chip", "dtype"), [("Ascend910A", "float16"), ("Ascend310P3", "float16"), ("Ascend310P3", "float32")])
def test_top_k_by_proposals(chip: str, dtype: str) -> None:
    """512 scores with many ties: stable, so the indices are those of numpy's stable sort; nobody fills the spare fields."""
    x = np.random.default_rng(1).integers(-40, 40, 512).astype(dtype)
    report = top_proposals(chip, dtype, 512, 64).kernel.run([x])
    assert report.hazards == []
    score, high, low = report.outputs[0].astype(np.int64)
    order = np.argsort(-x, kind="stable")[:64]
    assert (score == x[order]).all() and (high * 32 + low == order).all()


def top_pairs(dtype: str, n: int, k: int) -> tik.Tik:
    """Scores to pairs (score, index) of the k largest: sorted by thirty-twos, merged by fours, at last by twos."""
    t = tik.Tik(chip="Ascend910B1")
    size = 2 if dtype == "float16" else 4
    score_gm = t.Tensor(dtype, (n,), tik.scope_gm, "score_gm")
    index_gm = t.Tensor("uint32", (n,), tik.scope_gm, "index_gm", init_value=np.arange(n))
    out_gm = t.Tensor(dtype, (k * 8 // size,), tik.scope_gm, "out_gm")
    score = t.Tensor(dtype, (n,), tik.scope_ubuf, "score")
    index = t.Tensor("uint32", (n,), tik.scope_ubuf, "index")
    a = t.Tensor(dtype, (n * 8 // size,), tik.scope_ubuf, "a")
    b = t.Tensor(dtype, (n * 8 // size,), tik.scope_ubuf, "b")
    t.data_move(score, score_gm, 0, 1, n * size // 32, 0, 0)
    t.data_move(index, index_gm, 0, 1, n * 4 // 32, 0, 0)
    t.vsort32(b, score, index, n // 32)
    length = 32
    while length < n:
        a, b = b, a
        lists = min(4, n // length)
        starts = [a[j * length * 8 // size] for j in range(lists)]
        t.vmrgsort(b, starts, [length] * lists, False, max(1, n // (4 * length)))
        length *= 4
    t.data_move(out_gm, b, 0, 1, k * 8 // 32, 0, 0)
    t.BuildCCE(kernel_name="top_pairs", inputs=[score_gm], outputs=[out_gm])
    return t


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_top_k_by_pairs(dtype: str) -> None:
    x = np.random.default_rng(2).integers(-90, 90, 1024).astype(dtype)
    report = top_pairs(dtype, 1024, 128).kernel.run([x])
    assert report.hazards == []
    words = report.outputs[0].view(np.uint32).reshape(-1, 2)
    order = np.argsort(-x, kind="stable")[:128]
    score = words[:, :1].copy().view(dtype)[:, 0]
    assert (score == x[order]).all() and (words[:, 1] == order).all()


def suspended(array: bool, no_sync: bool = False) -> tik.Tik:
    """Merges two lists until one is used up; the counts go out as uint32."""
    t = tik.Tik(chip="Ascend910A")
    boxes_gm = t.Tensor("float16", (2, 16, 8), tik.scope_gm, "boxes_gm")
    count_gm = t.Tensor("uint32", (8,), tik.scope_gm, "count_gm")
    boxes = t.Tensor("float16", (2, 16, 8), tik.scope_ubuf, "boxes")
    merged = t.Tensor("float16", (32, 8), tik.scope_ubuf, "merged")
    count = t.Tensor("uint32", (8,), tik.scope_ubuf, "count")
    t.vector_dup(8, count, 0, 1, 1, 8)
    t.data_move(boxes, boxes_gm, 0, 1, 16, 0, 0)
    counts: Any = t.ScalarArray("uint32", 4, "counts") if array else [t.Scalar(d, d) for d in ("uint16", "int64")]
    call = (merged, [boxes, boxes[128]], [16, 16, 0, 0], True, "0011", 1, counts)
    if no_sync:
        t.pipe_barrier("PIPE_ALL")
        with t.new_stmt_scope(disable_sync=True):
            t.vmrgsort4(*call)
        t.pipe_barrier("PIPE_ALL")
    else:
        t.vmrgsort4(*call)
    for j in range(4 if array else 2):
        count[j].set_as(counts[j])
    t.data_move(count_gm, count, 0, 1, 1, 0, 0)
    t.BuildCCE(kernel_name="suspended", inputs=[boxes_gm], outputs=[count_gm])
    return t


@pytest.mark.parametrize(("array", "no_sync"), [(True, False), (False, False), (True, True)])
def test_consumed_counts(array: bool, no_sync: bool) -> None:
    """Scores 31, 29 … 1 and 100 … 85: the second list ends before any of the first is taken."""
    x = np.zeros((2, 16, 8), np.float16)
    x[0, :, 4], x[1, :, 4] = np.arange(31, 0, -2), np.arange(100, 84, -1)
    report = suspended(array, no_sync).kernel.run([x])
    assert report.hazards == []
    assert report.outputs[0].tolist() == [0, 16, *[0] * 6]
    x[1, :, 4] = np.arange(20, 4, -1)  # 5 ends it: all of the first list down to 5 is taken (a tie) before it
    assert suspended(array, no_sync).kernel.run([x]).outputs[0].tolist() == [14, 16, *[0] * 6]


def test_run_time_lengths() -> None:
    """Lengths and valid bits from Scalars that the kernel reads from memory: 3 and 2 proposals, the other lists left out."""
    t = tik.Tik(chip="Ascend910A")
    boxes_gm = t.Tensor("float16", (4, 16, 8), tik.scope_gm, "boxes_gm")
    sizes_gm = t.Tensor("int32", (8,), tik.scope_gm, "sizes_gm")
    out_gm = t.Tensor("float16", (6, 8), tik.scope_gm, "out_gm")
    boxes = t.Tensor("float16", (4, 16, 8), tik.scope_ubuf, "boxes")
    merged = t.Tensor("float16", (64, 8), tik.scope_ubuf, "merged")
    sizes = t.Tensor("int32", (8,), tik.scope_ubuf, "sizes")
    t.data_move(boxes, boxes_gm, 0, 1, 32, 0, 0)
    t.data_move(sizes, sizes_gm, 0, 1, 1, 0, 0)
    t.vector_dup(128, merged, 0, 4, 1, 8)
    n = [t.Scalar("int32", f"n{j}", sizes[j]) for j in range(4)]
    valid = t.Scalar("int32", "valid", sizes[4])
    t.vmrgsort4(merged, [boxes[j * 128] for j in range(4)], n, False, valid, 1)
    t.data_move(out_gm, merged, 0, 1, 3, 0, 0)
    t.BuildCCE(kernel_name="run_time", inputs=[boxes_gm, sizes_gm], outputs=[out_gm])
    x = np.arange(4 * 16 * 8, dtype=np.float16).reshape(4, 16, 8)
    x[:, :, 4] = np.array([[9], [8], [99], [99]]) - np.arange(16) * 3
    report = t.kernel.run([x, np.array([3, 2, 5, 5, 3, 0, 0, 0], np.int32)])
    assert report.hazards == []
    assert report.outputs[0][:, 4].tolist() == [9, 8, 6, 5, 3, 0]


def test_a_run_time_repeat_of_zero_does_nothing() -> None:
    t = tik.Tik(chip="Ascend910A")
    x_gm = t.Tensor("float16", (16, 8), tik.scope_gm, "x_gm")
    y_gm = t.Tensor("float16", (16, 8), tik.scope_gm, "y_gm")
    x = t.Tensor("float16", (16, 8), tik.scope_ubuf, "x")
    t.data_move(x, x_gm, 0, 1, 8, 0, 0)
    none = t.Scalar("int32", "none", 0)
    with t.for_range(0, 2) as i:
        t.vrpsort16(x, x, i)
        t.vmrgsort4(x[64], [x, x, x, x], 2, False, "1111", none)
    t.data_move(y_gm, x, 0, 1, 8, 0, 0)
    t.BuildCCE(kernel_name="nothing", inputs=[x_gm], outputs=[y_gm])
    boxes = np.random.default_rng(0).random((16, 8)).astype(np.float16)
    report = t.kernel.run([boxes])
    assert report.hazards == []
    np.testing.assert_array_equal(report.outputs[0], boxes[np.argsort(-boxes[:, 4], kind="stable")])


def test_an_undefined_score_is_reported() -> None:
    """Only 16 of 32 scores are there: what comes out of the merge depends on the others."""
    t = tik.Tik(chip="Ascend910A")
    x_gm = t.Tensor("float16", (16, 8), tik.scope_gm, "x_gm")
    y_gm = t.Tensor("float16", (16, 8), tik.scope_gm, "y_gm")
    x = t.Tensor("float16", (32, 8), tik.scope_ubuf, "x")
    y = t.Tensor("float16", (32, 8), tik.scope_ubuf, "y")
    t.data_move(x, x_gm, 0, 1, 8, 0, 0)
    t.vrpsort16(y, x, 2)
    t.vmrgsort4(x, [y, y[128]], 16, False, 3)
    t.data_move(y_gm, x, 0, 1, 8, 0, 0)
    t.BuildCCE(kernel_name="short", inputs=[x_gm], outputs=[y_gm])
    report = t.kernel.run([np.ones((16, 8), np.float16)])
    assert [h.code for h in report.errors] == ["TIK-UNINIT01"]


def test_mistakes_are_raised_together(p: Any) -> None:
    t = tik.Tik(chip="Ascend910A")
    a = t.Tensor("float16", (16, 8), "UB", "a")
    t.vmrgsort4(a, [a], 16, False, 3)
    t.rpn_cor_diag(a, a, None)
    with pytest.raises(TikErrors) as caught:
        t.BuildCCE(kernel_name="wrong", inputs=[], outputs=[])
    assert len(caught.value.errors) == 2
