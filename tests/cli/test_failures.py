"""Exit codes and words for each kind of failure."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tik.cli import ops


def test_a_wrong_kernel_is_3(tik: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "bad.tikasm"
    path.write_text("nonsense\n", encoding="utf-8")
    done = tik("check", path)
    assert done.code == 3 and done.err.startswith("TIK-SYNTAX01: ") and f"{path}:1" in done.err
    assert "Traceback" not in done.err


def test_errors_are_json_too(tik: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "bad.tikasm"
    path.write_text("nonsense\n", encoding="utf-8")
    done = tik("check", path, "--json")
    assert done.code == 3
    assert done.json["ok"] is False and done.json["error"]["code"] == "TIK-SYNTAX01" and done.json["error"]["line"] == 1


def test_a_users_exception_names_the_users_line(tik: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("import tik\n\nvalue = 1 / 0\n", encoding="utf-8")
    done = tik("run", path, "--shape", "4")
    assert done.code == 3
    assert done.err == (f"ZeroDivisionError: division by zero\n  --> {path}:3\n      value = 1 / 0\n      {'^' * 13}\n")


def test_a_bug_of_the_kits_says_so(tik: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: object) -> None:
        raise AssertionError("an invariant")

    monkeypatch.setattr(ops, "emit", broken)
    done = tik("ops", "--json")
    assert done.code == 70
    assert done.err.startswith("TIK-INTERNAL01: AssertionError: an invariant\n  at ")
    assert "This is a bug in the kit. Please report it" in done.err and "Traceback" not in done.err
    assert json.loads(done.out)["error"]["code"] == "TIK-INTERNAL01"


def test_the_traceback_comes_on_request(tik: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: object) -> None:
        raise AssertionError("an invariant")

    monkeypatch.setattr(ops, "emit", broken)
    monkeypatch.setenv("TIK_DEBUG", "1")
    assert "Traceback (most recent call last)" in tik("ops", "--json").err


def test_ctrl_c(tik: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ops, "emit", interrupted)
    done = tik("ops", "--json")
    assert done.code == 130 and done.err == "interrupted\n"
    monkeypatch.setattr("tik.cli.failures.Verbs.parse_args", interrupted)
    done = tik("ops")
    assert done.code == 130 and done.err == "interrupted\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("chips", "--nonsense", "--json"), "--nonsense"),
        (("nonsense", "--json"), "nonsense"),
        (("--nonsense", "--json"), "--nonsense"),
        (("verify", "opsnn.sofmax", "--json"), "did you mean opsnn.softmax"),
    ],
)
def test_wrong_usage_is_json_too(tik: Callable[..., Any], args: tuple[str, ...], said: str) -> None:
    done = tik(*args)
    assert done.code == 2 and said in done.err
    assert done.json["ok"] is False and said in done.json["error"]["message"]


def test_several_mistakes_are_all_in_the_json(tik: Callable[..., Any], kernel_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "d.tikasm"
    assert tik("asm", kernel_file, "--shape", "5x40", "-o", path).code == 0
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(" x1[", " nothing["), encoding="utf-8")
    done = tik("check", path, "--json")
    assert done.code == 3 and len(done.json["errors"]) >= 2
    assert done.json["errors"][0] == done.json["error"]


def test_what_does_not_fit_into_memory(tik: Callable[..., Any], kernel_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "d.tikasm"
    assert tik("asm", kernel_file, "--shape", "5x40", "-o", path).code == 0
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("bytes=800", "bytes=999999999999999996"), encoding="utf-8")
    for args in ((kernel_file, "--shape", "99999999x9999999"), (kernel_file, "--shape", "99999999x9999999999999"), (path,)):
        done = tik("check", *args)
        assert done.code == 3 and re.fullmatch(r"[\d,]+ bytes do not fit this machine's memory\n", done.err), done.err
        assert "fit" in tik("check", *args, "--json").json["error"]["message"]
