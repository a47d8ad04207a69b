"""Lists of blocks as operands, and kernels that transpose, on each chip."""

import numpy as np
import pytest

import tik
from tik.dsl import Builder
from tik.ir import Instr, MemRef

CHIPS = ["Ascend310", "Ascend310P3", "Ascend910A", "Ascend910B1"]


def lists(t: Builder, dtype: str = "float16", step: int = 16) -> tuple[list[object], list[object]]:
    x, y = t.Tensor(dtype, (512,), "UB", "x"), t.Tensor(dtype, (512,), "UB", "y")
    return [y[i * step] for i in range(16)], [x[i * step] for i in range(16)]


@pytest.mark.parametrize("name", ["vnchwconv", "vec_trans_scatter"])
def test_views_become_operands(t: Builder, name: str) -> None:
    dst, src = lists(t)
    getattr(t, name)(True, False, dst, tuple(src), repeat_times=1, dst_rep_stride=0, src_rep_stride=0)
    assert not t.errors
    made = t.body[-1]
    assert isinstance(made, Instr) and made.op.mnemonic == "vnchwconv"
    assert made.operand("dst_high_half") == "true" and made.operand("src_high_half") == "false"
    places = [made.operand(f"src{i}") for i in range(16)]
    assert [p.offset for p in places if isinstance(p, MemRef)] == [32 * i for i in range(16)]


def test_strides_do_not_matter_to_one_repeat(t: Builder) -> None:
    dst, src = lists(t)
    t.vnchwconv(False, False, dst, src, 1, 16, 16)
    assert not t.errors and t.body[-1].operand("dst_rep_stride") == 0  # type: ignore[union-attr]


def test_lists_have_sixteen_views(t: Builder) -> None:
    dst, src = lists(t)
    t.vnchwconv(False, False, dst[:8], src, 1, 0, 0)
    t.vnchwconv(False, False, dst, 3, 1, 0, 0)
    t.vnchwconv(False, False, dst, [*src[:15], 7], 1, 0, 0)
    t.vnchwconv(False, False, dst, src, 2, 0)
    assert [e.message for e in t.errors] == [
        "dst_list of vnchwconv has 8; it takes a list of 16 views",
        "src_list of vnchwconv is 3; it takes a list of 16 views",
        "src15 of vnchwconv is 7, not a tensor",
        "vnchwconv misses src_rep_stride",
    ]


def test_blocks_on_boundaries_and_inside(t: Builder) -> None:
    dst, src = lists(t, step=8)
    t.vnchwconv(False, False, dst, src, 1, 0, 0)
    assert t.errors[0].code == "TIK-ALIGN01" and "dst1" in t.errors[0].message
    dst, src = lists(t)
    t.vnchwconv(False, False, dst, src, 2, 0, 17)
    assert t.errors[1].code == "TIK-BOUNDS01"


def test_what_a_chip_lacks() -> None:
    old = Builder("Ascend910A")
    x, y = old.Tensor("float16", (512,), "UB", "x"), old.Tensor("float16", (512,), "UB", "y")
    old.v4dtrans(True, y, x, 16, 4)
    z = old.Tensor("float32", (512,), "UB", "z")
    old.vtranspose(z, z)
    assert [(e.code, e.message) for e in old.errors] == [
        ("TIK-CHIP01", "Ascend910A has no v4dtrans of f16"),
        ("TIK-TYPE01", "no chip has vtranspose for dst f32, src f32"),
    ]


def turned(chip: str, dtype: str, rows: int) -> tuple[tik.Tik, np.ndarray]:
    """[16, columns] -> [columns, 16] with vnchwconv, ``rows`` blocks a step, and back from GM."""
    t = tik.Tik(chip=chip)
    own = 32 // np.dtype(dtype).itemsize
    columns = own * rows
    x, y = t.Tensor(dtype, (16, columns), "global", "x"), t.Tensor(dtype, (columns, 16), "global", "y")
    a, b = t.Tensor(dtype, (16, columns), "UB", "a"), t.Tensor(dtype, (columns, 16), "UB", "b")
    t.data_move(a, x, 0, 1, 16 * rows, 0, 0)
    with t.for_range(0, rows) as i:
        src = [a[j * columns + i * own] for j in range(16)]
        dst = [b[i * 16 * own + j * own] for j in range(16)]
        t.vnchwconv(False, False, dst, src, 1, 0, 0)
    t.data_move(y, b, 0, 1, 16 * rows, 0, 0)
    t.BuildCCE(kernel_name="turned", inputs=[x], outputs=[y])
    given = np.arange(16 * columns).reshape(16, columns).astype(dtype)
    return t, given


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_kernel(chip: str, dtype: str) -> None:
    t, given = turned(chip, dtype, 3)
    report = t.kernel.run([given]).raise_if_bad()
    assert not report.hazards
    np.testing.assert_array_equal(report.outputs["y"], given.T)


def test_a_missing_wait_is_seen() -> None:
    """Without the scheduler: the copy out overtakes the transpose."""
    t = tik.Tik(chip="Ascend910A")
    x, y = t.Tensor("float16", (256,), "global", "x"), t.Tensor("float16", (256,), "global", "y")
    a, b = t.Tensor("float16", (256,), "UB", "a"), t.Tensor("float16", (256,), "UB", "b")
    t.data_move(a, x, 0, 1, 16, 0, 0)
    with t.new_stmt_scope(disable_sync=True):
        t.vtranspose(b, a)
        t.data_move(y, b, 0, 1, 16, 0, 0)
    t.BuildCCE(kernel_name="race", inputs=[x], outputs=[y])
    assert "TIK-SYNC01" in {h.code for h in t.kernel.run([np.zeros(256, np.float16)]).hazards}


def test_hwc_and_back() -> None:
    t = tik.Tik(chip="Ascend310P3")
    x, y = t.Tensor("float32", (3, 16), "global", "x"), t.Tensor("float32", (16, 3), "global", "y")
    z = t.Tensor("float32", (3, 16), "global", "z")
    a, b, c = (t.Tensor("float32", (48,), "UB", name) for name in "abc")
    t.data_move(a, x, 0, 1, 6, 0, 0)
    t.v4dtrans(True, b, a, 16, 3)
    t.v4dtrans(False, c, b, 16, 3)
    t.data_move(y, b, 0, 1, 6, 0, 0)
    t.data_move(z, c, 0, 1, 6, 0, 0)
    t.BuildCCE(kernel_name="hwc", inputs=[x], outputs=[y, z])
    given = np.arange(48, dtype=np.float32).reshape(3, 16)
    report = t.kernel.run([given]).raise_if_bad()
    np.testing.assert_array_equal(report.outputs["y"], given.T)
    np.testing.assert_array_equal(report.outputs["z"], given)
