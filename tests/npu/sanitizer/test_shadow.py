"""Undefined bytes, with the shadow routines of the instructions themselves."""

from collections.abc import Sequence

import numpy as np

from tests.npu.sanitizer.traces import (
    Core,
    Instr,
    Mem,
    Memory,
    Reg,
    Scope,
    barrier,
    build,
    handoff,
    ins,
    load,
    relu,
    store,
)
from tik.isa.fields import Mask
from tik.npu.native.wrappers import routine
from tik.npu.sanitizer import Hazard, ShadowInputs, sanitize
from tik.npu.trace import Trace

MEMORY = Memory({"x": (Scope.UB, 0, 256), "y": (Scope.UB, 256, 256)},
                {"a": ("input", 256), "o": ("output", 256), "w": ("workspace", 256), "io": ("inout", 256)})


def inputs(trace: Trace) -> ShadowInputs:
    return ShadowInputs(tuple(np.array([routine(i.op, i.types, "shadow") for i in s.instrs], np.int64) for s in trace.statics))


def undefined(*programs: Sequence[Instr | tuple[Instr, dict[int, int]]], memory: Memory = MEMORY,
              order: Sequence[tuple[int, int, int]] = ()) -> list[Hazard]:
    trace = build(memory, [Core(rows, block=b) for b, rows in enumerate(programs)], order)
    return [h for h in sanitize(trace, inputs(trace)) if h.code == "TIK-UNINIT01"]


def test_what_was_loaded_is_defined() -> None:
    assert undefined([load("x", "a"), relu("y", "x"), store("o", "y")]) == []


def test_o24_reading_ub_nobody_wrote() -> None:
    """Case O24: lanes 0..31 are written, 64 are stored."""
    fill = ins("vector_dup", "f32", dst="x", scalar=0, mask=Mask.count(32))
    (found,) = undefined([fill, store("o", "x", line=4)])
    assert str(found) == """\
TIK-UNINIT01: mov_ub_gm stores undefined bytes: byte 128 of o is one, from byte 128 of x, which nobody wrote
  stores: mov_ub_gm.float32 o[0], x[0]  (pipe MTE3, core 0, instruction 1)
    --> k.py:4
        line 4
        ^^^^^^
  hint: memory starts undefined, not zero: write all bytes that are used (load, vector_dup), or use fewer"""
    rest = ins("vector_dup", "f32", dst=Mem("x", 128), scalar=0, mask=Mask.count(32))
    assert undefined([fill, rest, store("o", "x")]) == []


def test_undefinedness_is_carried_not_reported_on_the_way() -> None:
    assert undefined([relu("y", "x")]) == []
    (found,) = undefined([load("x", "a", blocks=7), relu("y", "x"), store("o", "y")])
    assert "byte 224 of o is one, from byte 224 of y" in found.message


def test_overwritten_garbage_is_forgotten() -> None:
    assert undefined([relu("y", "x"), load("y", "a"), store("o", "y")]) == []


def test_a_scalar_load_is_strict() -> None:
    get = ins("sload", "f32", dst=5, src=Mem("x", 12))
    (found,) = undefined([get])
    assert found.message == "sload uses byte 12 of x, which nobody wrote"
    assert undefined([ins("sstore", "f32", dst=Mem("x", 12), a=0), get]) == []


def test_a_reduction_reads_only_active_lanes() -> None:
    part = load("x", "a", blocks=4)
    total = [part, ins("vcadd", "f32", dst="y", src="x", mask=Mask.count(32)),
             ins("movpad_ub_gm", "f32", dst="o", src="y", nburst=1, burst=4)]
    assert undefined(total) == []
    total[1] = ins("vcadd", "f32", dst="y", src="x", mask=Mask.count(33))
    assert [h.message for h in undefined(total)] == ["vcadd uses byte 128 of x, which nobody wrote"]  # and not the store


def test_only_logical_bytes_count() -> None:
    memory = Memory(MEMORY.buffers, {"a": ("input", 250), "o": ("output", 250)})
    rows = [load("x", "a"), store("o", "x")]  # the slack behind a is undefined and lands in the slack behind o
    assert undefined(rows, memory=memory) == []


def test_a_spill_that_the_next_row_overwrites_is_no_mistake() -> None:
    """Decision 9: rows of 20 bytes, each store spills 12 bytes into the next row."""
    rows: list[Instr | tuple[Instr, dict[int, int]]] = []
    memory = Memory(MEMORY.buffers, {"a": ("input", 60), "o": ("output", 60)})
    for r in range(3):
        rows += [ins("vector_dup", "f32", dst=Mem("x", 32 * r), scalar=0, mask=Mask.count(5)),
                 (store(Mem("o", 0, Reg(3)), Mem("x", 32 * r), blocks=1), {3: 20 * r})]
    assert undefined(rows, memory=memory) == []
    (found,) = undefined([*rows, rows[1]], memory=memory)  # row 0 again, last: its spill stays
    assert "byte 20 of o" in found.message


def test_workspaces_carry_on() -> None:
    assert undefined([store("w", "x")]) == []
    assert "byte 0 of o" in undefined([load("x", "w"), store("o", "x")])[0].message
    assert undefined([load("x", "a"), store("w", "x"), load("y", "w"), store("o", "y")]) == []


def test_inout_starts_defined() -> None:
    assert undefined([load("x", "io"), store("o", "x")]) == []
    assert len(undefined([store("io", "y")])) == 1


def test_each_core_starts_undefined() -> None:
    memory = Memory(MEMORY.buffers, {"a": ("input", 512), "o": ("output", 512)})
    first, second = [load("x", "a"), store("o", "x")], [store(Mem("o", 256), "x")]
    assert [h.sites[0].core for h in undefined(first, second, memory=memory)] == [1]


def test_cores_that_take_turns() -> None:
    """Rows in ``order`` are counted over the whole launch: core 1 reads what core 0 wrote before, then its own."""
    memory = Memory(MEMORY.buffers, {"a": ("input", 256), "o": ("output", 256), "w": ("workspace", 256)})
    first = [load("x", "a"), store("w", "x"), barrier("ALL"), relu("x", "x")]
    second = [load("y", "w"), barrier("ALL"), store("o", "y")]
    assert undefined(first, second, memory=memory, order=[(0, 0, 3), (1, 3, 5), (0, 5, 6), (1, 6, 7)]) == []
    assert len(undefined(first, second, memory=memory, order=[(1, 0, 2), (0, 2, 6), (1, 6, 7)])) == 1


def test_one_report_an_instruction() -> None:
    move = store(Mem("o", 0, Reg(3)), "x", blocks=2)
    assert len(undefined([(move, {3: 0}), (move, {3: 64}), *handoff("MTE3", "V")])) == 1
