"""Two repeats read 512 bytes of a tensor of 256."""

from tik.dsl import Builder


def test_message(mistakes):
    t = Builder("Ascend910B1")
    x = t.Tensor("float32", (64,), "local.UB", "x")
    y = t.Tensor("float32", (128,), "local.UB", "y")
    t.vec_abs(64, y, x, 2, 8, 8)
    assert (
        mistakes(t)
        == """\
TIK-BOUNDS01: vec_abs reads past the end of x
  --> test_read_past_the_end.py:10
      t.vec_abs(64, y, x, 2, 8, 8)
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  src: bytes 0..512; x has 256
  hint: make the tensor larger, or use fewer repeats, bursts or lanes"""
    )
