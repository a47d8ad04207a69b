"""What an instruction's ``cost`` returns: (busy, drain, bytes, weight, cap, kind).

``busy``: least cycles the pipe is occupied. ``drain``: cycles from the end of occupancy to completion.
``bytes``: bytes moved to or from GM; ``weight``: the same, divided by the efficiency of the access, shares bandwidth.
``cap``: most bytes a cycle this path takes. ``kind``: LOCAL, GM_READ or GM_WRITE.
These are plain functions in the numba subset (they run natively in the model and as Python in tests and docs).
"""

from __future__ import annotations

__all__ = ["GM_READ", "GM_WRITE", "LOCAL", "gm_read", "gm_write", "occupies", "occupies_then"]

Cost = tuple[float, float, float, float, float, int]

LOCAL, GM_READ, GM_WRITE = 0, 1, 2


def occupies(cycles: float) -> Cost:
    """The pipe is occupied for ``cycles`` and the result is there at the end."""
    return float(cycles), 0.0, 0.0, 0.0, 0.0, 0


def occupies_then(cycles: float, drain: float) -> Cost:
    """The next instruction may enter after ``cycles``; the result is complete ``drain`` later."""
    return float(cycles), float(drain), 0.0, 0.0, 0.0, 0


def gm_read(busy: float, drain: float, nbytes: float, weight: float, cap: float) -> Cost:
    """A read of GM: occupancy max(busy, weight / rate), complete ``drain`` later."""
    return float(busy), float(drain), float(nbytes), float(weight), float(cap), 1


def gm_write(busy: float, drain: float, nbytes: float, weight: float, cap: float) -> Cost:
    """A write of GM: occupancy max(busy, weight / rate), complete ``drain`` later."""
    return float(busy), float(drain), float(nbytes), float(weight), float(cap), 2
