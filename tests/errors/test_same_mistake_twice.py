"""A count of 0, from a division of a small size, in several calls: explained once, shown at every line."""

import os

import pytest

import tik
from tik.types.errors import TikErrors

MESSAGE = """\
4 mistakes in this kernel:
TIK-REPEAT01: burst is 0, at least 1
  --> test_same_mistake_twice.py:33
      t.data_move(u, x, 0, 1, n // 16, 0, 0)
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  data_move: burst can be 1..65535
  hint: burst counts blocks of 32 bytes = 16 elements of float16: round up, (n + 15) // 16
  and at test_same_mistake_twice.py:34
  and at test_same_mistake_twice.py:36
TIK-REPEAT01: repeat_times is 0, at least 1
  --> test_same_mistake_twice.py:35
      t.vec_add(128, u, u, v, n // 128, 8, 8, 8)
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  vec_add: repeat_times can be 1..255
  hint: a repeat is 256 bytes = 128 elements of float16: round up, (n + 127) // 128, or give a smaller mask"""


def test_message():
    n = 8
    t = tik.Tik(chip="Ascend910A")
    x, y = (t.Tensor("float16", (16,), tik.scope_gm, name) for name in "xy")
    u, v = (t.Tensor("float16", (128,), tik.scope_ubuf, name) for name in "uv")
    t.data_move(u, x, 0, 1, n // 16, 0, 0)
    t.data_move(v, x, 0, 1, n // 16, 0, 0)
    t.vec_add(128, u, u, v, n // 128, 8, 8, 8)
    t.data_move(y, u, 0, 1, n // 16, 0, 0)
    with pytest.raises(TikErrors) as caught:
        t.BuildCCE("k", [x], [y])
    text = str(caught.value).replace(os.path.dirname(os.path.abspath(__file__)) + os.sep, "")
    lines = text.split("\n")  # carets need Python 3.11
    assert [line for line in lines if "^" not in line] == [line for line in MESSAGE.split("\n") if "^" not in line]
