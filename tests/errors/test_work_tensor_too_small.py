"""A reduction whose work tensor is shaped like its result (case O05)."""

from tik.dsl import Builder


def test_message(mistakes):
    t = Builder("Ascend910B1")
    x = t.Tensor("float16", (16, 64), "local.UB", "x")
    dst, work = (t.Tensor("float16", (16, 1), "local.UB", name) for name in ("dst", "work"))
    t.vec_reduce_max(64, dst, x, work, 16, 4)
    assert (
        mistakes(t)
        == """\
TIK-MEM03: work_tensor of vec_reduce_max has 16 elements, 32 are needed
  --> test_work_tensor_too_small.py:10
      t.vec_reduce_max(64, dst, x, work, 16, 4)
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  (value, index) pairs for 16 repeats; work has shape [16, 1]
  hint: declare it with at least 32 elements of f16"""
    )
