"""Multi-buffering: a loop with ``copies`` = N works on N sets of its tensors in turn.

    for i in range(b, e, s), copies N:        Copies
        body                                    for i in range(b, b + whole groups, s*N):
                                                    Copy 0: body with i
                                                    Copy 1: body with i + s
                                                tail: the trips left over, as Copy 0, Copy 1, ...

The steady state has no branch. A constant number of trips left over is peeled, else a chain of ifs runs it.
Copy k of every tensor lies in arena k of the buffer planner, so copies never share bytes.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from tik.ir import (
    Alloc,
    Assign,
    Block,
    Body,
    Exit,
    Expr,
    For,
    If,
    Instr,
    Number,
    Program,
    Stmt,
    Tensor,
    Var,
    as_expr,
    const_value,
    walk,
)
from tik.ir.expr import binary, evaluate
from tik.schedule.rewrite import Rewrite

__all__ = ["Copies", "Copy", "clone_tensor", "expand_copies", "has_exit"]


@dataclass(slots=True)
class Copies(Block):
    """A multi-buffered loop with its tail: ``count`` arenas live as long as this block."""

    count: int = 2


@dataclass(slots=True)
class Copy(Block):
    """One trip of a multi-buffered loop, its tensors in arena ``index``."""

    index: int = 0


def expand_copies(program: Program) -> Program:
    """Every loop with copies > 1 unrolled by that number; loops that break, continue or return keep one buffer."""
    return dataclasses.replace(program, body=_body(program.body))


def clone_tensor(tensor: Tensor, origin: Tensor) -> Tensor:
    """A tensor of the same kind that is a copy of ``origin``."""
    copy = Tensor(tensor.name, tensor.dtype, tensor.scope, tensor.shape, tensor.nbytes, tensor.position)
    copy.address, copy.pinned, copy.origin = tensor.address, tensor.pinned, origin
    return copy


def has_exit(body: Body) -> bool:
    """Whether a trip may end early, or the kernel with it."""
    return any(isinstance(s, Exit) for s in walk(body))


def _body(body: Body) -> Body:
    return [_statement(s) for s in body]


def _statement(s: Stmt) -> Stmt:
    if isinstance(s, Instr):
        return s
    if isinstance(s, If):
        return If(s.cond, _body(s.then), _body(s.orelse), s.position)
    if isinstance(s, Block):
        return dataclasses.replace(s, body=_body(s.body))
    if not isinstance(s, For):
        return s
    loop = dataclasses.replace(s, body=_body(s.body))
    if loop.copies <= 1:
        return loop
    trips = _trips(loop)
    if has_exit(loop.body) or (trips is not None and trips <= 1):
        return dataclasses.replace(loop, copies=1)
    return _unroll(loop, trips)


def _trips(loop: For) -> int | None:
    span = evaluate(binary("sub", loop.end, loop.begin), {})
    return None if span is None else max(0, -(-int(span) // loop.step))


def _unroll(loop: For, trips: int | None) -> Block:
    count = loop.copies if trips is None else min(loop.copies, trips)
    if trips is not None:
        groups = trips // count
        end = binary("add", loop.begin, groups * count * loop.step)
        stop: Number = value if (value := const_value(end)) is not None else end
        body: Body = [_steady(loop, loop.begin, stop, count)]
        body += [_copy(loop, end, k) for k in range(trips - groups * count)]
        return Copies(body, position=loop.position, count=count)
    # A run-time number of trips: keep begin and trips in registers, because the loop may change what they are made of.
    setup: Body = []
    begin = _held(loop.begin, loop, setup, "begin")
    span = binary("sub", loop.end, begin)
    amount: Number = span if loop.step == 1 else binary("div", binary("add", span, loop.step - 1), loop.step)
    total = _held(binary("max", amount, 0), loop, setup, "trips")
    rest = _held(binary("mod", total, count), loop, setup, "rest")
    limit = _held(binary("add", begin, binary("mul", binary("sub", total, rest), loop.step)), loop, setup, "limit")
    tail: Body = []
    for k in reversed(range(count - 1)):
        tail = [If(binary("lt", k, rest), [_copy(loop, limit, k), *tail], [], loop.position)]
    return Copies([*setup, _steady(loop, begin, limit, count), *tail], position=loop.position, count=count)


def _held(value: Number, loop: For, setup: Body, name: str) -> Number:
    """A value that is evaluated once, before the loop."""
    if not isinstance(value, Expr) or const_value(value) is not None or (isinstance(value, Var) and value.kind != "scalar"):
        return value
    register = Var(value.dtype, f"{loop.var.name}_{name}")
    setup.append(Assign(register, value, loop.position))
    return register


def _steady(loop: For, begin: Number, end: Number, count: int) -> For:
    body: Body = [_copy(loop, loop.var, k) for k in range(count)]
    return For(loop.var, begin, end, body, loop.step * count, 1, loop.position)


def _copy(loop: For, first: Number, index: int) -> Copy:
    """Trip ``first`` + index * step, on tensors of its own."""
    value = binary("add", as_expr(first, loop.var.dtype), index * loop.step)
    tensors = {s.tensor: clone_tensor(s.tensor, s.tensor.origin) for s in walk(loop.body) if isinstance(s, Alloc)}
    variables: dict[Var, Number] = {} if value is loop.var else {loop.var: value}
    for s in walk(loop.body):  # inner loops count in variables of their own
        if isinstance(s, For):
            variables[s.var] = _fresh(s.var)
    return Copy(Rewrite(variables, tensors).body(loop.body), position=loop.position, index=index)


def _fresh(var: Var) -> Var:
    copy = Var(var.dtype, var.name, var.kind)
    copy.upper = var.upper
    return copy
