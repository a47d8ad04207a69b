"""A bf16 array on a chip that only moves such bytes."""

import ml_dtypes
import numpy as np

import tik


@tik.kernel
def double(k, x, y):
    for rows in k.split(x.shape[0]):
        k.store(y[rows], k.load(x[rows]) * 2)


def test_message(refusal):
    x = np.ones((4, 5), ml_dtypes.bfloat16)
    call = lambda: double.run(x, x, chip="Ascend910A")  # noqa: E731
    assert (
        refusal(call)
        == """\
TIK-CHIP01: bfloat16 is not supported on Ascend910A
  --> test_bfloat16_on_a_chip_without.py:17
      call = lambda: double.run(x, x, chip="Ascend910A")  # noqa: E731
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  x is bf16 [4, 5]
  hint: chips that have it: Ascend910B1..B4"""
    )
