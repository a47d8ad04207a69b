"""The static vector clock: for each pipe, up to which stamp every pipe is known to have finished.

Stamps count the steps of a program in its order. ``known[P][Q]`` = s says: when P starts its next step, all steps of Q up
to stamp s are complete (P's own too: a pipe overlaps its steps).
"""

from __future__ import annotations

from collections.abc import Sequence

from tik.schedule.timeline import PIPES

__all__ = ["NOTHING", "Clock", "Row"]

Row = tuple[int, ...]
NOTHING: Row = (0,) * len(PIPES)


class Clock:
    """What every pipe knows at a point of the program; ``known`` is replaced, never changed, so that points can keep it."""

    __slots__ = ("known",)

    def __init__(self, known: Sequence[Row]) -> None:
        self.known = list(known)

    def join(self, target: int, source: int, stamp: int, row: Row) -> None:
        """``target`` learns that ``source`` is past ``stamp``, and the ``row`` that ``source`` knew."""
        joined = list(map(max, self.known[target], row))
        joined[source] = max(joined[source], stamp)
        known = self.known[:]
        known[target] = tuple(joined)
        self.known = known

    def own(self, pipe: int, stamp: int) -> None:
        """A barrier of one pipe."""
        row, known = self.known[pipe], self.known[:]
        known[pipe] = (*row[:pipe], max(row[pipe], stamp), *row[pipe + 1 :])
        self.known = known

    def everything(self, stamp: int) -> None:
        """A barrier of all pipes."""
        self.known = [(stamp,) * len(PIPES)] * len(PIPES)
