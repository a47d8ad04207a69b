"""Our own elementary functions: fixed forms evaluated in binary64, rounded once to binary32.

Faithful to within 1 ulp of binary32 (measured by tests/isa/test_elementary.py); the same bits on every machine, because
only +, -, *, / of binary64 and bit moves are used. Coefficients: Taylor series of e^r on |r| <= ln2/2 (degree 9, remainder
below 2^-38) and of 2*atanh on |s| <= 0.1716 (degree 13).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tik.isa.bits import f64_bits, f64_from_bits

__all__ = ["exp_f32", "expm1_f32", "ln_f32"]

LOG2E = 1.4426950408889634
LN2 = 0.6931471805599453
SHIFT = 6755399441055744.0  # 1.5 * 2^52: adding it rounds to an integer held in the low bits


def _exp(v: Any) -> Any:
    """e ** v for a binary64 v in -104 .. 89."""
    k = v * LOG2E + SHIFT
    n = k - SHIFT
    r = v - n * LN2
    p = 2.7557319223985893e-06
    p = p * r + 2.48015873015873e-05
    p = p * r + 0.0001984126984126984
    p = p * r + 0.001388888888888889
    p = p * r + 0.008333333333333333
    p = p * r + 0.041666666666666664
    p = p * r + 0.16666666666666666
    p = p * r + 0.5
    p = p * r + 1.0
    p = p * r + 1.0
    scale = f64_from_bits((f64_bits(k) - f64_bits(SHIFT) + 1023) << 52)
    return p * scale


def exp_f32(x: Any) -> Any:
    """e ** x for a binary32 x: overflow gives inf, underflow 0, NaN stays."""
    y = np.float32(_exp(min(max(np.float64(x), -104.0), 89.0) if x == x else np.float64(0.0)))
    return y if x == x else np.float32(x)


def expm1_f32(x: Any) -> Any:
    """e ** x - 1 for a binary32 x, without cancellation near 0 (there: the Taylor series of degree 9)."""
    v = min(max(np.float64(x), -104.0), 89.0) if x == x else np.float64(0.0)
    if abs(v) < 0.25:
        p = 2.7557319223985893e-06
        p = p * v + 2.48015873015873e-05
        p = p * v + 0.0001984126984126984
        p = p * v + 0.001388888888888889
        p = p * v + 0.008333333333333333
        p = p * v + 0.041666666666666664
        p = p * v + 0.16666666666666666
        p = p * v + 0.5
        p = p * v + 1.0
        y = np.float32(p * v)
    else:
        y = np.float32(_exp(v) - 1.0)
    return y if x == x else np.float32(x)


def ln_f32(x: Any) -> Any:
    """The natural logarithm of a binary32: ln 0 = -inf, negative NaN, inf inf."""
    v = np.float64(x)
    bits = f64_bits(v)
    e = ((bits >> 52) & 0x7FF) - 1023
    m = f64_from_bits((bits & 0x000FFFFFFFFFFFFF) | 0x3FF0000000000000)
    if m > 1.4142135623730951:
        m = m * 0.5
        e = e + 1
    s = (m - 1.0) / (m + 1.0)
    z = s * s
    p = 0.15384615384615385
    p = p * z + 0.18181818181818182
    p = p * z + 0.2222222222222222
    p = p * z + 0.2857142857142857
    p = p * z + 0.4
    p = p * z + 0.6666666666666666
    p = p * z + 2.0
    y = np.float32(np.float64(e) * LN2 + p * s)
    if x > 0 and x < np.float32(np.inf):
        return y
    if x == 0:
        return np.float32(-np.inf)
    return np.float32(x) if x > 0 else np.float32(np.nan)
