from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tik
from tik.authoring.compiled import Compiled, compile_program
from tik.chips import load_chip
from tik.dsl.tile import TileBuilder
from tik.types.dtypes import f32
from tik.types.errors import TikError

CHIPS = ("Ascend910B1", "Ascend910A", "Ascend310P3")


@tik.kernel
def extremes(k: Any, x: Any, top: Any, low: Any, total: Any) -> None:
    for rows in k.split(x.shape[0]):
        t = k.load(x[rows], dtype=tik.f32)
        k.store(top[rows], k.max(t))
        k.store(low[rows], k.min(t))
        k.store(total[rows], k.sum(t))


@settings(max_examples=10)
@given(rows=st.integers(1, 90), cols=st.sampled_from([1, 8, 33, 64, 65, 128, 200, 600]), chip=st.sampled_from(CHIPS))
def test_reductions_of_whole_numbers_are_exact(rows: int, cols: int, chip: str) -> None:
    x = np.random.default_rng(rows * 1000 + cols).integers(-50, 50, (rows, cols)).astype(np.float32)
    out = [np.empty((rows, 1), np.float32) for _ in range(3)]
    report = extremes.run(x, *out, chip=chip).raise_if_bad()
    for got, right in zip(report.outputs, (x.max(1), x.min(1), x.sum(1)), strict=True):
        np.testing.assert_array_equal(got[:, 0], right)


def test_nan_wins_and_infinity_is_a_value(chip: str) -> None:
    x = np.full((3, 70), 1.0, np.float32)
    x[0, 69], x[1, :], x[2, 3] = np.nan, -np.inf, np.inf
    out = [np.empty((3, 1), np.float32) for _ in range(3)]
    top, low, total = extremes.run(x, *out).outputs
    assert np.isnan([top[0, 0], low[0, 0], total[0, 0]]).all()
    assert (top[1, 0], low[1, 0], total[1, 0]) == (-np.inf,) * 3
    assert (top[2, 0], low[2, 0], total[2, 0]) == (np.inf, 1.0, np.inf)


@pytest.mark.parametrize("chip_name", CHIPS)
def test_the_same_bits_for_any_number_of_rows_a_tile(chip_name: str) -> None:
    """Split invariance: what a row gives does not depend on how many rows share its tile."""
    shape = (23, 150)
    x = np.random.default_rng(3).normal(size=shape).astype(np.float32)

    def body(k: Any, x: Any, y: Any) -> None:
        for rows in k.split(x.shape[0]):
            t = k.exp(k.load(x[rows]) - k.max(k.load(x[rows])))
            k.store(y[rows], t / k.sum(t))

    found = set()
    for rows in (1, 2, 3, 8, 23):
        for copies in (1, 2):
            builder = TileBuilder(load_chip(chip_name), [("x", shape, f32), ("y", shape, f32)], tile_rows=rows, copies=copies)
            body(builder, *builder.arrays)
            program = builder.program("softmax")
            compiled = Compiled(compile_program(program, legalise=True), load_chip(chip_name))
            report = compiled.run({"x": x}, shapes={"y": (shape, f32)}).raise_if_bad()
            found.add(report.outputs["y"].tobytes())
    assert len(found) == 1


def test_columns_store_into_one_column_and_into_one_axis(chip: str, run: Callable[..., Any]) -> None:
    def body(k: Any, x: Any, y: Any) -> None:
        for rows in k.split(x.shape[0]):
            k.store(y[rows], k.max(k.load(x[rows], dtype=tik.f32)))

    for n in (1, 7, 8, 9, 100):
        x = np.random.default_rng(n).integers(-99, 99, (n, 40)).astype(np.float16)
        for dtype in (np.float32, np.float16, np.int32):
            np.testing.assert_array_equal(run(body, x, np.empty(n, dtype)), x.max(1).astype(dtype))
            np.testing.assert_array_equal(run(body, x, np.empty((n, 1), dtype)), x.max(1, keepdims=True).astype(dtype))


def test_refusals(k: Any) -> None:
    x, _, _ = k.arrays
    rows = next(k.split(6))
    t = k.load(x[rows])
    with pytest.raises(TikError, match=r"k\.sum: tiles reduce along their rows \(axis=-1\), not axis=0"):
        k.sum(t, axis=0)
    with pytest.raises(TikError, match=r"row reductions work on tik\.f32 tiles"):
        k.max(k.cast(t, tik.f16))
    with pytest.raises(TikError, match=r"k\.max takes tiles, not x f32 \[6, 100\]"):
        k.max(x)
    assert k.max(t, axis=np.int64(1)).shape == (t.rows.size, 1)
