"""Rare habits of kernel files."""

from pathlib import Path

import numpy as np
import pytest

from tik import compat
from tik.types.errors import TikError


def test_odd_habits(kernels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mod = compat.load(kernels / "odd_habits.py")
    x = np.arange(100, 164, dtype=np.int32)
    report = compat.build(lambda entry=mod.habits: entry()).run([x])
    assert report.outputs[0][0] == 5 and np.array_equal(report.outputs[0][1:], x[1:]) and not report.hazards
    assert "before" in capsys.readouterr().out


def test_a_scalar_nothing_sets_is_an_error_where_it_is_read(kernels: Path) -> None:
    mod = compat.load(kernels / "odd_habits.py")
    with pytest.raises(TikError, match="a scalar is used that nothing gives a value to"):
        compat.build(mod.habits, mode=1000).run([np.zeros(64, np.int32)])
