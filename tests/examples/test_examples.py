"""Every example runs as its reader would run it, and says something."""

import math
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from tik import compat
from tik.cli.app import app

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("[0-9][0-9]_*.py"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
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


def test_the_kernel_file_runs_for_every_size() -> None:
    scale = compat.load(ROOT / "examples" / "cann" / "vec_scale.py").vec_scale
    for shape, dtype, chip in (
        ((7,), "f16", "Ascend310"),
        ((8, 1000), "f32", "Ascend910A"),
        ((7, 99, 999), "f16", "Ascend310P3"),
    ):
        tensor = compat.tensor(shape, dtype)
        kernel = compat.build(scale, tensor, tensor, 0.5, chip=chip)
        count = math.prod(shape)
        x = np.zeros(kernel.signature.shapes["x_gm"][0], tensor["dtype"])
        x[:count] = np.random.default_rng(0).integers(-9, 9, count)
        report = kernel.run([x])
        assert report.hazards == [] and np.array_equal(report.outputs[0], x / 2)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("examples/cann/vec_scale.py --list", "vec_scale(x, y, scale, kernel_name='vec_scale')"),
        ("examples/cann/vec_scale.py --shape 8x1000 --dtype f16 --set scale=0.5", "out  y_gm  f16    8000"),
        ("examples/tik/05_matmul.py --set m=64 --set k=32 --set n=32", "out  y_gm  f16    64x32"),
    ],
)
def test_lines_of_the_readme(line: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"    tik run {line}\n" in README or f"`tik run {line}`" in README
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(app, ["run", *line.split()])
    assert done.exit_code == 0 and said in done.output


def test_numbers_are_consecutive() -> None:
    assert [int(path.name[:2]) for path in EXAMPLES] == list(range(1, len(EXAMPLES) + 1))
    assert len(EXAMPLES) >= 5
