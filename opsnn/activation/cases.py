"""Random cases of operators along an axis."""

from __future__ import annotations

import numpy as np

from tik.operator import Case
from tik.types.dtypes import DType
from tik.verification.families import dims, pick_family, strided, values

__all__ = ["rows_case"]


def rows_case(rng: np.random.Generator, dtype: DType, size: float, *, empty: bool = True) -> Case:
    """One array of one to three dimensions, mostly along its last axis."""
    shape = dims(rng, int(rng.integers(1, 4)), size=size, empty=empty)
    if rng.random() < 0.05:
        shape = (3, int(rng.integers(4000, 12000)))
    if rng.random() < 0.05:  # several tiles a core, rows that are no whole number of blocks
        shape = (int(rng.integers(1000, 4000)), int(rng.integers(2, 70)))
    axis = -1 if rng.random() < 0.8 else int(rng.integers(0, len(shape)))
    family = pick_family(rng)
    return Case((strided(rng, values(rng, shape, dtype, family)),), {"axis": axis}, f"{family} {list(shape)} axis {axis}")
