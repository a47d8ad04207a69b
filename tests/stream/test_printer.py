"""Streams as text: what the text looks like, and that it is read back to the same stream."""

import struct

from hypothesis import given, settings

from tests.stream.streams import streams
from tik.isa import INSTRUCTIONS, Mask
from tik.stream import (
    Arg,
    Buffer,
    Constant,
    Exit,
    If,
    Instr,
    Loop,
    Mem,
    Reg,
    Section,
    Stream,
    check_stream,
    format_stream,
    parse,
    walk,
)
from tik.types.dtypes import f16, f32, i32
from tik.types.positions import Location, here
from tik.types.scopes import Scope

LOAD = Location("/home/me/softmax.py", 12, 8, 24, "        t = k.exp(t)")
LOOP = Location("/home/me/softmax.py", 11, 4, 30, "    for rows in k.split(n):")


def small() -> Stream:
    """A header with every kind of entry, a loop, a branch."""
    vexp, smov, flag = INSTRUCTIONS["vexp"], INSTRUCTIONS["smov"], INSTRUCTIONS["set_flag"]
    exp = Instr(vexp, (f32, f32), (Mask.count(64), Mem("t", 0x40, Reg(5)), Mem("t"), 8, 1, 1, 8, 8), LOAD)
    again = Instr(vexp, (f32, f32), (Mask.bits(0, 0xFF), Mem("t"), Mem("t", 0x20), 1, 1, 1, 8, Reg(2)), LOAD)
    body = (
        Instr(smov, (f32,), (Reg(6), -0.0)),
        Loop(Reg(5), 0, Reg(2), 32, (exp, again, If(Reg(5), (Exit("break"),), (Exit("continue"),))), LOOP),
        Instr(flag, (), ("V", "MTE3", 7), LOAD),
        Exit("return", LOOP),
    )
    return Stream(
        "softmax",
        "Ascend910B1",
        (
            Arg("x", "gm", f16, "input", 4096),
            Arg("ws", "gm", f32, "workspace", 64, None, True),
            Arg("n", "scalar", i32, "input", None, Reg(2)),
        ),
        (Buffer("t", Scope.UB, f32, 0, 8192, LOAD), Buffer("r5", Scope.UB, f16, 8192, 64)),
        (Section("vector", body, 2),),
        Reg(2),
        (Constant("one", f32, struct.pack("<f", 1)),),
        "0.1.0",
    )


def test_small_text(golden):
    golden("stream_small.tikasm", format_stream(small()))


def test_small_text_without_source(golden):
    text = format_stream(small(), source=False)
    golden("stream_small_plain.tikasm", text)
    assert "softmax.py" not in text and "@" not in text


def test_small_is_read_back_with_its_places():
    stream = parse(format_stream(small()))
    assert stream == small()
    places = [node.position for node in walk(stream.sections[0].body)]
    load, loop = (Location("softmax.py", p.line, p.column, p.end_column, p.text) for p in (LOAD, LOOP))
    assert [p for p in places if type(p) is Location] == [loop, load, load, load, loop]
    assert stream.buffers[0].position == load


def test_positions_are_resolved():
    stream = parse(format_stream(Stream("k", "Ascend910A", (), (), (Section("unified", (Exit("return", here()),)),))))
    (node,) = stream.sections[0].body
    assert node.position.file == "test_printer.py"
    assert node.position.text.strip().startswith("stream = parse(format_stream(")


def test_a_large_constant_is_wrapped():
    data = bytes(range(200))
    constant = Constant("table", f32, data)
    stream = Stream("k", "Ascend910A", (), (), (Section("unified", ()),), constants=(constant,))
    text = format_stream(stream)
    assert text.count('\n  "') == 3  # 72 + 72 + 56 bytes
    assert parse(text).constants == (constant,)


@given(streams())
@settings(max_examples=40)
def test_round_trip(stream):
    check_stream(stream)
    text = format_stream(stream)
    again = parse(text)
    assert again == stream
    assert format_stream(again) == text
    assert not any(line != line.rstrip() for line in text.split("\n") if " | " not in line)


@given(streams())
@settings(max_examples=15)
def test_round_trip_without_source(stream):
    text = format_stream(stream, source=False)
    assert parse(text) == stream
    assert format_stream(parse(text)) == text  # places in the text itself are not printed


@given(streams())
@settings(max_examples=15)
def test_places_survive(stream):
    def places(one):
        return [
            (p.line, p.column, p.end_column) if type(p) is Location else None
            for section in one.sections
            for p in (node.position for node in walk(section.body))
        ]

    assert places(parse(format_stream(stream))) == places(stream)
