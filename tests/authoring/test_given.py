"""Inputs, tilings, first contents and shapes of a built kernel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tik
from tik.types.errors import TikError

HUGE = 2**31 - 1


def scaled(where: str, dtype: str = "int64", name: str = "tiling_gm") -> Any:
    """y = x + z over as many rows of 64 as tiling[1] says; the tiling in the flowtable or the inputs."""
    t = tik.Tik(chip="Ascend910A")
    x = t.Tensor("float32", (HUGE,), tik.scope_gm, "x.gm")
    z = t.Tensor("float32", (HUGE,), tik.scope_gm, "z")
    y = t.Tensor("float32", (2**62,), tik.scope_gm, "y")
    table = t.Tensor(dtype, (8,), tik.scope_gm, name)
    table_ub = t.Tensor(dtype, (8,), tik.scope_ubuf, "table")
    t.data_move(table_ub, table, 0, 1, 8 * table.type.size // 32, 0, 0)
    rows = t.Scalar(dtype, "rows", init_value=table_ub[1])
    with t.for_range(0, rows) as i:
        a = t.Tensor("float32", (64,), tik.scope_ubuf, "a")
        b = t.Tensor("float32", (64,), tik.scope_ubuf, "b")
        t.data_move(a, x[i * 64], 0, 1, 8, 0, 0)
        t.data_move(b, z[i * 64], 0, 1, 8, 0, 0)
        t.vec_add(64, a, a, b, 1, 8, 8, 8)
        t.data_move(y[i * 64], a, 0, 1, 8, 0, 0)
    inputs = [x, table, z] if where == "inputs" else [x, z]
    t.BuildCCE("scaled", inputs, [y], flowtable=[table] if where == "flowtable" else None)
    return t.kernel


X, Z = np.random.default_rng(0).standard_normal((2, 192)).astype(np.float32)


@pytest.mark.parametrize("where", ["flowtable", "inputs"])
@pytest.mark.parametrize(
    "tiling", [[0, 3], np.array([0, 3], np.int32), np.array([0, 3], np.int64).tobytes(), {"tiling_gm": [0, 3]}]
)
def test_the_tiling(where: str, tiling: Any) -> None:
    kernel = scaled(where)
    report = kernel.run([X, Z], tiling=tiling, outputs_shape=(3, 64)).raise_if_bad()
    np.testing.assert_array_equal(report.outputs["y"], (X + Z).reshape(3, 64))
    named = kernel.run({"x.gm": X, "z": Z}, tiling=tiling, outputs_shape={"y": 192})
    np.testing.assert_array_equal(named.outputs[0], X + Z)


def test_the_tiling_among_the_inputs_in_its_place() -> None:
    kernel = scaled("inputs", "int32")
    tiling = np.array([0, 3, 0, 0, 0, 0, 0, 0], np.int32)
    np.testing.assert_array_equal(kernel.run([X, tiling, Z], outputs_shape=[(192,)]).outputs[0], X + Z)


def test_first_contents_give_the_size() -> None:
    kernel = scaled("flowtable")
    for initial in ({"y": np.ones(256, np.float32)}, [np.ones(256, np.float32)], np.ones(256, np.float32)):
        y = kernel.run([X, Z], tiling=[0, 3], initial=initial).outputs["y"]
        np.testing.assert_array_equal(y, [*(X + Z), *[1] * 64])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"outputs_shape": (192,)}, r"scaled needs a tiling: tiling_gm \(int64, 8 elements\)"),
        ({"tiling": [0, 3]}, "the size of output y is not known"),
        ({"tiling": [0, 0.5], "outputs_shape": (192,)}, "holds numbers that i64 does not"),
        ({"tiling": {"other": [1]}, "outputs_shape": (192,)}, "the tiling of scaled has no other; it has tiling_gm"),
        ({"tiling": [0, 3], "outputs_shape": {"q": (1,)}}, "outputs_shape: scaled has no output q; it has y"),
        ({"tiling": [0, 3], "outputs_shape": [(1,), (2,)]}, "scaled has 1 outputs, outputs_shape has 2 entries"),
        ({"tiling": [0, 3], "outputs_shape": (0,)}, r"outputs_shape \[0\] has no elements"),
        ({"tiling": [0, 3], "initial": {"q": X}}, "initial: scaled has no output q"),
    ],
)
def test_what_does_not_fit(options: dict[str, Any], said: str) -> None:
    with pytest.raises(TikError, match=said):
        scaled("flowtable").run([X, Z], **options)


def test_counts_of_inputs() -> None:
    with pytest.raises(TikError, match=r"takes 2 inputs besides the tiling \(x\.gm, z\), 3 given"):
        scaled("inputs").run([X, [0, 3], Z], tiling=[0, 3])
    with pytest.raises(TikError, match=r"takes 2 inputs \(x\.gm, z\), 3 given(?s:.*)the flowtable is given apart"):
        scaled("flowtable").run([X, Z, [0, 3]])
    with pytest.raises(TikError, match=r"scaled takes no tiling: it has no flowtable, and no input called tiling"):
        scaled("inputs", name="sizes").run([X, Z], tiling=[0, 3])


def test_scalars_in_the_flowtable_and_a_sized_workspace() -> None:
    t = tik.Tik(chip="Ascend910A")
    value, times = t.InputScalar("float32", "value"), t.InputScalar("int32", "times")
    y = t.Tensor("float32", (HUGE,), tik.scope_gm, "y")
    work = t.Tensor("float32", (HUGE,), tik.scope_gm, "work", is_workspace=True)
    u = t.Tensor("float32", (64,), tik.scope_ubuf, "u")
    t.vec_dup(64, u, value, 1, 8)
    with t.for_range(0, times) as i:
        t.data_move(work[i * 64], u, 0, 1, 8, 0, 0)
        t.data_move(u, work[i * 64], 0, 1, 8, 0, 0)
        t.data_move(y[i * 64], u, 0, 1, 8, 0, 0)
    t.BuildCCE("fill", [], y, flowtable=[value, times])
    sizes = {"y": (128,), "work": (128,)}
    for tiling in ([0.5, 2], {"times": 2, "value": 0.5}):
        np.testing.assert_array_equal(
            t.kernel.run(tiling=tiling, outputs_shape=sizes).outputs[0], np.full(128, 0.5, np.float32)
        )
    with pytest.raises(TikError, match="the size of workspace work is not known"):
        t.kernel.run(tiling=[0.5, 2], outputs_shape=(128,))
    with pytest.raises(TikError, match=r"has 2 parts: value \(float32\), times \(int32\)"):
        t.kernel.run(tiling=[0.5], outputs_shape=sizes)


def test_outputs_come_in_the_order_of_building() -> None:
    t = tik.Tik(chip="Ascend910A")
    a, b, c = (t.Tensor("float32", (64,), tik.scope_gm, name) for name in "abc")
    u = t.Tensor("float32", (64,), tik.scope_ubuf, "u")
    for source, target in ((a, c), (b, a)):
        t.data_move(u, source, 0, 1, 8, 0, 0)
        t.data_move(target, u, 0, 1, 8, 0, 0)
    t.BuildCCE("order", [a, b], [c, a])
    outputs = t.kernel.run([X[:64], Z[:64]]).outputs
    assert t.kernel.outputs == ("c", "a") == tuple(outputs.keys())
    np.testing.assert_array_equal(outputs[0], X[:64])
    np.testing.assert_array_equal(outputs[1], Z[:64])


@pytest.mark.parametrize(("value", "message"), [(3.5, "is 3.5, which int32 does not hold"), ("3", "is '3', not a number")])
def test_scalar_arguments_are_what_their_dtype_holds(value: Any, message: str) -> None:
    t = tik.Tik(chip="Ascend910A")
    n, y = t.InputScalar("int32", "n"), t.Tensor("int32", (8,), tik.scope_gm, "y")
    u = t.Tensor("int32", (8,), tik.scope_ubuf, "u")
    t.vec_dup(8, u, n, 1, 8)
    t.data_move(y, u, 0, 1, 1, 0, 0)
    t.BuildCCE("k", [n], [y])
    for good in (3, 3.0, np.int64(3), np.array([3])):
        assert t.kernel.run([good]).outputs[0].tolist() == [3] * 8
    with pytest.raises(TikError, match=r"2147483648, which int32 does not hold"):
        t.kernel.run({"n": 2**31})
    with pytest.raises(TikError) as caught:
        t.kernel.run([value])
    assert message in caught.value.message


def test_a_tiling_is_no_longer_than_its_tensor() -> None:
    kernel = scaled("flowtable", "int32")
    np.testing.assert_array_equal(kernel.run([X, Z], tiling=[0, 3, *[0] * 6], outputs_shape=(192,)).outputs[0], X + Z)
    for tiling, said in (
        ([2] + [0] * 8, "9 elements for tiling_gm (int32, 8 elements), 32 bytes"),
        ([[2] * 9], "9 elements for tiling_gm"),
        (bytes(36), "9 elements for tiling_gm"),
        (bytes(3), "3 bytes, which are no whole elements of 4 for tiling_gm"),
        ({"tiling_gm": [2] * 9}, "9 elements for tiling_gm"),
    ):
        with pytest.raises(TikError) as caught:
            kernel.run([X, Z], tiling=tiling, outputs_shape=(192,))
        assert caught.value.code == "TIK-SHAPE02" and said in caught.value.message


def test_an_input_may_be_larger_than_declared() -> None:
    t = tik.Tik(chip="Ascend910A")
    x, y = (t.Tensor("float32", (64,), tik.scope_gm, name) for name in "xy")
    u = t.Tensor("float32", (64,), tik.scope_ubuf, "u")
    t.data_move(u, x, 0, 1, 8, 0, 0)
    t.data_move(y, u, 0, 1, 8, 0, 0)
    t.BuildCCE("k", [x], [y])
    np.testing.assert_array_equal(t.kernel.run([X]).outputs[0], X[:64])
    with pytest.raises(TikError, match="x has 252 bytes, the kernel was built for 256") as caught:
        t.kernel.run([X[:63]])
    assert caught.value.code == "TIK-SHAPE02" and caught.value.details == ("63 elements of f32 given, 64 or more wanted",)
