"""The section a program becomes."""

import pytest

from tik.chips import load_chip
from tik.codegen.kinds import section_kind
from tik.ir import Instr, MemRef, Program, Stmt, Tensor, Var
from tik.isa import INSTRUCTIONS
from tik.types.dtypes import f32, i32
from tik.types.errors import TikError
from tik.types.positions import Location
from tik.types.scopes import Scope

UB, OUT = Tensor("u", f32, Scope.UB, [8], 32), Tensor("o", f32, Scope.GM, [8], 32)
STORE = Instr(INSTRUCTIONS["mov_ub_gm"], (f32,), (MemRef(OUT), MemRef(UB), 1, 1, 0, 0, 0), Location("k.py", 3))
MMAD = Instr(INSTRUCTIONS["mmad"], (f32, f32, f32), (), Location("k.py", 5))


def program(*body: Stmt, chip: str = "Ascend910B1") -> Program:
    return Program("k", load_chip(chip), [], list(body), Var(i32, "block", "block"))


def test_kinds() -> None:
    assert section_kind(program(STORE)) == "vector"
    assert section_kind(program(MMAD)) == "cube"
    assert section_kind(program(STORE, MMAD, chip="Ascend910A")) == "unified"


def test_both_kinds_on_a_split_chip() -> None:
    with pytest.raises(TikError) as caught:
        section_kind(program(MMAD, STORE))
    error = caught.value
    assert error.code == "TIK-CHIP01"
    assert error.message == "k mixes vector and cube instructions, and on Ascend910B1 they run on different cores"
    assert error.position == Location("k.py", 3) and list(error.details) == ["cube core: mmad", "vector core: mov_ub_gm"]
