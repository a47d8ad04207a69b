"""tik cache."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tik.cli.cache import folder


def test_info_and_clear(tik: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TIK_CACHE_DIR", str(tmp_path))
    (tmp_path / "mine").touch()
    assert tik("cache", "info").out == f"{folder()}\n0 files, 0.0 MiB\n"
    (folder() / "some-version").mkdir(parents=True)
    (folder() / "some-version" / "routine.py").write_bytes(b"12345")
    assert tik("cache", "info", "--json").json == {"folder": str(folder()), "files": 1, "bytes": 5}
    done = tik("cache", "clear")
    assert done.code == 0 and done.out == f"removed 1 files (0.0 MiB) from {folder()}\n"
    assert not folder().exists() and (tmp_path / "mine").exists()
    assert tik("cache", "clear", "--json").json["removed"] == 0


def test_a_verb_is_needed(tik: Callable[..., Any]) -> None:
    done = tik("cache")
    assert "info" in done.out + done.err and "clear" in done.out + done.err


def test_files_that_cannot_be_removed(tik: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refused(path: Path, ignore_errors: bool = False) -> None:
        if not ignore_errors:
            raise PermissionError(13, "Permission denied", "routine.py")

    monkeypatch.setenv("TIK_CACHE_DIR", str(tmp_path))
    folder().mkdir()
    (folder() / "routine.py").write_bytes(b"12345")
    monkeypatch.setattr("shutil.rmtree", refused)
    done = tik("cache", "clear")
    assert done.code == 1
    assert done.out == f"removed 0 files (0.0 MiB) from {folder()}\n1 files stay: routine.py: Permission denied\n"
    assert tik("cache", "clear", "--json").json["bytes"] == 0
