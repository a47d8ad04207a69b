"""Numbers as authors give them: Python's own and numpy's."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["number"]


def number(x: Any) -> int | float | None:
    """x as a Python number, or None: Python's own, numpy's scalars and arrays without axes."""
    if isinstance(x, int | float):
        return x if isinstance(x, float) else int(x)
    if isinstance(x, np.generic) or (isinstance(x, np.ndarray) and x.ndim == 0):
        if x.dtype.kind in "iub":
            return int(x)
        if x.dtype.kind == "f" or x.dtype.name == "bfloat16":
            return float(x)
    return None
