"""Hints for repeats that do not fit."""

from collections.abc import Callable

from tik.dsl import Builder, TensorView
from tik.dsl.complaints import split_hint


def test_split_hint(t: Builder, ub: Callable[..., TensorView]) -> None:
    x, n = ub(64, "float16"), t.Scalar("int32", "n")
    assert split_hint(256, 255, {"dst": (x, 8)}) == "split it into 255 + 1 repeats; the second call starts at dst[32640]"
    assert split_hint(510, 255, {}) == "split it into 255 + 255 repeats"
    assert split_hint(300, 255, {"dst": (x, n)}) == "split it into 255 + 45 repeats"
    assert split_hint(5000, 255, {"dst": (x, 8)}) == "loop over it, 255 repeats at a time"
