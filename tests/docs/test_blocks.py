"""Every python block of README.md and docs/*.md runs (those of docs/reference: test_reference.py): those of a page in order, in
one namespace, in a folder of their own, which holds the page's ```tikasm blocks as files named after their kernels."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```python *\n(.*?)^```$", re.MULTILINE | re.DOTALL)  # not ```python no-run
STREAM = re.compile(r"^```tikasm *\n(.*?^kernel (\w+)$.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str) -> list[tuple[int, str]]:
    """The blocks of a page that run, with the line each starts on."""
    return [(page.count("\n", 0, found.start(1)) + 1, found[1]) for found in FENCE.finditer(page)]


def with_blocks() -> list[Path]:
    return [path for path in PAGES if blocks(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", with_blocks(), ids=lambda path: path.name)
def test_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    for stream, kernel in STREAM.findall(text):
        Path(f"{kernel}.tikasm").write_text(stream, encoding="utf-8")
    namespace: dict[str, object] = {"__name__": "__main__"}
    for line, source in blocks(text):
        code = compile("\n" * (line - 1) + source, str(page), "exec")  # errors and reports name the page's own lines
        exec(code, namespace)


def test_blocks_are_found() -> None:
    page = "a\n```python\nx = 1\n```\n```python no-run\ny\n```\n```text\nz\n```\n```python\nw = 2\n```\n"
    assert blocks(page) == [(3, "x = 1\n"), (12, "w = 2\n")]


def test_pages_that_must_have_blocks() -> None:
    found = {path.name for path in with_blocks()}
    assert {"README.md", "index.md", "tutorial.md", "tile_layer.md", "numerics.md", "model.md"} <= found
