"""h_reduce_*: along each axis of whole views, slices and tails."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import tik
from tests.dsl.whole import CHIPS, ODD, WIDE, ran
from tik.dsl import Builder

CUBE = (np.random.default_rng(8).standard_normal((3, 5, 48)) * 3).astype(np.float16)
EXACT = {"sum": np.sum, "max": np.max, "min": np.min}


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("what", ["sum", "max", "min"])
def test_reductions(chip: str, what: str) -> None:
    exact = EXACT[what]
    close = {"rtol": 1e-5, "atol": 1e-4} if what == "sum" else {"rtol": 0, "atol": 0}

    def call(t: tik.Tik, a: tik.Tensor, o: tik.Tensor) -> None:
        reduce = getattr(t, f"h_reduce_{what}")
        reduce(o[0:1], a)
        reduce(o[8:13], a[2:7, 8:35], 1)
        reduce(o[16:43], a[2:7, 8:35], axis=[0])

    got = ran(chip, call, [WIDE], (48,), "float32")
    np.testing.assert_allclose(got[0], exact(WIDE), **close)
    np.testing.assert_allclose(got[8:13], exact(WIDE[2:7, 8:35], 1), **close)
    np.testing.assert_allclose(got[16:43], exact(WIDE[2:7, 8:35], 0), **close)
    assert not got[1:8].any() and not got[13:16].any()


def test_a_middle_axis_in_half_precision() -> None:
    got = ran("Ascend910A", lambda t, a, o: t.h_reduce_sum(o, a, 1), [CUBE], (3, 48), "float16")
    wanted = CUBE[:, 0]
    for i in range(1, 5):  # slice after slice, each rounded
        wanted = wanted + CUBE[:, i]
    np.testing.assert_array_equal(got, wanted)


def test_integers() -> None:
    x = np.arange(333, dtype=np.int32)
    got = ran("Ascend910A", lambda t, a, o: t.h_reduce_sum(o[0:1], a), [x], (8,), "int32")
    assert got[0] == 333 * 332 // 2


@pytest.mark.parametrize("chip", CHIPS)
def test_indices_of_extremes(chip: str) -> None:
    half = ODD.astype(np.float16)
    half[[17, 270]] = 60  # the first of equals
    half[[260, 280]] = -60

    def call(t: tik.Tik, a: tik.Tensor, o: tik.Tensor) -> None:
        t.h_reduce_argmax(o[0:1], a)
        t.h_reduce_argmin(o[1:2], a)
        t.h_reduce_argmax(o[2:3], a[256:300])

    assert ran(chip, call, [half], (8,), "int32").tolist()[:3] == [17, 260, 14]
    rows = CUBE.reshape(15, 48)
    got = ran(chip, lambda t, a, o: t.h_reduce_argmin(o[0:15], a, -1), [rows], (16,), "int32")
    assert got[:15].tolist() == np.argmin(rows, 1).tolist()


@pytest.mark.parametrize(
    ("call", "code", "text"),
    [
        (lambda t, u, i: t.h_reduce_sum(u[0:1, 0:1], u, 2), "TIK-SHAPE01", "axis 2 of h_reduce_sum: u has 2 axes"),
        (lambda t, u, i: t.h_reduce_sum(u[0:1, 0:1], u, [0, 1]), "TIK-SHAPE01", "reduces one axis or all"),
        (lambda t, u, i: t.h_reduce_sum(u, u, 1), "TIK-SHAPE01", "dst of h_reduce_sum has 64 elements, the result 4"),
        (lambda t, u, i: t.h_reduce_max(i, u), "TIK-TYPE01", "h_reduce_max keeps the dtype"),
        (lambda t, u, i: t.h_reduce_argmax(u, u), "TIK-TYPE01", "indices are integers"),
        (lambda t, u, i: t.h_reduce_argmax(i, u, 0), "TIK-CHIP01", "h_reduce_argmax goes along the last axis"),
        (lambda t, u, i: t.h_reduce_sum(i, 3), "TIK-TYPE02", "src of h_reduce_sum is 3"),
    ],
)
def test_wrong_use(t: Builder, call: Callable[..., None], code: str, text: str) -> None:
    call(t, t.Tensor("float32", (4, 16), "UB", "u"), t.Tensor("int32", (16,), "UB", "i"))
    assert t.errors[0].code == code and text in t.errors[0].message
