"""Arguments in another order: a tensor stands where the repeats are counted."""

from tik.dsl import Builder


def test_message(mistakes):
    t = Builder("Ascend910B1")
    u = t.Tensor("float16", (128,), "local.UB", "u")
    t.vec_add(128, u, u, u, u, 8, 8, 8)
    assert (
        mistakes(t)
        == """\
TIK-TYPE02: repeat_times of vec_add is the tensor u of shape [128], not a number
  --> test_tensor_where_a_number_is_wanted.py:9
      t.vec_add(128, u, u, u, u, 8, 8, 8)
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  hint: an element of it, u[i], is a number; or the arguments are in another order"""
    )
