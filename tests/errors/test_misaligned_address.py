"""A vector instruction on the second row of rows that are no whole blocks (case O09)."""

from tik.dsl import Builder


def test_message(mistakes):
    t = Builder("Ascend910B1")
    x = t.Tensor("int16", (4, 100), "local.UB", "x")
    t.vadds(100, x[1, 0], x[1, 0], 1, 1, 1, 1, 8, 8)
    assert (
        mistakes(t)
        == """\
TIK-ALIGN01: dst of vadds starts at byte 200 of x, which is no multiple of 32
  --> test_misaligned_address.py:9
      t.vadds(100, x[1, 0], x[1, 0], 1, 1, 1, 1, 8, 8)
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  element 100 of i16 (2 bytes); UB has blocks of 32 bytes
  hint: start at a multiple of 16 elements"""
    )
