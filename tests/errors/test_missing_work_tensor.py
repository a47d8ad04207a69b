"""A reduction as newcomers write it: without the tensor for its partial sums."""

from tik.dsl import Builder


def test_message(mistakes):
    t = Builder("Ascend910B1")
    x, y = (t.Tensor("float16", (1024,), "local.UB", name) for name in ("x", "y"))
    t.vec_reduce_add(128, y, x, 8, 8)
    assert (
        mistakes(t)
        == """\
TIK-TYPE02: vec_reduce_add misses src_rep_stride
  --> test_missing_work_tensor.py:9
      t.vec_reduce_add(128, y, x, 8, 8)
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  hint: vec_reduce_add(mask, dst, src, work_tensor, repeat_times, src_rep_stride)"""
    )
