"""What the walks along all runs of one program share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from tik.schedule.access import Access
from tik.schedule.event_ids import Pair
from tik.schedule.overlap import Versions
from tik.schedule.timeline import PIPES

__all__ = ["Context"]


class Context:
    """Time, versions of variables, ids the author uses, memory nobody writes."""

    def __init__(self, reserved: Mapping[Pair, Collection[int]], constant: frozenset[object]) -> None:
        self.reserved, self.constant = reserved, constant
        self.now = 0
        self.versions: dict[int, int] = {}
        self.fresh = 0
        self.latest = [0] * len(PIPES)  # stamp of the newest step or wait of each pipe
        self.loops: list[Sequence[int]] = []  # what changes in the loops around

    def bump(self, variables: Iterable[int]) -> None:
        """The variables may have new values."""
        for v in variables:
            self.fresh += 1
            self.versions[v] = self.fresh

    def versions_of(self, access: Access) -> Versions:
        if not access.terms:
            return ()
        get = self.versions.get
        return tuple([tuple([get(v, 0) for v in t.variables]) for t in access.terms])
