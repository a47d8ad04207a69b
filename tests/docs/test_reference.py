"""The pages of docs/reference: every instruction stands there, and their programs use it."""

import re
from collections.abc import Iterator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from tests.docs.test_blocks import ROOT, blocks
from tik.authoring import compiled
from tik.codegen import emit
from tik.dsl import Builder
from tik.dsl.describe import made_by
from tik.dsl.method import Method
from tik.ir import Instr, walk
from tik.isa.instruction import INSTRUCTIONS
from tik.stream.model import Instr as Made
from tik.stream.model import walk as walk_stream

PAGES = sorted((ROOT / "docs" / "reference").glob("*.md"))
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.py"))
ELSEWHERE = {"mov_l1_bt": "cube"}  # instructions whose program stands on another page than they do
SHOWN = re.compile(r"^\*\*Instruction\*\* (.*)$|^\| `(\w+)` \| .* \| .* \| .* \|$", re.MULTILINE)


def shown(page: Path) -> set[str]:
    """The instructions a page describes."""
    found = SHOWN.findall(page.read_text(encoding="utf-8"))
    return {name for line, row in found for name in (re.findall(r"`(\w+)`, (?:pipe|the pipe)", line) or [row])}


def test_every_instruction_stands_on_a_page() -> None:
    assert set.union(*map(shown, PAGES)) == set(INSTRUCTIONS)


def test_every_call_stands_on_a_page() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    calls = [name for name, thing in vars(Builder).items() if isinstance(thing, Method)]
    assert [name for name in calls if f"\nt.{name}(" not in text] == []


@pytest.fixture
def used(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """The instructions of the streams made meanwhile; and every call's instructions must be those it is described with."""
    mnemonics: set[str] = set()
    generate = emit.generate

    @wraps(generate)
    def noted(*args: Any) -> Any:
        stream = generate(*args)
        for section in stream.sections:
            mnemonics.update(node.op.mnemonic for node in walk_stream(section.body) if isinstance(node, Made))
        return stream

    monkeypatch.setattr(compiled, "generate", noted)
    for name, method in list(vars(Builder).items()):
        if isinstance(method, Method) and made_by(name):
            monkeypatch.setattr(Builder, name, checked(name, method))
    yield mnemonics


def checked(name: str, method: Method) -> Any:
    """The call, followed by a look at what it added."""

    def instructions(core: Any) -> dict[int, Instr]:
        return {id(s): s for s in walk(core.frames[0].body) if isinstance(s, Instr)}

    @wraps(method.function)
    def call(core: Any, *args: Any, **keywords: Any) -> Any:
        before = instructions(core)
        result = method(core, *args, **keywords)
        added = {s.op.mnemonic for at, s in instructions(core).items() if at not in before}
        assert added <= {op.mnemonic for op in made_by(name)}, f"tik.dsl.describe does not know that {name} makes {added}"
        return result

    return call


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_programs_use_what_the_page_describes(page: Path, used: set[str], capsys: pytest.CaptureFixture[str]) -> None:
    for line, source in blocks(page.read_text(encoding="utf-8")):
        exec(compile("\n" * (line - 1) + source, str(page), "exec"), {"__name__": "__main__"})
    expected = {name for name in shown(page) if ELSEWHERE.get(name, page.stem) == page.stem}
    assert expected | {name for name, other in ELSEWHERE.items() if other == page.stem} <= used


def test_every_example_stands_on_a_page() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert [path.name for path in EXAMPLES if path.read_text(encoding="utf-8") not in text] == []
