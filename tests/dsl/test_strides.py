"""``stride_unit``: other ways to say the same strides (tik_api §2)."""

from typing import Any

import pytest

from tik.dsl import Builder
from tik.ir import Instr
from tik.types.errors import TikError

STRIDES = ("dst_blk_stride", "src_blk_stride", "dst_rep_stride", "src_rep_stride")


def made(chip: str, call: str, *args: Any, dtypes: tuple[str, str] = ("float32", "float32"), **more: Any) -> list[Any]:
    """The strides of the instruction a unary call makes, with 4096 elements on both sides."""
    t = Builder(chip)
    dst, src = (t.Tensor(dtype, (4096,), "UB", name) for dtype, name in zip(dtypes, ("dst", "src"), strict=True))
    getattr(t, call)(args[0], *(["none"] if call == "vconv" else []), dst, src, *args[1:], **more)
    assert not t.errors, t.errors[0]
    (stmt,) = t.body[-1:]
    assert isinstance(stmt, Instr)
    return [stmt.operand(name) for name in STRIDES if name in stmt.op.field_index]


def refused(chip: str, *strides: Any, unit: Any) -> TikError:
    t = Builder(chip)
    x = t.Tensor("float32", (4096,), "UB", "x")
    t.vabs(64, x, x, 2, *strides, stride_unit=unit)
    (error,) = t.errors
    return error


def test_unit_0_is_as_given() -> None:
    assert made("Ascend910B1", "vabs", 64, 2, 1, 2, 8, 16, stride_unit=0) == [1, 2, 8, 16]
    assert made("Ascend910A", "vabs", 64, 2, 1, 2, 8, 16, stride_unit=0) == [1, 2, 8, 16]


def test_unit_1_repeat_strides_are_gaps() -> None:
    """Eight blocks two apart end 15 blocks behind their start; a gap of 1 makes 16."""
    assert made("Ascend910B1", "vabs", 64, 2, 1, 2, 0, 1, stride_unit=1) == [1, 2, 8, 16]


def test_unit_2_counts_elements_and_block_strides_are_gaps() -> None:
    """f32: a gap of 8 elements is a block; 72 elements from repeat to repeat are 9 blocks."""
    assert made("Ascend310P3", "vabs", 64, 2, 0, 8, 64, 128, stride_unit=2) == [1, 2, 8, 16]
    assert made("Ascend310P3", "vabs", 64, 2, 0, 0, 72, 64, stride_unit=2) == [1, 1, 9, 8]


def test_unit_3_both_are_gaps_in_elements() -> None:
    assert made("Ascend910B1", "vabs", 64, 2, 0, 8, 0, 8, stride_unit=3) == [1, 2, 8, 16]


def test_the_narrow_operand_has_fewer_blocks() -> None:
    """f16 in four blocks a repeat beside f32 in eight."""
    pair = ("float16", "float32")
    assert made("Ascend910B1", "vconv", 64, 2, 1, 1, 0, 0, dtypes=pair, stride_unit=1) == [1, 1, 4, 8]
    assert made("Ascend910B1", "vconv", 64, 2, 0, 0, 16, 8, dtypes=pair, stride_unit=3) == [1, 1, 5, 9]


def test_results_of_a_reduction_keep_their_own_unit() -> None:
    t = Builder("Ascend910B1")
    x = t.Tensor("float32", (4096,), "UB", "x")
    t.vcadd(64, x, x, 2, 3, 1, 0, 1)
    assert not t.errors
    made_ = t.body[-1]
    assert isinstance(made_, Instr)
    assert [made_.operand(n) for n in ("dst_rep_stride", "src_blk_stride", "src_rep_stride")] == [3, 1, 8]


def test_an_operand_with_a_longer_name() -> None:
    t = Builder("Ascend910B1")
    t.vci(64, t.Tensor("float32", (4096,), "UB", "x"), 0, 2, 1, 0, stride_unit=1)
    made_ = t.body[-1]
    assert isinstance(made_, Instr) and made_.operand("dst_rep_stride") == 8


def test_run_time_gaps_of_whole_blocks() -> None:
    t = Builder("Ascend910B1")
    x, n = t.Tensor("float32", (4096,), "UB", "x"), t.Scalar("int32", "n")
    t.vabs(64, x, x, 2, 1, n, n, 0, 1)
    made_ = t.body[-1]
    assert not t.errors and isinstance(made_, Instr)
    assert repr([made_.operand(name) for name in STRIDES]) == "[1, n, (8 + n), ((7 * n) + 1)]"


@pytest.mark.parametrize(
    ("strides", "unit", "code", "message"),
    [
        (
            (0, 4, 64, 64),
            2,
            "TIK-ALIGN02",
            "src_blk_stride of vabs is 4 elements of f32: 16 bytes are no whole 32-byte blocks",
        ),
        (
            (0, 0, 64, 3),
            3,
            "TIK-ALIGN02",
            "src_rep_stride of vabs is 3 elements of f32: 12 bytes are no whole 32-byte blocks",
        ),
        ((1, 1, 8, 8), 4, "TIK-REPEAT01", "stride_unit is 4, possible are 0..3"),
        ((1, 1, 8, 8), "1", "TIK-TYPE02", "stride_unit of vabs is '1', not a Python integer"),
        ((1, 1, 250, 0), 1, "TIK-REPEAT01", "dst_rep_stride is 258, at most 255"),
    ],
)
def test_refusals(strides: tuple[int, ...], unit: Any, code: str, message: str) -> None:
    error = refused("Ascend910B1", *strides, unit=unit)
    assert error.code == code and error.message.startswith(message)


def test_first_generation_has_none() -> None:
    error = refused("Ascend910A", 1, 1, 8, 8, unit=1)
    assert error.code == "TIK-CHIP01" and error.message.startswith("Ascend910A has no stride_unit 1") and error.hint is not None
    assert "Ascend910B1" in error.hint and "Ascend910A" not in error.hint


def test_elements_known_at_run_time_only() -> None:
    t = Builder("Ascend910B1")
    x, n = t.Tensor("float32", (4096,), "UB", "x"), t.Scalar("int32", "n")
    t.vabs(64, x, x, 2, 0, 0, n, 64, 2)
    assert t.errors[0].message == "dst_rep_stride of vabs counts elements (stride_unit 2) and is known at run time only"
