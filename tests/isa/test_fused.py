"""Multiply-add instructions and converted products against their parts, one rounding after the other."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import At, Memory, active, agree, place, scalar_of, types_of, values, vector_operands, wrap
from tik.isa.fields import Mask
from tik.types.dtypes import i32


def relu(x: Any) -> Any:
    return x if x != x or x > 0 else type(x)(0)


def rounded(x: Any, kind: Any) -> Any:
    return np.asarray(x).astype(kind.numpy)[()]


LANE: dict[str, Callable[..., Any]] = {
    "vmla": lambda d, a, b: d + a * b,
    "vmadd": lambda d, a, b: a * d + b,
    "vmaddrelu": lambda d, a, b: relu(a * d + b),
    "vaxpy": lambda d, a, s: d + s * a,
}


def meaning(m: Memory) -> None:
    """In dst's dtype: the product is rounded, then the sum. Repeats in order; lanes are read before any is written."""
    kind, of = m.types[:2]
    name = m.op.mnemonic
    sources = ("src",) if name == "vaxpy" else ("src0", "src1")
    for r, on in enumerate(active(m["mask"], 256 // max(t.size for t in m.types), m["repeat_times"])):
        results = []
        for i in on:
            given_ = [m[s][place(of, r, i, m[f"{s}_blk_stride"], m[f"{s}_rep_stride"])] for s in sources]
            if name == "vaxpy":
                given_.append(scalar_of(m.operands["scalar"], of))
            old = m["dst"][place(kind, r, i, m["dst_blk_stride"], m["dst_rep_stride"])] if name in LANE else None
            results.append(
                LANE[name](old, *(rounded(x, kind) for x in given_)) if name in LANE else CONVERTED[name](m, *given_)
            )
        for i, value in zip(on, results, strict=True):
            m["dst"][place(kind, r, i, m["dst_blk_stride"], m["dst_rep_stride"])] = value


def product(m: Memory, a: Any, b: Any) -> int:
    """The f16 product to the nearest integer, saturated."""
    x, info = float(np.float16(a) * np.float16(b)), np.iinfo(m.types[0].numpy)
    return 0 if x != x else int(min(max(np.rint(x), info.min), info.max))


def dequantised(m: Memory, a: Any, b: Any) -> Any:
    """The wrapped sum times the scale in binary64, where it is exact; rounded once."""
    scale = np.float64(scalar_of(m.operands["deqscale"], m.types[0]))
    return relu(np.float64(wrap(int(a) + int(b), i32)) * scale)


CONVERTED: dict[str, Callable[..., Any]] = {"vmulconv": product, "vadddeqrelu": dequantised}


@pytest.mark.parametrize(
    ("mnemonic", "types"),
    [
        ("vmla", "f16.f16.f16"),
        ("vmla", "f32.f32.f32"),
        ("vmla", "f32.f16.f16"),
        ("vmadd", "f16.f16.f16"),
        ("vmadd", "f32.f32.f32"),
        ("vmaddrelu", "f16.f16.f16"),
        ("vmaddrelu", "f32.f32.f32"),
        ("vaxpy", "f16.f16"),
        ("vaxpy", "f32.f32"),
        ("vaxpy", "f32.f16"),
    ],
)
@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_lanes(mnemonic: str, types: str, data: Any, seed: int) -> None:
    kinds = types_of(types)
    operands = data.draw(vector_operands(mnemonic, kinds, counter=True))
    size = 16384
    if kinds[0].size != kinds[1].size:  # apart: halves of a NaN, whose payload nothing fixes, would be read as f16 numbers
        operands["dst"], size = At("UB", 16384), 32768
    agree(mnemonic, types, operands, {"UB": values(seed, kinds[0], size)}, meaning)


@pytest.mark.parametrize("types", ["i8.f16.f16", "u8.f16.f16"])
@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_vmulconv(types: str, data: Any, seed: int) -> None:
    operands = data.draw(vector_operands("vmulconv", types_of(types)))
    agree("vmulconv", types, operands, {"UB": values(seed, types_of("f16")[0], 16384)}, meaning)


@settings(max_examples=25)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_vadddeqrelu(data: Any, seed: int) -> None:
    operands = data.draw(vector_operands("vadddeqrelu", types_of("f16.i32.i32")))
    if data.draw(st.booleans()):
        operands |= {"deqscale": data.draw(st.floats(-4, 4, width=16))}
    agree("vadddeqrelu", "f16.i32.i32", operands, {"UB": values(seed, i32, 16384)}, meaning)


def ub(x: np.ndarray, at: int = 0) -> dict[str, np.ndarray]:
    out = np.zeros(16384, np.uint8)
    out[at : at + x.nbytes] = x.view(np.uint8)
    return {"UB": out}


def test_two_roundings() -> None:
    """f16: (1 + 2**-10)**2 is 1 + 2**-9 + 2**-20, which rounds to 1 + 2**-9; less that it is 0, fused 2**-20."""
    x = np.float16([1 + 2.0**-10, -1 - 2.0**-9])
    before = ub(x[:1])
    before["UB"][1024:1026] = x[1:].view(np.uint8)
    operands = {
        "mask": Mask.count(1),
        "dst": At("UB", 1024),
        "src0": At("UB", 0),
        "src1": At("UB", 0),
        "repeat_times": 1,
        **dict.fromkeys(("dst_blk_stride", "src0_blk_stride", "src1_blk_stride"), 1),
        **dict.fromkeys(("dst_rep_stride", "src0_rep_stride", "src1_rep_stride"), 8),
    }
    ran = agree("vmla", "f16.f16.f16", operands, before, meaning)
    assert ran.after["UB"][1024:1026].view(np.float16)[0] == 0


def test_f16_sources_have_four_blocks_a_repeat() -> None:
    """vaxpy of f16 into f32 with strides 8 and 4: 128 lanes in two repeats; 65504 * 2 does not overflow."""
    x = np.arange(128).astype(np.float16)
    x[5] = 65504
    before = ub(x, 2048)
    before["UB"][:512] = np.ones(128, np.float32).view(np.uint8)
    operands = {
        "mask": Mask.count(64),
        "dst": At("UB", 0),
        "src": At("UB", 2048),
        "scalar": 2.0,
        "repeat_times": 2,
        "dst_blk_stride": 1,
        "src_blk_stride": 1,
        "dst_rep_stride": 8,
        "src_rep_stride": 4,
    }
    ran = agree("vaxpy", "f32.f16", operands, before, meaning)
    assert (ran.after["UB"][:512].view(np.float32) == 1 + 2 * x.astype(np.float32)).all()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_wide_result_that_a_later_repeat_reads_as_narrow_numbers(seed: int) -> None:
    """f32 results of repeat 0 and 1 are f16 sources of repeats 1 and 2; small whole numbers, so that no NaN comes up."""
    ub = np.random.default_rng(seed).integers(-3, 4, 4096).astype(np.float32).view(np.uint8)
    operands = dict.fromkeys(("dst_blk_stride", "src0_blk_stride", "src1_blk_stride"), 1)
    operands |= {"dst_rep_stride": 8, "src0_rep_stride": 4, "src1_rep_stride": 4, "repeat_times": 3, "mask": Mask.count(64)}
    operands |= {"dst": At("UB", 0), "src0": At("UB", 4096), "src1": At("UB", 64)}
    ran = agree("vmla", "f32.f16.f16", operands, {"UB": ub.copy()}, meaning)
    result = ran.after["UB"][:768].view(np.float32)
    assert np.isfinite(result).all() and (result != ub[:768].view(np.float32)).sum() > 64
