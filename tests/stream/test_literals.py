"""Names, numbers and operands as stream text."""

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tik.isa import Mask
from tik.stream import Mem, Reg
from tik.stream.literals import float_text, name_text, operand_text, read_float


@given(st.floats())
def test_floats_keep_their_bits(value):
    assert struct.pack(">d", read_float(float_text(value))) == struct.pack(">d", value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1, "0.1"),
        (-0.0, "-0.0"),
        (1e300, "1e+300"),
        (math.inf, "inf"),
        (-math.inf, "-inf"),
        (math.nan, "nan"),
        (struct.unpack(">d", bytes.fromhex("fff8000000000001"))[0], "nan(0xfff8000000000001)"),
        (7, "7"),
        (True, "1"),
        (Reg(0), "%block"),
        (Reg(1), "%subblock"),
        (Reg(2), "r2"),
        (Mem("x"), "x[0x0]"),
        (Mem("x", 64), "x[0x40]"),
        (Mem("x", 0, Reg(3)), "x[r3]"),
        (Mem("x", -64, Reg(3)), "x[-0x40 + r3]"),
        (Mem("a b", 0, Reg(0)), '"a b"[%block]'),
        (Mask.count(64), "64"),
        (Mask.count(Reg(4)), "r4"),
        (Mask.counter(1000), "counter(1000)"),
        (Mask.bits(0, 255), "bits(0x0, 0xff)"),
        (Mask.bits(Reg(2), -1), "bits(r2, -0x1)"),
    ],
)
def test_operands(value, text):
    assert operand_text(value) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x", "x"),
        ("loop", "loop"),
        ("t.1", "t.1"),
        ("_", "_"),
        ("r", "r"),
        ("rx", "rx"),
        ("r5a", "r5a"),
        ("nano", "nano"),
        ("r5", '"r5"'),
        ("nan", '"nan"'),
        ("Inf", '"Inf"'),
        ("", '""'),
        ("größe", '"größe"'),
        ('a"b\\', '"a\\"b\\\\"'),
        ("a\nb", '"a\\nb"'),
        ("5x", '"5x"'),
    ],
)
def test_names(name, text):
    assert name_text(name) == text
