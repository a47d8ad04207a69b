"""Where machine code is kept, and what happens when that place is no good."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tik.npu.native.caching import cache_folder, writable_root

PROGRAM = "import numpy as np, opsnn; print(opsnn.relu(np.array([-1.0, 2.0], np.float32)))"


def run(cache: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "TIK_CACHE_DIR": str(cache)}
    return subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False)


def test_the_folder_asked_for_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIK_CACHE_DIR", str(tmp_path / "here"))
    assert writable_root() == tmp_path / "here"
    assert (tmp_path / "here") in cache_folder().parents


def test_a_folder_that_cannot_be_written_is_replaced_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TIK_CACHE_DIR", str(tmp_path / "file"))
    with caplog.at_level("WARNING", "tik"):
        root = writable_root()
    assert root != tmp_path / "file" and root.is_dir()
    assert "cannot be written" in caplog.text


@pytest.mark.slow
def test_damaged_files_are_compiled_anew(tmp_path: Path) -> None:
    assert run(tmp_path).stdout == "[0. 2.]\n"
    damaged = [*tmp_path.rglob("*.nbi"), *tmp_path.rglob("*.nbc")]
    assert damaged
    for path in damaged:
        path.write_bytes(b"")
    again = run(tmp_path)
    assert (again.returncode, again.stdout, again.stderr) == (0, "[0. 2.]\n", "")
