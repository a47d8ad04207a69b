"""Accesses that end in the slack behind a GM array: allowed, and noted (decision 6)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from tik.isa.regions import COLUMNS
from tik.npu.sanitizer.pointers import words_at
from tik.npu.sanitizer.tables import BASE, IDS, REGIONS, ROW_COUNT
from tik.npu.trace import FIRST_GM

__all__ = ["SPILL", "find_spills"]

# One spill: static, core, row, space, stop byte, write.
SPILL = 6


@njit(cache=True)
def find_spills(gm: Any, cores: Any, logical: Any, statics: int) -> Any:
    """The first access of each static instruction that ends behind the logical size of its array."""
    seen = np.zeros(statics, np.bool_)
    found = np.empty((statics, SPILL), np.int64)
    count = 0
    for g in range(gm.shape[0]):
        core, at = gm[g, 0], gm[g, 2] * COLUMNS
        r = words_at(cores[core, REGIONS], at + COLUMNS)[at:]
        stop = r[3] + (r[4] - 1) * r[5] + (r[6] - 1) * r[7] + r[8]
        if stop > logical[r[2] - FIRST_GM]:
            static = cores[core, BASE] + words_at(cores[core, IDS], cores[core, ROW_COUNT])[gm[g, 1]]
            if not seen[static]:
                seen[static] = True
                found[count, 0], found[count, 1], found[count, 2] = static, core, gm[g, 1]
                found[count, 3], found[count, 4], found[count, 5] = r[2], stop, r[1]
                count += 1
    return found[:count]
