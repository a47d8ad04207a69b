"""The two ways of reading an instruction line agree."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.stream.streams import streams
from tik.stream import format_stream
from tik.stream.lines import LineReader, Mistake, columns, read_tree


def instruction_lines(text):
    lines = (line.strip() for line in text.partition("\nsection ")[2].split("\n")[1:])
    keywords = ("loop", "if", "}", "break", "continue", "return", ";", "section")
    return [line for line in lines if line and not line.startswith(keywords)]


def by_tree(text):
    try:
        line, _ = read_tree(text)
    except Mistake:
        return None
    return line.op, line.types, line.operands, line.place


def by_reader(text):
    try:
        return LineReader().read(text)
    except Mistake:
        return None


@given(streams())
@settings(max_examples=25)
def test_printed_lines_read_the_same_both_ways(stream):
    for line in instruction_lines(format_stream(stream)):
        read = by_tree(line)
        assert read is not None
        assert repr(by_reader(line)) == repr(read)


@given(st.data())
def test_changed_lines_read_the_same_both_ways(data):
    line = data.draw(
        st.sampled_from(
            [
                "vadd.f16 z[0x0], x[0x20 + r5], y[r3], mask=bits(0x0, 0xff), repeat=4 @0:12:8-24",
                "vadds.f32 z[0x0], x[%block], -1.5e-05, mask=counter(r7)",
                "movpad_gm_ub.f16 t[0x0], x[0x2], bytes=34, right=7, padding_value=nan",
                "set_flag src_pipe=MTE2, dst_pipe=V, id=0",
                "smov.i32 r6, 12",
            ]
        )
    )
    at = data.draw(st.integers(0, len(line)))
    size = data.draw(st.integers(0, 4))
    piece = data.draw(st.text('x0r5[](),=@:.-+ e"%', max_size=3))
    line = (line[:at] + piece + line[at + size :]).strip()
    assert repr(by_reader(line)) == repr(by_tree(line))


@pytest.mark.parametrize(
    "line",
    [
        "vadd.f16 z[0x0], x[0x0], y[0x0], mask=128, repeat=4",
        "smov.i32 r6, 12",
        "block_barrier",
        'vadd.f16 "a, b"[0x0], x[r5], y[0x20 + r5], mask=bits(0x0, 0xff) @0:1',
    ],
)
def test_columns_cover_the_operands(line):
    where = columns(line)
    assert line[slice(*where.pop(-1))] == line.split()[0]
    pieces = [line[slice(*where[index])] for index in sorted(where, key=lambda i: where[i])]
    assert ", ".join(pieces) == line.partition(" ")[2].partition(" @")[0]
