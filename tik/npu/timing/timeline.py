"""What the timing model found: when each instruction ran, and where the time of each pipe went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tik.npu.timing import layout as at
from tik.npu.trace import SYNC, Statics
from tik.stream.model import Instr, Place
from tik.types.pipes import Pipe

__all__ = ["BY_CODE", "Deadlock", "FlagLeft", "PipeTime", "Stuck", "Timeline", "Waiter"]

BY_CODE = tuple(sorted((pipe for pipe in Pipe if pipe is not Pipe.ALL), key=lambda pipe: pipe.code))
CAUSES = {
    **{f"flag from {pipe}": pipe.code for pipe in BY_CODE},
    "barrier": at.BARRIER,
    "other cores": at.OTHERS,
    "nothing issued": at.NOTHING_ISSUED,
    "queue full": at.QUEUE_FULL,
    "flag cycles": at.SYNCING,
    "finished": at.OVER,
}


@dataclass(frozen=True)
class Waiter:
    """The instruction a pipe stood at longest: in ``section``, number ``static``, for ``cycles`` over all cores. Its place is
    that of the instruction it holds back when it has none of its own."""

    instr: Instr
    section: int
    static: int
    cycles: float
    position: Place


@dataclass(frozen=True)
class PipeTime:
    """Where the time of one pipe went, in cycles, of one core or of all together.

    ``total`` = ``work`` (occupied) + ``in_flight`` (results on their way, else idle) + all ``stalls``. ``bandwidth`` is the
    part of ``work`` that transfers lost because the memory is shared; ``held_up`` how long S could issue nothing to any
    pipe because the queue of this one was full.
    """

    pipe: Pipe
    total: float
    work: float
    in_flight: float
    bandwidth: float
    held_up: float
    stalls: Mapping[str, float]  # longest first, none of 0; "finished": nothing left to do

    @property
    def busy(self) -> float:
        """Cycles with an instruction running or in flight, as hardware profilers count."""
        return self.work + self.in_flight

    @property
    def share(self) -> float:
        """busy / total."""
        return self.busy / self.total if self.total else 0.0

    @property
    def waits_for(self) -> str:
        """The main cause of waiting, "" when there is none."""
        return next((cause for cause in self.stalls if cause not in ("finished", "flag cycles")), "")


@dataclass(frozen=True)
class FlagLeft:
    """A flag that was set and never waited for."""

    core: int
    source: Pipe
    destination: Pipe
    event: int
    row: int
    position: Place

    def __str__(self) -> str:
        where = f" ({self.position.short})" if self.position is not None else ""
        return f"core {self.core}: flag {self.source} -> {self.destination}, event {self.event} is left set{where}"


@dataclass(frozen=True)
class Stuck:
    """A pipe that can never go on: it stands at dynamic instruction ``row`` of its core, number ``static`` of the section."""

    core: int
    block: int
    pipe: Pipe
    waits: str
    row: int
    static: int
    position: Place

    def __str__(self) -> str:
        where = f" ({self.position.short})" if self.position is not None else ""
        return f"core {self.core}, pipe {self.pipe}: instruction {self.row} {self.waits}{where}"


@dataclass(frozen=True)
class Deadlock:
    """Nothing can go on any more. ``not_started``: cores whose block never got its turn."""

    stuck: tuple[Stuck, ...]
    flags_left: tuple[FlagLeft, ...]
    not_started: int = 0

    def __str__(self) -> str:
        lines = ["deadlock: no pipe can go on", *map(str, self.stuck[:20])]
        if len(self.stuck) > 20:
            lines.append(f"and {len(self.stuck) - 20} more pipes")
        if self.not_started:
            lines.append(f"{self.not_started} cores were never started")
        return "\n  ".join([*lines, *map(str, self.flags_left[:10])])


@dataclass(frozen=True, eq=False, repr=False)
class Timeline:
    """The times of a launch. Arrays are in ticks of 2⁻²⁰ cycle from the start of the kernel; -1: never happened.

    Rows of core i are ``first[i]:first[i + 1]`` of issue, start, end (the pipe is free), complete (the result is there; a
    set_flag: it fires) and partner (the row of a set's wait and of a wait's set, within all rows; -1).
    """

    ticks: int
    first: NDArray[np.int64]
    issue: NDArray[np.int64]
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    complete: NDArray[np.int64]
    partner: NDArray[np.int64]
    core_start: NDArray[np.int64]
    core_end: NDArray[np.int64]
    slot: NDArray[np.int64]  # the physical place a core's block ran on
    spent: NDArray[np.int64]  # [core, pipe, column of layout]
    waited: NDArray[np.int64]  # [static of all sections]
    statics: tuple[Statics, ...]
    bytes_read: int
    bytes_written: int
    flags_left: tuple[FlagLeft, ...]
    deadlock: Deadlock | None

    @property
    def cycles(self) -> float:
        """From the start of the first core to the end of the last."""
        return self.ticks / at.TICK

    def __repr__(self) -> str:
        rows, cores = len(self.issue), len(self.core_start)
        return f"Timeline({self.cycles:.1f} cycles, {cores} cores, {rows} instructions{', deadlock' if self.deadlock else ''})"

    def pipe(self, pipe: Pipe, core: int | None = None) -> PipeTime:
        """Where the time of ``pipe`` went, of one core or summed over all that ran."""
        spent = self.spent[:, pipe.code].sum(axis=0) if core is None else self.spent[core, pipe.code]
        cycles = [int(value) / at.TICK for value in spent]
        stalls = {cause: cycles[column] for cause, column in CAUSES.items() if spent[column] > 0}
        return PipeTime(
            pipe,
            total=int(spent[: at.BANDWIDTH].sum()) / at.TICK,
            work=cycles[at.WORK],
            in_flight=cycles[at.FLIGHT],
            bandwidth=cycles[at.BANDWIDTH],
            held_up=cycles[at.HELD],
            stalls=dict(sorted(stalls.items(), key=lambda item: -item[1])),
        )

    def pipes(self, core: int | None = None) -> dict[Pipe, PipeTime]:
        """``pipe`` of every pipe that did something."""
        used = self.spent[:, : at.ALL, [at.WORK, at.SYNCING, at.BARRIER]].sum(axis=(0, 2))
        return {pipe: self.pipe(pipe, core) for pipe in BY_CODE if used[pipe.code] > 0}

    def waiter(self, pipe: Pipe) -> Waiter | None:
        """The instruction that ``pipe`` stood at longest (a wait or a barrier), None when it never waited."""
        best: tuple[int, int, int] | None = None
        shift = 0
        for section, statics in enumerate(self.statics):
            waited = np.where(statics.pipe == pipe.code, self.waited[shift : shift + len(statics.pipe)], 0)
            shift += len(statics.pipe)
            most = int(np.argmax(waited)) if len(waited) else 0
            if len(waited) and waited[most] > (best[0] if best else 0):
                best = (int(waited[most]), section, most)
        if best is None:
            return None
        time, section, static = best
        instr = self.statics[section].instrs[static]
        return Waiter(instr, section, static, time / at.TICK, place(self.statics[section], static))


def place(statics: Statics, static: int) -> Place:
    """The author's position of an instruction, or of the next one on its pipe that has one."""
    pipe = statics.pipe[static]
    for i in range(static, len(statics.instrs)):
        position = statics.instrs[i].position
        if position is not None and statics.pipe[i] == pipe and (i == static or statics.sync[i] == SYNC[None]):
            return position
    return None
