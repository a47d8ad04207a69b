"""Instruction lines of stream text.

Every line can be read through the grammar (``read_tree``), which knows columns. The lines the printer writes are read
by splitting them at their commas instead, with a memory of operands seen before, in a fraction of the time. What that
way does not recognise at once goes the other way, so that there is one language.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tik.isa import fields as isa
from tik.isa.fields import Choice, Field
from tik.isa.instruction import INSTRUCTIONS, Instruction
from tik.stream.form import Form, accept, field_words, form_of, widen
from tik.stream.literals import read_float, read_int, read_name, read_register
from tik.stream.model import Mem
from tik.stream.syntax import line_parser, unexpected
from tik.types.dtypes import ALL, DType
from tik.types.errors import did_you_mean

__all__ = ["ESCAPES", "Line", "LineReader", "Mistake", "columns", "read_dtype"]

_DTYPES = {t.short: t for t in ALL}
ESCAPES = "escapes are those of JSON, like \\n and \\u00e9"
_KEYWORDS = ("loop", "if", "else", "break", "continue", "return")


class Mistake(Exception):
    """A mistake in one line; columns count from the first character that was given to be read."""

    def __init__(
        self, code: str, message: str, column: int = 0, end_column: int | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint
        self.column, self.end_column = column, end_column


@dataclass(frozen=True)
class Line:
    """A line as read: what it says, and the text of its place ("" when it has none)."""

    op: type[Instruction]
    types: tuple[DType, ...]
    operands: tuple[Any, ...]
    place: str


def read_dtype(word: str, column: int = 0) -> DType:
    """The dtype a word spells, short form only."""
    found = _DTYPES.get(word)
    if found is None:
        raise Mistake(
            "TIK-TYPE01",
            f"there is no dtype {word!r}",
            column,
            column + len(word),
            did_you_mean(word, tuple(_DTYPES)) or f"there are {', '.join(_DTYPES)}",
        )
    return found


# ----------------------------------------------------------------------------------------------- lines of the printer

_REGISTER = r"(?:r\d{1,6}|%block|%subblock)"
_MEMORY = re.compile(
    rf"([a-z_][\w.]*)\[(?:(-?0x[0-9a-f]{{1,16}})(?: \+ ({_REGISTER}))?|({_REGISTER}))\]", re.IGNORECASE | re.ASCII
)
_PLAIN = re.compile(
    rf"({_REGISTER})|(-?(?:0x[0-9a-f]{{1,16}}|\d{{1,20}}))|"
    r"(-?\d{1,400}\.\d{1,400}(?:e[+-]\d{1,4})?|-?\d{1,400}e[+-]\d{1,4}|-?inf|nan)",
    re.ASCII,
)
_PLACE = re.compile(r"\d{1,6}:\d{1,9}(?::\d{1,9}(?:-\d{1,9})?)?", re.ASCII)
_WORD = re.compile(r"[a-z_][\w-]*", re.IGNORECASE | re.ASCII)


class LineReader:
    """Reads the instruction lines of one text; equal operands become one object."""

    def __init__(self) -> None:
        self._heads: dict[str, tuple[Form, tuple[DType, ...], dict[str, tuple[int, int, Any]]]] = {}
        self._keyed: dict[Form, dict[str, tuple[int, int, Any]]] = {}
        self._placed: dict[type[Field], dict[str, Any]] = {}
        self._places = {""}

    def read(self, text: str) -> tuple[type[Instruction], tuple[DType, ...], tuple[Any, ...], str]:
        """Instruction, dtypes, operands and place of a line; Mistake when it is wrong."""
        found = self._split(text)
        if found is None:
            line, _ = read_tree(text)
            found = line.op, line.types, line.operands, line.place
        return found

    def _split(self, text: str) -> tuple[type[Instruction], tuple[DType, ...], tuple[Any, ...], str] | None:
        text, at, place = text.rstrip().partition("@")
        if place not in self._places:
            if not _PLACE.fullmatch(place):
                return None
            self._places.add(place)
        head, _, rest = text.rstrip().partition(" ")
        known = self._heads.get(head)
        if known is None:
            known = self._head(head)
            if known is None:
                return None
        form, types, keyed = known
        parts = _split_parts(rest) if rest else []
        placed = form.placed
        if len(parts) < len(placed):
            return None
        fields = form.op.fields
        values = list(form.defaults)
        missing = form.required
        for index, part in zip(placed, parts, strict=False):
            kind = type(fields[index])
            known_here = self._placed.get(kind)
            value = known_here.get(part) if known_here is not None else None
            if value is None:
                value = accept(fields[index], _plain(part))
                if value is None:
                    return None
                self._placed.setdefault(kind, {})[part] = value
            values[index] = value
            missing &= ~(1 << index)
        given = 0
        for part in parts[len(placed) :]:
            entry = keyed.get(part)
            if entry is None:
                entry = _keyed_part(form, part)
                if entry is None:
                    return None
                keyed[part] = entry
            index, bit, value = entry
            if given & bit:
                return None
            given |= bit
            values[index] = value
        if missing & ~given or (at and not place):
            return None
        return form.op, types, tuple(values), at + place

    def _head(self, head: str) -> tuple[Form, tuple[DType, ...], dict[str, tuple[int, int, Any]]] | None:
        try:
            op, types = read_head(head)
        except Mistake:
            return None
        form = form_of(op)
        known = self._heads[head] = (form, types, self._keyed.setdefault(form, {}))
        return known


def _split_parts(rest: str) -> list[str]:
    """Operands between the commas outside parentheses."""
    if "(" not in rest:
        return rest.split(", ")
    return re.split(r", (?![^(]*\))", rest)


def _plain(part: str) -> Any:
    """Memory, register or number in the printer's spelling; None for anything else."""
    match = _MEMORY.fullmatch(part)
    if match:
        name, const, reg, only = match.groups()
        reg = reg or only
        return Mem(name, read_int(const) if const else 0, read_register(reg) if reg else None)
    match = _PLAIN.fullmatch(part)
    if match is None:
        return None
    reg, whole, real = match.groups()
    return read_register(reg) if reg else read_int(whole) if whole else read_float(real)


def _keyed_part(form: Form, part: str) -> tuple[int, int, Any] | None:
    key, _, text = part.partition("=")
    index = form.index_of_key.get(key)
    if index is None:
        return None
    value = _plain(text)
    if value is None and _WORD.fullmatch(text):
        value = text
    value = accept(form.op.fields[index], value) if value is not None else None
    return None if value is None else (index, 1 << index, value)


# ------------------------------------------------------------------------------------------------ through the grammar


def read_head(head: str) -> tuple[type[Instruction], tuple[DType, ...]]:
    """Instruction and dtypes of ``mnemonic.t0.t1``."""
    mnemonic, *words = head.split(".")
    op = INSTRUCTIONS.get(mnemonic)
    if op is None:
        raise Mistake(
            "TIK-SYNTAX02",
            f"there is no instruction {mnemonic!r}",
            0,
            len(mnemonic),
            did_you_mean(mnemonic, (*INSTRUCTIONS, *_KEYWORDS)),
        )
    types = []
    column = len(mnemonic) + 1
    for word in words:
        types.append(read_dtype(word, column))
        column += len(word) + 1
    return op, widen(op, tuple(types))


def columns(text: str) -> dict[int, tuple[int, int]]:
    """Where a right line gives each operand: first and last column by field index; -1: the mnemonic and its dtypes."""
    return read_tree(text)[1]


def read_tree(text: str) -> tuple[Line, dict[int, tuple[int, int]]]:
    """The line, and the columns of what it gives."""
    from lark.exceptions import UnexpectedInput

    head = re.compile(r"[\w.]*").match(text)
    assert head is not None
    op, types = read_head(head.group().rstrip("."))  # first: the words of an unknown instruction say nothing
    parser = line_parser()
    try:
        tree: Any = parser.parse(text)
    except UnexpectedInput as error:
        bad = unexpected(error, parser, text)
        raise Mistake("TIK-SYNTAX01", bad.message, bad.column, bad.end_column) from None
    mnemonic, *operands, place = tree.children
    form = form_of(op)
    values = list(form.defaults)
    where = {-1: (0, len(mnemonic))}
    placed = 0
    for operand in operands:
        if operand is None:
            continue
        span = _span(operand)
        if getattr(operand, "data", None) == "keyed":
            index = _index_of_key(form, operand.children[0], span)
            value = _value(operand.children[1], span)
        elif placed == len(form.placed):
            raise Mistake("TIK-SYNTAX01", f"{op.mnemonic} has no operand here; {_usage(form)}", *span)
        elif len(where) > placed + 1:
            raise Mistake("TIK-SYNTAX01", "an operand without a key stands behind one with a key", *span)
        else:
            index = form.placed[placed]
            placed += 1
            value = _value(operand, span)
        if index in where:
            raise Mistake("TIK-SYNTAX01", f"{operand.children[0]} is given twice", *span)
        accepted = accept(op.fields[index], value)
        if accepted is None:
            raise _unfit(op, index, value, span)
        values[index] = accepted
        where[index] = span
    missing = [index for index, value in enumerate(values) if value is None]
    if missing:
        words = "; ".join(field_words(op.fields[index]) for index in missing)
        names = ", ".join(op.fields[index].name for index in missing)
        raise Mistake("TIK-SYNTAX01", f"{op.mnemonic} needs {names}", *where[-1], hint=words)
    return Line(op, types, tuple(values), str(place or "")), where


def _span(node: Any) -> tuple[int, int]:
    start, end = (node.meta.column, node.meta.end_column) if hasattr(node, "meta") else (node.column, node.end_column)
    return start - 1, end - 1


def _index_of_key(form: Form, key: str, span: tuple[int, int]) -> int:
    index = form.index_of_key.get(key)
    if index is None:
        hint = did_you_mean(key, tuple(form.index_of_key)) or _usage(form)
        raise Mistake("TIK-SYNTAX02", f"{form.op.mnemonic} has no field {str(key)!r}", span[0], span[0] + len(key), hint)
    return index


def _value(node: Any, span: tuple[int, int]) -> Any:
    """A token or a subtree of the grammar as accept takes it."""
    try:
        if hasattr(node, "data"):
            if node.data == "memory":
                name, *address = node.children
                return _memory(read_name(name), address)
            word, *words = node.children
            return str(word), tuple(_value(w, span) for w in words)
        read = {"REGISTER": read_register, "INT": read_int, "FLOAT": read_float}.get(node.type, str)
        return read(node)
    except ValueError:
        raise Mistake("TIK-SYNTAX01", "the text in quotes has a wrong escape", *span, hint=ESCAPES) from None


def _memory(name: str, address: Sequence[Any]) -> Mem:
    parts = {token.type: token for token in address if token is not None}
    return Mem(
        name, read_int(parts["INT"]) if "INT" in parts else 0, read_register(parts["REGISTER"]) if "REGISTER" in parts else None
    )


def _unfit(op: type[Instruction], index: int, value: Any, span: tuple[int, int]) -> Mistake:
    field = op.fields[index]
    hint = None
    if isinstance(field, Choice) and isinstance(value, str):
        hint = did_you_mean(value, field.options)
    return Mistake("TIK-SYNTAX01", f"this does not fit: {op.mnemonic}'s {field_words(field)}", *span, hint=hint)


def _usage(form: Form) -> str:
    """How an instruction is written, in one line."""
    fields = form.op.fields
    placed = [f"{fields[i].name}[…]" if isinstance(fields[i], isa.Mem) else fields[i].name for i in form.placed]
    keyed = [f"{key}=…" if default is None else f"{key}={text}" for key, _, default, text in form.keyed]
    return f"it is written {' '.join([form.op.mnemonic, ', '.join([*placed, *keyed])])}".rstrip()
