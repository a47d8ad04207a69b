"""Columns of proposals against tik_api §12 in plain loops."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import At, Held, Memory, agree, held, types_of, values
from tests.isa.test_shadow import sound
from tik.chips.loader import load_chip
from tik.isa import INSTRUCTIONS
from tik.types.dtypes import f16


def meaning(m: Memory) -> None:
    dst, src, mode = m["dst"], m["src"], m["mode_number"]
    for r in range(m["repeat_times"]):
        if m.op.mnemonic == "vconcat":
            column = [src[r * 16 + i] for i in range(16)]
            for i, x in enumerate(column):
                dst[(r * 16 + i) * 8 + mode] = x
        else:
            column = [src[(r * 16 + i) * 8 + mode] for i in range(16)]
            for i, x in enumerate(column):
                dst[r * 16 + i] = x


@st.composite
def columns(draw: Any) -> dict[str, Any]:
    repeats = draw(st.integers(0, 5))
    return {
        "dst": At("UB", draw(st.sampled_from([0, 32, 8192, 8224])), draw(st.booleans())),
        "src": At("UB", draw(st.sampled_from([0, 32, 64])), draw(st.booleans())),
        "repeat_times": held(draw, repeats) if repeats else Held(0),
        "mode_number": held(draw, draw(st.integers(0, 5))),
    }


@pytest.mark.parametrize("mnemonic", ["vconcat", "vextract"])
@pytest.mark.parametrize("short", ["f16", "f32"])
@settings(max_examples=25)
@given(operands=columns(), seed=st.integers(0, 2**31))
def test_columns(mnemonic: str, short: str, operands: dict[str, Any], seed: int) -> None:
    """Also in place and overlapping: a repeat is read whole before it is written."""
    agree(mnemonic, short, operands, {"UB": values(seed, types_of(short)[0], 16384)}, meaning, chip="Ascend310P3")


@pytest.mark.parametrize("mnemonic", ["vconcat", "vextract"])
@settings(max_examples=15)
@given(operands=columns(), seed=st.integers(0, 2**31))
def test_undefined_bytes_move_along(mnemonic: str, operands: dict[str, Any], seed: int) -> None:
    sound(mnemonic, "f16", operands, {"UB": values(seed, f16, 16384)}, seed, "Ascend310P3")


def test_one_field_of_each() -> None:
    """Sixteen scores go to elements 4, 12, 20 …; everything else stays."""
    before = np.zeros(16384, np.uint8)
    before[8192:8224] = np.arange(16, dtype=np.float16).view(np.uint8)
    operands = {"dst": At("UB", 0), "src": At("UB", 8192), "repeat_times": 1, "mode_number": 4}
    ran = agree("vconcat", "f16", operands, {"UB": before}, meaning, chip="Ascend910A")
    boxes = ran.after["UB"][:256].view(np.float16).reshape(16, 8)
    assert boxes[:, 4].tolist() == list(range(16)) and boxes.sum() == 120
    assert ran.cost[0] == 22 + 1


def test_fields_a_chip_extracts() -> None:
    """Ascend310 has the coordinates only (tik_api §12); no chip has a field 6."""
    small, old = load_chip("Ascend910A"), load_chip("Ascend310")
    op = INSTRUCTIONS["vextract"]
    assert op.check(small, (f16,), {"mode_number": 5}) is None
    assert op.check(old, (f16,), {"mode_number": 3}) is None
    assert op.check(old, (f16,), {"mode_number": 4}) == "Ascend310 extracts the fields 0..3 only (x1, y1, x2, y2), not 4"
