"""vconv: which instruction a conversion becomes, and what it refuses."""

from typing import Any

import pytest

from tik.dsl import Builder
from tik.ir import Cast, Instr
from tik.types.dtypes import f16


def convert(dst: str, src: str, mode: Any = "", chip: str = "Ascend910B1", **more: Any) -> Builder:
    t = Builder(chip)
    d, s = t.Tensor(dst, (512,), "UB", "d"), t.Tensor(src, (512,), "UB", "s")
    t.vconv(32, mode, d, s, 1, 1, 1, 8, 8, **more)
    return t


def last(t: Builder) -> Instr:
    assert not t.errors, t.errors[0]
    stmt = t.body[-1]
    assert isinstance(stmt, Instr)
    return stmt


def test_plain_scaled_and_upper() -> None:
    assert last(convert("float16", "float32")).op.mnemonic == "vconv"
    assert last(convert("float16", "float32", deqscale=1.0)).op.mnemonic == "vconv"
    scaled = last(convert("float16", "int32", deqscale=0.5))
    assert (scaled.op.mnemonic, scaled.operand("deqscale")) == ("vconv_deq", 0.5)
    high = last(convert("uint8", "int16", ldst_high_half=True))
    assert (high.op.mnemonic, high.operand("src_rep_stride")) == ("vconv_high", 8)


def test_the_newer_call() -> None:
    t = Builder("Ascend910A")
    d, s = t.Tensor("float16", (512,), "UB", "d"), t.Tensor("int32", (512,), "UB", "s")
    t.vec_conv(64, "none", d, s, 2, 4, 8, 1.0)
    assert last(t).operands[4:] == (2, 1, 1, 4, 8) or last(t).operands[3:] == (1.0, 2, 1, 1, 4, 8)


def test_the_scale_may_be_a_scalar() -> None:
    t = Builder("Ascend910B1")
    scale, wide = t.Scalar("float16", "scale"), t.Scalar("float32", "wide")
    d, s = t.Tensor("float16", (64,), "UB", "d"), t.Tensor("int32", (64,), "UB", "s")
    t.vconv(64, "", d, s, 1, 1, 1, 4, 8, deqscale=scale)
    assert last(t).operand("deqscale") is scale
    t.vconv(64, "", d, s, 1, 1, 1, 4, 8, deqscale=wide)
    value = last(t).operand("deqscale")
    assert isinstance(value, Cast) and value.dtype is f16


@pytest.mark.parametrize(
    ("pair", "mode", "more", "code", "message"),
    [
        (("float16", "int32"), "", {}, "TIK-TYPE02", "vconv from i32 to f16 needs a deqscale: the result is src * deqscale"),
        (("float16", "float32"), "", {"deqscale": 0.5}, "TIK-TYPE01", "deqscale of vconv is for i32 to f16, not f32 to f16"),
        (
            ("float16", "float32"),
            "",
            {"ldst_high_half": True},
            "TIK-TYPE01",
            "ldst_high_half of vconv is for i16 to i8 or u8, not f32 to f16",
        ),
        (
            ("float16", "int32"),
            "floor",
            {"deqscale": 1.0},
            "TIK-CHIP01",
            "vconv: i32 -> f16 on Ascend910B1 has the round modes none, not 'floor'",
        ),
        (
            ("int32", "float16"),
            "",
            {},
            "TIK-CHIP01",
            "vconv: f16 -> i32 on Ascend910B1 has the round modes away-zero, ceil, floor, round, to-zero, not 'none'",
        ),
    ],
)
def test_refusals(pair: tuple[str, str], mode: str, more: dict[str, Any], code: str, message: str) -> None:
    t = convert(*pair, mode, **more)
    (error,) = t.errors
    assert (error.code, error.message) == (code, message)
    assert not [stmt for stmt in t.body if isinstance(stmt, Instr)]


def test_modes_by_other_names() -> None:
    assert last(convert("int32", "float32", "ceiling")).operand("round_mode") == "ceil"
    assert last(convert("float32", "float16", None)).operand("round_mode") == "none"


def test_chips_without_a_pair() -> None:
    (error,) = convert("float32", "int64", "round", chip="Ascend910A").errors
    assert error.code == "TIK-CHIP01" and error.hint is not None and "Ascend910B1" in error.hint
    t = convert("int16", "int32", chip="Ascend310P3")
    assert t.errors[0].message == "Ascend310P3 has no vconv of i16.i32"  # vcbd does that there


def test_mask_of_64_bit_data_counts_32_lanes() -> None:
    t = Builder("Ascend910B1")
    d, s = t.Tensor("float32", (64,), "UB", "d"), t.Tensor("int64", (64,), "UB", "s")
    t.vec_conv(33, "round", d, s, 1, 4, 8)
    assert t.errors[0].message == "mask is 33, possible are 1..32 lanes of i64"


def test_masks_as_lists() -> None:
    """A list may hold Scalars; four words are for 8-bit data, which no instruction with a mask counts in."""
    t = Builder("Ascend910B1")
    h, f, n = t.Tensor("float16", (128,), "UB", "h"), t.Tensor("int8", (128,), "UB", "f"), t.Scalar("uint64", "n")
    t.vconv([n, 5], "none", f, h, 1, 1, 1, 4, 8)
    assert last(t).operands[0].high is n and last(t).operands[0].low == 5
    t.vconv([0, 0, n, 5], "none", f, h, 1, 1, 1, 4, 8)
    assert t.errors[0].code == "TIK-REPEAT02"
    assert t.errors[0].hint == "four words are for 8-bit data; here lanes count elements of f16"
