"""exp and ln: within 1 ulp of binary32 (decision 13), the same in Python and in machine code."""

import ctypes
import math

import numpy as np
import pytest

from tik.isa import INSTRUCTIONS
from tik.isa.elementary import exp_f32, ln_f32
from tik.npu.native.wrappers import routine
from tik.types.dtypes import f32

EDGES = np.array(
    [
        0.0,
        -0.0,
        1.0,
        -1.0,
        np.inf,
        -np.inf,
        np.nan,
        88.72283,
        88.72284,
        89.0,
        1e30,
        -87.33655,
        -103.27893,
        -103.972,
        -103.97208,
        -104.0,
        -1e30,
        1e-45,
        -1e-45,
        1.1754944e-38,
        1.1754942e-38,
        3.4028235e38,
        0.99999994,
        1.0000001,
        1.4142135,
        1.4142137,
        0.70710677,
        0.6931472,
    ],
    np.float32,
)


def samples() -> np.ndarray:
    """2^20 binary32 values: half of all bit patterns (subnormals, NaN, inf too), half where exp and ln are interesting."""
    rng = np.random.default_rng(2)
    bits = rng.integers(0, 2**32, 2**19, np.uint32).view(np.float32)
    near = np.concatenate(
        [rng.uniform(-104, 89, 2**18), rng.uniform(0.5, 2, 2**17), 10.0 ** rng.uniform(-44, 38, 2**17)]
    ).astype(np.float32)
    return np.concatenate([bits, near, EDGES])


def native(mnemonic: str, x: np.ndarray) -> np.ndarray:
    """The vector instruction's compiled routine over many repeats at once."""
    op = INSTRUCTIONS[mnemonic]
    call = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * 3)(routine(op, (f32, f32), "run"))
    padded = np.zeros((len(x) + 63) // 64 * 64, np.float32)
    padded[: len(x)] = x
    out = np.zeros_like(padded)
    row = np.zeros(op.slots, np.int64)
    fields = {
        "mask_mode": 2,
        "mask_low": 64,
        "dst_space": 0,
        "src_space": 1,
        "repeat_times": len(padded) // 64,
        "dst_blk_stride": 1,
        "src_blk_stride": 1,
        "dst_rep_stride": 8,
        "src_rep_stride": 8,
    }
    for name, value in fields.items():
        row[op.slot_of[name]] = value
    bases = np.array([out.ctypes.data, padded.ctypes.data], np.int64)
    call(row.ctypes.data, bases.ctypes.data, 0)
    return out[: len(x)]


def ulps(got: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """Distance of binary32 values from binary64 ones, in units of the last place of the result (the smallest: 2^-149)."""
    with np.errstate(all="ignore"):
        unit = np.maximum(np.spacing(np.abs(exact.astype(np.float32))), np.float32(2.0**-149)).astype(np.float64)
        return np.abs(got.astype(np.float64) - exact) / unit


@pytest.mark.parametrize("mnemonic", ["vexp", "vln"])
def test_within_one_ulp(mnemonic: str) -> None:
    x = samples()
    with np.errstate(all="ignore"):
        exact = (np.exp if mnemonic == "vexp" else np.log)(x.astype(np.float64))
        rounded = exact.astype(np.float32)
    got = native(mnemonic, x)
    assert (np.isnan(got) == np.isnan(rounded)).all()
    special = ~np.isfinite(rounded) | ~np.isfinite(got)
    assert (got[special & ~np.isnan(rounded)] == rounded[special & ~np.isnan(rounded)]).all()
    assert ulps(got[~special], exact[~special]).max() <= 1.0
    assert (got[~special] != rounded[~special]).mean() < 1e-4  # nearly always correctly rounded


@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
def test_known_values() -> None:
    assert exp_f32(np.float32(0)) == 1 and ln_f32(np.float32(1)) == 0
    assert exp_f32(np.float32(1)) == np.float32(math.e) and ln_f32(np.float32(2)) == np.float32(math.log(2))
    assert exp_f32(np.float32(-np.inf)) == 0 and np.isinf(exp_f32(np.float32(np.inf)))
    assert ln_f32(np.float32(0)) == -np.inf and np.isnan(ln_f32(np.float32(-1))) and ln_f32(np.float32(np.inf)) == np.inf


@pytest.mark.parametrize(("mnemonic", "plain"), [("vexp", exp_f32), ("vln", ln_f32)])
def test_python_and_machine_code_agree(mnemonic: str, plain: object) -> None:
    x = np.concatenate([samples()[::4096], EDGES])
    with np.errstate(all="ignore"):
        expected = np.array([plain(v) for v in x], np.float32)  # type: ignore[operator]
    got = native(mnemonic, x)
    assert ((got.view(np.uint32) == expected.view(np.uint32)) | (np.isnan(got) & np.isnan(expected))).all()
