from __future__ import annotations

import pytest

from tik.chips import load_chip
from tik.dsl.tile.emitter import Emitter, ceil_div, round_up, row_pitch
from tik.ir import Alloc, Block, For, If, Instr
from tik.isa.fields import Mask
from tik.types.dtypes import bf16, f16, f32, i16, i32
from tik.types.errors import TikError


@pytest.fixture
def e() -> Emitter:
    return Emitter(load_chip("Ascend910A"))


def test_rounding() -> None:
    assert [ceil_div(n, 8) for n in (0, 1, 8, 9)] == [0, 1, 1, 2]
    assert [round_up(n, 8) for n in (0, 1, 8, 9)] == [0, 8, 8, 16]


@pytest.mark.parametrize(
    ("cols", "rows", "pitch"), [(1, 4, 16), (16, 4, 16), (17, 4, 32), (64, 4, 64), (65, 4, 128), (1, 1, 128), (129, 1, 256)]
)
def test_pitch_of_rows(cols: int, rows: int, pitch: int) -> None:
    assert row_pitch(cols, rows) == pitch


def test_tensors_are_whole_blocks_with_names_of_their_own(e: Emitter) -> None:
    a, b = e.tensor(f32, 33, name="t"), e.tensor(f16, 0, name="t")
    assert (a.nbytes, b.nbytes) == (64, 32)
    assert a.name != b.name
    assert [type(s) for s in e.body] == [Alloc, Alloc]


def test_fields_left_out_take_their_defaults(e: Emitter) -> None:
    t = e.tensor(f32, 256)
    e.emit("vexp", (f32, f32), dst=t, src=t, repeat_times=1)
    instr = e.body[-1]
    assert isinstance(instr, Instr)
    given = dict(zip((f.name for f in instr.op.fields), instr.operands, strict=True))
    assert given["mask"] == Mask.count(64)
    assert given["dst_rep_stride"] == given["src_rep_stride"] == 8


def test_what_the_chip_lacks_is_named_as_the_author_wrote_it(e: Emitter) -> None:
    e.doing = "a * b"
    error = e.lacks("vmul", (i16, i16, i16))
    assert (error.code, error.message) == ("TIK-CHIP01", "Ascend910A has no a * b of i16")
    assert error.details == ("a * b needs the instruction vmul for i16, i16, i16",)
    assert error.hint == "chips that have it: Ascend310P3, Ascend910B1..B4"
    e.doing = "k.exp"
    error = e.lacks("vexp", (i32, i32))
    assert (error.code, error.message) == ("TIK-TYPE01", "no chip has k.exp of i32")
    t = e.tensor(bf16, 256)
    with pytest.raises(TikError, match=r"k\.exp of bf16"):
        e.emit("vexp", (bf16, bf16), dst=t, src=t, repeat_times=1)


def test_scopes_nest_and_close(e: Emitter) -> None:
    with e.loop(0, 4) as i, e.when(i):
        with e.block():
            e.tensor(f32, 32)
        assert len(e.stack) == 3
    assert len(e.stack) == 1
    loop = e.body[0]
    assert isinstance(loop, For)
    assert loop.var.upper == 4
    inside = loop.body[0]
    assert isinstance(inside, If)
    assert isinstance(inside.then[0], Block)


def test_scopes_close_when_the_author_s_code_raises(e: Emitter) -> None:
    with pytest.raises(ZeroDivisionError), e.loop(0, 4):
        raise ZeroDivisionError
    assert len(e.stack) == 1
