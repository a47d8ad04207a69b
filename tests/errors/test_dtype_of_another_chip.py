"""16-bit integer addition on a chip that has none."""

from tik.dsl import Builder


def test_message(mistakes):
    t = Builder("Ascend910A")
    x = t.Tensor("int16", (128,), "local.UB", "x")
    t.vec_add(128, x, x, x, 1, 8, 8, 8)
    assert (
        mistakes(t)
        == """\
TIK-CHIP01: Ascend910A has no vec_add of i16
  --> test_dtype_of_another_chip.py:9
      t.vec_add(128, x, x, x, 1, 8, 8, 8)
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  vec_add on Ascend910A: f16, f32, i32
  hint: chips that have it: Ascend310P3, Ascend910B1..B4"""
    )
