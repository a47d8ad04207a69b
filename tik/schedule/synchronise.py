"""Flags and barriers by a static vector clock (decisions 1 and 2).

A step that conflicts with a step of another pipe that is not known to be complete gets a flag, with one of its own pipe a
pipe barrier. What a flag's source knew when it set the flag, its target knows too, so implied flags are never made.

Loops are passed through until nothing new is needed: what a pass still needs from the one before is carried, by a flag
that is set once before the loop and waited for once behind it. Loops and branches are single items of the run around them.
"""

from __future__ import annotations

import dataclasses

from tik.ir import Program
from tik.schedule.context import Context
from tik.schedule.event_ids import author_ids
from tik.schedule.run import Run
from tik.schedule.timeline import build, emit

__all__ = ["synchronise"]


def synchronise(program: Program) -> Program:
    """The program with set_flag, wait_flag and pipe_barrier wherever two conflicting accesses need them."""
    nodes, items, only_read = build(program)
    Run(Context(author_ids(program), only_read), items).straight()
    return dataclasses.replace(program, body=emit(nodes))
