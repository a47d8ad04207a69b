"""One core: its S pipe issues into queues, and each queue runs in order, as far as what is known allows.

A max-plus recurrence over rows, in integers. What other cores have a say in (transfers, cross-core flags) is an event.
"""

from __future__ import annotations

from typing import Any

from tik.npu.timing import layout as at
from tik.npu.timing.compiled import inline, inner
from tik.npu.timing.heap import push
from tik.npu.timing.layout import State
from tik.npu.timing.sharing import ticks
from tik.npu.trace import BUSY, DRAIN, KIND, PRE, SYNC, WEIGHT

__all__ = ["advance", "look_at"]

PLAIN, SET, WAIT, HOLD = SYNC[None], SYNC["set"], SYNC["wait"], SYNC["barrier"]
CROSS_SET, CROSS_WAIT, BLOCK_BARRIER = SYNC["cross_set"], SYNC["cross_wait"], SYNC["block_barrier"]


@inner
def look_at(s: State, c: int) -> None:
    """Ask for another evaluation of core ``c``."""
    if s.cores[c, at.TODO] == 0:
        s.lists[1, s.globals[at.STACKED]] = c
        s.globals[at.STACKED] += 1
    s.cores[c, at.TODO] |= 1


@inline
def step_scalar(s: State, c: int) -> int:
    """Issue from core ``c`` and run its S instructions until it blocks; returns the pipes to look at (bits)."""
    core, queues, spent = s.cores[c], s.queues[c], s.spent[c, 0]
    rows, table, costs, state = s.rows, s.table, s.costs, s.globals
    clock, wake = core[at.CLOCK], 0
    core[at.BLOCKED] = at.THROUGH
    while core[at.ROW] < core[at.LAST]:
        row = core[at.ROW]
        static = rows[at.ID, row]
        p = table[static, at.PIPE]
        ready = clock + ticks(costs[row, PRE])
        if p != 0:  # into the queue of its pipe
            queue = queues[p]
            spot = queue[at.ISSUED]
            ready += state[at.SCALAR_ISSUE] + state[at.SCALAR_SETUP]
            done = ready
            if spot - queue[at.FIRST] >= state[at.DEPTH]:
                room = rows[at.START, rows[at.ORDER, spot - state[at.DEPTH]]]
                if room < 0:
                    core[at.BLOCKED] = p
                    break
                done = max(done, room)
            rows[at.ISSUE, row] = done
            queue[at.ISSUED] = spot + 1
            spent[at.WORK] += ready - clock
            spent[at.QUEUE_FULL] += done - ready
            s.spent[c, p, at.HELD] += done - ready
            wake |= 1 << p
        else:
            code, key = table[static, at.CODE], table[static, at.KEY]
            if key < 0 and code != PLAIN:
                key = rows[at.DYNAMIC, row]
            start, cause, own = ready, at.WORK, at.WORK
            if code == SET:
                own = at.SYNCING
                wake |= 1 << (key >> 3 & 7)
            elif code == WAIT:
                setter = rows[at.PARTNER, row]
                if setter < 0 or rows[at.COMPLETE, setter] < 0:
                    core[at.BLOCKED] = at.ON_FLAG
                    break
                start, cause, own = max(ready, rows[at.COMPLETE, setter] + state[at.FLAG_LATENCY]), key >> 6, at.SYNCING
            elif code == HOLD:
                cause = own = at.BARRIER
                if key == at.ALL:
                    idle = True
                    for q in range(1, at.ALL):
                        idle = idle and queues[q, at.NEXT] == queues[q, at.ISSUED]
                        start = max(start, queues[q, at.DONE])
                    if not idle:
                        core[at.BLOCKED] = at.ON_ALL
                        break
            elif code == CROSS_SET:
                own = at.SYNCING
            elif code == CROSS_WAIT:
                cause, own = at.OTHERS, at.SYNCING
                if s.crossing[c, at.COUNT, key] == 0:
                    core[at.BLOCKED] = at.ON_OTHERS
                    break
                s.crossing[c, at.COUNT, key] -= 1
                start = max(ready, state[at.NOW])  # the count came spot NOW or before
            elif code == BLOCK_BARRIER:
                cause = own = at.OTHERS
                if core[at.RELEASED] < 0 and not arrive(s, c, ready):
                    core[at.BLOCKED] = at.ON_OTHERS
                    break
                start, core[at.RELEASED] = core[at.RELEASED], -1
            done = start + ticks(costs[row, BUSY])
            if code == CROSS_SET:
                push(s.heap, s.globals[at.EVENTS], done + state[at.CROSS_LATENCY], at.CROSS_FLAG << 40 | c << 8 | key)
                s.globals[at.EVENTS] += 1
            rows[at.ISSUE, row], rows[at.START, row], rows[at.END, row], rows[at.COMPLETE, row] = ready, start, done, done
            spent[at.WORK] += ready - clock
            spent[cause] += start - ready
            spent[own] += done - start
            if cause < at.WORK:
                table[static, at.WAITED] += start - ready
        clock = done
        core[at.ROW] = row + 1
    core[at.CLOCK] = clock
    return wake


@inner
def arrive(s: State, c: int, time: int) -> bool:
    """Core ``c`` is at the barrier of all cores; whether it was the last one, which releases all."""
    state = s.globals
    if s.cores[c, at.ARRIVED] == 0:
        s.cores[c, at.ARRIVED] = 1
        state[at.AT_BARRIER] += 1
        state[at.BARRIER_TIME] = max(state[at.BARRIER_TIME], time)
    if state[at.AT_BARRIER] < len(s.cores):
        return False
    for other in range(len(s.cores)):
        s.cores[other, at.ARRIVED] = 0
        s.cores[other, at.RELEASED] = state[at.BARRIER_TIME]
        if other != c:
            look_at(s, other)
    state[at.AT_BARRIER] = 0
    state[at.BARRIER_TIME] = 0
    return True


@inner
def account(spent: Any, free: int, done: int, issued: int, start: int, cause: int) -> None:
    """Book the gap from ``free`` to ``start``: first what is still in flight (until ``done``), then nothing issued (until
    ``issued``), then the cause."""
    here = max(free, min(start, done))
    given = max(here, min(start, issued))
    spent[at.FLIGHT] += here - free
    spent[at.NOTHING_ISSUED] += given - here
    spent[cause] += start - given


@inline
def step_pipe(s: State, c: int, p: int) -> int:
    """Run the queue of pipe ``p`` of core ``c`` until it blocks; returns the pipes to look at (bits)."""
    core, queue, spent = s.cores[c], s.queues[c, p], s.spent[c, p]
    rows, table, costs, state = s.rows, s.table, s.costs, s.globals
    wake = 0
    while queue[at.NEXT] < queue[at.ISSUED] and queue[at.MOVING] == 0:
        row = rows[at.ORDER, queue[at.NEXT]]
        static = rows[at.ID, row]
        code, key = table[static, at.CODE], table[static, at.KEY]
        if key < 0 and code != PLAIN:
            key = rows[at.DYNAMIC, row]
        free, done, issued = queue[at.FREE], queue[at.DONE], rows[at.ISSUE, row]
        ready = max(issued, free)
        start, cause = ready, at.NOTHING_ISSUED
        if code == WAIT:
            setter = rows[at.PARTNER, row]
            if setter < 0 or rows[at.COMPLETE, setter] < 0:
                break
            start, cause = max(ready, rows[at.COMPLETE, setter] + state[at.FLAG_LATENCY]), key >> 6
        elif code == HOLD:
            start, cause = max(ready, done), at.BARRIER
        account(spent, free, done, issued, start, cause)
        rows[at.START, row] = start
        if core[at.BLOCKED] == p or core[at.BLOCKED] == at.ON_ALL:
            wake |= 1
        if code == PLAIN and costs[row, KIND] > 0 and costs[row, WEIGHT] > 0:
            queue[at.MOVING] = 1
            push(s.heap, s.globals[at.EVENTS], start, at.TRANSFER << 40 | c << 3 | p)
            s.globals[at.EVENTS] += 1
            break
        end = start + ticks(costs[row, BUSY])
        complete = end + ticks(costs[row, DRAIN])
        if code == PLAIN:
            spent[at.WORK] += end - start
        elif code == HOLD:
            spent[at.BARRIER] += end - start
            table[static, at.WAITED] += end - ready
        else:
            over = max(start, min(end, done))
            spent[at.FLIGHT] += over - start
            spent[at.SYNCING] += end - over
            if code == WAIT:
                table[static, at.WAITED] += start - ready
            else:
                complete = max(complete, done)
                if code == SET:
                    wake |= 1 << (key >> 3 & 7)
                else:
                    push(s.heap, s.globals[at.EVENTS], complete + state[at.CROSS_LATENCY], at.CROSS_FLAG << 40 | c << 8 | key)
                    s.globals[at.EVENTS] += 1
        rows[at.END, row], rows[at.COMPLETE, row] = end, complete
        queue[at.FREE], queue[at.DONE] = end, max(done, complete)
        queue[at.NEXT] += 1
    return wake


@inline
def advance(s: State, c: int) -> None:
    """Evaluate core ``c`` as far as it goes; an end of its block is an event when another one waits for its cores."""
    core = s.cores[c]
    todo = core[at.TODO]
    core[at.TODO] = 0
    while todo != 0:
        for p in range(at.ALL):
            if todo >> p & 1:
                todo &= ~(1 << p)
                todo |= step_scalar(s, c) if p == 0 else step_pipe(s, c, p)
    if core[at.ROW] < core[at.LAST] or core[at.FINISH] >= 0:
        return
    finish = core[at.CLOCK]
    for p in range(1, at.ALL):
        if s.queues[c, p, at.NEXT] < s.queues[c, p, at.ISSUED]:
            return
        finish = max(finish, s.queues[c, p, at.DONE])
    core[at.FINISH] = finish
    block = s.blocks[core[at.BLOCK]]
    block[at.LEFT] -= 1
    block[at.UNTIL] = max(block[at.UNTIL], finish)
    if block[at.LEFT] == 0 and s.globals[at.NEXT_BLOCK] < len(s.blocks):
        push(s.heap, s.globals[at.EVENTS], block[at.UNTIL], at.BLOCK_END << 40 | core[at.BLOCK])
        s.globals[at.EVENTS] += 1
