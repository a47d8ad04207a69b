"""Two loops over rows in one tile kernel."""

import numpy as np

import tik


@tik.kernel
def twice(k, x, y):
    for rows in k.split(x.shape[0]):
        k.store(y[rows], k.load(x[rows]))
    for rows in k.split(x.shape[0]):
        k.store(y[rows], k.load(y[rows]) + 1)


def test_message(refusal):
    x = np.ones((4, 5), np.float32)
    assert (
        refusal(lambda: twice(x, x))
        == """\
TIK-SYNTAX03: k.split stands twice in one kernel
  --> test_two_splits.py:12
      for rows in k.split(x.shape[0]):
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  hint: do it all in one loop over rows (k.columns inside it goes over columns), or make two kernels"""
    )
