"""Streams as bytes: an exact round trip, and bytes that are not a stream."""

import dataclasses
import random
import struct
import time
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.stream.streams import streams
from tests.stream.test_printer import small
from tik.isa import INSTRUCTIONS, Mask
from tik.stream import Exit, Instr, Loop, Mem, Reg, Section, Stream, decode, encode, format_stream, parse, walk
from tik.stream.binary import HEAD, MAGIC
from tik.stream.bytestream import Damaged, Reader, put_signed, put_unsigned
from tik.types.dtypes import f32
from tik.types.errors import TikError
from tik.types.positions import Location, here


def sealed(payload: bytes) -> bytes:
    return HEAD.pack(MAGIC, 1, len(payload), zlib.crc32(payload)) + payload


def places(stream):
    return [node.position for section in stream.sections for node in walk(section.body)]


@given(streams())
@settings(max_examples=40)
def test_round_trip(stream):
    data = encode(stream)
    again = decode(data)
    assert again == stream
    assert encode(again) == data
    assert format_stream(again) == format_stream(stream)


@given(streams())
@settings(max_examples=15)
def test_text_and_binary_convert_into_each_other(stream):
    text = format_stream(stream)
    assert format_stream(decode(encode(parse(text)))) == text
    data = encode(parse(text))
    assert decode(data) == stream
    assert places(decode(data)) == places(parse(text))


def test_places_are_kept_without_folders():
    stream = small()
    data = encode(stream)
    assert b"/home/me" not in data
    assert places(decode(data)) == [place and dataclasses.replace(place, file="softmax.py") for place in places(stream)]
    bare = Stream("k", "Ascend910A", (), (), (Section("unified", (Exit("return", here()),)),))
    (place,) = places(decode(encode(bare)))
    assert type(place) is Location and place.file == "test_binary.py" and place.text.lstrip().startswith("bare = Stream(")


def test_operands_keep_their_kind_and_bits():
    nan = struct.unpack(">d", bytes.fromhex("fff8000000000001"))[0]
    values = [0, 0.0, -0.0, 1, 1.0, -1, 2**63, -(2**63), 0.1, nan, Reg(0), Reg(999_999)]
    smov = INSTRUCTIONS["smov"]
    body = tuple(Instr(smov, (f32,), (Reg(2), value)) for value in values)
    again = decode(encode(Stream("k", "Ascend910A", (), (), (Section("unified", body),))), check=False)
    found = [node.operands[1] for node in again.sections[0].body]
    assert [(type(v), repr(v)) for v in found] == [(type(v), repr(v)) for v in values]
    assert struct.pack(">d", found[9]).hex() == "fff8000000000001"


def test_mask_words_keep_their_sign():
    vexp = INSTRUCTIONS["vexp"]
    masks = [Mask.bits(-1, 2**64 - 1), Mask.bits(-2, -(2**63)), Mask.bits(Reg(0), Reg(7)), Mask.count(3), Mask.counter(0)]
    body = tuple(Instr(vexp, (f32, f32), (mask, Mem("t"), Mem("t"), 1, 1, 1, 8, 8)) for mask in masks)
    again = decode(encode(Stream("k", "Ascend910A", (), (), (Section("unified", body),))), check=False)
    assert [node.operands[0] for node in again.sections[0].body] == masks


@given(st.integers(0, 2**70 - 1), st.integers(-(2**69), 2**69 - 1))
def test_varints(unsigned, signed):
    out = bytearray()
    put_unsigned(out, unsigned)
    put_signed(out, signed)
    reader = Reader(bytes(out))
    assert (reader.unsigned(), reader.signed()) == (unsigned, signed)
    reader.end()


@pytest.mark.parametrize(("value", "data"), [(0, "00"), (127, "7f"), (128, "8001"), (300, "ac02")])
def test_varints_are_leb128(value, data):
    out = bytearray()
    put_unsigned(out, value)
    assert out.hex() == data


def test_repeated_operands_cost_a_byte_each():
    body = small().sections[0].body
    once, often = (len(encode(dataclasses.replace(small(), sections=(Section("vector", body * n, 2),)))) for n in (1, 101))
    nodes = len(list(walk(body)))
    assert (often - once) / 100 < nodes * 6 + 20


# --------------------------------------------------------------------------------------------------------- wrong bytes


def test_truncated_anywhere():
    data = encode(small())
    for size in range(len(data)):
        with pytest.raises(TikError) as caught:
            decode(data[:size])
        assert caught.value.code == "TIK-ARTIFACT01"
        assert ("truncated" in caught.value.message) == (size > 0)


@given(st.data())
def test_changed_bytes(data):
    good = encode(small())
    bad = bytearray(good)
    for at in data.draw(st.lists(st.integers(0, len(good) - 1), min_size=1, max_size=4, unique=True)):
        bad[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(TikError) as caught:
        decode(bytes(bad))
    assert caught.value.code == "TIK-ARTIFACT01"


@given(st.binary(max_size=200))
def test_any_bytes(data):
    for wrong in (data, sealed(data)):
        with pytest.raises(TikError) as caught:
            decode(wrong)
        assert caught.value.code == "TIK-ARTIFACT01"


@given(streams(), st.data())
@settings(max_examples=60)
def test_changed_bytes_under_a_right_checksum(stream, data):
    """A stream, or a TikError; and what is a stream can be written as text and read back."""
    payload = bytearray(encode(stream)[HEAD.size :])
    for at in data.draw(st.lists(st.integers(0, len(payload) - 1), min_size=1, max_size=3)):
        payload[at] = data.draw(st.integers(0, 255))
    try:
        found = decode(sealed(bytes(payload)))
    except TikError as error:
        assert str(error)
    else:
        assert format_stream(parse(format_stream(found))) == format_stream(found)


def test_many_changes_under_a_right_checksum():
    good = encode(small())[HEAD.size :]
    random_ = random.Random(7)
    streams_found = 0
    start = time.process_time()
    for _ in range(3000):
        bad = bytearray(good)
        for _ in range(random_.randint(1, 3)):
            bad[random_.randrange(len(bad))] = random_.choice((0, 1, 2, 127, 128, 255, random_.randrange(256)))
        try:
            decode(sealed(bytes(bad)))
            streams_found += 1
        except TikError:
            pass
    assert 0 < streams_found < 3000
    assert time.process_time() - start < 20


def test_counts_are_held_against_the_bytes():
    huge = bytearray()
    put_unsigned(huge, 2**60)
    with pytest.raises(TikError) as caught:
        decode(sealed(bytes(huge)), "k.tikbin")
    assert caught.value.message == (
        "k.tikbin cannot be read as a stream: it says that 1152921504606846976 entries follow in 0 bytes"
    )


def test_deep_nesting_is_refused():
    deep: tuple = ()
    for _ in range(150):
        deep = (Loop(Reg(2), 0, 1, 1, deep),)
    data = encode(Stream("k", "Ascend910A", (), (), (Section("unified", deep),)))
    with pytest.raises(TikError) as caught:
        decode(data)
    assert "nested deeper than 100" in caught.value.message


def test_an_unknown_instruction():
    payload = encode(small())[HEAD.size :].replace(b"\x04vexp", b"\x04vexq")
    with pytest.raises(TikError) as caught:
        decode(sealed(payload))
    assert "it has an instruction 'vexq', which this kit does not know" in caught.value.message
    assert caught.value.hint == "did you mean vexp?"


def test_another_format_version():
    data = bytearray(encode(small()))
    data[4] = 9
    with pytest.raises(TikError) as caught:
        decode(bytes(data))
    assert caught.value.message == ("<bytes> cannot be read as a stream: it is of format 9, and this kit reads format 1")


def test_a_varint_without_end():
    with pytest.raises(Damaged, match="too long"):
        Reader(b"\xff" * 20).unsigned()


def test_what_is_read_is_checked():
    stream = dataclasses.replace(small(), buffers=())
    with pytest.raises(TikError) as caught:
        decode(encode(stream))
    assert caught.value.code == "TIK-SYNTAX02"
    assert decode(encode(stream), check=False) == stream
