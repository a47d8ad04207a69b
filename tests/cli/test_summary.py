"""Arrays in a line."""

import numpy as np

from tik.cli.summary import summary


def test_figures_leave_out_what_is_no_number() -> None:
    s = summary("x", np.array([[1.0, np.nan, 3.0], [np.inf, -np.inf, 2.0]], np.float16))
    assert s == {
        "name": "x",
        "shape": [2, 3],
        "dtype": "f16",
        "min": 1.0,
        "max": 3.0,
        "mean": 2.0,
        "nan": 1,
        "inf": 2,
        "first": s["first"],
    }
    assert s["first"][0] == 1.0 and np.isnan(s["first"][1])
