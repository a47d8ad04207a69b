"""Random cases of elementwise operators."""

from __future__ import annotations

import numpy as np

from tik.operator import Case
from tik.types.dtypes import DType
from tik.verification.families import dims, pick_family, strided, values

__all__ = ["broadcast_case", "unary_case"]


def unary_case(rng: np.random.Generator, dtype: DType, size: float) -> Case:
    """One array of one to three dimensions."""
    shape = dims(rng, int(rng.integers(1, 4)), size=size)
    family = pick_family(rng)
    return Case((strided(rng, values(rng, shape, dtype, family)),), note=f"{family} {list(shape)}")


def broadcast_case(rng: np.random.Generator, dtype: DType, size: float) -> Case:
    """Two arrays that broadcast."""
    shape = dims(rng, int(rng.integers(1, 4)), size=size)
    other = tuple(n if rng.random() < 0.8 else 1 for n in shape)[int(rng.integers(0, len(shape))) :]
    family = pick_family(rng)
    return Case(
        (strided(rng, values(rng, shape, dtype, family)), values(rng, other, dtype, family)),
        note=f"{family} {list(shape)} {list(other)}",
    )
