"""Kernels whose addresses come from memory: bounds, undefined bytes, order (case O23)."""

import numpy as np
import pytest

import tik
from tik.dsl import Builder
from tik.types.errors import TikError

CHIPS = ["Ascend310P3", "Ascend910B1"]


def table_kernel(chip: str, mask: object = 32, fill: int = 64, **more: object) -> tik.Tik:
    """y[i] = x[index[i] / 4] for 32 offsets; the first ``fill`` of 64 elements of the table in UB are written."""
    t = tik.Tik(chip=chip)
    x, index = t.Tensor("float32", (64,), "global", "x"), t.Tensor("int32", (32,), "global", "index")
    y = t.Tensor("float32", (32,), "global", "y")
    a, i, b = t.Tensor("float32", (64,), "UB", "a"), t.Tensor("int32", (32,), "UB", "i"), t.Tensor("float32", (32,), "UB", "b")
    t.data_move(a, x, 0, 1, fill // 8, 0, 0)
    t.data_move(i, index, 0, 1, 4, 0, 0)
    t.vec_dup(32, b, -1.0, 1, 8)
    t.vgather(mask, b, a, i, 1, 8, **more)
    t.data_move(y, b, 0, 1, 4, 0, 0)
    t.BuildCCE(kernel_name="table", inputs=[x, index], outputs=[y])
    return t


X = np.arange(64, dtype=np.float32)


@pytest.mark.parametrize("chip", CHIPS)
def test_gather(chip: str) -> None:
    index = (np.arange(32) * 7 % 64).astype(np.int32)
    report = table_kernel(chip).kernel.run([X, index * 4]).raise_if_bad()
    assert not report.hazards
    np.testing.assert_array_equal(report.outputs["y"], X[index])


@pytest.mark.parametrize("chip", CHIPS)
def test_o23_masked_off_lanes_must_not_touch_memory(chip: str) -> None:
    index = ((np.arange(32) - 8) * 4).astype(np.int32)
    report = table_kernel(chip, [0, 0xFFFFFF00]).kernel.run([X, index]).raise_if_bad()
    assert not report.hazards
    assert report.outputs["y"].tolist() == [-1.0] * 8 + list(range(24))
    with pytest.raises(TikError) as caught:
        table_kernel(chip).kernel.run([X, index])
    assert caught.value.code == "TIK-BOUNDS01"
    assert caught.value.message == "vgather: lane 0 reads bytes -32..-28 of a, which has 256 bytes"
    assert caught.value.location is not None and "t.vgather(" in caught.value.location.text


def test_only_gathered_bytes_must_be_defined() -> None:
    index = (np.arange(32) * 4).astype(np.int32)
    assert not table_kernel("Ascend910B1", fill=32).kernel.run([X, index]).hazards
    index[5] = 63 * 4
    (hazard,) = table_kernel("Ascend910B1", fill=32).kernel.run([X, index]).hazards
    assert hazard.code == "TIK-UNINIT01"


def test_offsets_nobody_wrote() -> None:
    """They are 0xFF: lane 0 is led astray."""
    t = tik.Tik(chip="Ascend910B1")
    y = t.Tensor("float32", (64,), "global", "y")
    a, i = t.Tensor("float32", (64,), "UB", "a"), t.Tensor("uint32", (64,), "UB", "i")
    t.vgather(64, a, a, i, 1, 8)
    t.data_move(y, a, 0, 1, 8, 0, 0)
    t.BuildCCE(kernel_name="lost", inputs=[], outputs=[y])
    with pytest.raises(TikError, match="vgather: lane 0 reads bytes 4294967295"):
        t.kernel.run([])


def test_counter_and_base_address() -> None:
    """130 elements of 16 bits in one call, each one element behind its offset."""
    t = tik.Tik(chip="Ascend910B1")
    x, index = t.Tensor("float16", (256,), "global", "x"), t.Tensor("uint32", (256,), "global", "index")
    y = t.Tensor("float16", (256,), "global", "y")
    a, i = t.Tensor("float16", (256,), "UB", "a"), t.Tensor("uint32", (256,), "UB", "i")
    b, n = t.Tensor("float16", (256,), "UB", "b"), t.Scalar("uint32", "n", 2)
    t.data_move(a, x, 0, 1, 16, 0, 0)
    t.data_move(i, index, 0, 1, 32, 0, 0)
    t.vec_dup(128, b, 0, 2, 8)
    t.vgather(130, b, a, i, 1, 8, n, 0, "counter")
    t.data_move(y, b, 0, 1, 16, 0, 0)
    t.BuildCCE(kernel_name="counted", inputs=[x, index], outputs=[y])
    given = np.arange(256).astype(np.float16)
    order = np.random.default_rng(0).permutation(255).astype(np.uint32)
    order = np.concatenate([order, [9]]).astype(np.uint32)
    report = t.kernel.run([given, order * 2]).raise_if_bad()
    np.testing.assert_array_equal(report.outputs["y"], np.where(np.arange(256) < 130, given[(order + 1) % 256], 0))


def scattered(zero: bool) -> tik.Tik:
    """y[index[i]] = i for 8 of 64 elements."""
    t = tik.Tik(chip="Ascend310P3")
    x, index = t.Tensor("float32", (8,), "global", "x"), t.Tensor("uint32", (8,), "global", "index")
    y = t.Tensor("float32", (64,), "global", "y")
    a, i, b = t.Tensor("float32", (8,), "UB", "a"), t.Tensor("uint32", (8,), "UB", "i"), t.Tensor("float32", (64,), "UB", "b")
    t.data_move(a, x, 0, 1, 1, 0, 0)
    t.data_move(i, index, 0, 1, 1, 0, 0)
    if zero:
        t.vec_dup(64, b, 0, 1, 8)
    t.vscatter(8, b, a, i, 1, 8)
    t.data_move(y, b, 0, 1, 8, 0, 0)
    t.BuildCCE(kernel_name="scattered", inputs=[x, index], outputs=[y])
    return t


def test_scatter() -> None:
    index = np.array([63, 0, 7, 7, 20, 30, 31, 32], np.uint32)
    x = np.arange(1, 9, dtype=np.float32)
    report = scattered(True).kernel.run([x, index * 4]).raise_if_bad()
    expected = np.zeros(64, np.float32)
    expected[index] = x
    assert not report.hazards and report.outputs["y"].tolist() == expected.tolist() and expected[7] == 4


def test_what_lies_between_scattered_elements_stays_undefined() -> None:
    index = np.array([63, 0, 7, 7, 20, 30, 31, 32], np.uint32)
    (hazard,) = scattered(False).kernel.run([np.ones(8, np.float32), index * 4]).hazards
    assert hazard.code == "TIK-UNINIT01"


def test_blocks() -> None:
    t = tik.Tik(chip="Ascend910B1")
    x, index = t.Tensor("float32", (16, 8), "global", "x"), t.Tensor("uint32", (8,), "global", "index")
    y = t.Tensor("float32", (8, 8), "global", "y")
    a, i, b = (
        t.Tensor("float32", (16, 8), "UB", "a"),
        t.Tensor("uint32", (8,), "UB", "i"),
        t.Tensor("float32", (64,), "UB", "b"),
    )
    t.data_move(a, x, 0, 1, 16, 0, 0)
    t.data_move(i, index, 0, 1, 1, 0, 0)
    t.vgatherb(b, a, i, 1, 1, 8)
    t.data_move(y, b, 0, 1, 8, 0, 0)
    t.BuildCCE(kernel_name="blocks", inputs=[x, index], outputs=[y])
    given, order = np.arange(128, dtype=np.float32).reshape(16, 8), np.array([3, 15, 0, 0, 7, 8, 1, 2], np.uint32)
    report = t.kernel.run([given, order * 32]).raise_if_bad()
    assert not report.hazards
    np.testing.assert_array_equal(report.outputs["y"], given[order])


@pytest.mark.parametrize("chip", CHIPS)
def test_interpolation(chip: str) -> None:
    """Two blocks of 128 halves, weighted 0.25 and 0.75."""
    t = tik.Tik(chip=chip)
    x, w = t.Tensor("float16", (256,), "global", "x"), t.Tensor("float16", (16,), "global", "w")
    index, y = t.Tensor("int32", (16,), "global", "index"), t.Tensor("float16", (128,), "global", "y")
    a, i = t.Tensor("float16", (256,), "UB", "a"), t.Tensor("int32", (16,), "UB", "i")
    b, c = t.Tensor("float16", (16,), "UB", "b"), t.Tensor("float16", (128,), "UB", "c")
    t.data_move(a, x, 0, 1, 16, 0, 0)
    t.data_move(i, index, 0, 1, 2, 0, 0)
    t.data_move(b, w, 0, 1, 1, 0, 0)
    t.vbi(128, c, a, b, i, 1, 1, 2, 0, 128)
    t.data_move(y, c, 0, 1, 8, 0, 0)
    t.BuildCCE(kernel_name="vbi", inputs=[x, w, index], outputs=[y])
    given, weights = np.arange(256).astype(np.float16), np.zeros(16, np.float16)
    weights[:2] = 0.25, 0.75
    report = t.kernel.run([given, weights, np.arange(16, dtype=np.int32) * 32]).raise_if_bad()
    assert not report.hazards
    np.testing.assert_array_equal(report.outputs["y"], given[:128] * np.float16(0.25) + given[128:] * np.float16(0.75))


def test_the_table_is_waited_for_as_a_whole() -> None:
    """The gather starts at the table's second half but may reach the first: the copy into the first must be done."""
    t = tik.Tik(chip="Ascend910B1")
    x, y = t.Tensor("float32", (64,), "global", "x"), t.Tensor("float32", (8,), "global", "y")
    a, i, b = t.Tensor("float32", (128,), "UB", "a"), t.Tensor("int32", (8,), "UB", "i"), t.Tensor("float32", (8,), "UB", "b")
    t.vec_dup(8, i, -256, 1, 8)
    t.vec_dup(64, a[64:], 1.0, 1, 8)
    t.data_move(a, x, 0, 1, 8, 0, 0)
    t.vgather(8, b, a[64:], i, 1, 8)
    t.data_move(y, b, 0, 1, 1, 0, 0)
    t.BuildCCE(kernel_name="waits", inputs=[x], outputs=[y])
    report = t.kernel.run([X + 5]).raise_if_bad()
    assert not report.hazards and report.outputs["y"].tolist() == [5.0] * 8


def test_what_a_chip_lacks() -> None:
    t = Builder("Ascend910A")
    x, i = t.Tensor("float32", (64,), "UB", "x"), t.Tensor("uint32", (64,), "UB", "i")
    t.vgather(64, x, x, i, 1, 8)
    split = Builder("Ascend910B1")
    y, j = split.Tensor("float32", (64,), "UB", "y"), split.Tensor("uint32", (64,), "UB", "j")
    split.vscatter(64, y, y, j, 1, 8)
    assert [e.code for e in (*t.errors, *split.errors)] == ["TIK-CHIP01"] * 2
    assert split.errors[0].message == "Ascend910B1 has no vscatter of f32.u32"
    split.vgather(64, y, y, y, 1, 8)
    assert split.errors[1].code == "TIK-TYPE01"


def test_a_mask_counts_elements_of_the_data(t: Builder) -> None:
    """128 halves, although offsets are 32 bits."""
    x, i = t.Tensor("float16", (128,), "UB", "x"), t.Tensor("uint32", (128,), "UB", "i")
    t.vgather(128, x, x, i, 1, 8)
    assert not t.errors
    t.vgather(129, x, x, i, 1, 8)
    assert t.errors[0].message == "mask is 129, possible are 1..128 lanes of f16"
