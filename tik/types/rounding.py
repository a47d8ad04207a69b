"""Rounding modes of conversions."""

from __future__ import annotations

import enum

__all__ = ["Round"]


class Round(enum.Enum):
    """``NONE`` is the default of the pair (exact, or nearest even)."""

    NONE = "none"
    ROUND = "round"  # nearest, ties to even
    FLOOR = "floor"
    CEIL = "ceil"
    AWAY_ZERO = "away-zero"  # nearest, ties away from zero
    TO_ZERO = "to-zero"
    ODD = "odd"  # von Neumann
