"""Families of values and dimensions."""

import numpy as np
import pytest

from tik.types.dtypes import bf16, f16, f32, i8, i16, i32, u8
from tik.verification import FAMILIES, dims, pick_family, strided, values


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


@pytest.mark.parametrize("dtype", [f16, bf16, f32, i8, u8, i16, i32])
@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_every_dtype(dtype: object, family: str) -> None:
    x = values(rng(), (50, 7), dtype, family)  # type: ignore[arg-type]
    assert x.shape == (50, 7) and x.dtype == dtype.numpy  # type: ignore[attr-defined]


def test_what_the_families_are() -> None:
    shape = (100_000,)
    uniform = values(rng(), shape, f32)
    assert -5 <= uniform.min() < -4.9 and 4.9 < uniform.max() <= 5
    assert values(rng(), shape, f32, "large mean").mean() == pytest.approx(100, abs=0.1)
    assert 0 < np.abs(values(rng(), shape, f32, "tiny")).max() <= 2.0**-12
    assert 50 < (np.abs(values(rng(), shape, f32, "outliers")) > 5).sum() < 150  # 0.1 % of 100,000
    special = values(rng(), shape, f32, "special")
    for kind in (np.isnan(special), np.isposinf(special), np.isneginf(special)):
        assert 800 < kind.sum() < 1200
    assert not values(rng(), shape, f32, "zeros").any()


def test_integers_stay_in_their_range() -> None:
    x = values(rng(), (100_000,), i32, "special")
    assert x.min() == np.iinfo(np.int32).min and x.max() == np.iinfo(np.int32).max
    assert values(rng(), (1000,), u8).min() == 0
    assert len(np.unique(values(rng(), (1000,), i8))) > 50


def test_unknown_family() -> None:
    with pytest.raises(KeyError, match="no family 'odd'; there are uniform, large mean"):
        values(rng(), (1,), f32, "odd")


def test_same_seed_same_values() -> None:
    assert values(rng(), (9,), f16).tobytes() == values(rng(), (9,), f16).tobytes()


def test_pick_family() -> None:
    r = rng()
    picked = [pick_family(r) for _ in range(500)]
    assert set(picked) == set(FAMILIES) and 250 <= picked.count("uniform") <= 350
    assert "special" not in {pick_family(r, finite=True) for _ in range(500)}


def test_dims_stay_near_multiples_of_16() -> None:
    r = rng()
    found = [d for _ in range(1000) for d in dims(r, 2, largest=128)]
    assert min(found) == 0 and max(found) == 128 and 1 in found
    near = sum((d + 1) % 16 <= 2 for d in found)
    assert near > len(found) / 2
    assert {15, 16, 17} <= set(found)


def test_dims_without_empty_and_smaller() -> None:
    r = rng()
    found = [d for _ in range(500) for d in dims(r, 2, largest=100, size=0.1, empty=False)]
    assert min(found) == 1 and max(found) == 10
    assert set(dims(rng(), 3, size=0.0, empty=False)) == {1}


def test_strided_keeps_the_values() -> None:
    r = rng()
    kinds = set()
    for _ in range(200):
        x = values(r, (6, 7), f32)
        y = strided(r, x)
        assert y.shape == x.shape and (y == x).all()
        kinds.add(y.strides)
    assert kinds == {(28, 4), (56, 8), (28, -4), (4, 24)}
