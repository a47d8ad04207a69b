from __future__ import annotations

from collections.abc import Iterator

import ml_dtypes
import numpy as np
import pytest

import opsnn
import tik
from opsnn.norm.layer_norm import cases, golden
from tik.types.dtypes import f16
from tik.verification.accuracy import compare

CHIPS = ("Ascend910B1", "Ascend910A", "Ascend310P3")


@pytest.fixture(params=CHIPS)
def chip(request: pytest.FixtureRequest) -> Iterator[str]:
    with tik.chip(request.param):
        yield request.param


def test_by_hand(chip: str) -> None:
    x = np.array([[1, 3], [-5, 5]], np.float32)  # means 2 and 0, deviations 1 and 5
    gamma, beta = np.array([2, 10], np.float32), np.array([0.5, 100], np.float32)
    np.testing.assert_array_equal(opsnn.layer_norm(x, eps=0.0), [[-1, 1], [-1, 1]])
    np.testing.assert_array_equal(opsnn.layer_norm(x, gamma, eps=0.0), [[-2, 10], [-2, 10]])
    np.testing.assert_array_equal(opsnn.layer_norm(x, None, beta, eps=0.0), [[-0.5, 101], [-0.5, 101]])
    np.testing.assert_array_equal(opsnn.layer_norm(x, gamma, beta, eps=0.0), [[-1.5, 110], [-1.5, 110]])


@pytest.mark.parametrize("shape", [(1, 100), (2, 33), (150, 7), (3, 5000), (2, 7000)])  # the last two do not fit UB whole
def test_with_gamma_and_beta(chip: str, shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(shape[1])
    x, gamma, beta = (rng.normal(2, 1, s).astype(np.float16) for s in (shape, shape[1:], shape[1:]))
    with tik.profile() as p:
        y = opsnn.layer_norm(x, gamma, beta)
    wide = "wide" in p.kernels[0].name
    assert wide == (shape[1] * 40 > (192 if chip == "Ascend910B1" else 256) * 1024)
    right = golden(*(a.astype(np.float64) for a in (x, gamma, beta)))
    assert compare(y, right, f16, False).ok


def test_several_axes() -> None:
    x = np.random.default_rng(0).normal(size=(3, 4, 5)).astype(ml_dtypes.bfloat16)
    gamma = np.full((4, 5), 2, ml_dtypes.bfloat16)
    got = opsnn.layer_norm(x, gamma, axis=1).astype(np.float32)
    flat = x.astype(np.float64).reshape(3, 20)
    right = (flat - flat.mean(1, keepdims=True)) / np.sqrt(flat.var(1, keepdims=True) + 1e-5) * 2
    np.testing.assert_allclose(got.reshape(3, 20), right, rtol=2**-7, atol=2**-8)


@pytest.mark.parametrize(
    ("kwargs", "error", "text"),
    [
        ({"gamma": np.ones(3, np.float32)}, ValueError, r"gamma has shape \[3\], the normalised axes \[4\]"),
        ({"beta": np.ones((2, 4), np.float32)}, ValueError, r"beta has shape \[2, 4\], the normalised axes \[4\]"),
        ({"gamma": np.ones(4, np.float16)}, TypeError, "mixed dtypes: x is float32, gamma is float16"),
        ({"gamma": np.ones(4)}, TypeError, r"gamma is float64.*gamma\.astype"),
        ({"axis": 2}, ValueError, "axis 2 is out of range"),
        ({"eps": -1.0}, ValueError, "eps is -1.0; it must not be negative"),
    ],
)
def test_refusals(kwargs: dict[str, object], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        opsnn.layer_norm(np.ones((2, 4), np.float32), **kwargs)  # type: ignore[arg-type]


def test_empty() -> None:
    assert opsnn.layer_norm(np.empty((0, 4), np.float16), np.ones(4, np.float16)).shape == (0, 4)


def test_cases_have_every_combination() -> None:
    rng = np.random.default_rng(0)
    seen = {(len(c.args), len(c.args) > 1 and c.args[1] is None) for c in (cases(rng, f16, 0.3) for _ in range(60))}
    assert seen == {(1, False), (2, False), (3, False), (3, True)}
