"""Every numbered example runs as its reader would run it, and says something."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("[0-9][0-9]_*.py"))
KERNELS = sorted((ROOT / "examples" / "tik").glob("[0-9][0-9]_*.py"))


def said(example: Path, folder: Path) -> str:
    """What an example prints, run in a folder of its own."""
    path = os.pathsep.join(p for p in (str(ROOT), os.environ.get("PYTHONPATH")) if p)
    done = subprocess.run(
        [sys.executable, example],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(example: Path, tmp_path: Path) -> None:
    assert said(example, tmp_path)


@pytest.mark.parametrize("example", KERNELS, ids=lambda path: path.stem)
def test_tik_example_runs(example: Path, tmp_path: Path) -> None:
    assert re.search(r"^.+: ok, [1-9]\d* cycles, 0 hazards", said(example, tmp_path))


def test_numbers_are_consecutive() -> None:
    assert [int(path.name[:2]) for path in EXAMPLES] == list(range(1, len(EXAMPLES) + 1))
    assert len(EXAMPLES) >= 5
