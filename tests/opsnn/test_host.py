"""What the numpy calls accept, refuse and leave alone (DESIGN §6)."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import opsnn
import tik


@pytest.mark.parametrize("call", [opsnn.softmax, opsnn.relu, opsnn.layer_norm, opsnn.reduce_max])
def test_float64_is_refused_with_the_cast_to_write(call: object) -> None:
    with pytest.raises(TypeError, match=r"x is float64.*x\.astype\(np\.float32\)"):
        call(np.zeros((2, 2)))  # type: ignore[operator]


def test_mixed_dtypes_are_refused_by_name() -> None:
    with pytest.raises(TypeError, match="mixed dtypes: a is float16, b is float32"):
        opsnn.add(np.zeros(3, np.float16), np.zeros(3, np.float32))


def test_python_numbers_are_weak() -> None:
    y = opsnn.add(np.array([1, 2], np.float16), 1.5)
    assert y.dtype == np.float16
    np.testing.assert_array_equal(y, [2.5, 3.5])


def test_lists_become_f32() -> None:
    y = opsnn.relu([-1.0, 2.0])
    assert y.dtype == np.float32
    np.testing.assert_array_equal(y, [0.0, 2.0])


@pytest.mark.parametrize("shape", [(0,), (0, 5), (5, 0), (2, 0, 3)])
def test_empty_arrays(shape: tuple[int, ...]) -> None:
    x = np.zeros(shape, np.float16)
    assert opsnn.relu(x).shape == shape
    assert opsnn.add(x, x).shape == shape
    assert opsnn.softmax(x).shape == shape


def test_scalars_and_ones() -> None:
    np.testing.assert_array_equal(opsnn.relu(np.array(-3, np.float32)), 0)
    np.testing.assert_array_equal(opsnn.softmax(np.array([[5]], np.float16)), [[1]])


def test_views_are_read_right_and_left_alone() -> None:
    base = np.arange(48, dtype=np.float16).reshape(6, 8) - 20
    before = base.copy()
    np.testing.assert_array_equal(opsnn.relu(base[::2, ::-1]), np.maximum(base[::2, ::-1], 0))
    np.testing.assert_array_equal(opsnn.relu(base.T), np.maximum(base.T, 0))
    np.testing.assert_array_equal(base, before)


def test_out_is_filled_and_checked() -> None:
    x = np.array([[-1, 2]], np.float16)
    out = np.empty_like(x)
    assert opsnn.relu(x, out=out) is out
    np.testing.assert_array_equal(out, [[0, 2]])
    with pytest.raises(ValueError, match=r"out is float16 \[3\], the result float16 \[1, 2\]"):
        opsnn.relu(x, out=np.empty(3, np.float16))


def test_softmax_axis() -> None:
    x = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    e = np.exp(x - x.max(1, keepdims=True))
    np.testing.assert_allclose(opsnn.softmax(x, axis=1), e / e.sum(1, keepdims=True), rtol=1e-6)
    with pytest.raises(ValueError, match="axis 3 is out of range for an array of 3 dimensions"):
        opsnn.softmax(x, axis=3)
    with pytest.raises(TypeError, match="axis must be an integer"):
        opsnn.softmax(x, axis=None)


def test_matmul_shapes_and_dtypes() -> None:
    a = np.zeros((2, 3), np.float16)
    with pytest.raises(ValueError, match=r"inner dimensions 3 and 4 differ"):
        opsnn.matmul(a, np.zeros((4, 2), np.float16))
    with pytest.raises(ValueError, match="bias has shape"):
        opsnn.matmul(a, np.zeros((3, 2), np.float16), np.zeros(3, np.float16))
    with pytest.raises(TypeError, match="a is float32; it takes float16, bfloat16"):
        opsnn.matmul(a.astype(np.float32), np.zeros((3, 2), np.float32))
    y = opsnn.matmul(a + 1, np.ones((3, 2), np.float16), out_dtype=np.float32)
    assert y.dtype == np.float32
    np.testing.assert_array_equal(y, np.full((2, 2), 3.0))


def test_bf16_on_the_chip_that_has_it_and_on_one_that_has_not() -> None:
    x = np.array([[1.5, -2.0]], ml_dtypes.bfloat16)
    np.testing.assert_array_equal(opsnn.relu(x).astype(np.float32), [[1.5, 0.0]])
    np.testing.assert_array_equal(opsnn.matmul(x, x.T).astype(np.float32), [[6.25]])
    with tik.chip("Ascend910A"), pytest.raises(tik.TikError, match="bf16") as caught:
        opsnn.relu(x)
    assert caught.value.code == "TIK-CHIP01"
    assert "Ascend910B1" in str(caught.value)


def test_int32_add_wraps() -> None:
    x = np.array([2**31 - 1, -5], np.int32)
    np.testing.assert_array_equal(opsnn.add(x, np.array([1, 7], np.int32)), np.array([-(2**31), 2], np.int32))


def test_same_bits_and_cycles_on_every_run() -> None:
    x = np.random.default_rng(1).normal(size=(37, 211)).astype(np.float32)
    with tik.profile() as p:
        first, second = opsnn.softmax(x), opsnn.softmax(x)
    assert first.tobytes() == second.tobytes()
    assert p.kernels[0].timeline.ticks == p.kernels[1].timeline.ticks > 0
