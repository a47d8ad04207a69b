"""Cores that write the same bytes: harmless (a note) where the values agree, a race where they do not."""

from typing import Any

import numpy as np
import pytest

import tik


def back_stepping(add: float, cores: int = 4, size: int = 250) -> tik.Tik:
    """y = x + 1, 64 elements a core; the last core steps back into its neighbour's range. Odd cores add ``add`` more."""
    t = tik.Tik(chip="Ascend910A")
    x, y = (t.Tensor("float16", (size,), tik.scope_gm, name) for name in ("x", "y"))
    with t.for_range(0, cores, block_num=cores) as core:
        ub = t.Tensor("float16", (64,), tik.scope_ubuf, "ub")
        start = t.Scalar("int32", init_value=core * 64)
        with t.if_scope(core == cores - 1):
            start.set_as(size - 64)
        t.data_move(ub, x[start], 0, 1, 4, 0, 0)
        t.vadds(64, ub, ub, 1, 1, 1, 1, 8, 8)
        with t.if_scope(core % 2 == 1):
            t.vadds(64, ub, ub, add, 1, 1, 1, 8, 8)
        t.data_move(y[start], ub, 0, 1, 4, 0, 0)
    t.BuildCCE(kernel_name="back", inputs=[x], outputs=[y])
    return t


X = np.arange(250, dtype=np.float16)


def test_equal_values_are_a_note() -> None:
    report = back_stepping(0).kernel.run([X])
    np.testing.assert_array_equal(report.outputs[0], X + 1)
    (note,) = [h for h in report.hazards if h.code == "TIK-SYNC03"]
    assert note.severity == "note" and report.ok and not report.errors
    assert note.message == "core 3 writes bytes 372..383 of y (GM) again, with the values core 2 writes"


def test_other_values_are_a_race() -> None:
    report = back_stepping(1).kernel.run([X])
    (race,) = report.errors
    assert race.code == "TIK-SYNC03" and "core 3 overwrites bytes 372..383 of y" in race.message


def all_cores(value: Any, cores: int = 3) -> tik.Tik:
    """Every core writes ``value(core)`` into the same 16 elements."""
    t = tik.Tik(chip="Ascend910B1")
    y = t.Tensor("int32", (16,), tik.scope_gm, "y")
    with t.for_range(0, cores, block_num=cores) as core:
        ub = t.Tensor("int32", (16,), tik.scope_ubuf, "ub")
        number = t.Scalar("int32", init_value=value(core))
        t.vec_dup(16, ub, number, 1, 8)
        t.data_move(y, ub, 0, 1, 2, 0, 0)
    t.BuildCCE(kernel_name="all", inputs=[], outputs=[y])
    return t


def test_a_core_between_two_that_agree() -> None:
    assert all_cores(lambda core: 7 + 0 * core).kernel.run([]).ok
    report = all_cores(lambda core: core % 2).kernel.run([])  # 0, 1, 0
    assert {h.code for h in report.errors} == {"TIK-SYNC03"} and report.outputs[0].tolist() == [0] * 16


@pytest.mark.parametrize("record", [True, False])
def test_values_do_not_depend_on_the_record(record: bool) -> None:
    report = back_stepping(1).kernel.run([X], record=record)
    assert report.outputs[0][[185, 186, 249]].tolist() == [186, 188, 251]


def through_memory(value: Any, own: bool = True) -> tik.Tik:
    """Every core (or core 0 alone) writes ``value(core)`` into a workspace, reads it back and stores it in its own row."""
    t = tik.Tik(chip="Ascend910A")
    y = t.Tensor("int32", (2, 8), tik.scope_gm, "y")
    shared = t.Tensor("int32", (8,), tik.scope_gm, "shared", is_workspace=True)
    with t.for_range(0, 2, block_num=2) as core:
        ub = t.Tensor("int32", (8,), tik.scope_ubuf, "ub")
        t.vec_dup(8, ub, t.Scalar("int32", init_value=value(core)), 1, 8)
        with t.if_scope(core < 2 if own else core == 0):
            t.data_move(shared, ub, 0, 1, 1, 0, 0)
        t.data_move(ub, shared, 0, 1, 1, 0, 0)
        t.data_move(y[core, 0], ub, 0, 1, 1, 0, 0)
    t.BuildCCE(kernel_name="through", inputs=[], outputs=[y])
    return t


def test_what_a_core_reads_of_its_own_while_others_write_the_same() -> None:
    report = through_memory(lambda core: 7 + 0 * core).kernel.run([])
    assert report.ok and (report.outputs[0] == 7).all()
    assert "core 1 reads bytes 0..31 of shared (GM), which core 0 writes with the values core 1 wrote" in [
        h.message for h in report.hazards
    ]
    for racing in (through_memory(lambda core: core), through_memory(lambda core: 7 + 0 * core, own=False)):
        assert {h.code for h in racing.kernel.run([]).errors} == {"TIK-SYNC03"}
