"""A statement between an if and its else."""

from tik.dsl import Builder


def test_message(mistakes):
    t = Builder("Ascend910B1")
    n = t.Scalar("int32", "n", init_value=3)
    with t.if_scope(n > 2):
        n.set_as(1)
    n.set_as(n + 1)
    with t.else_scope():
        n.set_as(2)
    first, place, line, _carets, hint = mistakes(t).split("\n")  # the carets are longer on Python 3.10
    assert first == "TIK-SYNTAX03: else_scope without an if_scope directly before it"
    assert place == "  --> test_else_without_if.py:12"
    assert line == "      with t.else_scope():"
    assert hint == "  hint: it must follow the if's block at the same level, with no statement in between"
