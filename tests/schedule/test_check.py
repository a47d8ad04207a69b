"""The checker finds what it is for."""

from __future__ import annotations

import pytest

from tests.schedule.programs import Builder
from tik.ir import MemRef
from tik.schedule import check_program, schedule
from tik.schedule.check import author_flags
from tik.types.dtypes import f32
from tik.types.errors import TikError
from tik.types.scopes import Scope


def fault(b: Builder) -> TikError:
    with pytest.raises(TikError) as caught:
        check_program(b.program())
    return caught.value


def test_a_tensor_used_behind_its_scope() -> None:
    b = Builder()
    with b.scope():
        t = b.local(64, name="tile")
    b.fill(t)
    error = fault(b)
    assert (error.code, error.message) == ("TIK-MEM02", "tensor tile is used outside its scope")


def test_an_element_read_behind_its_scope() -> None:
    b = Builder()
    with b.scope():
        t = b.local(64)
    b.assign(b.element(t) + 1)
    assert fault(b).code == "TIK-MEM02"


def test_a_tensor_of_one_branch_used_in_the_other() -> None:
    b = Builder()
    with b.when(b.scalar("n") > 0):
        t = b.local(64)
        b.fill(t)
    with b.otherwise():
        b.fill(t)
    assert fault(b).code == "TIK-MEM02"


def test_a_field_out_of_range() -> None:
    b = Builder()
    b.fill(b.local(64), repeat=256)
    error = fault(b)
    assert (error.code, error.message) == ("TIK-REPEAT01", "vector_dup: repeat_times is 256; the field holds 0..255")


def test_an_event_id_out_of_range() -> None:
    b = Builder()
    b.op("set_flag", (), "V", "MTE3", 8)
    error = fault(b)
    assert (error.code, error.message) == ("TIK-SYNC07", "set_flag: event_id 8 is not 0..7")


def test_a_scope_the_instruction_cannot_reach() -> None:
    b = Builder()
    t = b.local(64, f32, Scope.L1, "tile")
    b.op("vector_dup", (f32,), 64, MemRef(t), 0.0, 1, 1, 8)
    error = fault(b)
    assert (error.code, error.message) == ("TIK-TYPE03", "vector_dup: dst must lie in UB; tile lies in L1")


def test_break_outside_a_loop() -> None:
    b = Builder()
    b.exit("break")
    assert fault(b).message == "break stands outside a loop"


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("left", "flags are left set at the end: V -> S 0"),
        ("twice", "set twice: V -> S 0"),
        ("nobody", "waited for but not set: V -> S 0"),
        ("trip", "a trip changes which flags are set: V -> S 0"),
        ("branch", "only one branch sets or waits for V -> S 0"),
        ("exit", "break changes which flags are set: V -> S 0"),
    ],
)
def test_flags_out_of_balance(program: str, message: str) -> None:
    b = Builder()

    def set_flag() -> None:
        b.op("set_flag", (), "V", "S", 0)

    if program == "left":
        set_flag()
    elif program == "twice":
        set_flag()
        set_flag()
    elif program == "nobody":
        b.op("wait_flag", (), "V", "S", 0)
    elif program == "trip":
        with b.loop(0, 2):
            set_flag()
    elif program == "branch":
        with b.when(b.scalar("n") > 0):
            set_flag()
    else:
        with b.loop(0, 2):
            set_flag()
            with b.when(b.scalar("n") > 0):
                b.exit("break")
            b.op("wait_flag", (), "V", "S", 0)
    error = fault(b)
    assert error.code == "TIK-INTERNAL01"
    assert message in error.message


def test_the_flags_of_the_author_are_his_own_business() -> None:
    b = Builder()
    b.op("wait_flag", (), "M", "MTE1", 3)
    assert author_flags(b.program()) == {("M", "MTE1", 3)}
    schedule(b.program(), legalise=False)
