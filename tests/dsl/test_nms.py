"""Non-maximum suppression as public kernels write it, against greedy suppression in plain Python."""

from typing import Any

import numpy as np
import pytest

import tik
from tik.dsl import Builder
from tik.ir import Instr


def greedy(boxes: np.ndarray, offset: int) -> list[int]:
    """1 where a box overlaps an earlier kept one with intersection / union > 1/3; integer coordinates, so exact."""

    def sides(x1: int, y1: int, x2: int, y2: int) -> int:
        return max(x2 - x1 + offset, 0) * max(y2 - y1 + offset, 0)

    kept: list[list[int]] = []
    gone = []
    for box in boxes[:, :4].astype(int).tolist():
        suppressed = 0
        for other in kept:
            low, high = np.maximum(box[:2], other[:2]), np.minimum(box[2:], other[2:])
            common = sides(*low.tolist(), *high.tolist())
            suppressed |= 3 * common > sides(*box) + sides(*other) - common
        gone.append(int(suppressed))
        if not suppressed:
            kept.append(box)
    return gone


def suppress(chip: str, dtype: str, n: int, offset: float | None) -> tik.Tik:
    """out[i] = 1 where box i (in descending order of score) is suppressed."""
    t = tik.Tik(chip=chip)
    size = 2 if dtype == "float16" else 4
    lanes, blocks = 256 // size, n // 16
    boxes_gm = t.Tensor(dtype, (n, 8), tik.scope_gm, "boxes_gm")
    out_gm = t.Tensor("uint16", (n,), tik.scope_gm, "out_gm")
    boxes = t.Tensor(dtype, (n, 8), tik.scope_ubuf, "boxes")
    area = t.Tensor(dtype, (n,), tik.scope_ubuf, "area")
    overlap = t.Tensor(dtype, (n, 16), tik.scope_ubuf, "overlap")
    sums = t.Tensor(dtype, (n, 16), tik.scope_ubuf, "sums")
    bits = t.Tensor("uint16", (n,), tik.scope_ubuf, "bits")
    suppression_vec = t.Tensor("uint16", (n,), tik.scope_ubuf, "suppression_vec")
    t.data_move(boxes, boxes_gm, 0, 1, n * 8 * size // 32, 0, 0)
    if offset is not None:
        t.set_rpn_offset(offset, dtype)
    t.vrpac(area, boxes, blocks)
    with t.for_range(0, blocks) as i:
        repeats = (i + 1) * 256 // lanes
        t.viou(overlap, boxes, boxes[i * 16, 0], i + 1)
        t.vaadd(sums, area, area[i * 16], i + 1)
        t.vmuls(lanes, sums, sums, 0.25, repeats, 1, 1, 8, 8)
        t.vcmpv_gt(bits, overlap, sums, repeats, 1, 1, 8, 8)
        with t.new_stmt_scope():
            ir = t.set_rpn_cor_ir(0)
            ir = t.rpn_cor(bits[0], suppression_vec[0], 1, 1, i)
            t.rpn_cor_diag(suppression_vec[i * 16], bits[i * 16], ir)
    t.data_move(out_gm, suppression_vec, 0, 1, n * 2 // 32, 0, 0)
    t.BuildCCE(kernel_name="nms", inputs=[boxes_gm], outputs=[out_gm])
    return t


@pytest.mark.parametrize(
    ("chip", "dtype", "offset"),
    [
        ("Ascend910A", "float16", 0.0),
        ("Ascend910A", "float16", None),
        ("Ascend310P3", "float16", 1.0),
        ("Ascend310P3", "float32", 0.0),
        ("Ascend310P3", "float32", None),
    ],
)
def test_greedy_suppression(chip: str, dtype: str, offset: float | None) -> None:
    """Boxes of 1..20 pixels in a picture of 40: areas and a quarter of their sums are exact in binary16."""
    kernel = suppress(chip, dtype, 64, offset).kernel
    for seed in range(6):
        rng = np.random.default_rng(seed)
        boxes = np.zeros((64, 8), dtype)
        boxes[:, :2] = rng.integers(0, 20, (64, 2))
        boxes[:, 2:4] = boxes[:, :2] + rng.integers(1, 20, (64, 2))
        report = kernel.run([boxes])
        assert report.hazards == []
        expected = greedy(boxes, 1 if offset is None else int(offset))
        assert 0 < sum(expected) < 64 and report.outputs[0].tolist() == expected


def test_boxes_behind_the_last_put_no_others_in_doubt() -> None:
    """Ten boxes of the last sixteen: the others are what was in memory, and so is what is said of them."""
    n, size = 26, 32
    t = tik.Tik(chip="Ascend910A")
    boxes_gm = t.Tensor("float16", (n, 8), tik.scope_gm, "boxes_gm")
    out_gm = t.Tensor("uint16", (n,), tik.scope_gm, "out_gm")
    boxes = t.Tensor("float16", (size, 8), tik.scope_ubuf, "boxes")
    area = t.Tensor("float16", (size,), tik.scope_ubuf, "area")
    overlap, sums = (t.Tensor("float16", (size, 16), tik.scope_ubuf, name) for name in ("overlap", "sums"))
    bits, gone = (t.Tensor("uint16", (size,), tik.scope_ubuf, name) for name in ("bits", "gone"))
    t.data_move(boxes, boxes_gm, 0, 1, n // 2, 0, 0)
    t.vrpac(area, boxes, 2)
    for i in range(2):
        t.viou(overlap, boxes, boxes[i * 16, 0], i + 1)
        t.vaadd(sums, area, area[i * 16], i + 1)
        t.vmuls(128, sums, sums, 0.25, 2 * (i + 1), 1, 1, 8, 8)
        t.vcmpv_gt(bits, overlap, sums, 2 * (i + 1), 1, 1, 8, 8)
        ir = t.set_rpn_cor_ir(0)
        if i:
            ir = t.rpn_cor(bits, gone, 1, 1, i)
        t.rpn_cor_diag(gone[i * 16], bits[i * 16], ir)
    t.data_move(out_gm, gone, 0, 1, size // 16, 0, 0)
    t.BuildCCE(kernel_name="nms", inputs=[boxes_gm], outputs=[out_gm])
    rng = np.random.default_rng(5)
    given = np.zeros((n, 8), np.float16)
    given[:, :2] = rng.integers(0, 20, (n, 2))
    given[:, 2:4] = given[:, :2] + rng.integers(1, 20, (n, 2))
    report = t.kernel.run([given])
    assert report.errors == [] and report.outputs[0].tolist() == greedy(given, 1)


def test_the_offset_starts_at_one_unless_the_kernel_sets_it() -> None:
    def setting(t: Builder) -> list[Any]:
        body = [s for s in t.frames[0].body if isinstance(s, Instr)]
        return [(s.op.mnemonic, s.operand("offset")) if s.op.mnemonic == "set_rpn_offset" else s.op.mnemonic for s in body]

    t = Builder("Ascend910A")
    boxes, area = t.Tensor("float16", (16, 8), "UB", "boxes"), t.Tensor("float16", (16,), "UB", "area")
    t.vrpac(area, boxes, 1)
    t.vrpac(area, boxes, 1)
    assert setting(t) == [("set_rpn_offset", 1.0), "vrpac", "vrpac"]
    t = Builder("Ascend910A")
    boxes, area = t.Tensor("float16", (16, 8), "UB", "boxes"), t.Tensor("float16", (16,), "UB", "area")
    t.set_rpn_offset(0)
    t.vrpac(area, boxes, 1)
    assert setting(t) == [("set_rpn_offset", 0.0), "vrpac"]
    t = Builder("Ascend910A")
    boxes, area = t.Tensor("float16", (16, 8), "UB", "boxes"), t.Tensor("float16", (16,), "UB", "area")
    with t.if_scope(t.Scalar("int32", "s", 0) > 0):
        t.set_rpn_offset(0.0)
    t.vrpac(area, boxes, 1)
    assert setting(t) == [("set_rpn_offset", 1.0), "vrpac"]


WRONG: list[tuple[str, str, str, Any]] = [
    ("Ascend910A", "TIK-TYPE01", "offset_dtype of set_rpn_offset is 'int32'", lambda t, x: t.set_rpn_offset(1, "int32")),
    ("Ascend910A", "TIK-CHIP01", "Ascend910A has no set_rpn_offset of f32", lambda t, x: t.set_rpn_offset(1, "float32")),
    ("Ascend910B1", "TIK-CHIP01", "Ascend910B1 has no viou of f16", lambda t, x: t.viou(x, x, x, 1)),
    ("Ascend910B1", "TIK-CHIP01", "Ascend910B1 has no set_rpn_cor_ir of u16", lambda t, x: t.set_rpn_cor_ir(0)),
    ("Ascend910A", "TIK-TYPE01", "src0", lambda t, x: t.rpn_cor(x, x, 1, 1, 1)),
    ("Ascend910A", "TIK-TYPE02", "src_register of rpn_cor_diag is 0", lambda t, x: t.rpn_cor_diag(x, x, 0)),
    ("Ascend910A", "TIK-REPEAT01", "repeat_times is 256", lambda t, x: t.vaadd(x, x, x, 256)),
    ("Ascend910A", "TIK-TYPE02", "dst of vrpac is 3", lambda t, x: t.vrpac(3, x, 1)),
    ("Ascend910A", "TIK-TYPE01", "number of set_rpn_cor_ir is 65536", lambda t, x: t.set_rpn_cor_ir(65536)),
]


@pytest.mark.parametrize(("chip", "code", "text", "call"), WRONG, ids=[text for _, _, text, _ in WRONG])
def test_mistakes(chip: str, code: str, text: str, call: Any) -> None:
    t = Builder(chip)
    call(t, t.Tensor("float16", (4096,), "UB", "x"))
    (error,) = t.errors
    assert error.code == code and text in error.message
