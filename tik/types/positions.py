"""Where in the author's source something was written: cheap to record, resolved only when shown."""

from __future__ import annotations

import contextlib
import dis
import functools
import linecache
import os
import sys
from dataclasses import dataclass
from types import CodeType, FrameType

__all__ = ["Location", "Position", "here"]


@dataclass(frozen=True)
class Location:
    """A resolved place: file, 1-based line, 0-based columns (None where unknown), the line's text."""

    file: str
    line: int
    column: int | None = None
    end_column: int | None = None
    text: str = ""

    @property
    def short(self) -> str:
        return f"{os.path.basename(self.file)}:{self.line}"

    def snippet(self) -> tuple[str, ...]:
        """The source line and a caret line under it; empty when the text is not known."""
        if not self.text.strip():
            return ()
        indent = len(self.text) - len(self.text.lstrip())
        start = self.column if self.column is not None else indent
        stop = self.end_column if self.end_column is not None else len(self.text.rstrip())
        shift = indent
        body = self.text.strip()
        return (body, " " * max(0, start - shift) + "^" * max(1, min(stop, indent + len(body)) - start))


class Position:
    """A code object and an instruction offset in it."""

    __slots__ = ("code", "lasti")

    def __init__(self, code: CodeType, lasti: int) -> None:  # once an instruction: a frozen dataclass takes twice as long
        self.code, self.lasti = code, lasti

    def resolve(self) -> Location:
        line, column, stop = _place(self.code, self.lasti)
        text = linecache.getline(self.code.co_filename, line).rstrip("\n")
        return Location(self.code.co_filename, line, column, stop, text)

    @property
    def short(self) -> str:
        return self.resolve().short

    def __repr__(self) -> str:
        return f"Position({self.short})"


def _place(code: CodeType, lasti: int) -> tuple[int, int | None, int | None]:
    positions = getattr(code, "co_positions", None)  # Python 3.11 and later
    if positions is not None:
        for index, (line, end_line, column, end_column) in enumerate(positions()):
            if index * 2 >= lasti and line is not None:
                return line, column, end_column if end_line == line else None
    line = code.co_firstlineno
    for offset, number in dis.findlinestarts(code):
        if offset > lasti:
            break
        line = number or line
    return line, None, None


_KIT = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


_CONTEXTS = contextlib.__file__  # its frames stand between the author's line and a with-block of the kit


@functools.cache
def _inside(file: str) -> bool:
    return file.startswith(_KIT) or file == _CONTEXTS


def here() -> Position:
    """The innermost frame outside the kit (the author's line that led to this call)."""
    frame: FrameType | None = sys._getframe(1)
    last = frame
    while frame is not None:
        if not _inside(frame.f_code.co_filename):
            return Position(frame.f_code, frame.f_lasti)
        last = frame
        frame = frame.f_back
    assert last is not None
    return Position(last.f_code, last.f_lasti)
