"""Which kind of core a program needs."""

from tests.codegen.test_kinds import MMAD, STORE, program
from tik.ir import For, Instr, Var
from tik.ir.kinds import core_kind, kind_makers, kind_of
from tik.isa import INSTRUCTIONS
from tik.types.dtypes import i32


def test_core_kind() -> None:
    barrier = Instr(INSTRUCTIONS["pipe_barrier"], (), ("ALL",))
    assert core_kind(program()) == core_kind(program(barrier)) == "vector"  # neither
    assert core_kind(program(STORE)) == "vector"
    assert core_kind(program(MMAD)) == "cube"
    assert core_kind(program(STORE, MMAD)) == "mixed"
    for chip in ("Ascend910A", "Ascend310P3"):
        assert core_kind(program(STORE, MMAD, chip=chip)) == core_kind(program(chip=chip)) == "unified"


def test_the_first_instruction_of_each_kind_is_named() -> None:
    again = Instr(MMAD.op, MMAD.types, ())
    nested = program(For(Var(i32, "i", "loop"), 0, 2, [MMAD, again]), STORE, again)
    assert kind_makers(nested) == {"cube": MMAD, "vector": STORE}


def test_what_leaves_l1_is_the_cubes() -> None:
    assert {name: kind_of(INSTRUCTIONS[name]) for name in ("mov_l1_gm", "mov_ub_gm", "fix_l0c_gm", "mov_gm_l1", "vadd")} == {
        "mov_l1_gm": "cube",
        "mov_ub_gm": "vector",
        "fix_l0c_gm": "cube",
        "mov_gm_l1": None,
        "vadd": "vector",
    }
