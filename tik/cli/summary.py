"""Arrays summed up in a line each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tik.cli.output import columns
from tik.types.dtypes import from_numpy

if TYPE_CHECKING:
    from tik.cli.execute import Execution

__all__ = ["summary", "summary_table", "undefined"]


def summary(name: str, array: NDArray[Any]) -> dict[str, Any]:
    """An array in figures: shape, dtype, range, mean, how many are NaN or infinite, the first values."""
    dtype = from_numpy(array.dtype)
    with np.errstate(all="ignore"):
        wide = array.astype(np.float64)
        real = wide[np.isfinite(wide)]
        return {
            "name": name,
            "shape": list(array.shape),
            "dtype": dtype.short if dtype else str(array.dtype),
            "min": float(real.min()) if real.size else None,
            "max": float(real.max()) if real.size else None,
            "mean": float(real.mean()) if real.size else None,
            "nan": int(np.isnan(wide).sum()),
            "inf": int(np.isinf(wide).sum()),
            "first": wide.ravel()[:4].tolist(),
        }


def undefined(array: NDArray[Any]) -> int:
    """How many elements of an output nobody wrote, or wrote from memory that nobody wrote."""
    from tik.runtime.memory import poisoned

    dtype = from_numpy(array.dtype)
    return 0 if dtype is None else poisoned(array, dtype)


def summary_table(done: Execution) -> str:
    """Inputs and outputs, a line each."""
    rows = []
    for word, arrays in (("in", done.inputs), ("out", done.outputs)):
        for name, array in arrays.items():
            s = summary(name, array)
            figures = ["-" if s[key] is None else f"{s[key]:.5g}" for key in ("min", "max", "mean")]
            shape = "x".join(map(str, s["shape"])) or "()"
            rows.append([word, name, s["dtype"], shape, *figures, s["nan"], s["inf"], " ".join(f"{v:.5g}" for v in s["first"])])
    return columns(rows, ("", "name", "dtype", "shape", "min", "max", "mean", "nan", "inf", "first"), right=range(4, 9))
