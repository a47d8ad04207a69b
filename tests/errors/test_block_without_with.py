"""A scope that is called but not entered."""

from tik.dsl import Builder


def test_message(mistakes):
    t = Builder("Ascend910B1")
    n = t.Scalar("int32", "n", 3)
    t.if_scope(n > 2)
    n.set_as(1)
    assert (
        mistakes(t)
        == """\
TIK-SYNTAX03: if_scope stands here without a with: nothing is in its block
  --> test_block_without_with.py:9
      t.if_scope(n > 2)
      ^^^^^^^^^^^^^^^^^
  hint: write `with t.if_scope(...):`"""
    )
