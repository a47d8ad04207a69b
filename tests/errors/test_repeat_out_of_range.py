"""300 repeats in an 8-bit field (case O04)."""

from tik.dsl import Builder


def test_message(mistakes):
    t = Builder("Ascend910B1")
    x = t.Tensor("float32", (64 * 300,), "local.UB", "x")
    t.vec_add(64, x, x, x, 300, 8, 8, 8)
    assert (
        mistakes(t)
        == """\
TIK-REPEAT01: repeat_times is 300, at most 255
  --> test_repeat_out_of_range.py:9
      t.vec_add(64, x, x, x, 300, 8, 8, 8)
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  vec_add: repeat_times can be 1..255
  hint: split it into 255 + 45 repeats; the second call starts at dst[16320], src0[16320], src1[16320]"""
    )
