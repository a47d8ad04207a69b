"""Weighted sums of gathered blocks against tik_api §7 in plain loops."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import At, Held, Memory, active, agree, held, masks, place, run, types_of, values
from tik.chips.loader import load_chip
from tik.isa import INSTRUCTIONS
from tik.isa.fields import Mask
from tik.types.errors import TikError


def interpolate(m: Memory) -> None:
    kind = m.types[0]
    own, lanes = 32 // kind.size, 256 // kind.size
    on = active(m["mask"], lanes, 1)[0]
    times = m["horizontal_repeat_times"]
    for v in range(m["vertical_repeat_times"] if times else 0):
        sums: dict[int, Any] = {}
        for h in range(times):
            step = v * times + h
            starts = {b: int(m["src0_offset"][step * 8 + b]) // kind.size for b in dict.fromkeys(i // own for i in on)}
            for i in on:
                weight = m["src1"][step * 8 + i // own if m["repeat_mode"] else step]
                product = kind.numpy.type(m["src0"][starts[i // own] + i % own] * weight)
                sums[i] = kind.numpy.type(sums[i] + product) if h else product
        for i in on:
            m["dst"][v * m["vertical_repeat_offset"] + place(kind, 0, i, m["dst_blk_stride"], 0)] = sums[i]


@pytest.mark.parametrize("short", ["f16.u32", "f32.i32"])
@settings(max_examples=30)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_vbi(short: str, data: Any, seed: int) -> None:
    draw, kind, rng = data.draw, types_of(short)[0], np.random.default_rng(seed)
    ub = values(seed, kind, 16384)
    own, lanes = 32 // kind.size, 256 // kind.size
    mask = draw(masks(lanes, 1, False))
    vertical, horizontal = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    offsets = (rng.integers(0, 60, 72) * 32).astype(np.uint32)
    used = {i // own for i in active(mask, lanes, 1)[0]}
    offsets[[k for k in range(72) if k % 8 not in used]] = 0xFFFFFFF1  # not looked at
    ub[8192 : 8192 + 288] = offsets.view(np.uint8)
    operands = {
        "mask": mask,
        "dst": At("UB", draw(st.sampled_from([0, 4096])), draw(st.booleans())),
        "src0": At("UB", 32),
        "src1": At("UB", 12288, draw(st.booleans())),
        "src0_offset": At("UB", 8192),
        "dst_blk_stride": held(draw, draw(st.sampled_from([0, 1, 2]))),
        "vertical_repeat_times": held(draw, vertical),
        "horizontal_repeat_times": held(draw, horizontal),
        "repeat_mode": draw(st.integers(0, 1)),
        "vertical_repeat_offset": held(draw, draw(st.sampled_from([0, own, lanes]))),
    }
    agree("vbi", short, operands, {"UB": ub}, interpolate, hull=("src0",))


def operands(**more: Any) -> dict[str, Any]:
    return {
        "mask": Mask.count(64),
        "dst": At("UB", 4096),
        "src0": At("UB", 0),
        "src1": At("UB", 12288),
        "src0_offset": At("UB", 8192),
        "dst_blk_stride": 1,
        "vertical_repeat_times": 1,
        "horizontal_repeat_times": 2,
        "repeat_mode": 0,
        "vertical_repeat_offset": 64,
        **more,
    }


def test_a_weighted_sum() -> None:
    """0.25 * row 0 + 0.75 * row 1."""
    ub = np.zeros(16384, np.uint8)
    x = np.arange(128, dtype=np.float32)
    ub[:512] = x.view(np.uint8)
    ub[8192 : 8192 + 64] = (np.arange(16, dtype=np.uint32) * 32).view(np.uint8)
    ub[12288 : 12288 + 8] = np.array([0.25, 0.75], np.float32).view(np.uint8)
    ran = agree("vbi", "f32.u32", operands(), {"UB": ub}, interpolate, hull=("src0",))
    assert ran.after["UB"][4096 : 4096 + 256].view(np.float32).tolist() == (0.25 * x[:64] + 0.75 * x[64:]).tolist()
    ub[8192 + 36] = 1  # block 9, no longer on its boundary
    with pytest.raises(TikError, match=r"vbi: lane 9 reads .* not on a boundary of 32 bytes"):
        run("vbi", types_of("f32.u32"), operands(), {"UB": ub})


def test_results_start_on_blocks() -> None:
    with pytest.raises(TikError) as caught:
        run("vbi", types_of("f32.u32"), operands(vertical_repeat_offset=Held(4)), {"UB": np.zeros(16384, np.uint8)})
    assert caught.value.code == "TIK-ALIGN02"
    complaint = INSTRUCTIONS["vbi"].check(load_chip("Ascend910B1"), types_of("f32.u32"), {"vertical_repeat_offset": 4})
    assert complaint == "vertical_repeat_offset is 4 elements, 16 bytes: results start on 32-byte blocks"
