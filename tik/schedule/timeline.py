"""A program as the synchroniser sees it: straight runs of items, and where flags and barriers go around them.

An item is an instruction, a scalar read, or a whole loop or branch. Blocks are transparent: their statements belong to
the run around them. A wait goes before an item and a set behind one, so what crosses a loop or branch stands outside it.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator, Sequence, Set
from typing import Any

from tik.ir import Alloc, Assign, Block, Body, Element, Exit, Expr, For, Form, If, Instr, Program, Stmt, Var, walk
from tik.ir.expr import binary, evaluate
from tik.isa.instruction import Instruction
from tik.isa.sync import PipeBarrier, SetFlag, WaitFlag
from tik.schedule.access import Access, Accesses
from tik.schedule.affine import Affine, Interval, affine, bounds
from tik.schedule.rewrite import Rewrite, elements, operand_elements, reads_elements
from tik.types.pipes import Pipe
from tik.types.positions import Location, Position
from tik.types.scopes import Scope

__all__ = ["ALL", "NUMBER", "PIPES", "Edge", "Item", "Loop", "M", "Node", "Place", "S", "build", "emit"]

Place = Position | Location | None
PIPES = tuple(pipe for pipe in Pipe if pipe is not Pipe.ALL)
NUMBER: dict[Pipe | str, int] = {name: number for number, pipe in enumerate(PIPES) for name in (pipe, pipe.value)}
S, M = NUMBER[Pipe.S], NUMBER[Pipe.M]
ALL = -1


class Edge:
    """A flag from pipe ``source`` to pipe ``target``: set behind (or at the head of) one item, waited for before another."""

    __slots__ = ("begin", "end", "id", "place", "source", "target")

    def __init__(self, source: int, target: int, begin: Item, end: Item, number: int, place: Place) -> None:
        self.source, self.target, self.begin, self.end, self.id, self.place = source, target, begin, end, number, place

    def set(self) -> Instr:
        return _sync(SetFlag, self.place, PIPES[self.source].value, PIPES[self.target].value, self.id)

    def wait(self) -> Instr:
        return _sync(WaitFlag, self.place, PIPES[self.source].value, PIPES[self.target].value, self.id)


def _sync(op: type[Instruction], place: Place, *operands: Any) -> Instr:
    return Instr(op, (), operands, place, _form(op.mnemonic, operands))


@functools.cache
def _form(mnemonic: str, operands: tuple[Any, ...]) -> Form:
    return Form(())


@dataclasses.dataclass(slots=True)
class Loop:
    """What is known of a loop: its variable's number, first value, step, trips (None: unknown), whether it may be left."""

    variable: int
    begin: Affine | None
    step: int
    trips: int | None
    leaves: bool


class Node:
    """A statement and the nodes inside it; this class: one that is no step."""

    nodes: Sequence[list[Node]] = ()

    def __init__(self, stmt: Stmt) -> None:
        self.stmt = stmt


class Item(Node):
    """One step of a straight run. ``kind``: instr, assign, sync, loop, branch, opaque (no_sync).

    What most have none of is an attribute of the class: there are as many items as statements.
    """

    bodies: Sequence[list[Item]] = ()
    loop: Loop | None = None
    escapes = False  # break, continue or return may skip what follows in this run
    assigned: Sequence[int] = ()  # numbers of variables that change inside
    # Where it stands in time: begin and end, and what each pipe knows at its end.
    stamp = end = 0
    rows: Any = None
    summary: Any = None
    lifted: Set[Any] = frozenset()  # its carried flags that live as long as the loop around
    # What the synchroniser puts around it.
    fence: Place | bool = False  # a barrier of all pipes
    barriers: dict[int, Place] | None = None
    waits: list[Edge] | None = None
    sets: list[Edge] | None = None
    head_sets: list[Edge] | None = None
    tail_waits: list[Edge] | None = None
    primes: list[Edge] | None = None
    drains: list[Edge] | None = None

    def __init__(self, kind: str, pipe: int, stmt: Stmt, index: int, accesses: Sequence[Access] = ()) -> None:
        self.kind, self.pipe, self.stmt, self.index, self.accesses = kind, pipe, stmt, index, accesses

    @property
    def place(self) -> Place:
        return self.stmt.position


def build(program: Program) -> tuple[list[Node], list[Item], frozenset[object]]:
    """The program's tree, the outermost run, and global memory that is only read: nothing about it needs order."""
    count = program.block_count if isinstance(program.block_count, int) else None
    ranges: dict[int, Interval] = {program.block.number: (0, float("inf") if count is None else count - 1)}
    builder = _Builder()
    nodes, items = builder.run(program.body, ranges)
    only_read = builder.accesses.read - builder.accesses.written
    return nodes, items, frozenset(space for space in only_read if not isinstance(space, Scope))


class _Hoist(Rewrite):
    """Elements of tensors become scalars of their own, read before the statement, so that the read can be ordered."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.setup: list[Assign] = []
        self.place = place

    def _expr(self, x: Expr) -> Any:
        if not isinstance(x, Element):
            return super()._expr(x)
        register = Var(x.dtype, f"{x.tensor.name}_element")
        self.setup.append(Assign(register, Element(x.tensor, self.expr(x.offset), x.dtype), self.place))
        return register


class _Builder:
    def __init__(self) -> None:
        self.accesses = Accesses()
        self.run_items: list[Item] = []
        self.pipes: dict[Form, int] = {}  # of those met
        self.ended = False  # an Exit was passed: the rest of the run is never reached

    def run(self, body: Body, ranges: dict[int, Interval]) -> tuple[list[Node], list[Item]]:
        """The nodes of a body and the straight run it makes."""
        outer, ended = self.run_items, self.ended
        self.run_items, self.ended = [], False
        nodes = self.nodes(body, ranges)
        items = self.run_items
        self.run_items, self.ended = outer, ended
        return nodes, items

    def nodes(self, body: Body, ranges: dict[int, Interval]) -> list[Node]:
        nodes: list[Node] = []
        for s in body:
            if isinstance(s, Instr):
                accesses = self.accesses.known(s)
                if accesses is not None and s.form is not None:
                    nodes.append(self.item("instr", self.pipes[s.form], s, accesses))
                    continue
                if reads_elements(s.operands) and _pipe(s) != S:
                    hoist = _Hoist(s.position)
                    s = Instr(s.op, s.types, [hoist.operand(x) for x in s.operands], s.position)
                    nodes += [self.assign(a, ranges) for a in hoist.setup]
                nodes.append(self.instr(s, ranges))
            elif isinstance(s, Alloc):
                nodes.append(Node(s))
            elif isinstance(s, Assign):
                nodes.append(self.assign(s, ranges))
            elif isinstance(s, For):
                hoist = _Hoist(s.position)
                s = dataclasses.replace(s, begin=hoist.expr(s.begin), end=hoist.expr(s.end))
                nodes += [self.assign(a, ranges) for a in hoist.setup]
                nodes.append(self.loop(s, ranges))
            elif isinstance(s, If):
                hoist = _Hoist(s.position)
                s = dataclasses.replace(s, cond=hoist.expr(s.cond))
                nodes += [self.assign(a, ranges) for a in hoist.setup]
                nodes.append(self.branch(s, ranges))
            elif isinstance(s, Block):
                nodes.append(self.opaque(s, ranges) if s.no_sync else self.block(s, ranges))
            else:
                nodes.append(Node(s))
                self.ended = True
        return nodes

    def item(self, kind: str, pipe: int, s: Stmt, accesses: Sequence[Access] = ()) -> Item:
        item = Item(kind, pipe, s, len(self.run_items), accesses)
        if not self.ended:
            self.run_items.append(item)
        return item

    def instr(self, s: Instr, ranges: dict[int, Interval]) -> Node:
        if s.op.shows:
            return Node(s)
        if s.op.sync is not None:
            return self.item("sync", _pipe(s), s)
        accesses = self.accesses.of(s, ranges)
        pipe = _pipe(s)
        if s.form is not None:
            self.pipes[s.form] = pipe
        if pipe == S:
            for x in s.operands:
                accesses += [self.accesses.element(e, ranges) for e in operand_elements(x)]
        return self.item("instr", pipe, s, accesses)

    def assign(self, s: Assign, ranges: dict[int, Interval]) -> Node:
        reads = [self.accesses.element(e, ranges) for e in elements(s.value)]
        item = self.item("assign", S, s, reads)
        item.assigned = (s.var.number,)
        return item

    def block(self, s: Block, ranges: dict[int, Interval]) -> Node:
        node = Node(s)
        node.nodes = [self.nodes(s.body, ranges)]
        return node

    def loop(self, s: For, ranges: dict[int, Interval]) -> Node:
        low, high = bounds(s.begin, ranges)[0], bounds(s.end, ranges)[1] - 1
        inner = {**ranges, s.var.number: (low, max(low, high))}
        nodes, items = self.run(s.body, inner)
        item = self.item("loop", ALL, s)
        span = evaluate(binary("sub", s.end, s.begin), {})
        trips = None if span is None else max(0, -(-int(span) // s.step))
        item.loop = Loop(s.var.number, affine(s.begin), s.step, trips, any(isinstance(x, Exit) for x in walk(s.body)))
        item.escapes = any(kind == "return" for kind in _exits(s.body))
        return self.composite(s, item, [nodes], [items])

    def branch(self, s: If, ranges: dict[int, Interval]) -> Node:
        runs = [self.run(s.then, ranges), self.run(s.orelse, ranges)]
        item = self.item("branch", ALL, s)
        item.escapes = any(True for arm in (s.then, s.orelse) for _ in _exits(arm))
        return self.composite(s, item, [nodes for nodes, _ in runs], [items for _, items in runs])

    def opaque(self, s: Block, ranges: dict[int, Interval]) -> Node:
        nodes, items = self.run(s.body, ranges)
        item = self.item("opaque", ALL, s)
        item.escapes = any(True for _ in _exits(s.body))
        return self.composite(s, item, [nodes], [items])

    def composite(self, s: Stmt, item: Item, bodies: list[list[Node]], runs: list[list[Item]]) -> Node:
        item.bodies = runs
        inside = walk([s])
        item.assigned = tuple({x.var.number for x in inside if isinstance(x, Assign | For)})
        item.nodes = bodies
        return item


def _pipe(s: Instr) -> int:
    pipe = s.op.pipe
    number: int = NUMBER[pipe] if isinstance(pipe, Pipe) else NUMBER.get(s.operand(pipe), ALL)
    return number


def _exits(body: Body) -> Iterator[str]:
    """The kinds of exits that leave this body (loops inside catch their own)."""
    for s in body:
        if isinstance(s, Exit):
            yield s.kind
        elif isinstance(s, For):
            yield from (kind for kind in _exits(s.body) if kind == "return")
        elif isinstance(s, If):
            yield from _exits(s.then)
            yield from _exits(s.orelse)
        elif isinstance(s, Block):
            yield from _exits(s.body)


def emit(nodes: list[Node]) -> Body:
    """The statements, with flags and barriers around them."""
    body: Body = []
    for node in nodes:
        s = node.stmt
        if isinstance(node, Item):
            if not (node.waits or node.barriers or node.sets or node.head_sets or node.bodies) and node.fence is False:
                body.append(s)
                continue
            body += _before(node)
        if isinstance(s, Instr):
            pass
        elif isinstance(s, For):
            s = dataclasses.replace(s, body=emit(node.nodes[0]))
        elif isinstance(s, If):
            s = If(s.cond, emit(node.nodes[0]), emit(node.nodes[1]), s.position)
        elif isinstance(s, Block):
            s = dataclasses.replace(s, body=emit(node.nodes[0]))
        body.append(s)
        if isinstance(node, Item):
            body += _behind(node)
    return body


def _before(item: Item) -> Iterator[Instr]:
    for edge in item.waits or ():
        yield edge.wait()
    if item.fence is not False:  # behind the waits: it makes known that they are over
        yield _sync(PipeBarrier, None if item.fence is True else item.fence, Pipe.ALL.value)
    for pipe, place in (item.barriers or {}).items():
        yield _sync(PipeBarrier, place, PIPES[pipe].value)
    for edge in (*(item.head_sets or ()), *(item.primes or ())):
        yield edge.set()


def _behind(item: Item) -> Iterator[Instr]:
    for edge in (*(item.drains or ()), *(item.tail_waits or ())):
        yield edge.wait()
    for edge in item.sets or ():
        yield edge.set()
