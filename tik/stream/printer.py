"""A stream as .tikasm text (docs/stream.md): canonical, so that printing what was parsed from it gives it again."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from tik.stream.form import form_of, head_text
from tik.stream.literals import name_text, operand_text, register_text, string_text
from tik.stream.model import FORMAT, Arg, Buffer, Constant, Exit, If, Instr, Loop, Node, Section, Stream
from tik.stream.places import PlaceTable, TextLocation
from tik.types.positions import Location, Position

__all__ = ["format_stream"]

_PLACE_COLUMN = 88  # where @file:line:column stands behind an instruction
_HEX_BYTES = 32  # constants up to this are in hex, longer ones in base64
_LINE_BYTES = 72  # bytes of a constant on one line


def format_stream(stream: Stream, source: bool = True) -> str:
    """``stream`` as text that ``parse`` reads back to an equal one.

    With ``source`` each statement names its place in the author's source (``@file:line:column-end``), and a comment
    shows that line whenever it changes. Files are named without their folders.
    """
    printer = _Printer(source)
    for section in stream.sections if source else ():
        printer.collect(section.body)
    body = [line for section in stream.sections for line in ("", *printer.section(section))]
    buffers = _table([printer.buffer(b) for b in stream.buffers], right=(4, 5))
    head = [
        f"tikasm {FORMAT}",
        *([f"kit {string_text(stream.kit)}"] if stream.kit else []),
        f"chip {name_text(stream.chip)}",
        f"kernel {name_text(stream.name)}",
        f"blocks {operand_text(stream.blocks)}",
    ]
    tables = (
        [f"file {number} {string_text(name)}" for name, number in printer.files.items()],
        _table([_arg(arg) for arg in stream.args]),
        [line for constant in stream.constants for line in _constant(constant)],
        buffers,
    )
    return "\n".join([*head, *(line for table in tables if table for line in ("", *table)), *body, ""])


class _Printer:
    """Prints statements and gathers the table of files on the way."""

    def __init__(self, source: bool) -> None:
        self.source = source
        self.files: dict[str, int] = {}
        self.lines: list[str] = []
        self._places = PlaceTable()
        self._suffixes = [""]  # by number of place
        self._texts: dict[tuple[str, int], str] = {}
        self._shown: tuple[str, int] | None = None
        self._heads: dict[object, str] = {}

    def section(self, section: Section) -> list[str]:
        self.lines = []
        self._shown = None
        ratio = f" ratio={section.ratio}" if section.ratio != 1 else ""
        self.lines.append(f"section {section.kind}{ratio} {{")
        self._statements(section.body, "  ")
        self.lines.append("}")
        return self.lines

    def buffer(self, b: Buffer) -> list[str]:
        return [
            "buffer",
            name_text(b.name),
            b.scope.value,
            b.dtype.short,
            f"{b.address:#x}",
            str(b.nbytes),
            self._suffix(b.position),
        ]

    def _statements(self, body: Sequence[Node], indent: str) -> None:
        lines = self.lines
        for node in body:
            place = self._suffix(node.position, indent)
            if isinstance(node, Instr):
                line = indent + self._instruction(node)
                lines.append(f"{line:<{_PLACE_COLUMN}} {place}" if place else line)
                continue
            place = place and place + " "
            if isinstance(node, Loop):
                bounds = f"{operand_text(node.start)}, {operand_text(node.stop)}, {node.step}"
                lines.append(f"{indent}loop {register_text(node.reg)} = {bounds} {place}{{")
                self._statements(node.body, indent + "  ")
                lines.append(indent + "}")
            elif isinstance(node, If):
                lines.append(f"{indent}if {register_text(node.cond)} {place}{{")
                self._statements(node.then, indent + "  ")
                if node.orelse:
                    lines.append(indent + "} else {")
                    self._statements(node.orelse, indent + "  ")
                lines.append(indent + "}")
            else:
                assert isinstance(node, Exit)
                lines.append(f"{indent}{node.kind} {place}".rstrip())

    def _instruction(self, node: Instr) -> str:
        form = form_of(node.op)
        operands = node.operands
        head = self._heads.get((node.op, node.types))
        if head is None:
            head = self._heads[node.op, node.types] = head_text(node.op, node.types)
        parts = [operand_text(operands[index]) for index in form.placed]
        for key, index, default, default_text in form.keyed:
            value = operands[index]
            if value is not default:
                text = operand_text(value)
                if text != default_text:
                    parts.append(f"{key}={text}")
        return f"{head} {', '.join(parts)}" if parts else head

    # --------------------------------------------------------------------------------------------------- source lines
    def collect(self, body: Sequence[Node]) -> None:
        """Number the places of all statements, so that a line's text is known before its first use."""
        stack = [iter(body)]
        while stack:
            node = next(stack[-1], None)
            if node is None:
                stack.pop()
                continue
            self._number(node.position)
            if isinstance(node, Loop):
                stack.append(iter(node.body))
            elif isinstance(node, If):
                stack += (iter(node.orelse), iter(node.then))

    def _number(self, position: Position | Location | None) -> int:
        number = self._places.number(position)
        if number == len(self._suffixes):
            place = self._places.locations[-1]
            self._suffixes.append(self._spell(place))
            if place.text and not isinstance(place, TextLocation):
                self._texts.setdefault((place.file, place.line), place.text)
        return number

    def _spell(self, place: Location) -> str:
        if isinstance(place, TextLocation):
            return ""
        number = self.files.setdefault(place.file, len(self.files))
        if place.column is None:
            return f"@{number}:{place.line}"
        end = "" if place.end_column is None else f"-{place.end_column}"
        return f"@{number}:{place.line}:{place.column}{end}"

    def _suffix(self, position: Position | Location | None, indent: str | None = None) -> str:
        """``@…`` of a statement; where its source line is another than the last one's, that is shown before."""
        if not self.source or position is None:
            return ""
        number = self._number(position)
        suffix = self._suffixes[number]
        if suffix and indent is not None:
            place = self._places.locations[number - 1]
            key = (place.file, place.line)
            if key != self._shown:
                self._shown = key
                text = self._texts.get(key)
                if text and place.file.isprintable() and " | " not in place.file:
                    self.lines.append(f"{indent}; {place.file}:{place.line} | {text}")
        return suffix


def _arg(arg: Arg) -> list[str]:
    options = [
        f"bytes={arg.nbytes}" if arg.nbytes is not None else "",
        "zero" if arg.zero else "",
        f"reg={register_text(arg.reg)}" if arg.reg is not None else "",
    ]
    return ["arg", name_text(arg.name), arg.kind, arg.role, arg.dtype.short, " ".join(o for o in options if o)]


def _constant(constant: Constant) -> list[str]:
    data = constant.data
    head = f"const {name_text(constant.name)} {constant.dtype.short}"
    if len(data) <= _HEX_BYTES:
        return [f'{head} hex "{data.hex()}"']
    pieces = (data[at : at + _LINE_BYTES] for at in range(0, len(data), _LINE_BYTES))
    return [f"{head} base64", *(f'  "{base64.b64encode(piece).decode()}"' for piece in pieces)]


def _table(rows: list[list[str]], right: tuple[int, ...] = ()) -> list[str]:
    """Rows with their columns aligned, those in ``right`` to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        " ".join(
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
