"""The verbs as a whole: help, version, examples, exit codes, cost of starting."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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


def test_version(tik: Callable[..., Any]) -> None:
    done = tik("--version")
    assert done.code == 0 and done.out.startswith("tik-odk ")


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
