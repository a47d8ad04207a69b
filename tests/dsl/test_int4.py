"""int4 tensors: sizes, views, casts and what refuses them."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tik.dsl import Builder, TensorView
from tik.ir import Instr
from tik.types.errors import TikError


@pytest.fixture
def t() -> Builder:
    return Builder("Ascend310P3")


def last(t: Builder) -> Instr:
    assert not t.errors, t.errors[0]
    stmt = t.body[-1]
    assert isinstance(stmt, Instr)
    return stmt


def refused(t: Builder, use: Callable[[], Any], code: str, message: str) -> None:
    """Raised at once, or remembered as the only mistake."""
    try:
        use()
    except TikError as error:
        assert (error.code, error.message) == (code, message)
        return
    assert [(e.code, e.message) for e in t.errors] == [(code, message)]


# -------------------------------------------------------------------------------------------------------- sizes, views
@pytest.mark.parametrize(("shape", "nbytes"), [((64,), 32), ((3, 64), 96), ((65,), 64), ((1,), 32)])
def test_bytes_of_a_local_tensor(t: Builder, shape: tuple[int, ...], nbytes: int) -> None:
    """Two elements a byte, in whole blocks of 64."""
    x = t.Tensor("int4", shape, "UB", "x")
    assert (x.tensor.nbytes, x.dtype, x.size, x.shape) == (nbytes, "int4", np.prod(shape), list(shape))
    assert x.buffer_size == -(-x.size // 2)


def test_bytes_in_gm(t: Builder) -> None:
    assert [t.Tensor("int4", (n,), "global", f"x{n}").tensor.nbytes for n in (64, 7)] == [32, 4]


def test_views_count_elements(t: Builder) -> None:
    x = t.Tensor("int4", (4, 128), "UB", "x")
    assert (x[64].byte, x[64].offset, x[2, 64].byte, x[1:, :].byte) == (32, 64, 160, 64)
    part = x[1:3, 64:128]
    assert (part.byte, part.shape, part.row_pitches, part[64].byte) == (96, [2, 64], (128, 1), 128)
    assert x[-2].byte == 255 and x.reshape([512])[128].byte == 64 and x.flatten()[64:].byte == 32


def test_run_time_indices_halve(t: Builder) -> None:
    x = t.Tensor("int4", (4096,), "UB", "x")
    with t.for_range(0, 8) as i:
        assert repr(x[i * 64].byte) == repr(i * 32)
        assert repr(x[i * 64 + 128].byte) == repr(i * 32 + 64)
        assert repr(x[64 * (i + 1) - i * 2].byte) == repr(32 * (i + 1) - i)
        assert repr(x[i.astype("int64") * 2].byte) == repr(i.astype("int64"))
        assert repr(x[64:][i * 2].byte) == repr(32 + i)


@pytest.mark.parametrize("index", [1, 63, -1, slice(3, 9)])
def test_a_view_never_starts_inside_a_byte(t: Builder, index: Any) -> None:
    x = t.Tensor("int4", (64,), "UB", "x")
    first = index.start if isinstance(index, slice) else index % 64
    refused(t, lambda: x[index], "TIK-ALIGN01", f"element {first} of x starts inside a byte")


def test_an_index_that_may_be_odd(t: Builder) -> None:
    x = t.Tensor("int4", (64,), "UB", "x")
    n = t.InputScalar("int32", "n")
    with t.for_range(0, 8) as i:
        for index in (i, i * 3, i * 2 + 1, i * 2 - i, n, n * i):
            with pytest.raises(TikError, match="the index of x is not known to be a multiple of 2") as caught:
                x[index]
            assert caught.value.code == "TIK-ALIGN01" and caught.value.hint is not None
            assert "t[2 * i]" in caught.value.hint


def test_reinterpret_cast(t: Builder) -> None:
    x = t.Tensor("int4", (4, 128), "UB", "x")
    y = x[1, 64:].reinterpret_cast_to("int8")
    assert (y.byte, y.shape) == (96, [1, 32])
    assert x.reinterpret_cast_to("int32").shape == [4, 16]
    back = t.Tensor("int8", (4, 64), "UB", "b")[2:, :].reinterpret_cast_to("int4")
    assert (back.byte, back.shape, back.flatten().shape) == (128, [2, 64, 2], [256])
    odd = t.Tensor("int4", (5,), "UB", "odd")
    refused(
        t, lambda: odd.reinterpret_cast_to("int8"), "TIK-SHAPE01", "the last dimension of odd has 5 i4, which are no whole i8"
    )


def test_constant_table(t: Builder) -> None:
    t.Tensor("int4", (5,), "global", "table", init_value=[1, -8, 7, -1, 3])
    assert t.constants[0][1] == bytes([0x81, 0xF7, 0x03])


# -------------------------------------------------------------------------------------------------------------- calls
def test_alignment_is_that_of_bytes(t: Builder) -> None:
    a, b = t.Tensor("int4", (1024,), "L1", "a"), t.Tensor("int4", (1024,), "UB", "b")
    t.data_move(a[64], b[128], 0, 1, 2, 0, 0)
    assert last(t).operands[0].offset == 32 and last(t).types[0].short == "i4"
    t.data_move(a[32], b, 0, 1, 1, 0, 0)
    error = t.errors[0]
    assert (error.code, error.hint) == ("TIK-ALIGN01", "start at a multiple of 64 elements")
    assert error.details == ("element 32 of i4 (half a byte); L1 has blocks of 32 bytes",)


def test_bounds_are_those_of_bytes(t: Builder) -> None:
    a, b = t.Tensor("int4", (128,), "L1", "a"), t.Tensor("int4", (1024,), "UB", "b")
    t.data_move(a, b, 0, 1, 2, 0, 0)
    assert not t.errors
    t.data_move(a, b, 0, 1, 3, 0, 0)
    assert [e.code for e in t.errors] == ["TIK-BOUNDS01"]


def test_loads_and_products(t: Builder) -> None:
    l1, l0a, l0b = (t.Tensor("int4", (2, 16, 64), scope, scope) for scope in ("L1", "L0A", "L0B"))
    t.load2dv1(l0a, l1, 0, 2, 1, 0)
    t.load2dv2(l0b, l1, 0, 2, 0, 1, 0)
    assert last(t).op.mnemonic == "load2d_l1_l0b"
    c = t.Tensor("int32", (1, 16, 16), "L0C", "c")
    t.mmad(c, l0a, l0b, 16, 128, 16, 0)
    assert [d.short for d in last(t).types] == ["i32", "i4", "i4"]
    t.load2dv1(l0a, l1, 0, 3, 1, 0)
    assert [e.code for e in t.errors] == ["TIK-BOUNDS01"]


def test_conversion(t: Builder) -> None:
    h, q = t.Tensor("float16", (512,), "UB", "h"), t.Tensor("int4", (512,), "UB", "q")
    t.vconv(128, "", q, h, 4, 1, 1, 2, 8)
    assert last(t).op.mnemonic == "vconv_i4"
    t.vec_conv(128, "none", q, h, 4, 2, 8)
    assert last(t).op.mnemonic == "vconv_i4" and last(t).operand("dst_blk_stride") == 1
    t.vec_conv(128, "none", q, h, 4, 3, 8)
    assert [e.code for e in t.errors] == ["TIK-BOUNDS01"]
    t.errors.clear()
    t.vec_conv(128, "floor", q, h, 4, 2, 8)
    assert t.errors[0].message == "vec_conv: f16 -> i4 on Ascend310P3 has the round modes none, not 'floor'"
    t.errors.clear()
    f = t.Tensor("float32", (512,), "UB", "f")
    refused(t, lambda: t.vec_conv(64, "none", q, f, 4, 1, 8), "TIK-TYPE01", "no chip has vec_conv for dst i4, src f32")


# ----------------------------------------------------------------------------------------------------------- refusals
PACKED = "int4 is packed, 2 elements a byte: this call does not take it"
CALLS: dict[str, tuple[Callable[[Builder, TensorView], Any], str, str]] = {
    "h_add": (lambda t, x: t.h_add(x, x, x), "TIK-TYPE01", PACKED),
    "h_data_move": (lambda t, x: t.h_data_move(x, x), "TIK-TYPE01", PACKED),
    "vadd": (lambda t, x: t.vec_add(64, x, x, x, 1, 8, 8, 8), "TIK-TYPE01", "no chip has vec_add for dst i4, src0 i4, src1 i4"),
    "vec_dup": (lambda t, x: t.vec_dup(64, x, 0, 1, 8), "TIK-TYPE01", "no chip has vec_dup for dst i4"),
    "element": (lambda t, x: t.Scalar("int32", "s").set_as(x[2]), "TIK-TYPE01", "the scalar pipe does not handle i4"),
    "set_as": (lambda t, x: x[2].set_as(1), "TIK-TYPE01", "the scalar pipe does not handle i4"),
    "Scalar": (lambda t, x: t.Scalar("int4", "s"), "TIK-TYPE01", "there are no scalars of int4"),
    "InputScalar": (lambda t, x: t.InputScalar("int4", "s"), "TIK-TYPE01", "there are no scalars of int4"),
    "print": (lambda t, x: t.printf("%s", x), "TIK-TYPE01", "x cannot be printed: int4 is packed"),
    "UB to UB": (
        lambda t, x: t.data_move(x, x[512:], 0, 1, 1, 0, 0),
        "TIK-TYPE01",
        "data_move from UB to UB moves elements of 16 or 32 bits, not i4",
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_calls_that_do_not_take_it(t: Builder, name: str) -> None:
    call, code, message = CALLS[name]
    refused(t, lambda: call(t, t.Tensor("int4", (1024,), "UB", "x")), code, message)


def test_fill_and_img2col(t: Builder) -> None:
    l1, l0a = (t.Tensor("int4", (1024,), scope, scope) for scope in ("L1", "L0A"))
    t.tensor_padding_with_matrix(l0a, 1, 0)
    t.load3dv1(l0a, l1, [0, 0, 0, 0], 4, 4, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 1)
    assert [(e.code, e.message) for e in t.errors] == [
        ("TIK-TYPE01", "no chip has tensor_padding_with_matrix for dst i4"),
        ("TIK-TYPE01", "no chip has load3dv1 for dst i4, src i4"),
    ]
