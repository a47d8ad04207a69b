"""The parser that lark makes of grammar.lark, and its complaints in friendly words. lark is imported on first use."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lark import Lark
    from lark.exceptions import UnexpectedInput

__all__ = ["Complaint", "line_parser", "stream_parser", "unexpected"]

_GRAMMAR = Path(__file__).with_name("grammar.lark")

# What the terminals that are patterns stand for; the others are words, shown in quotes.
WORDS = {
    "_SECTION": "'section'",
    "LOOP": "'loop'",
    "IF": "'if'",
    "_ELSE": "'else'",
    "BREAK": "'break'",
    "CONTINUE": "'continue'",
    "RETURN": "'return'",
    "INSTRUCTION": "an instruction",
    "MNEMONIC": "an instruction's name",
    "REGISTER": "a register (r5, %block)",
    "FLOAT": "a number",
    "INT": "an integer",
    "NAME": "a name",
    "WORD": "a word",
    "STRING": 'text in quotes ("…")',
    "PLACE": "a source place (@file:line)",
    "CODING": "'hex' or 'base64'",
    "$END": "the end",
    "<END-OF-FILE>": "the end",
}
_FOUND = re.compile(r'"(?:[^"\\]|\\.)*"|[\w.%]+|.')
_ORDER = {words: at for at, words in enumerate(WORDS.values())}


@dataclass(frozen=True)
class Complaint:
    """What is wrong where: the line from 1, columns from 0."""

    message: str
    line: int
    column: int
    end_column: int


@functools.cache
def stream_parser() -> Lark:
    """Parses whole texts."""
    return _parser("stream", positions=False)


@functools.cache
def line_parser() -> Lark:
    """Parses one instruction's line; the tree knows its columns."""
    return _parser("instruction", positions=True)


def _parser(start: str, positions: bool) -> Lark:
    from lark import Lark

    return Lark(
        _GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        lexer="contextual",
        start=start,
        propagate_positions=positions,
        maybe_placeholders=True,
    )


def unexpected(error: UnexpectedInput, parser: Lark, text: str) -> Complaint:
    """lark's complaint about ``text``."""
    words = expected_words(parser, _expected(error))
    if getattr(getattr(error, "token", None), "type", None) == "$END":
        lines = text.rstrip().split("\n")
        return Complaint(f"the text ends here; expected {words}", len(lines), len(lines[-1]), len(lines[-1]) + 1)
    start = error.column - 1
    line = text.split("\n")[error.line - 1]
    found = _FOUND.match(line, start)
    assert found is not None, "lark complains about a character that is there"
    return Complaint(f"unexpected {found.group()!r}; expected {words}", error.line, start, found.end())


def _expected(error: Any) -> Iterable[str]:
    for key in ("accepts", "expected", "allowed"):
        names = getattr(error, key, None)
        if names:
            return set(names)
    return ()


def expected_words(parser: Lark, names: Iterable[str]) -> str:
    """A list of terminals in words: instructions and keywords first."""
    patterns = {terminal.name: terminal.pattern for terminal in parser.terminals}
    words = {WORDS.get(name) or f"'{patterns[name].value}'" for name in names}
    listed = sorted(words, key=lambda w: (_ORDER.get(w, len(_ORDER)), w))
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} or {listed[-1]}" if listed else "nothing more"
