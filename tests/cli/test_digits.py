"""The demo's network."""

import numpy as np
import pytest

from tik.cli.digits import Digits, load_digits, on_npu, with_numpy


def test_data() -> None:
    digits = load_digits()
    assert digits.pixels.shape == (1797, 64) and digits.pixels.dtype == np.float16
    assert digits.pixels.min() == 0 and digits.pixels.max() == 1
    assert np.bincount(digits.labels).tolist() == [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]  # of the UCI set
    assert 0.95 < digits.accuracy(with_numpy(digits)) < 1


@pytest.mark.parametrize("chip", ["Ascend910B1", "Ascend910A"])
def test_a_few_digits_on_the_npu(chip: str) -> None:
    digits = load_digits()
    few = Digits(digits.pixels[:37], digits.labels[:37], digits.w1, digits.b1, digits.w2, digits.b2)
    found = on_npu(few, chip)
    assert found.probabilities.dtype == np.float32 and len(found.reports) >= 4 and found.hazards == 0
    assert np.abs(found.probabilities - with_numpy(few)).max() < 2e-3
