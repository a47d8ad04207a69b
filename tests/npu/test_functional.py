"""Execution of whole streams: poison, run-time errors, cores that wait for each other, printing, the trace."""

from typing import Any

import numpy as np
import pytest

import tik
from tests.npu.streams import FULL, ins, put, run
from tik.isa.fields import Mask
from tik.npu.functional import run_counts
from tik.npu.trace import FIRST_GM, SYNC
from tik.npu.translate import translate
from tik.stream.model import BLOCK, SUBBLOCK, Buffer, Constant, If, Loop, Mem, Reg, Section, Stream
from tik.types.dtypes import bf16, f16, f32, i32, i64, u8
from tik.types.errors import TikError
from tik.types.scopes import Scope

OUT = np.zeros(8 * 4, np.int64)  # eight entries of 32 bytes


def out(entries: int = 8) -> dict[str, np.ndarray]:
    return {"out": np.zeros(entries * 4, np.int64)}


# -------------------------------------------------------------------------------------------------------------- memory
def test_local_memory_starts_as_poison_on_every_core() -> None:
    """Case O24: UB f32[64], lanes 0..31 written, all 64 stored: the rest are 0xFF bytes, on the second core too."""
    body = (
        ins("smul", (i32,), Reg(2), BLOCK, 256),
        ins("vector_dup", (f32,), Mask.count(32), Mem("ub"), 7.0, 1, 1, 8),
        ins("mov_ub_gm", (f32,), Mem("y", 0, Reg(2)), Mem("ub"), 1, 8, 0, 0, 0),
        ins("vector_dup", (f32,), Mask.count(64), Mem("ub"), 1.0, 1, 1, 8),
    )  # what the next core must not see
    y = run(body, {"y": np.zeros(128, np.float32)}, blocks=2)["y"].reshape(2, 64)
    assert (y[:, :32] == 7).all()
    assert (y[:, 32:].copy().view(np.uint8) == 0xFF).all()


def test_constants_are_read_like_arguments() -> None:
    table = Constant("table", f32, np.arange(8, dtype=np.float32).tobytes())
    body = (
        ins("mov_gm_ub", (f32,), Mem("ub"), Mem("table"), 1, 1, 0, 0),
        ins("mov_ub_gm", (f32,), Mem("y"), Mem("ub"), 1, 1, 0, 0, 0),
    )
    assert run(body, {"y": np.zeros(8, np.float32)}, constants=(table,))["y"].tolist() == list(range(8))


def test_slack_behind_an_array_may_be_read_and_written() -> None:
    """Decision 6: whole blocks spill into the slack; nothing of it comes back."""
    body = (
        ins("mov_gm_ub", (f16,), Mem("ub"), Mem("x"), 1, 1, 0, 0),
        ins("mov_ub_gm", (f16,), Mem("y"), Mem("ub"), 1, 1, 0, 0, 0),
    )
    result = run(body, {"x": np.arange(10, dtype=np.float16), "y": np.zeros(10, np.float16)})
    assert result["y"].tolist() == list(range(10))


# -------------------------------------------------------------------------------------------------------- run-time errors
def error(*body: Any, **more: Any) -> TikError:
    with pytest.raises(TikError) as caught:
        run(body, more.pop("arrays", {"x": np.zeros(64, np.float32)}), **more)
    return caught.value


def test_read_past_the_slack() -> None:
    """x has 256 bytes and 64 of slack; 11 blocks are 352."""
    e = error(ins("mov_gm_ub", (f32,), Mem("ub"), Mem("x"), 1, 11, 0, 0, line=12))
    assert e.code == "TIK-BOUNDS01" and e.location is not None and e.location.line == 12
    assert e.message == "mov_gm_ub: src reads bytes 0..352 of x, which has 256 bytes (and slack to 320)"
    assert e.details == ("on core 0",)


def test_write_past_a_buffer_that_another_one_follows() -> None:
    """Bounds are the buffer's, not the memory's."""
    buffers = (Buffer("a", Scope.UB, f32, 0, 256), Buffer("b", Scope.UB, f32, 256, 256))
    e = error(ins("vector_dup", (f32,), FULL, Mem("a", 32), 0.0, 1, 1, 8), buffers=buffers)
    assert e.message == "vector_dup: dst writes bytes 32..288 of a, which has 256 bytes"


def test_negative_run_time_offset_does_not_wrap() -> None:
    """Case O23 with the mask off: element -8 is out of range, not the last but eighth."""
    e = error(ins("smov", (i32,), Reg(2), -32), ins("mov_gm_ub", (f32,), Mem("ub"), Mem("x", 0, Reg(2)), 1, 4, 0, 0))
    assert e.code == "TIK-BOUNDS01" and "src reads bytes -32..96 of x" in e.message
    e = error(
        ins("smov", (i32,), Reg(2), -32), ins("vadds", (f32, f32), FULL, Mem("ub"), Mem("ub", 0, Reg(2)), 0.0, 1, 1, 1, 8, 8)
    )
    assert "src reads bytes -32..224 of ub, which has 8192 bytes" in e.message


@pytest.mark.parametrize("offset", [2**63 - 32, 2**62, -(2**63), -(2**62), 2**63 - 64])
def test_offsets_beyond_64_bits_are_out_of_range(offset: int) -> None:
    e = error(ins("smov", (i64,), Reg(2), offset), ins("mov_gm_ub", (f32,), Mem("ub"), Mem("x", 0, Reg(2)), 1, 4, 0, 0))
    assert e.code == "TIK-BOUNDS01"


def test_the_failing_core_is_named() -> None:
    e = error(
        ins("smul", (i32,), Reg(2), BLOCK, 160), ins("mov_gm_ub", (f32,), Mem("ub"), Mem("x", 0, Reg(2)), 1, 4, 0, 0), blocks=4
    )
    assert e.details == ("on core 2",) and "bytes 320..448" in e.message


def test_misaligned_run_time_address() -> None:
    e = error(
        ins("smov", (i32,), Reg(2), 4),
        ins("vadds", (f32, f32), FULL, Mem("ub", 32, Reg(2)), Mem("ub"), 0.0, 1, 1, 1, 8, 8, line=5),
    )
    assert e.code == "TIK-ALIGN01" and e.location is not None and e.location.line == 5
    assert e.message == "vadds: dst is at byte 36, which is not a multiple of 32"


@pytest.mark.parametrize(
    ("instr", "multiple"),
    [
        (ins("vcadd", (f32,), FULL, Mem("ub", 0, Reg(2)), Mem("ub"), 1, 1, 1, 8), 4),  # results lie on elements
        (ins("vcmax", (f16,), FULL, Mem("ub", 0, Reg(2)), Mem("ub"), 1, 1, 1, 8, "false"), 4),
        (ins("vcgadd", (f32,), FULL, Mem("ub", 0, Reg(2)), Mem("ub"), 1, 1, 1, 8), 16),
        (ins("sload", (i64,), Reg(3), Mem("ub", 0, Reg(2))), 8),
        (ins("fix_l0c_gm", (f16, f32), Mem("x", 0, Reg(2)), Mem("l0c"), 1, 1, 16, 1, "false", 0), 2),
    ],
)
def test_addresses_finer_than_a_block(instr: Any, multiple: int) -> None:
    """Where less than 32 bytes is asked for, an element still lies on its own size; nothing is rounded down silently."""
    buffers = (Buffer("ub", Scope.UB, f32, 0, 8192), Buffer("l0c", Scope.L0C, f32, 0, 4096))
    e = error(ins("smov", (i32,), Reg(2), 2 * multiple - 1), instr, buffers=buffers)
    assert e.code == "TIK-ALIGN01" and f"is at byte {2 * multiple - 1}, which is not a multiple of {multiple}" in e.message
    run((ins("smov", (i32,), Reg(2), multiple), instr), {"x": np.zeros(64, np.float32)}, buffers=buffers)


def test_gm_may_start_anywhere() -> None:
    x = np.arange(64, dtype=np.uint8)
    body = (
        ins("smov", (i32,), Reg(2), 3),
        ins("mov_gm_ub", (f32,), Mem("ub"), Mem("x", 0, Reg(2)), 1, 1, 0, 0),
        ins("mov_ub_gm", (f32,), Mem("y"), Mem("ub"), 1, 1, 0, 0, 0),
    )
    assert run(body, {"x": x, "y": np.zeros(32, np.uint8)})["y"].tolist() == list(range(3, 35))


@pytest.mark.parametrize(("value", "ok"), [(0, True), (255, True), (256, False), (-1, False)])
def test_repeat_register_out_of_range(value: int, ok: bool) -> None:
    body = (ins("smov", (i32,), Reg(2), value), ins("vector_dup", (f32,), FULL, Mem("ub"), 0.0, Reg(2), 1, 0, line=9))
    if ok:
        run(body, {"x": np.zeros(64, np.float32)})
        return
    e = error(*body)
    assert e.code == "TIK-REPEAT01" and e.location is not None and e.location.line == 9
    assert e.message == f"vector_dup: repeat_times is {value} at run time, allowed are 0..255"


@pytest.mark.parametrize("value", [65, -1])
def test_mask_register_out_of_range(value: int) -> None:
    e = error(ins("smov", (i32,), Reg(2), value), ins("vector_dup", (f32,), Mask.count(Reg(2)), Mem("ub"), 0.0, 1, 1, 8))
    assert e.code == "TIK-REPEAT02" and e.message == f"vector_dup: mask is {value} at run time, allowed are 0..64"


def test_an_error_leaves_no_memory_of_itself() -> None:
    """The same translation runs again after an error (DESIGN §7)."""
    x = {"x": np.zeros(64, np.float32)}
    bad = (ins("mov_gm_ub", (f32,), Mem("ub"), Mem("x", 0, Reg(2)), 1, 4, 0, 0),)
    for _ in range(2):
        with pytest.raises(TikError):
            run(bad, x, scalars={2: 4096})
        run(bad, x, scalars={2: 0})


# ------------------------------------------------------------------------------------------------------- cores in turns
def test_each_core_knows_its_block_and_subblock() -> None:
    """A cube section and two vector cores a block; they run block by block, section by section."""
    cube = Section("cube", (), 1)
    vector = Section(
        "vector",
        (
            ins("smul", (i64,), Reg(2), BLOCK, 64),
            ins("smul", (i64,), Reg(3), SUBBLOCK, 32),
            ins("sadd", (i64,), Reg(2), Reg(2), Reg(3)),
            ins("smul", (i64,), Reg(3), BLOCK, 10),
            ins("sadd", (i64,), Reg(3), Reg(3), SUBBLOCK),
            *put("out", Reg(2), Reg(3)),
        ),
        2,
    )
    result = run((cube, vector), out(), blocks=4)
    assert result.entries("out") == [0, 1, 10, 11, 20, 21, 30, 31]
    assert [(c.block, c.section, c.subblock) for c in result.trace.cores[:4]] == [(0, 0, 0), (0, 1, 0), (0, 1, 1), (1, 0, 0)]
    assert len(result.trace.cores) == len(run_counts(translate(result.trace.stream, _chip()), 4)) == 12


def _chip() -> Any:
    from tik.chips.loader import load_chip

    return load_chip("Ascend910B1")


def append(value: Any) -> tuple[Any, ...]:
    """out[out[0]] = value; out[0] += 1: a log in GM that all cores share (entry 0 counts)."""
    return (
        ins("mov_gm_ub", (i64,), Mem("ub"), Mem("out"), 1, 1, 0, 0),
        ins("sload", (i64,), Reg(9), Mem("ub")),
        ins("sadd", (i64,), Reg(9), Reg(9), 1),
        *put("out", 0, Reg(9)),
        ins("smul", (i64,), Reg(9), Reg(9), 32),
        *put("out", Reg(9), value),
    )


def test_block_barrier_all_before_any() -> None:
    """Every core logs 1, waits for all, logs 2, waits again, logs 3."""
    body = (*append(1), ins("block_barrier", ()), *append(2), ins("block_barrier", ()), *append(3))
    result = run(body, out(10), blocks=3)
    assert result.entries("out") == [9, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert [stop - first for core, first, stop in result.trace.order if core == 0] == [8, 9, 9]  # its three turns
    for core in result.trace.cores:
        assert [core.ids[k] for k in range(26)] == list(range(26))  # put together again, in program order
        assert core.row_start[-1] == len(core.rows)


def test_a_barrier_of_more_blocks_than_cores_is_a_deadlock() -> None:
    e = error(ins("block_barrier", (), line=77), blocks=49)
    assert e.code == "TIK-SYNC04" and e.location is not None and e.location.line == 77
    assert e.message == "block_barrier waits for ever: 49 blocks are launched, and Ascend910B1 runs 48 at once"


def test_a_core_that_ends_before_the_barrier_is_a_deadlock() -> None:
    body = (ins("seq", (i32, i32), Reg(2), BLOCK, 0), If(Reg(2), (ins("block_barrier", (), line=77),)))
    e = error(*body, blocks=2)
    assert e.code == "TIK-SYNC04" and e.location is not None and e.location.line == 77
    assert e.message == "1 cores wait for each other and none can go on" and e.details == (
        "core 0 (vector) waits in block_barrier ",
    )


def test_cross_core_flags_order_cube_and_vector() -> None:
    """Mode 2: both vector cores log 1 and set, which is one count for the cube core (first in the order); it logs 2 and sets,
    which is one count for each; they log 3."""
    cube = Section("cube", (ins("cross_core_wait", (), 4), *append(2), ins("cross_core_set", (), 2, "MTE3", 5)))
    vector = Section(
        "vector", (*append(1), ins("cross_core_set", (), 2, "MTE3", 4), ins("cross_core_wait", (), 5), *append(3)), 2
    )
    assert run((cube, vector), out()).entries("out")[:6] == [5, 1, 1, 2, 3, 3]


def test_mode_0_gathers_every_core_of_the_kind() -> None:
    """Three vector cores: none goes on before all have set."""
    body = (*append(1), ins("cross_core_set", (), 0, "MTE3", 1), ins("cross_core_wait", (), 1), *append(2))
    assert run(body, out(), blocks=3).entries("out")[:7] == [6, 1, 1, 1, 2, 2, 2]


def test_mode_1_stays_within_one_ai_core() -> None:
    """The two vector cores of block 0 set and go on; of those of block 1 one does not set, and both wait for ever."""
    lacking = (ins("seq", (i32, i32), Reg(2), BLOCK, 1), ins("sand", (i32,), Reg(2), Reg(2), SUBBLOCK))
    body = (*lacking, If(Reg(2), (), (ins("cross_core_set", (), 1, "MTE3", 0),)), ins("cross_core_wait", (), 0, line=3))
    with pytest.raises(TikError) as caught:
        run((Section("vector", body, 2),), out(), blocks=2)
    assert caught.value.code == "TIK-SYNC04"
    assert caught.value.details == ("core 1 (vector) waits in cross_core_wait 0", "core 1 (vector) waits in cross_core_wait 0")
    assert "every cross_core_wait needs a cross_core_set" in str(caught.value)


def test_deadlock_of_two_kinds() -> None:
    cube = Section("cube", (ins("cross_core_wait", (), 0, line=1), ins("cross_core_set", (), 2, "FIX", 1)))
    vector = Section("vector", (ins("cross_core_wait", (), 1, line=2), ins("cross_core_set", (), 2, "MTE3", 0)))
    with pytest.raises(TikError) as caught:
        run((cube, vector), out())
    assert str(caught.value).startswith("TIK-SYNC04: 2 cores wait for each other and none can go on")
    assert caught.value.details == ("core 0 (cube) waits in cross_core_wait 0", "core 0 (vector) waits in cross_core_wait 1")


def test_counters_keep_early_sets() -> None:
    """Two sets before any wait are two waits; a wait takes one."""
    body = (
        ins("cross_core_set", (), 0, "V", 3),
        ins("cross_core_set", (), 0, "V", 3),
        ins("cross_core_wait", (), 3),
        ins("cross_core_wait", (), 3),
        *append(1),
    )
    assert run(body, out()).entries("out")[:2] == [1, 1]


# ------------------------------------------------------------------------------------------------------------- printing
def test_print_shows_values_where_and_when() -> None:
    """Rows with a pitch, one core only, the loop variables around it."""
    show = ins("print", (f32,), Mem("ub", 32), 2, 3, 8, 1, line=4)
    body = (
        ins("vector_dup", (f32,), FULL, Mem("ub"), 0.0, 1, 1, 8),
        Loop(Reg(2), 0, 2, 1, (ins("sstore", (f32,), Mem("ub", 36), 5.0), Loop(Reg(3), 7, 8, 1, (show,)))),
    )
    result = run(body, {"x": np.zeros(8, np.float32)}, blocks=3)
    assert [(p.block, p.loops) for p in result.printed] == [(1, (0, 7)), (1, (1, 7))]
    assert result.printed[0].values.tolist() == [[0, 5, 0], [0, 0, 0]]
    assert result.printed[0].instr.position.line == 4


@pytest.mark.parametrize(("kind", "text"), [(bf16, "1.5"), (f16, "1.5"), (i64, "-3")])
def test_print_knows_dtypes_and_gm(kind: Any, text: str) -> None:
    x = np.array([float(text)] * 4).astype(kind.numpy)
    result = run((ins("print", (kind,), Mem("x", kind.size), 1, 2, 1, -1),), {"x": x.view(np.uint8)})
    assert result.printed[0].values.dtype == kind.numpy and result.printed[0].values.tolist() == [[float(text)] * 2]


def test_printf_shows_its_text_with_a_value() -> None:
    text = np.frombuffer(b"a = %d\n[%.1f]", np.uint8)
    body = (
        ins("printf", (u8, i32), Mem("x"), 7, -5, line=4),
        ins("vector_dup", (f32,), FULL, Mem("ub"), 1.5, 1, 1, 8),
        ins("printf_tensor", (u8, f32), Mem("x", 7), 6, Mem("ub"), 2, 3, 8),
    )
    one, two = run(body, {"x": text}).printed
    assert (one.text, one.values.tolist(), one.instr.position.line) == ("a = %d\n", [-5], 4)
    assert (two.text, two.values.tolist()) == ("[%.1f]", [[1.5] * 3] * 2)


def test_print_beyond_a_buffer_is_out_of_range() -> None:
    assert error(ins("print", (f32,), Mem("ub"), 100, 1, 64, -1)).code == "TIK-BOUNDS01"


# ---------------------------------------------------------------------------------------------------------------- trace
def test_trace_of_a_small_stream() -> None:
    """Ids, scalar cycles before each instruction, resolved rows, costs and regions, by hand (Ascend910B1)."""
    load = ins("mov_gm_ub", (f32,), Mem("ub"), Mem("x", 0, Reg(3)), 1, 8, 0, 0)
    add = ins("vadds", (f32, f32), FULL, Mem("ub", 512), Mem("ub"), 1.0, 1, 1, 1, 8, 8)
    store = ins("mov_ub_gm", (f32,), Mem("x", 0, Reg(3)), Mem("ub", 512), 1, 8, 0, 0, 0)
    body = (
        Loop(
            Reg(2),
            0,
            2,
            1,
            (
                ins("smul", (i32,), Reg(3), Reg(2), 256),
                load,
                ins("set_flag", (), "MTE2", "V", 0),
                ins("wait_flag", (), "MTE2", "V", 0),
                add,
                If(Reg(2), (store,)),
            ),
        ),
    )
    trace = run(body, {"x": np.arange(128, dtype=np.float32)}, record=True).trace
    core, statics = trace.cores[0], trace.statics[0]
    assert core.ids.tolist() == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 5]
    assert [statics.instrs[k].op.mnemonic for k in range(6)] == [
        "smul",
        "mov_gm_ub",
        "set_flag",
        "wait_flag",
        "vadds",
        "mov_ub_gm",
    ]
    busy = [1, 20, 1, 1, 27]  # smul; dma issue; flags; 26 + 1
    assert core.costs[:, 0].tolist() == [*busy, *busy, 165 + 256 / 64]
    assert core.costs[:, 6].tolist() == [2, 0, 0, 0, 0, 1 + 2, 0, 0, 0, 0, 1]  # loop entry 2; branch 1, next trip 2; branch 1
    assert core.costs[1].tolist() == [20, 500, 256, 256, 67, 1, 0]
    assert core.costs[6, 3] == pytest.approx(256 / 0.7)  # the second tile starts at byte 256
    assert trace.value(core, 6, "src") == 256 and trace.value(core, 1, "src_space") == FIRST_GM and trace.names(FIRST_GM) == "x"
    assert statics.sync.tolist() == [0, 0, SYNC["set"], SYNC["wait"], 0, 0]
    assert statics.aux[2].tolist() == [4, 1, 0]  # MTE2, V, event 0
    assert trace.spaces == ((512, 576),)
    at = core.region_start.tolist()
    assert core.regions[at[1] : at[2]].tolist() == [[1, 0, FIRST_GM, 0, 1, 0, 1, 256, 256], [0, 1, 1, 0, 1, 0, 1, 256, 256]]
    assert at[0] == at[1] and at[2] == at[3] == at[4]  # scalar arithmetic and flags touch no memory


def test_traces_grow() -> None:
    """20,000 instructions: more than any table starts with."""
    n = 20_000
    body = (Loop(Reg(2), 0, n, 1, (ins("vector_dup", (f32,), Mask.count(64), Mem("ub"), 0.0, 1, 1, 8),)),)
    core = run(body, {"x": np.zeros(8, np.float32)}, record=True).trace.cores[0]
    assert len(core.ids) == n and (core.costs[:, 0] == 23).all() and len(core.regions) == n
    assert core.costs[:, 6].sum() == 2 * n  # entry and n - 1 further trips; the last test comes after all instructions


def test_traces_do_not_depend_on_recording() -> None:
    body = (Loop(Reg(2), 0, 3, 1, put("out", 0, Reg(2))),)
    plain, full = (run(body, out(), record=record).trace.cores[0] for record in (False, True))
    assert (plain.ids == full.ids).all() and (plain.costs == full.costs).all() and (plain.rows == full.rows).all()
    assert len(plain.regions) == 0 and len(full.regions) == 9


def test_a_stream_without_instructions() -> None:
    trace = run((Section("vector", ()),), out(), blocks=2).trace
    assert [len(c.ids) for c in trace.cores] == [0, 0] and isinstance(trace.stream, Stream)


def test_a_launch_of_too_many_instructions_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tik.npu.functional.MOST", 1000)
    monkeypatch.setattr("tik.npu.functional.SLICE", 100)
    x = np.ones(64, np.float32)
    t = tik.Tik(chip="Ascend910B1")
    a, y = t.Tensor("float32", (64,), tik.scope_gm, "a"), t.Tensor("float32", (64,), tik.scope_gm, "y")
    u = t.Tensor("float32", (64,), tik.scope_ubuf, "u")
    t.data_move(u, a, 0, 1, 8, 0, 0)
    with t.for_range(0, 10**6):
        t.vec_adds(64, u, u, 1.0, 1, 8, 8)
    t.data_move(y, u, 0, 1, 8, 0, 0)
    t.BuildCCE("endless", [a], [y])
    with pytest.raises(tik.TikError, match="endless runs more than 1,000 instructions") as caught:
        t.kernel.run([x])
    assert caught.value.code == "TIK-REPEAT03"
    assert caught.value.location is not None


def test_a_scalar_nothing_gave_a_value_to_in_a_branch_not_taken() -> None:
    t = tik.Tik(chip="Ascend910B1")
    a, y = t.Tensor("float32", (64,), tik.scope_gm, "a"), t.Tensor("float32", (64,), tik.scope_gm, "y")
    u = t.Tensor("float32", (64,), tik.scope_ubuf, "u")
    s, zero = t.Scalar("int32", "s"), t.Scalar("int32", "zero", 0)
    t.data_move(u, a, 0, 1, 8, 0, 0)
    with t.if_scope(zero > 0):
        u[0].set_as(s)
    with t.for_range(0, zero):
        t.data_move(u, a[s], 0, 1, 8, 0, 0)
    t.data_move(y, u, 0, 1, 8, 0, 0)
    t.BuildCCE("not_reached", [a], [y])
    x = np.ones(64, np.float32)
    report = t.kernel.run([x])
    assert np.array_equal(report.outputs[0], x) and not report.hazards


def test_a_scalar_nothing_gave_a_value_to() -> None:
    t = tik.Tik(chip="Ascend910B1")
    a, y = t.Tensor("float32", (64,), tik.scope_gm, "a"), t.Tensor("float32", (64,), tik.scope_gm, "y")
    u = t.Tensor("float32", (64,), tik.scope_ubuf, "u")
    s = t.Scalar("int32", "s")
    t.data_move(u, a[s], 0, 1, 8, 0, 0)
    t.data_move(y, u, 0, 1, 8, 0, 0)
    t.BuildCCE("undefined", [a], [y])
    with pytest.raises(tik.TikError, match="a scalar is used that nothing gives a value to") as caught:
        t.kernel.run([np.ones(64, np.float32)])
    assert caught.value.code == "TIK-UNINIT01"
