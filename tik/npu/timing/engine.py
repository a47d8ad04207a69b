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
    ACTIVE,
    ALL,
    ARRIVED,
    AT_BARRIER,
    BANDWIDTH,
    BARRIER,
    BARRIER_TIME,
    BEGIN,
    BLOCK,
    BLOCKED,
    BLOCK_COLUMNS,
    BLOCK_END,
    CAPPED,
    CLASSES,
    CLASS_COLUMNS,
    CLOCK,
    CODE,
    COMPLETE,
    CORE_COLUMNS,
    COUNT,
    CROSS_COLUMNS,
    CROSS_FLAG,
    CROSS_LATENCY,
    DEPTH,
    DONE,
    DYNAMIC,
    END,
    EVENTS,
    FINISH,
    FIRST,
    FLAGS,
    FLAG_LATENCY,
    FLIGHT,
    FREE,
    GIVEN,
    GLOBALS,
    ID,
    ISSUE,
    ISSUED,
    KEY,
    LAST,
    LEFT,
    MATES,
    MATES_END,
    MEMORY,
    MOST_CLASSES,
    MOVED,
    MOVING,
    NEVER,
    NEXT,
    NEXT_BLOCK,
    NOTHING_ISSUED,
    NOW,
    ON_ALL,
    ON_FLAG,
    ON_OTHERS,
    ORDER,
    OTHERS,
    PARTNER,
    PIPE,
    QUEUE_COLUMNS,
    QUEUE_FULL,
    RANK,
    RATE,
    RELEASED,
    ROW,
    ROW_COLUMNS,
    SCALAR_ISSUE,
    SCALAR_SETUP,
    SECTION,
    SETS,
    SLOT,
    SLOTS,
    SPENT_COLUMNS,
    STACKED,
    START,
    STATIC_COLUMNS,
    SYNCING,
    THROUGH,
    TICK,
    TODO,
    TRANSFER,
    UNTIL,
    WAITED,
    WORK,
)
from tik.npu.trace import BUSY, CAP, DRAIN, KIND, PRE, SYNC, WEIGHT

__all__ = ["State", "run"]

PLAIN, SET, WAIT, HOLD = SYNC[None], SYNC["set"], SYNC["wait"], SYNC["barrier"]
CROSS_SET, CROSS_WAIT, BLOCK_BARRIER = SYNC["cross_set"], SYNC["cross_wait"], SYNC["block_barrier"]


# Only ``run`` is called from Python and cached; the others become part of it. No reference counts (nothing is allocated):
# 2.5 times faster. The two hot ones are in line: passing all arrays costs more than what they do, 2.5 times again.
OPTIONS = {"_nrt": False, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
inner = njit(**OPTIONS)
inline = njit(forceinline=True, **OPTIONS)


class State(NamedTuple):
    """All arrays of one simulation; the columns are in ``layout``."""

    rows: Any  # [ROW_COLUMNS, row]
    costs: Any  # [row, COST_COLUMNS]
    table: Any  # [static of all sections, STATIC_COLUMNS]
    cores: Any  # [core, CORE_COLUMNS]
    queues: Any  # [core, QUEUES, QUEUE_COLUMNS]
    spent: Any  # [core, QUEUES, SPENT_COLUMNS]
    blocks: Any  # [block, BLOCK_COLUMNS]
    lists: Any  # [2, core] cores by block; cores to look at
    crossing: Any  # [core, CROSS_COLUMNS, FLAGS]
    globals: Any  # [GLOBALS]
    heap: Any  # [2, n] time, what happens
    finish: Any  # [MOST_CLASSES, 2, n] mark of the virtual clock, core*8 + pipe
    classes: Any  # [MOST_CLASSES, CLASS_COLUMNS]


@inner
def ticks(cycles: float) -> int:
    return int(cycles * TICK + 0.5)


@inner
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


@inner
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


@inner
def look_at(s: State, c: int) -> None:
    """Ask for another evaluation of core ``c``."""
    if s.cores[c, TODO] == 0:
        s.lists[1, s.globals[STACKED]] = c
        s.globals[STACKED] += 1
    s.cores[c, TODO] |= 1


@inline
def step_scalar(s: State, c: int) -> int:
    """Issue from core ``c`` and run its S instructions until it blocks; returns the pipes to look at (bits)."""
    core, queues, spent = s.cores[c], s.queues[c], s.spent[c, 0]
    rows, table, costs, state = s.rows, s.table, s.costs, s.globals
    clock, wake = core[CLOCK], 0
    core[BLOCKED] = THROUGH
    while core[ROW] < core[LAST]:
        row = core[ROW]
        static = rows[ID, row]
        p = table[static, PIPE]
        ready = clock + ticks(costs[row, PRE])
        if p != 0:  # into the queue of its pipe
            queue = queues[p]
            at = queue[ISSUED]
            ready += state[SCALAR_ISSUE] + state[SCALAR_SETUP]
            done = ready
            if at - queue[FIRST] >= state[DEPTH]:
                room = rows[START, rows[ORDER, at - state[DEPTH]]]
                if room < 0:
                    core[BLOCKED] = p
                    break
                done = max(done, room)
            rows[ISSUE, row] = done
            queue[ISSUED] = at + 1
            spent[WORK] += ready - clock
            spent[QUEUE_FULL] += done - ready
            wake |= 1 << p
        else:
            code, key = table[static, CODE], table[static, KEY]
            if key < 0 and code != PLAIN:
                key = rows[DYNAMIC, row]
            start, cause, own = ready, WORK, WORK
            if code == SET:
                own = SYNCING
                wake |= 1 << (key >> 3 & 7)
            elif code == WAIT:
                setter = rows[PARTNER, row]
                if setter < 0 or rows[COMPLETE, setter] < 0:
                    core[BLOCKED] = ON_FLAG
                    break
                start, cause, own = max(ready, rows[COMPLETE, setter] + state[FLAG_LATENCY]), key >> 6, SYNCING
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
            elif code == CROSS_SET:
                own = SYNCING
            elif code == CROSS_WAIT:
                cause, own = OTHERS, SYNCING
                if s.crossing[c, COUNT, key] == 0:
                    core[BLOCKED] = ON_OTHERS
                    break
                s.crossing[c, COUNT, key] -= 1
                start = max(ready, state[NOW])  # the count came at NOW or before
            elif code == BLOCK_BARRIER:
                cause = own = OTHERS
                if core[RELEASED] < 0 and not arrive(s, c, ready):
                    core[BLOCKED] = ON_OTHERS
                    break
                start, core[RELEASED] = core[RELEASED], -1
            done = start + ticks(costs[row, BUSY])
            if code == CROSS_SET:
                push(s.heap, s.globals[EVENTS], done + state[CROSS_LATENCY], CROSS_FLAG << 40 | c << 8 | key)
                s.globals[EVENTS] += 1
            rows[ISSUE, row], rows[START, row], rows[END, row], rows[COMPLETE, row] = ready, start, done, done
            spent[WORK] += ready - clock
            spent[cause] += start - ready
            spent[own] += done - start
            if cause < WORK:
                table[static, WAITED] += start - ready
        clock = done
        core[ROW] = row + 1
    core[CLOCK] = clock
    return wake


@inner
def arrive(s: State, c: int, time: int) -> bool:
    """Core ``c`` is at the barrier of all cores; whether it was the last one, which releases all."""
    state = s.globals
    if s.cores[c, ARRIVED] == 0:
        s.cores[c, ARRIVED] = 1
        state[AT_BARRIER] += 1
        state[BARRIER_TIME] = max(state[BARRIER_TIME], time)
    if state[AT_BARRIER] < len(s.cores):
        return False
    for other in range(len(s.cores)):
        s.cores[other, ARRIVED] = 0
        s.cores[other, RELEASED] = state[BARRIER_TIME]
        if other != c:
            look_at(s, other)
    state[AT_BARRIER] = 0
    state[BARRIER_TIME] = 0
    return True


@inner
def account(spent: Any, free: int, done: int, issued: int, start: int, cause: int) -> None:
    """Book the gap from ``free`` to ``start``: first what is still in flight (until ``done``), then nothing issued (until
    ``issued``), then the cause."""
    here = max(free, min(start, done))
    given = max(here, min(start, issued))
    spent[FLIGHT] += here - free
    spent[NOTHING_ISSUED] += given - here
    spent[cause] += start - given


@inline
def step_pipe(s: State, c: int, p: int) -> int:
    """Run the queue of pipe ``p`` of core ``c`` until it blocks; returns the pipes to look at (bits)."""
    core, queue, spent = s.cores[c], s.queues[c, p], s.spent[c, p]
    rows, table, costs, state = s.rows, s.table, s.costs, s.globals
    wake = 0
    while queue[NEXT] < queue[ISSUED] and queue[MOVING] == 0:
        row = rows[ORDER, queue[NEXT]]
        static = rows[ID, row]
        code, key = table[static, CODE], table[static, KEY]
        if key < 0 and code != PLAIN:
            key = rows[DYNAMIC, row]
        free, done, issued = queue[FREE], queue[DONE], rows[ISSUE, row]
        ready = max(issued, free)
        start, cause = ready, NOTHING_ISSUED
        if code == WAIT:
            setter = rows[PARTNER, row]
            if setter < 0 or rows[COMPLETE, setter] < 0:
                break
            start, cause = max(ready, rows[COMPLETE, setter] + state[FLAG_LATENCY]), key >> 6
        elif code == HOLD:
            start, cause = max(ready, done), BARRIER
        account(spent, free, done, issued, start, cause)
        rows[START, row] = start
        if core[BLOCKED] == p or core[BLOCKED] == ON_ALL:
            wake |= 1
        if code == PLAIN and costs[row, KIND] > 0 and costs[row, WEIGHT] > 0:
            queue[MOVING] = 1
            push(s.heap, s.globals[EVENTS], start, TRANSFER << 40 | c << 3 | p)
            s.globals[EVENTS] += 1
            break
        end = start + ticks(costs[row, BUSY])
        complete = end + ticks(costs[row, DRAIN])
        if code == PLAIN:
            spent[WORK] += end - start
        elif code == HOLD:
            spent[BARRIER] += end - start
            table[static, WAITED] += end - ready
        else:
            over = max(start, min(end, done))
            spent[FLIGHT] += over - start
            spent[SYNCING] += end - over
            if code == WAIT:
                table[static, WAITED] += start - ready
            else:
                complete = max(complete, done)
                if code == SET:
                    wake |= 1 << (key >> 3 & 7)
                else:
                    push(s.heap, s.globals[EVENTS], complete + state[CROSS_LATENCY], CROSS_FLAG << 40 | c << 8 | key)
                    s.globals[EVENTS] += 1
        rows[END, row], rows[COMPLETE, row] = end, complete
        queue[FREE], queue[DONE] = end, max(done, complete)
        queue[NEXT] += 1
    return wake


@inline
def advance(s: State, c: int) -> None:
    """Evaluate core ``c`` as far as it goes; an end of its block is an event when another one waits for its cores."""
    core = s.cores[c]
    todo = core[TODO]
    core[TODO] = 0
    while todo != 0:
        for p in range(ALL):
            if todo >> p & 1:
                todo &= ~(1 << p)
                todo |= step_scalar(s, c) if p == 0 else step_pipe(s, c, p)
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
    if block[LEFT] == 0 and s.globals[NEXT_BLOCK] < len(s.blocks):
        push(s.heap, s.globals[EVENTS], block[UNTIL], BLOCK_END << 40 | core[BLOCK])
        s.globals[EVENTS] += 1


@inner
def begin(s: State, slot: int) -> None:
    """Start the next block, if there is one, on the cores of ``slot``."""
    b, now = s.globals[NEXT_BLOCK], s.globals[NOW]
    if b < len(s.blocks):
        s.globals[NEXT_BLOCK] = b + 1
        s.blocks[b, SLOT] = slot
        for i in range(s.blocks[b, MATES], s.blocks[b, MATES_END]):
            c = s.lists[0, i]
            s.cores[c, BEGIN] = s.cores[c, CLOCK] = now
            for p in range(ALL):
                s.queues[c, p, FREE] = s.queues[c, p, DONE] = now
            look_at(s, c)


@inner
def cross_flag(s: State, c: int, mode: int, flag: int) -> None:
    """A cross-core set of core ``c`` arrives. Counts of a group rise when all its members have set: mode 0 all cores of
    the kind, 1 those of one block, 2 the same but for the other kind's cores of the block."""
    crossing, mates = s.crossing, s.lists[0]
    section, block = s.cores[c, SECTION], s.blocks[s.cores[c, BLOCK]]
    first, last = (0, len(mates)) if mode == 0 else (block[MATES], block[MATES_END])
    crossing[c, SETS + mode, flag] += 1
    least = crossing[c, SETS + mode, flag]
    for i in range(first, last):
        if s.cores[mates[i], SECTION] == section:
            least = min(least, crossing[mates[i], SETS + mode, flag])
    for i in range(first, last):
        counts = crossing[mates[i]]
        if (s.cores[mates[i], SECTION] == section) == (mode != 2) and counts[GIVEN + mode, flag] < least:
            counts[COUNT, flag] += least - counts[GIVEN + mode, flag]
            counts[GIVEN + mode, flag] = least
            look_at(s, mates[i])


@inner
def cap_of(costs: Any, row: int, memory: int) -> int:
    """The most a transfer can do alone; a cap of 0 is the memory's own rate."""
    cap = ticks(costs[row, CAP])
    return cap if cap > 0 else memory


@inner
def class_of(classes: Any, known: int, cap: int) -> int:
    """The class of ``cap``; one more than are known when it is new (the ranks are kept in order)."""
    for k in range(known):
        if classes[k, CAPPED] == cap:
            return k
    classes[known, CAPPED] = cap
    at = known
    while at > 0 and classes[classes[at - 1, RANK], CAPPED] > cap:
        classes[at, RANK] = classes[at - 1, RANK]
        at -= 1
    classes[at, RANK] = known
    return known


@inner
def level(classes: Any, known: int, memory: int) -> None:
    """Set the rate of each class: min(cap, water level), from the lowest cap up."""
    active, left = 0, memory
    for k in range(known):
        active += classes[k, ACTIVE]
    for i in range(known):
        one = classes[classes[i, RANK]]
        if one[ACTIVE] > 0:
            one[RATE] = max(1, min(one[CAPPED], left // active))
            left -= one[RATE] * one[ACTIVE]
            active -= one[ACTIVE]


@inner
def span(amount: int, rate: int) -> int:
    """Ticks that ``amount`` takes at ``rate``, rounded up, without overflow."""
    return ((amount // rate) << 20) + (((amount % rate) << 20) + rate - 1) // rate


@inner
def moved(s: State, c: int, p: int) -> None:
    """The transfer of pipe ``p`` of core ``c`` is over."""
    queue, spent, costs = s.queues[c, p], s.spent[c, p], s.costs
    row = s.rows[ORDER, queue[NEXT]]
    start, busy = s.rows[START, row], ticks(costs[row, BUSY])
    alone = max(busy, span(ticks(costs[row, WEIGHT]), cap_of(costs, row, s.globals[MEMORY])))
    end = max(s.globals[NOW], start + busy)
    complete = end + ticks(costs[row, DRAIN])
    spent[WORK] += end - start
    spent[BANDWIDTH] += max(0, end - start - alone)
    s.rows[END, row], s.rows[COMPLETE, row] = end, complete
    queue[FREE], queue[DONE] = end, max(queue[DONE], complete)
    queue[MOVING] = 0
    queue[NEXT] += 1
    look_at(s, c)
    s.cores[c, TODO] |= 1 << p


@inner
def happen(s: State, what: int) -> int:
    """An event of the heap: a transfer starts, a cross-core flag arrives or a block ends; how many transfers started."""
    state, index = s.globals, what & ((1 << 40) - 1)
    if what >> 40 == CROSS_FLAG:
        cross_flag(s, index >> 8, index >> 4 & 3, index & 15)
        return 0
    if what >> 40 == BLOCK_END:
        begin(s, s.blocks[index, SLOT])
        return 0
    row = s.rows[ORDER, s.queues[index >> 3, index & 7, NEXT]]
    k = class_of(s.classes, state[CLASSES], cap_of(s.costs, row, state[MEMORY]))
    state[CLASSES] = max(state[CLASSES], k + 1)
    one = s.classes[k]
    if one[ACTIVE] == 0:
        one[MOVED] = 0
    push(s.finish[k], one[ACTIVE], one[MOVED] + ticks(s.costs[row, WEIGHT]), index)
    one[ACTIVE] += 1
    return 1


@njit(cache=True, nogil=True, _nrt=False, error_model="numpy")  # type: ignore[misc, unused-ignore]
def run(s: State) -> bool:
    """Simulate to the end, or until nothing can go on; False: too many different caps."""
    classes, finish, state, heap = s.classes, s.finish, s.globals, s.heap
    for slot in range(min(state[SLOTS], len(s.blocks))):
        begin(s, slot)
    while state[CLASSES] < MOST_CLASSES:
        while state[STACKED] > 0:
            state[STACKED] -= 1
            advance(s, s.lists[1, state[STACKED]])
        now, time = state[NOW], NEVER
        if state[EVENTS] > 0:
            time = heap[0, 0]
        for k in range(state[CLASSES]):
            one = classes[k]
            if one[ACTIVE] > 0:
                time = min(time, now + span(max(0, finish[k, 0, 0] - one[MOVED]), one[RATE]))
        if time == NEVER:
            return True
        passed, changed = time - now, 0
        state[NOW] = time
        for k in range(state[CLASSES]):
            one = classes[k]
            if one[ACTIVE] > 0:
                one[MOVED] += (passed >> 20) * one[RATE] + ((passed & (TICK - 1)) * one[RATE] >> 20)
                while one[ACTIVE] > 0 and finish[k, 0, 0] <= one[MOVED]:
                    who = finish[k, 1, 0]
                    drop(finish[k], one[ACTIVE])
                    one[ACTIVE] -= 1
                    changed += 1
                    moved(s, who >> 3, who & 7)
        while state[EVENTS] > 0 and heap[0, 0] <= time:
            what = heap[1, 0]
            drop(heap, state[EVENTS])
            state[EVENTS] -= 1
            changed += happen(s, what)
        if changed > 0:
            level(classes, state[CLASSES], state[MEMORY])
    return False
