"""When local tensors live: positions in the program's text, counted in statements.

A tensor lives lexically from its Alloc to the end of the body that stands in. The tight life runs from the first to the
last statement that uses it; used in a loop it was not declared in, it lives through that whole loop.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tik.ir import Alloc, Assign, Block, Body, Exit, Expr, For, If, Instr, MemRef, Program, Tensor
from tik.isa.fields import Mask
from tik.schedule.copies import Copies, Copy
from tik.schedule.rewrite import elements, operand_elements

__all__ = ["Group", "Life", "Region", "lifetimes"]


@dataclass(slots=True)
class Life:
    """Statements ``start`` to ``end`` lexically, ``first`` to ``last`` by use (inclusive)."""

    tensor: Tensor
    start: int
    end: int = 0
    first: int = -1
    last: int = -1


@dataclass(slots=True)
class Region:
    """What is planned together: the program, or one copy of a multi-buffered body."""

    lives: list[Life] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)


@dataclass(slots=True)
class Group:
    """A multi-buffered loop: the regions of each copy; arenas of all copies live from ``start`` to ``end``."""

    start: int
    end: int = 0
    copies: dict[int, list[Region]] = field(default_factory=dict)


@dataclass(slots=True)
class _Loop:
    start: int
    used: set[Tensor] = field(default_factory=set)


def lifetimes(program: Program) -> Region:
    """The lives of all local tensors of a program."""
    return _Walk().run(program.body)


class _Walk:
    def __init__(self) -> None:
        self.now = 0
        self.region = Region()
        self.group: Group | None = None
        self.loops: list[_Loop] = []
        self.lives: dict[Tensor, Life] = {}

    def run(self, body: Body) -> Region:
        self.body(body)
        return self.region

    def use(self, tensor: Tensor) -> None:
        life = self.lives.get(tensor)
        if life is None:
            return
        if self.loops:
            self.loops[-1].used.add(tensor)
        if life.last < self.now:
            life.last = self.now
        if life.first < 0:
            life.first = self.now

    @staticmethod
    def touch(life: Life, first: int, last: int) -> None:
        life.last = max(life.last, last)
        life.first = first if life.first < 0 else min(life.first, first)

    def expr(self, x: object) -> None:
        if isinstance(x, Expr):
            for e in elements(x):
                self.use(e.tensor)

    def body(self, body: Body) -> None:
        declared: list[Life] = []
        for s in body:
            self.now += 1
            if isinstance(s, Instr):
                for x in s.operands if s.form is None else s.form.memories(s.operands):
                    if type(x) is MemRef:
                        self.use(x.tensor)
                        if type(x.offset) is not int:
                            self.expr(x.offset)
                    elif isinstance(x, Expr | Mask):
                        for e in operand_elements(x):
                            self.use(e.tensor)
            elif isinstance(s, Alloc):
                life = Life(s.tensor, self.now)
                declared.append(life)
                self.lives[s.tensor] = life
                self.region.lives.append(life)
            elif isinstance(s, Assign):
                self.expr(s.value)
            elif isinstance(s, For):
                self.expr(s.begin)
                self.expr(s.end)
                self.loop(s.body)
            elif isinstance(s, If):
                self.expr(s.cond)
                self.body(s.then)
                self.body(s.orelse)
            elif isinstance(s, Copies):
                self.copies(s)
            elif isinstance(s, Copy):
                self.copy(s)
            elif isinstance(s, Block):
                self.body(s.body)
            else:
                assert isinstance(s, Exit)
        for life in declared:
            life.end = self.now
            if life.first < 0:
                life.first = life.last = life.start

    def loop(self, body: Body) -> None:
        loop = _Loop(self.now)
        self.loops.append(loop)
        self.body(body)
        self.loops.pop()
        for tensor in loop.used:
            life = self.lives[tensor]
            if life.start < loop.start:
                self.touch(life, loop.start, self.now)
                if self.loops:
                    self.loops[-1].used.add(tensor)

    def copies(self, s: Copies) -> None:
        outer, self.group = self.group, Group(self.now)
        self.region.groups.append(self.group)
        self.body(s.body)
        self.group.end = self.now
        self.group = outer

    def copy(self, s: Copy) -> None:
        assert self.group is not None, "a Copy stands in a Copies block"
        region, group = self.region, self.group
        self.region = Region()
        group.copies.setdefault(s.index, []).append(self.region)
        self.body(s.body)
        self.region, self.group = region, group
