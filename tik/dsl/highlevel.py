"""Calls on whole tensor views, without masks and strides: h_add, h_exp, h_cast … (tik_api §15).

Operands have one shape (dimensions of 1 aside; views without gaps only need as many elements). Slices, row pitches and tails
are honoured: nothing beside the view is written. A call becomes as few vec_* instructions as cover it. Where one needs
temporaries they take at most 16 KiB of UB, only while the call lasts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tik.chips import chip_names, listed_chips, load_chip
from tik.dsl.calls import Site, add
from tik.dsl.conversion import vec_conv
from tik.dsl.tensor import TensorView
from tik.dsl.traverse import checked_views, pieces, temporary, traverse
from tik.dsl.value import number, whole
from tik.ir import Expr
from tik.ir.expr import binary, cast
from tik.isa import INSTRUCTIONS
from tik.types.dtypes import DType, f16, f32, i8, i32, u8, u16
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = [
    "h_abs", "h_add", "h_and", "h_cast", "h_conv", "h_cos", "h_div", "h_duplicate", "h_exp", "h_ln", "h_max", "h_min", "h_mul",
    "h_not", "h_or", "h_quant", "h_rec", "h_relu", "h_rsqrt", "h_sin", "h_sub",
]  # fmt: skip

RESERVED = 16 * 1024  # bytes of UB for temporaries of one call (tik_api §15)
_BITS = 16  # and, or, not work on 16-bit integers; the bytes of others are taken as such


def _site(op: str, name: str, text: str, **fixed: int) -> Site:
    return Site(INSTRUCTIONS[op], name, text, fixed=fixed)


_ONE = {"dst_blk_stride": 1, "src_blk_stride": 1}
_TWO = {"dst_blk_stride": 1, "src0_blk_stride": 1, "src1_blk_stride": 1}
_BINARY_TEXT = "mask dst src0 src1 repeat_times dst_rep_stride src0_rep_stride src1_rep_stride"
_BINARY = {
    word: (
        _site(f"v{word}", f"h_{word}", _BINARY_TEXT, **_TWO),
        _site(f"v{word}", f"h_{word}", _BINARY_TEXT, **{**_TWO, "src1_blk_stride": 0}),  # src1: one block for all
    )
    for word in ("add", "sub", "mul", "div", "max", "min", "and", "or")
}
_SCALAR = {
    word: _site(op, f"h_{word}", "mask dst src scalar repeat_times dst_rep_stride src_rep_stride", **_ONE)
    for word, op in (("add", "vadds"), ("sub", "vadds"), ("mul", "vmuls"), ("max", "vmaxs"), ("min", "vmins"))
}
_UNARY = {
    word: _site(f"v{word}", f"h_{word}", "mask dst src repeat_times dst_rep_stride src_rep_stride", **_ONE)
    for word in ("abs", "relu", "not", "exp", "ln", "rec", "rsqrt")
}
_DUP = _site("vector_dup", "h_duplicate", "mask dst scalar repeat_times dst_rep_stride", dst_blk_stride=1)


# ---------------------------------------------------------------------------------------------------- two operands
def h_add(core: Core, dst: TensorView, src0: TensorView, src1: Any) -> None:
    """dst = src0 + src1, element by element; src1 may be a number or Scalar."""
    _two(core, "add", dst, src0, src1)


def h_sub(core: Core, dst: TensorView, src0: TensorView, src1: Any) -> None:
    """dst = src0 - src1; src1 may be a number or Scalar."""
    _two(core, "sub", dst, src0, src1)


def h_mul(core: Core, dst: TensorView, src0: TensorView, src1: Any) -> None:
    """dst = src0 * src1; src1 may be a number or Scalar."""
    _two(core, "mul", dst, src0, src1)


def h_div(core: Core, dst: TensorView, src0: TensorView, src1: Any) -> None:
    """dst = src0 / src1; src1 may be a number or Scalar."""
    _two(core, "div", dst, src0, src1)


def h_max(core: Core, dst: TensorView, src0: TensorView, src1: Any) -> None:
    """dst = the larger of src0 and src1; src1 may be a number or Scalar."""
    _two(core, "max", dst, src0, src1)


def h_min(core: Core, dst: TensorView, src0: TensorView, src1: Any) -> None:
    """dst = the smaller of src0 and src1; src1 may be a number or Scalar."""
    _two(core, "min", dst, src0, src1)


def h_and(core: Core, dst: TensorView, src0: TensorView, src1: Any) -> None:
    """dst = src0 & src1 on integers of any width; src1 may be a number or Scalar."""
    _two(core, "and", dst, src0, src1)


def h_or(core: Core, dst: TensorView, src0: TensorView, src1: Any) -> None:
    """dst = src0 | src1 on integers of any width; src1 may be a number or Scalar."""
    _two(core, "or", dst, src0, src1)


def _two(core: Core, word: str, dst: Any, src0: Any, src1: Any) -> None:
    name = f"h_{word}"
    try:
        checked_views(name, dst=dst, src0=src0)
        if isinstance(src1, TensorView):
            if src1.type is not src0.type:
                raise _mixed(name, src0, src1)
            binary_op(core, word, *(bitwise(name, v) if word in ("and", "or") else v for v in (dst, src0, src1)))
        elif word in _SCALAR and any(row[0] is src0.type for row in _SCALAR[word].op.supported(core.chip)):
            by = number(src1)
            if word == "sub":
                by = binary("sub", -0.0 if src0.type.is_float else 0, cast(by, src0.type)) if isinstance(by, Expr) else -by
            scalar_op(core, word, dst, src0, by)
        else:
            with filled(core, src0.type, src1) as block:
                if word in ("and", "or"):
                    dst, src0, block = (bitwise(name, v) for v in (dst, src0, block))
                with_block(core, word, dst, src0, block)
    except TikError as error:
        core.collect(error)


def binary_op(core: Core, word: str, dst: TensorView, src0: TensorView, src1: TensorView) -> None:
    """The instruction of ``word`` over whole views."""
    site = _BINARY[word][0]
    traverse(core, site.parameters.name, (dst, src0, src1), lambda mask, at, n, by: add(core, site, (mask, *at, n, *by)))


def with_block(core: Core, word: str, dst: TensorView, src: TensorView, block: TensorView) -> None:
    """The same with one block as the second operand of every block."""
    site = _BINARY[word][1]
    traverse(core, site.parameters.name, (dst, src), lambda mask, at, n, by: add(core, site, (mask, *at, block, n, *by, 0)))


def scalar_op(core: Core, word: str, dst: TensorView, src: TensorView, scalar: Any) -> None:
    """The same with a number."""
    site = _SCALAR[word]
    traverse(core, site.parameters.name, (dst, src), lambda mask, at, n, by: add(core, site, (mask, *at, scalar, n, *by)))


def bitwise(name: str, view: TensorView) -> TensorView:
    """The bytes of integers as uint16."""
    if view.type.is_float:
        raise TikError(
            "TIK-TYPE01",
            f"{name} works on integers, and {view.name} is {view.type}",
            position=here(),
            hint="reinterpret_cast_to an integer type for the same bits",
        )
    return view if view.type.bits == _BITS else view.reinterpret_cast_to(u16)


def _mixed(name: str, a: TensorView, b: TensorView) -> TikError:
    return TikError(
        "TIK-TYPE01",
        f"{name} works on operands of one dtype, and {a.name} is {a.type}, {b.name} {b.type}",
        position=here(),
        hint="convert one of them with h_cast",
    )


# ----------------------------------------------------------------------------------------------------- one operand
def h_abs(core: Core, dst: TensorView, src: TensorView) -> None:
    """dst = |src|, element by element."""
    _one(core, "abs", dst, src)


def h_relu(core: Core, dst: TensorView, src: TensorView) -> None:
    """dst = max(src, 0)."""
    _one(core, "relu", dst, src)


def h_not(core: Core, dst: TensorView, src: TensorView) -> None:
    """dst = ~src on integers of any width."""
    _one(core, "not", dst, src)


def h_exp(core: Core, dst: TensorView, src: TensorView) -> None:
    """dst = e ** src."""
    _one(core, "exp", dst, src)


def h_ln(core: Core, dst: TensorView, src: TensorView) -> None:
    """dst = the natural logarithm of src."""
    _one(core, "ln", dst, src)


def h_rec(core: Core, dst: TensorView, src: TensorView) -> None:
    """dst = 1 / src."""
    _one(core, "rec", dst, src)


def h_rsqrt(core: Core, dst: TensorView, src: TensorView) -> None:
    """dst = 1 / sqrt(src)."""
    _one(core, "rsqrt", dst, src)


def _one(core: Core, word: str, dst: Any, src: Any) -> None:
    name = f"h_{word}"
    try:
        checked_views(name, dst=dst, src=src)
        unary_op(core, word, *((bitwise(name, v) for v in (dst, src)) if word == "not" else (dst, src)))
    except TikError as error:
        core.collect(error)


def unary_op(core: Core, word: str, dst: TensorView, src: TensorView) -> None:
    """The instruction of ``word`` over whole views."""
    site = _UNARY[word]
    traverse(core, site.parameters.name, (dst, src), lambda mask, at, n, by: add(core, site, (mask, *at, n, *by)))


# ------------------------------------------------------------------------------------------- filling and converting
def h_duplicate(core: Core, dst: TensorView, src: Any) -> None:
    """Every element of dst = src, a number or Scalar; 8-bit tensors need an even number of elements."""
    try:
        checked_views("h_duplicate", dst=dst)
        fill(core, dst, number(src, "src of h_duplicate"))
    except TikError as error:
        core.collect(error)


def fill(core: Core, dst: TensorView, value: Any) -> None:
    """vector_dup over a whole view; a byte is doubled to the 16 bits the instruction knows."""
    if dst.type.bits == 8:
        value = whole(value, "src of h_duplicate") & 255
        dst, value = dst.reinterpret_cast_to(u16), value * 257
    traverse(core, "h_duplicate", (dst,), lambda mask, at, n, by: add(core, _DUP, (mask, *at, value, n, *by)))


@contextmanager
def filled(core: Core, dtype: DType, value: Any) -> Iterator[TensorView]:
    """One block of UB that holds a number in every element."""
    with temporary(core, (dtype, 32 // dtype.size)) as (block,):
        fill(core, block, number(value))
        yield block


def h_cast(core: Core, dst: TensorView, src: TensorView, round_mode: str = "", deqscale: Any = None) -> None:
    """dst = src converted to dst's dtype; ``round_mode`` as in vec_conv, ``deqscale`` (int32 to float16): the result is
    multiplied by it, 1 when left out. 8-bit integers reach int32 and float32 through float16 where the chip has no direct way,
    which is exact."""
    try:
        checked_views("h_cast", dst=dst, src=src)
        chip = core.chip
        known = chip.convert_modes(dst.type, src.type)
        if not known and src.type in (i8, u8) and chip.convert_modes(f16, src.type) and chip.convert_modes(dst.type, f16):
            pieces(
                core, "h_cast", (dst, src), RESERVED // f16.size, lambda part: _through_f16(core, part[0], part[1], round_mode)
            )
        else:
            converted(core, dst, src, round_mode, deqscale)
    except TikError as error:
        core.collect(error)


def h_conv(core: Core, dst: TensorView, src: TensorView, round_mode: str = "", deqscale: Any = None) -> None:
    """The same as h_cast."""
    h_cast(core, dst, src, round_mode, deqscale)


def converted(core: Core, dst: TensorView, src: TensorView, round_mode: str, deqscale: Any = None) -> None:
    """vec_conv over whole views."""
    if deqscale is None and (dst.type, src.type) == (f16, i32):
        deqscale = 1.0
    traverse(
        core, "h_cast", (dst, src), lambda mask, at, n, by: vec_conv(core, mask, round_mode, *at, n, *by, deqscale=deqscale)
    )


def _through_f16(core: Core, dst: TensorView, src: TensorView, round_mode: str) -> None:
    with temporary(core, (f16, src.size)) as (half,):
        converted(core, half, src, "")
        converted(core, dst, half, (round_mode or "round") if not dst.type.is_float else "")


def h_quant(core: Core, dst: TensorView, src: TensorView, deqscale: Any) -> None:
    """dst = src * deqscale in dst's dtype: int32 to float16 as vec_conv does it; float16 to int8 or uint8 with the product
    rounded to float16, then to the nearest integer, halves to even, and saturated."""
    try:
        checked_views("h_quant", dst=dst, src=src)
        if src.type is f16 and dst.type in (i8, u8):
            pieces(core, "h_quant", (dst, src), RESERVED // f16.size, lambda part: _quantised(core, part[0], part[1], deqscale))
        elif (dst.type, src.type) == (f16, i32):
            converted(core, dst, src, "", deqscale)
        else:
            raise TikError(
                "TIK-TYPE01",
                f"h_quant goes from int32 to float16 or from float16 to 8 bits, not from {src.type} to {dst.type}",
                position=here(),
                hint="multiply with h_mul and convert with h_cast",
            )
    except TikError as error:
        core.collect(error)


def _quantised(core: Core, dst: TensorView, src: TensorView, scale: Any) -> None:
    with temporary(core, (f16, src.size)) as (half,):
        scalar_op(core, "mul", half, src, scale)
        converted(core, dst, half, "")


# --------------------------------------------------------------------------------------------------- sine and cosine
_PI_PARTS = (3.140625, 0.0009670257568359375, 6.277114152908325e-07)  # of pi: products with whole numbers up to 2**13 are exact
_SINE = (-2.5052108e-08, 2.7557319e-06, -0.00019841270, 0.0083333333, -0.16666667)  # Taylor: x**11 … x**3
_PART = 960  # elements of four temporaries of float32 in the 16 KiB, and a block


def h_sin(core: Core, dst: TensorView, src: TensorView) -> None:
    """dst = sin(src), float16 or float32, computed in float32: |error| < 4e-7 for |src| < 8192, growing beyond."""
    _wave(core, "h_sin", dst, src, 0.0)


def h_cos(core: Core, dst: TensorView, src: TensorView) -> None:
    """dst = cos(src), float16 or float32, computed in float32: |error| < 4e-7 for |src| < 8192, growing beyond."""
    _wave(core, "h_cos", dst, src, 0.5)


def _wave(core: Core, name: str, dst: Any, src: Any, half: float) -> None:
    try:
        checked_views(name, dst=dst, src=src)
        if dst.type is not src.type or src.type not in (f16, f32):
            raise TikError(
                "TIK-TYPE01",
                f"{name} works on float16 and float32, not from {src.type} to {dst.type}",
                position=here(),
                hint="convert with h_cast",
            )
        if not core.chip.convert_modes(i32, f32):
            able = [chip for chip in chip_names() if load_chip(chip).convert_modes(i32, f32)]
            raise TikError(
                "TIK-CHIP01",
                f"{core.chip.name} has no {name}: it does not convert float32 to int32",
                position=here(),
                hint=f"chips that have it: {listed_chips(able)}",
            )
        pieces(core, name, (dst, src), _PART, lambda part: _sine(core, part[0], part[1], half))
    except TikError as error:
        core.collect(error)


def _sine(core: Core, dst: TensorView, src: TensorView, half: float) -> None:
    """sin(x) = (-1)**k sin(x - k pi), cos(x) = -(-1)**k sin(x - (k + 1/2) pi), with k so that |x - …| <= pi / 2."""
    n = src.size
    with temporary(core, *[(f32, n)] * 4) as (x, t, k, p), filled(core, i32, 1) as one:
        if src.type is f32:
            scalar_op(core, "mul", x, src, 1.0)
        else:
            converted(core, x, src, "")
        scalar_op(core, "mul", t, x, 0.3183098861837907)
        scalar_op(core, "add", t, t, -half)
        whole = t.reinterpret_cast_to(i32)
        converted(core, whole, t, "round")
        converted(core, k, whole, "")
        scalar_op(core, "add", k, k, half)
        for part in _PI_PARTS:
            scalar_op(core, "mul", p, k, part)
            binary_op(core, "sub", x, x, p)
        with_block(core, "and", *(v.reinterpret_cast_to(u16) for v in (whole, whole, one)))
        converted(core, k, whole, "")  # 1 where k is odd
        sign = 2.0 if half else -2.0
        scalar_op(core, "mul", k, k, sign)
        scalar_op(core, "add", k, k, -sign / 2)
        binary_op(core, "mul", p, x, x)
        _polynomial(core, t, p, _SINE)
        binary_op(core, "mul", t, t, x)
        binary_op(core, "add", t, t, x)
        if dst.type is f32:
            binary_op(core, "mul", dst, t, k)
        else:
            binary_op(core, "mul", t, t, k)
            converted(core, dst, t, "")


def _polynomial(core: Core, to: TensorView, x: TensorView, coefficients: Sequence[float]) -> None:
    """to = (…(c0 x + c1) x + …) x."""
    scalar_op(core, "mul", to, x, coefficients[0])
    for c in coefficients[1:]:
        scalar_op(core, "add", to, to, c)
        binary_op(core, "mul", to, to, x)
