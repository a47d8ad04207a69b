"""Checks of one instruction: operands, dtypes, fields, masks, reach (cases O01, O04, O06, O08, O09)."""

from collections.abc import Callable
from typing import Any

import pytest

from tik.dsl import Builder, TensorView
from tik.dsl.calls import Site, add
from tik.isa import INSTRUCTIONS
from tik.types.errors import TikError

UB = Callable[..., TensorView]


def only(t: Builder) -> TikError:
    """The one mistake so far."""
    assert len(t.errors) == 1, t.errors
    return t.errors[0]


# ------------------------------------------------------------------------------------------------------------ O01


@pytest.mark.parametrize(
    ("dtype", "element", "byte"), [("float32", 1, 4), ("float16", 8, 16), ("float32", 8, None), ("int8", 32, None)]
)
def test_o01_address_on_a_block(t: Builder, ub: UB, dtype: str, element: int, byte: int | None) -> None:
    gm = t.Tensor(dtype, (64,), "global", "gm")
    t.data_move(ub(64, dtype)[element], gm, 0, 1, 1, 0, 0)
    if byte is None:
        assert not t.errors
        return
    assert only(t).code == "TIK-ALIGN01"
    assert only(t).message == f"dst of data_move starts at byte {byte} of ub, which is no multiple of 32"


def test_o01_gm_may_start_anywhere_and_run_time_offsets_pass(t: Builder, ub: UB) -> None:
    gm, n = t.Tensor("float32", (64,), "global", "gm"), t.Scalar("int32", "n")
    t.data_move(ub(64), gm[1], 0, 1, 1, 0, 0)
    t.data_move(ub(64)[n], gm, 0, 1, 1, 0, 0)
    assert not t.errors


# ------------------------------------------------------------------------------------------------ O04, O06, O08, O09


def test_o04_more_than_255_repeats(t: Builder, ub: UB) -> None:
    x = ub(64 * 300)
    t.vec_add(64, x, x, x, 300, 8, 8, 8)
    assert only(t).message == "repeat_times is 300, at most 255"
    assert only(t).hint == ("split it into 255 + 45 repeats; the second call starts at dst[16320], src0[16320], src1[16320]")


def test_o06_tile_larger_than_l0b(t: Builder) -> None:
    t.Tensor("float16", (8, 32, 16, 16), "local.L0B", "b")  # 128 x 512 in fractals
    assert only(t).code == "TIK-MEM01"
    assert only(t).message == "b needs 131072 bytes of L0B, Ascend910B1 has 65536"


def test_o08_event_id(t: Builder) -> None:
    t.set_flag("PIPE_V", "PIPE_MTE3", event_id=8)
    assert (only(t).code, only(t).message) == ("TIK-SYNC07", "event_id is 8, at most 7")


def test_o09_second_row_of_100_elements(t: Builder, ub: UB) -> None:
    x = ub((4, 100), "int16")
    t.vadds(100, x[1, 0], x[1, 0], 1, 1, 1, 1, 8, 8)
    assert only(t).message == "dst of vadds starts at byte 200 of ub, which is no multiple of 32"


def test_o09_stride_of_6_25_blocks(t: Builder, ub: UB) -> None:
    x = ub((4, 100), "int16")
    t.vadds(100, x, x, 1, 4, 1, 1, 200 / 32, 200 / 32)
    assert only(t).code == "TIK-ALIGN02"
    assert only(t).message == "dst_rep_stride of vadds is 6.25: it counts whole 32-byte blocks"


# ------------------------------------------------------------------------------------------------------ other fields


def test_repeat_of_python_zero_is_refused_run_time_zero_is_not(t: Builder, ub: UB) -> None:
    x, n = ub(64), t.Scalar("int32", "n", init_value=0)
    t.vec_abs(64, x, x, n, 8, 8)
    assert not t.errors
    t.vec_abs(64, x, x, 0, 8, 8)
    assert only(t).message == "repeat_times is 0, at least 1"
    assert only(t).hint == "a repeat is 256 bytes = 64 elements of float32: round up, (n + 63) // 64, or give a smaller mask"


@pytest.mark.parametrize(
    ("mask", "message"),
    [
        (0, "mask is 0, possible are 1..64 lanes of f32"),
        (65, "mask is 65, possible are 1..64 lanes of f32"),
        ([0, 0], "mask of vec_abs has no lane"),
        ([1, 0], "mask of vec_abs has lanes beyond the 64 of f32"),
        ([0, 2**64], f"a word of the mask of vec_abs is {2**64}; it has 64 bits"),
        ([0, 0, 0, 1], "mask of vec_abs has 4 words; [high, low] is possible"),
    ],
)
def test_masks_out_of_range(t: Builder, ub: UB, mask: Any, message: str) -> None:
    t.vec_abs(mask, ub(64), ub(64), 1, 8, 8)
    assert (only(t).code, only(t).message) == ("TIK-REPEAT02", message)


def test_mask_counts_the_wider_type(t: Builder, ub: UB) -> None:
    t.vec_conv(64, "", ub(128), ub(128, "float16"), 1, 8, 4)
    assert not t.errors
    t.vec_conv(128, "", ub(128), ub(128, "float16"), 1, 8, 4)
    assert only(t).message == "mask is 128, possible are 1..64 lanes of f32"


@pytest.mark.parametrize(
    ("mode", "word"), [("", "none"), (None, "none"), ("none", "none"), ("ceiling", "ceil"), ("round", "round")]
)
def test_round_modes(t: Builder, ub: UB, mode: Any, word: str) -> None:
    src, dst = (ub(64), ub(64, "float16")) if word == "none" else (ub(64), ub(64, "int32"))
    t.vconv(64, mode, dst, src, 1, 1, 1, 4, 8)
    assert not t.errors and t.body[-1].operand("round_mode") == word  # type: ignore[union-attr]


def test_round_mode_the_pair_lacks(t: Builder, ub: UB) -> None:
    """tik_api §10: vconv '' from float to int32 is illegal."""
    t.vconv(64, "", ub(64, "int32"), ub(64), 1, 1, 1, 8, 8)
    assert only(t).code == "TIK-CHIP01"
    assert "f32 -> i32 on Ascend910B1 has the round modes away-zero, ceil, floor, round, to-zero" in only(t).message


def test_dtype_another_chip_has() -> None:
    t = Builder("Ascend910A")
    x = t.Tensor("int16", (128,), "local.UB", "x")
    t.vec_add(128, x, x, x, 1, 8, 8, 8)
    assert (only(t).code, only(t).message) == ("TIK-CHIP01", "Ascend910A has no vec_add of i16")
    assert only(t).details == ("vec_add on Ascend910A: f16, f32, i32",)
    assert only(t).hint == "chips that have it: Ascend310P3, Ascend910B1..B4"


def test_dtypes_no_chip_has(t: Builder, ub: UB) -> None:
    t.vec_add(64, ub(64), ub(64, "float16"), ub(64), 1, 8, 8, 8)
    assert (only(t).code, only(t).message) == ("TIK-TYPE01", "no chip has vec_add for dst f32, src0 f16, src1 f32")


def test_operands_of_one_type_index_must_agree(t: Builder, ub: UB) -> None:
    t.data_move(ub(64, "float16"), ub(64), 0, 1, 1, 0, 0)
    assert only(t).message == "data_move needs dst and src of one dtype: dst f16, src f32"


def test_feature_the_chip_lacks() -> None:
    t = Builder("Ascend310P3")
    x = t.Tensor("float16", (128,), "local.UB", "x")
    t.vbcb(x, x, 1, 1, 8)
    assert (only(t).message, only(t).hint) == ("Ascend310P3 has no vbcb", "chips that have it: Ascend910B1..B4")


def test_scope(t: Builder, ub: UB) -> None:
    t.vec_abs(64, ub(64), t.Tensor("float32", (64,), "local.L1", "in_l1"), 1, 8, 8)
    assert only(t).code == "TIK-TYPE03"
    assert only(t).message == "src of vec_abs lies in L1, the instruction works on UB"


@pytest.mark.parametrize("operand", [3, None, "x", 1.5])
def test_operand_that_is_no_tensor(t: Builder, ub: UB, operand: Any) -> None:
    t.vec_abs(64, ub(64), operand, 1, 8, 8)
    assert only(t).message == f"src of vec_abs is {operand!r}, not a tensor"


@pytest.mark.parametrize("value", ["8", None, [8], 2.5])
def test_integer_field_that_is_none(t: Builder, ub: UB, value: Any) -> None:
    t.vec_abs(64, ub(64), ub(64), value, 8, 8)
    assert only(t).code == "TIK-TYPE02"


def test_integral_float_counts_as_integer(t: Builder, ub: UB) -> None:
    t.vec_abs(64, ub(512), ub(512), 16 / 2, 8, 8)
    assert t.body[-1].operand("repeat_times") == 8 and not t.errors  # type: ignore[union-attr]


def test_value_operand_must_fit(t: Builder, ub: UB) -> None:
    x = ub(128, "int16")
    t.vadds(128, x, x, 40000, 1, 1, 1, 8, 8)
    assert only(t).message == "scalar of vadds is 40000, which i16 cannot hold (-32768..32767)"


def test_parameter_that_is_not_modelled(t: Builder, ub: UB) -> None:
    site = Site(INSTRUCTIONS["vabs"], "vabs", "mask dst src repeat_times dst_rep_stride src_rep_stride novelty=0")
    add(t, site, (64, ub(64), ub(64), 1, 8, 8, 0))
    assert not t.errors
    add(t, site, (64, ub(64), ub(64), 1, 8, 8, 2))
    assert (only(t).code, only(t).message) == ("TIK-CHIP01", "novelty=2 of vabs is not in the kit yet")


# ------------------------------------------------------------------------------------------------------------- reach


def test_reach_is_the_hull_of_the_active_lanes(t: Builder, ub: UB) -> None:
    """5 repeats of 64 lanes need 1280 bytes; with 8 lanes in the last position they still start 256 bytes apart."""
    t.vec_abs(64, ub(320), ub(320), 5, 8, 8)
    t.vec_abs(8, ub(264), ub(264), 5, 8, 8)
    assert not t.errors
    t.vec_abs(64, ub(319), ub(312), 5, 8, 8)  # 319 elements round up to 320, 312 do not
    assert only(t).message == "vec_abs reads past the end of ub"
    assert only(t).details == ("src: bytes 0..1280; ub has 1248",)


def test_reach_counts_from_the_view(t: Builder, ub: UB) -> None:
    t.vec_dup(64, ub(128)[64], 0.0, 1, 8)
    assert not t.errors
    t.vec_dup(64, ub(128)[72], 0.0, 1, 8)
    assert only(t).details == ("dst: bytes 288..544; ub has 512",)


def test_gm_has_a_guard_block(t: Builder, ub: UB) -> None:
    """Decision 6: GM is rounded up to 32 bytes plus a guard of 32; only beyond it is an error at build time."""
    gm = t.Tensor("float32", (9,), "global", "gm")
    t.data_move(ub(64), gm, 0, 1, 3, 0, 0)
    assert not t.errors
    t.data_move(ub(64), gm, 0, 1, 4, 0, 0)
    assert only(t).details == ("src: bytes 0..128; gm has 36 (and 32 of guard behind its last block)",)
