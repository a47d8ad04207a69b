"""A kernel that needs the cube and the vector unit, on a chip that has them on different cores."""

import pytest

from tik.dsl import Builder
from tik.types.errors import TikError


def test_message():
    t = Builder("Ascend910B1")
    a, b = t.Tensor("float16", (256,), "local.L0A", "a"), t.Tensor("float16", (256,), "local.L0B", "b")
    t.mmad(t.Tensor("float32", (256,), "local.L0C", "c"), a, b, 16, 16, 16, 0)
    x = t.Tensor("float16", (128,), "local.UB", "x")
    t.vec_relu(128, x, x, 1, 8, 8)
    with pytest.raises(TikError) as caught:
        t.program("wrong", [], [])
    assert caught.value.code == "TIK-CHIP01"
    assert caught.value.message == "Ascend910B1 has cube and vector cores apart, and this kernel needs both"
