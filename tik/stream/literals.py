"""How names, numbers and operands are spelled in stream text, both ways, so that they round-trip exactly."""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Callable
from typing import Any

from tik.isa.fields import BITS, COUNTER, Mask
from tik.stream.model import Mem, Reg

__all__ = [
    "MAX_REGISTERS",
    "float_of_bits",
    "float_text",
    "name_text",
    "operand_text",
    "read_float",
    "read_int",
    "read_name",
    "read_register",
    "register_text",
    "string_text",
]

MAX_REGISTERS = 1_000_000  # register numbers are below this: six digits in text

_NAME = re.compile(r"(?!(?:r\d+|inf|nan)(?![\w.]))[a-z_][\w.]*", re.IGNORECASE | re.ASCII)
_SPECIAL = {"%block": 0, "%subblock": 1}
_NAN = struct.pack(">d", math.nan)


def name_text(name: str) -> str:
    """A name as it is, in quotes where it would read as something else."""
    return name if _NAME.fullmatch(name) else string_text(name)


def string_text(text: str) -> str:
    """Text in quotes, escaped as in JSON."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


def read_name(token: str) -> str:
    """The name that a NAME or STRING token spells; ValueError for a wrong escape."""
    if not token.startswith('"'):
        return str(token)  # without the place that a token of the parser carries
    text = json.loads(token)
    assert isinstance(text, str)
    return text


def float_text(value: float) -> str:
    """A float64 exactly: shortest digits, inf, nan, or nan(bits) for a NaN of other bits."""
    if value != value:
        bits = struct.pack(">d", value)
        return "nan" if bits == _NAN else f"nan(0x{bits.hex()})"
    return float.__repr__(value)


def read_float(token: str) -> float:
    """The float a FLOAT token spells.

    Plain ``nan`` is always the one object ``math.nan``, so that equal streams compare equal.
    """
    word = token.lower()
    if word.startswith("nan("):
        return float_of_bits(bytes.fromhex(word[6:-1]))
    return math.nan if word == "nan" else float(word)


def float_of_bits(data: bytes) -> float:
    """The float64 of eight big-endian bytes; the usual NaN is ``math.nan`` itself."""
    if data == _NAN:
        return math.nan
    (value,) = struct.unpack(">d", data)
    return float(value)


def read_int(token: str) -> int:
    """The integer an INT token spells, decimal or hexadecimal."""
    return int(token, 16) if "x" in token or "X" in token else int(token)


def read_register(token: str) -> Reg:
    """The register a REGISTER token spells."""
    number = _SPECIAL.get(token)
    return Reg(int(token[1:]) if number is None else number)


def register_text(reg: Reg) -> str:
    """A register: %block, %subblock, r2, r3 …"""
    number = reg.number
    return f"r{number}" if number > 1 else repr(reg)


def operand_text(value: Any) -> str:
    """Any operand as stream text: numbers, words, registers, memory, masks."""
    spell = _SPELL.get(type(value))
    if spell is not None:
        return spell(value)
    if hasattr(value, "__index__"):  # bool, numpy integers
        return str(int(value))
    return float_text(float(value))  # numpy floats


def _mem_text(mem: Mem) -> str:
    name = name_text(mem.name)
    if mem.reg is None:
        return f"{name}[{mem.const:#x}]"
    if mem.const == 0:
        return f"{name}[{register_text(mem.reg)}]"
    return f"{name}[{mem.const:#x} + {register_text(mem.reg)}]"


def _mask_text(mask: Mask) -> str:
    if mask.mode == BITS:
        high, low = (register_text(v) if isinstance(v, Reg) else f"{v:#x}" for v in (mask.high, mask.low))
        return f"bits({high}, {low})"
    count = operand_text(mask.low)
    return f"counter({count})" if mask.mode == COUNTER else count


_SPELL: dict[type, Callable[[Any], str]] = {
    int: str,
    float: float_text,
    str: str,
    Reg: register_text,
    Mem: _mem_text,
    Mask: _mask_text,
}
