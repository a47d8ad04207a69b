"""Python's if on a tile, whose elements exist only when the kernel runs."""

import numpy as np

import tik


@tik.kernel
def branch(k, x, y):
    for rows in k.split(x.shape[0]):
        t = k.load(x[rows])
        if t:
            t = t + 1
        k.store(y[rows], t)


def test_message(refusal):
    x = np.ones((4, 5), np.float32)
    assert (
        refusal(lambda: branch(x, x))
        == """\
TIK-SYNTAX04: a tile has no truth value: its elements exist only when the kernel runs
  --> test_branch_on_a_tile.py:12
      if t:
      ^^^^^
  hint: if, and, or, not cannot look at it; choose with k.maximum / k.minimum, or branch on shapes, which are plain integers"""
    )
