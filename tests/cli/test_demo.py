"""tik demo."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tik.cli import digits as network


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The demo on 64 digits instead of all."""
    d = network.load_digits()
    some = network.Digits(d.pixels[:64], d.labels[:64], d.w1, d.b1, d.w2, d.b2)
    monkeypatch.setattr(network, "load_digits", lambda: some)


def test_text(tik: Callable[..., Any], few: None, tmp_path: Path) -> None:
    done = tik("demo", "--out", tmp_path / "trace.json")
    assert done.code == 0, done.out + done.err
    for said in (
        "64 digits through",
        "on Ascend910B1",
        "on Ascend910A",
        "right (numpy in float32:",
        "hazards found: 0",
        "softmax_kernel",
        "Now softmax_kernel without its first wait for a load, wait_flag(MTE2, V, ",
        "TIK-SYNC01",
        "softmax.py:",
    ):
        assert said in done.out
    assert json.loads((tmp_path / "trace.json").read_text(encoding="utf-8"))["traceEvents"]


def test_json(tik: Callable[..., Any], few: None, tmp_path: Path) -> None:
    data = tik("demo", "--out", tmp_path / "trace.json", "--json").json
    assert data["ok"] is True and [c["chip"] for c in data["chips"]] == ["Ascend910B1", "Ascend910A"]
    for chip in data["chips"]:
        assert chip["hazards"] == 0 and chip["accuracy"] > 0.9 and chip["largest_difference"] < 2e-3
        assert len(chip["kernels"]) >= 4 and all(k["cycles"] > 0 for k in chip["kernels"])
    hazard = next(h for h in data["broken"]["hazards"] if h["code"] == "TIK-SYNC01")
    assert len({site["line"] for site in hazard["sites"]}) == 2  # names both source lines


def test_a_broken_kernel_that_passes_is_a_failure(
    tik: Callable[..., Any], few: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tik.cli import sabotage

    one = sabotage.without_wait
    monkeypatch.setattr(sabotage, "without_wait", lambda trace, *pipes: (trace.stream, one(trace, *pipes)[1]))
    done = tik("demo", "--out", tmp_path / "trace.json")
    assert done.code == 1 and "hazards found: 0\n\n" in done.out


def test_a_cold_cache_is_told(tik: Callable[..., Any], few: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tik.cli.demo.folder", lambda: tmp_path)
    said = "compiling native code for this machine, once; about half a minute\n"
    assert tik("demo", "--out", tmp_path / "trace.json").out.startswith(said)
    (tmp_path / "some.nbi").touch()
    assert said not in tik("demo", "--out", tmp_path / "trace.json").out
