"""api_check_support."""

import logging

import pytest

from tik.chips import load_chip
from tik.compat import support

CHIPS = ("Ascend310", "Ascend910A", "Ascend310P3", "Ascend910B1")


@pytest.mark.parametrize(
    ("name", "dtypes", "chips"),
    [
        ("tik.vcopy", (), "B"),
        ("tik.data_move_pad", (), "B"),
        ("tik.data_move_pad", ("float32",), "B"),
        ("tik.vgather", ("float32",), "PB"),
        ("tik.vadd", ("int16",), "PB"),
        ("Intrinsic_vadd", ("float16",), "3APB"),
        ("Intrinsic_vexp", ("float32",), "APB"),
        ("tbe.dsl.vexp", ("float32",), "APB"),
        ("te.lang.cce.vexp", (), "3APB"),
        ("tik.vec_add", ("float32",), "3APB"),
        ("tik.vec_reduce_add", ("float32",), "3APB"),
        ("tik.vconv", ("f322s32r",), "APB"),
        ("tik.vconv", ("f162s32f",), "3APB"),
        ("tik.vconv", ("s322f32",), "APB"),
        ("tik.vconv", ("f322f16o",), "APB"),
        ("tik.vconv", ("f322bf16r",), "B"),
        ("tik.vconv", ("deq",), "3APB"),
        ("Intrinsic_fix_pipe_l0c2out", (), "B"),
        ("Intrinsic_out2l1_nd2nz", (), "B"),
        ("tik.load3dv1", (), "3AP"),
        ("Intrinsic_data_move_l12ub", (), "3AP"),
        ("tik.set_atomic_add", ("float32",), "APB"),
        ("tik.set_atomic_add", ("float16",), "PB"),
        ("tik.mmad", ("f32f16f16",), "3APB"),
        ("tik.mmad", ("int8",), "3APB"),
        ("tik.mmad", ("float32",), "B"),
        ("tik.mmad", ("u8s8",), "3APB"),
        ("tik.mmad", ("f162f32",), "3APB"),
        ("tik.mmad", ("s4",), "P"),
        ("tik.vcbd", ("s322s16",), "P"),
        ("tik.vcbd", ("s322s16r",), ""),
        ("tik.data_move", (), "3APB"),
        ("tik.data_move", ("bfloat16",), "3APB"),
        ("tik.tensor_mov", (), "3APB"),
        ("tik.matmul", ("float32",), "B"),
        ("tik.conv2d", ("s8s8s32",), "3APB"),
        ("tik.h_add", ("float16",), "3APB"),
        ("tik.h_div", (), "APB"),
        ("tik.scalar_conv", (), "3APB"),
        ("tik.set_rpn_offset", (), "3AP"),
        ("tik.pipe_barrier", (), "3APB"),
        ("tik.fix_l0c_gm", (), "B"),
        ("vcmax", ("float32",), "PB"),
        ("vdiv", ("float64",), ""),
    ],
)
def test_answers(name: str, dtypes: tuple[str, ...], chips: str) -> None:
    letters = dict(zip(CHIPS, "3APB", strict=True))
    assert "".join(letters[chip] for chip in CHIPS if support.supported(load_chip(chip), name, *dtypes)) == chips


def test_an_unknown_name_is_false_with_one_warning(caplog: pytest.LogCaptureFixture) -> None:
    support._warned.discard("vfly")
    with caplog.at_level(logging.WARNING, "tik"):
        assert [support.supported(load_chip("Ascend910A"), "tik.vfly", "float16") for _ in range(3)] == [False] * 3
    assert caplog.text.count("vfly") == 1
