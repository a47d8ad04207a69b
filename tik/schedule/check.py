"""The checker that runs after each pass: what every program must keep to, whoever made it.

Operands fit their fields, tensors are used while they live, and flags are set and waited for in turn on every path.
(Whether the flags order every conflict is another question: order.py.)
"""

from __future__ import annotations

from collections.abc import Set

from tik.ir import Alloc, Assign, Block, Body, Exit, Expr, For, Form, If, Instr, MemRef, Program, Stmt, Tensor
from tik.isa.fields import Choice, Int, Mask, MaskField, Mem
from tik.isa.instruction import Instruction
from tik.schedule.rewrite import operand_elements
from tik.types.errors import TikError
from tik.types.scopes import Scope

__all__ = ["Flag", "author_flags", "check_program"]

Flag = tuple[str, str, int]  # source pipe, target pipe, id


def check_program(program: Program, *, ignore: Set[Flag] = frozenset()) -> None:
    """Raises a TikError for the first thing that is wrong; ``ignore``: flags somebody else answers for."""
    operands = _Operands()
    operands.body(program.body)
    left = _Flags(ignore).body(program.body, frozenset()) if operands.flow else None
    if left:
        raise _bug(f"flags are left set at the end: {_list(left)}", None)


def author_flags(program: Program) -> frozenset[Flag]:
    """The flags a program sets or waits for."""
    found: set[Flag] = set()
    rest: list[Body] = [program.body]
    while rest:
        for s in rest.pop():
            if isinstance(s, Instr):
                if s.op.sync in ("set", "wait") and isinstance(s.operands[2], int):
                    found.add((s.operands[0], s.operands[1], s.operands[2]))
            elif isinstance(s, For | Block):
                rest.append(s.body)
            elif isinstance(s, If):
                rest += [s.then, s.orelse]
    return frozenset(found)


def _bug(message: str, s: Stmt | None) -> TikError:
    return TikError("TIK-INTERNAL01", f"a bug in the kit: {message}", position=None if s is None else s.position)


class _Operands:
    """Operands in range, tensors in their life."""

    def __init__(self) -> None:
        self.alive: set[Tensor] = set()
        self.tables: dict[type[Instruction], _Table] = {}
        self.right: set[Form] = set()  # all but their memory operands was looked at
        self.known: set[MemRef] = set()  # constant places in tensors that live
        self.flow = False  # whether there are flags, or ways out

    def body(self, body: Body) -> None:
        mine: list[Tensor] = []
        right, known = self.right, self.known
        for s in body:
            if isinstance(s, Instr):
                form = s.form
                if form is None or form not in right or not known.issuperset(form.memories(s.operands)):
                    self.instr(s)
            elif isinstance(s, Alloc):
                mine.append(s.tensor)
                self.alive.add(s.tensor)
            elif isinstance(s, Assign):
                self.scalars(s.value, s)
            elif isinstance(s, For):
                self.scalars(s.begin, s)
                self.scalars(s.end, s)
                if s.step < 1:
                    raise TikError("TIK-SYNTAX03", f"a loop steps by {s.step}; steps are at least 1", position=s.position)
                self.body(s.body)
            elif isinstance(s, If):
                self.scalars(s.cond, s)
                self.body(s.then)
                self.body(s.orelse)
            elif isinstance(s, Block):
                self.body(s.body)
            else:
                self.flow = True
        if mine:
            self.alive.difference_update(mine)
            known.clear()

    def instr(self, s: Instr) -> None:
        table = self.tables.get(s.op)
        if table is None:
            table = self.tables[s.op] = _Table(s.op)
        operands = s.operands
        if len(operands) != table.count:
            raise _bug(f"{s.op.mnemonic} has {table.count} operands, not {len(operands)}", s)
        alive = self.alive
        for index, mem in table.mems:
            ref = operands[index]
            if not isinstance(ref, MemRef):
                raise _bug(f"{s.op.mnemonic}: {mem.name} is {ref!r}", s)
            tensor = ref.tensor
            if tensor.scope is Scope.GM:
                if not mem_takes(mem, tensor):
                    raise self.scope(s, mem, tensor)
            elif tensor not in alive:
                raise self.dead(s, tensor)
            elif not mem_takes(mem, tensor):
                raise self.scope(s, mem, tensor)
            if isinstance(ref.offset, int):
                self.known.add(ref)
            else:
                self.scalars(ref.offset, s)
        if s.form is not None:
            self.right.add(s.form)
        if s.op.sync in ("set", "wait"):
            self.flow = True
        for index, low, high in table.ints:
            x = operands[index]
            if type(x) is int:
                if not low <= x <= high:
                    raise self.range(s, index, x)
            elif isinstance(x, Expr):
                self.scalars(x, s)
        for index in table.others:
            x = operands[index]
            if isinstance(x, Expr | Mask):
                self.scalars(x, s)
        for index, options in table.choices:
            if operands[index] not in options:
                raise _bug(f"{s.op.mnemonic}: {operands[index]!r} is none of {', '.join(options)}", s)

    def scalars(self, x: object, s: Stmt) -> None:
        if isinstance(x, int | float):
            return
        for e in operand_elements(x):
            if e.tensor not in self.alive and e.tensor.scope is not Scope.GM:
                raise self.dead(s, e.tensor)

    @staticmethod
    def dead(s: Stmt, tensor: Tensor) -> TikError:
        place = f" (declared at {tensor.position.short})" if tensor.position is not None else ""
        return TikError(
            "TIK-MEM02",
            f"tensor {tensor.name} is used outside its scope{place}",
            position=s.position,
            hint="declare it in the scope that uses it, or in one around it",
        )

    @staticmethod
    def scope(s: Instr, mem: Mem, tensor: Tensor) -> TikError:
        wanted = " or ".join(scope.value for scope in mem.scopes)
        return TikError(
            "TIK-TYPE03",
            f"{s.op.mnemonic}: {mem.name} must lie in {wanted}; {tensor.name} lies in {tensor.scope}",
            position=s.position,
        )

    @staticmethod
    def range(s: Instr, index: int, x: int) -> TikError:
        f = s.op.fields[index]
        assert isinstance(f, Int)
        if s.op.sync is not None:
            return TikError("TIK-SYNC07", f"{s.op.mnemonic}: {f.name} {x} is not {f.low}..{f.high}", position=s.position)
        return TikError(
            "TIK-REPEAT01", f"{s.op.mnemonic}: {f.name} is {x}; the field holds {f.low}..{f.high}", position=s.position
        )


def mem_takes(mem: Mem, tensor: Tensor) -> bool:
    return tensor.scope in mem.scopes


class _Table:
    """The fields of an instruction by kind."""

    def __init__(self, op: type[Instruction]) -> None:
        self.count = len(op.fields)
        self.mems = [(i, f) for i, f in enumerate(op.fields) if isinstance(f, Mem)]
        self.ints = [(i, f.low, f.high) for i, f in enumerate(op.fields) if isinstance(f, Int)]
        self.choices = [(i, f.options) for i, f in enumerate(op.fields) if isinstance(f, Choice)]
        self.others = [i for i, f in enumerate(op.fields) if isinstance(f, MaskField) or not isinstance(f, Mem | Int | Choice)]


class _Flags:
    """Which flags are set at each point; it must be the same whichever way a point is reached."""

    def __init__(self, ignore: Set[Flag]) -> None:
        self.ignore = ignore
        self.loops: list[frozenset[Flag]] = []  # what is set at the head of the loops around

    def body(self, body: Body, state: frozenset[Flag]) -> frozenset[Flag] | None:
        """The flags set behind the body; None where the end is never reached."""
        for s in body:
            if isinstance(s, Instr):
                if s.op.sync in ("set", "wait"):
                    state = self.flag(s, state)
            elif isinstance(s, For):
                self.loops.append(state)
                behind = self.body(s.body, state)
                self.loops.pop()
                if behind is not None and behind != state:
                    raise _bug(f"a trip changes which flags are set: {_list(behind ^ state)}", s)
            elif isinstance(s, If):
                arms = [self.body(s.then, state), self.body(s.orelse, state)]
                reached = [arm for arm in arms if arm is not None]
                if not reached:
                    return None
                if len(reached) == 2 and reached[0] != reached[1]:
                    raise _bug(f"only one branch sets or waits for {_list(reached[0] ^ reached[1])}", s)
                state = reached[0]
            elif isinstance(s, Block):
                inner = self.body(s.body, state)
                if inner is None:
                    return None
                state = inner
            elif isinstance(s, Exit):
                if s.kind != "return" and not self.loops:
                    raise TikError("TIK-SYNTAX03", f"{s.kind} stands outside a loop", position=s.position)
                there = frozenset() if s.kind == "return" else self.loops[-1]
                if state != there:
                    raise _bug(f"{s.kind} changes which flags are set: {_list(state ^ there)}", s)
                return None
        return state

    def flag(self, s: Instr, state: frozenset[Flag]) -> frozenset[Flag]:
        key: Flag = (s.operands[0], s.operands[1], s.operands[2])
        if not isinstance(key[2], int) or key in self.ignore:
            return state
        if (s.op.sync == "set") == (key in state):
            raise _bug(f"{'set twice' if key in state else 'waited for but not set'}: {_list([key])}", s)
        return state ^ {key}


def _list(flags: Set[Flag] | list[Flag]) -> str:
    return ", ".join(f"{source} -> {target} {k}" for source, target, k in sorted(flags))
