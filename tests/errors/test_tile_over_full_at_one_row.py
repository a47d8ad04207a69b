"""Rows so wide that not one of them fits the unified buffer."""

import numpy as np

import tik


@tik.kernel
def double(k, x, y):
    for rows in k.split(x.shape[0]):
        k.store(y[rows], k.load(x[rows]) * 2)


def test_message(refusal):
    x = np.ones((2, 100_000), np.float32)
    call = lambda: double.run(x, x, chip="Ascend910B1")  # noqa: E731
    assert (
        refusal(call)
        == """\
TIK-MEM01: UB is over-full: 800768 bytes needed, 196608 there
  --> test_tile_over_full_at_one_row.py:11
      k.store(y[rows], k.load(x[rows]) * 2)
                       ^^^^^^^^^^^^^^^^^^^
  x1 f32 [100096]: 400384 B at test_tile_over_full_at_one_row.py:11
  t2 f32 [100096]: 400384 B at test_tile_over_full_at_one_row.py:11
  hint: one row of tiles does not fit: work on part of the columns at a time, for cols in k.columns(n): k.load(x[rows, cols])"""
    )
