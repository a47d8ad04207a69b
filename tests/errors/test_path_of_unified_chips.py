"""From L1 to UB, where cube and vector cores are apart."""

from tik.dsl import Builder


def test_message(mistakes):
    t = Builder("Ascend910B1")
    u, l1 = t.Tensor("float16", (128,), "local.UB", "u"), t.Tensor("float16", (128,), "local.L1", "l1")
    t.data_move(u, l1, 0, 1, 8, 0, 0)
    first, place, line, _carets, hint = mistakes(t).split("\n")
    assert first == "TIK-CHIP01: Ascend910B1 has no data_move from L1 to UB"
    assert place == "  --> test_path_of_unified_chips.py:9"
    assert line == "      t.data_move(u, l1, 0, 1, 8, 0, 0)"
    assert hint.startswith("  hint: chips that have it: Ascend310, Ascend310P3, Ascend910A")
