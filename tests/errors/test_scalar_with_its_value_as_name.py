"""The second argument of Scalar is its name."""

from tik.dsl import Builder


def test_message(mistakes):
    t = Builder("Ascend910B1")
    t.Scalar("int32", 5)
    assert (
        mistakes(t)
        == """\
TIK-TYPE02: the name of a Scalar is 5, not a text
  --> test_scalar_with_its_value_as_name.py:8
      t.Scalar("int32", 5)
      ^^^^^^^^^^^^^^^^^^^^
  hint: a first value is given as init_value=5"""
    )
