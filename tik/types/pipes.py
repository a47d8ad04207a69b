"""The in-order instruction queues of a core."""

from __future__ import annotations

import enum

__all__ = ["Pipe"]


class Pipe(enum.Enum):
    """S issues everything; the others run asynchronously, each in order."""

    S = "S"
    V = "V"
    M = "M"
    MTE1 = "MTE1"
    MTE2 = "MTE2"
    MTE3 = "MTE3"
    FIX = "FIX"
    ALL = "ALL"  # only as the operand of pipe_barrier

    __hash__ = object.__hash__  # there is one of each; Enum's own is a call of Python, and they are keys everywhere

    @property
    def code(self) -> int:
        """Stable number in binary streams and native tables (S is 0, ALL is 7)."""
        return _CODES[self]

    def __repr__(self) -> str:
        return self.value

    def __str__(self) -> str:
        return self.value


_CODES = {pipe: number for number, pipe in enumerate(Pipe)}
