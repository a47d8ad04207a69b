"""Event ids: eight for each pair of pipes (decision 2).

An id is free again where the source pipe is known to be past the previous wait; program order alone would not do, because
the source runs ahead.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tik.ir import Instr, Program, walk
from tik.schedule.timeline import NUMBER, Item

__all__ = ["IDS", "EventIds", "Pair", "author_ids"]

IDS = 8
Pair = tuple[int, int]  # source pipe, target pipe
Last = tuple[int, Item | None]  # stamp and item of a wait; None: in a run around this one


class EventIds:
    """The ids of one run: which it uses, and when each was last waited for."""

    def __init__(self, reserved: Mapping[Pair, Collection[int]], outer: EventIds | None) -> None:
        self.reserved = reserved
        self.used: dict[Pair, set[int]] = {}
        self.last: dict[Pair, dict[int, Last]] = {}
        self.forget(outer)

    def forget(self, outer: EventIds | None) -> None:
        """Only the waits of the run around this one were."""
        found = outer.last if outer is not None else {}
        self.last = {pair: {k: (stamp, None) for k, (stamp, _) in lasts.items()} for pair, lasts in found.items()}

    def waited(self, pair: Pair, k: int, stamp: int, item: Item) -> None:
        self.last.setdefault(pair, {})[k] = (stamp, item)
        self.used.setdefault(pair, set()).add(k)

    def free(self, pair: Pair, reach: int, but: Collection[int]) -> int | None:
        """An id whose last wait is not after ``reach``, which is what the source knows of the target where it sets the flag."""
        taken = self.reserved.get(pair, ())
        lasts = self.last.get(pair, {})
        spare = None
        for k in range(IDS):
            if k in taken or k in but:
                continue
            last = lasts.get(k)
            if last is None or last[0] <= reach:
                return k
            if last[1] is None and spare is None:
                spare = k  # free in this run; the run around it sees to what went before
        return spare

    def unused(self, pair: Pair) -> int | None:
        """An id that nothing in this run uses."""
        taken = self.used.get(pair, set()).union(self.reserved.get(pair, ()))
        return next((k for k in range(IDS) if k not in taken), None)


def author_ids(program: Program) -> dict[Pair, set[int]]:
    """The event ids the author uses by hand; all of a pair where one is a run-time value."""
    ids: dict[Pair, set[int]] = {}
    for s in walk(program.body):
        if isinstance(s, Instr) and s.op.sync in ("set", "wait"):
            pair = NUMBER[s.operand("src_pipe")], NUMBER[s.operand("dst_pipe")]
            number = s.operand("event_id")
            ids.setdefault(pair, set()).update([number] if isinstance(number, int) else range(IDS))
    return ids
