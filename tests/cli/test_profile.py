"""tik profile."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any


def test_words(tik: Callable[..., Any], kernel_file: Path) -> None:
    done = tik("profile", kernel_file, "--shape", "256x1024")
    assert done.code == 0 and done.out.startswith("double on Ascend910B1: ")
    for word in ("cycles", "MTE2", "MTE3", "mostly waits for", "bound by", "1.0 MiB read, 1.0 MiB written"):
        assert word in done.out


def test_json_and_files(tik: Callable[..., Any], tmp_path: Path) -> None:
    trace, table = tmp_path / "trace.json", tmp_path / "table.csv"
    done = tik("profile", "opsnn.softmax", "--shape", "64x256", "--trace", trace, "--csv", table, "--json")
    (kernel,) = done.json["kernels"]
    assert done.code == 0 and kernel["cycles"] > 0 and kernel["bound_by"] and kernel["bytes"]["read"] == 64 * 256 * 2
    assert done.json["files"] == [str(trace), str(table)]
    assert json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]
    (row,) = csv.DictReader(table.open(encoding="utf-8"))
    assert row["name"] == kernel["name"] and int(row["cycles"]) == kernel["cycles"]


def test_where_nothing_runs(tik: Callable[..., Any]) -> None:
    done = tik("profile", "opsnn.relu", "--shape", "0")
    assert done.code == 2 and "launched nothing" in done.err


def test_files_that_cannot_be_written(tik: Callable[..., Any], kernel_file: Path, tmp_path: Path) -> None:
    done = tik("profile", kernel_file, "--shape", "8x8", "--csv", tmp_path / "no" / "t.csv")
    assert done.code == 2 and "t.csv cannot be written: " in done.err
