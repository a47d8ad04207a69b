"""h_* over whole views against numpy: slices, row pitches and tails honoured, nothing beside the view written."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import tik
from tests.dsl.whole import CHIPS, ODD, WIDE, R, ran
from tik.dsl import Builder
from tik.types.errors import TikError

INTS = R.integers(-(2**31), 2**31, 200, dtype=np.int32)
FLAT = (slice(None),)
PART = (slice(2, 7), slice(8, 35))


def within(key: tuple[slice, ...], result: np.ndarray, dtype: type = np.float32) -> np.ndarray:
    """``result`` in the view, 0 beside it."""
    whole = np.zeros(WIDE.shape if len(key) == 2 else result.shape, dtype)
    whole[key] = result
    return whole


@pytest.mark.parametrize("chip", CHIPS)
def test_two_operands(chip: str) -> None:
    for word, made in (("add", np.add), ("sub", np.subtract), ("mul", np.multiply), ("div", np.divide)):
        got = ran(chip, lambda t, a, o, w=word: getattr(t, f"h_{w}")(o[PART], a[PART], a[PART]), [WIDE], WIDE.shape, "float32")
        np.testing.assert_array_equal(got, within(PART, made(WIDE[PART], WIDE[PART])), err_msg=word)
    got = ran(chip, lambda t, a, b, o: t.h_max(o, a, b), [ODD, ODD[::-1].copy()], ODD.shape, "float32")
    np.testing.assert_array_equal(got, np.maximum(ODD, ODD[::-1]))


@pytest.mark.parametrize("chip", CHIPS)
def test_a_number_as_second_operand(chip: str) -> None:
    half = ODD.astype(np.float16)

    def body(t: tik.Tik, a: tik.Tensor, o: tik.Tensor) -> None:
        s = t.Scalar("float16", init_value=3)
        t.h_add(o, a, 1.5)
        t.h_sub(o, o, s)
        t.h_mul(o, o, s)
        t.h_min(o, o, 4.0)
        t.h_max(o, o, -2.0)
        t.h_div(o, o, s)

    f = np.float16
    wanted = np.maximum(np.minimum((half + f(1.5) - f(3)) * f(3), f(4)), f(-2)) / f(3)
    np.testing.assert_array_equal(ran(chip, body, [half], half.shape, "float16"), wanted)


def test_bits_of_integers_of_any_width() -> None:
    def body(t: tik.Tik, a: tik.Tensor, b: tik.Tensor, o: tik.Tensor) -> None:
        t.h_not(o, a)
        t.h_and(o, o, b)
        t.h_or(o, o, 0x10001)

    got = ran("Ascend910A", body, [INTS, INTS[::-1].copy()], INTS.shape, "int32")
    np.testing.assert_array_equal(got, (~INTS & INTS[::-1]) | 0x10001)
    small = np.arange(64, dtype=np.uint8)
    np.testing.assert_array_equal(ran("Ascend910A", lambda t, a, o: t.h_and(o, a, 0x55), [small], (64,), "uint8"), small & 0x55)


@pytest.mark.parametrize("chip", CHIPS)
def test_one_operand(chip: str) -> None:
    positive = np.abs(ODD) + np.float32(0.5)
    for word, made in (("abs", np.abs), ("rec", np.reciprocal)):
        got = ran(chip, lambda t, a, o, w=word: getattr(t, f"h_{w}")(o, a), [positive], ODD.shape, "float32")
        np.testing.assert_array_equal(got, made(positive), err_msg=word)
    for word, exact in (("exp", np.exp), ("ln", np.log), ("rsqrt", lambda x: 1 / np.sqrt(x))):
        got = ran(chip, lambda t, a, o, w=word: getattr(t, f"h_{w}")(o, a), [positive], ODD.shape, "float32")
        np.testing.assert_allclose(got, exact(positive.astype(np.float64)), rtol=3e-7, err_msg=word)
    half = ODD.astype(np.float16)
    got = ran(chip, lambda t, a, o: t.h_relu(o, a), [half], half.shape, "float16")
    np.testing.assert_array_equal(got, np.maximum(half, 0))


@pytest.mark.parametrize("chip", CHIPS)
def test_waves(chip: str) -> None:
    x = (R.standard_normal(1200) * 40).astype(np.float32)
    for word, exact in (("sin", np.sin), ("cos", np.cos)):
        got = ran(chip, lambda t, a, o, w=word: getattr(t, f"h_{w}")(o, a), [x], x.shape, "float32")
        np.testing.assert_allclose(got, exact(x.astype(np.float64)), atol=4e-7, rtol=0, err_msg=word)
    half = np.array([0.0, 0.5, -1.5, 3.140625, np.inf, np.nan], np.float16)
    got = ran(chip, lambda t, a, o: t.h_sin(o, a), [half], half.shape, "float16")
    np.testing.assert_allclose(got[:4], np.sin(half[:4].astype(np.float64)), atol=1e-3)
    assert not np.isfinite(got[5])


@pytest.mark.parametrize("chip", CHIPS)
def test_conversions(chip: str) -> None:
    def cast(source: np.ndarray, dtype: str, *args: object) -> np.ndarray:
        return ran(chip, lambda t, a, o: t.h_cast(o, a, *args), [source], source.shape, dtype)

    bytes_ = R.integers(0, 256, 100, dtype=np.uint8)
    np.testing.assert_array_equal(cast(bytes_, "float32"), bytes_)  # through float16
    np.testing.assert_array_equal(cast(ODD, "int32", "floor"), np.floor(ODD))
    np.testing.assert_array_equal(cast(ODD, "float16", ""), ODD.astype(np.float16))
    np.testing.assert_array_equal(cast(np.arange(300, dtype=np.int32), "float16"), np.arange(300))
    half = ODD.astype(np.float16)
    got = ran(chip, lambda t, a, o: t.h_quant(o, a, 2.0), [half], half.shape, "int8")
    np.testing.assert_array_equal(got, np.rint(half * np.float16(2)))
    got = ran(chip, lambda t, a, o: t.h_quant(o, a, 0.5), [np.arange(70, dtype=np.int32)], (70,), "float16")
    np.testing.assert_array_equal(got, np.arange(70) / 2)


def test_filling() -> None:
    got = ran("Ascend910A", lambda t, o: t.h_duplicate(o[PART], 2.5), [], WIDE.shape, "float32")
    np.testing.assert_array_equal(got, within(PART, np.full((5, 27), 2.5)))
    np.testing.assert_array_equal(ran("Ascend910A", lambda t, o: t.h_duplicate(o, -3), [], (100,), "int8"), [-3] * 100)


def test_sizes_known_only_at_run_time() -> None:
    t = tik.Tik(chip="Ascend910A")
    x, y = (t.Tensor("float32", (20000,), tik.scope_gm, name) for name in "xy")
    u = t.Tensor("float32", (20000,), tik.scope_ubuf, "u")
    n = t.InputScalar("int32", "n")
    t.data_move(u, x, 0, 1, 2500, 0, 0)
    t.h_add(u[0:n], u[0:n], 1.0)
    t.data_move(y, u, 0, 1, 2500, 0, 0)
    t.BuildCCE("dynamic", [x, n], [y])
    a = np.arange(20000, dtype=np.float32)
    for count in (0, 1, 64, 100, 16320, 20000):
        report = t.kernel.run([a, count])
        np.testing.assert_array_equal(report.outputs[0], a + (np.arange(20000) < count))


@pytest.mark.parametrize(
    ("call", "code", "text"),
    [
        (lambda t, u, h: t.h_add(u, u, h), "TIK-TYPE01", "h_add works on operands of one dtype, and u is f32, h f16"),
        (lambda t, u, h: t.h_add(u, u, u[0:8]), "TIK-SHAPE01", "h_add works on views of one shape"),
        (lambda t, u, h: t.h_add(u, 3, u), "TIK-TYPE02", "src0 of h_add is 3, not a tensor"),
        (lambda t, u, h: t.h_and(u, u, u), "TIK-TYPE01", "h_and works on integers, and u is f32"),
        (lambda t, u, h: t.h_add(u[1:9], u[1:9], u[1:9]), "TIK-ALIGN01", "of h_add starts at byte 4 of u"),
        (lambda t, u, h: t.h_sin(u, h), "TIK-TYPE01", "h_sin works on float16 and float32, not from f16 to f32"),
        (lambda t, u, h: t.h_quant(u, h, 1.0), "TIK-TYPE01", "h_quant goes from int32 to float16"),
        (lambda t, u, h: t.h_exp(u, u[0:8].flatten()), "TIK-SHAPE01", "h_exp works on views of one shape"),
    ],
)
def test_wrong_use(t: Builder, call: Callable[..., None], code: str, text: str) -> None:
    call(t, t.Tensor("float32", (64,), "UB", "u"), t.Tensor("float16", (64,), "UB", "h"))
    assert t.errors[0].code == code and text in t.errors[0].message


def test_what_a_chip_lacks_is_refused_by_name() -> None:
    t = Builder("Ascend310")
    u = t.Tensor("float32", (64,), "UB", "u")
    t.h_div(u, u, u)
    t.h_sin(u, u)
    assert [(e.code, e.message) for e in t.errors] == [
        ("TIK-CHIP01", "Ascend310 has no h_div of f32"),
        ("TIK-CHIP01", "Ascend310 has no h_sin: it does not convert float32 to int32"),
    ]


def test_no_ub_is_kept_back() -> None:
    t = tik.Tik(chip="Ascend910A")
    y = t.Tensor("float32", (65536,), tik.scope_gm, "y")
    u = t.Tensor("float32", (65536,), tik.scope_ubuf, "u")  # all of it
    t.h_duplicate(u, 1.0)
    t.h_add(u, u, u)
    t.data_move(y, u, 0, 1, 8192, 0, 0)
    t.BuildCCE("full", [], [y])
    assert (t.kernel.run([]).outputs[0] == 2).all()
    v = tik.Tik(chip="Ascend910A")
    u = v.Tensor("float32", (65536,), tik.scope_ubuf, "u")
    v.h_duplicate(u, 1.0)
    v.h_div(u, u, 3.0)
    with pytest.raises(TikError, match="UB is over-full"):
        v.BuildCCE("fuller", [], [])
