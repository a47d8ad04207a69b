"""The program tree: what front ends make and passes rewrite. Loops and branches stay loops and branches.

program   ::= Program(args, block count, body)
statement ::= Alloc(tensor) | Instr(op, types, operands) | Assign(var, expr) | For(var, begin, end, step, body, copies)
            | If(cond, then, orelse) | Block(body, no_sync) | Exit("break" | "continue" | "return")
operand   ::= number | Expr | MemRef(tensor, byte offset) | Mask(mode, high, low) | word | Var (Out fields)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from tik.ir.expr import Number, Var
from tik.isa.instruction import Instruction
from tik.types.dtypes import DType
from tik.types.positions import Location, Position
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.chips.loader import Chip

__all__ = [
    "Alloc",
    "Arg",
    "Assign",
    "Block",
    "Body",
    "Exit",
    "For",
    "Form",
    "If",
    "Instr",
    "MemRef",
    "Program",
    "Stmt",
    "Tensor",
    "several",
    "walk",
]

Place = Position | Location | None


class Tensor:
    """A named piece of memory. ``shape`` entries may be expressions (GM of dynamic kernels); ``nbytes`` is None then.

    ``address`` is the byte address in its scope: pinned by the author (``pinned``), or assigned by the buffer planner.
    """

    __slots__ = ("address", "dtype", "name", "nbytes", "origin", "pinned", "position", "scope", "shape")

    def __init__(
        self,
        name: str,
        dtype: DType,
        scope: Scope,
        shape: Sequence[Any],
        nbytes: int | None,
        position: Place = None,
        address: int | None = None,
    ) -> None:
        self.name, self.dtype, self.scope, self.shape, self.nbytes = name, dtype, scope, tuple(shape), nbytes
        self.position = position
        self.address = address
        self.pinned = address is not None
        self.origin: Tensor = self  # the tensor this one is a double-buffering copy of

    def __repr__(self) -> str:
        where = "" if self.address is None or self.nbytes is None else f" 0x{self.address:x}..0x{self.address + self.nbytes:x}"
        size = "" if self.nbytes is None else f" ({self.nbytes} B)" if self.nbytes < 1024 else f" ({self.nbytes // 1024} KiB)"
        place = f" {self.position.short}" if self.position is not None else ""
        return f"Tensor {self.name} {self.dtype} {list(self.shape)} {self.scope}{where}{size}{place}"


class MemRef:
    """A place in a tensor: ``offset`` in bytes, a number or an expression."""

    __slots__ = ("offset", "tensor")

    def __init__(self, tensor: Tensor, offset: Number = 0) -> None:
        self.tensor, self.offset = tensor, offset

    def __repr__(self) -> str:
        return f"{self.tensor.name}[{self.offset!r}]"


class Form:
    """What instructions have in common that differ only in their memory operands (of one scope each) and in the numbers of
    their Value fields: passes keep by it what they found out. Kernels unrolled by Python have 200,000 instructions of a few
    forms; an instruction without one is looked at on its own."""

    __slots__ = ("memories", "slots")

    def __init__(self, slots: Sequence[int]) -> None:
        self.slots = tuple(slots)  # of the memory operands
        self.memories = several(slots)  # picks them


def several(indices: Sequence[int]) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """Picks the elements of a tuple at these indices, as a tuple."""
    if len(indices) > 1:
        return itemgetter(*indices)
    return (lambda row: (row[indices[0]],)) if indices else (lambda row: ())


class Instr:
    """One instruction: ``operands`` in the order of ``op.fields``; ``types`` the dtype combination; ``form`` if it has one."""

    __slots__ = ("form", "op", "operands", "position", "types")

    def __init__(
        self,
        op: type[Instruction],
        types: tuple[DType, ...],
        operands: Sequence[Any],
        position: Place = None,
        form: Form | None = None,
    ) -> None:
        self.op, self.types, self.operands, self.position, self.form = op, types, tuple(operands), position, form

    def operand(self, name: str) -> Any:
        """The operand of the field called ``name``."""
        return self.operands[self.op.field_index[name]]

    def __repr__(self) -> str:
        return f"{self.op.mnemonic}.{'.'.join(t.short for t in self.types)} {', '.join(map(repr, self.operands))}"


@dataclass(slots=True)
class Alloc:
    """A local tensor begins to live; it dies at the end of the block this stands in."""

    tensor: Tensor
    position: Place = None


@dataclass(slots=True)
class Assign:
    """var = expr, on the scalar pipe."""

    var: Var
    value: Number
    position: Place = None


@dataclass(slots=True)
class For:
    """for var in range(begin, end, step): body. ``copies`` > 1: tensors declared in the body get that many buffers."""

    var: Var
    begin: Number
    end: Number
    body: Body
    step: int = 1
    copies: int = 1
    position: Place = None


@dataclass(slots=True)
class If:
    """if cond: then, else: orelse."""

    cond: Number
    then: Body
    orelse: Body
    position: Place = None


@dataclass(slots=True)
class Block:
    """A lexical scope; with ``no_sync`` the author guarantees that nothing inside conflicts."""

    body: Body
    no_sync: bool = False
    position: Place = None


@dataclass(slots=True)
class Exit:
    """break, continue or return."""

    kind: str
    position: Place = None


Stmt = Alloc | Instr | Assign | For | If | Block | Exit
Body = list[Stmt]


@dataclass(slots=True)
class Arg:
    """A kernel argument: a GM tensor or a scalar. ``role``: input, output, inout, workspace, flowtable."""

    name: str
    role: str
    tensor: Tensor | None = None
    var: Var | None = None
    zero: bool = False  # zeroed before launch


@dataclass(slots=True)
class Program:
    """A kernel: arguments, constants, number of blocks and body; ``block`` is the variable that holds a core's block index."""

    name: str
    chip: Chip
    args: list[Arg]
    body: Body
    block: Var
    block_count: int | Var = 1
    constants: list[tuple[Tensor, bytes]] = field(default_factory=list)
    position: Place = None


def walk(body: Body) -> Iterator[Stmt]:
    """All statements, in program order, nested ones after their head."""
    for stmt in body:
        yield stmt
        if isinstance(stmt, Instr):
            continue
        if isinstance(stmt, For | Block):
            yield from walk(stmt.body)
        elif isinstance(stmt, If):
            yield from walk(stmt.then)
            yield from walk(stmt.orelse)
