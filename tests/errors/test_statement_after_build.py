"""A call behind BuildCCE, which would be lost."""

import tik


def test_message(refusal):
    t = tik.Tik(chip="Ascend910B1")
    x = t.Tensor("float16", (128,), tik.scope_gm, "x")
    u = t.Tensor("float16", (128,), tik.scope_ubuf, "u")
    t.vec_dup(128, u, 1, 1, 8)
    t.data_move(x, u, 0, 1, 8, 0, 0)
    t.BuildCCE("k", [], [x])
    t.BuildCCE("k", [], [x])  # as often as one likes
    first, place, *_, hint = refusal(lambda: t.vec_add(128, u, u, u, 1, 8, 8, 8)).split("\n")
    assert first == "TIK-SYNTAX03: the kernel was built before this line, which would not be part of it"
    assert place == "  --> test_statement_after_build.py:14"
    assert hint == "  hint: write it before BuildCCE, or begin another kernel with tik.Tik()"
    assert t.kernel.run([]).outputs[0].tolist() == [1.0] * 128
