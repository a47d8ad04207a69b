"""The event loop of the timing model: all cores, all pipes and the memory they share, compiled.

Each core is evaluated as far as what is known allows: a max-plus recurrence over its rows in integers. Only what cores
share goes through one heap of events in the order of time: starts of transfers, cross-core flags, ends of blocks.
Transfers progress together: one virtual clock (bytes moved by each of its transfers) and one heap of finish marks for each
cap, all of which run at min(cap, water level). Bytes and rates are integers in 2⁻²⁰ too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import njit

from tik.npu.timing.layout import (
    ALL,
    ARRIVED,
    BANDWIDTH,
    BARRIER,
    BEGIN,
    BLOCK,
    BLOCK_END,
    BLOCKED,
    CLASSES,
    CLOCK,
    CODE,
    COMPLETE,
    CROSS_FLAG,
    CROSS_LATENCY,
    DEPTH,
    DONE,
    END,
    FINISH,
    FIRST,
    FLAG_LATENCY,
    FLIGHT,
    FREE,
    ISSUE,
    ISSUED,
    KEY,
    LAST,
    LEFT,
    MATES,
    MATES_END,
    MEMORY,
    MOVING,
    NEVER,
    NEXT,
    NOTHING_ISSUED,
    ON_ALL,
    ON_FLAG,
    ON_OTHERS,
    OTHERS,
    OVER,
    PIPE,
    QUEUE_FULL,
    RELEASED,
    ROW,
    SCALAR_ISSUE,
    SCALAR_SETUP,
    SECTION,
    SHIFT,
    SLOT,
    SLOTS,
    START,
    SYNCING,
    THROUGH,
    TICK,
    TODO,
    TRANSFER,
    UNTIL,
    WORK,
)
from tik.npu.trace import BUSY, CAP, DRAIN, KIND, PRE, SYNC, WEIGHT

__all__ = ["State", "run"]

PLAIN, SET, WAIT, HOLD = SYNC[None], SYNC["set"], SYNC["wait"], SYNC["barrier"]
CROSS_SET, CROSS_WAIT, BLOCK_BARRIER = SYNC["cross_set"], SYNC["cross_wait"], SYNC["block_barrier"]


class State(NamedTuple):
    """All arrays of one simulation; the columns are in ``layout``."""

    ids: Any  # [row] static instruction within its section
    costs: Any  # [row, COST_COLUMNS]
    table: Any  # [static of all sections, STATIC_COLUMNS]
    dynamic: Any  # [row] key where the static one is -1 (or empty)
    order: Any  # [row] rows by core and pipe
    partner: Any  # [row] set and wait of each other, -1: none
    cores: Any  # [core, CORE_COLUMNS]
    queues: Any  # [core, PIPES, QUEUE_COLUMNS]
    times: Any  # [4, row] ISSUE, START, END, COMPLETE; -1: not yet
    spent: Any  # [core, PIPES, SPENT_COLUMNS]
    waited: Any  # [static] time pipes stood at this wait
    blocks: Any  # [block, BLOCK_COLUMNS]
    mates: Any  # [core] cores by block
    sets: Any  # [core, MODES, FLAGS] cross-core sets done
    given: Any  # [core, MODES, FLAGS] cross-core counts received
    counts: Any  # [core, FLAGS] cross-core counts to wait for
    stack: Any  # [core] cores to look at
    shared: Any  # depth of the stack, events in the heap, cores at the block barrier, its time, next block
    heap: Any  # [2, n] time, what
    finish: Any  # [CLASSES, 2, n] mark of the virtual clock, core*8 + pipe
    caps: Any  # [CLASSES, 4] cap, rate, virtual clock, transfers
    parameters: Any


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def ticks(cycles: float) -> int:
    return int(cycles * TICK + 0.5)


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def push(heap: Any, size: int, key: int, value: int) -> None:
    """Put (key, value) into a binary heap of ``size`` entries."""
    keys, values = heap[0], heap[1]
    at = size
    while at > 0:
        up = (at - 1) >> 1
        if keys[up] < key or (keys[up] == key and values[up] <= value):
            break
        keys[at], values[at] = keys[up], values[up]
        at = up
    keys[at], values[at] = key, value


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def drop(heap: Any, size: int) -> None:
    """Take the least entry out of a heap of ``size`` entries."""
    keys, values = heap[0], heap[1]
    last = size - 1
    key, value = keys[last], values[last]
    at = 0
    while True:
        down = 2 * at + 1
        if down >= last:
            break
        right = down + 1
        if right < last and (keys[right] < keys[down] or (keys[right] == keys[down] and values[right] < values[down])):
            down = right
        if key < keys[down] or (key == keys[down] and value <= values[down]):
            break
        keys[at], values[at] = keys[down], values[down]
        at = down
    keys[at], values[at] = key, value


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def look_at(s: State, c: int, pipes: int) -> None:
    """Ask for another evaluation of these pipes (bits) of core ``c``."""
    if s.cores[c, TODO] == 0:
        s.stack[s.shared[0]] = c
        s.shared[0] += 1
    s.cores[c, TODO] |= pipes


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def event(s: State, time: int, what: int, index: int) -> None:
    push(s.heap, s.shared[1], time, what << 40 | index)
    s.shared[1] += 1


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def step_scalar(s: State, c: int, now: int) -> int:
    """Issue from core ``c`` and run its S instructions until it blocks; returns the pipes to look at."""
    core, queues, spent = s.cores[c], s.queues[c], s.spent[c, 0]
    times, ids, table, costs = s.times, s.ids, s.table, s.costs
    latency, depth = s.parameters[FLAG_LATENCY], s.parameters[DEPTH]
    issue = s.parameters[SCALAR_ISSUE] + s.parameters[SCALAR_SETUP]
    clock, wake = core[CLOCK], 0
    core[BLOCKED] = THROUGH
    while core[ROW] < core[LAST]:
        row = core[ROW]
        static = ids[row] + core[SHIFT]
        p = table[static, PIPE]
        ready = clock + ticks(costs[row, PRE])
        if p != 0:  # into the queue of its pipe
            queue = queues[p]
            at = queue[ISSUED]
            ready += issue
            done = ready
            if at - queue[FIRST] >= depth:
                room = times[START, s.order[at - depth]]
                if room < 0:
                    core[BLOCKED] = p
                    break
                done = max(done, room)
            times[ISSUE, row] = done
            queue[ISSUED] = at + 1
            spent[WORK] += ready - clock
            spent[QUEUE_FULL] += done - ready
            wake |= 1 << p
        else:
            code = table[static, CODE]
            key = table[static, KEY]
            if key < 0 and code != PLAIN:
                key = s.dynamic[row]
            start, cause, own = ready, WORK, WORK
            if code == SET:
                own = SYNCING
                wake |= 1 << (key >> 3 & 7)
            elif code == WAIT:
                setter = s.partner[row]
                if setter < 0 or times[COMPLETE, setter] < 0:
                    core[BLOCKED] = ON_FLAG
                    break
                start, cause, own = max(ready, times[COMPLETE, setter] + latency), key >> 6, SYNCING
            elif code == HOLD:
                cause = own = BARRIER
                if key == ALL:
                    idle = True
                    for q in range(1, ALL):
                        idle = idle and queues[q, NEXT] == queues[q, ISSUED]
                        start = max(start, queues[q, DONE])
                    if not idle:
                        core[BLOCKED] = ON_ALL
                        break
            elif code == CROSS_WAIT:
                cause, own = OTHERS, SYNCING
                if s.counts[c, key] == 0:
                    core[BLOCKED] = ON_OTHERS
                    break
                s.counts[c, key] -= 1
                start = max(ready, now)  # the count came at or before ``now``
            elif code == BLOCK_BARRIER:
                cause = own = OTHERS
                if core[RELEASED] < 0:
                    if core[ARRIVED] == 0:
                        core[ARRIVED] = 1
                        s.shared[2] += 1
                        s.shared[3] = max(s.shared[3], ready)
                    core[BLOCKED] = ON_OTHERS
                    if s.shared[2] == len(s.cores):
                        for other in range(len(s.cores)):
                            s.cores[other, ARRIVED], s.cores[other, RELEASED] = 0, s.shared[3]
                            if other != c:
                                look_at(s, other, 1)
                        s.shared[2] = s.shared[3] = 0
                        continue
                    break
                start, core[RELEASED] = core[RELEASED], -1
            done = start + ticks(costs[row, BUSY])
            if code == CROSS_SET:
                own = SYNCING
                event(s, done + s.parameters[CROSS_LATENCY], CROSS_FLAG, c << 8 | key)
            times[ISSUE, row], times[START, row], times[END, row], times[COMPLETE, row] = ready, start, done, done
            spent[WORK] += ready - clock
            spent[cause] += start - ready
            spent[own] += done - start
            if cause < WORK:
                s.waited[static] += start - ready
        clock = done
        core[ROW] = row + 1
    core[CLOCK] = clock
    return wake


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def account(spent: Any, free: int, done: int, issued: int, start: int, cause: int) -> int:
    """Book the gap from ``free`` to ``start``: first what is still in flight (until ``done``), then nothing issued (until
    ``issued``), then the cause; returns the last."""
    here = max(free, min(start, done))
    spent[FLIGHT] += here - free
    given = max(here, min(start, issued))
    spent[NOTHING_ISSUED] += given - here
    spent[cause] += start - given
    return start - given


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def step_pipe(s: State, c: int, p: int) -> int:
    """Run the queue of pipe ``p`` of core ``c`` until it blocks; returns the pipes to look at."""
    core, queue, spent = s.cores[c], s.queues[c, p], s.spent[c, p]
    times, costs = s.times, s.costs
    wake = 0
    while queue[NEXT] < queue[ISSUED] and queue[MOVING] == 0:
        row = s.order[queue[NEXT]]
        static = s.ids[row] + core[SHIFT]
        code = s.table[static, CODE]
        free, done, issued = queue[FREE], queue[DONE], times[ISSUE, row]
        start, cause = max(issued, free), NOTHING_ISSUED
        key = s.table[static, KEY]
        if key < 0 and code != PLAIN:
            key = s.dynamic[row]
        if code == WAIT:
            setter = s.partner[row]
            if setter < 0 or times[COMPLETE, setter] < 0:
                break
            start, cause = max(start, times[COMPLETE, setter] + s.parameters[FLAG_LATENCY]), key >> 6
        elif code == HOLD:
            start, cause = max(start, done), BARRIER
        lost = account(spent, free, done, issued, start, cause)
        times[START, row] = start
        if core[BLOCKED] == p or core[BLOCKED] == ON_ALL:
            wake |= 1
        if code == PLAIN and costs[row, KIND] > 0 and costs[row, WEIGHT] > 0:
            queue[MOVING] = 1
            event(s, start, TRANSFER, c << 3 | p)
            break
        end = start + ticks(costs[row, BUSY])
        complete = end + ticks(costs[row, DRAIN])
        if code == PLAIN:
            spent[WORK] += end - start
        elif code == HOLD:
            spent[BARRIER] += end - start
            s.waited[static] += lost
        else:
            over = max(start, min(end, done))
            spent[FLIGHT] += over - start
            spent[SYNCING] += end - over
            if code == WAIT:
                s.waited[static] += lost
            else:
                complete = max(complete, done)
                if code == SET:
                    wake |= 1 << (key >> 3 & 7)
                else:
                    event(s, complete + s.parameters[CROSS_LATENCY], CROSS_FLAG, c << 8 | key)
        times[END, row], times[COMPLETE, row] = end, complete
        queue[FREE], queue[DONE] = end, max(done, complete)
        queue[NEXT] += 1
    return wake


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def advance(s: State, c: int, now: int) -> None:
    """Evaluate core ``c`` as far as it goes; an end of its block is an event."""
    core = s.cores[c]
    todo, core[TODO] = core[TODO], 0
    while todo != 0:
        for p in range(ALL):
            if todo >> p & 1:
                todo &= ~(1 << p)
                todo |= step_scalar(s, c, now) if p == 0 else step_pipe(s, c, p)
    if core[ROW] < core[LAST] or core[FINISH] >= 0:
        return
    finish = core[CLOCK]
    for p in range(1, ALL):
        if s.queues[c, p, NEXT] < s.queues[c, p, ISSUED]:
            return
        finish = max(finish, s.queues[c, p, DONE])
    core[FINISH] = finish
    block = s.blocks[core[BLOCK]]
    block[LEFT] -= 1
    block[UNTIL] = max(block[UNTIL], finish)
    if block[LEFT] == 0:
        event(s, block[UNTIL], BLOCK_END, core[BLOCK])


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def begin(s: State, b: int, slot: int, now: int) -> None:
    """Start block ``b`` on the cores of ``slot``."""
    s.blocks[b, SLOT] = slot
    for i in range(s.blocks[b, MATES], s.blocks[b, MATES_END]):
        c = s.mates[i]
        s.cores[c, BEGIN] = s.cores[c, CLOCK] = now
        s.queues[c, :, FREE] = now
        s.queues[c, :, DONE] = now
        look_at(s, c, 1)


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def cross_flag(s: State, c: int, mode: int, flag: int) -> None:
    """A cross-core set of core ``c`` arrives. Counts of a group rise when all its members have set: mode 0 all cores of
    the kind, 1 those of one block, 2 the same but for the other kind's cores of the block."""
    s.sets[c, mode, flag] += 1
    section, block = s.cores[c, SECTION], s.blocks[s.cores[c, BLOCK]]
    first, last = (0, len(s.mates)) if mode == 0 else (block[MATES], block[MATES_END])
    least = s.sets[c, mode, flag]
    for i in range(first, last):
        member = s.mates[i]
        if s.cores[member, SECTION] == section:
            least = min(least, s.sets[member, mode, flag])
    for i in range(first, last):
        target = s.mates[i]
        if (s.cores[target, SECTION] == section) == (mode != 2) and s.given[target, mode, flag] < least:
            s.counts[target, flag] += least - s.given[target, mode, flag]
            s.given[target, mode, flag] = least
            look_at(s, target, 1)


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def level(caps: Any, classes: int, memory: int) -> None:
    """Set the rate of each cap class: min(cap, water level); caps ascend."""
    active, left = 0, memory
    for k in range(classes):
        active += caps[k, 3]
    for k in range(classes):
        if caps[k, 3] > 0:
            caps[k, 1] = max(1, min(caps[k, 0], left // active))
            left -= caps[k, 1] * caps[k, 3]
            active -= caps[k, 3]


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def find_caps(s: State) -> int:
    """The different caps, ascending; a cap of 0 is the memory's own rate. -1: too many."""
    classes = 0
    for row in range(len(s.ids)):
        if s.costs[row, KIND] > 0 and s.costs[row, WEIGHT] > 0:
            cap = cap_of(s, row)
            k = 0
            while k < classes and s.caps[k, 0] < cap:
                k += 1
            if k == classes or s.caps[k, 0] != cap:
                if classes == CLASSES:
                    return -1
                for j in range(classes, k, -1):
                    s.caps[j, 0] = s.caps[j - 1, 0]
                s.caps[k, 0] = cap
                classes += 1
    return classes


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def cap_of(s: State, row: int) -> int:
    cap = ticks(s.costs[row, CAP])
    return cap if cap > 0 else s.parameters[MEMORY]


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def span(amount: int, rate: int) -> int:
    """Ticks that ``amount`` takes at ``rate``, rounded up, without overflow."""
    return ((amount // rate) << 20) + (((amount % rate) << 20) + rate - 1) // rate


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def moved(s: State, c: int, p: int, now: int) -> None:
    """The transfer of pipe ``p`` of core ``c`` is over at ``now``."""
    queue, spent = s.queues[c, p], s.spent[c, p]
    row = s.order[queue[NEXT]]
    start = s.times[START, row]
    alone = max(ticks(s.costs[row, BUSY]), span(ticks(s.costs[row, WEIGHT]), cap_of(s, row)))
    end = max(now, start + ticks(s.costs[row, BUSY]))
    complete = end + ticks(s.costs[row, DRAIN])
    spent[WORK] += end - start
    spent[BANDWIDTH] += max(0, end - start - alone)
    s.times[END, row], s.times[COMPLETE, row] = end, complete
    queue[FREE], queue[DONE] = end, max(queue[DONE], complete)
    queue[MOVING] = 0
    queue[NEXT] += 1
    look_at(s, c, 1 << p | 1)


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def run(s: State) -> int:
    """Simulate; returns the end of the last core in ticks (-1: too many different caps)."""
    classes = find_caps(s)
    if classes < 0:
        return -1
    caps, finish, shared, heap = s.caps, s.finish, s.shared, s.heap
    now = 0
    while shared[4] < min(s.parameters[SLOTS], len(s.blocks)):
        begin(s, shared[4], shared[4], 0)
        shared[4] += 1
    while True:
        while shared[0] > 0:
            shared[0] -= 1
            advance(s, s.stack[shared[0]], now)
        time = heap[0, 0] if shared[1] > 0 else NEVER
        for k in range(classes):
            if caps[k, 3] > 0:
                time = min(time, now + span(max(0, finish[k, 0, 0] - caps[k, 2]), caps[k, 1]))
        if time == NEVER:
            break
        passed, now = time - now, time
        changed = False
        for k in range(classes):
            if caps[k, 3] > 0:
                caps[k, 2] += (passed >> 20) * caps[k, 1] + ((passed & (TICK - 1)) * caps[k, 1] >> 20)
                while caps[k, 3] > 0 and finish[k, 0, 0] <= caps[k, 2]:
                    who = finish[k, 1, 0]
                    drop(finish[k], caps[k, 3])
                    caps[k, 3] -= 1
                    changed = True
                    moved(s, who >> 3, who & 7, now)
        while shared[1] > 0 and heap[0, 0] == now:
            what, index = heap[1, 0] >> 40, heap[1, 0] & ((1 << 40) - 1)
            drop(heap, shared[1])
            shared[1] -= 1
            if what == TRANSFER:
                queue = s.queues[index >> 3, index & 7]
                row = s.order[queue[NEXT]]
                cap, k = cap_of(s, row), 0
                while caps[k, 0] != cap:
                    k += 1
                if caps[k, 3] == 0:
                    caps[k, 2] = 0
                push(finish[k], caps[k, 3], caps[k, 2] + ticks(s.costs[row, WEIGHT]), index)
                caps[k, 3] += 1
                changed = True
            elif what == CROSS_FLAG:
                cross_flag(s, index >> 8, index >> 4 & 3, index & 15)
            elif shared[4] < len(s.blocks):
                begin(s, shared[4], s.blocks[index, SLOT], now)
                shared[4] += 1
        if changed:
            level(caps, classes, s.parameters[MEMORY])
    return close(s)


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def close(s: State) -> int:
    """Book what is left of each pipe's time; the end of the last core (of a stuck one: as far as it came)."""
    total = 0
    for c in range(len(s.cores)):
        core = s.cores[c]
        if core[BEGIN] < 0:
            continue
        until = core[CLOCK]
        for p in range(1, ALL):
            until = max(until, s.queues[c, p, DONE])
        for p in range(ALL):
            queue, spent = s.queues[c, p], s.spent[c, p]
            free = core[CLOCK] if p == 0 else queue[FREE]
            spent[FLIGHT] += max(0, queue[DONE] - free)
            spent[OVER] += until - max(free, queue[DONE])
        total = max(total, until)
        if core[FINISH] < 0:
            core[FINISH] = -1 - until
    return total
