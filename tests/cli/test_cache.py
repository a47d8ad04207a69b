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
