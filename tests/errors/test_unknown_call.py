"""A call people guess that the API never had."""

import os

import pytest

from tik.dsl import Builder
from tik.types.errors import TikError


def test_message():
    t = Builder("Ascend910B1")
    with pytest.raises(TikError) as caught:
        t.vec_sqrt(64, None, None, 1, 8, 8)
    assert str(caught.value).replace(os.path.dirname(os.path.abspath(__file__)) + os.sep, "").split("\n")[:2] == [
        "TIK-TYPE02: the TIK API has no vec_sqrt",
        "  --> test_unknown_call.py:14",
    ]
    assert str(caught.value).endswith("hint: use vsqrt, or vec_rsqrt and vec_rec")
