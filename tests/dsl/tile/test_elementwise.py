from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tik
from tik.types.errors import TikError

Run = Callable[..., Any]
RNG = np.random.default_rng(5)


def rows_of(expression: Callable[..., Any]) -> Callable[..., None]:
    """A kernel body that computes ``expression(k, t, row)`` of each tile of x and the row g."""

    def body(k: Any, x: Any, g: Any, y: Any) -> None:
        row = k.load(g[:], dtype=tik.f32 if x.dtype is tik.f16 and g.dtype is tik.f32 else None)
        for rows in k.split(x.shape[0]):
            k.store(y[rows], expression(k, k.load(x[rows]), row))

    return body


@tik.kernel
def scaled(k: Any, x: Any, g: Any, y: Any) -> None:
    row = k.load(g[:])
    for rows in k.split(x.shape[0]):
        k.store(y[rows], k.load(x[rows]) * row)


@settings(max_examples=12)
@given(
    rows=st.integers(1, 300),
    cols=st.sampled_from([1, 7, 16, 63, 64, 65, 100, 129, 200]),
    dtype=st.sampled_from([np.float16, np.float32, np.int32]),
    chip=st.sampled_from(["Ascend910B1", "Ascend910A", "Ascend310P3"]),
)
def test_a_row_broadcasts_for_every_number_of_rows(rows: int, cols: int, dtype: type, chip: str) -> None:
    rng = np.random.default_rng(rows * 1000 + cols)
    x, g = rng.integers(-9, 9, (rows, cols)).astype(dtype), rng.integers(-9, 9, cols).astype(dtype)
    report = scaled.run(x, g, np.empty_like(x), chip=chip)
    np.testing.assert_array_equal(report.raise_if_bad().outputs[0], x * g)


@pytest.mark.parametrize("rows", [1, 2, 9])
@pytest.mark.parametrize("cols", [3, 100, 4160])  # one repeat, column chunks, row by row with a tail (f16: 8320 bytes a row)
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_rows_on_either_side(chip: str, run: Run, rows: int, cols: int, dtype: type) -> None:
    x, g = RNG.integers(-9, 9, (rows, cols)).astype(dtype), RNG.integers(1, 9, cols).astype(dtype)
    np.testing.assert_array_equal(run(rows_of(lambda k, t, row: row - t), x, g, np.empty_like(x)), g - x)


def test_a_column_and_a_row_make_a_tile(chip: str, run: Run) -> None:
    def body(k: Any, c: Any, g: Any, y: Any) -> None:
        row = k.load(g[:])
        for rows in k.split(c.shape[0]):
            k.store(y[rows], k.sum(k.load(c[rows])) + row)

    for n in (1, 2, 50):
        c, g = np.arange(n, dtype=np.float32)[:, None], np.arange(70, dtype=np.float32) * 100
        np.testing.assert_array_equal(run(body, c, g, np.empty((n, 70), np.float32)), c + g)


@pytest.mark.parametrize("width", [5, 100, 4160])
def test_a_column_cast_to_f16_fills_its_block(chip: str, run: Run, width: int) -> None:
    def body(k: Any, x: Any, y: Any) -> None:
        for rows in k.split(x.shape[0]):
            t = k.load(x[rows])
            k.store(y[rows], t - k.cast(k.max(k.cast(t, tik.f32)), tik.f16))

    x = RNG.normal(size=(6, width)).astype(np.float16)
    np.testing.assert_array_equal(run(body, x, np.empty_like(x)), x - x.max(1, keepdims=True))


@pytest.mark.parametrize("number", [2, 2.0, np.float32(2), np.float16(2), np.int64(2), np.uint8(2)])
def test_numbers_of_numpy(run: Run, number: Any) -> None:
    x = np.array([[1, 2, 8]], np.float32)
    g = np.zeros(3, np.float32)
    for expression, right in (
        (lambda k, t, r: t * number, [2, 4, 16]),
        (lambda k, t, r: number * t, [2, 4, 16]),
        (lambda k, t, r: number - t, [1, 0, -6]),
        (lambda k, t, r: t - number, [-1, 0, 6]),
        (lambda k, t, r: number / t, [2, 1, 0.25]),
        (lambda k, t, r: t**number, [1, 4, 64]),
        (lambda k, t, r: k.maximum(number, t), [2, 2, 8]),
    ):
        np.testing.assert_array_equal(run(rows_of(expression), x, g, np.empty_like(x))[0], right)


def test_powers(run: Run) -> None:
    x, g = np.array([[-2, 0.5, 3]], np.float32), np.zeros(3, np.float32)
    np.testing.assert_array_equal(run(rows_of(lambda k, t, r: t**3), x, g, np.empty_like(x))[0], [-8, 0.125, 27])


def test_integers_wrap(chip: str, run: Run) -> None:
    x, g = np.array([[-(2**31), -1, 5]], np.int32), np.zeros(3, np.int32)
    low = -(2**31)
    got = run(rows_of(lambda k, t, r: t - low), x, g, np.empty_like(x))[0]
    np.testing.assert_array_equal(got, [0, 2**31 - 1, low + 5])


def test_conversions_round(run: Run) -> None:
    x, g = np.array([[-1.5, -0.5, 0.5, 1.5, 2.5]], np.float32), np.zeros(5, np.float32)
    for mode, right in (
        (None, [-2, 0, 0, 2, 2]),
        ("floor", [-2, -1, 0, 1, 2]),
        ("ceil", [-1, 0, 1, 2, 3]),
        ("to-zero", [-1, 0, 0, 1, 2]),
        ("away-zero", [-2, -1, 1, 2, 3]),
    ):
        got = run(rows_of(lambda k, t, r, mode=mode: k.cast(t, tik.i32, mode)), x, g, np.empty((1, 5), np.int32))
        np.testing.assert_array_equal(got[0], right)


@pytest.mark.parametrize(
    ("expression", "code", "text"),
    [
        (lambda k, t, r: np.exp(t), "TIK-TYPE02", "k.exp(t)"),
        (lambda k, t, r: np.sum(t), "TIK-TYPE02", "k.sum(t)"),
        (lambda k, t, r: np.where(t, 1, 2), "TIK-TYPE02", "k.maximum"),
        (lambda k, t, r: np.asarray(t), "TIK-TYPE02", "before the kernel runs"),
        (lambda k, t, r: np.ones(3) * t, "TIK-TYPE02", "make it a parameter of the kernel"),
        (lambda k, t, r: t > 0, "TIK-SYNTAX04", "k.maximum"),
        (lambda k, t, r: t == 0, "TIK-SYNTAX04", "k.maximum"),
        (lambda k, t, r: np.float32(0) < t, "TIK-SYNTAX04", "k.maximum"),
        (lambda k, t, r: max(t, 0), "TIK-SYNTAX04", "k.maximum"),
        (lambda k, t, r: t and t, "TIK-SYNTAX04", "k.maximum"),
        (lambda k, t, r: not t, "TIK-SYNTAX04", "k.maximum"),
        (lambda k, t, r: float(t), "TIK-TYPE02", "k.exp(t)"),
        (lambda k, t, r: sum(t), "TIK-TYPE02", "k.sum"),
        (lambda k, t, r: t[0], "TIK-TYPE02", "k.load(x[rows, cols])"),
        (lambda k, t, r: t @ t, "TIK-TYPE02", "k.matmul(a[rows, :], b[:, cols])"),
        (lambda k, t, r: t**4, "TIK-TYPE02", "(t ** 2) ** 2"),
        (lambda k, t, r: t**0.5, "TIK-TYPE02", "k.sqrt(t)"),
        (lambda k, t, r: 2**t, "TIK-TYPE02", "k.exp(p * k.log(t))"),
        (lambda k, t, r: t + None, "TIK-TYPE02", "a + b takes tiles, not None"),
        (lambda k, t, r: t + "1", "TIK-TYPE02", "a + b takes tiles, not '1'"),
        (lambda k, t, r: k.exp(2.0), "TIK-TYPE02", "k.exp takes tiles, not 2.0"),
        (lambda k, t, r: k.cast(t, tik.i8), "TIK-TYPE01", "k.cast(k.cast(t, tik.f16), tik.i8)"),
        (lambda k, t, r: k.cast(t, tik.i32, "odd"), "TIK-TYPE02", "round modes away-zero, ceil, floor, round, to-zero"),
        (lambda k, t, r: k.cast(t, "f99"), "TIK-TYPE02", "'f99' is no dtype of the kit"),
        (lambda k, t, r: k.exp(k.cast(t, tik.i32)), "TIK-TYPE01", "no chip has k.exp of i32"),
        (lambda k, t, r: k.cast(t, tik.i32) / 2, "TIK-TYPE01", "no chip has a / b of i32"),
        (lambda k, t, r: k.cast(t, tik.i32) + 0.5, "TIK-TYPE01", "0.5 with a tile of i32: the number is not whole"),
        (lambda k, t, r: k.cast(t, tik.i32) + 2**31, "TIK-TYPE01", "2147483648 is out of the range of i32"),
        (lambda k, t, r: t + k.cast(t, tik.f16), "TIK-TYPE01", "a + b: the tiles are f32 and f16"),
    ],
)
def test_refusals(k: Any, expression: Any, code: str, text: str) -> None:
    x, g, _ = k.arrays
    rows = next(k.split(6))
    t, row = k.load(x[rows]), k.load(g[:])
    with pytest.raises(TikError) as caught:
        expression(k, t, row)
    assert caught.value.code == code
    assert text in str(caught.value)
    assert "test_elementwise.py" in str(caught.value)


def test_shapes_that_do_not_go_together(k: Any) -> None:
    x, g, y = k.arrays
    rows = next(k.split(6))
    t = k.load(x[rows])
    for other, hint in (
        (k.load(y[:]), "one has all its 6 rows"),
        (k.full(rows, 7, 0.0), None),
        (k.full(rows, 1, 0.0), "k.sum(t) of an f32 tile with one column"),
    ):
        with pytest.raises(TikError, match=r"a \+ b: tiles of .* do not go together") as caught:
            t + other
        assert caught.value.code == "TIK-SHAPE01"
        assert hint is None or hint in str(caught.value.hint)
    with pytest.raises(TikError, match="lie along a row"):
        t + k.load(g[rows])
