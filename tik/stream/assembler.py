"""A .tikasm text to a stream (the language: docs/stream.md and grammar.lark)."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from typing import Any

from tik.stream.check import MAX_DEPTH, MAX_ERRORS, check_stream, raise_all
from tik.stream.lines import ESCAPES, LineReader, Mistake, columns, read_dtype
from tik.stream.literals import read_int, read_name, read_register
from tik.stream.model import FORMAT, Arg, Buffer, Constant, Exit, If, Instr, Loop, Node, Reg, Section, Stream
from tik.stream.places import TextLocation
from tik.stream.syntax import stream_parser, unexpected
from tik.types.errors import TikError, did_you_mean
from tik.types.positions import Location
from tik.types.scopes import LOCAL_SCOPES

__all__ = ["parse"]

_SOURCE_LINE = re.compile(r"^[ \t]*; ([^\n]*?):(\d{1,9}) \| ([^\n]*?)[ \t]*$", re.MULTILINE | re.ASCII)
_INSTRUCTION = re.compile(r'(?:[^\n;{}"]+|"(?:[^"\\]|\\.)*")*')  # as in the grammar
_PLACE = re.compile(r"@(\d+):(\d+)(?::(\d+)(?:-(\d+))?)?", re.ASCII)
_HEADS = ("loop", "if", "else", "section")  # what a brace stands behind
_SCOPES = {scope.value: scope for scope in LOCAL_SCOPES}


def parse(text: str, file: str = "<text>", *, check: bool = True) -> Stream:
    """The stream that ``text`` describes; ``file`` names it in errors.

    Raises TIK-SYNTAX01 with the place and what could stand there, and what ``check_stream`` finds (unless ``check`` is
    off); up to 20 mistakes together. A statement without a source place of its own gets its line in this text.
    """
    return _Assembler(text.replace("\r\n", "\n"), file).stream(check)


class _Assembler:
    """What is known while one text is read."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        self.lines = text.split("\n")
        self.errors: list[TikError] = []
        self.reader = LineReader()
        self.files: dict[int, str] = {}
        self.texts: dict[tuple[str, int], str] = {}
        self.places: dict[str, Location | None] = {}
        self.where: dict[int | str, tuple[int, int]] = {}  # a statement's or entry's id, "chip", "blocks": line, column

    def stream(self, check: bool) -> Stream:
        tree = self._tree()
        entries: dict[str, list[Any]] = {name: [] for name in ("file", "arg", "constant", "buffer", "section")}
        single: dict[str, Any] = {"kit": ""}
        for node in tree.children:
            value = self._guard(node, getattr(self, f"_{node.data}"))
            if node.data in entries:
                entries[node.data].append(value)
            else:
                single[node.data] = value
        raise_all(self.errors)
        stream = Stream(
            single["kernel"],
            single["chip"],
            tuple(entries["arg"]),
            tuple(entries["buffer"]),
            tuple(entries["section"]),
            single["blocks"],
            tuple(entries["constant"]),
            single["kit"],
        )
        if check:
            check_stream(stream, place=self._find)
        return stream

    def _tree(self) -> Any:
        """The tree of the whole text, its instructions still lines."""
        from lark.exceptions import UnexpectedInput

        parser = stream_parser()
        try:
            return parser.parse(self.text)
        except UnexpectedInput as error:
            bad = unexpected(error, parser, self.text)
            self._swallowed(bad.line, bad.column)
            self._error("TIK-SYNTAX01", bad.message, bad.line, bad.column, bad.end_column)
            raise self.errors[0] from None

    def _swallowed(self, line: int, brace: int) -> None:
        """Name a misspelt keyword: it reads as an instruction, and the text seems wrong only at its brace."""
        text = self.lines[line - 1]
        word = re.search(r"(\w+)[^;{}]*$", text[:brace]) if text[brace : brace + 1] == "{" else None
        near = did_you_mean(word[1], _HEADS) if word and word[1] not in _HEADS else None
        if word and near:
            self._error("TIK-SYNTAX02", f"there is no statement {word[1]!r}", line, word.start(1), word.end(1), near)

    # --------------------------------------------------------------------------------------------------------- errors
    def _error(self, code: str, message: str, line: int, column: int, end: int | None, hint: str | None = None) -> None:
        self.errors.append(TikError(code, message, hint=hint, position=self._here(line, column, end)))
        if len(self.errors) == MAX_ERRORS:
            raise_all(self.errors)

    def _here(self, line: int, column: int = 0, end: int | None = None) -> TextLocation:
        return TextLocation(self.file, line, column, end, self.lines[line - 1])

    def _guard(self, node: Any, read: Any) -> Any:
        """What ``read`` makes of a header entry or section, or None when a mistake in it was noted."""
        token = next(_tokens(node), None)
        line = token.line if token is not None else 1
        try:
            value = read(*node.children)
        except Mistake as error:
            self._mistake(error, line, 0)
            return None
        key = str(node.data) if node.data in ("chip", "blocks") else id(value)
        self.where[key] = (line, len(_indent(self.lines[line - 1])))
        return value

    def _mistake(self, error: Mistake, line: int, column: int) -> None:
        end = None if error.end_column is None else column + error.end_column
        self._error(error.code, error.message, line, column + error.column, end, error.hint)

    def _find(self, item: object, field: int | None) -> Location | None:
        """Where a statement or header entry (or its operand) stands in the text."""
        found = self.where.get(item if isinstance(item, str) else id(item))
        if found is None:
            return None
        line, column = found
        text = self.lines[line - 1]
        if isinstance(item, Instr) and field is not None:
            match = _INSTRUCTION.match(text, column)
            assert match is not None, "an instruction was read there"
            start, stop = columns(match.group().rstrip()).get(field, (0, len(match.group().rstrip())))
            return self._here(line, column + start, column + stop)
        end = len(re.split(r"[ \t]*[@;{}]", text[column:], maxsplit=1)[0])
        return self._here(line, column, column + end)

    # --------------------------------------------------------------------------------------------------------- header
    def _format(self, number: Any) -> int:
        if read_int(number) != FORMAT:
            raise TikError(
                "TIK-ARTIFACT01",
                f"this text is of format {number}, and this kit reads format {FORMAT}",
                position=self._here(number.line, number.column - 1, number.end_column - 1),
            )
        return FORMAT

    def _kit(self, version: Any) -> str:
        return _name(version)

    def _chip(self, name: Any) -> str:
        return _name(name)

    def _kernel(self, name: Any) -> str:
        return _name(name)

    def _blocks(self, count: Any) -> int | Reg:
        return _bound(count)

    def _file(self, number: Any, name: Any) -> None:
        if read_int(number) in self.files:
            raise _at(number, "TIK-SYNTAX02", f"file {number} is named twice")
        if not self.files:
            for match in _SOURCE_LINE.finditer(self.text):
                self.texts.setdefault((match[1], int(match[2])), match[3])
        self.files[read_int(number)] = _name(name)

    def _arg(self, name: Any, kind: Any, role: Any, dtype: Any, nbytes: Any, zero: Any, register: Any) -> Arg:
        return Arg(
            _name(name),
            str(kind),
            _dtype(dtype),
            str(role),
            read_int(nbytes.children[0]) if nbytes else None,
            read_register(register.children[0]) if register else None,
            zero is not None,
        )

    def _constant(self, name: Any, dtype: Any, coding: Any, *pieces: Any) -> Constant:
        data = []
        for piece in pieces:
            try:
                text = piece[1:-1]
                data.append(bytes.fromhex(text) if coding == "hex" else base64.b64decode(text, validate=True))
            except ValueError:
                raise _at(piece, "TIK-SYNTAX01", f"this is not {coding} data") from None
        return Constant(_name(name), _dtype(dtype), b"".join(data))

    def _buffer(self, name: Any, scope: Any, dtype: Any, address: Any, nbytes: Any, place: Any) -> Buffer:
        where = _SCOPES.get(str(scope))
        if where is None:
            raise _at(
                scope,
                "TIK-SYNTAX02",
                f"there is no buffer {str(scope)!r} in a core",
                did_you_mean(scope, tuple(_SCOPES)) or f"there are {', '.join(_SCOPES)}",
            )
        return Buffer(
            _name(name),
            where,
            _dtype(dtype),
            read_int(address),
            read_int(nbytes),
            self._place(place or "", name.line, len(_indent(self.lines[name.line - 1]))),
        )

    # ------------------------------------------------------------------------------------------------------- sections
    def _section(self, kind: Any, ratio: Any, block: Any) -> Section:
        return Section(str(kind), self._block(block, 1), 1 if ratio is None else read_int(ratio))

    def _block(self, block: Any, depth: int) -> tuple[Node, ...]:
        nodes = []
        for child in block.children:
            if hasattr(child, "data"):
                token = child.children[0]
                line, column = token.line, token.column - 1
                try:
                    if depth > MAX_DEPTH:
                        raise _at(token, "TIK-SYNTAX03", f"loops and branches are nested deeper than {MAX_DEPTH}")
                    node = self._structure(child, line, column, depth)
                except Mistake as error:
                    self._mistake(error, line, 0)
                    continue
            else:
                line, column = child.line, child.column - 1
                try:
                    op, types, operands, place = self.reader.read(child.rstrip())
                    node = Instr(op, types, operands, self._place(place, line, column))
                except Mistake as error:
                    self._mistake(error, line, column)
                    continue
            self.where[id(node)] = (line, column)
            nodes.append(node)
        return tuple(nodes)

    def _structure(self, tree: Any, line: int, column: int, depth: int) -> Node:
        if tree.data == "loop":
            _, reg, start, stop, step, place, body = tree.children
            return Loop(
                read_register(reg),
                _bound(start),
                _bound(stop),
                read_int(step),
                self._block(body, depth + 1),
                self._place(place or "", line, column),
            )
        if tree.data == "branch":
            _, cond, place, then, orelse = tree.children
            return If(
                read_register(cond),
                self._block(then, depth + 1),
                self._block(orelse, depth + 1) if orelse else (),
                self._place(place or "", line, column),
            )
        kind, place = tree.children
        return Exit(str(kind), self._place(place or "", line, column))

    def _place(self, suffix: str, line: int, column: int) -> Location:
        """The author's place that ``@…`` says, or this line."""
        if not suffix:
            text = self.lines[line - 1]
            return TextLocation(self.file, line, column, None, text)
        known = self.places.get(suffix)
        if known is None:
            match = _PLACE.fullmatch(suffix)
            assert match is not None, "the grammar lets only such places through"
            number, row, start, end = (None if part is None else int(part) for part in match.groups())
            assert number is not None and row is not None
            name = self.files.get(number)
            if name is None:
                at = self.lines[line - 1].find(suffix)
                self._error("TIK-SYNTAX02", f"file {number} is not in the header", line, at, at + len(suffix))
                return self._here(line)
            known = self.places[suffix] = Location(name, row, start, end, self.texts.get((name, row), ""))
        return known


def _tokens(node: Any) -> Iterator[Any]:
    for child in node.children:
        if hasattr(child, "data"):
            yield from _tokens(child)
        elif child is not None:
            yield child


def _indent(text: str) -> str:
    return text[: len(text) - len(text.lstrip())]


def _at(token: Any, code: str, message: str, hint: str | None = None) -> Mistake:
    return Mistake(code, message, token.column - 1, token.end_column - 1, hint)


def _name(token: Any) -> str:
    try:
        return str(read_name(token))
    except ValueError:
        raise _at(token, "TIK-SYNTAX01", "the text in quotes has a wrong escape", ESCAPES) from None


def _dtype(token: Any) -> Any:
    return read_dtype(str(token), token.column - 1)


def _bound(token: Any) -> int | Reg:
    return read_register(token) if token.type == "REGISTER" else read_int(token)
