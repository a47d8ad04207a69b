"""tik check."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def test_safe_kernels(tik: Callable[..., Any], kernel_file: Path) -> None:
    done = tik("check", kernel_file, "--shape", "5x40")
    assert done.code == 0 and done.out == "double on Ascend910B1: no hazards\n"
    assert tik("check", "opsnn.softmax", "--shape", "8x100", "--chip", "910A").code == 0
    assert tik("check", "opsnn.relu", "--shape", "0").out == "opsnn.relu launched nothing (empty arrays?)\n"


def test_a_missing_wait(tik: Callable[..., Any], kernel_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "double.tikasm"
    assert tik("asm", kernel_file, "--shape", "5x40", "-o", path).code == 0
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    wait = next(i for i, line in enumerate(lines) if "wait_flag src_pipe=MTE2, dst_pipe=V" in line)
    path.write_text("".join(lines[:wait] + lines[wait + 1 :]), encoding="utf-8")
    done = tik("check", path)
    assert done.code == 1 and "TIK-SYNC01" in done.out
    assert "kernels.py:8" in done.out and "kernels.py:9" in done.out  # both sides, by the author's lines
    data = tik("check", path, "--json").json
    assert data["ok"] is False and data["errors"] >= 1
    assert "TIK-SYNC01" in [h["code"] for h in data["kernels"][0]["hazards"]]


@pytest.mark.parametrize(
    ("verb", "code"), [(("check",), 1), (("run",), 3), (("profile",), 3), (("asm", "--run"), 3), (("run", "--json"), 3)]
)
def test_a_deadlock(tik: Callable[..., Any], kernel_file: Path, tmp_path: Path, verb: tuple[str, ...], code: int) -> None:
    path = tmp_path / "double.tikasm"
    assert tik("asm", kernel_file, "--shape", "5x40", "-o", path).code == 0
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if "set_flag" not in line), encoding="utf-8")
    done = tik(verb[0], path, *verb[1:])
    assert done.code == code and "TIK-SYNC04" in done.out + done.err
    assert "first" not in done.out  # no values are shown


@pytest.mark.parametrize("json", [(), ("--json",)])
def test_what_the_file_prints_is_not_the_result(tik: Callable[..., Any], kernel_file: Path, json: tuple[str, ...]) -> None:
    kernel_file.write_text(kernel_file.read_text(encoding="utf-8") + "\nprint('a line of mine')\n", encoding="utf-8")
    done = tik("check", kernel_file, "--shape", "5x40", *json)
    assert done.code == 0 and "a line of mine" not in done.out and done.err == "a line of mine\n"
    assert not json or done.json["ok"] is True
