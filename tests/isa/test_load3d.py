"""img2col and back against tik_api §13: windows walked one by one in plain loops."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import SIZE, At, Memory, agree, held, types_of, values
from tests.isa.test_shadow import sound
from tik.isa import INSTRUCTIONS
from tik.isa.load3d import fractal_cycles
from tik.types.dtypes import u8
from tik.types.scopes import Scope


def windows(m: Memory) -> Iterator[tuple[int, int]]:
    """Where windows begin, (column, row), for ever: along a row while they fit, then the next row."""
    width = (m["filter_w"] - 1) * m["dilation_filter_w"] + 1
    x, y = m["left_top_w"], m["left_top_h"]
    while True:
        yield x, y
        x += m["stride_w"]
        if x + width > m["l1_w"] + m["pad_right"]:
            x, y = -m["pad_left"], y + m["stride_h"]


def fetch(m: Memory, to: int, x: int, y: int, c1: int) -> None:
    """The C0 channels of pixel (x, y) of group c1 to byte ``to`` of dst, or padding."""
    size = m.types[0].size
    if 0 <= x < m["l1_w"] and 0 <= y < m["l1_h"]:
        at = ((c1 * m["l1_h"] + y) * m["l1_w"] + x) * 32
        for b in range(32):
            m.bytes("dst", to)[b] = m.bytes("src", at)[b]
    else:
        for e in range(32 // size):
            m["dst"][to // size + e] = m["pad_value"]


def load3d(m: Memory) -> None:
    walk = windows(m)
    here = [next(walk) for _ in range(16)]
    w, h, c1 = m["fetch_filter_w"], m["fetch_filter_h"], m["c1_index"]
    for r in range(m["repeat_times"]):
        to = r * 512 * (m["jump_offset"] if m["repeat_mode"] else 1)
        for i, (x, y) in enumerate(here):
            fetch(m, to + i * 32, x + w * m["dilation_filter_w"], y + h * m["dilation_filter_h"], c1)
        if m["repeat_mode"]:
            here = [next(walk) for _ in range(16)]
            continue
        w += 1
        if w == m["filter_w"]:
            w, h = 0, h + 1
        if h == m["filter_h"]:
            h, c1 = 0, c1 + 1


def col2img(m: Memory) -> None:
    walk = windows(m)
    for p in range(m["repeat_times"] * 16):
        x, y = next(walk)
        x, y = x + m["fetch_filter_w"] * m["dilation_filter_w"], y + m["fetch_filter_h"] * m["dilation_filter_h"]
        row = [m["src"][p * 16 + c] for c in range(16)]
        if 0 <= x < m["l1_w"] and 0 <= y < m["l1_h"]:
            for c in range(16):
                at = (y * m["l1_w"] + x) * 16 + c
                m["dst"][at] = np.float32(m["dst"][at]) + np.float32(row[c])


def load3d_matrix(m: Memory) -> None:
    """Row m: window m // Wo, m % Wo; column k: channel group, kernel row, kernel column, channel."""
    c0 = 32 // m.types[0].size
    width = (m["filter_w"] - 1) * m["dilation_filter_w"] + 1
    wo = (m["pad_left"] + m["l1_w"] + m["pad_right"] - width) // m["stride_w"] + 1
    k1 = -(-m["k_extension"] // c0)
    for i in range(-(-m["m_extension"] // 16) * 16):
        row = m["m_start_pt"] + i
        x, y = row % wo * m["stride_w"] - m["pad_left"], row // wo * m["stride_h"] - m["pad_top"]
        for j in range(k1):
            c1, tap = divmod(m["k_start_pt"] // c0 + j, m["filter_h"] * m["filter_w"])
            h, w = divmod(tap, m["filter_w"])
            to = ((i // 16 * k1 + j) * 16 + i % 16) * 32
            fetch(m, to, x + w * m["dilation_filter_w"], y + h * m["dilation_filter_h"], c1)


@st.composite
def images(draw: Any) -> dict[str, Any]:
    """An image with its padding, and a kernel that fits into it."""
    out = {name: draw(st.integers(1, 6)) for name in ("l1_h", "l1_w")}
    out |= {name: draw(st.integers(0, 2)) for name in ("pad_left", "pad_right", "pad_top", "pad_bottom")}
    out |= {name: draw(st.integers(1, 3)) for name in ("stride_w", "stride_h")}
    for side, low, high in (("w", "pad_left", "pad_right"), ("h", "pad_top", "pad_bottom")):
        room = out[low] + out[f"l1_{side}"] + out[high]
        out[f"filter_{side}"] = draw(st.integers(1, min(3, room)))
        out[f"dilation_filter_{side}"] = draw(st.integers(1, max(1, (room - 1) // max(1, out[f"filter_{side}"] - 1))))
        out[f"dilation_filter_{side}"] = min(out[f"dilation_filter_{side}"], 3)
    return out


@st.composite
def starts(draw: Any, image: dict[str, Any]) -> dict[str, Any]:
    """A tap of the kernel and a first window, often in the middle of a row or in the padding."""
    return {
        "fetch_filter_w": draw(st.integers(0, image["filter_w"] - 1)),
        "fetch_filter_h": draw(st.integers(0, image["filter_h"] - 1)),
        "left_top_w": held(draw, draw(st.integers(-image["pad_left"], image["l1_w"]))),
        "left_top_h": draw(st.integers(-image["pad_top"], image["l1_h"])),
    }


PATHS = [("load3d_l1_l0a", "f16", "L0A"), ("load3d_l1_l0b", "i8", "L0B"), ("load3d_l1_ub", "f16", "UB")]


@pytest.mark.parametrize(("mnemonic", "short", "to"), PATHS)
@settings(max_examples=40)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_load3d(mnemonic: str, short: str, to: str, data: Any, seed: int) -> None:
    draw = data.draw
    image = draw(images())
    mode = draw(st.integers(0, 1))
    operands = {
        "dst": At(to, 512 * draw(st.integers(0, 1)), draw(st.booleans())),
        "src": At("L1", 32 * draw(st.integers(0, 3))),
        **image,
        **draw(starts(image)),
        "c1_index": draw(st.integers(0, 2)),
        "jump_offset": draw(st.integers(0, 3)),
        "repeat_mode": held(draw, mode),
        "repeat_times": held(draw, draw(st.integers(0, 6))),
        "pad_value": draw(st.sampled_from([0, -1, 7])),
    }
    hull = () if mode else ("src",)  # several taps: the rectangle they lie in
    agree(mnemonic, short, operands, {"L1": values(seed, u8, 32768), to: values(seed + 1, u8, 16384)}, load3d,
          chip="Ascend910A", hull=hull)  # fmt: skip


@pytest.mark.parametrize("short", ["f16", "f32"])
@settings(max_examples=30)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_col2img(short: str, data: Any, seed: int) -> None:
    draw = data.draw
    image = draw(images())
    operands = {
        "dst": At("UB", 32 * draw(st.integers(0, 3)), draw(st.booleans())),
        "src": At("UB", 8192 + 32 * draw(st.integers(0, 3))),
        **image,
        **draw(starts(image)),
        "repeat_times": held(draw, draw(st.integers(0, 4))),
    }
    agree("col2img", short, operands, {"UB": values(seed, types_of(short)[0], 16384)}, col2img, chip="Ascend910A")


@pytest.mark.parametrize(("short", "chip"), [("f16", "Ascend310P3"), ("f32", "Ascend910B1")])
@settings(max_examples=40)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_load3d_matrix(short: str, chip: str, data: Any, seed: int) -> None:
    draw, c0 = data.draw, 32 // types_of(short)[0].size
    image = draw(images())
    channels = c0 * draw(st.integers(1, 3))
    total = channels // c0 * image["filter_w"] * image["filter_h"]
    k_start = draw(st.integers(0, total - 1))
    operands = {
        "dst": At("L0A", 512),
        "src": At("L1", 32 * draw(st.integers(0, 3))),
        **image,
        "channel_size": channels,
        "k_start_pt": held(draw, k_start * c0),
        "k_extension": held(draw, draw(st.integers(1, min(4, total - k_start) * c0))),
        "m_start_pt": 16 * draw(st.integers(0, 2)),
        "m_extension": draw(st.integers(1, 40)),
        "pad_value": draw(st.sampled_from([0, 7])),
    }
    before = {"L1": values(seed, u8, 32768), "L0A": values(seed + 1, u8, 16384)}
    agree("load3d_matrix_l1_l0a", short, operands, before, load3d_matrix, chip=chip, hull=("src",))


PLAIN = {
    "l1_h": 5, "l1_w": 6, "pad_left": 1, "pad_right": 1, "pad_top": 1, "pad_bottom": 1, "stride_w": 1, "stride_h": 1,
    "filter_w": 3, "filter_h": 3, "dilation_filter_w": 1, "dilation_filter_h": 1,
}  # fmt: skip
V1 = {"c1_index": 0, "fetch_filter_w": 0, "fetch_filter_h": 0, "left_top_w": -1, "left_top_h": -1, "jump_offset": 1}


@pytest.mark.parametrize("mnemonic", ["load3d_l1_l0a", "col2img", "load3d_matrix_l1_l0a"])
@settings(max_examples=10)
@given(seed=st.integers(0, 2**31), mode=st.integers(0, 1), tap=st.integers(0, 2))
def test_undefined_pixels_reach_their_places_only(mnemonic: str, seed: int, mode: int, tap: int) -> None:
    everything = {
        **PLAIN, **V1, "fetch_filter_w": tap, "repeat_mode": mode, "repeat_times": 2, "pad_value": 3, "channel_size": 16,
        "k_extension": 48, "m_extension": 20, "k_start_pt": 16, "m_start_pt": 16,
    }  # fmt: skip
    op = INSTRUCTIONS[mnemonic]
    spaces = {f.name: f.scopes[0].value for _, f in op.mems()}
    operands = {k: v for k, v in everything.items() if k in op.field_index}
    operands |= {"dst": At(spaces["dst"], 0), "src": At(spaces["src"], 8192)}
    before = {name: values(seed, types_of("f16")[0], 16384) for name in set(spaces.values())}
    sound(mnemonic, "f16", operands, before, seed, "Ascend910A" if mnemonic != "load3d_matrix_l1_l0a" else "Ascend310P3")


def test_a_convolution_is_a_product_of_its_img2col_matrix() -> None:
    """3x3 kernel, stride 2, padding 1: mode 1 (a tap after the other), mode 0 (all taps of 16 windows) and the matrix load give
    the columns of the same matrix as numpy does."""
    rng = np.random.default_rng(3)
    image = rng.integers(-3, 4, (2, 7, 9, 16)).astype(np.float16)  # [C1, H, W, C0]
    padded = np.pad(image, ((0, 0), (1, 1), (1, 1), (0, 0)))
    ho, wo = 4, 5
    expected = np.zeros((32, 2, 3, 3, 16), np.float16)  # 20 windows of 2 fractals
    for p in range(ho * wo):
        y, x = p // wo * 2, p % wo * 2
        expected[p] = padded[:, y : y + 3, x : x + 3]
    conv = PLAIN | {"l1_h": 7, "l1_w": 9, "stride_w": 2, "stride_h": 2}
    before = {"L1": np.zeros(16384, np.uint8), "L0A": np.full(65536, 0xFF, np.uint8)}
    before["L1"][: image.nbytes] = image.view(np.uint8).ravel()
    valid = np.arange(32) < ho * wo
    places = {"dst": At("L0A", 0), "src": At("L1", 0), "pad_value": 0}

    def a(ran: Any, count: int) -> np.ndarray:
        return ran.after["L0A"][: count * 512].view(np.float16)

    once = V1 | {"repeat_mode": 1, "repeat_times": 2, "c1_index": 1, "fetch_filter_w": 2, "fetch_filter_h": 1}
    ran = agree("load3d_l1_l0a", "f16", places | conv | once, before, load3d, chip="Ascend910A")
    assert (a(ran, 2).reshape(32, 16)[valid] == expected[valid][:, 1, 1, 2]).all()
    every = V1 | {"repeat_mode": 0, "repeat_times": 18}
    ran = agree("load3d_l1_l0a", "f16", places | conv | every, before, load3d, chip="Ascend910A", hull=("src",))
    assert (a(ran, 18).reshape(18, 16, 16).transpose(1, 0, 2).reshape(16, 2, 3, 3, 16) == expected[:16]).all()
    sizes = {"channel_size": 32, "k_extension": 288, "m_extension": 20, "k_start_pt": 0, "m_start_pt": 0}
    ran = agree("load3d_matrix_l1_l0a", "f16", places | conv | sizes, before, load3d_matrix, chip="Ascend310P3", hull=("src",))
    whole = a(ran, 36).reshape(2, 18, 16, 16).transpose(0, 2, 1, 3).reshape(32, 2, 3, 3, 16)
    assert (whole[valid] == expected[valid]).all()


@pytest.mark.parametrize(
    ("rows", "stride", "extra", "rate"),
    [(1, 1, 2, 256), (2, 1, 2, 128), (3, 1, 2, 102), (3, 1, 4, 73), (20, 1, 2, 32), (1, 2, 2, 128), (2, 4, 2, 51),
     (1, 8, 2, 32), (1, 3, 2, 32), (2, 5, 4, 32)],
)  # fmt: skip
def test_rates_of_a_fractal(rows: int, stride: int, extra: int, rate: int) -> None:
    """ASC-CUBE (hardware.md A1): 256 B along one row; 512/(n + 2) over n rows; 512/(2 stride [+ n]) for strides 2, 4, 8; 32."""
    assert fractal_cycles(rows, stride, 256, 512, extra, 32) == 512 / rate


def test_cost_of_56_wide_rows() -> None:
    """hardware.md D2 rule 3: about 224 bytes a cycle."""
    image = PLAIN | {"l1_h": 3, "l1_w": 56, "pad_top": 0, "pad_bottom": 0}
    operands = {"dst": At("L0A", 0), "src": At("L1", 0), **image, "channel_size": 16, "k_extension": 16, "m_extension": 112}
    operands |= {"k_start_pt": 64, "m_start_pt": 0, "pad_value": 0}
    before = {"L1": np.zeros(16384, np.uint8), "L0A": np.zeros(16384, np.uint8)}
    cost = agree("load3d_matrix_l1_l0a", "f16", operands, before, load3d_matrix).cost
    assert cost[0] == 23.5 + 16 and 7 * 512 / 16 == 224


def test_cost_of_col2img() -> None:
    zero = {"UB": np.zeros(SIZE[Scope.UB], np.uint8)}
    operands = {"dst": At("UB", 0), "src": At("UB", 8192), **PLAIN, **V1, "repeat_times": 2}
    operands = {k: v for k, v in operands.items() if k in INSTRUCTIONS["col2img"].field_index}
    assert agree("col2img", "f16", operands, zero, col2img, chip="Ascend910A").cost[0] == 22 + 4
    assert agree("col2img", "f32", operands, zero, col2img, chip="Ascend910A").cost[0] == 22 + 8
