"""Moves by path (tik_api §6; case O20)."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tik
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
        ("Ascend910B1", "GM", "L1", "mov_l1_gm"),
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


@pytest.mark.parametrize(
    ("chip", "dst", "src"), [("Ascend910B1", "UB", "L1"), ("Ascend910A", "BT", "L1"), ("Ascend910A", "GM", "L1")]
)
def test_path_of_other_chips(chip: str, dst: str, src: str) -> None:
    t = Builder(chip)
    t.data_move(t.Tensor("float32", (16,), dst, "dst"), t.Tensor("float32", (16,), src, "src"), 0, 1, 1, 0, 0)
    assert t.errors[-1].code == "TIK-CHIP01" and t.errors[-1].message.endswith(
        (f"has no {dst}", f"has no data_move from {src} to {dst}")
    )


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
    assert only(t).details == ("dst: bytes 0..5120; u has 4096",)


@pytest.mark.parametrize(
    ("mode", "dst", "src", "code", "message"),
    [
        (1, "float32", "float32", "TIK-TYPE01", "ConvReluMode 1 of data_move converts f32 to f16, but src is f32 and dst f32"),
        (0, "float16", "float32", "TIK-TYPE01", "ConvReluMode 0 of data_move copies, but src is f32 and dst f16"),
        (3, "float16", "int32", "TIK-TYPE02", "data_move from i32 to f16 misses deqscale"),
        (6, "float16", "float16", "TIK-CHIP01", "ConvReluMode 6 of data_move (scales f16 results) is not in the kit"),
        (7, "float16", "int32", "TIK-CHIP01", "ConvReluMode 7 of data_move (scales i32 by a vector to f16) is not in the kit"),
        (8, "int8", "int32", "TIK-CHIP01", "ConvReluMode 8 of data_move (scales i32 to 8 bits) is not in the kit"),
        (9, "float16", "float32", "TIK-TYPE02", "ConvReluMode of data_move is 9; there are 0..8"),
        ("x", "float16", "float32", "TIK-TYPE02", "ConvReluMode of data_move is 'x'; there are 0..8"),
    ],
)
def test_conv_relu_mode_that_cannot_be(mode: Any, dst: str, src: str, code: str, message: str) -> None:
    t = Builder("Ascend910A")
    t.data_move(t.Tensor(dst, (256,), "UB", "u"), t.Tensor(src, (256,), "L0C", "c"), 0, 1, 1, 0, 0, mode)
    assert only(t).code == code and message in only(t).message


def test_a_scale_on_the_way_out_of_l0c() -> None:
    t = Builder("Ascend910A")
    c, u = t.Tensor("int32", (512,), "L0C", "c"), t.Tensor("float16", (512,), "UB", "u")
    for scale in (0.5, 2):
        t.data_move(u, c, 0, 1, 2, 0, 0, 3, deqscale=scale)
        assert last(t).operand("deqscale") == scale and last(t).types[0].short == "f16"
    held = t.Scalar("float16", "held", 0.25)
    t.data_move(u, c, 0, 1, 2, 0, 0, ConvReluMode=3, deqscale=held)
    assert last(t).operand("deqscale") is held
    t.data_move(u.reinterpret_cast_to("int32"), c, 0, 1, 1, 0, 0, 0, deqscale=0.5)
    assert only(t).message == "deqscale of data_move scales i32 on its way to f16, not i32 to i32"


def test_f16_results_become_f32() -> None:
    t = Builder("Ascend910A")
    t.data_move(t.Tensor("float32", (256,), "UB", "u"), t.Tensor("float16", (256,), "L0C", "c"), 0, 1, 1, 0, 0, 4)
    assert [kind.short for kind in last(t).types] == ["f32", "f16"]


def test_modes_elsewhere() -> None:
    t = Builder("Ascend910A")
    place = tensors(t)
    gm, ub = place("GM"), place("UB")
    t.data_move(place("L1"), gm, 0, 1, 1, 0, 0, 2)
    t.data_move(ub, gm, 0, 1, 1, 0, 0, 1)
    t.data_move(ub, gm, 0, 1, 1, 0, 0, deqscale=2.0)
    t.data_move(ub, gm, 0, 1, 1, 0, 0, relu=True)
    t.data_move(t.Tensor("int8", (64,), "UB", "a"), t.Tensor("int8", (64,), "UB", "b"), 0, 1, 1, 0, 0)
    assert [error.message for error in t.errors] == [
        "PadMode 2 of data_move from GM to L1 is not in the kit",
        "ConvReluMode 1 of data_move from GM to UB: only moves from L0C to UB have one",
        "deqscale of data_move from GM to UB: only moves from L0C to UB scale",
        "data_move has no parameter relu",
        "data_move from UB to UB moves elements of 16 or 32 bits, not i8",
    ]


def test_counts_of_0(t: Builder) -> None:
    """A Python 0 is refused, a run-time 0 moves nothing."""
    gm, x, n = t.Tensor("float16", (64,), "GM", "gm"), t.Tensor("float16", (64,), "UB", "x"), t.Scalar("int32", "n")
    t.data_move(x, gm, 0, n, n, 0, 0)
    assert last(t).operands[2:4] == (n, n)
    t.data_move(x, gm, 0, 1, 0, 0, 0)
    assert only(t).message == "burst is 0, at least 1"
    assert only(t).hint == "burst counts blocks of 32 bytes = 16 elements of float16: round up, (n + 15) // 16"


@pytest.mark.parametrize(("nburst", "burst", "gap"), [(4096, 1, 0), (1, 65536, 0), (1, 1, 65536), (1, 1, -1)])
def test_limits(t: Builder, nburst: int, burst: int, gap: int) -> None:
    gm = t.Tensor("float16", (2**31 - 1,), "GM", "gm")
    t.data_move(t.Tensor("float16", (64,), "UB", "x"), gm, 0, nburst, burst, gap, 0)
    assert only(t).code == "TIK-REPEAT01"


# ------------------------------------------------------------------------------------------------------- tensor_mov


def test_tensor_mov_has_its_strides_the_other_way_round(t: Builder) -> None:
    gm, x = t.Tensor("float16", (1024,), "GM", "gm"), t.Tensor("float16", (1024,), "UB", "x")
    t.tensor_mov(x, gm, "", 2, 3, 1, 5)
    stmt = last(t)
    assert stmt.op.mnemonic == "mov_gm_ub" and stmt.operands[2:] == (2, 3, 5, 1)
    assert (stmt.operand("dst_stride"), stmt.operand("src_stride")) == (1, 5)
    t.set_atomic_add("float16")
    t.tensor_mov(gm, x, "", 1, 3, 0, 0)
    assert last(t).op.mnemonic == "mov_ub_gm"


@pytest.mark.parametrize(
    ("dst", "src", "block", "more", "expected"),
    [
        ("float32", "float32", "m", {}, ("false", "m")),
        ("float16", "float32", "m", {"relu": True}, ("true", "m")),
        ("float16", "float32", "v", {}, ("false", "v")),
        ("float16", "int32", "m", {"deqscale": 0.5}, ("false", "m", 0.5)),
        ("int32", "int32", "m", {"relu": True}, ("true", "m")),
    ],
)
def test_tensor_mov_out_of_l0c(dst: str, src: str, block: str, more: dict[str, Any], expected: tuple[Any, ...]) -> None:
    t = Builder("Ascend910A")
    u, c = t.Tensor(dst, (1024,), "UB", "u"), t.Tensor(src, (1024,), "L0C", "c")
    t.tensor_mov(u, c, block, 1, 4, 0, 0, **more)
    assert last(t).operands[6:] == expected


def test_tensor_mov_into_l0c() -> None:
    t = Builder("Ascend310P3")
    t.tensor_mov(t.Tensor("float32", (1024,), "L0C", "c"), t.Tensor("float32", (1024,), "UB", "u"), "m", 2, 1, 1, 4)
    assert last(t).op.mnemonic == "mov_ub_l0c" and last(t).operands[2:] == (2, 1, 4, 1)


@pytest.mark.parametrize(
    ("path", "arguments", "more", "message"),
    [
        (("UB", "L0C"), ("", 1, 1, 0, 0), {}, "block_mode '' of tensor_mov from L0C to UB is not possible"),
        (
            ("UB", "L0C"),
            ("dp", 1, 1, 0, 0),
            {},
            "'dp' of tensor_mov from L0C to UB is not in the kit: what it moves is published",
        ),
        (("UB", "L0C"), ("sc", 1, 1, 0, 0), {}, "block_mode 'sc' of tensor_mov"),
        (("UB", "GM"), ("m", 1, 1, 0, 0), {}, "block_mode 'm' of tensor_mov from GM to UB is not possible"),
        (("UB", "GM"), ("", 1, 1, 0, 0), {"relu": True}, "tensor_mov from GM to UB only copies"),
        (("UB", "GM"), ("", 1, 1, 0, 0), {"pad_mode": 1}, "pad_mode=1 of tensor_mov is not in the kit"),
        (("UB", "L0C"), ("m", 1, 1, 0, 0), {"deqscale": 0.5}, "deqscale of tensor_mov scales i32 on its way to f16"),
        (("L0A", "L1"), ("", 1, 1, 0, 0), {}, "tensor_mov does not go from L1 to L0A"),
        (("UB", "GM"), ("", 1, 1), {}, "tensor_mov misses dst_stride, src_stride"),
    ],
)
def test_tensor_mov_that_cannot_be(
    path: tuple[str, str], arguments: tuple[Any, ...], more: dict[str, Any], message: str
) -> None:
    t = Builder("Ascend910A")
    place = tensors(t)
    t.tensor_mov(place(path[0]), place(path[1]), *arguments, **more)
    assert message in only(t).message


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


# ------------------------------------------------------------------------------------------------- padded, nd2nz


def test_padded_moves(t: Builder) -> None:
    gm, x = t.Tensor("float16", (2, 9), "GM", "gm"), t.Tensor("float16", (2, 16), "UB", "x")
    t.data_move_pad(x, gm, 2, 18, 0, 0, right_padding=3, padding_value=1)
    assert last(t).op.mnemonic == "movpad_gm_ub" and last(t).operands[2:] == (2, 18, 0, 0, 3, 0, 1.0)
    t.data_move_pad(gm, x, 2, 18, 0, 0)
    assert last(t).op.mnemonic == "movpad_ub_gm" and last(t).operands[2:] == (2, 18, 0, 0, 0)
    t.data_move_pad(x, gm, 2, 18, 0, 0, 3)
    assert last(t).operands[2:] == (2, 18, 0, 0, 3, 0, 0.0)  # None is 0, also after a call with a value


@pytest.mark.parametrize("dtype", ["uint8", "int8", "uint16", "int16", "float16", "bfloat16", "uint32", "int32", "float32"])
def test_padded_moves_of_every_dtype(t: Builder, dtype: str) -> None:
    t.data_move_pad(t.Tensor(dtype, (64,), "UB", "x"), t.Tensor(dtype, (9,), "GM", "gm"), 1, 8, 0, 0)
    assert last(t).types[0].name == dtype


def test_padded_moves_that_cannot_be(t: Builder) -> None:
    gm, x = t.Tensor("float16", (64,), "GM", "gm"), t.Tensor("float16", (64,), "UB", "x")
    t.data_move_pad(gm, x, 1, 18, 0, 0, right_padding=1)
    t.data_move_pad(x, gm, 1, 2**21, 0, 0)
    t.data_move_pad(t.Tensor("int64", (4,), "UB", "y"), t.Tensor("int64", (4,), "GM", "wide"), 1, 32, 0, 0)
    assert [error.code for error in t.errors] == ["TIK-TYPE02", "TIK-REPEAT01", "TIK-TYPE01"]
    assert (
        t.errors[0].message == "data_move_pad from UB to GM writes the bytes of the bursts and nothing else: no right_padding=1"
    )


def test_padded_moves_need_the_chip() -> None:
    t = Builder("Ascend910A")
    t.data_move_pad(t.Tensor("float16", (16,), "UB", "x"), t.Tensor("float16", (9,), "GM", "gm"), 1, 18, 0, 0)
    assert (only(t).message, only(t).hint) == ("Ascend910A has no data_move_pad", "chips that have it: Ascend910B1..B4")


def test_nd2nz(t: Builder) -> None:
    place = tensors(t)
    t.data_move_multi_nd2nz(place("L1"), place("GM"), 1, 16, 32, 0, 32, 16, 1, 0)
    assert last(t).op.mnemonic == "nd2nz_gm_l1" and last(t).operands[2:] == (1, 16, 32, 0, 32, 16, 1, 0)


def test_results_out_of_l0c(t: Builder) -> None:
    gm, c = t.Tensor("float16", (20, 40), "GM", "gm"), t.Tensor("float32", (1536,), "L0C", "c")
    t.fix_l0c_gm(gm, c, 40, 20, 32, 40, relu=True)
    assert last(t).op.mnemonic == "fix_l0c_gm" and last(t).operands[2:] == (40, 20, 32, 40, "true", 0)


def test_arguments_that_are_missing(t: Builder) -> None:
    t.data_move(1, 2, 3, 4, 5, 6)
    assert t.errors[0].message == "data_move misses dst_stride"
    t.data_move(1, 2, 0, 1, 1, 0, 0)
    t.fix_l0c_gm()
    t.data_move_pad(1, 2)
    assert {error.code for error in t.errors} == {"TIK-TYPE02"} and len(t.errors) == 4


def test_through_l1_and_back() -> None:
    """L1 to GM is a path of the cube cores: it may stand beside products."""
    with tik.chip("Ascend910B1"):
        t = tik.Tik()
        x, y = (t.Tensor("float16", (8, 32), tik.scope_gm, name) for name in "xy")
        l1 = t.Tensor("float16", (8, 32), tik.scope_cbuf, "l1")
        t.data_move(l1, x, 0, 1, 16, 0, 0)
        t.load2dv1(t.Tensor("float16", (256,), tik.scope_ca, "a"), l1, 0, 1, 1, 0)
        t.data_move(y, l1, 0, 8, 2, 0, 0)
        t.BuildCCE("k", [x], [y])
    given = np.arange(256, dtype=np.float16).reshape(8, 32)
    report = t.kernel.run([given])
    assert (report.outputs[0] == given).all() and list(report.hazards) == []


def test_a_tensor_of_scales_is_refused_by_name() -> None:
    t = Builder("Ascend910A")
    sums, ub = t.Tensor("int32", (16, 16), "local.L0C", "sums"), t.Tensor("float16", (16, 16), "local.UB", "ub")
    scales = t.Tensor("float16", (16,), "local.UB", "scales")
    t.tensor_mov(ub, sums, "m", 1, 1, 0, 0, scales)
    assert t.errors[0].code == "TIK-CHIP01"
    assert t.errors[0].message == "tensor_mov with a tensor of scales (scales of shape [16]) is not in the kit"


def test_fractals_of_l0c_lie_on_their_own_size() -> None:
    t = Builder("Ascend910A")
    wide, narrow = (t.Tensor(kind, (4, 16, 16), "local.L0C", kind) for kind in ("float32", "float16"))
    for sums in (wide, narrow):
        ub = t.Tensor(sums.dtype, (256,), "local.UB", "ub")
        t.data_move(ub, sums[256], 0, 1, 1, 0, 0)
    assert not t.errors
    t.data_move(t.Tensor("float32", (256,), "local.UB", "ub"), wide[128], 0, 1, 1, 0, 0)
    assert [e.message for e in t.errors] == ["src of data_move starts at byte 512 of float32, which is no multiple of 1024"]
