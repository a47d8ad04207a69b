"""tik ops."""

from collections.abc import Callable
from typing import Any


def test_list(tik: Callable[..., Any]) -> None:
    lines = tik("ops").out.splitlines()
    assert lines[0].split() == ["operator", "dtypes"]
    assert any(line.split() == ["fake.twice", "f16", "f32", "bf16", "x", "+", "x."] for line in lines)
    assert any(line.startswith("opsnn.softmax") for line in lines)


def test_json(tik: Callable[..., Any]) -> None:
    fake = {"name": "fake.off", "dtypes": ["f32"], "exact": False, "doc": "x + x, but for a mistake."}
    assert fake in tik("ops", "--json").json
