"""The payload of a .tikbin: pools of strings, places, heads and operands; header; statements as indices into the pools.

All numbers are LEB128 varints, signed ones in zigzag (bytestream.py); the codes are in binary_codes.py.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

from tik.isa.fields import Mask
from tik.isa.instruction import Instruction
from tik.stream import binary_codes as codes
from tik.stream.bytestream import put_float, put_signed, put_unsigned
from tik.stream.model import If, Instr, Loop, Mem, Node, Reg, Stream
from tik.stream.places import PlaceTable, TextLocation
from tik.types.dtypes import DType

__all__ = ["StreamWriter"]


class StreamWriter:
    """Gathers the pools while the header and statements are written, then puts everything together."""

    def __init__(self) -> None:
        self.strings: dict[str, int] = {}
        self.places = PlaceTable()
        self.heads: dict[tuple[type[Instruction], tuple[DType, ...]], int] = {}
        self.operands: dict[Any, int] = {}
        self.pool = bytearray()  # the operands' bytes

    def payload(self, stream: Stream) -> bytes:
        header, code, heads, places = bytearray(), bytearray(), bytearray(), bytearray()
        self._header(header, stream)
        put_unsigned(code, len(stream.sections))
        for section in stream.sections:
            put_unsigned(code, self._string(section.kind), section.ratio)
            self._body(code, section.body)
        for op, types in self.heads:
            put_unsigned(heads, self._string(op.mnemonic), len(op.fields), len(types), *(t.code for t in types))
        for location in self.places.locations:
            put_unsigned(
                places,
                int(isinstance(location, TextLocation)),
                self._string(location.file),
                location.line,
                _or_none(location.column),
                _or_none(location.end_column),
                self._string(location.text),
            )
        out = bytearray()
        put_unsigned(out, len(self.strings))
        for text in self.strings:
            raw = text.encode("utf-8", "surrogatepass")
            put_unsigned(out, len(raw))
            out += raw
        for pool, part in ((self.places.locations, places), (self.heads, heads), (self.operands, self.pool)):
            put_unsigned(out, len(pool))
            out += part
        return bytes(out + header + code)

    def _header(self, out: bytearray, stream: Stream) -> None:
        put_unsigned(out, self._string(stream.name), self._string(stream.chip), self._string(stream.kit))
        blocks = stream.blocks
        put_unsigned(out, *((1, blocks.number) if isinstance(blocks, Reg) else (0, blocks)))
        put_unsigned(out, len(stream.args))
        for arg in stream.args:
            put_unsigned(
                out,
                self._string(arg.name),
                self._string(arg.kind),
                arg.dtype.code,
                self._string(arg.role),
                _or_none(arg.nbytes),
                _or_none(arg.reg.number if arg.reg else None),
                int(arg.zero),
            )
        put_unsigned(out, len(stream.constants))
        for constant in stream.constants:
            put_unsigned(out, self._string(constant.name), constant.dtype.code, len(constant.data))
            out += constant.data
        put_unsigned(out, len(stream.buffers))
        for b in stream.buffers:
            put_unsigned(
                out, self._string(b.name), b.scope.code, b.dtype.code, b.address, b.nbytes, self.places.number(b.position)
            )

    def _body(self, out: bytearray, body: Sequence[Node]) -> None:
        heads, number, operand = self.heads, self.places.number, self._operand
        for node in body:
            if isinstance(node, Instr):
                head = heads.setdefault((node.op, node.types), len(heads))
                put_unsigned(out, codes.FIRST + head, number(node.position), *map(operand, node.operands))
            elif isinstance(node, Loop):
                put_unsigned(out, codes.LOOP, number(node.position), node.reg.number)
                put_unsigned(out, operand(node.start), operand(node.stop))
                put_signed(out, node.step)
                self._body(out, node.body)
            elif isinstance(node, If):
                put_unsigned(out, codes.IF, number(node.position), node.cond.number)
                self._body(out, node.then)
                self._body(out, node.orelse)
            else:
                put_unsigned(out, codes.EXIT, number(node.position), codes.EXITS.index(node.kind))
        out.append(codes.END)

    def _string(self, text: str) -> int:
        return self.strings.setdefault(text, len(self.strings))

    def _operand(self, value: Any) -> int:
        """The index of an operand in the pool. Keys of different kinds of operands never compare equal."""
        key = _key(value)
        index = self.operands.get(key)
        if index is None:
            index = self.operands[key] = len(self.operands)
            self._put_operand(value)
        return index

    def _put_operand(self, value: Any) -> None:
        out = self.pool
        if isinstance(value, str):
            put_unsigned(out, codes.WORD, self._string(value))
        elif isinstance(value, Reg):
            put_unsigned(out, codes.REG, value.number)
        elif isinstance(value, Mem):
            put_unsigned(out, codes.MEM if value.reg is None else codes.MEM_REG, self._string(value.name))
            put_signed(out, value.const)
            if value.reg is not None:
                put_unsigned(out, value.reg.number)
        elif isinstance(value, Mask):
            put_unsigned(out, codes.MASK, value.mode, _word_of_mask(value.high), _word_of_mask(value.low))
        elif hasattr(value, "__index__"):
            out.append(codes.INT)
            put_signed(out, int(value))
        else:
            out.append(codes.FLOAT)
            put_float(out, float(value))


def _word_of_mask(word: Any) -> int:
    """Registers as odd numbers, integers as even ones with their sign in the next bit."""
    if isinstance(word, Reg):
        return word.number * 2 + 1
    return int(word) * 4 if word >= 0 else -int(word) * 4 - 2


def _key(value: Any) -> Any:
    kind = type(value)
    if kind is int or kind is str:
        return value
    if kind is Mem:
        return (value.name, value.const, -1 if value.reg is None else value.reg.number)
    if kind is Reg:
        return (value.number,)
    if kind is Mask:
        return (value.mode, value.high, value.low, "mask")
    return int(value) if hasattr(value, "__index__") else struct.pack(">d", value)


def _or_none(value: int | None) -> int:
    return 0 if value is None else value + 1
