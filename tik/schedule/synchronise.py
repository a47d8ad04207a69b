"""Flags and barriers by a static vector clock (decisions 1 and 2).

A step that conflicts with a step of another pipe that is not known to be complete gets a flag, with one of its own pipe a
pipe barrier. What a flag's source knew when it set the flag, its target knows too, so implied flags are never made.

Loops are passed through until nothing new is needed: what a pass still needs from the one before is carried, by a flag
that is set once before the loop and waited for once behind it. Loops and branches are single items of the run around them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from tik.ir import Program
from tik.schedule.context import Context
from tik.schedule.event_ids import author_ids
from tik.schedule.run import Run
from tik.schedule.timeline import Item, build, emit
from tik.types.scopes import Scope

__all__ = ["synchronise"]


def synchronise(program: Program) -> Program:
    """The program with set_flag, wait_flag and pipe_barrier wherever two conflicting accesses need them."""
    nodes, items = build(program)
    Run(Context(author_ids(program), _never_written(items)), items).straight()
    return dataclasses.replace(program, body=emit(nodes))


def _never_written(items: Sequence[Item]) -> frozenset[object]:
    """Global memory that is only read: nothing about it needs order."""
    read: set[object] = set()
    written: set[object] = set()
    rest = list(items)
    while rest:
        item = rest.pop()
        for access in item.accesses:
            (written if access.write else read).add(access.space)
        for body in item.bodies:
            rest += body
    return frozenset(space for space in read - written if not isinstance(space, Scope))
