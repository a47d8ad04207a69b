"""The verbs as a whole: help, version, examples, exit codes, cost of starting."""

import importlib.metadata
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tik import __version__
from tik.cli import main

ROOT = Path(__file__).parents[2]
VERBS = ("demo", "run", "verify", "asm", "check", "profile", "chips", "ops", "explain", "doctor", "cache")


def test_help_lists_every_verb(tik: Callable[..., Any]) -> None:
    done = tik("--help")
    assert done.code == 0
    for verb in VERBS:
        assert f"\n  {verb} " in done.out


@pytest.mark.parametrize("verb", [*((verb,) for verb in VERBS), ("cache", "info"), ("cache", "clear")])
def test_every_verb_has_help_with_an_example(tik: Callable[..., Any], verb: tuple[str, ...]) -> None:
    done = tik(*verb, "--help")
    assert done.code == 0 and f"Example: tik {verb[0]}" in done.out
    assert "--json" in done.out or verb == ("cache",)
    assert "\x1b" not in done.out and "─" not in done.out


def test_version(tik: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    done = tik("--version")
    assert done.code == 0 and done.out.startswith("tik-odk ")

    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError

    monkeypatch.setattr(importlib.metadata, "version", missing)
    assert tik("--version").out == f"tik-odk {__version__} (not installed, run from its sources)\n"


def test_checks_exit_codes_are_in_its_help(tik: Callable[..., Any]) -> None:
    assert "3 when the kernel does something that no run survives" in " ".join(tik("check", "--help").out.split())


@pytest.mark.parametrize("args", [("nonsense",), ("verify",), ("chips", "--nonsense"), ("verify", "x", "--cases", "0")])
def test_wrong_usage(tik: Callable[..., Any], args: tuple[str, ...]) -> None:
    done = tik(*args)
    assert done.code == 2 and "Error: " in done.err and not done.out


def test_python_dash_m() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tik", "explain", "TIK-MEM01", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0 and '"code": "TIK-MEM01"' in done.stdout and not done.stderr


def test_light_verbs_start_without_the_compiler() -> None:
    code = "import sys; import tik.cli.app; print(*[m for m in ('numba', 'lark') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == ""


def test_deadlocks_exit_code_is_in_the_help(tik: Callable[..., Any]) -> None:
    assert "A deadlock is 1 for check" in tik("--help").out
    for verb in ("run", "profile", "asm"):
        assert "3 when the kernel deadlocks" in " ".join(tik(verb, "--help").out.split())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("args", [("explain",), ("explain", "--json"), ("explain", "MEM01"), ("--help",), ("--version",)])
def test_a_full_disk_behind_standard_output(args: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tik", *args],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, "")


def test_ctrl_c_while_modules_are_imported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Interrupted(ModuleType):
        def __getattr__(self, name: str) -> Any:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "tik.cli.app", Interrupted("tik.cli.app"))
    with pytest.raises(SystemExit) as caught:
        main(["chips"])
    assert caught.value.code == 130 and capsys.readouterr().err == "interrupted\n"
