"""A small builder of programs for the tests of the scheduler."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tik.chips import load_chip
from tik.ir import Alloc, Arg, Assign, Block, Body, Element, Exit, For, If, Instr, MemRef, Program, Stmt, Tensor, Var, walk
from tik.isa import INSTRUCTIONS, Mask
from tik.types.dtypes import DType, f16, f32, i32
from tik.types.scopes import Scope

__all__ = ["Builder", "flags", "mnemonics", "syncs"]


class Builder:
    """Statements are appended to the innermost open scope."""

    def __init__(self, chip: str = "Ascend910B1") -> None:
        self.chip = load_chip(chip)
        self.args: list[Arg] = []
        self.bodies: list[Body] = [[]]
        self.block = Var(i32, "block", "block")

    def program(self) -> Program:
        assert len(self.bodies) == 1
        return Program("k", self.chip, self.args, self.bodies[0], self.block, 1)

    def add(self, s: Stmt) -> None:
        self.bodies[-1].append(s)

    # ------------------------------------------------------------------------------------------ names

    def gm(self, name: str, elements: int = 1 << 20, dtype: DType = f32) -> Tensor:
        tensor = Tensor(name, dtype, Scope.GM, [elements], elements * dtype.size)
        self.args.append(Arg(name, "inout", tensor))
        return tensor

    def scalar(self, name: str) -> Var:
        var = Var(i32, name, "arg")
        self.args.append(Arg(name, "input", None, var))
        return var

    def local(
        self, elements: int, dtype: DType = f32, scope: Scope = Scope.UB, name: str = "t", address: int | None = None
    ) -> Tensor:
        tensor = Tensor(name, dtype, scope, [elements], elements * dtype.size, None, address)
        self.add(Alloc(tensor))
        return tensor

    # ------------------------------------------------------------------------------------------ statements

    @contextmanager
    def loop(self, begin: Any, end: Any, step: int = 1, copies: int = 1, name: str = "i") -> Iterator[Var]:
        var = Var(i32, name, "loop")
        self.bodies.append([])
        yield var
        self.add(For(var, begin, end, self.bodies.pop(), step, copies)) if len(self.bodies) > 1 else None

    @contextmanager
    def when(self, cond: Any) -> Iterator[None]:
        self.bodies.append([])
        yield
        self.add(If(cond, self.bodies.pop(), []))

    @contextmanager
    def otherwise(self) -> Iterator[None]:
        self.bodies.append([])
        yield
        arm = self.bodies.pop()
        last = self.bodies[-1][-1]
        assert isinstance(last, If)
        last.orelse = arm

    @contextmanager
    def scope(self, no_sync: bool = False) -> Iterator[None]:
        self.bodies.append([])
        yield
        self.add(Block(self.bodies.pop(), no_sync))

    def exit(self, kind: str) -> None:
        self.add(Exit(kind))

    def assign(self, value: Any, name: str = "s") -> Var:
        var = Var(i32, name)
        self.add(Assign(var, value))
        return var

    def op(self, mnemonic: str, types: tuple[DType, ...], *operands: Any) -> None:
        """An instruction; fields behind the operands take their defaults."""
        op = INSTRUCTIONS[mnemonic]
        self.add(Instr(op, types, (*operands, *(f.default for f in op.fields[len(operands) :]))))

    # ------------------------------------------------------------------------------------------ instructions

    def load(self, dst: Tensor, src: Tensor, offset: Any = 0, elements: int | None = None, at: Any = 0) -> None:
        count = elements or int(dst.shape[0])
        self.op(
            "mov_gm_ub" if dst.scope is Scope.UB else "mov_gm_l1",
            (dst.dtype,),
            MemRef(dst, at),
            MemRef(src, offset),
            1,
            count * dst.dtype.size // 32,
            0,
            0,
        )

    def store(
        self, dst: Tensor, src: Tensor, offset: Any = 0, elements: int | None = None, at: Any = 0, atomic: Any = 0
    ) -> None:
        count = elements or int(src.shape[0])
        self.op("mov_ub_gm", (src.dtype,), MemRef(dst, offset), MemRef(src, at), 1, count * src.dtype.size // 32, 0, 0, atomic)

    def adds(self, dst: Tensor, src: Tensor, scalar: Any = 1.0, repeat: Any = 1, dst_at: Any = 0, src_at: Any = 0) -> None:
        self.op("vadds", (f32, f32), Mask.count(64), MemRef(dst, dst_at), MemRef(src, src_at), scalar, repeat, 1, 1, 8, 8)

    def add2(self, dst: Tensor, a: Tensor, b: Tensor, repeat: Any = 1, at: Any = 0) -> None:
        self.op(
            "vadd", (f32, f32, f32), Mask.count(64), MemRef(dst, at), MemRef(a, at), MemRef(b, at), repeat, 1, 1, 1, 8, 8, 8
        )

    def fill(self, dst: Tensor, value: Any = 0.0, repeat: Any = 1, at: Any = 0) -> None:
        self.op("vector_dup", (f32,), Mask.count(64), MemRef(dst, at), value, repeat, 1, 8)

    def put(self, dst: Tensor, at: Any, value: Any) -> None:
        self.op("sstore", (dst.dtype,), MemRef(dst, at), value)

    def element(self, tensor: Tensor, at: Any = 0) -> Element:
        return Element(tensor, at, i32)

    def load_a(self, dst: Tensor, src: Tensor, fractals: int = 8) -> None:
        self.op("load2d_l1_l0a", (f16,), MemRef(dst), MemRef(src), 0, fractals, 1, 0, "false")

    def load_b(self, dst: Tensor, src: Tensor, fractals: int = 8) -> None:
        self.op("load2d_l1_l0b", (f16,), MemRef(dst), MemRef(src), 0, fractals, 1, 0, "false")

    def mmad(self, dst: Tensor, a: Tensor, b: Tensor, add: Any, m: int = 16, k: int = 128, n: int = 16) -> None:
        self.op("mmad", (f32, f16, f16), MemRef(dst), MemRef(a), MemRef(b), m, k, n, add, "false")

    def fix(self, dst: Tensor, src: Tensor, offset: Any = 0) -> None:
        self.op("fix_l0c_gm", (f32, f32), MemRef(dst, offset), MemRef(src), 16, 16, 16, 16, "false")


def syncs(program: Program) -> list[Instr]:
    """The flags and barriers, in order."""
    return [s for s in walk(program.body) if isinstance(s, Instr) and s.op.sync is not None]


def flags(body: Body) -> list[tuple[str, str, str, int]]:
    """(set or wait, source, target, id) of the flags directly in a body."""
    return [(s.op.sync or "", *s.operands) for s in body if isinstance(s, Instr) and s.op.sync in ("set", "wait")]


def mnemonics(body: Body) -> list[str]:
    """What a body holds, in order: mnemonics with pipes of flags and barriers, and words for statements."""
    names = []
    for s in body:
        if isinstance(s, Instr):
            words = [s.op.mnemonic, *(str(x) for x in s.operands)] if s.op.sync else [s.op.mnemonic]
            names.append(" ".join(words))
        else:
            names.append(type(s).__name__.lower())
    return names
