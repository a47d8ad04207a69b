"""Loads into the cube's buffers, products, img2col (tik_api §13)."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tik
from tik.chips.loader import load_chip
from tik.dsl import Builder, TensorView
from tik.dsl.names import NOT_YET
from tik.ir import Const, Instr
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


# --------------------------------------------------------------------------------------------------------- fractals
@pytest.mark.parametrize(
    ("dst", "src", "mnemonic"),
    [
        ("L0A", "L1", "load2d_l1_l0a"),
        ("L0B", "L1", "load2d_l1_l0b"),
        ("L1", "GM", "load2d_gm_l1"),
        ("L0A", "GM", "load2d_gm_l0a"),
        ("L0B", "GM", "load2d_gm_l0b"),
    ],
)
def test_loads_by_path(t: Builder, dst: str, src: str, mnemonic: str) -> None:
    place = tensors(t)
    t.load2dv1(place(dst), place(src), 1, 2, 2, 0)
    assert last(t).op.mnemonic == mnemonic and last(t).operands[2:6] == (1, 2, 2, 0)
    t.load2dv2(place(dst), place(src), start_index=0, repeat_times=2, dst_gap=1, src_stride=1, sid=0)
    assert last(t).op.mnemonic == mnemonic and last(t).operands[2:6] == (0, 2, 1, 1)


def test_transposed_loads(t: Builder) -> None:
    place = tensors(t)
    t.load2dv1(place("L0B"), place("L1"), 1, 2, 2, 0, True)
    assert last(t).operand("if_transpose") == "true"
    t.load2dv1(place("L0B"), place("GM"), 1, 2, 2, 0, if_transpose=True)
    assert (only(t).code, only(t).message) == ("TIK-CHIP01", "load2dv1 does not transpose fractals of GM")


def test_only_16_bit_fractals_are_transposed(t: Builder) -> None:
    place = tensors(t, "float32")
    t.load2dv1(place("L0A"), place("L1"), 0, 1, 1, 0, True)
    assert only(t).message == "load2dv1: only 16-bit fractals are transposed by this load, not f32"


def test_address_mode(t: Builder) -> None:
    """addr_mode 1 walks the source backwards: fractals 3, 1; a stride at run time too."""
    place = tensors(t)
    for mode in (1, "dec", True):
        t.load2dv1(place("L0A"), place("L1"), 3, 2, 2, 0, False, mode)
        assert last(t).operand("src_stride") == -2
    for up in (0, None, False, "inc"):
        t.load2dv1(place("L0A"), place("L1"), 1, 2, 2, 0, addr_mode=up)
        assert last(t).operand("src_stride") == 2
    stride = t.Scalar("uint32", "stride", 2)
    t.load2dv1(place("L0A"), place("L1"), 3, 2, stride, 0, False, 1)
    assert last(t).operand("src_stride").dtype.kind == "i" and last(t).operand("src_stride").op == "sub"
    t.load2dv1(place("L0A"), place("L1"), 0, 2, 1, 0, False, 1)
    assert only(t).message == "load2dv1 reads before the start of L1"


@pytest.mark.parametrize(
    ("stride", "mode", "message"),
    [(-1, None, "src_stride is -1, at least 0"), (1, 2, "addr_mode of load2dv1 is 2; there are 0 (rising) and 1 (falling)")],
)
def test_address_mode_that_cannot_be(t: Builder, stride: int, mode: Any, message: str) -> None:
    t.load2dv1(tensors(t)("L0A"), tensors(t)("L1"), 3, 1, stride, 0, False, mode)
    assert only(t).message == message


def test_run_time_fractals(t: Builder) -> None:
    place, n = tensors(t), t.Scalar("int32", "n", 0)
    t.load2dv1(place("L0A"), place("L1"), n, n, n, 0)
    assert last(t).operand("repeat_times") is last(t).operand("index")
    t.load2dv1(place("L0A"), place("L1"), 0, 0, 1, 0)
    assert only(t).message == "repeat_times is 0, at least 1"


def test_load2dv2_is_not_on_910a() -> None:
    t = Builder("Ascend910A")
    t.load2dv2(tensors(t)("L0A"), tensors(t)("L1"), 0, 1, 0, 1, 0)
    assert only(t).message == "Ascend910A has no load2dv2"


@pytest.mark.parametrize(("dtype", "refused"), [("bfloat16", True), ("float32", True), ("int8", False), ("int16", False)])
def test_dtypes_of_910a(dtype: str, refused: bool) -> None:
    t = Builder("Ascend910A")
    t.load2dv1(tensors(t, dtype)("L0A"), tensors(t, dtype)("L1"), 0, 1, 1, 0)
    assert {e.code for e in t.errors} == ({"TIK-CHIP01"} if refused else set())


def test_cube_load_beyond_its_source(t: Builder) -> None:
    t.load2dv1(tensors(t)("L0A"), tensors(t)("L1"), 1, 2, 3, 0)  # fractals 1 and 4, and L1 has 0..3
    assert only(t).details == ("src: bytes 512..2560; L1 has 2048",)


def test_no_path(t: Builder) -> None:
    t.load2dv1(tensors(t)("UB"), tensors(t)("L1"), 0, 1, 1, 0)
    assert only(t).message == "load2dv1 does not go from L1 to UB" and "GM to L0B" in only(t).details[0]


@pytest.mark.parametrize(
    ("scope", "dtype", "value", "mnemonic"),
    [("L0A", "float16", None, "set_2d_l0a"), ("L0B", "int8", 3, "set_2d_l0b"), ("L1", "float16", 1.5, "set_2d_l1")],
)
def test_fill(t: Builder, scope: str, dtype: str, value: Any, mnemonic: str) -> None:
    t.tensor_padding_with_matrix(t.Tensor(dtype, (1024,), scope, "x"), 2, value)
    assert last(t).op.mnemonic == mnemonic and last(t).operands[1:] == (2, value or 0)


def test_fill_elsewhere(t: Builder) -> None:
    t.tensor_padding_with_matrix(tensors(t)("UB"), 1)
    assert only(t).message == "tensor_padding_with_matrix fills L0A, L0B and L1, not UB"


# --------------------------------------------------------------------------------------------------------- products
def test_products(t: Builder) -> None:
    place = tensors(t)
    a, b, c = place("L0A"), place("L0B"), t.Tensor("float32", (1024,), "L0C", "c")
    t.mmad(c, a, b, 32, 32, 32, 0)
    assert last(t).operands[3:] == (32, 32, 32, 0, "false")
    t.mmad(c, a, b, 32, 32, 32, is_bias=True)
    assert last(t).operand("is_bias") == 1
    t.mmad(c, a, b, 32, 32, 32, t.Scalar("int32", "add", 1))
    assert last(t).op.mnemonic == "mmad"
    bias = t.Tensor("float32", (32,), "BT", "bias")
    t.mmad(c, a, b, 32, 32, 32, 0, bias_tensor=bias)
    assert last(t).op.mnemonic == "mmad_bias" and last(t).operand("bias").tensor is bias.tensor


@pytest.mark.parametrize("run_time", [False, True])
def test_a_bias_and_an_old_sum(t: Builder, run_time: bool) -> None:
    place = tensors(t)
    c, bias = t.Tensor("float32", (1024,), "L0C", "c"), t.Tensor("float32", (32,), "BT", "bias")
    add: Any = t.Scalar("int32", "add", 0) if run_time else 1
    t.mmad(c, place("L0A"), place("L0B"), 32, 32, 32, add, bias_tensor=bias)
    assert only(t).message == "mmad either adds to dst (is_bias 1) or takes a bias_tensor, not both"


def test_hf32(t: Builder) -> None:
    place = tensors(t, "float32")
    c, bias = t.Tensor("float32", (1024,), "L0C", "c"), t.Tensor("float32", (32,), "BT", "bias")
    t.mmad(c, place("L0A"), place("L0B"), 32, 32, 32, 0, hf32=True)
    assert last(t).operand("hf32") == "true"
    t.mmad(c, place("L0A"), place("L0B"), 32, 32, 32, 0, bias_tensor=bias, hf32=True)
    assert (last(t).op.mnemonic, last(t).operand("hf32")) == ("mmad_bias", "true")
    t.mmad(c, tensors(t)("L0A"), tensors(t)("L0B"), 32, 32, 32, 0, hf32=True)
    assert only(t).message == "mmad: hf32 rounds f32 operands, these are f16"


@pytest.mark.parametrize("name", ["en_small_k", "en_small_channel", "en_ssparse", "en_winograd_a", "en_weight_offset"])
def test_modes_of_mmad_that_are_refused(t: Builder, name: str) -> None:
    place, c = tensors(t), t.Tensor("float32", (256,), "L0C", "c")
    t.mmad(c, place("L0A"), place("L0B"), 16, 16, 16, 0, fm_offset=0, **{name: False})
    assert not t.errors
    t.mmad(c, place("L0A"), place("L0B"), 16, 16, 16, 0, **{name: True})
    assert (only(t).code, only(t).message) == ("TIK-CHIP01", f"{name}=True of mmad is not in the kit yet")


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


def test_bias_rows() -> None:
    t = Builder("Ascend910A")
    c, u = t.Tensor("float32", (1024,), "L0C", "c"), t.Tensor("float32", (64,), "UB", "u")
    t.broadcast_ub_to_l0c(c, u, 1, 4)
    assert last(t).operands[2:] == (1, 4, 0, 0)
    t.broadcast_ub_to_l0c(c, u, 2, 1, 1, 2)
    assert last(t).operands[2:] == (2, 1, 1, 2)
    t.broadcast_ub_to_l0c(c, u, 1, 1, 0, 0, 0)
    assert only(t).message == "broadcast_ub_to_l0c takes two strides (dst gap, src gap), not 3"


# ---------------------------------------------------------------------------------------------------------- img2col
CONV = {"stride_w": 1, "stride_h": 1, "filter_w": 3, "filter_h": 3, "dilation_filter_w": 1, "dilation_filter_h": 1}


def image(t: Builder, dst: str, dtype: str = "float16") -> tuple[TensorView, TensorView]:
    return t.Tensor(dtype, (16 * 256,), dst, "d"), t.Tensor(dtype, (1, 8, 8, 16), "L1", "s")


@pytest.mark.parametrize(("dst", "mnemonic"), [("L0A", "load3d_l1_l0a"), ("L0B", "load3d_l1_l0b"), ("UB", "load3d_l1_ub")])
def test_load3dv1(dst: str, mnemonic: str) -> None:
    t = Builder("Ascend910A")
    d, s = image(t, dst)
    t.load3dv1(d, s, [1, 1, 1, 1], 8, 8, 0, 2, 1, -1, -1, 1, 1, 3, 3, 1, 1, 1, 1, 4)
    assert last(t).op.mnemonic == mnemonic
    assert last(t).operands[2:] == (1, 1, 1, 1, 8, 8, 0, 2, 1, -1, -1, 1, 1, 3, 3, 1, 1, 1, 1, 4, 0.0)
    t.load3dv1(
        d, s, (0, 0, 0, 0), 8, 8, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, jump_offset=1, repeat_mode=1, repeat_time=4, pad_value=2
    )
    assert last(t).operands[-1] == 2.0


def test_load3dv2_and_col2img() -> None:
    t = Builder("Ascend310P3")
    d, s = image(t, "L0A")
    t.load3dv2(d, s, [1, 1, 1, 1], 8, 8, 16, 32, 48, 16, 16, 1, 1, 3, 3, 1, 1)
    assert last(t).operands[2:] == (1, 1, 1, 1, 8, 8, 16, 32, 48, 16, 16, 1, 1, 3, 3, 1, 1, 0)
    u, v = t.Tensor("float32", (8, 8, 16), "UB", "u"), t.Tensor("float32", (4, 16, 16), "UB", "v")
    t.col2img(u, v, [1, 1, 1, 1], 8, 8, 2, 1, -1, -1, 1, 1, 3, 3, 1, 1, 4)
    assert last(t).operands[2:] == (1, 1, 1, 1, 8, 8, 2, 1, -1, -1, 1, 1, 3, 3, 1, 1, 4)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pad": [1, 1, 1]}, "the padding of load3dv1 is [1, 1, 1], not [left, right, top, bottom]"),
        ({"fetch_filter_w": 3}, "load3dv1: fetch_filter_w is 3, the kernel has taps 0..2"),
        ({"dilation_filter_h": 9}, "load3dv1: the kernel spans 19 pixels along h, the image with its padding has 8"),
        ({"repeat_time": 300}, "repeat_times is 300, at most 255"),
        ({"repeat_time": 0}, "repeat_times is 0, at least 1"),
        ({"c1_index": 1}, "load3dv1 reads past the end of s"),
        ({"_csize": 1}, "_csize=1 of load3dv1 is not in the kit yet"),
        ({"pad_value": 1e9, "repeat_time": 1}, None),
    ],
)
def test_load3dv1_that_cannot_be(change: dict[str, Any], message: str | None) -> None:
    t = Builder("Ascend910A")
    d, s = image(t, "L0A")
    usual: dict[str, Any] = {"pad": [0, 0, 0, 0], "l1_h": 8, "l1_w": 8, "c1_index": 0, "fetch_filter_w": 0, "fetch_filter_h": 0}
    usual |= {"left_top_w": 0, "left_top_h": 0, **CONV, "jump_offset": 1, "repeat_mode": 1, "repeat_time": 2}
    t.load3dv1(d, s, **(usual | change))
    assert [e.message for e in t.errors] == [message] * (message is not None)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"channel_size": 8}, "load3dv2: channel_size is 8, no multiple of 16"),
        ({"k_start_pt": 8}, "load3dv2: k_start_pt is 8, no multiple of 16"),
        ({"m_start_pt": 8}, "load3dv2: m_start_pt is 8, no multiple of 16"),
        (
            {"k_extension": 160},
            "load3dv2: columns 0..160 of the matrix are asked for, it has 144: channel_size * filter_h * filter_w",
        ),
        ({"en_transpose": True}, "en_transpose=True of load3dv2 is not in the kit yet"),
        ({"en_small_k": True}, "en_small_k=True of load3dv2 is not in the kit yet"),
    ],
)
def test_load3dv2_that_cannot_be(t: Builder, change: dict[str, Any], message: str) -> None:
    d, s = image(t, "L0A")
    usual: dict[str, Any] = {"pad_list": [0, 0, 0, 0], "l1_h": 8, "l1_w": 8, "channel_size": 16, "k_extension": 16}
    usual |= {"m_extension": 16, "k_start_pt": 0, "m_start_pt": 0, **CONV}
    t.load3dv2(d, s, **(usual | change))
    assert only(t).message == message


def test_load3d_by_chip(t: Builder) -> None:
    d, s = image(t, "L0A")
    t.load3dv1(d, s, [0, 0, 0, 0], 8, 8, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    assert (only(t).code, only(t).message) == ("TIK-CHIP01", "Ascend910B1 has no load3dv1 of f16")
    t.load3dv2(t.Tensor("float16", (256,), "L0B", "b"), s, [0, 0, 0, 0], 8, 8, 16, 16, 16, 0, 0, 1, 1, 1, 1, 1, 1)
    assert t.errors[1].message == "load3dv2 into L0B is not in the kit: no public source tells the order of its fractals"


def test_values_of_registers() -> None:
    t = Builder("Ascend910A")
    d, s = image(t, "UB")
    n = t.Scalar("int32", "n", 0)
    t.load3dv1(d, s, [n, n, n, n], 8, 8, n, n, n, n, n, 1, 1, 3, 3, 1, 1, 1, n, n)
    assert not isinstance(last(t).operand("left_top_w"), int | Const)


# ------------------------------------------------------------------------------------------------------------- names
@pytest.mark.parametrize(
    "name",
    ["load_smask", "winograd_weight_transform", "winograd_feature_map_transform", "vdp", "depthwise_conv", "mmad_broadcast"],
)
def test_calls_that_are_refused_by_name(t: Builder, name: str) -> None:
    assert name in NOT_YET
    with pytest.raises(TikError, match=name) as caught:
        getattr(t, name)
    assert caught.value.code == "TIK-CHIP01"


@pytest.mark.parametrize(
    ("chip", "dtype", "complaint"),
    [("Ascend310P3", "uint2", "uint2 is not in the kit yet: several elements share a byte"),
     ("Ascend910A", "int4", "Ascend910A has no int4"), ("Ascend910B1", "int4", "Ascend910B1 has no int4")],
)  # fmt: skip
def test_elements_below_a_byte_are_refused(chip: str, dtype: str, complaint: str) -> None:
    builder = Builder(chip)
    for use in (
        lambda: builder.Tensor(dtype, (64,), "L0A", "x"),
        lambda: builder.Tensor("int8", (64,), "L0A", "x").reinterpret_cast_to(dtype),
    ):
        with pytest.raises(TikError, match=complaint) as caught:
            use()
        assert caught.value.code == "TIK-CHIP01"


@pytest.mark.parametrize(
    ("name", "first", "final"),
    [("load2dv1", "dst", "addr_mode"), ("load3dv1", "dst", "pad_value"), ("load3dv2", "dst", "pad_value"),
     ("col2img", "dst", "repeat_time"), ("mmad", "dst_fm", "hf32"), ("tensor_padding_with_matrix", "dst", "value")],
)  # fmt: skip
def test_signatures(t: Builder, name: str, first: str, final: str) -> None:
    names = list(inspect.signature(getattr(t, name)).parameters)
    assert (names[0], names[-1]) == (first, final) and inspect.getdoc(getattr(Builder, name))


def test_arguments_that_are_missing(t: Builder) -> None:
    t.mmad(1, 2)
    t.load2dv1(1, 2)
    t.load3dv1(1, 2)
    t.load3dv2(1, 2)
    t.col2img(1, 2)
    t.tensor_padding_with_matrix()
    t.load2dv1(1, 2, 0, 1, 1, 0)
    assert {error.code for error in t.errors} == {"TIK-TYPE02"} and len(t.errors) == 7


# ------------------------------------------------------------------------------------------------------ whole kernels
def conv_kernel(chip: str) -> Any:
    """A 3x3 convolution, 32 to 16 channels of 6x7 pixels, padding 1, as an implicit product; weights [C1*Kh*Kw, 16 n, 16 c]."""
    t = tik.Tik(chip=chip)
    split = load_chip(chip).is_split
    h, w, m = 6, 7, 48  # 42 windows in 3 fractals
    fm = t.Tensor("float16", (2, h, w, 16), "global", "fm")
    weight = t.Tensor("float16", (18, 16, 16), "global", "weight")
    out = t.Tensor("float32", (m, 16), "global", "out")
    l1 = t.Tensor("float16", (2, h, w, 16), "local.L1", "l1")
    l0a, l0b = t.Tensor("float16", (m * 288,), "local.L0A", "l0a"), t.Tensor("float16", (18, 16, 16), "local.L0B", "l0b")
    l0c = t.Tensor("float32", (m, 16), "local.L0C", "l0c")
    t.data_move(l1, fm, 0, 1, 2 * h * w, 0, 0)
    t.load2dv1(l0b, weight, 0, 18, 1, 0)  # straight from GM
    if t.chip.supports("load3dv1"):
        with t.for_range(0, 2) as c1, t.for_range(0, 3) as kh, t.for_range(0, 3) as kw:
            column = (c1 * 3 + kh) * 3 + kw
            t.load3dv1(l0a[column * 256], l1, [1, 1, 1, 1], h, w, c1, kw, kh, -1, -1, 1, 1, 3, 3, 1, 1, 18, 1, 3)
    else:
        t.load3dv2(l0a, l1, [1, 1, 1, 1], h, w, 32, 288, m, 0, 0, 1, 1, 3, 3, 1, 1)
    t.mmad(l0c, l0a, l0b, m, 288, 16, 0)
    if split:
        t.fix_l0c_gm(out, l0c, 16, m, m, 16)
    else:
        ub = t.Tensor("float32", (m, 16), "local.UB", "ub")
        t.data_move(ub, l0c, 0, 1, 3, 0, 0)
        t.data_move(out, ub, 0, 1, m * 2, 0, 0)
    t.BuildCCE("conv", [fm, weight], [out])
    return t.kernel


@pytest.mark.parametrize("chip", ["Ascend910A", "Ascend310P3", "Ascend910B1"])
def test_a_convolution(chip: str) -> None:
    rng = np.random.default_rng(1)
    fm = rng.integers(-3, 4, (2, 6, 7, 16)).astype(np.float16)
    weight = rng.integers(-3, 4, (2, 3, 3, 16, 16)).astype(np.float16)  # c1, kh, kw, n, c
    padded = np.pad(fm, ((0, 0), (1, 1), (1, 1), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (1, 2))  # c1, y, x, c, kh, kw
    expected = np.einsum("gyxchw,ghwnc->yxn", windows.astype(np.float32), weight.astype(np.float32)).reshape(42, 16)
    report = conv_kernel(chip).run([fm, weight.reshape(18, 16, 16)])
    assert not report.hazards, report.hazards
    np.testing.assert_array_equal(report.outputs[0][:42], expected)


def product_kernel(chip: str, types: str, k: int, **options: Any) -> Any:
    """16 x k by 16 x k, transposed: one fractal row each, straight from GM."""
    t = tik.Tik(chip=chip)
    of, to = types.split()
    c0 = 32 // t.Tensor(of, (1,), "local.L1", "size").type.size
    a, b = (t.Tensor(of, (k // c0, 16, c0), "global", name) for name in ("a", "b"))
    out = t.Tensor(to, (16, 16), "global", "out")
    l0a, l0b = t.Tensor(of, (16 * k,), "local.L0A", "l0a"), t.Tensor(of, (16 * k,), "local.L0B", "l0b")
    l0c = t.Tensor(to, (16, 16), "local.L0C", "l0c")
    t.load2dv1(l0a, a, 0, k // c0, 1, 0)
    t.load2dv1(l0b, b, 0, k // c0, 1, 0)
    t.mmad(l0c, l0a, l0b, 16, k, 16, 0, **options)
    if t.chip.is_split:
        t.fix_l0c_gm(out, l0c, 16, 16, 16, 16)
    else:
        ub = t.Tensor(to, (16, 16), "local.UB", "ub")
        t.data_move(ub, l0c, 0, 1, 1, 0, 0)
        t.data_move(out, ub, 0, 1, 32, 0, 0)
    t.BuildCCE("product", [a, b], [out])
    return t.kernel


@pytest.mark.parametrize("chip", ["Ascend910A", "Ascend310P3", "Ascend910B1"])
def test_signed_bytes(chip: str) -> None:
    """Case O40 through a kernel."""
    a, b = np.zeros((1, 16, 32), np.int8), np.zeros((1, 16, 32), np.int8)
    a[0, :2, :4] = [[-128, 127, -1, 5], [100, -100, 99, -99]]
    b[0, :2, :4] = np.int8([[-128, 1], [127, -128], [127, 127], [-128, -1]]).T
    report = product_kernel(chip, "int8 int32", 32).run([a, b])
    assert not report.hazards and report.outputs[0][:2, :2].tolist() == [[31746, -16516], [-255, 25572]]


@pytest.mark.parametrize("hf32", [False, True])
def test_f32_and_hf32(hf32: bool) -> None:
    a, b = np.zeros((2, 16, 8), np.float32), np.zeros((2, 16, 8), np.float32)
    a[:, :, 0], b[:, :, 0] = 1 + 2**-12, 3
    report = product_kernel("Ascend910B1", "float32 float32", 16, hf32=hf32).run([a, b])
    assert not report.hazards and (report.outputs[0] == (6 if hf32 else 6 + 6 * 2**-12)).all()


@pytest.mark.parametrize("chip", ["Ascend910A", "Ascend310P3"])
def test_col2img_undoes_load3d(chip: str) -> None:
    """Every pixel comes back as often as windows cover it."""
    t = tik.Tik(chip=chip)
    x, y = t.Tensor("float16", (6, 8, 16), "global", "x"), t.Tensor("float16", (6, 8, 16), "global", "y")
    l1 = t.Tensor("float16", (6, 8, 16), "local.L1", "l1")
    columns, image = t.Tensor("float16", (48, 16), "local.UB", "columns"), t.Tensor("float16", (6, 8, 16), "local.UB", "image")
    t.data_move(l1, x, 0, 1, 48, 0, 0)
    t.vec_dup(128, image, 0, 6, 8)
    with t.for_range(0, 3) as h, t.for_range(0, 3) as w:
        t.load3dv1(columns, l1, [1, 1, 1, 1], 6, 8, 0, w, h, -1, -1, 1, 1, 3, 3, 1, 1, 1, 1, 3)
        t.col2img(image, columns, [1, 1, 1, 1], 6, 8, w, h, -1, -1, 1, 1, 3, 3, 1, 1, 3)
    t.data_move(y, image, 0, 1, 48, 0, 0)
    t.BuildCCE("back", [x], [y])
    given = np.arange(48 * 16).reshape(6, 8, 16).astype(np.float16) % 64
    rows, columns_of_a_row = (np.convolve(np.ones(n), np.ones(3), "same") for n in (6, 8))
    report = t.kernel.run([given])
    assert not report.hazards, report.hazards
    np.testing.assert_array_equal(report.outputs[0], given * np.outer(rows, columns_of_a_row)[..., None])


@pytest.mark.parametrize("chip", ["Ascend910A", "Ascend310P3"])
def test_a_bias_row_and_a_filled_operand(chip: str) -> None:
    """L0C holds the bias in every row, L0B ones: the sums of the rows come on top."""
    t = tik.Tik(chip=chip)
    x, bias = t.Tensor("float16", (16, 16), "global", "x"), t.Tensor("float32", (16,), "global", "bias")
    y, row = t.Tensor("float32", (16, 16), "global", "y"), t.Tensor("float32", (16,), "local.UB", "row")
    l0a, l0b = t.Tensor("float16", (16, 16), "local.L0A", "l0a"), t.Tensor("float16", (16, 16), "local.L0B", "l0b")
    l0c, ub = t.Tensor("float32", (16, 16), "local.L0C", "l0c"), t.Tensor("float32", (16, 16), "local.UB", "ub")
    t.load2dv1(l0a, x, 0, 1, 1, 0)
    t.tensor_padding_with_matrix(l0b, 1, 1.0)
    t.data_move(row, bias, 0, 1, 2, 0, 0)
    t.broadcast_ub_to_l0c(l0c, row, 1, 1)
    t.mmad(l0c, l0a, l0b, 16, 16, 16, 1)
    t.data_move(ub, l0c, 0, 1, 1, 0, 0)
    t.data_move(y, ub, 0, 1, 32, 0, 0)
    t.BuildCCE("biased", [x, bias], [y])
    given, b = np.arange(256).reshape(16, 16).astype(np.float16), np.arange(16).astype(np.float32)
    report = t.kernel.run([given, b])
    assert not report.hazards, report.hazards
    np.testing.assert_array_equal(report.outputs[0], given.sum(1, dtype=np.float32)[:, None] + b)
