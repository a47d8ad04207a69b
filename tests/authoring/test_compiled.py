from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tik
from tik.authoring.compiled import Compiled
from tik.chips import load_chip
from tik.types.dtypes import f16, f32
from tik.types.errors import TikError


@tik.kernel
def double(k: Any, x: Any, y: Any) -> None:
    for rows in k.split(x.shape[0]):
        k.store(y[rows], k.load(x[rows]) * 2)


X = np.arange(20, dtype=np.float32).reshape(4, 5)


@pytest.fixture
def compiled() -> Compiled:
    return Compiled(double.stream(X, X, chip="Ascend910B1"), load_chip("Ascend910B1"))


def test_outputs_take_the_shape_asked_for(compiled: Compiled) -> None:
    np.testing.assert_array_equal(compiled.run({"x": X}, shapes={"y": ((4, 5), f32)}).outputs["y"], 2 * X)
    flat = compiled.run({"x": X}).outputs["y"]  # a stream knows bytes, not shapes
    np.testing.assert_array_equal(flat, 2 * X.reshape(-1))


def test_initial_contents_of_outputs(compiled: Compiled) -> None:
    given = np.full((6, 5), 9, np.float32)
    out = compiled.run({"x": X}, initial={"y": given}).outputs["y"]
    np.testing.assert_array_equal(out[:4], 2 * X)
    np.testing.assert_array_equal(out[4:], given[4:])
    assert (given == 9).all()


def test_arguments_that_do_not_fit(compiled: Compiled) -> None:
    with pytest.raises(TikError, match="double: argument x is missing") as caught:
        compiled.run({})
    assert caught.value.code == "TIK-SHAPE02"
    with pytest.raises(TikError, match="double: x is f16, the kernel was built for f32") as caught:
        compiled.run({"x": X.astype(f16.numpy)})
    assert caught.value.code == "TIK-TYPE01"
    with pytest.raises(TikError, match="x has 40 bytes, the kernel was built for 80"):
        compiled.run({"x": X[:2]})


def test_translated_when_first_run(compiled: Compiled) -> None:
    assert compiled._executable is None
    compiled.run({"x": X})
    first = compiled.executable
    compiled.run({"x": X})
    assert compiled.executable is first


def test_inputs_are_lent_and_a_read_into_the_slack_falls_back_to_a_copy() -> None:
    """On 910A the last block of 17 halves ends in the slack, which an array where it lies does not have."""
    x = np.arange(17, dtype=np.float16)
    y = np.empty_like(x)

    @tik.kernel
    def twice(k, x, y):  # type: ignore[no-untyped-def]
        for i in k.split(x.shape[0]):
            k.store(y[i], k.load(x[i]) + k.load(x[i]))

    for chip in ("Ascend910B1", "Ascend910A"):
        report = twice.run(x, y, chip=chip)
        np.testing.assert_array_equal(report.outputs["y"], 2 * x)
        assert report.ok
    np.testing.assert_array_equal(x, np.arange(17, dtype=np.float16))


def test_a_stream_that_writes_its_input_leaves_the_callers_array_alone() -> None:
    t = tik.Tik(chip="Ascend910B1")
    a = t.Tensor("float32", (64,), tik.scope_gm, "a")
    y = t.Tensor("float32", (64,), tik.scope_gm, "y")
    u = t.Tensor("float32", (64,), tik.scope_ubuf, "u")
    t.data_move(u, a, 0, 1, 8, 0, 0)
    t.data_move(y, u, 0, 1, 8, 0, 0)
    t.vec_dup(64, u, 7.0, 1, 8)
    t.data_move(a, u, 0, 1, 8, 0, 0)
    t.BuildCCE("writer", [a], [y])
    x = np.ones(64, np.float32)
    np.testing.assert_array_equal(t.kernel.run([x]).outputs["y"], np.ones(64))
    np.testing.assert_array_equal(x, np.ones(64))
