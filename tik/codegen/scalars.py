"""Scalar expressions -> S instructions on registers, with common subexpressions computed once (decision 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from tik import ir
from tik.ir import Assign, Binary, Body, Cast, Const, Element, Expr, For, Number, Var, const_value, walk
from tik.ir.expr import COMPARISONS, Bits, join
from tik.isa import INSTRUCTIONS
from tik.isa.fields import Out
from tik.stream.model import BLOCK, Instr, Mem, Place, Reg
from tik.types.dtypes import DType, i32, i64
from tik.types.pipes import Pipe

__all__ = ["Scalars", "assigned", "written"]

FLOAT_DIV = {"div": "sfdiv"}
Key = tuple[Any, ...]


def assigned(*bodies: Body) -> list[Var]:
    """Variables that statements in the bodies give values to."""
    out: list[Var] = []
    for body in bodies:
        for stmt in walk(body):
            if isinstance(stmt, Assign | For):
                out.append(stmt.var)
            elif isinstance(stmt, ir.Instr):
                out += written(stmt)
    return out


def written(stmt: ir.Instr) -> list[Var]:
    """Variables an instruction gives values to (its Out fields)."""
    if stmt.op.pipe is not Pipe.S:
        return []
    operands = zip(stmt.op.fields, stmt.operands, strict=True)
    return [value for f, value in operands if isinstance(f, Out) and isinstance(value, Var)]


class Scalars:
    """Registers of variables and of expressions already computed on the way to here."""

    def __init__(self, block: Var, emit: Callable[[Instr], None], place: Callable[[Element, Place], Mem]) -> None:
        self.registers: dict[Var, Reg] = {block: BLOCK}
        self.next = 2
        self.version: dict[Var, int] = {}
        self.clock = 0
        self.known: dict[Key, Reg] = {}
        self.emit, self.place = emit, place

    def fresh(self) -> Reg:
        reg = Reg(self.next)
        self.next += 1
        return reg

    def register(self, var: Var) -> Reg:
        """The register of a variable."""
        if var not in self.registers:
            self.registers[var] = self.fresh()
        return self.registers[var]

    def changed(self, variables: Iterable[Var]) -> None:
        """What was computed from these variables is out of date."""
        for var in variables:
            self.clock += 1
            self.version[var] = self.clock

    @contextmanager
    def nested(self, *bodies: Body) -> Iterator[None]:
        """Inside a loop or branch: what it computes is not known behind it, nor what it changes on the way round."""
        changing = assigned(*bodies)
        self.changed(changing)
        before = dict(self.known)
        yield
        self.known = before
        self.changed(changing)

    def key(self, x: Expr, wide: DType | None) -> Key | None:
        """A structural key, or None when memory is read."""
        if isinstance(x, Const):
            return ("c", repr(x.value), x.dtype.short)  # 0.0 == -0.0, but they compute differently
        if isinstance(x, Var):
            return ("v", x.number, self.version.get(x, 0))
        if isinstance(x, Binary):
            a, b = self.key(x.a, wide), self.key(x.b, wide)
            return None if a is None or b is None else (x.op, self.type(x, wide).short, a, b)
        if isinstance(x, Cast):
            a = self.key(x.a, wide)
            return None if a is None else (type(x).__name__, x.dtype.short, a)
        return None

    @staticmethod
    def type(x: Expr, wide: DType | None) -> DType:
        return wide if wide is not None and not x.dtype.is_float else x.dtype

    def operand(self, x: Number, position: Place, dtype: DType | None = None, wide: DType | None = None) -> int | float | Reg:
        """An immediate or the register that holds x; ``dtype`` converts, ``wide`` computes integers in that width."""
        value = const_value(x)
        if value is not None:
            if dtype is None:
                return value
            return float(value) if dtype.is_float else int(value)
        assert isinstance(x, Expr)
        if dtype is not None and not _holds(dtype, x.dtype):
            x = Cast(x, dtype)
        return self.compute(x, position, wide)

    def compute(self, x: Expr, position: Place, wide: DType | None, into: Reg | None = None) -> int | float | Reg:
        """Emit what computes x (once) and give its register; ``into`` asks for a particular one."""
        if isinstance(x, Const) and into is None:
            return x.value
        if isinstance(x, Var) and into is None:
            return self.register(x)
        key = self.key(x, wide)
        if into is None and key is not None and key in self.known:
            return self.known[key]
        types: tuple[DType, ...] = (x.dtype,)
        sources: tuple[Any, ...]
        if isinstance(x, Binary):
            compared = x.op in COMPARISONS
            kind = join(self.type(x.a, wide), self.type(x.b, wide)) if compared else self.type(x, wide)
            a = self.operand(x.a, position, kind if kind.is_float else None, wide)
            b = self.operand(x.b, position, kind if kind.is_float else None, wide)
            name = FLOAT_DIV.get(x.op, "s" + x.op) if kind.is_float else "s" + x.op
            types, sources = (i32, kind) if compared else (kind,), (a, b)
        elif isinstance(x, Bits):
            name, types, sources = "smov", (x.dtype,), (self.compute(x.a, position, None),)
        elif isinstance(x, Cast):
            name, types = "scast", (x.dtype, self.type(x.a, wide))
            sources = (self.operand(x.a, position, None, wide),)
        elif isinstance(x, Element):
            name, sources = "sload", (self.place(x, position),)
        else:
            assert isinstance(x, Const | Var)
            name, sources = "smov", (x.value if isinstance(x, Const) else self.register(x),)
        dst = into or self.fresh()
        self.emit(Instr(INSTRUCTIONS[name], types, (dst, *sources), position))
        if into is None and key is not None:
            self.known[key] = dst
        return dst

    def address(self, offset: Number, position: Place) -> tuple[int, Reg | None]:
        """A byte offset as constant and register."""
        if offset.__class__ is int:
            return offset, None
        constant, rest = split(offset)
        if rest is None:
            return constant, None
        reg = self.operand(rest, position, None, i64)
        assert isinstance(reg, Reg)
        return constant, reg


def _holds(wide: DType, narrow: DType) -> bool:
    """Whether a register of ``narrow`` is one of ``wide`` as it stands: integers are kept sign- or zero-extended."""
    if wide is narrow:
        return True
    if wide.is_float or narrow.is_float:
        return False
    return wide.size > narrow.size if narrow.kind == "u" else wide.kind == "i" and wide.size >= narrow.size


def split(x: Number) -> tuple[int, Expr | None]:
    """x as constant + rest."""
    value = const_value(x)
    if value is not None:
        return int(value), None
    if isinstance(x, Binary) and x.op in ("add", "sub"):
        a, ra = split(x.a)
        b, rb = split(x.b)
        if x.op == "sub":
            if rb is None:
                return a - b, ra
        elif ra is None:
            return a + b, rb
        elif rb is None:
            return a + b, ra
        else:
            return a + b, Binary("add", ra, rb, x.dtype)
        if ra is not None and rb is not None:
            return a - b, Binary("sub", ra, rb, x.dtype)
    if isinstance(x, Binary) and x.op == "mul":
        factor = const_value(x.b)
        if isinstance(factor, int):
            a, ra = split(x.a)
            if a and ra is not None:
                return a * factor, Binary("mul", ra, x.b, x.dtype)
    assert isinstance(x, Expr)
    return 0, x
