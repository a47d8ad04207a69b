"""Reads the payload of a .tikbin (binary_writer.py says what is in it), trusting none of its bytes."""

from __future__ import annotations

from typing import Any

from tik.isa.fields import Mask
from tik.isa.instruction import INSTRUCTIONS, Instruction
from tik.stream import binary_codes as codes
from tik.stream.bytestream import Damaged, Reader
from tik.stream.check import MAX_DEPTH
from tik.stream.literals import MAX_REGISTERS
from tik.stream.model import Arg, Buffer, Constant, Exit, If, Instr, Loop, Mem, Node, Reg, Section, Stream
from tik.stream.places import MAX_LINE, TextLocation
from tik.types.dtypes import ALL, DType
from tik.types.errors import did_you_mean
from tik.types.positions import Location
from tik.types.scopes import Scope

__all__ = ["StreamReader"]

_DTYPES = {t.code: t for t in ALL}
_SCOPES = {scope.code: scope for scope in Scope}
_EXITS = dict(enumerate(codes.EXITS))


class StreamReader:
    """Reads the pools, the header, the statements; Damaged where something cannot be."""

    def __init__(self, payload: bytes) -> None:
        self.reader = Reader(payload)
        self.strings: list[str] = []
        self.places: list[Location | None] = [None]
        self.heads: list[tuple[type[Instruction], tuple[DType, ...], int]] = []
        self.operands: list[Any] = []

    def stream(self) -> Stream:
        reader = self.reader
        self.strings = [reader.text() for _ in range(reader.count())]
        self.places += [self._place() for _ in range(reader.count())]
        self.heads = [self._head() for _ in range(reader.count())]
        for _ in range(reader.count()):
            self.operands.append(self._operand())
        name, chip, kit = self._string(), self._string(), self._string()
        in_register, blocks = reader.flag(), reader.unsigned()
        args = tuple(self._arg() for _ in range(reader.count()))
        constants = tuple(Constant(self._string(), self._dtype(), reader.raw(reader.unsigned())) for _ in range(reader.count()))
        buffers = tuple(self._buffer() for _ in range(reader.count()))
        sections = []
        for _ in range(reader.count()):
            kind, ratio = self._string(), reader.unsigned()
            sections.append(Section(kind, self._body(1), ratio))
        reader.end()
        return Stream(name, chip, args, buffers, tuple(sections), self._reg(blocks) if in_register else blocks, constants, kit)

    # ---------------------------------------------------------------------------------------------------------- pools
    def _string(self) -> str:
        return self.reader.pick(self.strings)

    def _dtype(self) -> DType:
        return self.reader.choose(_DTYPES)

    def _reg(self, number: int) -> Reg:
        if number >= MAX_REGISTERS:
            raise Damaged(f"it names register {number}")
        return Reg(number)

    def _place(self) -> Location:
        reader = self.reader
        kind = TextLocation if reader.flag() else Location
        file, line, column, end = self._string(), reader.unsigned(), reader.optional(), reader.optional()
        if max(line, column or 0, end or 0) > MAX_LINE:
            raise Damaged(f"it names line {line}, column {column}")
        return kind(file, line, column, end, self._string())

    def _head(self) -> tuple[type[Instruction], tuple[DType, ...], int]:
        reader = self.reader
        mnemonic, fields = self._string(), reader.unsigned()
        types = tuple(self._dtype() for _ in range(reader.count()))
        op = INSTRUCTIONS.get(mnemonic)
        if op is None:
            raise Damaged(
                f"it has an instruction {mnemonic!r}, which this kit does not know",
                did_you_mean(mnemonic, tuple(INSTRUCTIONS)) or "was it written by a newer kit?",
            )
        if fields != len(op.fields):
            raise Damaged(
                f"its {mnemonic} has {fields} operands, and this kit's has {len(op.fields)}", "write it again with this kit"
            )
        return op, types, fields

    def _operand(self) -> Any:
        reader = self.reader
        tag = reader.unsigned()
        if tag == codes.INT:
            return reader.signed()
        if tag == codes.FLOAT:
            return reader.float()
        if tag == codes.WORD:
            return self._string()
        if tag == codes.REG:
            return self._reg(reader.unsigned())
        if tag in (codes.MEM, codes.MEM_REG):
            name, const = self._string(), reader.signed()
            return Mem(name, const, self._reg(reader.unsigned()) if tag == codes.MEM_REG else None)
        if tag == codes.MASK:
            return Mask(reader.unsigned(), self._word_of_mask(reader.unsigned()), self._word_of_mask(reader.unsigned()))
        raise Damaged(f"it has an operand of kind {tag}")

    def _word_of_mask(self, code: int) -> int | Reg:
        if code & 1:
            return self._reg(code >> 1)
        return -(code + 2) // 4 if code & 2 else code // 4

    # --------------------------------------------------------------------------------------------- header, statements
    def _arg(self) -> Arg:
        reader = self.reader
        name, kind, dtype, role = self._string(), self._string(), self._dtype(), self._string()
        nbytes, number = reader.optional(), reader.optional()
        return Arg(name, kind, dtype, role, nbytes, None if number is None else self._reg(number), reader.flag())

    def _buffer(self) -> Buffer:
        reader = self.reader
        return Buffer(
            self._string(),
            reader.choose(_SCOPES),
            self._dtype(),
            reader.unsigned(),
            reader.unsigned(),
            reader.pick(self.places),
        )

    def _body(self, depth: int) -> tuple[Node, ...]:
        if depth > MAX_DEPTH + 1:
            raise Damaged(f"its loops and branches are nested deeper than {MAX_DEPTH}")
        reader, places, heads, operands = self.reader, self.places, self.heads, self.operands
        unsigned, pick = reader.unsigned, reader.pick
        nodes: list[Node] = []
        while True:
            code = unsigned()
            if code == codes.END:
                return tuple(nodes)
            place = pick(places)
            if code >= codes.FIRST:
                if code - codes.FIRST >= len(heads):
                    raise Damaged("it refers to an instruction that it does not have")
                op, types, count = heads[code - codes.FIRST]
                nodes.append(Instr(op, types, reader.picks(operands, count), place))
            elif code == codes.LOOP:
                reg, start, stop, step = self._reg(unsigned()), self._bound(), self._bound(), reader.signed()
                nodes.append(Loop(reg, start, stop, step, self._body(depth + 1), place))
            elif code == codes.IF:
                cond = self._reg(unsigned())
                nodes.append(If(cond, self._body(depth + 1), self._body(depth + 1), place))
            else:
                nodes.append(Exit(reader.choose(_EXITS), place))

    def _bound(self) -> int | Reg:
        value = self.reader.pick(self.operands)
        if not isinstance(value, int | Reg):
            raise Damaged("a bound of a loop is neither a number nor a register")
        return value
