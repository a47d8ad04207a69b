from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tik
from tik.chips import load_chip
from tik.dsl.tile.matrix import choose_tile
from tik.types.errors import TikError
from tik.types.scopes import Scope

CHIPS = ("Ascend910B1", "Ascend910A", "Ascend310P3")


@tik.kernel
def product(k: Any, a: Any, b: Any, y: Any) -> None:
    for rows, cols in k.tiles(*y.shape):
        k.store(y[rows, cols], k.matmul(a[rows, :], b[:, cols]))


@tik.kernel
def with_bias(k: Any, a: Any, b: Any, bias: Any, y: Any) -> None:
    for rows, cols in k.tiles(*y.shape):
        k.store(y[rows, cols], k.matmul(a[rows, :], b[:, cols], bias[cols]))


@settings(max_examples=10)
@given(m=st.integers(1, 70), n=st.integers(1, 70), depth=st.integers(1, 300), chip=st.sampled_from(CHIPS), biased=st.booleans())
def test_products_of_small_whole_numbers_are_exact(m: int, n: int, depth: int, chip: str, biased: bool) -> None:
    rng = np.random.default_rng(m * 1000 + n)
    a, b, bias = (rng.integers(-2, 3, shape).astype(np.float16) for shape in ((m, depth), (depth, n), (n,)))
    right = a.astype(np.int32) @ b.astype(np.int32) + (bias if biased else 0)
    y = np.empty((m, n), np.float32)
    report = with_bias.run(a, b, bias, y, chip=chip) if biased else product.run(a, b, y, chip=chip)
    np.testing.assert_array_equal(report.raise_if_bad().outputs[0], right)


@pytest.mark.parametrize("chip_name", CHIPS)
@pytest.mark.parametrize("shape", [(1, 1, 1), (16, 16, 16), (300, 17, 1000), (4096, 4096, 4096)])
def test_tiles_fit_the_chip(chip_name: str, shape: tuple[int, int, int]) -> None:
    chip = load_chip(chip_name)
    rows, cols = choose_tile(chip, *shape)
    assert rows % 16 == cols % 16 == 0
    assert rows * cols * 4 <= chip.capacity(Scope.L0C)
    assert rows <= max(16, -(-shape[0] // 16) * 16)
    assert cols <= max(16, -(-shape[1] // 16) * 16)


def test_bf16() -> None:
    a = np.array([[1.5, -2.0]], ml_dtypes.bfloat16)
    y = product.run(a, a.T, np.empty((1, 1), np.float32), chip="Ascend910B1").raise_if_bad().outputs[0]
    assert y[0, 0] == 6.25


def refused(body: Any, *arrays: Any) -> TikError:
    with pytest.raises(TikError) as caught:
        tik.kernel(body).run(*arrays, chip="Ascend910B1")
    return caught.value


A, B, Y = np.ones((20, 40), np.float16), np.ones((40, 30), np.float16), np.empty((20, 30), np.float32)


@pytest.mark.parametrize(
    ("expression", "code", "text"),
    [
        (lambda k, a, b, r, c: k.relu(k.matmul(a[r, :], b[:, c])), "TIK-TYPE03", "k.relu: the product is still in the cube"),
        (lambda k, a, b, r, c: k.matmul(a[r, :], b[:, c]) + 1, "TIK-TYPE03", "a + b: the product is still in the cube"),
        (lambda k, a, b, r, c: k.matmul(a[r, :], b[r, c]), "TIK-SHAPE01", "k.matmul(a[rows, :], b[:, cols])"),
        (lambda k, a, b, r, c: k.matmul(a[r, :], b[:, r]), "TIK-SHAPE01", "k.store: a product of rows"),
        (lambda k, a, b, r, c: k.matmul(a[r, :], a[:, :]), "TIK-SHAPE01", "inner dimensions 40 and 20 differ"),
        (lambda k, a, b, r, c: k.matmul(a, b), "TIK-TYPE02", "k.matmul needs to know which part of a"),
    ],
)
def test_refusals(expression: Any, code: str, text: str) -> None:
    def body(k: Any, a: Any, b: Any, y: Any) -> None:
        for rows, cols in k.tiles(*y.shape):
            k.store(y[rows, cols], expression(k, a, b, rows, cols))

    error = refused(body, A, B, Y)
    assert error.code == code
    assert text in str(error)


def test_dtypes() -> None:
    assert "a is f16, b is f32" in str(refused(product.function, A, B.astype(np.float32), Y))
    wide = refused(product.function, A.astype(np.float32), B.astype(np.float32), Y)
    assert "k.matmul takes f16 and bf16, a is f32" in str(wide)
    error = refused(product.function, A, B, Y.astype(np.float32).view(np.int32))
    assert "a product does not become i32" in str(error)
    assert error.hint == "y can be f32, f16, bf16"
