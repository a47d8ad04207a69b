"""What a loop or branch is to the run around it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from tik.schedule.access import Access
from tik.schedule.clock import Row
from tik.schedule.event_ids import Pair
from tik.schedule.timeline import Item
from tik.schedule.widen import Touched, widen

__all__ = ["Export", "Gain", "Summary", "inside"]


@dataclasses.dataclass(slots=True)
class Export:
    """An access of a loop or branch: by ``pipe``, ``after`` stamps behind its head."""

    access: Access
    pipe: int
    after: int


@dataclasses.dataclass(slots=True)
class Gain:
    """Behind a loop, ``target`` knows that ``source`` is past ``after``, and what ``source`` knew of steps in the loop
    (stamps behind the head; negative: of steps before it)."""

    target: int
    source: int
    after: int
    row: Row


@dataclasses.dataclass(slots=True)
class Summary:
    """Stamps are relative to ``base``, that of the head when it was analysed; the end is ``width`` behind it.

    ``open`` and ``stale`` say what a loop's carried flags do not see to when it runs again (pairs of source and target
    with a conflict, and ids): None when nobody looked.
    """

    base: int
    width: int
    touched: list[Touched]  # everything: what must wait for what was before
    exports: list[Export]  # what later steps may have to wait for
    ids: dict[Pair, dict[int, int]]  # flags used inside, and when they were last waited for
    gains: list[Gain | None]  # for each carried flag
    open: set[Pair] | None = None
    stale: set[tuple[Pair, int]] = dataclasses.field(default_factory=set)


def inside(items: Sequence[Item], constant: frozenset[object]) -> list[Touched]:
    """The accesses of a block without synchronisation, seen from outside."""
    found: list[Touched] = []
    assigned = frozenset(v for item in items for v in item.assigned)
    for item in items:
        found += [(access, item.pipe, item.place) for access in item.accesses if access.space not in constant]
        for body in item.bodies:
            for access, pipe, place in inside(body, constant):
                wide = widen(access, item.loop, frozenset(item.assigned))
                if wide is not None:
                    found.append((wide, pipe, place))
    return [(wide, pipe, place) for access, pipe, place in found if (wide := widen(access, None, assigned)) is not None]
