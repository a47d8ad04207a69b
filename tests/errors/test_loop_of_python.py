"""for instead of with."""

from tik.dsl import Builder


def test_message(refusal):
    t = Builder("Ascend910B1")

    def loop() -> None:
        for _ in t.for_range(0, 3):
            pass

    first, place, *_, hint = refusal(loop).split("\n")
    assert first == "TIK-SYNTAX03: for_range is no Python loop: its block is built once, and runs in the kernel"
    assert place == "  --> test_loop_of_python.py:10"
    assert hint == "  hint: write `with t.for_range(...) as i:`"
