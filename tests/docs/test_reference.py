"""The pages of docs/reference: every instruction stands there, and their programs use it."""

import inspect
import re
from collections.abc import Iterator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

import tik
from tests.docs.test_blocks import ROOT, blocks
from tik.authoring import compiled
from tik.authoring.debugger import Debugger
from tik.codegen import emit
from tik.dsl import Builder, Scalar, TensorView
from tik.dsl.arrays import ScalarArray
from tik.dsl.describe import made_by
from tik.dsl.method import Method
from tik.ir import Expr, Instr, walk
from tik.isa.instruction import INSTRUCTIONS
from tik.npu.timing.timeline import CAUSES
from tik.runtime import Report
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


def sections(page: Path) -> dict[str, str]:
    """The sections of a page by title, without their programs."""
    text = re.sub(r"^```python$.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    parts = re.split(r"^## (.*)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_parameter_has_a_row_and_nothing_else_has() -> None:
    found: set[str] = set()
    for page in PAGES:
        for title, text in sections(page).items():
            calls = [name for name in title.split(", ") if isinstance(vars(Builder).get(name), Method)]
            head = re.search(r"^\| (?:operand|parameter) \| \|\n\|---\|---\|\n((?:\|.*\n)*)", text, re.MULTILINE)
            rows = re.findall(r"^\| `([^`]+)` \|", head[1], re.MULTILINE) if head else []
            if calls:
                assert set(rows) == {n for name in calls for n in vars(Builder)[name].names}, title
                found |= set(calls)
    assert found == {name for name, thing in vars(Builder).items() if isinstance(thing, Method)}


def test_everything_of_tik_stands_on_a_page() -> None:
    titles = {title for page in PAGES for title in sections(page)}
    mine = {name for name in vars(tik.Tik) if not name.startswith("_")}
    debugger = {f"tikdb.{name}" for name in vars(Debugger) if not name.startswith("_")}
    assert mine | debugger | {"Tik", "Dprofile", "kernel.run", "kernel.asm", "all", "any", "negate"} <= titles
    text = (ROOT / "docs" / "reference" / "values.md").read_text(encoding="utf-8")
    for cls in (TensorView, Scalar, Expr, ScalarArray):
        public = [
            name
            for name, thing in vars(cls).items()
            if not name.startswith("_") and (callable(thing) or isinstance(thing, property))
        ]
        assert [name for name in public if f".{name}" not in text and name not in INNER] == [], cls


INNER = {"row_pitches", "element"}  # the kit's own


def test_a_shared_program_stands_on_the_same_page() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        titles = {title.lower().replace(", ", "-") for title in re.findall(r"^## (.*)$", text, re.MULTILINE)}
        assert set(re.findall(r"^Example: see \[.*\]\(#(.*)\)", text, re.MULTILINE)) <= titles


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages_are_for_users(page: Path) -> None:
    """No notes for the kit's authors, no functions of its source, no backslashes in code."""
    text = "\n".join(sections(page).values())
    assert not re.search(r"hardware\.md|tik_api|\(decisions? \d|DESIGN", text)
    assert not re.search(r"\*\*Cycles\*\*.*(?:\w\(| if .* else )", text)
    code = re.findall(r"`[^`\n]+`", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL))
    assert [one for one in code if "\\" in one and "\\|" not in one] == []


def test_the_page_of_the_report_lists_its_fields() -> None:
    text = (ROOT / "docs" / "report.md").read_text(encoding="utf-8")
    fields = [name for name in vars(Report) if not name.startswith("_")]
    fields += [*inspect.signature(Report.__init__).parameters][1:]
    hidden = {"shadow"}
    assert [name for name in fields if f"`{name}" not in text and f".{name}(" not in text and name not in hidden] == []
    assert [cause for cause in CAUSES if f"`{cause}`" not in text] == []
    keys = re.findall(r'data\["(\w+)"\]|^\s+"(\w+)":', inspect.getsource(Report.to_dict), re.MULTILINE)
    assert [key for pair in keys for key in pair if key and f'"{key}"' not in text] == []


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
