"""The accesses that later ones may still have to wait for, by space.

Kept are all that no later one stands for: a write stands for everything it covers, a read for earlier reads of its pipe
that it covers. Constant and equally based accesses lie in pages by address, so that finding neighbours stays cheap in
programs of 100,000 statements.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from tik.schedule.access import Access
from tik.schedule.overlap import Carrier, Versions, conflict
from tik.types.scopes import Scope

__all__ = ["Entry", "History"]

PAGE = 10  # bits of an address within a page
WIDE = 8  # pages; accesses of more lie in one list
CROWDED = 96  # entries in a list before it is thinned out


class Entry:
    """An access that happened: on ``pipe``, at ``stamp``, in ``item``."""

    __slots__ = ("access", "item", "pipe", "stamp", "versions")

    def __init__(self, access: Access, pipe: int, stamp: int, item: Any, versions: Versions) -> None:
        self.access, self.pipe, self.stamp, self.item, self.versions = access, pipe, stamp, item, versions


class _Group:
    """Entries of one space whose addresses have the same terms and versions: their distances are exact.

    They lie in pages by address, not counting the terms.
    """

    __slots__ = ("high", "low", "pages", "wide")

    def __init__(self) -> None:
        self.pages: dict[int, list[Entry]] = {}
        self.wide: list[Entry] = []
        self.low, self.high = 1 << 62, 0  # outermost bytes, counting the terms

    def near(self, start: int, stop: int) -> list[list[Entry]]:
        """The lists that hold entries from ``start`` to ``stop``, and others."""
        first, last = start >> PAGE, (stop - 1) >> PAGE
        pages = self.pages
        if first == last and not self.wide:  # the frequent case
            return [pages[first]] if first in pages else []
        found = [self.wide] if self.wide else []
        if last - first > len(pages):
            return found + list(pages.values())
        return found + [pages[page] for page in range(first, last + 1) if page in pages]

    def all(self) -> list[list[Entry]]:
        return [self.wide, *self.pages.values()]


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
        needs: dict[int, Entry],
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
        low, high, write = access.low, access.high, access.write
        own = None if access.terms is None else (access.terms, versions)
        for sign, group in groups.items():
            if group.low >= high or low >= group.high:
                continue
            if sign == own and own is not None:
                lists = group.near(access.start, access.stop)
            elif sign is CONSTANT or sign == CONSTANT:
                lists = group.near(low, high)
            else:
                lists = group.all()
            for entries in lists:
                for e in entries:
                    stamp, source = e.stamp, e.pipe
                    if stamp <= known[source] or (e.item is again and (source, pipe) not in open):
                        continue
                    old = e.access
                    if old.low >= high or low >= old.high or not (write or old.write) or write == old.write == 2:
                        continue
                    best = needs.get(source)
                    if best is not None and best.stamp >= stamp:
                        continue
                    if source == pipe and access.space is Scope.SPR:
                        continue  # hardware hands special registers on in order
                    if source == pipe == product and _accumulation(e, access, versions, self.carrier):
                        continue
                    if (old.terms == access.terms == () and not old.dims and not access.dims) or conflict(
                        old, e.versions, access, versions, self.carrier
                    ):
                        needs[source] = e

    def add(self, entry: Entry, *, stands: bool) -> None:
        """Keep an entry; ``stands``: it is ordered after everything it conflicts with, so it may stand for what it covers."""
        access = entry.access
        groups = self.spaces.setdefault(access.space, {})
        sign: Sign = None if access.terms is None else (access.terms, entry.versions)
        group = groups.get(sign)
        if group is None:
            group = groups[sign] = _Group()
        group.low, group.high = min(group.low, access.low), max(group.high, access.high)
        start, stop = access.start, access.stop
        first, last = start >> PAGE, (stop - 1) >> PAGE
        if stands and sign is not None and not access.dims:
            pipe, write = entry.pipe, access.write
            for entries in group.near(start, stop):
                for e in entries:
                    old = e.access
                    if old.start >= start and old.stop <= stop and _stands(write, pipe, e):
                        entries[:] = [e for e in entries if not _covers(access, pipe, e)]
                        break
        if last - first >= WIDE:
            group.wide.append(entry)
            if len(group.wide) > CROWDED:
                _thin(group.wide)
            return
        pages = group.pages
        for page in range(first, last + 1):
            entries = pages.setdefault(page, [])
            entries.append(entry)
            if len(entries) > CROWDED:
                _thin(entries)

    def entries(self) -> Iterator[Entry]:
        """All entries kept, each once."""
        for groups in self.spaces.values():
            for group in groups.values():
                seen: set[int] = set()
                for entries in group.all():
                    for e in entries:
                        if id(e) not in seen:
                            seen.add(id(e))
                            yield e


def _covers(access: Access, pipe: int, e: Entry) -> bool:
    old = e.access
    return old.start >= access.start and old.stop <= access.stop and _stands(access.write, pipe, e)


def _stands(write: int, pipe: int, e: Entry) -> bool:
    """Whether an access on ``pipe`` that covers ``e`` is ordered after it, or of its pipe and kind."""
    if write == 1:
        return True
    return (e.pipe == pipe and e.access.write == write) or (write == 2 and e.access.write != 2)


def _accumulation(e: Entry, access: Access, versions: Versions, carrier: Carrier | None) -> bool:
    """Whether ``access`` adds to the tile that ``e`` (of an earlier trip, if there is a carrier) belongs to."""
    old = e.access
    adds = access.accumulates or (carrier is not None and access.later == carrier.variable)
    return (
        adds
        and old.tile
        and access.constant == old.constant
        and access.dims == old.dims
        and access.inner == old.inner
        and access.terms is not None
        and access.terms == old.terms
        and versions == e.versions
    )


def _thin(entries: list[Entry]) -> None:
    """Make one entry of the older half of each pipe and direction: less exact, never less careful."""
    half = len(entries) // 2
    merged: dict[tuple[int, int], Entry] = {}
    for e in entries[:half]:
        key = e.pipe, e.access.write
        other = merged.get(key)
        if other is None:
            merged[key] = e
        else:
            newest = e if e.stamp >= other.stamp else other
            low, high = min(e.access.low, other.access.low), max(e.access.high, other.access.high)
            whole = Access(e.access.space, e.access.write, low, high, 0, None, (), 0, newest.access.position)
            whole.start = min(e.access.start, other.access.start)
            whole.stop = max(e.access.stop, other.access.stop)
            merged[key] = Entry(whole, e.pipe, newest.stamp, newest.item, ())
    entries[:half] = merged.values()
