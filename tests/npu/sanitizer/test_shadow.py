"""Undefined bytes, with the shadow routines of the instructions themselves."""

from collections.abc import Sequence
from dataclasses import replace

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
from tik.npu.sanitizer import ERROR, NOTE, Hazard, ShadowInputs, sanitize
from tik.npu.trace import Trace

MEMORY = Memory(
    {"x": (Scope.UB, 0, 256), "y": (Scope.UB, 256, 256)},
    {"a": ("input", 256), "o": ("output", 256), "w": ("workspace", 256), "io": ("inout", 256)},
)


def inputs(trace: Trace) -> ShadowInputs:
    return ShadowInputs(tuple(np.array([routine(i.op, i.types, "shadow") for i in s.instrs], np.int64) for s in trace.statics))


def undefined(
    *programs: Sequence[Instr | tuple[Instr, dict[int, int]]],
    memory: Memory = MEMORY,
    order: Sequence[tuple[int, int, int]] = (),
) -> list[Hazard]:
    trace = build(memory, [Core(rows, block=b) for b, rows in enumerate(programs)], order)
    found = [h for h in sanitize(trace, inputs(trace)) if h.code == "TIK-UNINIT01" and h.severity == ERROR]
    return [h for h in found if not h.message.startswith("nothing was ever written")]


def unwritten(
    *rows: Instr | tuple[Instr, dict[int, int]],
    memory: Memory = MEMORY,
    given: frozenset[str] = frozenset(),
    zeroed: bool = False,
) -> list[str]:
    """What is said of outputs nobody wrote to the end."""
    trace = build(memory, [Core(rows)])
    if zeroed:
        args = tuple(replace(a, zero=True) for a in trace.stream.args)
        trace = replace(trace, stream=replace(trace.stream, args=args))
    found = [h for h in sanitize(trace, replace(inputs(trace), given=given)) if h.code == "TIK-UNINIT01"]
    assert all(h.severity == NOTE and h.sites == () for h in found)
    return [h.message for h in found]


def test_what_was_loaded_is_defined() -> None:
    assert undefined([load("x", "a"), relu("y", "x"), store("o", "y")]) == []


def test_o24_reading_ub_nobody_wrote() -> None:
    """Case O24: lanes 0..31 are written, 64 are stored."""
    fill = ins("vector_dup", "f32", dst="x", scalar=0, mask=Mask.count(32))
    (found,) = undefined([fill, store("o", "x", line=4)])
    assert (
        str(found)
        == """\
TIK-UNINIT01: mov_ub_gm stores undefined bytes: byte 128 of o is one, from byte 128 of x, which nobody wrote
  stores: mov_ub_gm.float32 o[0], x[0]  (pipe MTE3, core 0, instruction 1)
    --> k.py:4
        line 4
        ^^^^^^
  hint: memory starts undefined, not zero: write all bytes that are used (load, vector_dup), or use fewer"""
    )
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
    total = [
        part,
        ins("vcadd", "f32", dst="y", src="x", mask=Mask.count(32)),
        ins("movpad_ub_gm", "f32", dst="o", src="y", nburst=1, burst=4),
    ]
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
        rows += [
            ins("vector_dup", "f32", dst=Mem("x", 32 * r), scalar=0, mask=Mask.count(5)),
            (store(Mem("o", 0, Reg(3)), Mem("x", 32 * r), blocks=1), {3: 20 * r}),
        ]
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


def test_o45_an_output_that_is_left_out_in_part() -> None:
    """Case O45 (a): the last 3 of 8 blocks are not stored."""
    assert unwritten(load("x", "a"), store("o", "x")) == []
    assert unwritten(load("x", "a"), store("o", "x", blocks=5)) == [
        "96 bytes of o were never written, the first at byte 160 (element 40 of o)"
    ]
    assert unwritten(load("x", "a"), store(Mem("o", 32), "x", blocks=7)) == [
        "32 bytes of o were never written, the first at byte 0 (element 0 of o)"
    ]


def test_an_output_nobody_writes_at_all() -> None:
    trace = build(MEMORY, [Core([load("x", "a")])])
    (found,) = (h for h in sanitize(trace, inputs(trace)) if h.code == "TIK-UNINIT01")
    assert (found.severity, found.message) == (ERROR, "nothing was ever written to the output o (256 bytes)")


def test_the_slack_behind_an_output_is_nobodys() -> None:
    memory = Memory(MEMORY.buffers, {"a": ("input", 256), "o": ("output", 193)})
    assert unwritten(load("x", "a"), store("o", "x", blocks=6), memory=memory) == [
        "1 byte of o was never written, the first at byte 192 (element 48 of o)"
    ]
    memory = Memory(MEMORY.buffers, {"a": ("input", 256), "o": ("output", 192)})
    assert unwritten(load("x", "a"), store("o", "x", blocks=6), memory=memory) == []


def test_outputs_with_contents_are_not_unwritten() -> None:
    part = [load("x", "a"), store("o", "x", blocks=5)]
    assert unwritten(*part, given=frozenset({"o"})) == []
    assert unwritten(*part, zeroed=True) == []
    assert unwritten(load("x", "o"), store("o", "x"), given=frozenset({"o"})) == []  # and may be read


def test_a_store_to_blame_is_enough() -> None:
    """Half of o is stored from bytes nobody wrote, the rest not at all: one report, the error."""
    trace = build(MEMORY, [Core([store("o", "x", blocks=4)])])
    (found,) = (h for h in sanitize(trace, inputs(trace)) if h.code == "TIK-UNINIT01")
    assert found.severity == ERROR and found.message.startswith("mov_ub_gm stores undefined bytes: byte 0 of o")


def test_each_output_for_itself() -> None:
    memory = Memory(MEMORY.buffers, {"a": ("input", 256), "o": ("output", 256), "p": ("output", 64)})
    rows = [store("o", "y", blocks=4), load("x", "a"), store("p", "x", blocks=1)]
    trace = build(memory, [Core(rows)])
    assert [(h.severity, h.message) for h in sanitize(trace, inputs(trace)) if h.code == "TIK-UNINIT01"] == [
        (ERROR, "mov_ub_gm stores undefined bytes: byte 0 of o is one, from byte 0 of y, which nobody wrote"),
        (NOTE, "32 bytes of p were never written, the first at byte 32 (element 8 of p)"),
    ]


# -------------------------------------------------------------------------------------------------------- atomic adds


def add_to(dst: str) -> Instr:
    return store(dst, "x", atomic=1)


def test_adding_to_what_nobody_wrote() -> None:
    rows = [load("x", "a"), *handoff("MTE2", "MTE3")]
    (found,) = undefined([*rows, add_to("o")])
    assert found.message == "mov_ub_gm adds to bytes nobody wrote: byte 0 of o is one"
    assert found.hint is not None and found.hint.startswith("clear what is added to: is_atomic_add=True")
    assert undefined([*rows, add_to("io")]) == []
    assert undefined([*rows, store("o", "x"), barrier("MTE3"), add_to("o")]) == []


def test_adding_undefined_bytes() -> None:
    (found,) = undefined([add_to("io")])
    assert found.message == ("mov_ub_gm stores undefined bytes: byte 0 of io is one, from byte 0 of x, which nobody wrote")


def test_adding_to_a_zeroed_output() -> None:
    assert unwritten(load("x", "a"), *handoff("MTE2", "MTE3"), add_to("o"), zeroed=True) == []
