"""Accesses that end in the slack behind an array."""

from tests.npu.sanitizer.traces import Core, Mem, Memory, Reg, Scope, build, load, store
from tik.npu.sanitizer import NOTE, sanitize

MEMORY = Memory({"x": (Scope.UB, 0, 256)}, {"a": ("input", 250), "o": ("output", 256)})


def test_a_whole_last_block_is_noted() -> None:
    (found,) = sanitize(build(MEMORY, [Core([load("x", "a", line=3)])]))
    assert (found.code, found.severity) == ("TIK-BOUNDS02", NOTE)
    assert found.message == "mov_gm_ub reads up to byte 256 of a, which has 250: the last block ends in the slack behind it"
    assert [site.role for site in found.sites] == ["reads"]


def test_up_to_the_end_is_fine() -> None:
    assert (
        sanitize(
            build(
                MEMORY,
                [
                    Core(
                        [
                            load("x", "a", blocks=7),
                        ]
                    )
                ],
            )
        )
        == []
    )
    assert sanitize(build(MEMORY, [Core([store("o", "x")])])) == []


def test_once_an_instruction() -> None:
    move = load("x", Mem("a", 0, Reg(2)), blocks=1)
    cores = [Core([(move, {2: 224}), (move, {2: 224})], block=b) for b in range(3)]
    assert [h.code for h in sanitize(build(MEMORY, cores)) if h.severity == NOTE] == ["TIK-BOUNDS02"]
