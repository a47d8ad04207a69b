"""Ordering between pipes and between cores (decisions 1-3)."""

from __future__ import annotations

from tik.isa.costs import Cost, occupies
from tik.isa.fields import Choice, Int
from tik.isa.instruction import Call, Instruction, instruction
from tik.types.pipes import Pipe

PIPES = tuple(pipe.value for pipe in Pipe if pipe is not Pipe.ALL)
EVENT = Int("event_id", 0, 7, None, "id", "event id, 0..7 for each pair of pipes")


def issue_cost(chip_flag_issue: float) -> Cost:
    return occupies(chip_flag_issue)


@instruction
class SetFlag(Instruction):
    """Fires when everything before it on pipe ``src_pipe`` is complete."""

    family = "sync"
    mnemonic = "set_flag"
    pipe = "src_pipe"
    sync = "set"
    combos = ((),)
    fields = (Choice("src_pipe", PIPES), Choice("dst_pipe", PIPES), EVENT)
    calls = (Call("set_flag", "src_pipe dst_pipe event_id"),)
    cost = staticmethod(issue_cost)


@instruction
class WaitFlag(Instruction):
    """Holds pipe ``dst_pipe`` until the flag is set, then clears it."""

    family = "sync"
    mnemonic = "wait_flag"
    pipe = "dst_pipe"
    sync = "wait"
    combos = ((),)
    fields = SetFlag.fields
    calls = (Call("wait_flag", "src_pipe dst_pipe event_id"),)
    cost = staticmethod(issue_cost)


@instruction
class PipeBarrier(Instruction):
    """Everything before it on the pipe (or on all pipes) is complete before anything behind it starts."""

    family = "sync"
    mnemonic = "pipe_barrier"
    pipe = "pipe"
    sync = "barrier"
    combos = ((),)
    fields = (Choice("pipe", tuple(pipe.value for pipe in Pipe)),)
    calls = (Call("pipe_barrier", "pipe"),)

    @staticmethod
    def cost(pipe: int, chip_barrier_v: float, chip_barrier_pipe: float) -> Cost:
        """barrier_v on pipe V, barrier_pipe elsewhere."""
        return occupies(chip_barrier_v if pipe == 1 else chip_barrier_pipe)


@instruction
class CrossCoreSet(Instruction):
    """Raises a counter other cores of the group wait for, when everything before it on the pipe is complete."""

    family = "sync"
    mnemonic = "cross_core_set"
    pipe = "pipe"
    sync = "cross_set"
    combos = ((),)
    fields = (Int("mode", 0, 2, None, "mode", "0 cores of the kind, 1 vector cores of an AI core, 2 cube <-> its vector cores"),
              Choice("pipe", PIPES), Int("flag_id", 0, 10, None, "id", "number of the counter"))
    calls = (Call("cross_core_set", "mode pipe flag_id"),)
    cost = staticmethod(issue_cost)


@instruction
class CrossCoreWait(Instruction):
    """Blocks the core while the counter is 0, then lowers it."""

    family = "sync"
    mnemonic = "cross_core_wait"
    pipe = Pipe.S
    sync = "cross_wait"
    combos = ((),)
    fields = (Int("flag_id", 0, 10, None, "id", "number of the counter"),)
    calls = (Call("cross_core_wait", "flag_id"),)
    cost = staticmethod(issue_cost)


@instruction
class BlockBarrier(Instruction):
    """All cores of the launch reach it before any goes on."""

    family = "sync"
    mnemonic = "block_barrier"
    pipe = Pipe.S
    sync = "block_barrier"
    combos = ((),)
    fields = ()

    @staticmethod
    def cost(chip_block_barrier: float) -> Cost:
        return occupies(chip_block_barrier)
