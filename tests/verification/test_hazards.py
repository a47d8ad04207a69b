"""Recording for the sanitizer."""

import numpy as np
import pytest

import opsnn
from tik.runtime.launch import observers, recording
from tik.verification import sanitized


def test_launches_inside_are_recorded_and_outside_are_not() -> None:
    x = np.ones((4, 16), np.float32)
    with sanitized() as reports:
        opsnn.relu(x)
        with sanitized() as inner:
            opsnn.relu(x)
    opsnn.relu(x)
    assert [report.recorded for report in reports] == [True, True] and len(inner) == 1
    assert all(report.hazards == [] for report in reports)


def test_everything_is_as_before_after_an_error() -> None:
    with pytest.raises(ValueError), sanitized():
        raise ValueError
    assert recording.get() is False and observers() == ()
