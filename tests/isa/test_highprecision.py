"""Refined reciprocals, logarithms and exponentials: within 1 ulp of the exact value, and what becomes of the work tensor."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.isa.alone import At, Held, Memory, active, agree, run, types_of, values
from tik.chips import load_chip
from tik.isa import INSTRUCTIONS
from tik.isa.fields import Mask

EXACT = {
    "vrec_high_preci": lambda x: 1 / x,
    "vrsqrt_high_preci": lambda x: 1 / np.sqrt(x),
    "vln_high_preci": np.log,
    "vexpm1_high_preci": np.expm1,
}


def operands(mask: Mask, repeats: Any, dst_rep: int, src_rep: int, work_bytes: int) -> dict[str, Any]:
    return {
        "mask": mask,
        "dst": At("UB", 0),
        "src": At("UB", 4096),
        "work_tensor": At("UB", 8192),
        "work_bytes": work_bytes,
        "repeat_times": repeats,
        "dst_rep_stride": dst_rep,
        "src_rep_stride": src_rep,
    }


@pytest.mark.parametrize(
    ("mnemonic", "types"),
    [
        ("vrec_high_preci", "f16.f16.f32"),
        ("vrec_high_preci", "f32.f32.f32"),
        ("vrsqrt_high_preci", "f16.f16.f32"),
        ("vrsqrt_high_preci", "f32.f32.f32"),
        ("vln_high_preci", "f16.f16.f16"),
        ("vexpm1_high_preci", "f16.f16.f16"),
    ],
)
def test_within_one_ulp(mnemonic: str, types: str) -> None:
    """Every f16, or a sample of f32, against binary64."""
    kind = types_of(types)[0]
    lanes = 256 // kind.size
    rng = np.random.default_rng(0)
    every = (
        np.arange(65536, dtype=np.uint16).view(np.float16)
        if kind.size == 2
        else rng.integers(0, 2**32, 8192, np.uint32).view(np.float32)
    )
    for part in every.reshape(-1, 8 * lanes):
        before = {"UB": np.zeros(16384, np.uint8)}
        before["UB"][4096 : 4096 + part.nbytes] = part.view(np.uint8)
        ran = run(mnemonic, types_of(types), operands(Mask.count(lanes), 8, 8, 8, 4096), before)
        got = ran.after["UB"][: part.nbytes].view(kind.numpy)
        with np.errstate(all="ignore"):
            exact = EXACT[mnemonic](part.astype(np.float64))
            nearest = exact.astype(kind.numpy)
            ulp = np.abs(np.spacing(np.where(np.isfinite(nearest), nearest, kind.numpy.type(1)))).astype(np.float64)
            far = np.isfinite(nearest) & ~(np.abs(got.astype(np.float64) - exact) <= ulp)
        assert not far.any(), (part[far][:3], got[far][:3], exact[far][:3])
        assert np.array_equal(got[~np.isfinite(nearest)], nearest[~np.isfinite(nearest)], equal_nan=True)


@settings(max_examples=20)
@given(data=st.data(), seed=st.integers(0, 2**31))
def test_lanes_and_the_work_tensor(data: Any, seed: int) -> None:
    """Only active lanes are written; the stated bytes of the work tensor are 0xFF afterwards, the others as before."""

    def meaning(m: Memory) -> None:
        repeats = m["repeat_times"]
        for i in range(m["work_bytes"] if repeats else 0):
            m.bytes("work_tensor")[i] = 255
        for r, on in enumerate(active(m["mask"], 128, repeats)):
            for i in on:
                m["dst"][r * m["dst_rep_stride"] * 16 + i] = np.float32(1) / np.float32(
                    m["src"][r * m["src_rep_stride"] * 16 + i]
                )

    repeats = data.draw(st.integers(0, 3))
    mask = data.draw(st.sampled_from([Mask.count(128), Mask.count(7), Mask.bits(1, -(2**63)), Mask.count(Held(0))]))
    given_ = operands(
        mask,
        Held(repeats),
        data.draw(st.sampled_from([1, 8])),
        data.draw(st.sampled_from([0, 8])),
        data.draw(st.integers(0, 4096)),
    )
    agree("vrec_high_preci", "f16.f16.f32", given_, {"UB": values(seed, types_of("f16")[0], 16384)}, meaning)


def test_size_of_the_work_tensor() -> None:
    """tik_api §7: reciprocals 2 (f32) or 4 (f16), square roots 3 (4 without vsqrt), 2 more for f16, ln 10, expm1 11."""
    chip, small = load_chip("Ascend910A"), load_chip("Ascend310")

    def need(name: str, types: str, of: Any = chip) -> int:
        return INSTRUCTIONS[name].work_elements(of, types_of(types))  # type: ignore[attr-defined, no-any-return]

    assert (need("vrec_high_preci", "f32.f32.f32"), need("vrec_high_preci", "f16.f16.f32")) == (2, 4)
    assert (need("vrsqrt_high_preci", "f32.f32.f32"), need("vrsqrt_high_preci", "f16.f16.f32")) == (3, 5)
    assert (need("vrsqrt_high_preci", "f32.f32.f32", small), need("vrsqrt_high_preci", "f16.f16.f32", small)) == (4, 6)
    assert (need("vln_high_preci", "f16.f16.f16"), need("vexpm1_high_preci", "f16.f16.f16")) == (10, 11)
