"""Accesses that end in the slack behind a GM array: allowed, and noted (decision 6)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["find_spills"]


def find_spills(gm: NDArray[np.int64], logical: NDArray[np.int64]) -> NDArray[np.int64]:
    """(core, row, space, stop byte, write) of the first access of each static instruction that ends behind the logical
    size of its array; ``gm`` as from tables.classify."""
    core, row, static, write, space, start, n2, s2, n1, s1, inner = gm.T
    stop = start + (n2 - 1) * s2 + (n1 - 1) * s1 + inner
    (beyond,) = np.nonzero(stop > logical[space])
    _, first = np.unique(static[beyond], return_index=True)
    rows = beyond[first]
    return np.stack([core[rows], row[rows], space[rows], stop[rows], write[rows]], axis=1)
