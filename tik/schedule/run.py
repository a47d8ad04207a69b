"""The walk along a straight run of items that decides which flags and barriers go around them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tik.ir import Instr
from tik.schedule.access import Access
from tik.schedule.clock import NOTHING, Clock, Row
from tik.schedule.context import Context
from tik.schedule.event_ids import Pair
from tik.schedule.history import History, Needs
from tik.schedule.overlap import Carrier, Versions
from tik.schedule.placement import Placement
from tik.schedule.summary import Export, Gain, Summary, inside
from tik.schedule.timeline import ALL, NUMBER, PIPES, Edge, Item, M, Place
from tik.schedule.widen import Touched, outermost, widen

__all__ = ["Run"]

PASSES = 12  # over a loop body; a body that needs more gets a full barrier a trip


class Run(Placement):
    """A straight run of items, walked along once, or as often as a loop body needs."""

    def __init__(self, context: Context, items: list[Item], outer: Run | None = None, loop: Item | None = None) -> None:
        if outer is None:
            super().__init__(context, [NOTHING] * len(PIPES), None)
        else:
            super().__init__(context, outer.clock.known[:], outer.ids)
        self.items, self.item = items, loop
        self.loop = loop.loop if loop is not None else None
        self.lifted: list[tuple[Edge, Item, Gain | None]] = []  # carried flags of loops inside that live as long as this one
        self.history = History(None)
        self.previous: History | None = None  # of the pass before
        self.clean = outer is None
        self.touched: list[Touched] = []
        self.inner = outer is not None  # somebody asks what it touched
        self.whole = not any(item.escapes for item in items)  # no step is skipped once an earlier one ran
        self.author: dict[tuple[int, int, int], tuple[int, Row]] = {}

    # ------------------------------------------------------------------------------------------------ passes

    def straight(self) -> None:
        """Walk along once."""
        for item in self.items:
            self.step(item)

    def body(self) -> None:
        """Pass through a loop's body until nothing new is needed."""
        loop = self.loop
        assert loop is not None and self.item is not None
        if loop.leaves:
            self.fence_trips()
        self.one_pass()
        if loop.trips is None or loop.trips > 1:
            self.first = False
            if not loop.leaves and self.lift():
                self.restart()
            carrier = Carrier(loop.variable, loop.step, loop.trips)
            for number in range(2 * PASSES):
                if number == PASSES:
                    self.fence_trips()
                self.next_pass(carrier)
                if not self.changed:
                    break
            else:
                raise AssertionError("the synchronisation of a loop does not settle")
        if self.context.loops and self.flags() and not loop.leaves:
            self.again()

    def next_pass(self, carrier: Carrier | None) -> None:
        self.previous, self.history = self.history, History(None)
        self.previous.carrier = carrier
        self.one_pass()

    def one_pass(self) -> None:
        assert self.item is not None
        self.context.bump(self.item.assigned)
        self.base = self.context.now
        self.changed = False
        self.author.clear()
        self.touched.clear()
        self.straight()

    def again(self) -> None:
        """Look at the first trip when the whole loop runs again: what do its flags not see to, if they live on?"""
        for assigned in self.context.loops:
            self.context.bump(assigned)
        self.first = False
        self.open = set()
        self.next_pass(None)

    def fence_trips(self) -> None:
        """A barrier of all pipes at the head of each trip."""
        if self.items:
            self.items[0].fence = self.items[0].place or True

    def flags(self) -> list[Edge]:
        """The flags that are set before this loop and waited for behind it."""
        return [*self.carried, *(edge for edge, _, _ in self.lifted)]

    def restart(self) -> None:
        """The first pass once more: what it took for known no longer holds."""
        self.clock = Clock(self.head)
        self.ids.forget(self.outer)
        self.history, self.clean = History(None), False
        self.one_pass()

    def lift(self) -> bool:
        """Let the carried flags of loops inside live as long as this one, so that their runs overlap; whether any do."""
        for item in self.items:
            summary = item.summary
            if item.kind != "loop" or not item.primes or summary.open is None:
                continue
            others: dict[Pair, set[int]] = {}
            for other in self.items:
                if other is not item and other.summary is not None:
                    for pair, ids in other.summary.ids.items():
                        others.setdefault(pair, set()).update(ids)
                for edge in (*(other.waits or ()), *(other.tail_waits or ())):
                    others.setdefault((edge.source, edge.target), set()).add(edge.id)
            numbers = self.numbers(item.primes, others)
            if numbers is None:
                continue
            for edge, number, gain in zip(item.primes, numbers, summary.gains, strict=True):
                ids = summary.ids[edge.source, edge.target]
                ids[number] = ids.pop(edge.id)
                edge.id = number
                self.lifted.append((edge, item, gain))
            item.lifted = {((edge.source, edge.target), edge.id) for edge in item.primes}
            item.primes = item.drains = None
            summary.gains = []
        return bool(self.lifted)

    def numbers(self, edges: Sequence[Edge], others: Mapping[Pair, Collection[int]]) -> list[int] | None:
        """Ids for the edges that nothing else in this run uses; None when there are not enough."""
        numbers = []
        for edge in edges:
            pair = edge.source, edge.target
            number: int | None = edge.id
            if number in others.get(pair, ()):
                number = self.ids.unused(pair)
            if number is None:
                return None
            self.ids.used.setdefault(pair, set()).add(number)
            numbers.append(number)
        return numbers

    def summary(self, assigned: Sequence[int]) -> Summary:
        """What the items are, taken together."""
        changing = frozenset(assigned)
        exports = [
            Export(wide, pipe, stamp - self.base)
            for stamp, pipe, access, _, _ in self.history.entries()
            if (wide := widen(access, self.loop, changing)) is not None
        ]
        touched = [
            (wide, pipe, place)
            for access, pipe, place in self.touched
            if (wide := widen(access, self.loop, changing)) is not None
        ]
        width = self.context.now - self.base + 2
        ids: dict[Pair, dict[int, int]] = {}
        for pair, lasts in self.ids.last.items():
            for k, (stamp, item) in lasts.items():
                if item is not None:
                    ids.setdefault(pair, {})[k] = max(stamp - self.base, 0)
        for edge in self.flags():
            ids.setdefault((edge.source, edge.target), {})[edge.id] = width
        gains: list[Gain | None] = [
            Gain(
                edge.target,
                edge.source,
                edge.begin.end - self.base,
                tuple([stamp - self.base for stamp in edge.begin.rows[edge.source]]),
            )
            for edge in self.carried
        ]
        for _, item, gain in self.lifted:
            certain = gain is not None and item.loop is not None and (item.loop.trips or 0) > 0
            gains.append(
                Gain(gain.target, gain.source, item.stamp - self.base + gain.after, (-1,) * len(PIPES))
                if gain is not None and certain
                else None
            )
        return Summary(self.base, width, outermost(touched), exports, ids, gains, self.open, self.stale)

    # ------------------------------------------------------------------------------------------------ one item

    def step(self, item: Item) -> None:
        context = self.context
        if item.bodies:
            before = context.latest[:]
            item.stamp = self.enter(item)
        else:
            context.now += 2
            item.stamp = context.now
        if item.escapes or item.fence is not False or item.waits is not None or item.barriers is not None:
            self.replay(item)
        if item.kind == "sync":
            self.author_sync(item)
        elif item.bodies:
            self.composite(item, before)
        elif item.accesses:
            self.leaf(item)
        if item.kind == "assign":
            context.bump(item.assigned)

    def replay(self, item: Item) -> None:
        """What was put before the item in earlier passes holds in this one."""
        if item.escapes and item.fence is False and not self.clean:
            self.fence(item, item.place)
        elif item.fence is not False:
            self.clock.everything(item.stamp - 1)
            self.clean = True
        for edge in item.waits or ():
            self.clock.join(edge.target, edge.source, edge.begin.end, edge.begin.rows[edge.source])
            self.waited(edge, item.stamp - 1, item)
        for pipe in item.barriers or ():
            self.clock.own(pipe, item.stamp - 1)

    def leaf(self, item: Item) -> None:
        pipe, context = item.pipe, self.context
        needs: Needs = {}
        placed: list[tuple[Access, Versions]] = []
        row, history, previous = self.clock.known[pipe], self.history, self.previous
        for access in item.accesses:
            if access.space in context.constant:
                continue
            versions = context.versions_of(access) if access.terms else ()
            placed.append((access, versions))
            history.find(access, versions, pipe, row, M, needs)
            if previous is not None:
                previous.find(access, versions, pipe, row, M, needs)
        if needs:
            self.resolve(item, pipe, needs, item.place)
        if item.sets and not self.first:
            self.check_sets(item)
        stamp = item.end = item.stamp
        item.rows = self.clock.known
        for access, versions in placed:
            history.add(access, versions, pipe, stamp, item, stands=self.whole)
        if self.inner:
            self.touched += [(access, pipe, item.place) for access, _ in placed]
        self.latest[pipe] = item
        context.latest[pipe] = stamp
        self.clean = False

    def enter(self, item: Item) -> int:
        """The stamp of a loop's or branch's head; it is analysed when it is met first."""
        context = self.context
        context.now += 2
        summary = item.summary
        if summary is None:
            item.summary = summary = self.analyse(item)
            context.now = max(context.now, summary.base + summary.width)
            return int(summary.base)
        stamp = context.now
        context.now += summary.width
        return stamp

    def analyse(self, item: Item) -> Summary:
        context, base = self.context, self.context.now
        if item.kind == "opaque":
            touched = inside(item.bodies[0], context.constant)
            return Summary(base, 0, outermost(touched), [Export(access, pipe, 0) for access, pipe, _ in touched], {}, [])
        if item.kind == "loop":
            run = Run(context, item.bodies[0], self, item)
            if self.item is not None and self.loop is not None:
                context.loops.append(self.item.assigned)
            run.body()
            if self.item is not None and self.loop is not None:
                context.loops.pop()
            item.primes = item.drains = run.flags()
            return run.summary(item.assigned)
        context.bump(item.assigned)
        whole = Summary(base, 0, [], [], {}, [])
        for arm in item.bodies:
            run = Run(context, arm, self)
            run.straight()
            part = run.summary(item.assigned)
            shift = part.base - base
            whole.exports += [Export(e.access, e.pipe, e.after + shift) for e in part.exports]
            whole.touched += part.touched
            for pair, ids in part.ids.items():
                lasts = whole.ids.setdefault(pair, {})
                for k, after in ids.items():
                    lasts[k] = max(lasts.get(k, 0), after + shift)
            context.now += 2
        whole.width = context.now - base
        return whole

    def composite(self, item: Item, before: list[int]) -> None:
        """A loop or branch: all it needs from before is waited for at its head, all it did is done at its end.

        ``before``: the newest step of each pipe before it.
        """
        context, summary = self.context, item.summary
        needs: dict[int, Needs] = {}
        places: dict[int, Place] = {}
        again = item if item.lifted else None  # its flags see to most of what its last run did
        for access, pipe, place in summary.touched:
            versions = context.versions_of(access)
            row = self.clock.known[pipe]
            wanted = needs.setdefault(pipe, {})
            count = len(wanted)
            self.history.find(access, versions, pipe, row, M, wanted)
            if self.previous is not None:
                self.previous.find(access, versions, pipe, row, M, wanted, again, summary.open or ())
            if len(wanted) > count:
                places[pipe] = place
        self.touched += summary.touched
        for pipe, wanted in needs.items():
            if wanted:
                self.resolve(item, pipe, wanted, places.get(pipe, item.place))
        for pair, ids in summary.ids.items():
            self.check_free(item, pair, ids)
        self.finish(item, before)
        item.rows = self.clock.known
        for e in summary.exports:
            versions = context.versions_of(e.access)
            self.history.add(e.access, versions, e.pipe, item.stamp + e.after, item, stands=False)
            self.latest[e.pipe] = item
            context.latest[e.pipe] = item.end
        context.bump(item.assigned)
        self.clean = False

    def finish(self, item: Item, before: list[int]) -> None:
        """From the head of a loop or branch, where everything it needs is known, to its end."""
        context, summary, stamp = self.context, item.summary, item.stamp
        item.end = stamp + summary.width
        for pair, ids in summary.ids.items():
            for k, after in ids.items():
                self.ids.waited(pair, k, stamp + after, item)
            context.latest[pair[1]] = item.end
        for edge in item.waits or ():
            before[edge.target] = max(before[edge.target], stamp - 1)
        while True:
            head = self.clock.known
            for gain in summary.gains:
                if gain is not None:
                    self.gain(item, gain, head, before)
            for edge in item.tail_waits or ():
                self.clock.join(edge.target, edge.source, stamp, head[edge.source])
            if self.first or not item.sets:
                break
            end, self.clock.known = self.clock.known, head
            if not self.check_sets(item, end):
                self.clock.known = end
                break
        for edge in item.tail_waits or ():
            self.waited(edge, item.end, item)

    def gain(self, item: Item, gain: Gain, head: list[Row], before: list[int]) -> None:
        """What a flag waited for behind a loop tells: it was set in the last trip, or before the loop if there was none.

        Without a trip there are no steps in the loop to know of, but those before it count.
        """
        row = list(head[gain.source])
        certain = item.loop is not None and (item.loop.trips or 0) > 0
        for pipe, after in enumerate(gain.row):
            if after > 0 and (certain or row[pipe] >= before[pipe]):
                row[pipe] = item.stamp + after
        self.clock.join(gain.target, gain.source, item.stamp + gain.after, tuple(row))

    # ------------------------------------------------------------------------------------------------ the author's own

    def author_sync(self, item: Item) -> None:
        """Barriers and flags the author wrote; flags count within one run and pass."""
        instr, stamp = item.stmt, item.stamp
        assert isinstance(instr, Instr)
        kind = instr.op.sync
        item.end = stamp
        if kind == "barrier":
            if item.pipe == ALL:
                self.clock.everything(stamp - 1)
            else:
                self.clock.own(item.pipe, stamp - 1)
        elif kind in ("set", "wait") and isinstance(instr.operand("event_id"), int):
            source, target = NUMBER[instr.operand("src_pipe")], NUMBER[instr.operand("dst_pipe")]
            key = source, target, instr.operand("event_id")
            if kind == "set":
                self.author[key] = stamp, self.clock.known[source]
            else:
                self.context.latest[target] = stamp
                if key in self.author:
                    self.clock.join(target, source, *self.author.pop(key))
        elif kind == "block_barrier" and item.fence is False and not self.clean:
            self.fence(item, item.place)
        item.rows = self.clock.known
