"""What bounds a kernel, in a word and in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tik.chips.loader import Chip
from tik.npu.timing import layout as at
from tik.npu.timing.timeline import BY_CODE, PipeTime, Timeline, Waiter
from tik.npu.trace import KIND, SYNC, WEIGHT, Trace
from tik.types.pipes import Pipe

__all__ = ["Bound", "explain", "overlap"]

WORD = {
    Pipe.S: "scalar",
    Pipe.V: "vector",
    Pipe.M: "cube",
    Pipe.MTE1: "mte1",
    Pipe.MTE2: "mte2",
    Pipe.MTE3: "mte3",
    Pipe.FIX: "fix",
}
TO_MEMORY = (Pipe.MTE2, Pipe.MTE3, Pipe.FIX)
BUSY_ENOUGH = 0.75  # a pipe (or the memory) used so much of the time is the bound
SHARED_ENOUGH = 0.1  # part of a transfer pipe's work lost to other cores from which on the memory is the bound


@dataclass(frozen=True)
class Bound:
    """``bound_by``: memory, vector, cube, mte1, mte2, mte3, fix, scalar, latency or launch; ``inside``: the same of the kernel
    without its launch. ``short``: a few words with the main number. ``text``: a sentence, also ``str()``. ``memory``: used
    share of the chip's bandwidth. ``work``: the share of the time the cores ran that each pipe was occupied."""

    bound_by: str
    short: str
    text: str
    inside: str
    memory: float
    work: Mapping[Pipe, float]
    waiter: Waiter | None

    def __str__(self) -> str:
        return self.text


def explain(timeline: Timeline, trace: Trace, chip: Chip) -> Bound:
    """Why the kernel takes as long as it does."""
    pipes = timeline.pipes()
    work = {pipe: time.work / time.total if time.total else 0.0 for pipe, time in pipes.items()}
    memory = memory_share(timeline, trace, chip)
    if timeline.deadlock is not None:
        return Bound("latency", "deadlock", str(timeline.deadlock), "latency", memory, work, None)
    bound_by, top = decide(pipes, work, memory)
    short = in_short(bound_by, top, timeline, trace, work, memory, chip)
    # who waits for the bound: of a busy pipe the others do, else the pipe that works most waits itself
    waiter = timeline.waiter(top) if bound_by == "latency" and top is not None else longest(timeline, top)
    text = short + waiting(waiter, timeline) + (held_up(pipes) if bound_by == "latency" else "") + unevenness(timeline, trace)
    inside = bound_by
    launch_us, time_us = started_us(timeline, trace, chip), chip.microseconds(timeline.cycles)
    if launch_us >= time_us:
        short = f"launch: starting it takes {launch_us:.1f} us, running {time_us:.1f} us"
        text = f"{short}; inside: {text}"
        bound_by = "launch"
    return Bound(bound_by, short, text, inside, memory, work, waiter)


def decide(pipes: Mapping[Pipe, PipeTime], work: Mapping[Pipe, float], memory: float) -> tuple[str, Pipe | None]:
    """The word, and the pipe that works most."""
    if not work:
        return "latency", None
    top = max(work, key=lambda pipe: work[pipe])
    if work[top] >= BUSY_ENOUGH:
        shared = pipes[top].bandwidth >= SHARED_ENOUGH * pipes[top].work
        return ("memory" if top in TO_MEMORY and (shared or memory >= BUSY_ENOUGH) else WORD[top]), top
    if memory >= BUSY_ENOUGH:
        return "memory", max(TO_MEMORY, key=lambda pipe: work.get(pipe, 0.0))
    return "latency", top


def in_short(
    bound_by: str, top: Pipe | None, timeline: Timeline, trace: Trace, work: Mapping[Pipe, float], memory: float, chip: Chip
) -> str:
    """The bound and its number."""
    if top is None:
        return "latency: no pipe does anything"
    if bound_by == "memory":
        return f"{top}: memory bandwidth {memory:.0%} of {chip.number('hbm_tbs'):g} TB/s"
    if bound_by == "scalar":
        return f"scalar issue: S busy {work[top]:.0%}"
    if bound_by != "latency":
        return f"{top} busy {work[top]:.0%}"
    others = sorted((pipe for pipe in work if pipe not in (Pipe.S, top) and work[pipe] > 0), key=lambda pipe: -work[pipe])
    if top is Pipe.S or not others:
        return f"latency: no pipe is busy most of the time ({top} most: {work[top]:.0%})"
    shared = overlap(timeline, trace, top, others[0])
    how = "no overlap" if shared < 0.05 else f"only {shared:.0%} overlap" if shared < 0.5 else f"{shared:.0%} overlap"
    return (
        f"latency: pipes wait for each other, {how} between {top} (occupied {work[top]:.0%}) and {others[0]} "
        f"({work[others[0]]:.0%})"
    )


def longest(timeline: Timeline, but: Pipe | None) -> Waiter | None:
    """The longest wait of any pipe but the bound itself and S."""
    waiters = [timeline.waiter(pipe) for pipe in BY_CODE if pipe not in (but, Pipe.S)]
    return max((w for w in waiters if w is not None), key=lambda w: w.cycles, default=None)


def waiting(waiter: Waiter | None, timeline: Timeline) -> str:
    """Who waits longest, for what, where."""
    ran = int((timeline.core_end - timeline.core_start).sum()) / at.TICK
    if waiter is None or ran == 0 or waiter.cycles < 0.01 * ran:
        return ""
    where = f" at {waiter.position.short}" if waiter.position is not None else ""
    share = f"{waiter.cycles / ran:.0%} of the time"
    if waiter.instr.op.sync == "wait":
        source, destination = waiter.instr.operand("src_pipe"), waiter.instr.operand("dst_pipe")
        return f"; {destination} waits for {source} {share}{where}"
    if waiter.instr.op.sync == "barrier":
        return f"; {waiter.instr.pipe} stands at barriers {share}, most{where}"
    return f"; {waiter.instr.pipe} waits for other cores {share}{where}"


def held_up(pipes: Mapping[Pipe, PipeTime]) -> str:
    """Says so when one full queue keeps S from feeding the other pipes for much of the time."""
    most = max(pipes.values(), key=lambda time: time.held_up, default=None)
    if most is None or most.held_up < 0.1 * most.total:
        return ""
    return f"; S cannot issue {most.held_up / most.total:.0%} of the time because the queue of {most.pipe} is full"


def unevenness(timeline: Timeline, trace: Trace) -> str:
    """Says so when cores are idle for much of the kernel, because blocks are not alike or the last wave is small."""
    blocks = len({core.block for core in trace.cores})
    if blocks < 2 or timeline.ticks == 0:
        return ""
    places = len(np.unique(timeline.slot)) * len(trace.cores) / blocks  # cores that run at once
    used = int((timeline.core_end - timeline.core_start).sum()) / (timeline.ticks * places)
    if used >= 0.8:
        return ""
    why = "the last wave of blocks is small" if len(np.unique(timeline.core_start)) > 1 else "blocks are not alike"
    return f"; cores have nothing to do {1 - used:.0%} of the time ({why})"


def memory_share(timeline: Timeline, trace: Trace, chip: Chip) -> float:
    """Part of what the memory could deliver in the time; inefficient accesses count with what they occupy."""
    if timeline.ticks == 0:
        return 0.0
    weight = sum(float(core.costs[core.costs[:, KIND] > 0, WEIGHT].sum()) for core in trace.cores)
    return weight / (chip.hbm_bytes_per_cycle() * timeline.cycles)


def started_us(timeline: Timeline, trace: Trace, chip: Chip) -> float:
    """What starting the kernel costs."""
    sections = trace.stream.sections
    kind = sections[0].kind if len(sections) == 1 else "mixed"
    blocks = len({core.block for core in trace.cores})
    return chip.launch_us(min(blocks, chip.blocks_at_once(kind)))


def overlap(timeline: Timeline, trace: Trace, one: Pipe, other: Pipe) -> float:
    """Part of the time of the less busy of two pipes during which the other one works as well, over all cores."""
    both = least = 0.0
    for core in range(len(timeline.core_start)):
        a, b = worked(timeline, trace, core, one), worked(timeline, trace, core, other)
        total_a, total_b = float((a[1] - a[0]).sum()), float((b[1] - b[0]).sum())
        least += min(total_a, total_b)
        if total_a and total_b:
            both += float((done_until(b, a[1]) - done_until(b, a[0])).sum())
    return both / least if least else 0.0


def worked(timeline: Timeline, trace: Trace, core: int, pipe: Pipe) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Starts and ends of the instructions of ``pipe`` that are no flags."""
    rows = slice(int(timeline.first[core]), int(timeline.first[core + 1]))
    statics, ids = trace.statics[trace.cores[core].section], trace.cores[core].ids
    mine = (statics.pipe[ids] == pipe.code) & (statics.sync[ids] == SYNC[None]) & (timeline.end[rows] >= 0)
    return timeline.start[rows][mine], timeline.end[rows][mine]


def done_until(spans: tuple[NDArray[np.int64], NDArray[np.int64]], time: NDArray[np.int64]) -> NDArray[np.int64]:
    """Ticks worked before each time, of spans in order and apart."""
    starts, ends = spans
    before = np.concatenate([[0], np.cumsum(ends - starts)])
    index = np.searchsorted(starts, time, side="right")
    inside = np.minimum(time, ends[np.maximum(index - 1, 0)]) - starts[np.maximum(index - 1, 0)]
    result: NDArray[np.int64] = np.where(index > 0, before[np.maximum(index - 1, 0)] + inside, 0)
    return result
