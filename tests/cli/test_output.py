"""What is printed."""

import io
import math

import numpy as np
import pytest

from tik.cli.output import columns, plain, progress, say


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_plain_data() -> None:
    given = {"a": np.float32(1.5), "b": (1, np.int64(2)), "c": math.inf, "d": [math.nan], "e": np.arange(2), "f": None}
    assert plain(given) == {"a": 1.5, "b": [1, 2], "c": "inf", "d": ["nan"], "e": [0, 1], "f": None}
    assert plain({1: object}) == {"1": "<class 'object'>"}


def test_columns() -> None:
    assert columns([["a", 1], ["bbb", 200]], ("name", "n"), right=(1,)) == "name    n\na       1\nbbb   200"


def test_colour_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream, no_color, coloured in ((io.StringIO(), "", False), (Terminal(), "1", False), (Terminal(), "", True)):
        monkeypatch.setenv("NO_COLOR", no_color)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setattr("sys.stdout", stream)
        say("[x] text", style="red")
        assert ("\x1b" in stream.getvalue()) is coloured
        assert "[x] text" in stream.getvalue()


def test_progress_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", io.StringIO())
    with progress("work") as bar:
        assert bar is None
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with progress("work") as bar:
        assert bar is not None
        bar(1, 2)
    assert "work" in terminal.getvalue()
