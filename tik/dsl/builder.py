"""The TIK builder: the calls of the TIK API on one kernel under construction; it only makes an ``ir.Program``."""

from __future__ import annotations

from typing import Any, NoReturn

from tik.dsl import control, declare, finish, move, reduction, registers, sync
from tik.dsl.calls import Site, method
from tik.dsl.core import Core
from tik.dsl.describe import described
from tik.dsl.names import GUESSES, NOT_YET
from tik.dsl.parameters import Parameters
from tik.isa.instruction import instructions
from tik.types.errors import TikError, did_you_mean
from tik.types.positions import here

__all__ = ["Builder", "UnknownCall"]


class UnknownCall(TikError, AttributeError):
    """A name the builder does not have; also an AttributeError, so that hasattr answers."""


class Builder(Core):
    """One kernel under construction, for one chip (None: the current one).

    Mistakes in calls are collected with the author's line; ``program`` raises them together (at most 20).
    """

    Tensor = declare.declare_tensor
    Scalar = declare.declare_scalar
    InputScalar = declare.declare_input

    for_range = control.for_range
    if_scope = control.if_scope
    elif_scope = control.elif_scope
    else_scope = control.else_scope
    new_stmt_scope = control.new_stmt_scope
    tik_break = control.tik_break
    tik_continue = control.tik_continue
    tik_return = control.tik_return

    data_move = move.data_move
    data_move_pad = move.data_move_pad
    load2dv1 = move.load2dv1
    load2dv2 = move.load2dv2
    mmad = move.mmad
    fix_l0c_gm = move.fix_l0c_gm

    set_flag = sync.set_flag
    wait_flag = sync.wait_flag
    pipe_barrier = sync.pipe_barrier
    block_barrier = sync.block_barrier
    cross_core_set = sync.cross_core_set
    cross_core_wait = sync.cross_core_wait

    vec_reduce_add = reduction.vec_reduce_add
    vec_reduce_max = reduction.vec_reduce_max
    vec_reduce_min = reduction.vec_reduce_min

    scalar_max = registers.scalar_max
    scalar_min = registers.scalar_min
    scalar_abs = registers.scalar_abs

    program = finish.program

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        _refuse(name)


def _refuse(name: str) -> NoReturn:
    """Say what is wrong with a name the builder does not have."""
    if name in NOT_YET:
        raise UnknownCall(
            "TIK-CHIP01",
            f"{name} is part of the TIK API, but not in the kit yet",
            position=here(),
            hint="the calls there are: dir(tik.Tik)",
        )
    known = [n for n in vars(Builder) if not n.startswith("_")]
    hint = GUESSES.get(name) or did_you_mean(name, known)
    raise UnknownCall("TIK-TYPE02", f"the TIK API has no {name}", position=here(), hint=hint)


def _install() -> None:
    """Give the builder a method for each call the instruction definitions name, unless it is written out above."""
    for op in instructions():
        for call in op.calls:
            if call.name in vars(Builder):
                continue
            site = Site.of(op, call)
            made: Any = method(site)
            _dress(made, site.parameters, described(site.parameters, op))
            setattr(Builder, call.name, made)
    for name, parameters in move.SIGNED.items():
        vars(Builder)[name].__signature__ = parameters.signature


def _dress(made: Any, parameters: Parameters, doc: str) -> None:
    made.__name__ = parameters.name
    made.__qualname__ = f"Builder.{parameters.name}"
    made.__module__ = __name__
    made.__doc__ = doc
    made.__signature__ = parameters.signature


_install()
