"""tik explain: more about an error or hazard code."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from tik.cli.failures import usage
from tik.cli.options import Json
from tik.cli.output import columns, emit, say
from tik.types.codes import CATEGORIES, CODES, Code
from tik.types.errors import did_you_mean

__all__ = ["explain", "matching"]


def explain(
    code: Annotated[str | None, typer.Argument(metavar="CODE", help="TIK-MEM01, MEM01, mem1, or a category: MEM.")] = None,
    json: Json = False,
) -> None:
    """Say what an error or hazard code means; without one, list them all."""
    found = list(CODES.values()) if code is None else matching(code)
    if json:
        emit([{"code": c.code, "title": c.title, "text": c.text} for c in found])
    elif len(found) == 1:
        (one,) = found
        category = _category(one)
        say(f"{one.code}: {one.title}\n\n{one.text}\n\n{category}: {CATEGORIES[category]}")
    else:
        say(columns([[c.code, c.title] for c in found], ("code", "meaning")))


def matching(word: str) -> list[Code]:
    """The code, or the codes of the category, that ``word`` names."""
    plain = word.strip().upper().removeprefix("TIK").lstrip("-")
    number = re.fullmatch(r"([A-Z]+)-?(\d+)", plain)
    if number is not None:
        plain = f"{number[1]}{int(number[2]):02d}"
    if f"TIK-{plain}" in CODES:
        return [CODES[f"TIK-{plain}"]]
    group = [c for c in CODES.values() if _category(c) == plain]
    if group:
        return group
    known = [c.removeprefix("TIK-") for c in CODES]
    hint = did_you_mean(plain, [*known, *CATEGORIES]) or f"categories: {', '.join(CATEGORIES)}"
    raise usage(f"there is no code {word!r}", hint)


def _category(code: Code) -> str:
    return code.code.removeprefix("TIK-").rstrip("0123456789")
