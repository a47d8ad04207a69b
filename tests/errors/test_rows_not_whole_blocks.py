"""Rows of 32 bytes copied into rows of 48 (case O20)."""

from tik.dsl import Builder


def test_message(mistakes):
    t = Builder("Ascend910B1")
    gm = t.Tensor("float16", (3, 16), "global", "gm")
    x = t.Tensor("float16", (3, 24), "local.UB", "x")
    t.data_move(x, gm, 0, 3, 1, 0, (24 - 16) * 2 // 32)
    assert (
        mistakes(t)
        == """\
TIK-ALIGN02: the rows of x are 48 bytes, which are no whole 32-byte blocks
  --> test_rows_not_whole_blocks.py:10
      t.data_move(x, gm, 0, 3, 1, 0, (24 - 16) * 2 // 32)
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  dst has shape [3, 24] of f16; 3 bursts of 1 with gap 0 start every 32 bytes
  hint: declare rows of 32 elements"""
    )
