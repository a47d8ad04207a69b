"""A tile kernel that computes, and stores nothing."""

import numpy as np

import tik


@tik.kernel
def lost(k, x, y):
    for rows in k.split(x.shape[0]):
        k.load(x[rows]) * 2


def test_message(refusal):
    x = np.ones((4, 5), np.float32)
    assert (
        refusal(lambda: lost(x, x))
        == """\
TIK-SYNTAX05: lost stores to none of its parameters, so it has no result
  --> test_storing_to_nothing.py:8
      def lost(...)
      ^^^^^^^^^^^^^
  hint: write a result with k.store(y[rows], tile)"""
    )
