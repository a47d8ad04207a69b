from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tik.dsl.tile.numbers import number


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        (2, int),
        (2.0, float),
        (True, int),
        (np.int64(2), int),
        (np.uint8(2), int),
        (np.float16(2), float),
        (np.float64(2), float),
        (np.bool_(True), int),
        (np.array(2), int),
        (ml_dtypes.bfloat16(2), float),
    ],
)
def test_numbers(given: Any, kind: type) -> None:
    assert isinstance(number(given), kind)
    assert number(given) == (1 if given is True or isinstance(given, np.bool_) else 2)


@pytest.mark.parametrize("given", ["2", None, 2j, np.complex64(2), np.array([2]), [2], np.str_("2")])
def test_no_numbers(given: Any) -> None:
    assert number(given) is None
