"""A placed, synchronised program becomes a stream: names, addresses, registers."""

from __future__ import annotations

import re
from typing import Any

from tik.codegen.kinds import section_kind
from tik.codegen.scalars import Scalars, written
from tik.ir import (
    Alloc,
    Assign,
    Block,
    Body,
    Element,
    Exit,
    Expr,
    For,
    Form,
    If,
    Instr,
    MemRef,
    Number,
    Program,
    Tensor,
    Var,
    const_value,
)
from tik.ir.expr import as_expr, cast
from tik.isa.fields import Field, Int, Mask, Value
from tik.stream import model as s
from tik.stream.model import Place
from tik.types.errors import TikError
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

__all__ = ["generate"]

KIT = "0.1.0"


def generate(program: Program) -> s.Stream:
    """The stream of a program whose local tensors have addresses. Raises TIK-CHIP01 for mixed kernels on split chips."""
    return _Emitter(program).stream()


class _Emitter:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.names: dict[Tensor, str] = {}
        self.taken: set[str] = set()
        self.next: dict[str, int] = {}  # number to try for a name that is taken
        self.buffers: list[s.Buffer] = []
        self.out: list[s.Node] = []
        self.scalars = Scalars(program.block, lambda instr: self.out.append(instr), self.element)
        self.places: dict[MemRef, s.Mem] = {}  # of constant offsets
        self.made: dict[tuple[Tensor, int], s.Mem] = {}  # the same, each once
        self.forms: dict[Form, list[tuple[int, type[int | float]]]] = {}  # of those met, the values and what they are

    def stream(self) -> s.Stream:
        program = self.program
        kind = section_kind(program)
        args = []
        for arg in program.args:
            if arg.tensor is not None:
                args.append(s.Arg(self.name(arg.tensor), "gm", arg.tensor.dtype, arg.role, arg.tensor.nbytes, None, arg.zero))
            else:
                assert arg.var is not None
                args.append(s.Arg(arg.name, "scalar", arg.var.dtype, arg.role, None, self.scalars.register(arg.var)))
        constants = tuple(s.Constant(self.name(t), t.dtype, data) for t, data in program.constants)
        count = program.block_count
        blocks = self.scalars.register(count) if isinstance(count, Var) else count
        self.body(program.body)
        return s.Stream(
            program.name,
            program.chip.name,
            tuple(args),
            tuple(self.buffers),
            (s.Section(kind, tuple(self.out)),),
            blocks,
            constants,
            KIT,
        )

    def name(self, tensor: Tensor) -> str:
        if tensor not in self.names:
            plain = re.sub(r"\W", "_", tensor.name) or "t"
            plain = plain if not plain[0].isdigit() else "t" + plain
            name, number = plain, self.next.get(plain, 1)
            while name in self.taken:
                name, number = f"{plain}.{number}", number + 1
            self.next[plain] = number
            self.taken.add(name)
            self.names[tensor] = name
        return self.names[tensor]

    def body(self, body: Body) -> None:
        for stmt in body:
            if isinstance(stmt, Instr):
                self.instr(stmt)
            elif isinstance(stmt, Alloc):
                self.buffer(stmt.tensor)
            elif isinstance(stmt, Assign):
                self.assign(stmt)
            elif isinstance(stmt, For):
                self.loop(stmt)
            elif isinstance(stmt, If):
                self.branch(stmt)
            elif isinstance(stmt, Block):
                self.body(stmt.body)
            else:
                assert isinstance(stmt, Exit)
                self.out.append(s.Exit(stmt.kind, stmt.position))

    def buffer(self, tensor: Tensor) -> None:
        assert tensor.address is not None and tensor.nbytes is not None, f"{tensor.name} was not placed"
        name = self.name(tensor)
        self.buffers.append(s.Buffer(name, tensor.scope, tensor.dtype, tensor.address, tensor.nbytes, tensor.position))

    def nested(self, body: Body) -> tuple[s.Node, ...]:
        outer, self.out = self.out, []
        self.body(body)
        inner, self.out = self.out, outer
        return tuple(inner)

    def loop(self, stmt: For) -> None:
        start = self.scalars.operand(stmt.begin, stmt.position)
        stop = self.scalars.operand(stmt.end, stmt.position)
        with self.scalars.nested([stmt]):
            inner = self.nested(stmt.body)
        self.out.append(s.Loop(self.scalars.register(stmt.var), _whole(start), _whole(stop), stmt.step, inner, stmt.position))

    def branch(self, stmt: If) -> None:
        value = const_value(stmt.cond)
        if value is not None:
            self.body(stmt.then if value else stmt.orelse)
            return
        assert isinstance(stmt.cond, Expr)
        cond = self.scalars.operand(stmt.cond, stmt.position)
        assert isinstance(cond, s.Reg)
        with self.scalars.nested(stmt.then, stmt.orelse):
            before = dict(self.scalars.known)
            then = self.nested(stmt.then)
            self.scalars.known = before
            self.scalars.changed(list(self.scalars.version))
            orelse = self.nested(stmt.orelse)
        self.out.append(s.If(cond, then, orelse, stmt.position))

    def assign(self, stmt: Assign) -> None:
        value = cast(as_expr(stmt.value, stmt.var.dtype), stmt.var.dtype)
        self.scalars.compute(value, stmt.position, None, into=self.scalars.register(stmt.var))
        self.scalars.changed([stmt.var])

    def place(self, tensor: Tensor, offset: Number, position: Place) -> s.Mem:
        if tensor.scope is not Scope.GM and tensor not in self.names:
            raise TikError("TIK-MEM02", f"tensor {tensor.name} is used outside its scope", position=position)
        constant, reg = self.scalars.address(offset, position)
        return s.Mem(self.name(tensor), constant, reg)

    def memory(self, ref: MemRef, position: Place) -> s.Mem:
        made = self.place(ref.tensor, ref.offset, position)
        if made.reg is None:
            made = self.places[ref] = self.made.setdefault((ref.tensor, made.const), made)
        return made

    def element(self, x: Element, position: Place) -> s.Mem:
        return self.place(x.tensor, x.offset, position)

    def instr(self, stmt: Instr) -> None:
        """Kernels unrolled by Python have 200,000 of these, of few forms: all but memory and values passes straight through."""
        form, places, op = stmt.form, self.places, stmt.op
        values = self.forms.get(form) if form is not None else None
        if form is None or values is None:
            operands = [self.operand(f, value, stmt) for f, value in zip(op.fields, stmt.operands, strict=True)]
            if form is not None:
                kinds = [(at, stmt.types[f.type]) for at, f in enumerate(op.fields) if isinstance(f, Value)]
                self.forms[form] = [(at, float if kind.is_float else int) for at, kind in kinds]
        else:
            operands = list(stmt.operands)
            for slot in form.slots:
                ref = operands[slot]
                operands[slot] = places.get(ref) or self.memory(ref, stmt.position)
            for slot, kind in values:
                operands[slot] = kind(operands[slot])
        self.out.append(s.Instr(op, stmt.types, tuple(operands), stmt.position))
        if op.pipe is Pipe.S:
            self.scalars.changed(written(stmt))

    def operand(self, f: Field, value: Any, stmt: Instr) -> Any:
        """An operand that needs scalar instructions, or a conversion to its field's dtype."""
        number = self.scalars.operand
        if isinstance(value, MemRef):
            return self.places.get(value) or self.memory(value, stmt.position)
        if isinstance(f, Int):
            return number(value, stmt.position)
        if isinstance(f, Value):
            return number(value, stmt.position, stmt.types[f.type])
        if isinstance(value, Mask):
            if isinstance(value.low, int) and isinstance(value.high, int):
                return value
            return Mask(value.mode, number(value.high, stmt.position), number(value.low, stmt.position))
        if isinstance(value, Var):
            return self.scalars.register(value)
        assert not isinstance(value, Expr), f"{stmt.op.mnemonic} {f.name} has no run-time value"
        return value


def _whole(x: int | float | s.Reg) -> int | s.Reg:
    return int(x) if isinstance(x, float) else x
