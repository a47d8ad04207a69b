"""The happens-before check on programs synchronised by hand."""

from __future__ import annotations

from tests.schedule.programs import Builder
from tik.ir import MemRef
from tik.schedule import check_order, plan
from tik.types.dtypes import f32


def faults(b: Builder, **values: int) -> list[str]:
    return check_order(plan(b.program()), values=values)


def copy(*sync: tuple[object, ...]) -> Builder:
    """A load and a store of one tile, with what stands between them."""
    b = Builder()
    x, y = b.gm("x"), b.gm("y")
    t = b.local(64)
    b.load(t, x)
    for mnemonic, *operands in sync:
        b.op(str(mnemonic), (), *operands)
    b.store(y, t)
    return b


def test_a_race() -> None:
    (found,) = faults(copy())
    assert found == (
        "not ordered: MTE2 mov_gm_ub.f32 t[0], x[0], 1, 8, 0, 0 and MTE3 mov_ub_gm.f32 y[0], t[0], 1, 8, 0, 0, 0 in UB"
    )


def test_a_flag_or_a_full_barrier_orders() -> None:
    assert faults(copy(("set_flag", "MTE2", "MTE3", 0), ("wait_flag", "MTE2", "MTE3", 0))) == []
    assert faults(copy(("pipe_barrier", "ALL"))) == []


def test_a_flag_to_another_pipe_does_not() -> None:
    assert len(faults(copy(("set_flag", "MTE2", "V", 0), ("wait_flag", "MTE2", "V", 0)))) == 1


def test_flags_order_transitively() -> None:
    assert (
        faults(
            copy(
                ("set_flag", "MTE2", "V", 0),
                ("wait_flag", "MTE2", "V", 0),
                ("set_flag", "V", "MTE3", 0),
                ("wait_flag", "V", "MTE3", 0),
            )
        )
        == []
    )


def test_flags_left_missing_and_doubled() -> None:
    pair = ("set_flag", "MTE2", "MTE3", 0), ("wait_flag", "MTE2", "MTE3", 0)
    assert "flag MTE2 -> MTE3 0 is left set" in faults(copy(pair[0]))
    assert "MTE3 waits for flag MTE2 -> MTE3 0 that nobody set" in faults(copy(pair[1]))
    assert "flag MTE2 -> MTE3 0 is set twice" in faults(copy(pair[0], pair[0], pair[1]))


def test_an_id_used_again_too_early() -> None:
    pair = ("set_flag", "MTE2", "MTE3", 0), ("wait_flag", "MTE2", "MTE3", 0)
    back = ("set_flag", "MTE3", "MTE2", 0), ("wait_flag", "MTE3", "MTE2", 0)
    assert faults(copy(*pair, *pair)) == ["flag MTE2 -> MTE3 0 may still be set when it is set again"]
    assert faults(copy(*pair, *back, *pair)) == []


def test_a_pipe_overlaps_itself() -> None:
    b = Builder()
    t, u = b.local(64), b.local(64)
    b.fill(t)
    b.adds(u, t)
    assert len(faults(b)) == 1
    b.op("pipe_barrier", (), "V")
    b.adds(u, t)
    assert len(faults(b)) == 1


def test_trips_of_a_loop_race() -> None:
    b = Builder()
    x = b.gm("x")
    t = b.local(64)
    with b.loop(0, b.scalar("n")):
        b.load(t, x)
    assert faults(b, n=1) == []
    assert len(faults(b, n=2)) == 1
    assert len(faults(b)) == 1  # tried without a number, too


def test_both_branches_are_tried() -> None:
    b = Builder()
    x = b.gm("x")
    t, u = b.local(64), b.local(64)
    b.load(t, x)
    b.assign(b.element(u))
    with b.when(b.element(u)):
        b.adds(u, u)
    with b.otherwise():
        b.adds(u, t)
    assert any("vadds" in found and "x[0]" in found for found in faults(b))


def test_atomic_adds_need_no_order() -> None:
    for second, wrong in ((1, 0), (0, 1)):
        b = Builder()
        y, t = b.gm("y"), b.local(64)
        for atomic in (1, second):
            b.op("mov_ub_gm", (f32,), MemRef(y), MemRef(t), 1, 8, 0, 0, atomic)
        assert len(faults(b)) == wrong
