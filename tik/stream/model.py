"""The instruction stream: what the NPU model runs, and what .tikasm text and .tikbin files hold.

A stream has a header (chip, arguments, constants, buffers with addresses) and 1..n sections, each for a core kind.
Loops and branches are structured. GM arguments are symbolic, so streams are relocatable.
Operands: Python numbers, ``Reg``, ``Mem`` (buffer[const + reg]), ``Mask``, words (Choice fields).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tik.isa.fields import Mask
from tik.isa.instruction import Instruction
from tik.types.dtypes import DType
from tik.types.pipes import Pipe
from tik.types.positions import Location, Position
from tik.types.scopes import Scope

__all__ = [
    "BLOCK",
    "FORMAT",
    "SUBBLOCK",
    "Arg",
    "Buffer",
    "Constant",
    "Exit",
    "If",
    "Instr",
    "Loop",
    "Mem",
    "Node",
    "Reg",
    "Section",
    "Stream",
    "walk",
]

FORMAT = 1  # version of the stream format, text and binary
Place = Position | Location | None


@dataclass(frozen=True, slots=True)
class Reg:
    """A scalar register of a core: 64 bits, integers sign-extended, floats as their bits."""

    number: int

    def __repr__(self) -> str:
        return {0: "%block", 1: "%subblock"}.get(self.number, f"r{self.number}")


BLOCK, SUBBLOCK = Reg(0), Reg(1)  # set at launch: block index; index of a vector core within its AI core


@dataclass(frozen=True, slots=True)
class Mem:
    """``name[const + reg]``: a byte offset into an argument, constant or buffer."""

    name: str
    const: int = 0
    reg: Reg | None = None


Operand = int | float | str | Reg | Mem | Mask


@dataclass(frozen=True, slots=True)
class Instr:
    """One instruction; operands in the order of ``op.fields``."""

    op: type[Instruction]
    types: tuple[DType, ...]
    operands: tuple[Any, ...]
    position: Place = field(default=None, compare=False)

    @property
    def pipe(self) -> Pipe:
        """The pipe it runs on (a barrier of ALL runs on S)."""
        p = self.op.pipe
        if isinstance(p, Pipe):
            return p
        word = Pipe(self.operands[self.op.field_index[p]])
        return Pipe.S if word is Pipe.ALL else word

    def operand(self, name: str) -> Any:
        """The operand of the field called ``name``."""
        return self.operands[self.op.field_index[name]]


@dataclass(frozen=True, slots=True)
class Loop:
    """for reg in range(start, stop, step); bounds are read on entry."""

    reg: Reg
    start: int | Reg
    stop: int | Reg
    step: int
    body: tuple[Node, ...]
    position: Place = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """Where ``cond`` (a register) is not 0: then, else orelse."""

    cond: Reg
    then: tuple[Node, ...]
    orelse: tuple[Node, ...] = ()
    position: Place = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Exit:
    """break, continue (innermost loop) or return (end of this core's program)."""

    kind: str
    position: Place = field(default=None, compare=False)


Node = Instr | Loop | If | Exit


@dataclass(frozen=True, slots=True)
class Arg:
    """A kernel argument. gm: ``nbytes`` is its logical size when known; scalar: ``reg`` holds it at launch."""

    name: str
    kind: str  # gm, scalar
    dtype: DType
    role: str  # input, output, inout, workspace, flowtable
    nbytes: int | None = None
    reg: Reg | None = None
    zero: bool = False


@dataclass(frozen=True, slots=True)
class Buffer:
    """A local tensor at a fixed address. Names are unique in a stream."""

    name: str
    scope: Scope
    dtype: DType
    address: int
    nbytes: int
    position: Place = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Constant:
    """A read-only GM table the stream brings along."""

    name: str
    dtype: DType
    data: bytes


@dataclass(frozen=True, slots=True)
class Section:
    """The program of one kind of core: unified, cube or vector; ``ratio`` such cores for each block."""

    kind: str
    body: tuple[Node, ...]
    ratio: int = 1


@dataclass(frozen=True, slots=True)
class Stream:
    """A whole kernel. ``blocks``: how many blocks a launch has, or the register of the scalar argument that says so."""

    name: str
    chip: str
    args: tuple[Arg, ...]
    buffers: tuple[Buffer, ...]
    sections: tuple[Section, ...]
    blocks: int | Reg = 1
    constants: tuple[Constant, ...] = ()
    kit: str = ""

    def registers(self) -> int:
        """How many registers the stream uses (numbers are below this)."""
        top = 2
        for arg in self.args:
            top = max(top, arg.reg.number + 1 if arg.reg else 0)
        for section in self.sections:
            for node in walk(section.body):
                for reg in _regs(node):
                    top = max(top, reg.number + 1)
        return top


def _regs(node: Node) -> Iterator[Reg]:
    if isinstance(node, Instr):
        for value in node.operands:
            if isinstance(value, Reg):
                yield value
            elif isinstance(value, Mem) and value.reg is not None:
                yield value.reg
            elif isinstance(value, Mask):
                yield from (v for v in (value.high, value.low) if isinstance(v, Reg))
    elif isinstance(node, Loop):
        yield from (v for v in (node.reg, node.start, node.stop) if isinstance(v, Reg))
    elif isinstance(node, If):
        yield node.cond


def walk(body: tuple[Node, ...]) -> Iterator[Node]:
    """All nodes in program order, nested ones after their head."""
    for node in body:
        yield node
        if isinstance(node, Loop):
            yield from walk(node.body)
        elif isinstance(node, If):
            yield from walk(node.then)
            yield from walk(node.orelse)
