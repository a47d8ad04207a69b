"""Columns of the arrays the timing model works on, and its unit of time (users of it write ``at.NEXT``)."""

from __future__ import annotations

from typing import Any, NamedTuple

from tik.types.pipes import Pipe

TICK = 1 << 20  # ticks a cycle
NEVER = 1 << 62
ALL = Pipe.ALL.code

# The table of static instructions.
PIPE, CODE, KEY, WAITED = range(4)  # KEY: source*64 + destination*8 + event; barrier: pipe; mode*16 + flag; -1: in a register
# WAITED: how long pipes stood at it, a result.
STATIC_COLUMNS = 4

# Rows (this axis comes first): times, -1 before they are known; static instruction; rows by core and pipe; set and wait
# row of each other; KEY where the static one is -1.
ISSUE, START, END, COMPLETE, ID, ORDER, PARTNER, DYNAMIC, ROW_COLUMNS = range(9)

# A core.
ROW, LAST, SHIFT, SECTION, BLOCK, CLOCK, BLOCKED, TODO, BEGIN, FINISH, ARRIVED, RELEASED, CORE_COLUMNS = range(13)
# BLOCKED is the code of a pipe (its queue is full) or one of these.
ON_FLAG, ON_ALL, ON_OTHERS, THROUGH = 8, 9, 10, 11

# The queue of one pipe of one core. NEXT and ISSUED count in the pairing's order; MOVING: its transfer is on the way.
NEXT, ISSUED, FIRST, FREE, DONE, MOVING, QUEUE_COLUMNS = range(7)

# A block: its cores are mates[MATES:MATES_END].
MATES, MATES_END, LEFT, UNTIL, SLOT, BLOCK_COLUMNS = range(6)

# Where the time of a pipe goes: 0 … 6 is waiting for a flag of that pipe. They sum to the core's time, but for
# two: BANDWIDTH is the part of WORK that transfers lost to others, HELD how long S stood because this queue was full.
BARRIER, OTHERS, NOTHING_ISSUED, QUEUE_FULL, SYNCING, WORK, FLIGHT, OVER, BANDWIDTH, HELD, SPENT_COLUMNS = range(7, 18)

# Globals: parameters, in ticks but for the counts.
SCALAR_ISSUE, SCALAR_SETUP, DEPTH, FLAG_LATENCY, CROSS_LATENCY, SLOTS, MEMORY = range(7)
# What changes: cores to look at, events in the heap, cores at the block barrier and its time, the next block, classes.
STACKED, EVENTS, AT_BARRIER, BARRIER_TIME, NEXT_BLOCK, CLASSES, NOW, GLOBALS = range(7, 15)

# What an event of the heap is.
TRANSFER, CROSS_FLAG, BLOCK_END = range(3)
# Cross-core flags of a core: sets done in mode 0 … 2, counts received of each mode, counts to wait for.
SETS, GIVEN, COUNT, CROSS_COLUMNS = 0, 3, 6, 7
FLAGS = 16

# A class of transfers: its cap, current rate, virtual clock, transfers on the way, and at [i, RANK] the class with the
# i-th lowest cap.
CAPPED, RATE, MOVED, ACTIVE, RANK, CLASS_COLUMNS = range(6)
MOST_CLASSES = 64


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
