"""Cases of the case bank that opsnn answers, with their right values, on every chip."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

import opsnn
import tik
from opsnn.activation.softmax import softmax_kernel
from tik.runtime import Executable, empty, launch, upload
from tik.types.dtypes import f16

CHIPS = ("Ascend910B1", "Ascend910A", "Ascend310P3")


@pytest.fixture(params=CHIPS, autouse=True)
def chip(request: pytest.FixtureRequest) -> Iterator[str]:
    with tik.chip(request.param):
        yield request.param


def with_guard(call: Callable[[], np.ndarray], arrays: dict[str, np.ndarray], guard: int, value: float) -> np.ndarray:
    """The f16 output of the one kernel that ``call`` launches, with ``guard`` elements of ``value`` behind it in GM."""
    with tik.profile() as p:
        size = call().size
    stream = p.kernels[0].trace.stream
    (out,) = (a.name for a in stream.args if a.role == "output")
    y = empty((size + guard,), f16)
    y.numpy()[:] = value
    launch(Executable.of(stream), {out: y, **{name: upload(x, f16) for name, x in arrays.items()}})
    return y.numpy()


def test_o04_add_of_300_repeats_of_f32() -> None:
    x = np.arange(64 * 300, dtype=np.float32)
    np.testing.assert_array_equal(opsnn.add(x, x), 2 * x)


def test_o06_wide_n_is_tiled() -> None:
    y = opsnn.matmul(np.ones((64, 128), np.float16), np.ones((128, 512), np.float16))
    np.testing.assert_array_equal(y, np.full((64, 512), 128.0, np.float16))


def test_o07_four_rows() -> None:
    a = (np.arange(512) % 5 - 2).reshape(4, 128)
    b = (np.arange(8192) % 3 - 1).reshape(128, 64)
    y = opsnn.matmul(a.astype(np.float16), b.astype(np.float16))
    assert y.shape == (4, 64)
    np.testing.assert_array_equal(y, (a @ b).astype(np.float16))


def test_o07_the_padding_rows_stay_on_the_chip() -> None:
    """A guard row of 777 behind the four rows: rows 4..15 of the cube's block never reach GM."""
    a = (np.arange(512) % 5 - 2).reshape(4, 128).astype(np.float16)
    b = (np.arange(8192) % 3 - 1).reshape(128, 64).astype(np.float16)
    y = with_guard(lambda: opsnn.matmul(a, b), {"a": a, "b": b}, 12 * 64, 777)
    np.testing.assert_array_equal(y[:256].reshape(4, 64), a @ b)
    assert (y[256:] == 777).all()


def test_o09_rows_of_100_items_of_16_bits() -> None:
    x = (np.arange(400) % 997).astype(np.float16).reshape(4, 100)
    np.testing.assert_array_equal(opsnn.add(x, 1.0), x + np.float16(1))


def test_o19_eighteen_halves() -> None:
    x = np.arange(18, dtype=np.float16).reshape(2, 9)
    np.testing.assert_array_equal(opsnn.add(x, 1.0), x + np.float16(1))


def test_o19_the_guard_stays(chip: str) -> None:
    """18 items of -5 behind 36 bytes; without padded moves the guard begins behind the last 32-byte block (decision 9)."""
    x = np.arange(18, dtype=np.float16).reshape(2, 9)
    ones = np.ones_like(x)
    y = with_guard(lambda: opsnn.add(x, ones), {"a": x, "b": ones}, 18, -5)
    np.testing.assert_array_equal(y[:18], np.arange(1, 19))
    assert (y[18 if chip == "Ascend910B1" else 32 :] == -5).all()


def test_o22_k_tail() -> None:
    a = ((np.arange(3 * 200) % 5) - 2).reshape(3, 200)
    b = ((np.arange(200 * 7) % 3) - 1).reshape(200, 7)
    y = opsnn.matmul(a.astype(np.float16), b.astype(np.float16))
    np.testing.assert_array_equal(y, np.tile(np.array([1, 1, -2, 1, 1, -2, 1], np.float16), (3, 1)))


def test_o22_k_tail_with_two_packets() -> None:
    a = ((np.arange(64 * 200) % 5) - 2).reshape(64, 200)
    b = ((np.arange(200 * 128) % 3) - 1).reshape(200, 128)
    y = opsnn.matmul(a.astype(np.float16), b.astype(np.float16))
    np.testing.assert_array_equal(y, (a @ b).astype(np.float16))


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_o33_row_max_of_negatives(dtype: type) -> None:
    y = opsnn.reduce_max(-np.ones((1, 2, 3, 4), dtype), axis=-1, keepdims=True)
    np.testing.assert_array_equal(y, -np.ones((1, 2, 3, 1), dtype))


def test_o34_row_of_minus_infinity() -> None:
    x = np.array([[0.0, np.log(2.0), np.log(4.0)], [-np.inf] * 3], np.float32)
    y = opsnn.softmax(x)
    np.testing.assert_allclose(y[0], [1 / 7, 2 / 7, 4 / 7], rtol=1e-6)
    assert np.isnan(y[1]).all()


@pytest.mark.parametrize(
    ("row", "right"),
    [
        ([40000, 40001, 40002, 40003], [-1.3416354, -0.4472118, 0.4472118, 1.3416354]),
        ([20001, 20003, 20004, 20008], [-1.1766959, -0.3922320, 0.0, 1.5689279]),
    ],
)
def test_o35_layer_norm_far_from_zero(row: list[int], right: list[float]) -> None:
    y = opsnn.layer_norm(np.array([row], np.float32), eps=1e-5)
    np.testing.assert_allclose(y[0], right, rtol=1e-6, atol=1e-7)


def test_o38_log_softmax_far_below_the_maximum() -> None:
    y = opsnn.log_softmax(np.array([[0, -120, -250]], np.float32))
    np.testing.assert_array_equal(y, np.array([[0, -120, -250]], np.float32))


def test_o39_k_of_zero() -> None:
    y = opsnn.matmul(np.zeros((4, 0), np.float16), np.zeros((0, 4), np.float16))
    np.testing.assert_array_equal(y, np.zeros((4, 4), np.float16))
    bias = np.array([1, -2, 3, 4], np.float16)
    y = opsnn.matmul(np.zeros((4, 0), np.float16), np.zeros((0, 4), np.float16), bias)
    np.testing.assert_array_equal(y, np.tile(bias, (4, 1)))


@pytest.mark.parametrize("shape", [(2000, 33), (3000, 17)])
def test_unaligned_rows_over_several_tiles_are_safe(shape: tuple[int, int]) -> None:
    """The scalar copies of a tile's last block wait for what computes it, in the steady state and in the rest."""
    x = np.random.default_rng(0).normal(size=shape).astype(np.float16)
    report = softmax_kernel.run(x, np.empty_like(x))
    assert report.errors == []
    np.testing.assert_allclose(report.outputs["y"].astype(np.float64).sum(-1), 1.0, atol=0.01)
