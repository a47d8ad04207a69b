"""Streams to tables: register contents, the encoded program, patches, bounds, and what is refused."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.npu.streams import FULL, ins
from tik.chips.loader import load_chip
from tik.isa.fields import Mask
from tik.npu.native.interpreter import HALT, INSTR, JUMP, LOOP, NEXT, UNLESS, WIDTH
from tik.npu.trace import FIRST_GM, SYNC
from tik.npu.translate import Translation, scalar_bits, translate
from tik.stream.model import Arg, Buffer, Constant, Exit, If, Loop, Mem, Reg, Section, Stream
from tik.types.dtypes import ALL, bf16, f16, f32, i8, i32, i64, u8, u64
from tik.types.errors import TikError
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

CHIP = load_chip("Ascend910B1")


def translated(*body: Any, sections: tuple[Section, ...] = (), constants: tuple[Constant, ...] = ()) -> Translation:
    args = (Arg("x", "gm", f32, "input"), Arg("n", "scalar", i32, "input", reg=Reg(7)), Arg("y", "gm", f32, "output"))
    buffers = (Buffer("a", Scope.UB, f32, 0, 256), Buffer("b", Scope.UB, f32, 1024, 512), Buffer("l1", Scope.L1, f32, 512, 64))
    return translate(Stream("k", CHIP.name, args, buffers, sections or (Section("vector", body),), 1, constants), CHIP)


def groups(t: Translation) -> list[list[int]]:
    return t.codes[0].program.reshape(-1, WIDTH).tolist()


@pytest.mark.parametrize(
    ("value", "kind", "bits"),
    [
        (1.5, f32, 0x3FC00000),
        (1.5, f16, 0x3E00),
        (1.5, bf16, 0x3FC0),
        (-0.0, f32, 0x80000000),
        (1e40, f32, 0x7F800000),
        (1e6, f16, 0x7C00),
        (65519.0, f16, 0x7BFF),
        (math.inf, bf16, 0x7F80),
        (3, f32, 0x40400000),
        (300, i8, 44),
        (200, i8, -56),
        (-1, u8, 255),
        (-1, i64, -1),
        (2**64 - 1, u64, -1),
        (2**31, i32, -(2**31)),
        (True, i32, 1),
        (np.float32(0.1), f32, 0x3DCCCCCD),
    ],
)
def test_scalar_bits(value: Any, kind: Any, bits: int, recwarn: pytest.WarningsRecorder) -> None:
    assert scalar_bits(value, kind) == bits and len(recwarn) == 0


@given(
    value=st.integers(-(2**63), 2**64 - 1),
    kind=st.sampled_from([t for t in ALL if not t.is_float and t.short not in ("i4", "u2")]),
)
def test_integers_wrap_and_extend(value: int, kind: Any) -> None:
    bits = scalar_bits(value, kind)
    assert -(2**63) <= bits < 2**63 and (bits - value) % (1 << kind.bits) == 0
    assert bits >= 0 or kind.kind == "i" or kind.short == "u64"


def test_program_of_a_loop_with_a_branch() -> None:
    """Groups: loop head (two), test, then, jump over else, else, next, halt."""
    nop = ins("smov", (i32,), Reg(9), 0)
    t = translated(Loop(Reg(2), 1, Reg(7), 3, (If(Reg(4), (nop, Exit("break")), (nop, Exit("continue"))),)))
    program = groups(t)
    assert [g[0] for g in program] == [LOOP, 0, UNLESS, INSTR, JUMP, JUMP, INSTR, JUMP, NEXT, HALT]
    assert program[0] == [LOOP, 2, 0, 1, 1, 7] and program[1][1:4] == [3, 9, 10]
    assert program[2][1:3] == [4, 6]  # to the else branch
    assert [program[4][1], program[5][1], program[7][1]] == [9, 8, 8]  # break: behind NEXT; over else; continue: NEXT
    assert program[8][1:5] == [2, 10, 3, 2]
    assert t.registers == 11 and t.codes[0].loops == ((2,), (2,))


@pytest.mark.parametrize("kind", ["break", "continue"])
def test_exits_belong_into_loops(kind: str) -> None:
    with pytest.raises(TikError, match=f"{kind} stands outside a loop") as caught:
        translated(Exit(kind))
    assert caught.value.code == "TIK-SYNTAX03"


def test_rows_hold_spaces_and_addresses() -> None:
    t = translated(ins("mov_gm_ub", (f32,), Mem("b", 64, Reg(3)), Mem("y", 12), 1, 2, Reg(7), 4))
    code = t.codes[0]
    row = code.templates[:8].tolist()
    assert row == [Scope.UB.code, 1024 + 64, FIRST_GM + 1, 12, 1, 2, 0, 4]
    assert code.patches.tolist() == [[1, 3, -(2**63), 2**63 - 1, 32], [6, 7, 0, 65535, 1]]
    assert code.bounds[:2].tolist() == [[1024, 1536], [0, -1]]
    assert t.used == {Scope.UB.code: 1536, Scope.L1.code: 576}


def test_gm_spaces_are_arguments_then_constants() -> None:
    table = Constant("table", f32, b"\0" * 64)
    code = translated(ins("mov_gm_ub", (f32,), Mem("a"), Mem("table"), 1, 2, 0, 0), constants=(table,)).codes[0]
    assert code.templates[2] == FIRST_GM + 2


@pytest.mark.parametrize(
    ("mask", "words", "patches"),
    [
        (Mask.count(5), [2, 0, 5], []),
        (Mask.bits(0, 2**64 - 1), [0, 0, -1], []),
        (Mask.bits(2**63, 1), [0, -(2**63), 1], []),
        (Mask.count(Reg(7)), [2, 0, 0], [[2, 7, 0, 64, 1]]),
        (Mask.counter(Reg(7)), [1, 0, 0], [[2, 7, 0, 2**32 - 1, 1]]),
        (Mask.bits(Reg(3), Reg(7)), [0, 0, 0], [[1, 3, -(2**63), 2**63 - 1, 1], [2, 7, -(2**63), 2**63 - 1, 1]]),
    ],
)
def test_masks(mask: Mask, words: list[int], patches: list[list[int]]) -> None:
    code = translated(ins("vadds", (f32, f32), mask, Mem("a"), Mem("b"), 1.0, 1, 1, 1, 8, 8)).codes[0]
    assert code.templates[:3].tolist() == words and code.patches.tolist() == patches


def test_reductions_have_no_counter_mask() -> None:
    with pytest.raises(TikError, match="vcadd has no counter mask") as caught:
        translated(ins("vcadd", (f32,), Mask.counter(100), Mem("a"), Mem("b"), 1, 1, 1, 8, line=3))
    assert caught.value.code == "TIK-REPEAT02" and caught.value.location is not None and caught.value.location.line == 3


def test_statics_of_synchronisation() -> None:
    t = translated(
        ins("set_flag", (), "MTE2", "V", 3),
        ins("wait_flag", (), "MTE2", "V", Reg(7)),
        ins("pipe_barrier", (), "ALL"),
        ins("pipe_barrier", (), "V"),
        ins("cross_core_set", (), 2, "MTE3", 9),
        ins("cross_core_wait", (), 9),
        ins("block_barrier", ()),
    )
    statics = t.codes[0].statics
    assert statics.sync.tolist() == [
        SYNC[k] for k in ("set", "wait", "barrier", "barrier", "cross_set", "cross_wait", "block_barrier")
    ]
    code = {p: p.code for p in Pipe}
    assert statics.aux.tolist() == [
        [code[Pipe.MTE2], code[Pipe.V], 3],
        [code[Pipe.MTE2], code[Pipe.V], -1],
        [code[Pipe.ALL], -1, -1],
        [code[Pipe.V], -1, -1],
        [2, code[Pipe.MTE3], 9],
        [9, -1, -1],
        [-1, -1, -1],
    ]
    assert statics.pipe.tolist() == [code[p] for p in (Pipe.MTE2, Pipe.V, Pipe.S, Pipe.V, Pipe.MTE3, Pipe.S, Pipe.S)]
    assert t.has_sync and not translated(ins("set_flag", (), "MTE2", "V", 3)).has_sync


def test_immediates_of_values_are_bits() -> None:
    code = translated(ins("vector_dup", (f16,), FULL, Mem("a"), -2.0, 1, 1, 8)).codes[0]
    assert code.templates[5] == 0xC000


def test_loops_around_are_per_section() -> None:
    show = ins("print", (f32,), Mem("x"), 1, 1, 1, -1)
    t = translated(sections=(Section("cube", (Loop(Reg(2), 0, 1, 1, (show,)),)), Section("vector", (show,), 2)))
    assert [c.loops for c in t.codes] == [((2,),), ((),)] and t.registers == 9
