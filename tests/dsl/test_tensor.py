"""Views: indexing, other shapes and dtypes, single elements (tik_api §4.1)."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tik
from tik.dsl import Builder, TensorView
from tik.ir import Element, Expr, Instr
from tik.isa.scalar import SStore
from tik.types.dtypes import f16, f32, i64
from tik.types.errors import TikError

UB = Callable[..., TensorView]


def test_one_index_on_several_dimensions_is_flat(ub: UB) -> None:
    x = ub((4, 100), "float16")
    assert x[255].ref.offset == 510 and x[255].shape == [1]
    assert x[-1].ref.offset == 798
    assert x[8:24].shape == [16] and x[8:24].ref.offset == 16
    assert x[8:].shape == [392] and x[:-100].shape == [300]


def test_one_index_a_dimension(ub: UB) -> None:
    x = ub((4, 10, 16))
    assert x[1, 2, 3].ref.offset == (1 * 160 + 2 * 16 + 3) * 4
    assert x[1:3, 2, -1].shape == [2, 1, 1] and x[1:3, 2, -1].ref.offset == (160 + 32 + 15) * 4
    with pytest.raises(TikError, match="2 indices for ub of shape"):
        x[1, 2]


def test_views_of_views_are_relative(ub: UB) -> None:
    x = ub((4, 100))
    assert x[10:][5].ref.offset == 60
    part = x[1:3, 0:50]
    assert part[1, 2].ref.offset == (100 + 100 + 2) * 4  # rows of the part are rows of the tensor
    assert part[3].ref.offset == (100 + 3) * 4


def test_expressions_as_indices(t: Builder, ub: UB) -> None:
    x, i = ub((4, 64)), t.Scalar("int32", "i")
    assert repr(x[i].ref.offset) == "(i * 4)"
    assert repr(x[i * 64].ref.offset) == "((i * 64) * 4)"
    assert repr(x[i, 2].ref.offset) == "(((i * 64) + 2) * 4)"
    assert repr(x[8:][i].ref.offset) == "(32 + (i * 4))"
    assert repr(x[i : i + 8].shape) == "[((i + 8) - i)]"


def test_offsets_of_huge_tensors_have_64_bits(t: Builder) -> None:
    gm, i = t.Tensor("float32", (2**31 - 1,), "global", "gm"), t.Scalar("int32", "i")
    offset = gm[i].ref.offset
    assert isinstance(offset, Expr) and offset.dtype is i64


def test_integral_floats_as_indices(ub: UB) -> None:
    assert ub(64)[16 / 2].ref.offset == 32
    with pytest.raises(TikError, match=r"an index of ub is 2\.5, not a whole number"):
        ub(64)[2.5]


def test_index_before_the_start(t: Builder, ub: UB) -> None:
    ub(64)[-65]
    assert t.errors[0].message == "index -65 lies before the start of ub"


def test_python_iteration_is_refused(ub: UB) -> None:
    with pytest.raises(TikError, match="Python cannot walk over the elements of ub"):
        list(ub(64))
    with pytest.raises(TikError, match="slice step 2"):
        ub(64)[::2]


def test_reshape_and_flatten(ub: UB) -> None:
    x = ub((4, 16))
    assert x.reshape((8, 8))[1, 0].ref.offset == 32 and x.flatten().shape == [64]
    with pytest.raises(TikError, match="cannot become"):
        x.reshape((8, 9))
    with pytest.raises(TikError, match="gaps between its rows"):
        x[0:2, 0:8].reshape((16,))


def test_reinterpret_cast(ub: UB) -> None:
    x = ub((64,))
    narrow = x.reinterpret_cast_to("float16")
    assert narrow.shape == [64, 2] and narrow.type is f16 and narrow[3].ref.offset == 6
    wide = ub((4, 16), "float16").reinterpret_cast_to("float32")
    assert wide.shape == [4, 8] and wide.type is f32
    assert x[8].reinterpret_cast_to("int32").ref.offset == 32
    with pytest.raises(TikError, match="are no whole f32"):
        ub(15, "float16").reinterpret_cast_to("float32")
    with pytest.raises(TikError, match="byte offset 2 of ub is not on a boundary of f32"):
        ub(16, "float16")[1:3].reinterpret_cast_to("float32")


def test_facts(ub: UB) -> None:
    x = ub((4, 16), "float16", "x")
    assert (x.dtype, x.scope, x.name, x.size, x.buffer_size) == ("float16", "local.UB", "x", 64, 128)
    assert x[2, 0].offset == 32
    assert repr(x[1]) == "TensorView x+2 B f16 [1] UB"


# ---------------------------------------------------------------------------------------------------- single elements


def test_set_element(t: Builder, ub: UB) -> None:
    x, n = ub(64), t.Scalar("int32", "n")
    x[3] = 1
    x[n].set_as(n + 1)
    x.__setitem__(4, x[5])
    x.set_as(2.5, dst_offset=8)
    x[0].set_as(x, src_offset=7)
    stores = [s for s in t.body if isinstance(s, Instr)]
    assert not t.errors and all(s.op is SStore and s.types == (f32,) for s in stores)
    assert [repr(s.operands) for s in stores] == [
        "(ub[12], 1.0)",
        "(ub[(n * 4)], f32((n + 1)))",
        "(ub[16], ub[20 B])",
        "(ub[32], 2.5)",
        "(ub[0], ub[28 B])",
    ]


@pytest.mark.parametrize(
    ("dtype", "value", "kept"),
    [("int8", 200, -56), ("uint8", -1, 255), ("int32", 2.9, 2), ("int32", -2.9, -2), ("float16", 3, 3.0)],
)
def test_stored_numbers_wrap_and_truncate(t: Builder, ub: UB, dtype: str, value: float, kept: float) -> None:
    x = ub(64, dtype)
    x[0] = value
    assert t.body[-1].operands[1] == kept  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("scope", "code"), [("global", "TIK-BOUNDS01"), ("local.L1", "TIK-TYPE03"), ("local.UB", "TIK-BOUNDS01")]
)
def test_elements_that_cannot_be_set(t: Builder, scope: str, code: str) -> None:
    x = t.Tensor("float32", (64,), scope, "x")
    before = len(t.body)
    x[64] = 1
    assert [error.code for error in t.errors] == [code] and len(t.body) == before


def test_comparing_an_element_reads_it_at_run_time(ub: UB) -> None:
    x = ub(64, "int32")
    for made, text in [
        (x[1] == 3, "(ub[4 B] == 3)"),
        (x[1] != 3, "(ub[4 B] != 3)"),
        (x[1] < x[2], "(ub[4 B] < ub[8 B])"),
        (x[1] >= 3, "(3 <= ub[4 B])"),
        (x[1] > x[2], "(ub[8 B] < ub[4 B])"),
    ]:
        assert isinstance(made, Expr) and repr(made) == text


def test_elements_in_expressions(t: Builder, ub: UB) -> None:
    x, n = ub(64, "int32"), t.Scalar("int32", "n")
    assert repr(n + x[1]) == "(n + ub[4 B])"
    assert isinstance(x[1].element(), Element)


def test_tensors_compare_by_identity(ub: UB) -> None:
    x, y = ub(64), ub(64)
    assert x in [y, x] and y not in [x] and x != y and x is not None


@pytest.mark.parametrize("view", [slice(0, 2), slice(None)])
def test_several_elements_are_no_scalar(t: Builder, ub: UB, view: Any) -> None:
    t.Scalar("float32").set_as(ub(64)[view])
    assert t.errors[0].message == f"the value of the Scalar is the tensor ub of shape {ub(64)[view].shape}, not a number"


def test_offsets_of_set_as(t: Builder, ub: UB) -> None:
    x = ub((4, 16))
    s = t.Scalar("float32", "s")
    x.set_as(x, 5, 6)
    x[8].set_as(x, 0, 9)
    s.set_as(x, 12)
    x.set_as(s, 13, 0)  # the source offset is for tensors
    x.__setitem__(3, 9.0)
    assert not t.errors
    assert [repr(stmt.operands[0]) for stmt in t.body if isinstance(stmt, Instr)] == [f"ub[{4 * i}]" for i in (5, 8, 13, 3)]


@pytest.mark.parametrize(
    ("asked", "code", "hint"),
    [
        (lambda u: int(u[0]), "TIK-SYNTAX04", "s.set_as(t[i])"),
        (lambda u: range(u[0]), "TIK-SYNTAX04", "for_range"),
        (lambda u: float(u[0]), "TIK-SYNTAX04", "s.set_as(t[i])"),
        (lambda u: len(u), "TIK-TYPE02", "t.shape[0]"),
        (lambda u: list(u), "TIK-TYPE02", "for_range"),
        (lambda u: u[0] + 1, "TIK-TYPE02", "s.set_as(t[i])"),
        (lambda u: 2 * u[0], "TIK-TYPE02", "s.set_as(t[i])"),
        (lambda u: u + u, "TIK-TYPE02", "t.vec_add"),
        (lambda u: -u, "TIK-TYPE02", "h_add"),
        (lambda u: bool(u[0] < 1), "TIK-SYNTAX04", "if_scope"),
    ],
)
def test_python_is_told_what_to_write_instead(ub: UB, asked: Callable[[TensorView], Any], code: str, hint: str) -> None:
    with pytest.raises(TikError) as caught:
        asked(ub(64))
    assert caught.value.code == code and hint in (caught.value.hint or "")


def test_elements_of_gm_where_the_scalar_pipe_reaches_it() -> None:
    for chip, reads, writes in [("Ascend910A", 0, 0), ("Ascend310P3", 1, 0), ("Ascend910B1", 1, 1)]:
        t = Builder(chip)
        x = t.Tensor("float32", (64,), "global", "x")
        t.Scalar("float32", "s").set_as(x[5])
        assert len(t.errors) == 1 - reads, chip
        x[6].set_as(1.0)
        assert len(t.errors) == 2 - reads - writes, chip
        assert all(e.code == "TIK-TYPE03" and "in GM on" in e.message for e in t.errors)


def test_elements_of_gm_are_read_and_written() -> None:
    t = tik.Tik(chip="Ascend910B1")
    x, y = (t.Tensor("float32", (64,), "global", name) for name in "xy")
    s = t.Scalar("float32", init_value=x[5])
    y[3].set_as(s + x[6])
    t.BuildCCE("elements", [x], [y])
    report = t.kernel.run([np.arange(64, dtype=np.float32)], initial={"y": np.zeros(64, np.float32)})
    assert report.outputs[0][:5].tolist() == [0, 0, 0, 11, 0] and not report.hazards


def test_bits_of_scalars() -> None:
    t = tik.Tik(chip="Ascend910A")
    y, u = t.Tensor("int32", (8,), "global", "y"), t.Tensor("int32", (8,), "local.UB", "u")
    t.vec_dup(8, u, 0, 1, 8)
    f, i = t.Scalar("float32", init_value=-1.5), t.Scalar("int32", init_value=0x40490FDB)
    u[0].set_as(f.reinterpret_cast_to("int32"))
    u[1].set_as(i.reinterpret_cast_to("float32") * 1000)
    u.reinterpret_cast_to("float32")[2].set_as(i.reinterpret_cast_to("float32"))
    t.data_move(y, u, 0, 1, 1, 0, 0)
    t.BuildCCE("bits", [], [y])
    got = t.kernel.run([]).outputs[0]
    assert got[:3].tolist() == [np.float32(-1.5).view(np.int32), 3141, 0x40490FDB]


def test_tensors_of_odd_sizes_take_whole_blocks() -> None:
    t = tik.Tik(chip="Ascend910A")
    x, y = (t.Tensor("float32", (35,), "global", name) for name in "xy")
    u = t.Tensor("float32", (35,), "local.UB", "u")
    t.data_move(u, x, 0, 1, 5, 0, 0)
    t.data_move(y, u, 0, 1, 5, 0, 0)
    t.BuildCCE("odd", [x], [y])
    a = np.arange(35, dtype=np.float32)
    np.testing.assert_array_equal(t.kernel.run([a]).outputs[0], a)


def test_views_of_one_place_are_one(ub: UB) -> None:
    x = ub((4, 100))
    assert x[10][5] is x[15] is x.reshape((400,))[15]
    assert x[15].reinterpret_cast_to("int32")[0] is not x[15]
    assert x[15].reinterpret_cast_to("int32")[0].dtype == "int32"
