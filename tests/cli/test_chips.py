"""tik chips."""

from collections.abc import Callable
from typing import Any

import pytest

from tik.chips import chip_names, load_chip
from tik.cli import chips


def test_table(tik: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TIK_CHIP", raising=False)
    lines = tik("chips").out.splitlines()
    assert lines[0].split()[:4] == ["chip", "kind", "arch", "cube"]
    assert [line.split()[0] for line in lines[1:]] == list(chip_names())
    assert lines[5].split()[1:] == [
        "split",
        "C-220",
        "24",
        "48",
        "1850",
        "192",
        "512",
        "128",
        "192",
        "363.7",
        "1.49",
        "default",
    ]


def test_table_as_json(tik: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIK_CHIP", "Ascend910A")
    data = tik("chips", "--json").json
    assert data["default"] == "Ascend910A" and data["chips"][0]["ub"] == 253952


def test_one_chip_with_sources(tik: Callable[..., Any]) -> None:
    out = tik("chips", "910B1").out
    assert "clock.mhz" in out and "PYPTO, ASC-EX [V]" in out
    data = tik("chips", "Ascend910B1", "--json").json
    assert {"figure": "cores.vector", "value": 48, "source": "PYPTO [V]"} in data["figures"]


def test_unknown_chips(tik: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    done = tik("chips", "Ascend910C")
    assert done.code == 2 and "unknown chip 'Ascend910C'" in done.err
    monkeypatch.setenv("TIK_CHIP", "x")
    done = tik("chips")
    assert done.code == 2 and "TIK_CHIP in the environment" in done.err


def test_validate(tik: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    done = tik("chips", "--validate", "--json")
    assert done.code == 0 and done.json["ok"] is True
    assert all(c["complaints"] == [] and c["figures"] > 100 and c["assumed"] < c["figures"] for c in done.json["chips"])
    monkeypatch.setattr(chips, "validate", lambda figures: ["clock.mhz: no source"])
    done = tik("chips", "Ascend910A", "--validate")
    assert done.code == 1 and "1 without a proper source\n  clock.mhz: no source" in done.out


def test_every_figure_is_shown() -> None:
    rows = list(chips.figures(load_chip("Ascend910A").figures))
    assert len({key for key, _, _ in rows}) == len(rows)
    assert {"arch", "cores.cube", "cost.head.default", "instructions.mmad"} <= {key for key, _, _ in rows}
