from __future__ import annotations

from collections.abc import Iterator

import pytest

import tik


@pytest.fixture(params=["Ascend910B1", "Ascend910A", "Ascend310P3"])
def chip(request: pytest.FixtureRequest) -> Iterator[str]:
    with tik.chip(request.param):
        yield request.param
