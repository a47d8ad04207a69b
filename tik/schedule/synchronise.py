"""Flags and barriers by a static vector clock (decisions 1 and 2).

For each pipe, ``known`` says up to which stamp every pipe is known to have finished before this pipe's next step. A step
that conflicts with a later stamp of another pipe gets a flag, with its own pipe a pipe barrier. What a flag's source knew
when it set the flag, its target knows too, so implied flags are never made.

Loops are passed through until nothing new is needed: what a pass still needs from the one before is carried, a flag that
is set once before the loop and waited for once behind it. Loops and branches are single items of the run around them.
An event id is used again only where the source is known to be past the previous wait.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from tik.ir import Instr, Program, walk
from tik.schedule.access import Access
from tik.schedule.history import Entry, History
from tik.schedule.overlap import Carrier, Versions
from tik.schedule.timeline import ALL, NUMBER, PIPES, Edge, Item, Loop, M, Place, S, build, emit
from tik.schedule.widen import outermost, widen
from tik.types.scopes import Scope

__all__ = ["IDS", "synchronise"]

IDS = 8
PASSES = 12  # over a loop body; a body that needs more gets a full barrier a trip

Row = tuple[int, ...]
Pair = tuple[int, int]  # source pipe, target pipe
NOTHING: Row = (0,) * len(PIPES)


def synchronise(program: Program) -> Program:
    """The program with set_flag, wait_flag and pipe_barrier wherever two conflicting accesses need them."""
    nodes, items = build(program)
    context = _Context(program, items)
    run = _Run(context, items, [NOTHING] * len(PIPES), {}, None)
    run.clean = True
    for item in items:
        run.step(item)
    return dataclasses.replace(program, body=emit(nodes))


@dataclasses.dataclass(slots=True)
class _Export:
    """An access of a loop or branch: by ``pipe``, ``after`` stamps behind its head."""

    access: Access
    pipe: int
    after: int


@dataclasses.dataclass(slots=True)
class _Summary:
    """What a loop or branch is to the run around it."""

    base: int  # the stamp of its head when it was analysed
    width: int
    touched: list[tuple[Access, int]]  # everything, and by which pipe: what must wait for what was before
    exports: list[_Export]  # what later steps may have to wait for
    ids: dict[Pair, dict[int, int]]  # flags used inside, and when they were last waited for
    gains: list[_Gain]


@dataclasses.dataclass(slots=True)
class _Gain:
    """Behind a loop, ``target`` knows that ``source`` is past ``after``, and what ``source`` knew of steps in the loop
    (stamps behind the head; negative: of steps before it)."""

    target: int
    source: int
    after: int
    row: Row


class _Context:
    """What all runs of one program share."""

    def __init__(self, program: Program, items: Sequence[Item]) -> None:
        self.now = 0
        self.versions: dict[int, int] = {}
        self.fresh = 0
        self.latest = [0] * len(PIPES)  # stamp of the newest step or wait of each pipe
        self.reserved = _author_ids(program)
        self.constant = _never_written(items)

    def bump(self, variables: Sequence[int]) -> None:
        for v in variables:
            self.fresh += 1
            self.versions[v] = self.fresh

    def versions_of(self, access: Access) -> Versions:
        if not access.terms:
            return ()
        get = self.versions.get
        return tuple([tuple([get(v, 0) for v in t.variables]) for t in access.terms])


class _Run:
    """A straight run of items, analysed once, or as often as a loop body needs."""

    def __init__(self, context: _Context, items: list[Item], known: list[Row], last: dict[Pair, dict[int, tuple[int, Item | None]]],
                 loop: Loop | None) -> None:
        self.context, self.items, self.loop = context, items, loop
        self.known = list(known)
        self.last = {pair: {k: (stamp, None) for k, (stamp, _) in ids.items()} for pair, ids in last.items()}
        self.used: dict[Pair, set[int]] = {}
        self.carried: list[Edge] = []
        self.history = History(None)
        self.previous: History | None = None
        self.base = context.now  # stamp at which the pass began
        self.first = True
        self.changed = False
        self.clean = False  # everything so far is known everywhere
        self.latest: dict[int, Item] = {}
        self.touched: list[tuple[Access, int]] = []
        self.whole = not any(item.escapes for item in items)  # no step is skipped once an earlier one ran
        self.author: dict[tuple[int, int, int], tuple[int, list[Row]]] = {}

    # ------------------------------------------------------------------------------------------------ passes

    def loop_body(self, assigned: Sequence[int]) -> None:
        """Pass through the body until nothing new is needed."""
        loop = self.loop
        assert loop is not None
        if loop.leaves and self.items:
            self.items[0].fence = self.items[0].place or True
        self.one_pass(assigned)
        if loop.trips is not None and loop.trips <= 1:
            return
        carrier = Carrier(loop.variable, loop.step, loop.trips)
        for number in range(2 * PASSES):
            self.first = False
            if number == PASSES and self.items:
                self.items[0].fence = self.items[0].place or True
            self.previous, self.history = self.history, History(None)
            self.previous.carrier = carrier
            self.one_pass(assigned)
            if not self.changed:
                return
        raise AssertionError("the synchronisation of a loop does not settle")

    def one_pass(self, assigned: Sequence[int]) -> None:
        self.context.bump(assigned)
        self.base = self.context.now
        self.changed = False
        self.author.clear()
        self.touched.clear()
        for item in self.items:
            self.step(item)

    def summary(self, assigned: Sequence[int]) -> _Summary:
        """What the items are, taken together."""
        exports = []
        inside = frozenset(assigned)
        for e in self.history.entries():
            access = widen(e.access, self.loop, inside)
            if access is not None:
                exports.append(_Export(access, e.pipe, e.stamp - self.base))
        touched = [(wide, pipe) for access, pipe in self.touched if (wide := widen(access, self.loop, inside)) is not None]
        width = self.context.now - self.base + 2
        ids: dict[Pair, dict[int, int]] = {}
        for pair, lasts in self.last.items():
            for k, (stamp, item) in lasts.items():
                if item is not None:
                    ids.setdefault(pair, {})[k] = max(stamp - self.base, 0)
        gains = []
        for edge in self.carried:
            ids.setdefault((edge.source, edge.target), {})[edge.id] = width
            begin = edge.begin
            gains.append(_Gain(edge.target, edge.source, begin.end - self.base,
                               tuple([stamp - self.base for stamp in begin.rows[edge.source]])))
        return _Summary(self.base, width, outermost(touched), exports, ids, gains)

    # ------------------------------------------------------------------------------------------------ one item

    def step(self, item: Item) -> None:
        context = self.context
        if item.bodies:
            before = context.latest[:]
            stamp = self.enter(item)
        else:
            context.now += 2
            stamp = context.now
        item.stamp = stamp
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
            self.all_known(item.stamp - 1)
        if item.waits:
            for edge in item.waits:
                self.join(edge.target, edge.source, edge.begin.end, edge.begin.rows)
                self.waited(edge, item.stamp - 1, item)
        if item.barriers:
            for pipe in item.barriers:
                self.own(pipe, item.stamp - 1)

    def leaf(self, item: Item) -> None:
        pipe, context = item.pipe, self.context
        needs: dict[int, Entry] = {}
        placed: list[tuple[Access, Versions]] = []
        row = self.known[pipe]
        for access in item.accesses:
            if access.space in context.constant:
                continue
            versions = context.versions_of(access)
            placed.append((access, versions))
            self.history.find(access, versions, pipe, row, M, needs)
            if self.previous is not None:
                self.previous.find(access, versions, pipe, row, M, needs)
        if needs:
            self.resolve(item, pipe, needs, item.place)
        if item.sets and not self.first:
            self.check_sets(item, self.known)
        stamp = item.end = item.stamp
        item.rows = self.known[:]
        for access, versions in placed:
            self.history.add(Entry(access, pipe, stamp, item, versions), stands=self.whole)
            self.touched.append((access, pipe))
        self.latest[pipe] = item
        context.latest[pipe] = stamp
        self.clean = False

    def enter(self, item: Item) -> int:
        """The stamp of a loop's or branch's head; it is analysed when it is met first."""
        context = self.context
        summary = item.summary
        if summary is not None:
            context.now += 2
            stamp = context.now
            context.now += summary.width
            return stamp
        context.now += 2
        item.summary = summary = self.analyse(item)
        context.now = max(context.now, summary.base + summary.width)
        return int(summary.base)

    def analyse(self, item: Item) -> _Summary:
        context, base = self.context, self.context.now
        if item.kind == "opaque":
            touched = _inside(item.bodies[0], context.constant)
            return _Summary(base, 0, outermost(touched), [_Export(access, pipe, 0) for access, pipe in touched], {}, [])
        if item.kind == "loop":
            run = _Run(context, item.bodies[0], self.known, self.last, item.loop)
            run.loop_body(item.assigned)
            item.primes = item.drains = run.carried
            return run.summary(item.assigned)
        context.bump(item.assigned)
        whole = _Summary(base, 0, [], [], {}, [])
        for arm in item.bodies:
            run = _Run(context, arm, self.known, self.last, None)
            for inner in arm:
                run.step(inner)
            part = run.summary(item.assigned)
            shift = part.base - base
            for e in part.exports:
                e.after += shift
            whole.exports += part.exports
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
        context, summary, stamp = self.context, item.summary, item.stamp
        needs: dict[int, dict[int, Entry]] = {}
        places: dict[int, Place] = {}
        for access, pipe in summary.touched:
            versions = context.versions_of(access)
            wanted = needs.setdefault(pipe, {})
            count = len(wanted)
            self.history.find(access, versions, pipe, self.known[pipe], M, wanted)
            if self.previous is not None:
                self.previous.find(access, versions, pipe, self.known[pipe], M, wanted)
            if len(wanted) > count:
                places[pipe] = access.position
        self.touched += summary.touched
        for pipe, wanted in needs.items():
            if wanted:
                self.resolve(item, pipe, wanted, places.get(pipe, item.place))
        for (source, target), ids in summary.ids.items():
            self.check_free(item, source, target, ids, self.known)
        self.finish(item, before)
        item.rows = self.known[:]
        for e in summary.exports:
            versions = context.versions_of(e.access)
            self.history.add(Entry(e.access, e.pipe, stamp + e.after, item, versions), stands=False)
            self.latest[e.pipe] = item
            context.latest[e.pipe] = item.end
        context.bump(item.assigned)
        self.clean = False

    def finish(self, item: Item, before: list[int]) -> None:
        """From the head of a loop or branch, where everything it needs is known, to its end."""
        context, summary, stamp = self.context, item.summary, item.stamp
        item.end = stamp + summary.width
        for pair, ids in summary.ids.items():
            lasts = self.last.setdefault(pair, {})
            self.used.setdefault(pair, set()).update(ids)
            for k, after in ids.items():
                lasts[k] = (stamp + after, item)
            context.latest[pair[1]] = item.end
        for edge in item.waits or ():
            before[edge.target] = max(before[edge.target], stamp - 1)
        while True:
            head = self.known[:]
            for gain in summary.gains:
                self.gain(item, gain, head, before)
            for edge in item.tail_waits or ():
                self.join(edge.target, edge.source, stamp, head)
            if self.first or not item.sets:
                break
            end, self.known = self.known, head
            if not self.check_sets(item, end):
                self.known = end
                break
        for edge in item.tail_waits or ():
            self.waited(edge, item.end, item)

    # ------------------------------------------------------------------------------------------------ knowledge

    def join(self, target: int, source: int, stamp: int, rows: list[Row]) -> None:
        """``target`` learns that ``source`` is past ``stamp``, and what ``source`` knew."""
        row = list(map(max, self.known[target], rows[source]))
        row[source] = max(row[source], stamp)
        self.known[target] = tuple(row)

    def gain(self, item: Item, gain: _Gain, head: list[Row], before: list[int]) -> None:
        """What a flag waited for behind a loop tells: it was set in the last trip, or before the loop if there was none.

        Without a trip there are no steps in the loop to know of, but those before it count.
        """
        row = list(head[gain.source])
        certain = item.loop is not None and item.loop.trips is not None and item.loop.trips > 0
        for pipe, after in enumerate(gain.row):
            if after > 0 and (certain or row[pipe] >= before[pipe]):
                row[pipe] = item.stamp + after
        row[gain.source] = item.stamp + gain.after
        self.known[gain.target] = tuple(map(max, self.known[gain.target], row))

    def own(self, pipe: int, stamp: int) -> None:
        row = self.known[pipe]
        self.known[pipe] = (*row[:pipe], max(row[pipe], stamp), *row[pipe + 1:])

    def all_known(self, stamp: int) -> None:
        self.known = [(stamp,) * len(PIPES)] * len(PIPES)
        self.clean = True

    def waited(self, edge: Edge, stamp: int, item: Item) -> None:
        pair = edge.source, edge.target
        self.last.setdefault(pair, {})[edge.id] = (stamp, item)
        self.context.latest[edge.target] = max(self.context.latest[edge.target], stamp)

    # ------------------------------------------------------------------------------------------------ needs

    def resolve(self, item: Item, pipe: int, needs: dict[int, Entry], place: Place) -> None:
        """Make every need known, the newest first, since it may bring the others along."""
        for source, entry in sorted(needs.items(), key=lambda need: -need[1].stamp):
            if self.known[pipe][source] < entry.stamp:
                self.order(item, pipe, source, entry.stamp, entry.item, place)

    def order(self, item: Item, pipe: int, source: int, stamp: int, origin: Item, place: Place) -> None:
        """Let ``pipe`` come to ``item`` only after ``source`` is past ``stamp``, in ``origin``."""
        if source != pipe:
            self.flag(item, pipe, source, stamp, origin, place)
        elif pipe != S:
            if item.barriers is None:
                item.barriers = {}
            item.barriers[pipe] = place
            self.own(pipe, item.stamp - 1)
            self.changed = True

    def flag(self, item: Item, pipe: int, source: int, stamp: int, origin: Item, place: Place) -> None:
        self.changed = True
        begin = origin
        if self.first:
            number = self.free_id(begin, item, source, pipe)
            if number is None and self.latest.get(source, begin) is not begin:  # set the flag later
                begin = self.latest[source]
                number = self.free_id(begin, item, source, pipe)
        else:
            number = self.unused_id(source, pipe)
        if number is None:
            self.fence(item, place)
            return
        edge = Edge(source, pipe, begin, item, number, place)
        self.used.setdefault((source, pipe), set()).add(number)
        if origin is item and stamp >= item.stamp - 1:  # from the head of a loop or branch to its end
            item.head_sets = [*(item.head_sets or ()), edge]
            item.tail_waits = [*(item.tail_waits or ()), edge]
            return
        begin.sets = [*(begin.sets or ()), edge]
        item.waits = [*(item.waits or ()), edge]
        if stamp <= self.base and origin.index >= item.index:
            self.carried.append(edge)
        self.join(pipe, source, begin.end, begin.rows)
        self.waited(edge, item.stamp - 1, item)

    def fence(self, item: Item, place: Place) -> None:
        """A barrier of all pipes before the item."""
        item.fence = True if place is None else place
        self.changed = True
        self.all_known(item.stamp - 1)

    # ------------------------------------------------------------------------------------------------ event ids

    def free_id(self, begin: Item, end: Item, source: int, target: int) -> int | None:
        """An id whose last wait ``source`` knows of when it is at ``begin``."""
        pair = source, target
        taken = self.context.reserved.get(pair, ())
        inside = end.summary.ids.get(pair, ()) if end.summary is not None else ()
        lasts = self.last.get(pair, {})
        reach = begin.rows[source][target]
        spare = None
        for k in range(IDS):
            if k in taken or k in inside:
                continue
            last = lasts.get(k)
            if last is None or last[0] <= reach:
                return k
            if last[1] is None and spare is None:
                spare = k  # free in this run; the run around it will see to what went before
        return spare

    def unused_id(self, source: int, target: int) -> int | None:
        """An id that nothing in this run uses."""
        pair = source, target
        taken = self.used.get(pair, set()) | self.context.reserved.get(pair, set())
        return next((k for k in range(IDS) if k not in taken), None)

    def check_sets(self, item: Item, known: list[Row]) -> bool:
        """A flag set at the item must have been waited for before, as its source knows; whether something had to be done.

        ``known``: what pipes know where the item's flags are set.
        """
        done = False
        for edge in item.sets or ():
            done |= self.check_free(item, edge.source, edge.target, (edge.id,), known)
        for edge in item.head_sets or ():
            done |= self.check_free(item, edge.source, edge.target, (edge.id,), self.known)
        return done

    def check_free(self, item: Item, source: int, target: int, ids: Iterable[int], known: list[Row]) -> bool:
        lasts = self.last.get((source, target), {})
        done = False
        for k in ids:
            stamp, origin = lasts.get(k, (0, None))
            if origin is not None and known[source][target] < stamp:
                self.order(item, source, target, stamp, origin, item.place)
                known = self.known
                done = True
        return done

    # ------------------------------------------------------------------------------------------------ the author's own

    def author_sync(self, item: Item) -> None:
        """Barriers and flags the author wrote; flags count within one run and pass."""
        instr, stamp = item.stmt, item.stamp
        assert isinstance(instr, Instr)
        kind = instr.op.sync
        item.end = stamp
        if kind == "barrier":
            if item.pipe == ALL:
                self.all_known(stamp - 1)
            else:
                self.own(item.pipe, stamp - 1)
        elif kind in ("set", "wait") and isinstance(instr.operand("event_id"), int):
            source, target = NUMBER[instr.operand("src_pipe")], NUMBER[instr.operand("dst_pipe")]
            key = source, target, instr.operand("event_id")
            if kind == "set":
                self.author[key] = stamp, self.known[:]
            self.context.latest[target] = stamp
            if kind == "wait" and key in self.author:
                self.join(target, source, *self.author.pop(key))
        elif kind == "block_barrier" and item.fence is False and not self.clean:
            self.fence(item, item.place)
        item.rows = self.known[:]


def _author_ids(program: Program) -> dict[Pair, set[int]]:
    """The event ids the author uses by hand, by pair of pipes; all of them where one is a run-time value."""
    ids: dict[Pair, set[int]] = {}
    for s in walk(program.body):
        if isinstance(s, Instr) and s.op.sync in ("set", "wait"):
            pair = NUMBER[s.operand("src_pipe")], NUMBER[s.operand("dst_pipe")]
            number = s.operand("event_id")
            ids.setdefault(pair, set()).update([number] if isinstance(number, int) else range(IDS))
    return ids


def _inside(items: Sequence[Item], constant: frozenset[object]) -> list[tuple[Access, int]]:
    """The accesses of a block without synchronisation, seen from outside."""
    found: list[tuple[Access, int]] = []
    assigned = [v for item in items for v in item.assigned]
    for item in items:
        found += [(access, item.pipe) for access in item.accesses if access.space not in constant]
        for body in item.bodies:
            for access, pipe in _inside(body, constant):
                wide = widen(access, item.loop, frozenset(item.assigned))
                if wide is not None:
                    found.append((wide, pipe))
    return [(wide, pipe) for access, pipe in found if (wide := widen(access, None, frozenset(assigned))) is not None]


def _never_written(items: Sequence[Item]) -> frozenset[object]:
    """Global memory that is only read: nothing about it needs order."""
    read: set[object] = set()
    written: set[object] = set()
    rest = list(items)
    while rest:
        item = rest.pop()
        for access in item.accesses:
            (written if access.write else read).add(access.space)
        for body in item.bodies:
            rest += body
    return frozenset(space for space in read - written if not isinstance(space, Scope))
