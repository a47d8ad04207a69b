"""The streams of four operators on three chips, as text: read them when a change makes them differ."""

from collections.abc import Callable

import numpy as np
import pytest

import opsnn
import tik
from tik.chips import chip_names
from tik.stream import format_stream, parse
from tik.stream.model import Stream


def stream_of(run: Callable[[], object], chip: str) -> Stream:
    """The stream of the one kernel a call launches."""
    with tik.chip(chip), tik.profile() as p:
        run()
    (report,) = p.kernels
    return report.trace.stream


def f16(*shape: int) -> np.ndarray:
    return (np.arange(np.prod(shape)) % 7 - 3).astype(np.float16).reshape(shape)


OPERATORS = {
    "add": lambda: opsnn.add(f16(300), f16(300)),
    "relu": lambda: opsnn.relu(f16(3, 40)),
    "softmax": lambda: opsnn.softmax(f16(4, 50)),
    "matmul_bias": lambda: opsnn.matmul(f16(20, 70), f16(70, 40), f16(40)),
}


@pytest.mark.parametrize("chip", ["Ascend910B1", "Ascend910A", "Ascend310P3"])
@pytest.mark.parametrize("operator", OPERATORS)
def test_stream(operator: str, chip: str, golden: Callable[[str, str], None]) -> None:
    assert chip in chip_names()
    text = format_stream(stream_of(OPERATORS[operator], chip), source=False)
    assert format_stream(parse(text), source=False) == text
    golden(f"{operator}_{chip}.tikasm", text)
