"""Flags and barriers placed by hand (tik_api §5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.dsl.calls import Site, add
from tik.dsl.tensor import TensorView
from tik.ir import Instr
from tik.isa.sync import BlockBarrier, CrossCoreSet, CrossCoreWait, PipeBarrier, SetFlag, WaitFlag
from tik.types.dtypes import i64
from tik.types.errors import TikError
from tik.types.positions import here
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["block_barrier", "cross_core_set", "cross_core_wait", "pipe_barrier", "set_flag", "wait_flag"]

_SET = Site(SetFlag, "set_flag", "src_pipe dst_pipe event_id")
_WAIT = Site(WaitFlag, "wait_flag", "src_pipe dst_pipe event_id")
_BARRIER = Site(PipeBarrier, "pipe_barrier", "pipe")
_CROSS_SET = Site(CrossCoreSet, "cross_core_set", "mode pipe flag_id")
_CROSS_WAIT = Site(CrossCoreWait, "cross_core_wait", "flag_id")


def pipe_name(pipe: Any) -> Any:
    """A pipe as the kit spells it: "PIPE_V" and "V" are the same."""
    return pipe.removeprefix("PIPE_") if isinstance(pipe, str) else getattr(pipe, "value", pipe)


def set_flag(core: Core, src_pipe: str, dst_pipe: str, event_id: Any) -> None:
    """Fires when everything before it on ``src_pipe`` is complete; ``event_id`` 0..7. Pipes as "PIPE_V" or "V"."""
    add(core, _SET, (pipe_name(src_pipe), pipe_name(dst_pipe), event_id))


def wait_flag(core: Core, src_pipe: str, dst_pipe: str, event_id: Any) -> None:
    """Holds ``dst_pipe`` until the flag of this pair and id is set, then clears it."""
    add(core, _WAIT, (pipe_name(src_pipe), pipe_name(dst_pipe), event_id))


def pipe_barrier(core: Core, pipe: str) -> None:
    """Everything before it on the pipe ("PIPE_ALL": on all pipes) is complete before anything behind it starts."""
    if isinstance(pipe, str) and pipe_name(pipe) == "S":
        core.mistake("TIK-SYNC08", "pipe_barrier(S): the scalar pipe is ordered by hardware", hint="leave it out")
        return
    add(core, _BARRIER, (pipe_name(pipe),))


def cross_core_set(core: Core, mode: Any, pipe: str, flag_id: Any) -> None:
    """Raises counter ``flag_id`` (0..10) of the group's cores when everything before it on the pipe is complete."""
    if _has_cross_flags(core):
        add(core, _CROSS_SET, (mode, pipe_name(pipe), flag_id))


def cross_core_wait(core: Core, flag_id: Any) -> None:
    """Blocks the core while counter ``flag_id`` is 0, then lowers it."""
    if _has_cross_flags(core):
        add(core, _CROSS_WAIT, (flag_id,))


def _has_cross_flags(core: Core) -> bool:
    if not core.chip.has("cross_core_flags"):
        core.mistake("TIK-CHIP01", f"{core.chip.name} has no flags between cores", hint="use block_barrier")
        return False
    return True


def block_barrier(core: Core, sync_workspace: TensorView) -> None:
    """All cores of the launch reach it before any goes on; the workspace is an int64 GM tensor of 4 elements a core.

    More blocks than the chip runs at once wait for ever: TIK-SYNC04 when they run.
    """
    try:
        if not isinstance(sync_workspace, TensorView) or sync_workspace.tensor.scope is not Scope.GM:
            raise TikError(
                "TIK-TYPE02",
                "block_barrier takes a workspace tensor in GM",
                position=here(),
                hint=_WORKSPACE,
            )
        _check_workspace(core, sync_workspace)
    except TikError as error:
        core.collect(error)
        return
    sync_workspace.tensor.used = True
    core.body.append(Instr(BlockBarrier, (), (), here()))


def _check_workspace(core: Core, view: TensorView) -> None:
    """It holds 4 int64 for each block launched, where it is known how many there are."""
    if view.type is not i64:
        raise TikError(
            "TIK-TYPE01",
            f"the workspace of block_barrier is int64, {view.name} is {view.type.name}",
            position=here(),
            hint=_WORKSPACE,
        )
    blocks, nbytes, offset = core.block_count, view.tensor.nbytes, view.ref.offset
    if core.launch is not None or not isinstance(blocks, int) or not isinstance(offset, int) or nbytes is None:
        return
    if nbytes - offset < 32 * blocks:
        raise TikError(
            "TIK-MEM03",
            f"the workspace of block_barrier has {(nbytes - offset) // 8} elements, {4 * blocks} are needed",
            position=here(),
            details=(f"4 int64 for each of {blocks} blocks; {view.name} has shape {view.shape}",),
            hint=_WORKSPACE,
        )


_WORKSPACE = 't.Tensor("int64", (4 * cores,), tik.scope_gm, "sync", is_workspace=True)'
