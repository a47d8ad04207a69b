"""One tensor larger than the whole unified buffer."""

from tik.dsl import Builder


def test_message(mistakes):
    t = Builder("Ascend910B1")
    t.Tensor("float32", (64, 1024), "local.UB", "tile")
    assert (
        mistakes(t)
        == """\
TIK-MEM01: tile needs 262144 bytes of UB, Ascend910B1 has 196608
  --> test_over_full_buffer.py:8
      t.Tensor("float32", (64, 1024), "local.UB", "tile")
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  262144 > 196608
  hint: use a smaller tile and loop over it"""
    )
