"""Rewriting programs: fresh statements with variables replaced by expressions and tensors by tensors.

Passes never change what they are given; they build the parts that differ with a ``Rewrite``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tik.ir import (
    Alloc,
    Assign,
    Binary,
    Block,
    Body,
    Cast,
    Element,
    Exit,
    Expr,
    For,
    If,
    Instr,
    MemRef,
    Number,
    Stmt,
    Tensor,
    Var,
)
from tik.ir.expr import binary
from tik.isa.fields import Mask

__all__ = ["Rewrite", "elements", "operand_elements", "reads_elements"]


_PLAIN = frozenset({int, float, str, bool})


class Rewrite:
    """Replaces variables by ``variables`` and tensors by ``tensors`` in expressions, operands and statements.

    Parts without any of them are shared with the original, statements are always fresh.
    """

    def __init__(self, variables: Mapping[Var, Number] | None = None, tensors: Mapping[Tensor, Tensor] | None = None) -> None:
        self.variables = dict(variables or {})
        self.tensors = dict(tensors or {})
        self.seen: dict[int, tuple[Expr, Number]] = {}  # by id: expressions share subtrees
        self.places: dict[MemRef, MemRef] = {}  # constant ones, which instructions share

    def expr(self, x: Any) -> Any:
        """A number or expression with everything replaced."""
        if not isinstance(x, Expr):
            return x
        found = self.seen.get(id(x))
        if found is None:
            found = self.seen[id(x)] = (x, self._expr(x))
        return found[1]

    def _expr(self, x: Expr) -> Any:
        if isinstance(x, Var):
            return self.variables.get(x, x)
        if isinstance(x, Binary):
            a, b = self.expr(x.a), self.expr(x.b)
            return x if a is x.a and b is x.b else binary(x.op, a, b)
        if isinstance(x, Cast):
            a = self.expr(x.a)
            if a is x.a:
                return x
            return x.of(a) if isinstance(a, Expr) else a
        if isinstance(x, Element):
            tensor, offset = self.tensors.get(x.tensor, x.tensor), self.expr(x.offset)
            return x if tensor is x.tensor and offset is x.offset else Element(tensor, offset, x.dtype)
        return x

    def operand(self, x: Any) -> Any:
        """An operand of any field with everything replaced."""
        if type(x) is MemRef:
            return self.ref(x)
        if isinstance(x, Expr):
            return self.expr(x)
        if isinstance(x, Mask):
            high, low = self.expr(x.high), self.expr(x.low)
            return x if high is x.high and low is x.low else Mask(x.mode, high, low)
        return x

    def ref(self, x: MemRef) -> MemRef:
        """A place with everything replaced."""
        known = self.places.get(x)
        if known is not None:
            return known
        tensor = self.tensors.get(x.tensor, x.tensor)
        if type(x.offset) is not int:
            offset = self.expr(x.offset)
            return x if tensor is x.tensor and offset is x.offset else MemRef(tensor, offset)
        made = self.places[x] = x if tensor is x.tensor else MemRef(tensor, x.offset)
        return made

    def statement(self, s: Stmt) -> Stmt:
        """A fresh statement."""
        if isinstance(s, Instr):
            if s.form is None:
                operand = self.operand
                return Instr(s.op, s.types, [x if type(x) in _PLAIN else operand(x) for x in s.operands], s.position)
            operands, places = list(s.operands), self.places
            for slot in s.form.slots:
                operands[slot] = places.get(operands[slot]) or self.ref(operands[slot])
            return Instr(s.op, s.types, operands, s.position, s.form)
        if isinstance(s, Alloc):
            return Alloc(self.tensors.get(s.tensor, s.tensor), s.position)
        if isinstance(s, Assign):
            target = self.expr(s.var)
            return Assign(target if isinstance(target, Var) else s.var, self.expr(s.value), s.position)
        if isinstance(s, For):
            variable = self.expr(s.var)
            return dataclasses.replace(
                s,
                var=variable if isinstance(variable, Var) else s.var,
                begin=self.expr(s.begin),
                end=self.expr(s.end),
                body=self.body(s.body),
            )
        if isinstance(s, If):
            return If(self.expr(s.cond), self.body(s.then), self.body(s.orelse), s.position)
        if isinstance(s, Block):  # keeps what kind of block it is
            return dataclasses.replace(s, body=self.body(s.body))
        return Exit(s.kind, s.position)

    def body(self, body: Body) -> Body:
        """Fresh statements."""
        return [self.statement(s) for s in body]


def elements(x: Any) -> Iterator[Element]:
    """The tensor elements an expression reads, inner ones first."""
    if isinstance(x, Binary):
        yield from elements(x.a)
        yield from elements(x.b)
    elif isinstance(x, Cast):
        yield from elements(x.a)
    elif isinstance(x, Element):
        yield from elements(x.offset)
        yield x


def reads_elements(operands: Iterable[Any]) -> bool:
    """Whether an operand reads a tensor's element."""
    for x in operands:
        kind = type(x)
        if kind in _PLAIN or (kind is MemRef and type(x.offset) is int):
            continue
        if kind is Mask and type(x.high) is int and type(x.low) is int:
            continue
        if any(True for _ in operand_elements(x)):
            return True
    return False


def operand_elements(x: Any) -> Iterator[Element]:
    """The tensor elements an operand of any field reads."""
    if isinstance(x, Expr):
        yield from elements(x)
    elif isinstance(x, MemRef):
        if isinstance(x.offset, Expr):
            yield from elements(x.offset)
    elif isinstance(x, Mask):
        yield from elements(x.high)
        yield from elements(x.low)
