"""Moves by path, cube loads and products (tik_api §6, §13; case O20)."""

from collections.abc import Callable
from typing import Any

import pytest

from tik.dsl import Builder, TensorView
from tik.ir import Instr
from tik.types.errors import TikError


def last(t: Builder) -> Instr:
    assert not t.errors, t.errors[0]
    stmt = t.body[-1]
    assert isinstance(stmt, Instr)
    return stmt


def only(t: Builder) -> TikError:
    assert len(t.errors) == 1, t.errors
    return t.errors[0]


def tensors(t: Builder, dtype: str = "float16", elements: int = 1024) -> Callable[[str], TensorView]:
    return lambda scope: t.Tensor(dtype, (elements,), scope, scope)


@pytest.mark.parametrize(
    ("chip", "dst", "src", "mnemonic"),
    [
        ("Ascend910B1", "UB", "GM", "mov_gm_ub"),
        ("Ascend910B1", "L1", "GM", "mov_gm_l1"),
        ("Ascend910B1", "GM", "UB", "mov_ub_gm"),
        ("Ascend910B1", "UB", "UB", "mov_ub_ub"),
        ("Ascend910A", "UB", "L1", "mov_l1_ub"),
        ("Ascend910A", "L1", "UB", "mov_ub_l1"),
        ("Ascend910A", "L0C", "UB", "mov_ub_l0c"),
        ("Ascend910A", "UB", "L0C", "mov_l0c_ub"),
    ],
)
def test_data_move_by_path(chip: str, dst: str, src: str, mnemonic: str) -> None:
    t = Builder(chip)
    place = tensors(t, elements=2048)
    t.data_move(place(dst), place(src), 0, 2, 1, 3, 1)
    assert last(t).op.mnemonic == mnemonic and last(t).operands[2:6] == (2, 1, 3, 1)


@pytest.mark.parametrize(("chip", "dst", "src"), [("Ascend910B1", "UB", "L1"), ("Ascend910A", "BT", "L1")])
def test_path_of_other_chips(chip: str, dst: str, src: str) -> None:
    t = Builder(chip)
    t.data_move(t.Tensor("float32", (16,), dst, "dst"), t.Tensor("float32", (16,), src, "src"), 0, 1, 1, 0, 0)
    assert t.errors[-1].code == "TIK-CHIP01" and t.errors[-1].message.endswith((f"has no {dst}", "has no data_move"))


def test_bias_table_widens(t: Builder) -> None:
    bias, row = t.Tensor("float32", (64,), "BT", "bias"), t.Tensor("float16", (64,), "L1", "row")
    t.data_move(bias, row, 0, 1, 4, 0, 0)
    assert last(t).op.mnemonic == "mov_l1_bt" and last(t).operands[2:] == (4,)
    t.data_move(bias, row, 0, 2, 2, 0, 0)
    assert only(t).message == "nburst is 2: the bias table is filled by one burst"


def test_no_path(t: Builder) -> None:
    place = tensors(t)
    t.data_move(place("L0A"), place("L1"), 0, 1, 1, 0, 0)
    t.data_move(place("GM"), place("L0C"), 0, 1, 1, 0, 0)
    assert [error.message for error in t.errors] == [
        "data_move does not go from L1 to L0A",
        "data_move does not go from L0C to GM",
    ]
    assert [error.hint for error in t.errors] == [
        "load2dv1 loads L0A and L0B from L1",
        "fix_l0c_gm writes L0C to GM on split chips; elsewhere go through UB",
    ]


@pytest.mark.parametrize(
    ("mode", "dtype", "relu"),
    [
        (0, "float32", "false"),
        (None, "float32", "false"),
        (1, "float16", "false"),
        (2, "float16", "true"),
        (5, "float32", "true"),
    ],
)
def test_conv_relu_mode(mode: Any, dtype: str, relu: str) -> None:
    t = Builder("Ascend910A")
    c, u = t.Tensor("float32", (1024,), "L0C", "c"), t.Tensor(dtype, (1024,), "UB", "u")
    t.data_move(u, c, 0, 1, 4, 0, 0, *([] if mode is None else [mode]))
    assert last(t).operand("relu") == relu and last(t).operand("burst") == 4  # bursts count fractals
    t.data_move(u, c, 0, 1, 4, 0, 0, ConvReluMode=mode)
    assert last(t).operand("relu") == relu


def test_bounds_count_fractals() -> None:
    t = Builder("Ascend910A")
    c, u = t.Tensor("float32", (1024,), "L0C", "c"), t.Tensor("float32", (1023,), "UB", "u")
    t.data_move(u, c, 0, 1, 5, 0, 0)
    assert only(t).details == ("dst: bytes 0..5120; u has 4092",)


@pytest.mark.parametrize(("mode", "code"), [(1, "TIK-TYPE01"), (3, "TIK-CHIP01"), ("x", "TIK-CHIP01")])
def test_conv_relu_mode_that_cannot_be(mode: Any, code: str) -> None:
    t = Builder("Ascend910A")
    t.data_move(t.Tensor("float32", (256,), "UB", "u"), t.Tensor("float32", (256,), "L0C", "c"), 0, 1, 1, 0, 0, mode)
    assert only(t).code == code


# -------------------------------------------------------------------------------------------------------------- O20


@pytest.mark.parametrize("gap", [0, 1, 0.5])
def test_o20_rows_that_are_no_whole_blocks(t: Builder, gap: float) -> None:
    gm, x = t.Tensor("float16", (3, 16), "GM", "gm"), t.Tensor("float16", (3, 24), "UB", "x")
    t.data_move(x, gm, 0, 3, 1, 0, gap)
    assert only(t).code == "TIK-ALIGN02"
    if gap != 0.5:
        assert only(t).message == "the rows of x are 48 bytes, which are no whole 32-byte blocks"
        assert only(t).hint == "declare rows of 32 elements"


def test_o20_rows_of_whole_blocks_and_flat_moves_pass(t: Builder) -> None:
    gm = t.Tensor("float16", (3, 32), "GM", "gm")
    t.data_move(t.Tensor("float16", (3, 32), "UB", "x"), gm, 0, 3, 1, 0, 1)
    t.data_move(t.Tensor("float16", (4, 24), "UB", "y"), gm, 0, 1, 6, 0, 0)  # one burst: 192 bytes in a run
    t.data_move(t.Tensor("float16", (4, 24), "UB", "z")[0:96], gm, 0, 4, 1, 0, 0)  # flat view: no rows meant
    assert not t.errors


# ------------------------------------------------------------------------------------------------- padded, nd2nz, L0


def test_padded_moves(t: Builder) -> None:
    gm, x = t.Tensor("float16", (2, 9), "GM", "gm"), t.Tensor("float16", (2, 16), "UB", "x")
    t.data_move_pad(x, gm, 2, 18, 0, 0, right_padding=3, padding_value=1)
    assert last(t).op.mnemonic == "movpad_gm_ub" and last(t).operands[2:] == (2, 18, 0, 0, 3, 0, 1.0)
    t.data_move_pad(gm, x, 2, 18, 0, 0)
    assert last(t).op.mnemonic == "movpad_ub_gm" and last(t).operands[2:] == (2, 18, 0, 0)


def test_padded_moves_need_the_chip() -> None:
    t = Builder("Ascend910A")
    t.data_move_pad(t.Tensor("float16", (16,), "UB", "x"), t.Tensor("float16", (9,), "GM", "gm"), 1, 18, 0, 0)
    assert (only(t).message, only(t).hint) == ("Ascend910A has no data_move_pad", "chips that have it: Ascend910B1")


def test_nd2nz(t: Builder) -> None:
    place = tensors(t)
    t.data_move_multi_nd2nz(place("L1"), place("GM"), 1, 16, 32, 0, 32, 16, 1, 0)
    assert last(t).op.mnemonic == "nd2nz_gm_l1" and last(t).operands[2:] == (1, 16, 32, 0, 32, 16, 1, 0)


def test_cube_loads(t: Builder) -> None:
    place = tensors(t)
    t.load2dv1(place("L0A"), place("L1"), 1, 2, 2, 0)
    assert last(t).op.mnemonic == "load2d_l1_l0a" and last(t).operands[2:] == (1, 2, 2, 0, "false")
    t.load2dv2(place("L0B"), place("L1"), start_index=0, repeat_times=2, dst_gap=1, src_stride=1, sid=0, if_transpose=True)
    assert last(t).op.mnemonic == "load2d_l1_l0b" and last(t).operands[2:] == (0, 2, 1, 1, "true")


def test_load2dv2_is_not_on_910a() -> None:
    t = Builder("Ascend910A")
    t.load2dv2(tensors(t)("L0A"), tensors(t)("L1"), 0, 1, 0, 1, 0)
    assert only(t).message == "Ascend910A has no load2dv2"


def test_cube_load_beyond_its_source(t: Builder) -> None:
    t.load2dv1(tensors(t)("L0A"), tensors(t)("L1"), 1, 2, 3, 0)  # fractals 1 and 4, and L1 has 0..3
    assert only(t).details == ("src: bytes 512..2560; L1 has 2048",)


def test_only_16_bit_fractals_are_transposed(t: Builder) -> None:
    place = tensors(t, "float32")
    t.load2dv1(place("L0A"), place("L1"), 0, 1, 1, 0, True)
    assert only(t).message == "load2dv1: only 16-bit fractals are transposed by this load, not f32"


def test_products(t: Builder) -> None:
    place = tensors(t)
    a, b, c = place("L0A"), place("L0B"), t.Tensor("float32", (1024,), "L0C", "c")
    t.mmad(c, a, b, 32, 32, 32, 0)
    assert last(t).operands[3:] == (32, 32, 32, 0)
    t.mmad(c, a, b, 32, 32, 32, is_bias=True)
    assert last(t).operand("is_bias") == 1
    bias = t.Tensor("float32", (32,), "BT", "bias")
    t.mmad(c, a, b, 32, 32, 32, 0, bias_tensor=bias)
    assert last(t).op.mnemonic == "mmad_bias" and last(t).operand("bias").tensor is bias.tensor
    t.mmad(c, a, b, 32, 32, 32, 1, bias_tensor=bias)
    assert only(t).message == "mmad either adds to dst (is_bias 1) or takes a bias_tensor, not both"


def test_product_beyond_its_operands(t: Builder) -> None:
    place = tensors(t)
    t.mmad(t.Tensor("float32", (1024,), "L0C", "c"), place("L0A"), place("L0B"), 32, 48, 32, 0)
    assert only(t).message == "mmad reads past the end of L0A"


def test_bias_table_is_the_split_chips() -> None:
    t = Builder("Ascend910A")
    place = tensors(t)
    c = t.Tensor("float32", (1024,), "L0C", "c")
    t.mmad(c, place("L0A"), place("L0B"), 16, 16, 16, 0, bias_tensor=c)
    assert only(t).message == "Ascend910A has no bias table"


def test_results_out_of_l0c(t: Builder) -> None:
    gm, c = t.Tensor("float16", (20, 40), "GM", "gm"), t.Tensor("float32", (1536,), "L0C", "c")
    t.fix_l0c_gm(gm, c, 40, 20, 32, 40, relu=True)
    assert last(t).op.mnemonic == "fix_l0c_gm" and last(t).operands[2:] == (40, 20, 32, 40, "true")


def test_arguments_that_are_missing(t: Builder) -> None:
    with pytest.raises(TypeError, match="dst_stride"):
        t.data_move(1, 2, 3, 4, 5, 6)
    t.data_move(1, 2, 0, 1, 1, 0, 0)
    t.mmad(1, 2)
    t.load2dv1(1, 2)
    t.fix_l0c_gm()
    t.data_move_pad(1, 2)
    assert {error.code for error in t.errors} == {"TIK-TYPE02"} and len(t.errors) == 5
