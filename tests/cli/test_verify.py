"""tik verify."""

from collections.abc import Callable
from typing import Any

import pytest

from tik.chips import chip_names
from tik.cli.target import resolve


def test_right(tik: Callable[..., Any]) -> None:
    done = tik("verify", "fake.twice", "--cases", "6", "--chip", "Ascend910A")
    assert done.code == 0 and not done.err
    assert done.out.startswith("fake.twice on Ascend910A: 6 cases, all right (seed 0")
    assert "bf16  not applicable: no chip has bf16 here" in done.out


def test_wrong(tik: Callable[..., Any]) -> None:
    done = tik("verify", "fake.off", "--cases", "4", "--seed", "7")
    assert done.code == 1 and "4 cases, 4 failed (seed 7" in done.out
    assert "fake.off(f32[1, 3])" in done.out
    assert "again: tik verify fake.off --chip Ascend910B1 --dtype f32 --seed 7 --case 0" in done.out


def test_again(tik: Callable[..., Any]) -> None:
    done = tik("verify", "fake.off", "--dtype", "f32", "--seed", "7", "--case", "3", "--json")
    (chip,) = done.json["chips"]
    assert done.code == 1 and chip["cases"] == 1 and 3 in [f["case"] for f in chip["failures"]]


def test_json_of_all_chips(tik: Callable[..., Any]) -> None:
    done = tik("verify", "fake.twice", "--cases", "3", "--chip", "all", "--dtype", "f16", "--json")
    assert done.code == 0 and done.json["ok"] is True
    assert [c["chip"] for c in done.json["chips"]] == list(chip_names())
    assert all(c["cases"] == 3 and [d["dtype"] for d in c["dtypes"]] == ["f16"] for c in done.json["chips"])


def test_usage(tik: Callable[..., Any]) -> None:
    done = tik("verify", "fake.off", "--dtype", "f16")
    assert done.code == 2 and "fake.off has no f16; it has f32" in done.err
    assert tik("verify", "fake.off", "--chip", "x").code == 2
    done = tik("verify", "fake.off", "--cases", "5", "--case", "9")
    assert done.code == 2 and "--case 9 is none of 5 cases" in done.err
    assert "130 when Ctrl-C ends it" in " ".join(tik("verify", "--help").out.split())


def test_interrupted(tik: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    operator = resolve("fake.twice").thing
    count = iter(range(100))

    def call(x: Any) -> Any:
        if next(count) == 5:
            raise KeyboardInterrupt
        return x + x

    monkeypatch.setattr(
        "tik.cli.target.operator_of",
        lambda target: type(operator)(operator.name, call, operator.golden, operator.cases, operator.dtypes),
    )
    done = tik("verify", "fake.twice", "--json")
    assert done.code == 130
    (chip,) = done.json["chips"]
    assert chip["interrupted"] is True and chip["cases"] == 2 and chip["failed"] == 0
