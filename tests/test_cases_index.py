"""Each case of the case bank that the kit answers so far is a test, which says so in its name or docstring."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CASES = [
    *(f"O{n:02}" for n in range(1, 10)),
    "O13",
    "O16",
    "O19",
    "O20",
    "O21",
    "O22",
    "O23",
    "O24",
    "O25",
    "O26",
    "O33",
    "O34",
    "O35",
    "O38",
    "O39",
    "O40",
    "O44",
    "O45",
]


def named(source: str) -> Iterator[str]:
    """The cases that test functions name, as "O07"."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            text = f"{node.name.replace('_', ' ')} {ast.get_docstring(node) or ''}"
            yield from (f"O{number}" for number in re.findall(r"\b[oO](\d\d)\b", text))


FOUND = {
    case
    for path in TESTS.rglob("test_*.py")
    if path.name != Path(__file__).name
    for case in named(path.read_text(encoding="utf-8"))
}


@pytest.mark.parametrize("case", CASES)
def test_a_case_is_a_test(case: str) -> None:
    assert case in FOUND, f"no test names case {case} in its name or docstring"


def test_what_counts_as_naming() -> None:
    assert list(named("def test_o07_four_rows(): pass")) == ["O07"]
    assert list(named("def test_rows():\n    '''Cases O07 and O22.'''")) == ["O07", "O22"]
    assert list(named("'''O07'''\ndef test_rows():\n    pass  # O22\ndef o24_helper(): pass\nlo07 = 1")) == []
