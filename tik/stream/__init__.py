"""Floor 3: the instruction stream (model, text, binary)."""

from tik.stream.assembler import parse
from tik.stream.binary import decode, encode
from tik.stream.check import check_stream
from tik.stream.files import load, save
from tik.stream.model import (
    BLOCK,
    FORMAT,
    SUBBLOCK,
    Arg,
    Buffer,
    Constant,
    Exit,
    If,
    Instr,
    Loop,
    Mem,
    Node,
    Reg,
    Section,
    Stream,
    walk,
)
from tik.stream.places import TextLocation
from tik.stream.printer import format_stream

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
    "TextLocation",
    "check_stream",
    "decode",
    "encode",
    "format_stream",
    "load",
    "parse",
    "save",
    "walk",
]
