"""The event loop of the timing model: all cores and the memory they share.

Each core is evaluated as far as what is known allows. Only what cores share goes through one heap of events in the order
of time: starts of transfers, cross-core flags, ends of blocks; ends of transfers come from the heaps of their classes.
Whatever an event releases starts at its time or later, so time never goes back.
"""

from __future__ import annotations

from typing import Any

from tik.npu.native.caching import cached
from tik.npu.timing import layout as at
from tik.npu.timing.compiled import CACHED, SOURCES, inner
from tik.npu.timing.core import advance, look_at
from tik.npu.timing.heap import drop, push
from tik.npu.timing.layout import State
from tik.npu.timing.sharing import cap_of, class_of, level, span, ticks
from tik.npu.trace import BUSY, DRAIN, WEIGHT

__all__ = ["run"]


@inner
def begin(s: State, slot: int) -> None:
    """Start the next block, if there is one, on the cores of ``slot``."""
    b, now = s.globals[at.NEXT_BLOCK], s.globals[at.NOW]
    if b < len(s.blocks):
        s.globals[at.NEXT_BLOCK] = b + 1
        s.blocks[b, at.SLOT] = slot
        for i in range(s.blocks[b, at.MATES], s.blocks[b, at.MATES_END]):
            c = s.lists[0, i]
            s.cores[c, at.BEGIN] = s.cores[c, at.CLOCK] = now
            for p in range(at.ALL):
                s.queues[c, p, at.FREE] = s.queues[c, p, at.DONE] = now
            look_at(s, c)


@inner
def cross_flag(s: State, c: int, mode: int, flag: int) -> None:
    """A cross-core set of core ``c`` arrives. Counts of a group rise when all its members have set: mode 0 all cores of
    the kind, 1 those of one block, 2 the same but for the other kind's cores of the block."""
    crossing, mates = s.crossing, s.lists[0]
    section, block = s.cores[c, at.SECTION], s.blocks[s.cores[c, at.BLOCK]]
    first, last = (0, len(mates)) if mode == 0 else (block[at.MATES], block[at.MATES_END])
    crossing[c, at.SETS + mode, flag] += 1
    least = crossing[c, at.SETS + mode, flag]
    for i in range(first, last):
        if s.cores[mates[i], at.SECTION] == section:
            least = min(least, crossing[mates[i], at.SETS + mode, flag])
    for i in range(first, last):
        counts = crossing[mates[i]]
        if (s.cores[mates[i], at.SECTION] == section) == (mode != 2) and counts[at.GIVEN + mode, flag] < least:
            counts[at.COUNT, flag] += least - counts[at.GIVEN + mode, flag]
            counts[at.GIVEN + mode, flag] = least
            look_at(s, mates[i])


@inner
def moved(s: State, c: int, p: int) -> None:
    """The transfer of pipe ``p`` of core ``c`` is over."""
    queue, spent, costs = s.queues[c, p], s.spent[c, p], s.costs
    row = s.rows[at.ORDER, queue[at.NEXT]]
    start, busy = s.rows[at.START, row], ticks(costs[row, BUSY])
    alone = max(busy, span(ticks(costs[row, WEIGHT]), cap_of(costs, row, s.globals[at.MEMORY])))
    end = max(s.globals[at.NOW], start + busy)
    complete = end + ticks(costs[row, DRAIN])
    spent[at.WORK] += end - start
    spent[at.BANDWIDTH] += max(0, end - start - alone)
    s.rows[at.END, row], s.rows[at.COMPLETE, row] = end, complete
    queue[at.FREE], queue[at.DONE] = end, max(queue[at.DONE], complete)
    queue[at.MOVING] = 0
    queue[at.NEXT] += 1
    look_at(s, c)
    s.cores[c, at.TODO] |= 1 << p


@inner
def happen(s: State, what: int) -> int:
    """An event of the heap: a transfer starts, a cross-core flag arrives or a block ends; how many transfers started."""
    state, index = s.globals, what & ((1 << 40) - 1)
    if what >> 40 == at.CROSS_FLAG:
        cross_flag(s, index >> 8, index >> 4 & 3, index & 15)
        return 0
    if what >> 40 == at.BLOCK_END:
        begin(s, s.blocks[index, at.SLOT])
        return 0
    row = s.rows[at.ORDER, s.queues[index >> 3, index & 7, at.NEXT]]
    k = class_of(s.classes, state[at.CLASSES], cap_of(s.costs, row, state[at.MEMORY]))
    state[at.CLASSES] = max(state[at.CLASSES], k + 1)
    one = s.classes[k]
    if one[at.ACTIVE] == 0:
        one[at.MOVED] = 0
    push(s.finish[k], one[at.ACTIVE], one[at.MOVED] + ticks(s.costs[row, WEIGHT]), index)
    one[at.ACTIVE] += 1
    return 1


def build(sources: int) -> Any:
    @cached(**CACHED)  # type: ignore[misc, unused-ignore]
    def run(s: State) -> bool:
        """Simulate to the end, or until nothing can go on; False: too many different caps."""
        if sources < 0:
            return False  # never; to close over them
        classes, finish, state, heap = s.classes, s.finish, s.globals, s.heap
        for slot in range(min(state[at.SLOTS], len(s.blocks))):
            begin(s, slot)
        while state[at.CLASSES] < at.MOST_CLASSES:
            while state[at.STACKED] > 0:
                state[at.STACKED] -= 1
                advance(s, s.lists[1, state[at.STACKED]])
            now, time = state[at.NOW], at.NEVER
            if state[at.EVENTS] > 0:
                time = heap[0, 0]
            for k in range(state[at.CLASSES]):
                one = classes[k]
                if one[at.ACTIVE] > 0:
                    time = min(time, now + span(max(0, finish[k, 0, 0] - one[at.MOVED]), one[at.RATE]))
            if time == at.NEVER:
                return True
            passed, changed = time - now, 0
            state[at.NOW] = time
            for k in range(state[at.CLASSES]):
                one = classes[k]
                if one[at.ACTIVE] > 0:
                    one[at.MOVED] += (passed >> 20) * one[at.RATE] + ((passed & (at.TICK - 1)) * one[at.RATE] >> 20)
                    while one[at.ACTIVE] > 0 and finish[k, 0, 0] <= one[at.MOVED]:
                        who = finish[k, 1, 0]
                        drop(finish[k], one[at.ACTIVE])
                        one[at.ACTIVE] -= 1
                        changed += 1
                        moved(s, who >> 3, who & 7)
            while state[at.EVENTS] > 0 and heap[0, 0] <= time:
                what = heap[1, 0]
                drop(heap, state[at.EVENTS])
                state[at.EVENTS] -= 1
                changed += happen(s, what)
            if changed > 0:
                level(classes, state[at.CLASSES], state[at.MEMORY])
        return False

    return run


run = build(SOURCES)
