"""What later accesses may still have to wait for."""

from __future__ import annotations

import random

from tik.ir import Exit
from tik.schedule.access import Access, Dims
from tik.schedule.history import CROWDED, History, Needs
from tik.schedule.timeline import PIPES, Item, S

HERE = Item("instr", S, Exit("return"), 0)
NOTHING = (0,) * len(PIPES)


def access(low: int, size: int, write: int, dims: Dims = ()) -> Access:
    return Access("x", write, low, low + size, low, (), dims, size)


def newest(history: History, a: Access, pipe: int) -> dict[int, int]:
    needs: Needs = {}
    history.find(a, (), pipe, NOTHING, -1, needs)
    return {source: stamp for source, (stamp, _) in needs.items()}


def test_reads_do_not_conflict_and_writes_do() -> None:
    history = History(None)
    history.add(access(0, 32, False), (), 1, 2, HERE, stands=True)
    history.add(access(64, 32, True), (), 2, 4, HERE, stands=True)
    assert newest(history, access(0, 96, False), 3) == {2: 4}
    assert newest(history, access(0, 96, True), 3) == {1: 2, 2: 4}
    assert newest(history, access(32, 32, True), 3) == {}


def test_a_write_stands_for_what_it_covers() -> None:
    history = History(None)
    for stamp in range(1, 6):
        history.add(access(0, 32, stamp % 2 == 0), (), 1, stamp, HERE, stands=True)
    history.add(access(0, 64, True), (), 2, 9, HERE, stands=True)
    assert [e[0] for e in history.entries()] == [9]


def test_writes_together_stand_for_what_they_cover() -> None:
    history = History(None)
    history.add(access(0, 64, True), (), 1, 2, HERE, stands=True)
    history.add(access(0, 32, True), (), 2, 4, HERE, stands=True)
    assert newest(history, access(0, 8, False), 3) == {2: 4}
    assert newest(history, access(24, 16, False), 3) == {1: 2, 2: 4}
    history.add(access(16, 64, True), (), 3, 6, HERE, stands=True)
    assert [e[0] for e in history.entries()] == [4, 6]


def test_a_read_does_not_stand_for_a_write() -> None:
    history = History(None)
    history.add(access(0, 32, True), (), 1, 2, HERE, stands=True)
    history.add(access(0, 64, False), (), 1, 4, HERE, stands=True)
    assert newest(history, access(0, 32, False), 3) == {1: 2}


def test_an_entry_that_does_not_stand_keeps_the_others() -> None:
    history = History(None)
    history.add(access(0, 32, True), (), 1, 2, HERE, stands=True)
    history.add(access(0, 64, True), (), 2, 4, HERE, stands=False)
    assert len(list(history.entries())) == 2


def test_atomic_adds_need_no_order_among_each_other() -> None:
    history = History(None)
    history.add(access(0, 32, 2), (), 1, 2, HERE, stands=True)
    assert newest(history, access(0, 32, 2), 1) == newest(history, access(0, 32, 2), 3) == {}
    assert newest(history, access(0, 32, 1), 1) == newest(history, access(0, 32, 0), 3) == {1: 2}
    history.add(access(0, 64, 1), (), 1, 4, HERE, stands=True)
    assert newest(history, access(0, 32, 2), 1) == {1: 4}


def test_an_atomic_add_does_not_stand_for_one_of_another_pipe() -> None:
    """Of its own pipe it does, and for the writes and reads it is ordered after."""
    history = History(None)
    for pipe, write, stamp in ((1, 2, 2), (2, 2, 4), (3, 1, 6), (3, 0, 7)):
        history.add(access(0, 32, write), (), pipe, stamp, HERE, stands=write != 1)
    history.add(access(0, 64, 2), (), 1, 9, HERE, stands=True)
    assert newest(history, access(0, 64, 1), 4) == {1: 9, 2: 4}


def test_crowds_are_thinned_without_losing_an_order() -> None:
    """Against all accesses kept: never an older stamp than the newest conflict, never one missing."""
    rng = random.Random(1)
    history = History(None)
    kept: list[tuple[Access, int, int]] = []
    for stamp in range(1, 6 * CROWDED):
        a = access(rng.randrange(0, 3000), rng.choice([4, 32, 200, 60000]), rng.random() < 0.3)
        a.dims, a.plain = ((1, 1),) if rng.random() < 0.8 else (), False
        pipe = rng.randrange(3)
        wanted: dict[int, int] = {}
        for b, source, then in kept:
            if (a.write or b.write) and a.low < b.high and b.low < a.high:
                wanted[source] = max(wanted.get(source, 0), then)
        found = newest(history, a, pipe)
        assert all(found.get(source, 0) >= then for source, then in wanted.items())
        history.add(a, (), pipe, stamp, HERE, stands=False)
        kept.append((a, pipe, stamp))
    assert len(list(history.entries())) < len(kept)
