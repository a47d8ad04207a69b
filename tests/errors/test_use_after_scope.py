"""A tensor used after the block it was declared in."""

from tik.dsl import Builder


def test_message(mistakes):
    t = Builder("Ascend910B1")
    with t.for_range(0, 4):
        x = t.Tensor("float32", (64,), "local.UB", "x")
    t.vec_dup(64, x, 0, 1, 8)
    assert (
        mistakes(t)
        == """\
TIK-MEM02: x is used after its scope has ended
  --> test_use_after_scope.py:10
      t.vec_dup(64, x, 0, 1, 8)
      ^^^^^^^^^^^^^^^^^^^^^^^^^
  declared at test_use_after_scope.py:9
  hint: it lives until the with-block it was declared in ends; declare it before that block"""
    )
