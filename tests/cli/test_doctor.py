"""tik doctor."""

import importlib.metadata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tik.cli import doctor


def test_a_sound_installation(tik: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TIK_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("TIK_CHIP", raising=False)
    done = tik("doctor")
    assert done.code == 0 and all(line.startswith("ok ") for line in done.out.splitlines())
    assert f"{tmp_path}" in done.out and "Ascend910B1 (the default)" in done.out
    data = tik("doctor", "--json").json
    assert data["ok"] is True
    assert {"kit", "python", "numpy", "numba", "float16", "cache", "chip", "name"} <= {f["what"] for f in data["findings"]}


def test_another_distribution_called_tik(tik: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.metadata, "packages_distributions", lambda: {"tik": ["tik-odk", "tik"]})
    done = tik("doctor")
    assert done.code == 1
    assert "BAD name the distribution tik provides a module called tik too: pip uninstall tik" in " ".join(done.out.split())


def test_our_own_distribution_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.metadata, "packages_distributions", lambda: {"tik": ["tik-odk"]})
    assert all(f.ok for f in doctor.findings() if f.what == "name")


def test_an_unwritable_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TIK_CACHE_DIR", str(tmp_path / "file"))
    (bad,) = [f for f in doctor.findings() if not f.ok]
    assert bad.what == "cache" and "set TIK_CACHE_DIR" in bad.text


def test_an_unknown_chip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIK_CHIP", "x")
    (bad,) = [f for f in doctor.findings() if not f.ok]
    assert bad.what == "chip" and "unknown chip 'x'" in bad.text


def test_a_missing_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LIBRARIES", ("numpy", "not-there"))
    (bad,) = [f for f in doctor.findings() if not f.ok]
    assert bad.what == "not-there" and "is missing" in bad.text


def test_the_cache_folder_is_not_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TIK_CACHE_DIR", str(tmp_path / "not" / "there"))
    (cache,) = [f for f in doctor.findings() if f.what == "cache"]
    assert cache.ok and cache.text == f"{tmp_path / 'not' / 'there' / 'native'} can be made"
    assert not list(tmp_path.iterdir())
