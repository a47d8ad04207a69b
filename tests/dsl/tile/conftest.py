"""Tile builders, and kernels run on each chip under the sanitizer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import tik
from tik.chips import load_chip
from tik.dsl.tile import TileBuilder
from tik.types.dtypes import f32


@pytest.fixture(params=["Ascend910B1", "Ascend910A", "Ascend310P3"])
def chip(request: pytest.FixtureRequest) -> Iterator[str]:
    with tik.chip(request.param):
        yield request.param


@pytest.fixture
def k() -> TileBuilder:
    """A builder with x, y of [6, 100] and g of [100], f32, on the split chip."""
    return TileBuilder(load_chip("Ascend910B1"), [("x", (6, 100), f32), ("g", (100,), f32), ("y", (6, 100), f32)])


@pytest.fixture
def run() -> Callable[..., Any]:
    """``run(body, x, y)``: the first output, with no hazard found."""

    def call(body: Callable[..., None], *arrays: Any, **options: Any) -> Any:
        return tik.kernel(body).run(*arrays, **options).raise_if_bad().outputs[0]

    return call
