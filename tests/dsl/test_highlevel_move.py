"""h_data_move: whole views between memories."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import tik
from tik.dsl import Builder

CHIPS = ("Ascend910A", "Ascend310P3", "Ascend910B1")
A = np.arange(800, dtype=np.float32).reshape(20, 40)


@pytest.mark.parametrize("chip", CHIPS)
def test_parts_of_rows(chip: str) -> None:
    t = tik.Tik(chip=chip)
    x, y = (t.Tensor("float32", (20, 40), tik.scope_gm, name) for name in "xy")
    u = t.Tensor("float32", (10, 32), tik.scope_ubuf, "u")
    v = t.Tensor("float32", (10, 16), tik.scope_ubuf, "v")
    t.h_data_move(u[0:10, 8:24], x[3:13, 8:24])
    t.h_data_move(v, u[0:10, 8:24])
    t.h_data_move(y[0:10, 16:32], v)
    t.BuildCCE("rows", [x], [y])
    report = t.kernel.run([A], initial={"y": np.zeros_like(A)}).raise_if_bad()
    wanted = np.zeros_like(A)
    wanted[0:10, 16:32] = A[3:13, 8:24]
    np.testing.assert_array_equal(report.outputs[0], wanted)
    assert not report.hazards


@pytest.mark.parametrize("chip", CHIPS)
def test_tails(chip: str) -> None:
    t = tik.Tik(chip=chip)
    x, y = (t.Tensor("float32", (35,), tik.scope_gm, name) for name in "xy")
    u = t.Tensor("float32", (35,), tik.scope_ubuf, "u")
    t.h_data_move(u, x)
    t.h_data_move(y, u)
    t.BuildCCE("tail", [x], [y])
    report = t.kernel.run([A.ravel()[:35]]).raise_if_bad()
    np.testing.assert_array_equal(report.outputs[0], A.ravel()[:35])
    assert bool(report.hazards) == (chip != "Ascend910B1")  # notes about the slack, or exact


def test_exact_rows_where_the_chip_pads() -> None:
    t = tik.Tik(chip="Ascend910B1")
    x, y = (t.Tensor("float32", (20, 40), tik.scope_gm, name) for name in "xy")
    u = t.Tensor("float32", (10, 16), tik.scope_ubuf, "u")
    t.h_data_move(u[0:10, 0:5], x[1:11, 3:8])
    t.h_data_move(y[0:10, 1:6], u[0:10, 0:5])
    t.BuildCCE("exact", [x], [y])
    report = t.kernel.run([A], initial={"y": np.zeros_like(A)}).raise_if_bad()
    wanted = np.zeros_like(A)
    wanted[0:10, 1:6] = A[1:11, 3:8]
    np.testing.assert_array_equal(report.outputs[0], wanted)


@pytest.mark.parametrize(
    ("call", "code", "text"),
    [
        (
            lambda t, x, u: t.h_data_move(x[0:5], u[0:5]),
            "TIK-ALIGN02",
            "would write whole blocks over what follows 20 bytes",
        ),
        (lambda t, x, u: t.h_data_move(u, x[0:8]), "TIK-SHAPE01", "h_data_move works on views of one shape"),
        (lambda t, x, u: t.h_data_move(u, u.reinterpret_cast_to("int32")), "TIK-TYPE01", "h_data_move keeps the dtype"),
        (lambda t, x, u: t.h_data_move(u, 3), "TIK-TYPE02", "src of h_data_move is 3"),
        (
            lambda t, x, u: t.h_data_move(u[0 : t.Scalar("int32")], x[0 : t.Scalar("int32")]),
            "TIK-SHAPE01",
            "needs to know the width of u",
        ),
    ],
)
def test_wrong_use(call: Callable[..., None], code: str, text: str) -> None:
    t = Builder("Ascend910A")
    call(t, t.Tensor("float32", (64,), "GM", "x"), t.Tensor("float32", (64,), "UB", "u"))
    assert t.errors[0].code == code and text in t.errors[0].message
