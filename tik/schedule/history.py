"""The accesses that later ones may still have to wait for, by space.

Kept are all that no later one stands for: a write stands for everything it covers if it is ordered after that, and any
access for earlier ones of its pipe and kind that it covers, because who waits for the pipe waits for the newest.

Constant and equally based accesses are kept by the bytes they touch: between two neighbouring addresses at which one begins
or ends lie those that touch the bytes there, so that an access meets few others in programs of 100,000 statements.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator
from typing import Any

from tik.schedule.access import Access
from tik.schedule.overlap import Carrier, Versions, conflict
from tik.schedule.timeline import Item
from tik.types.scopes import Scope

__all__ = ["Entry", "History", "Needs"]

FAR = 1 << 80
CROWDED = 96  # entries in a list before it is thinned out

Entry = tuple[int, int, Access, Item, Versions]  # an access that happened: at which stamp, on which pipe, in which item
Needs = dict[int, tuple[int, Item]]  # for each pipe up to which stamp, in which item, it must be complete


class _Group:
    """Entries of one space whose addresses have the same terms and versions: their distances are exact.

    ``cells[k]`` holds those that touch bytes from ``bounds[k]`` to ``bounds[k + 1]``, not counting the terms.
    """

    __slots__ = ("bounds", "cells", "high", "low")

    def __init__(self) -> None:
        self.bounds = [-FAR, FAR]
        self.cells: list[list[Entry]] = [[]]
        self.low, self.high = FAR, 0  # outermost bytes, counting the terms

    def near(self, first: int, stop: int) -> list[list[Entry]]:
        """The cells from the ``first`` to those that end behind ``stop``."""
        return self.cells[first : bisect_left(self.bounds, stop)]

    def cut(self, cell: int, at: int) -> None:
        """Let the cell of that number begin ``at``, which lies in the one before."""
        self.bounds.insert(cell, at)
        self.cells.insert(cell, self.cells[cell - 1][:])


Sign = tuple[Any, Versions] | None
CONSTANT: Sign = ((), ())


class History:
    """Who touched what, for one straight run of statements."""

    def __init__(self, carrier: Carrier | None) -> None:
        self.carrier = carrier
        self.spaces: dict[Any, dict[Sign, _Group]] = {}

    def find(
        self,
        access: Access,
        versions: Versions,
        pipe: int,
        known: tuple[int, ...],
        product: int,
        needs: Needs,
        again: Any = None,
        open: Collection[tuple[int, int]] = (),
    ) -> None:
        """The newest entry of each pipe that ``access`` on ``pipe`` must come after and that is not ``known``, into ``needs``.

        ``product`` is the pipe on which accumulation into one tile needs no order (M). Of an item that runs ``again`` only
        the pairs of pipes that are ``open`` count.
        """
        groups = self.spaces.get(access.space)
        if groups is None:
            return
        low, high, write, plain = access.low, access.high, access.write, access.plain
        own = CONSTANT if plain else _sign(access, versions)
        for sign, group in groups.items():
            if group.low >= high or low >= group.high:
                continue
            if (sign is own or sign == own) and own is not None:
                first = bisect_right(group.bounds, access.start) - 1
                if group.bounds[first + 1] >= access.stop:  # the frequent case
                    lists = [group.cells[first]]
                else:
                    lists = group.near(first, access.stop)
            elif sign is CONSTANT:
                lists = group.near(bisect_right(group.bounds, low) - 1, high)
            else:
                lists = group.cells
            for entries in lists:
                for stamp, source, old, item, then in entries:
                    if stamp <= known[source] or (item is again and (source, pipe) not in open):
                        continue
                    if old.low >= high or low >= old.high or not (write or old.write) or write == old.write == 2:
                        continue
                    best = needs.get(source)
                    if best is not None and best[0] >= stamp:
                        continue
                    if source == pipe and access.space is Scope.SPR:
                        continue  # hardware hands special registers on in order
                    if source == pipe == product and _accumulation(old, then, access, versions, self.carrier):
                        continue
                    if (plain and old.plain) or conflict(old, then, access, versions, self.carrier):
                        needs[source] = stamp, item

    def add(self, access: Access, versions: Versions, pipe: int, stamp: int, item: Item, *, stands: bool) -> None:
        """Keep an access; ``stands``: it is ordered after everything it conflicts with, so it may stand for what it covers."""
        groups = self.spaces.get(access.space)
        if groups is None:
            groups = self.spaces[access.space] = {}
        sign = CONSTANT if access.plain else _sign(access, versions)
        group = groups.get(sign)
        if group is None:
            group = groups[sign] = _Group()
        if access.low < group.low:
            group.low = access.low
        if access.high > group.high:
            group.high = access.high
        start, stop = access.start, access.stop
        if start >= stop:
            return
        entry = (stamp, pipe, access, item, versions)
        bounds, cells, write = group.bounds, group.cells, access.write
        first = bisect_left(bounds, start)
        if bounds[first] != start:
            group.cut(first, start)
        last = first + 1
        if bounds[last] != stop:
            last = bisect_left(bounds, stop)
            if bounds[last] != stop:
                group.cut(last, stop)
        covers = sign is not None and not access.dims
        if covers and stands and write == 1:
            if last == first + 1:
                cells[first] = [entry]
            else:
                cells[first:last] = [[entry]]
                del bounds[first + 1 : last]
            return
        replaces = stands or not (item.lifted or access.tile)  # of those two the newest may not count, but the one before
        for k in range(first, last):
            cell = cells[k]
            if covers and stands and write == 2:
                cell = [e for e in cell if e[2].write == 2]
            if replaces:
                cell = [e for e in cell if e[1] != pipe or e[2].write != write or not (covers or e[2] is access)]
            cell.append(entry)
            if len(cell) > CROWDED:
                _thin(cell)
            cells[k] = cell

    def entries(self) -> Iterator[Entry]:
        """All entries kept, each once."""
        for groups in self.spaces.values():
            for group in groups.values():
                seen: set[int] = set()
                for cell in group.cells:
                    for e in cell:
                        if id(e) not in seen:
                            seen.add(id(e))
                            yield e


def _sign(access: Access, versions: Versions) -> Sign:
    """What entries of one group have in common; None where nothing is known."""
    terms = access.terms
    return CONSTANT if terms == () else None if terms is None else (terms, versions)


def _accumulation(old: Access, then: Versions, access: Access, versions: Versions, carrier: Carrier | None) -> bool:
    """Whether ``access`` adds to the tile that ``old`` (of an earlier trip, if there is a carrier) belongs to."""
    adds = access.accumulates or (carrier is not None and access.later == carrier.variable)
    return (
        adds
        and old.tile
        and access.constant == old.constant
        and access.dims == old.dims
        and access.inner == old.inner
        and access.terms is not None
        and access.terms == old.terms
        and versions == then
    )


def _thin(entries: list[Entry]) -> None:
    """Make one entry of the older half of each pipe and direction: less exact, never less careful."""
    half = len(entries) // 2
    merged: dict[tuple[int, int], Entry] = {}
    for e in entries[:half]:
        stamp, pipe, access, item, _ = e
        key = pipe, access.write
        other = merged.get(key)
        if other is None:
            merged[key] = e
            continue
        was = other[2]
        whole = Access(access.space, access.write, min(access.low, was.low), max(access.high, was.high), 0, None, (), 0)
        whole.start, whole.stop = min(access.start, was.start), max(access.stop, was.stop)
        merged[key] = (stamp, pipe, whole, item, ()) if stamp >= other[0] else (other[0], pipe, whole, other[3], ())
    entries[:half] = merged.values()
