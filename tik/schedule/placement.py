"""Putting a flag or barrier where an order is needed, and seeing to it that event ids are free."""

from __future__ import annotations

from collections.abc import Iterable

from tik.schedule.clock import Clock, Row
from tik.schedule.context import Context
from tik.schedule.event_ids import EventIds, Pair
from tik.schedule.history import Needs
from tik.schedule.timeline import Edge, Item, Place, S

__all__ = ["Placement"]


class Placement:
    """What pipes know along one run of items, which ids it uses, and how a missing order is made."""

    def __init__(self, context: Context, head: list[Row], outer: EventIds | None) -> None:
        self.context, self.head, self.outer = context, head, outer
        self.clock = Clock(head)
        self.ids = EventIds(context.reserved, outer)
        self.carried: list[Edge] = []  # flags from one trip to the next
        self.latest: dict[int, Item] = {}  # the newest item of each pipe
        self.base = context.now  # stamp at which the pass began
        self.first = True
        self.changed = False
        self.clean = False  # everything so far is known everywhere
        self.open: set[Pair] | None = None  # while looking for what the carried flags do not see to
        self.stale: set[tuple[Pair, int]] = set()

    # ------------------------------------------------------------------------------------------------ needs

    def resolve(self, item: Item, pipe: int, needs: Needs, place: Place) -> None:
        """Make every need known, the newest first, since it may bring the others along."""
        newest = needs.items() if len(needs) == 1 else sorted(needs.items(), key=lambda need: -need[1][0])
        for source, (stamp, origin) in newest:
            if self.clock.known[pipe][source] < stamp:
                self.order(item, pipe, source, stamp, origin, place)

    def order(self, item: Item, pipe: int, source: int, stamp: int, origin: Item, place: Place) -> None:
        """Let ``pipe`` come to ``item`` only after ``source`` is past ``stamp``, in ``origin``."""
        if pipe == source == S:
            return
        if self.open is not None:
            self.open.add((source, pipe))
            return
        self.changed = True
        if source != pipe:
            self.flag(item, pipe, source, stamp, origin, place)
            return
        if item.barriers is None:
            item.barriers = {}
        item.barriers[pipe] = place
        self.clock.own(pipe, item.stamp - 1)

    def flag(self, item: Item, pipe: int, source: int, stamp: int, origin: Item, place: Place) -> None:
        begin, pair = origin, (source, pipe)
        if self.first:
            but = item.summary.ids.get(pair, ()) if item.summary is not None else ()
            number = self.ids.free(pair, begin.rows[source][pipe], but)
            if number is None and self.latest.get(source, begin) is not begin:  # set the flag later
                begin = self.latest[source]
                number = self.ids.free(pair, begin.rows[source][pipe], but)
        else:
            number = self.ids.unused(pair)
        if number is None:
            self.fence(item, place)
            return
        edge = Edge(source, pipe, begin, item, number, place)
        self.ids.used.setdefault(pair, set()).add(number)
        if origin is item and stamp >= item.stamp - 1:  # from the head of a loop or branch to its end
            item.head_sets = [*(item.head_sets or ()), edge]
            item.tail_waits = [*(item.tail_waits or ()), edge]
            return
        begin.sets = [*(begin.sets or ()), edge]
        item.waits = [*(item.waits or ()), edge]
        if stamp <= self.base and origin.index >= item.index:
            self.carried.append(edge)
        self.clock.join(pipe, source, begin.end, begin.rows[source])
        self.waited(edge, item.stamp - 1, item)

    def fence(self, item: Item, place: Place) -> None:
        """A barrier of all pipes before the item."""
        item.fence = True if place is None else place
        self.changed = True
        self.clock.everything(item.stamp - 1)
        self.clean = True

    # ------------------------------------------------------------------------------------------------ event ids

    def waited(self, edge: Edge, stamp: int, item: Item) -> None:
        self.ids.waited((edge.source, edge.target), edge.id, stamp, item)
        self.context.latest[edge.target] = max(self.context.latest[edge.target], stamp)

    def check_sets(self, item: Item, known: list[Row] | None = None) -> bool:
        """A flag set at the item must have been waited for before, as its source knows; whether something had to be done.

        ``known``: what pipes know where the item's flags are set; left out, what they know by then.
        """
        done = False
        for edge in item.sets or ():
            done |= self.check_free(item, (edge.source, edge.target), (edge.id,), known, edge)
        for edge in item.head_sets or ():
            done |= self.check_free(item, (edge.source, edge.target), (edge.id,))
        return done

    def check_free(
        self, item: Item, pair: Pair, ids: Iterable[int], known: list[Row] | None = None, edge: Edge | None = None
    ) -> bool:
        """Make sure that the source of each flag knows, where ``known`` holds, that its id was waited for."""
        lasts = self.ids.last.get(pair, {})
        done = False
        for k in ids:
            stamp, origin = lasts.get(k, (0, None))
            if origin is None or (known or self.clock.known)[pair[0]][pair[1]] >= stamp:
                continue
            if (
                edge is None
                and origin is item
                and item.lifted
                and ((pair, k) in item.lifted or (pair, k) not in item.summary.stale)
            ):
                continue  # its own flags see to it
            if self.open is not None:
                self.stale.add((pair, k))
                continue
            if edge is not None and origin is item and stamp > item.stamp:  # it waited within the item
                self.renumber(edge)
            else:
                self.order(item, pair[0], pair[1], stamp, origin, item.place)
            done = True
        return done

    def renumber(self, edge: Edge) -> None:
        """Another id for an edge, or a barrier in its place."""
        number = self.ids.unused((edge.source, edge.target))
        self.changed = True
        if number is not None:
            edge.id = number
            self.ids.used.setdefault((edge.source, edge.target), set()).add(number)
            return
        edge.begin.sets = [e for e in edge.begin.sets or () if e is not edge]
        edge.end.waits = [e for e in edge.end.waits or () if e is not edge]
        self.carried = [e for e in self.carried if e is not edge]
        edge.end.fence = True if edge.place is None else edge.place
