"""Areas, overlaps, sums and suppression words against tik_api §12 in plain loops; greedy suppression of a block."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import At, Held, Memory, agree, held, run, types_of
from tests.isa.test_shadow import sound
from tik.types.dtypes import DType, f16, u16

CHIP = "Ascend310P3"


def meaning(m: Memory) -> None:
    name, kind = m.op.mnemonic, m.types[0].numpy.type
    dst = m["dst"]
    for r in range(m["repeat_times"]):
        if name != "vaadd":
            offset = kind(np.array([m.bytes("rpn_offset")[k] for k in range(4)], np.uint8).view(np.float32)[0])
        if name == "vrpac":
            boxes = [[m["src"][(r * 16 + i) * 8 + k] for k in range(4)] for i in range(16)]
            results = [(x2 - x1 + offset) * (y2 - y1 + offset) for x1, y1, x2, y2 in boxes]
        elif name == "vaadd":
            a, b = [m["src0"][r * 16 + i] for i in range(16)], [m["src1"][j] for j in range(16)]
            results = [x + y for x in a for y in b]
        else:
            boxes = [[m["src0"][(r * 16 + i) * 8 + k] for k in range(4)] for i in range(16)]
            block = [[m["src1"][j * 8 + k] for k in range(4)] for j in range(16)]
            results = [common(a, b, offset) for a in boxes for b in block]
        for i, x in enumerate(results):
            dst[r * len(results) + i] = x


def common(a: list[Any], b: list[Any], offset: Any) -> Any:
    """np.minimum and np.maximum: NaN wins."""
    zero = type(offset)(0)
    w = np.maximum(np.minimum(a[2], b[2]) - np.maximum(a[0], b[0]) + offset, zero)
    h = np.maximum(np.minimum(a[3], b[3]) - np.maximum(a[1], b[1]) + offset, zero)
    return w * h


def boxes(seed: int, kind: DType, nbytes: int = 16384) -> np.ndarray:
    """Coordinates within a small picture, some not finite."""
    rng = np.random.default_rng(seed)
    x = (rng.random(nbytes // kind.size) * 20).astype(kind.numpy)
    return np.where(rng.random(len(x)) < 0.05, rng.choice(np.array([np.nan, np.inf, -np.inf], kind.numpy), len(x)), x).view(
        np.uint8
    )


@st.composite
def box_operands(draw: Any, mnemonic: str) -> dict[str, Any]:
    repeats = draw(st.integers(0, 3))
    sources = ("src",) if mnemonic == "vrpac" else ("src0", "src1")
    return {
        "dst": At("UB", 12288 - 32 * draw(st.integers(0, 1)), draw(st.booleans())),
        **{name: At("UB", 32 * draw(st.integers(0, 40)), draw(st.booleans())) for name in sources},
        **({} if mnemonic == "vaadd" else {"rpn_offset": At("SPR", 160)}),
        "repeat_times": held(draw, repeats) if repeats else Held(0),
    }


@pytest.mark.parametrize("case", ["vrpac f16", "vrpac f32", "viou f16", "viou f32", "vaadd f16", "vaadd f32"])
@settings(max_examples=15)
@given(data=st.data(), seed=st.integers(0, 2**31), offset=st.sampled_from([0.0, 1.0, 0.3]))
def test_areas_overlaps_and_sums(case: str, data: Any, seed: int, offset: float) -> None:
    mnemonic, short = case.split()
    kind = types_of(short)[0]
    before = {"UB": boxes(seed, kind)}
    if mnemonic != "vaadd":
        before["SPR"] = np.full(256, 0xFF, np.uint8)
        before["SPR"][160:164] = np.array([offset], np.float32).view(np.uint8)
    agree(mnemonic, short, data.draw(box_operands(mnemonic)), before, meaning, chip=CHIP)


@pytest.mark.parametrize("mnemonic", ["vrpac", "viou", "vaadd"])
@settings(max_examples=12)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_undefined_coordinates(mnemonic: str, data: Any, seed: int) -> None:
    before = {"UB": boxes(seed, f16)} | ({"SPR": np.zeros(256, np.uint8)} if mnemonic != "vaadd" else {})
    sound(mnemonic, "f16", data.draw(box_operands(mnemonic)), before, seed, CHIP)


def test_a_repeat_may_lie_over_its_source() -> None:
    """Areas in place: sixteen are computed before the first is written."""
    ub = np.zeros(16384, np.uint8)
    corners = np.zeros((16, 8), np.float16)
    corners[:, 2:4] = np.arange(16)[:, None]
    ub[:256] = corners.view(np.uint8).ravel()
    operands = {"dst": At("UB", 0), "src": At("UB", 0), "rpn_offset": At("SPR", 160), "repeat_times": 1}
    spr = np.zeros(256, np.uint8)
    after = run("vrpac", (f16,), operands, {"UB": ub, "SPR": spr}, CHIP).after["UB"]
    assert after[:32].view(np.float16).tolist() == [i * i for i in range(16)]


# ---------------------------------------------------------------------------------------------------- suppression words
def words(m: Memory) -> None:
    ir = m["rpn_cor_ir"]
    if m.op.mnemonic == "rpn_cor":
        for r in range(m["repeat_times"]):
            for i in range(16):
                word = m["src0"][r * m["src0_rep_stride"] * 16 + i]
                kept = m["src1"][r * m["src1_rep_stride"] * 16 + i] == 0
                ir[0] = ir[0] | word if kept else ir[0]
    else:
        word, gone = int(ir[0]), []
        for j in range(16):
            gone.append(word >> j & 1)
            row = int(m["src"][j])
            word |= 0 if gone[-1] else row
        for j in range(16):
            m["dst"][j] = gone[j]


def bits(seed: int) -> dict[str, np.ndarray]:
    """Sparse words, many zeros."""
    rng = np.random.default_rng(seed)
    x = np.where(rng.random(8192) < 0.5, 0, 1 << rng.integers(0, 16, 8192)).astype(np.uint16)
    return {"UB": x.view(np.uint8), "SPR": x[:128].view(np.uint8).copy()}


@st.composite
def word_operands(draw: Any, mnemonic: str) -> dict[str, Any]:
    ir = {"rpn_cor_ir": At("SPR", 128)}
    place = st.integers(0, 20).map(lambda n: At("UB", n * 32))
    if mnemonic == "rpn_cor_diag":
        return {"dst": draw(place), "src": draw(place), **ir}
    repeats = draw(st.integers(0, 4))
    strides = {f"src{k}_rep_stride": held(draw, draw(st.sampled_from([0, 1, 1, 3]))) for k in range(2)}
    return {
        "src0": draw(place),
        "src1": draw(place),
        **ir,
        **strides,
        "repeat_times": held(draw, repeats) if repeats else Held(0),
    }


@pytest.mark.parametrize("mnemonic", ["rpn_cor", "rpn_cor_diag"])
@settings(max_examples=40)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_words(mnemonic: str, data: Any, seed: int) -> None:
    agree(mnemonic, "u16", data.draw(word_operands(mnemonic)), bits(seed), words, chip="Ascend910A")


@pytest.mark.parametrize("mnemonic", ["rpn_cor", "rpn_cor_diag"])
@settings(max_examples=15)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_undefined_words(mnemonic: str, data: Any, seed: int) -> None:
    sound(mnemonic, "u16", data.draw(word_operands(mnemonic)), bits(seed), seed, "Ascend910A")


def test_a_chain_of_boxes() -> None:
    """Box j overlaps its neighbours only: 0 suppresses 1, so 2 is kept and suppresses 3 …; all overlap themselves."""
    near = np.array([(1 << j) | (1 << (j + 1)) & 0xFFFF | (1 << j) >> 1 for j in range(16)], np.uint16)
    ub = np.zeros(16384, np.uint8)
    ub[:32] = near.view(np.uint8)
    spr = np.zeros(256, np.uint8)
    operands = {"dst": At("UB", 64), "src": At("UB", 0), "rpn_cor_ir": At("SPR", 128)}
    after = run("rpn_cor_diag", (u16,), operands, {"UB": ub, "SPR": spr}, "Ascend910A").after["UB"]
    assert after[64:96].view(np.uint16).tolist() == [0, 1] * 8
    spr[128] = 1  # an earlier box took box 0
    after = run("rpn_cor_diag", (u16,), operands, {"UB": ub, "SPR": spr}, "Ascend910A").after["UB"]
    assert after[64:96].view(np.uint16).tolist() == [1, 0] * 8


@settings(max_examples=10)
@given(value=st.one_of(st.integers(0, 65535).map(Held), st.integers(0, 65535)))
def test_registers_are_set(value: Any) -> None:
    spr = {"SPR": np.full(256, 0xFF, np.uint8)}
    number = value.value if isinstance(value, Held) else value
    after = run("set_rpn_cor_ir", (u16,), {"rpn_cor_ir": At("SPR", 128), "number": value}, spr, "Ascend910A").after["SPR"]
    assert after[128:130].view(np.uint16)[0] == number and (np.delete(after, [128, 129]) == 0xFF).all()


@pytest.mark.parametrize("short", ["f16", "f32"])
def test_the_offset_is_kept_as_binary32(short: str) -> None:
    spr = {"SPR": np.full(256, 0xFF, np.uint8)}
    kinds = types_of(short)
    ran = run("set_rpn_offset", kinds, {"rpn_offset": At("SPR", 160), "offset": 0.1}, spr, CHIP)
    assert ran.after["SPR"][160:164].view(np.float32)[0] == np.float32(kinds[0].numpy.type(0.1)) and ran.cost[0] == 1
