"""Flags and barriers on the programs of the case bank (O08, O10 - O14, O17, O18) and on the rules one by one."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest

from tests.schedule.programs import Builder, flags, mnemonics, syncs
from tik.ir import Block, Body, For, If, Instr, MemRef, Program, walk
from tik.isa import INSTRUCTIONS, Mask
from tik.isa.scalar import NO_LOOP
from tik.schedule import check_order, check_program, schedule
from tik.types.dtypes import f16, f32
from tik.types.scopes import Scope


def done(b: Builder) -> Program:
    """The builder's program scheduled, with every conflict ordered."""
    program = schedule(b.program(), legalise=False)
    for n in (0, 1, 2, 3, 5):
        for trips in (2, 3):
            assert check_order(program, trips=trips, values={"n": n}) == []
    return program


def barriers(program: Program) -> Counter[str]:
    return Counter(s.operands[0] for s in syncs(program) if s.op.sync == "barrier")


def loop_of(program: Program) -> For:
    return next(s for s in walk(program.body) if isinstance(s, For))


def drop(body: Body, victim: object) -> Body:
    """Without the barriers of a pipe, or the flags of a source, target and id."""
    kept: Body = []
    for s in body:
        if isinstance(s, Instr) and s.op.sync is not None and (s.operands == victim or s.operands[0] == victim):
            continue
        if isinstance(s, For | Block):
            s = dataclasses.replace(s, body=drop(s.body, victim))
        elif isinstance(s, If):
            s = If(s.cond, drop(s.then, victim), drop(s.orelse, victim), s.position)
        kept.append(s)
    return kept


def assert_nothing_idle(program: Program) -> None:
    """Every flag and every kind of barrier is missed when it is taken out."""
    for victim in {s.operands if s.op.sync != "barrier" else s.operands[0] for s in syncs(program)}:
        mutant = dataclasses.replace(program, body=drop(program.body, victim))
        assert any(check_order(mutant, trips=3, values={"n": n}) for n in (3, 0)), victim


# ---------------------------------------------------------------------------------------------------- straight runs


def test_load_compute_store() -> None:
    b = Builder()
    x, y = b.gm("x"), b.gm("y")
    t, u = b.local(64), b.local(64)
    b.load(t, x)
    b.adds(u, t)
    b.store(y, u)
    program = done(b)
    assert mnemonics(program.body)[2:] == [
        "mov_gm_ub",
        "set_flag MTE2 V 0",
        "wait_flag MTE2 V 0",
        "vadds",
        "set_flag V MTE3 0",
        "wait_flag V MTE3 0",
        "mov_ub_gm",
    ]
    assert_nothing_idle(program)


def test_nothing_for_tensors_apart() -> None:
    b = Builder()
    t, u, v = b.local(64), b.local(64), b.local(64)
    b.fill(t)
    b.fill(u)
    b.fill(v)
    assert syncs(done(b)) == []


def test_a_pipe_needs_a_barrier_for_its_own_result() -> None:
    b = Builder()
    t, u, v = b.local(64), b.local(64), b.local(64)
    b.fill(t)
    b.fill(v)
    b.adds(u, t)
    b.adds(v, v)  # known since the barrier before
    program = done(b)
    assert mnemonics(program.body)[3:] == ["vector_dup", "vector_dup", "pipe_barrier V", "vadds", "vadds"]
    assert_nothing_idle(program)


def test_o12_reused_bytes_alias_by_address() -> None:
    b = Builder()
    z = b.gm("z")
    with b.loop(0, 2) as i:
        with b.scope():
            x = b.local(64, name="x")
            b.fill(x, 0.0)
            b.store(z, x, i * 256)
        with b.scope():
            y = b.local(64, name="y")
            b.fill(y, 100.0)
    program = done(b)
    tensors = {s.tensor.name: s.tensor for s in walk(program.body) if hasattr(s, "tensor")}
    assert tensors["x"].address == tensors["y"].address
    second = loop_of(program).body[1]
    assert isinstance(second, Block)
    assert mnemonics(second.body)[1] == "wait_flag MTE3 V 0"
    assert_nothing_idle(program)


def test_o13_an_older_write_counts_behind_a_newer_read() -> None:
    b = Builder()
    x, y = b.gm("x"), b.gm("y")
    t, u = b.local(64), b.local(64)
    b.load(t, x)
    b.store(y, t)
    b.adds(u, t)
    program = done(b)
    assert ("wait", "MTE2", "V", 0) in flags(program.body)
    assert ("wait", "MTE3", "V", 0) not in flags(program.body)  # two reads
    assert_nothing_idle(program)


def test_implied_flags_are_not_made() -> None:
    b = Builder()
    x, y = b.gm("x"), b.gm("y")
    t, u = b.local(64), b.local(64)
    b.load(t, x)
    b.adds(u, t)
    b.store(y, u)
    b.load(u, x)  # after the store, which was after the add, which was after the first load
    b.load(t, x)  # the add is known through the store
    program = done(b)
    assert flags(program.body)[-2:] == [("set", "MTE3", "MTE2", 0), ("wait", "MTE3", "MTE2", 0)]
    assert barriers(program) == {}


def test_o08_twelve_hand_offs_use_eight_ids_and_a_barrier() -> None:
    b = Builder()
    y = b.gm("y")
    tiles = [b.local(64, name=f"t{k}") for k in range(12)]
    for t in tiles:
        b.fill(t)
    for k, t in enumerate(tiles):
        b.store(y, t, k * 256)
    program = done(b)
    assert {s.operands[2] for s in syncs(program) if s.op.sync == "set"} == set(range(8))
    assert barriers(program) == {"ALL": 1}
    names = mnemonics(program.body)
    assert names.index("pipe_barrier ALL") == [i for i, name in enumerate(names) if name == "mov_ub_gm"][7] + 1


def test_ids_are_used_again_once_the_source_knows() -> None:
    b = Builder()
    x, y = b.gm("x"), b.gm("y")
    t, u = b.local(64), b.local(64)
    for k in range(20):
        b.load(t, x, k * 256)
        b.adds(u, t)
        b.store(y, u, k * 256)
    program = done(b)
    assert max(s.operands[2] for s in syncs(program) if s.op.sync == "set") <= 1
    assert barriers(program) == {}


def test_author_ids_leave_the_pool_and_his_flags_count() -> None:
    b = Builder()
    x = b.gm("x")
    t, u = b.local(64), b.local(64)
    b.load(t, x)
    b.op("set_flag", (), "MTE2", "V", 0)
    b.op("wait_flag", (), "MTE2", "V", 0)
    b.adds(u, t)
    b.load(u, x)
    b.adds(t, u)
    program = done(b)
    assert flags(program.body) == [
        ("set", "MTE2", "V", 0),
        ("wait", "MTE2", "V", 0),
        ("set", "V", "MTE2", 0),
        ("wait", "V", "MTE2", 0),
        ("set", "MTE2", "V", 1),
        ("wait", "MTE2", "V", 1),
    ]


def test_author_barrier_counts() -> None:
    b = Builder()
    t, u = b.local(64), b.local(64)
    b.fill(t)
    b.op("pipe_barrier", (), "V")
    b.adds(u, t)
    assert barriers(done(b)) == {"V": 1}


def test_a_no_sync_block_is_left_alone() -> None:
    b = Builder()
    x, y = b.gm("x"), b.gm("y")
    t, u = b.local(64), b.local(64)
    b.load(t, x)
    with b.scope(no_sync=True):
        b.fill(u)
        b.adds(u, t)
        b.adds(u, u)
    b.store(y, u)
    program = done(b)
    block = next(s for s in program.body if isinstance(s, Block))
    assert mnemonics(block.body) == ["vector_dup", "vadds", "vadds"]
    assert flags(program.body) == [
        ("set", "MTE2", "V", 0),
        ("wait", "MTE2", "V", 0),
        ("set", "V", "MTE3", 0),
        ("wait", "V", "MTE3", 0),
    ]


def test_print_orders_nothing() -> None:
    b = Builder()
    t = b.local(64)
    b.fill(t)
    b.op("print", (f32,), MemRef(t), 1, 8, 8, -1, *[NO_LOOP] * 4)
    assert syncs(done(b)) == []


def test_block_barrier_waits_for_all_pipes() -> None:
    b = Builder()
    y = b.gm("y")
    t = b.local(64)
    b.fill(t)
    b.store(y, t)
    b.op("block_barrier", ())
    names = mnemonics(done(b).body)
    assert names[-2:] == ["pipe_barrier ALL", "block_barrier"]


# ---------------------------------------------------------------------------------------------------- scalars


def test_a_scalar_read_waits_for_the_pipe_that_wrote() -> None:
    b = Builder()
    t, u = b.local(64), b.local(64)
    b.fill(t)
    b.adds(u, u, b.element(t))
    program = done(b)
    assert mnemonics(program.body)[2:] == ["vector_dup", "set_flag V S 0", "wait_flag V S 0", "assign", "vadds"]
    assert_nothing_idle(program)


def test_a_scalar_store_is_waited_for() -> None:
    b = Builder()
    y = b.gm("y")
    t = b.local(64)
    b.put(t, 0, 1.0)
    b.put(t, 4, 2.0)  # S is ordered with itself
    b.store(y, t)
    program = done(b)
    assert mnemonics(program.body)[1:] == ["sstore", "sstore", "set_flag S MTE3 0", "wait_flag S MTE3 0", "mov_ub_gm"]


def test_a_condition_reads_before_the_branch() -> None:
    b = Builder()
    t, u = b.local(64), b.local(64)
    b.fill(t)
    with b.when(b.element(t)):
        b.fill(t)
    with b.loop(0, b.element(t)):
        b.fill(u)
    program = done(b)
    names = mnemonics(program.body)
    assert names[3:6] == ["set_flag V S 0", "wait_flag V S 0", "assign"]
    assert_nothing_idle(program)


# ---------------------------------------------------------------------------------------------------- branches


def test_o11_a_barrier_in_a_branch_does_not_cover_what_follows() -> None:
    b = Builder()
    n = b.scalar("n")
    a, c, d = b.local(64), b.local(64), b.local(64)
    b.fill(a)
    with b.when(n > 0):
        b.fill(c)
        b.adds(d, c)
    b.adds(d, a)
    program = done(b)
    assert barriers(program)["V"] == 2  # one in the branch; one behind it, on both paths
    assert "pipe_barrier V" in mnemonics(program.body)
    assert_nothing_idle(program)


def test_flags_of_a_branch_stand_outside() -> None:
    b = Builder()
    x, y, n = b.gm("x"), b.gm("y"), b.scalar("n")
    t = b.local(64)
    b.load(t, x)
    with b.when(n > 0):
        b.adds(t, t)
    with b.otherwise():
        b.fill(t)
    b.store(y, t)
    program = done(b)
    assert mnemonics(program.body)[1:] == [
        "mov_gm_ub",
        "set_flag MTE2 V 0",
        "wait_flag MTE2 V 0",
        "if",
        "set_flag V MTE3 0",
        "wait_flag V MTE3 0",
        "mov_ub_gm",
    ]
    assert_nothing_idle(program)


# ---------------------------------------------------------------------------------------------------- loops


def pipeline(copies: int, trips: object = 8) -> Builder:
    """O18: load 8 KiB, add, store."""
    b = Builder()
    x, y = b.gm("x"), b.gm("y")
    with b.loop(0, b.scalar("n") if trips is None else trips, copies=copies) as i:
        t, u = b.local(2048, name="t"), b.local(2048, name="u")
        b.load(t, x, i * 8192)
        b.adds(u, t, repeat=32)
        b.store(y, u, i * 8192)
    return b


def test_carried_flags_are_set_before_the_loop_and_waited_for_behind() -> None:
    program = done(pipeline(1))
    carried = [("V", "MTE2", 0), ("MTE3", "V", 0)]
    assert flags(program.body) == [("set", *c) for c in carried] + [("wait", *c) for c in carried]
    assert mnemonics(loop_of(program).body)[2:] == [
        "wait_flag V MTE2 0",
        "mov_gm_ub",
        "set_flag MTE2 V 0",
        "wait_flag MTE2 V 0",
        "wait_flag MTE3 V 0",
        "vadds",
        "set_flag V MTE3 0",
        "set_flag V MTE2 0",
        "wait_flag V MTE3 0",
        "mov_ub_gm",
        "set_flag MTE3 V 0",
    ]
    assert barriers(program) == {}
    assert_nothing_idle(program)


@pytest.mark.parametrize("trips", [8, 7, None])
def test_o18_no_barrier_in_a_double_buffered_loop(trips: int | None) -> None:
    program = done(pipeline(2, trips))
    steady = loop_of(program)
    inside = [s for s in walk(steady.body) if isinstance(s, Instr) and s.op.sync == "barrier"]
    assert inside == []
    copies = [flags(s.body) for s in steady.body if isinstance(s, Block)]
    assert len(copies) == 2
    assert not set(copies[0]) & set(copies[1])  # each copy hands over on ids of its own


def test_o10_a_loop_without_a_trip_waits_for_nothing() -> None:
    b = Builder()
    x, n = b.gm("x"), b.scalar("n")
    t, u = b.local(64), b.local(64)
    b.load(t, x)
    with b.loop(0, n):
        b.load(u, x)
        b.adds(u, u)
    b.adds(t, t)
    program = done(b)
    behind = mnemonics(program.body)
    assert "wait_flag MTE2 V 0" in behind or "wait_flag MTE2 V 1" in behind
    assert_nothing_idle(program)


def test_o14_one_tile_reused_by_an_outer_loop() -> None:
    b = Builder()
    q = b.gm("q", dtype=f16)
    l1 = b.local(2048, f16, Scope.L1)
    a = b.local(2048, f16, Scope.L0A)
    w = b.local(2048, f16, Scope.L0B)
    c = b.local(256, f32, Scope.L0C)
    with b.loop(0, 3, name="o") as o:
        b.load(l1, q, o * 4096)
        with b.loop(0, 2, name="j"):
            b.load_a(a, l1)
            b.mmad(c, a, w, 1)
    program = done(b)
    outer = loop_of(program)
    carried = [f for f in flags(program.body) if f[1:3] == ("MTE1", "MTE2")]
    assert [f[0] for f in carried] == ["set", "wait"]
    assert ("wait", *carried[0][1:]) in flags(outer.body) and ("set", *carried[0][1:]) in flags(outer.body)
    assert_nothing_idle(program)


def test_o17_the_barrier_of_a_loop_without_ids_is_in_the_loop() -> None:
    b = Builder()
    x = b.gm("x", dtype=f16)
    tiles = [b.local(2048, f16, Scope.L1) for _ in range(10)]
    a = [b.local(2048, f16, Scope.L0A) for _ in range(10)]
    with b.loop(0, 4) as k:
        for t in tiles:
            b.load(t, x, k * 4096)
        for t, d in zip(tiles, a, strict=True):
            b.load_a(d, t)
    program = done(b)
    inside = Counter(s.operands[0] for s in walk(loop_of(program).body) if isinstance(s, Instr) and s.op.sync == "barrier")
    assert inside["ALL"] >= 1
    assert barriers(program)["ALL"] == inside["ALL"]
    assert all(s.operands[2] < 8 for s in syncs(program) if s.op.sync in ("set", "wait"))


def test_slices_of_a_loop_do_not_conflict() -> None:
    b = Builder()
    y = b.gm("y")
    t = b.local(64 * 8)
    with b.loop(0, 8) as i:
        b.fill(t, at=i * 256)
    with b.loop(0, 8) as i:
        b.store(y, t, i * 256, elements=64)
    program = done(b)
    assert barriers(program) == {}
    assert [s.op.sync for s in syncs(program)] == ["set", "wait"]


def test_columns_stored_by_a_loop_do_not_conflict() -> None:
    b = Builder()
    y = b.gm("y")
    t = b.local(128)
    b.fill(t)
    with b.loop(0, 4) as i:  # 16 rows of 32 bytes, 128 bytes apart
        b.op("mov_ub_gm", (f32,), MemRef(y, i * 32), MemRef(t), 16, 1, 0, 3)
    assert barriers(done(b)) == {}


def test_neighbouring_slices_of_a_loop_conflict() -> None:
    b = Builder()
    t = b.local(64 * 8)
    with b.loop(1, 8) as i:
        b.adds(t, t, dst_at=i * 256, src_at=(i - 1) * 256)
    program = done(b)
    assert barriers(program) == {"V": 1}
    assert_nothing_idle(program)


def test_flags_of_a_branch_in_a_loop_are_acknowledged() -> None:
    """Where the branch is not taken, the pipe that sets must not run ahead of the one that waits."""
    b = Builder()
    x, n = b.gm("x"), b.scalar("n")
    t, u = b.local(64), b.local(64)
    with b.loop(0, 5) as i, b.when(i == n):
        b.load(t, x)
        b.adds(u, t)
    program = done(b)
    check_program(program)
    assert barriers(program)["ALL"] == 0


@pytest.mark.parametrize("kind", ["break", "continue", "return"])
def test_loops_that_are_left_carry_no_flags(kind: str) -> None:
    b = Builder()
    x, y = b.gm("x"), b.gm("y")
    t, u = b.local(64), b.local(64)
    with b.loop(0, 5) as i:
        b.load(t, x, i * 256)
        b.adds(u, t)
        with b.when(b.element(u)):
            b.exit(kind)
        b.store(y, u, i * 256)
    program = done(b)
    names = mnemonics(loop_of(program).body)
    assert names[0] == "pipe_barrier ALL"
    assert "pipe_barrier ALL" in names[1:]
    assert not [f for f in flags(program.body) if f[0] == "set" and f[1:] in {g[1:] for g in flags(loop_of(program).body)}]


# ---------------------------------------------------------------------------------------------------- cube


def test_accumulation_into_one_tile_needs_no_barrier() -> None:
    b = Builder()
    a = b.local(2048, f16, Scope.L0A)
    w = b.local(2048, f16, Scope.L0B)
    c = b.local(256, f32, Scope.L0C)
    b.mmad(c, a, w, 0)
    for _ in range(3):
        b.mmad(c, a, w, 1)
    assert syncs(done(b)) == []
    b.mmad(c, a, w, 0)
    assert barriers(done(b)) == {"M": 1}


def test_matmul_of_two_loops() -> None:
    b = Builder()
    x, w, y = b.gm("x", dtype=f16), b.gm("w", dtype=f16), b.gm("y")
    with b.loop(0, 3, name="m") as m:
        c = b.local(256, f32, Scope.L0C)
        with b.loop(0, 8, copies=2, name="k") as k:
            la, lb = b.local(2048, f16, Scope.L1), b.local(2048, f16, Scope.L1)
            a, wb = b.local(2048, f16, Scope.L0A), b.local(2048, f16, Scope.L0B)
            b.load(la, x, m * 32768 + k * 4096)
            b.load(lb, w, k * 4096)
            b.load_a(a, la)
            b.load_b(wb, lb)
            b.mmad(c, a, wb, k != 0)
        b.fix(y, c, m * 1024)
    program = done(b)
    inner = [s for s in walk(program.body) if isinstance(s, For)][1]
    assert not [s for s in walk(inner.body) if isinstance(s, Instr) and s.op.sync == "barrier"]


# ---------------------------------------------------------------------------------------------------- positions


def test_flags_carry_the_position_of_what_needs_them() -> None:
    b = Builder()
    x = b.gm("x")
    t, u = b.local(64), b.local(64)
    from tik.types.positions import here

    place = here()
    b.load(t, x)
    b.add(Instr(INSTRUCTIONS["vadds"], (f32, f32), [Mask.count(64), MemRef(u), MemRef(t), 1.0, 1, 1, 1, 8, 8], place))
    b.add(Instr(INSTRUCTIONS["vadds"], (f32, f32), [Mask.count(64), MemRef(t), MemRef(u), 1.0, 1, 1, 1, 8, 8], place))
    assert [s.position for s in syncs(done(b))] == [place] * 3
