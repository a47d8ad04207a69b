"""Memory scopes of a core and the global memory."""

from __future__ import annotations

import enum

__all__ = ["ARRAY_BYTES", "LOCAL_SCOPES", "SPECIAL_BYTES", "Scope"]


class Scope(enum.Enum):
    """Where a tensor lives. GM is shared by all cores, the rest belongs to one core."""

    GM = "GM"
    UB = "UB"
    L1 = "L1"
    L0A = "L0A"
    L0B = "L0B"
    L0C = "L0C"
    BT = "BT"  # bias table (split chips)
    FB = "FB"  # fixpipe parameter buffer (split chips)
    SPR = "SPR"  # special registers that instructions of one pipe hand on in order: compare mask, counts

    __hash__ = object.__hash__  # there is one of each; Enum's own is a call of Python, and they are keys everywhere

    @property
    def code(self) -> int:
        """Stable number in binary streams and native tables (GM is 0)."""
        return _CODES[self]

    def __repr__(self) -> str:
        return self.value

    def __str__(self) -> str:
        return self.value


_CODES = {scope: number for number, scope in enumerate(Scope)}
LOCAL_SCOPES: tuple[Scope, ...] = tuple(scope for scope in Scope if scope is not Scope.GM)
SPECIAL_BYTES = 256  # of SPR, on every chip: the kit's own layout (tik/isa/special.py)
ARRAY_BYTES = 16384  # of SPR behind them, for scalar arrays [assumed]
