"""Races within a pipe, between pipes and between cores."""

import pytest

from tests.npu.sanitizer.traces import (
    Core,
    Instr,
    Mem,
    Memory,
    Reg,
    Scope,
    add,
    barrier,
    build,
    cset,
    cwait,
    everyone,
    fset,
    fwait,
    handoff,
    ins,
    load,
    relu,
    store,
)
from tik.isa.fields import Mask
from tik.npu.sanitizer import Hazard, sanitize
from tik.npu.sanitizer.naming import instr_text

MEMORY = Memory(
    {
        "x": (Scope.UB, 0, 256),
        "y": (Scope.UB, 256, 256),
        "z": (Scope.UB, 512, 256),
        "w": (Scope.UB, 0, 256),
    },  # w has the bytes of x
    {"a": ("input", 512), "b": ("input", 512), "o": ("output", 512)},
)


def check(*rows: Instr, memory: Memory = MEMORY) -> list[Hazard]:
    return sanitize(build(memory, [Core(rows)]))


def pairs(hazards: list[Hazard]) -> list[tuple[str, int, int]]:
    return [(h.code[4:], h.sites[0].row, h.sites[1].row) for h in hazards]


# ----------------------------------------------------------------------------------------------------- between pipes


def test_read_after_write_between_pipes() -> None:
    (found,) = check(load("x", "a", line=3), relu("y", "x", line=5))
    assert (
        str(found)
        == """\
TIK-SYNC01: V reads bytes 0..255 of x (UB) while MTE2 may still be writing them
  first, writes: mov_gm_ub.float32 x[0], a[0]  (pipe MTE2, core 0, instruction 0)
    --> k.py:3
        line 3
        ^^^^^^
  then, reads: vrelu.float32.float32 y[0], x[0]  (pipe V, core 0, instruction 1)
    --> k.py:5
        line 5
        ^^^^^^
  hint: put set_flag(MTE2, V, id) after k.py:3 (mov_gm_ub) and wait_flag(MTE2, V, id) before k.py:5 (vrelu)"""
    )
    assert found.to_dict() == {
        "code": "TIK-SYNC01",
        "severity": "error",
        "message": found.message,
        "hint": found.hint,
        "sites": [
            {
                "role": "first, writes",
                "instr": "mov_gm_ub.float32 x[0], a[0]",
                "core": 0,
                "pipe": "MTE2",
                "row": 0,
                "file": "k.py",
                "line": 3,
            },
            {
                "role": "then, reads",
                "instr": "vrelu.float32.float32 y[0], x[0]",
                "core": 0,
                "pipe": "V",
                "row": 1,
                "file": "k.py",
                "line": 5,
            },
        ],
    }


def test_write_after_read_and_write_after_write_between_pipes() -> None:
    found = check(load("x", "a"), *handoff("MTE2", "V"), relu("y", "x"), load("x", "b"), load("y", "b"))
    assert [h.message for h in found] == [
        "MTE2 overwrites bytes 0..255 of x (UB) while V may still be reading them",
        "MTE2 overwrites bytes 0..255 of y (UB) while V may still be writing them",
        "MTE2 overwrites bytes 0..255 of x (UB) while an earlier instruction of MTE2 may still be writing them",
    ]
    assert pairs(found) == [("SYNC01", 3, 4), ("SYNC01", 3, 5), ("SYNC02", 0, 4)]


def test_one_wait_missing_of_a_whole_kernel() -> None:
    rows = [load("x", "a"), load("y", "b"), *handoff("MTE2", "V"), add("z", "x", "y"), *handoff("V", "MTE3"), store("o", "z")]
    assert check(*rows) == []
    without = rows[:3] + rows[4:]
    assert [h.code for h in check(*without)] == ["TIK-SYNC05", "TIK-SYNC01", "TIK-SYNC01"]


def test_a_set_before_the_access_is_no_edge() -> None:
    assert pairs(check(fset("MTE2", "V"), load("x", "a"), fwait("MTE2", "V"), relu("y", "x"))) == [("SYNC01", 1, 3)]


def test_a_wait_after_the_access_is_no_edge() -> None:
    assert pairs(check(load("x", "a"), relu("y", "x"), fset("MTE2", "V"), fwait("MTE2", "V"))) == [("SYNC01", 0, 1)]


def test_edges_carry_on() -> None:
    rows = [load("x", "a"), *handoff("MTE2", "MTE3"), *handoff("MTE3", "V"), relu("y", "x")]
    assert check(*rows) == []


def test_what_s_was_told_holds_for_what_it_issues_next() -> None:
    assert check(load("x", "a"), *handoff("MTE2", "S"), relu("y", "x")) == []
    early = [load("x", "a"), fset("MTE2", "S"), relu("y", "x"), fwait("MTE2", "S")]
    assert pairs(check(*early)) == [("SYNC01", 0, 2)]


def test_a_barrier_of_all_pipes_orders_everything() -> None:
    assert check(load("x", "a"), barrier("ALL"), relu("y", "x"), barrier("ALL"), store("o", "y"), load("z", "b")) == []


def test_a_barrier_of_one_pipe_does_not_order_another() -> None:
    assert pairs(check(load("x", "a"), barrier("MTE2"), barrier("V"), relu("y", "x"))) == [("SYNC01", 0, 3)]


def test_o13_the_newest_access_is_not_the_only_one_that_counts() -> None:
    """Case O13: MTE2 loads t, MTE3 stores t, V reads t."""
    rows = [load("x", "a"), *handoff("MTE2", "MTE3"), store("o", "x"), relu("y", "x")]
    assert pairs(check(*rows)) == [("SYNC01", 0, 4)]
    direct = [*rows[:4], *handoff("MTE2", "V"), rows[4]]
    assert check(*direct) == []
    through = [*rows[:4], *handoff("MTE3", "V"), rows[4]]
    assert check(*through) == []


def test_o12_bytes_count_not_names() -> None:
    """Case O12: V writes w, which has the bytes of x, while MTE3 still sends x."""
    fill = ins("vector_dup", "f32", dst="x", scalar=0)
    rows = [fill, *handoff("V", "MTE3"), store("o", "x"), ins("vector_dup", "f32", dst="w", scalar=0)]
    found = check(*rows)
    assert pairs(found) == [("SYNC01", 3, 4), ("SYNC02", 0, 4)]
    assert found[0].message == (
        "V overwrites bytes 0..255 of w (UB) while MTE3 may still be reading them; they are also bytes 0..255 of x (UB)"
    )
    assert check(*rows[:4], *handoff("MTE3", "V"), rows[4]) == []


# ------------------------------------------------------------------------------------------------------ within a pipe


def test_within_a_pipe() -> None:
    (found,) = check(ins("vector_dup", "f32", 1, dst="x", scalar=0), relu("y", "x", 2))
    assert (found.code, found.message) == (
        "TIK-SYNC02",
        "V reads bytes 0..255 of x (UB) while an earlier instruction of V may still be writing them",
    )
    assert found.hint == "put pipe_barrier(V) after k.py:1 (vector_dup) and before k.py:2 (vrelu)"
    assert check(ins("vector_dup", "f32", dst="x", scalar=0), barrier("V"), relu("y", "x")) == []


def test_reads_do_not_race() -> None:
    assert check(store("o", "x"), relu("y", "x"), relu("z", "x")) == []


def test_in_place_is_no_race_with_itself() -> None:
    assert check(relu("x", "x")) == []


def test_a_way_there_and_back_orders_a_pipe_with_itself() -> None:
    rows = [ins("vector_dup", "f32", dst="x", scalar=0), *handoff("V", "MTE3"), *handoff("MTE3", "V"), relu("y", "x")]
    assert check(*rows) == []


def test_s_is_in_order_by_itself_but_not_with_others() -> None:
    """The strict rule: S's own loads and stores need a flag or barrier, in both directions."""
    put, get = ins("sstore", "f32", dst="x", a=0), ins("sload", "f32", dst=5, src="x")
    assert check(put, get, put) == []
    assert pairs(check(put, relu("y", "x"))) == [("SYNC01", 0, 1)]
    assert pairs(check(relu("x", "y"), get)) == [("SYNC01", 0, 1)]
    assert pairs(check(get, relu("x", "y"))) == [("SYNC01", 0, 1)]
    assert check(put, *handoff("S", "V"), relu("y", "x")) == []
    assert check(relu("x", "y"), *handoff("V", "S"), get, barrier("ALL"), relu("x", "y")) == []


def test_print_is_no_access() -> None:
    assert check(load("x", "a"), ins("print", "f32", src="x", cols=64)) == []


def cube(is_bias: int) -> Instr:
    return ins(
        "mmad", "f32.f16.f16", dst="c", src_fm="l0a", src_filter="l0b", matrix_m=16, matrix_k=16, matrix_n=16, is_bias=is_bias
    )


@pytest.mark.parametrize(("second", "codes"), [(1, []), (0, ["TIK-SYNC02"])])
def test_m_accumulates_without_a_barrier(second: int, codes: list[str]) -> None:
    memory = Memory({"l0a": (Scope.L0A, 0, 512), "l0b": (Scope.L0B, 0, 512), "c": (Scope.L0C, 0, 1024)}, kinds=["cube"])
    assert [h.code for h in check(cube(0), cube(second), memory=memory)] == codes


# ------------------------------------------------------------------------------------------------------ exact to bytes


def lanes(count: int, dst: str | Mem, src: str | Mem = "z") -> Instr:
    return relu(dst, src, mask=Mask.count(count))


def test_a_partial_access_does_not_hide_another() -> None:
    """Bytes 0..3 by S, then bytes 4..7 by V with S known: the write of S must not be forgotten with the block."""
    x0, x4 = Mem("x", 0), Mem("x", 4)
    rows = [
        ins("sstore", "f32", dst=x0, a=0),
        ins("sstore", "f32", dst=x4, a=0),
        load("y", "a"),
        ins("vcadd", "f32", dst=x4, src="z"),
        store("o", "x", blocks=1),
    ]
    found = check(*rows)
    assert [(h.sites[0].row, h.sites[1].row, h.message.split(" of ")[0]) for h in found] == [
        (0, 4, "MTE3 reads bytes 0..3"),
        (1, 3, "V overwrites bytes 4..7"),
        (1, 4, "MTE3 reads bytes 4..7"),
        (3, 4, "MTE3 reads bytes 4..7"),
    ]


def test_neighbouring_bytes_of_a_block_do_not_conflict() -> None:
    rows = [
        ins("sstore", "f32", dst=Mem("x", 0), a=0),
        ins("vcadd", "f32", dst=Mem("x", 4), src="z"),
        ins("sstore", "f32", dst=Mem("x", 8), a=0),
    ]
    assert check(*rows) == []


def test_masked_lanes_touch_nothing() -> None:
    """As in case O23: lanes that are masked off have no access."""
    assert check(lanes(10, "x"), ins("sstore", "f32", dst=Mem("x", 40), a=0)) == []
    assert pairs(check(lanes(11, "x"), ins("sstore", "f32", dst=Mem("x", 40), a=0))) == [("SYNC01", 0, 1)]
    odd = relu("x", "z", mask=Mask.bits(0, 0b1010))
    assert check(odd, ins("sstore", "f32", dst=Mem("x", 8), a=0)) == []
    assert pairs(check(odd, ins("sstore", "f32", dst=Mem("x", 12), a=0))) == [("SYNC01", 0, 1)]


def test_gaps_of_strided_accesses_are_free() -> None:
    rows = relu("x", "z", mask=Mask.count(8), repeat_times=3, dst_rep_stride=2)
    between = ins("mov_ub_gm", "f32", dst="o", src=Mem("x", 32), nburst=3, burst=1, src_stride=1)
    over = ins("mov_ub_gm", "f32", dst="o", src=Mem("x", 32), nburst=1, burst=2)
    assert check(rows, between) == []
    (found,) = check(rows, over)
    assert found.message == "MTE3 reads bytes 64..95 of x (UB) while V may still be writing them"


def test_block_stride_zero_reads_one_block() -> None:
    spread = ins("vadd", "f32.f32.f32", dst="y", src0="y", src1="x", src1_blk_stride=0)
    assert check(spread, load(Mem("x", 32), "a", blocks=1)) == []
    assert pairs(check(spread, load("x", "a", blocks=1))) == [("SYNC01", 0, 1)]


def test_scopes_with_the_same_addresses_do_not_conflict() -> None:
    memory = Memory({"x": (Scope.UB, 0, 256), "l": (Scope.L1, 0, 256)}, {"a": ("input", 256)}, kinds=["unified"])
    assert check(load("x", "a"), ins("mov_l1_ub", "f32", dst=Mem("x", 256), src="l", burst=8), memory=memory) == []


# ------------------------------------------------------------------------------------------------------------ reports


def test_a_loop_reports_a_pair_once_a_direction() -> None:
    trip = [load("x", "a"), relu("y", "x")]
    assert [(h.sites[0].pipe, h.sites[1].pipe, h.code) for h in check(*trip * 5)] == [
        ("MTE2", "V", "TIK-SYNC01"),
        ("V", "MTE2", "TIK-SYNC01"),
        ("MTE2", "MTE2", "TIK-SYNC02"),
        ("V", "V", "TIK-SYNC02"),
    ]


def test_at_most_fifty_races() -> None:
    rows = [relu("x", "y") for _ in range(80)]
    assert len(check(*rows)) == 50


# ------------------------------------------------------------------------------------------------------ between cores


def writer(offset: int, blocks: int = 4, line: int | None = None) -> Instr:
    return store(Mem("o", offset), "z", blocks, line)


def cores(*programs: list[Instr], kinds: tuple[str, ...] = ("vector",)) -> list[Hazard]:
    memory = Memory(MEMORY.buffers, MEMORY.args, kinds)
    return sanitize(build(memory, [Core(p, block=b) for b, p in enumerate(programs)]))


def test_cores_write_their_own_bytes() -> None:
    assert cores([writer(0)], [writer(128)]) == []


def test_two_cores_write_the_same_bytes() -> None:
    (found,) = cores([writer(0, line=1)], [writer(96, line=2)])
    assert (found.code, found.message) == (
        "TIK-SYNC03",
        "core 1 overwrites bytes 96..127 of o (GM) while core 0 may still be writing them",
    )
    assert [(site.core, site.row) for site in found.sites] == [(0, 0), (1, 0)]
    assert "block_barrier" in str(found.hint)


def test_two_cores_read_the_same_bytes() -> None:
    assert cores([load("x", "a")], [load("x", "a")]) == []
    assert cores([load("x", "o")], [load("x", "o")]) == []


def test_one_core_reads_what_another_writes() -> None:
    assert pairs(cores([writer(0)], [load("x", "o")])) == [("SYNC03", 0, 0)]
    (found,) = cores([load("x", "o")], [writer(0)])
    assert found.message == "core 1 overwrites bytes 0..127 of o (GM) while core 0 may still be reading them"


def test_all_readers_of_a_byte_are_remembered() -> None:
    found = cores([load("x", "o")], [load("y", "o")], [writer(0)])
    assert [(h.sites[0].core, h.sites[1].core) for h in found] == [(0, 2), (1, 2)]


def test_gm_within_a_core() -> None:
    assert pairs(cores([writer(0), load("x", "o")])) == [("SYNC01", 0, 1)]
    assert pairs(cores([writer(0), writer(64)])) == [("SYNC02", 0, 1)]
    assert cores([writer(0), *handoff("MTE3", "MTE2"), load("x", "o")]) == []
    assert cores([writer(0), barrier("MTE3"), writer(64)]) == []


def test_interleaved_rows_of_cores() -> None:
    strided = [ins("movpad_ub_gm", "f32", dst=Mem("o", 8 * c), src="z", nburst=4, burst=8, dst_gap=24) for c in range(4)]
    assert cores(*[[i] for i in strided]) == []
    late = ins("movpad_ub_gm", "f32", dst=Mem("o", 4), src="z", nburst=4, burst=8, dst_gap=24)
    assert [h.message.split(" while")[0] for h in cores([strided[0]], [late])] == ["core 1 overwrites bytes 4..7 of o (GM)"]


def test_cores_that_run_alike_may_collide_in_gm() -> None:
    move = store(Mem("o", 0, Reg(4)), "z", 4)
    apart = [Core([(move, {4: 128 * b})], block=b) for b in range(3)]
    assert sanitize(build(MEMORY, apart)) == []
    (found,) = sanitize(build(MEMORY, [*apart, Core([(move, {4: 130})], block=3)]))
    assert found.message == "core 3 overwrites bytes 130..255 of o (GM) while core 1 may still be writing them"


# ------------------------------------------------------------------------------------------- cores that wait for others


def test_block_barrier_orders_cores() -> None:
    assert cores([writer(0), everyone()], [everyone(), load("x", "o")]) == []
    assert pairs(cores([everyone(), writer(0)], [everyone(), load("x", "o")])) == [("SYNC03", 1, 1)]


def test_vector_cores_wait_for_each_other() -> None:
    sets, waits = cset(0, "MTE3", 1), cwait(1)
    assert cores([writer(0), sets, waits], [sets, waits, load("x", "o")]) == []
    other = cset(0, "V", 1)  # says nothing of MTE3
    assert pairs(cores([writer(0), other, waits], [other, waits, load("x", "o")])) == [("SYNC03", 0, 2)]


def split(cube_rows: list[Instr], *vector_rows: list[Instr]) -> list[Hazard]:
    buffers = {**MEMORY.buffers, "c": (Scope.L0C, 0, 1024)}
    memory = Memory(buffers, {"o": ("workspace", 2048), "p": ("output", 2048)}, ("cube", "vector"))
    return sanitize(build(memory, [Core(cube_rows, 0, 0), *(Core(rows, 1, 0, n) for n, rows in enumerate(vector_rows))]))


RESULT = ins("fix_l0c_gm", "f32.f32", dst="o", src="c", n_size=16, m_size=16, src_stride=16, dst_stride=16)


def test_cube_tells_its_vector_cores() -> None:
    use = [cwait(3), load("x", "o")]
    assert split([RESULT, cset(2, "FIX", 3)], use, use) == []
    assert [h.code for h in split([cset(2, "FIX", 3), RESULT], use, use)] == ["TIK-SYNC03"]


def test_cube_waits_for_both_vector_cores() -> None:
    put = [store("o", "z"), cset(2, "MTE3", 4)]
    other = [store(Mem("o", 256), "z"), cset(2, "MTE3", 4)]
    assert split([cwait(4), RESULT], put, other) == []
    (found,) = split([cwait(4), RESULT], put, [store(Mem("o", 256), "z")])
    assert (found.code, found.message) == (
        "TIK-SYNC04",
        "deadlock between cores: core 0 waits at instruction 0 for cross-core flag 4",
    )


def test_knowledge_goes_round_through_another_core() -> None:
    """The cube core's own FIX is known to be complete once a vector core that waited for it has answered."""
    vector = [cwait(3), cset(2, "S", 4)]
    assert split([RESULT, cset(2, "FIX", 3), cwait(4), RESULT], vector, vector) == []
    assert [h.code for h in split([RESULT, cset(2, "FIX", 3), RESULT], [cwait(3)], [cwait(3)])] == ["TIK-SYNC02"]


def test_knowledge_of_one_core_reaches_another_through_a_third() -> None:
    cube_rows, reader = [cwait(4), cset(2, "FIX", 3)], [cset(2, "S", 4), cwait(3), load("x", "o")]
    assert split(cube_rows, [store("o", "z"), cset(2, "MTE3", 4), cwait(3)], reader) == []
    assert [h.code for h in split(cube_rows, [store("o", "z"), cset(2, "V", 4), cwait(3)], reader)] == ["TIK-SYNC03"]


def test_counts_left_over_and_overflow() -> None:
    (left,) = split([cset(2, "FIX", 3)], [cwait(3)], [])
    assert left.message == "cross-core flag 3 still counts 1 when core 2 ends"
    found = split([cset(2, "FIX", 3)] * 17, [cwait(3)] * 15, [cwait(3)] * 15)
    assert [h.code for h in found] == ["TIK-SYNC06"]
    assert found[0].message == "cross-core flag 3 is set more than 15 times before it is waited for"


def test_a_barrier_that_not_all_cores_reach() -> None:
    (found,) = cores([everyone()], [], [everyone()])
    assert found.message == (
        "deadlock between cores: core 0 waits at instruction 0 at a block_barrier, core 2 waits at "
        "instruction 0 at a block_barrier"
    )


@pytest.mark.parametrize(
    ("operand", "text"),
    [
        (Mem("x", 8), "x[8]"),
        (Mem("x", 0, Reg(4)), "x[r4]"),
        (Mem("x", 8, Reg(4)), "x[r4 + 8]"),
        (Mem("x", -8, Reg(4)), "x[r4 - 8]"),
    ],
)
def test_operands_in_reports(operand: Mem, text: str) -> None:
    assert instr_text(load(operand, "a")) == f"mov_gm_ub.float32 {text}, a[0]"


# -------------------------------------------------------------------------------------------------------- atomic adds


def adder(offset: int = 0, line: int | None = None) -> Instr:
    """MTE3: o[offset ...] += z, 128 bytes of f32."""
    return store(Mem("o", offset), "z", 4, line, atomic=1)


def test_atomic_adds_need_no_order() -> None:
    """Neither among the cores nor within a pipe: case O25."""
    assert check(adder(), adder(), adder(96)) == []
    assert cores([adder(), adder(32)], [adder(64)], [adder()]) == []


def test_an_atomic_add_is_a_write_to_everything_else() -> None:
    (found,) = check(adder(line=1), writer(0, line=2))
    assert (found.code, found.message) == (
        "TIK-SYNC02",
        "MTE3 overwrites bytes 0..127 of o (GM) while an earlier instruction of MTE3 may still be adding to them",
    )
    assert [site.role for site in found.sites] == ["first, adds", "then, writes"]
    (found,) = check(writer(0), adder())
    assert found.message.startswith(
        "MTE3 adds to bytes 0..127 of o (GM) while an earlier instruction of MTE3 may still be writing"
    )
    assert pairs(check(adder(), load("x", "o"))) == [("SYNC01", 0, 1)]
    assert pairs(check(load("x", "o"), adder())) == [("SYNC01", 0, 1)]
    assert check(adder(), *handoff("MTE3", "MTE2"), load("x", "o")) == []
    assert [h.code for h in cores([adder()], [load("x", "o")])] == ["TIK-SYNC03"]
    assert [h.code for h in cores([writer(0)], [adder()])] == ["TIK-SYNC03"]


def test_an_add_does_not_hide_the_write_before_it() -> None:
    """A plain write, an add ordered after it, a read that knows of neither."""
    rows = [writer(0), barrier("MTE3"), adder(), load("x", "o")]
    assert pairs(check(*rows)) == [("SYNC01", 0, 3), ("SYNC01", 2, 3)]
