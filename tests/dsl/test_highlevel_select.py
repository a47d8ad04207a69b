"""h_cmpv and h_sel: one bit an element, tails included."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import tik
from tests.dsl.whole import CHIPS, ODD, ran
from tik.dsl import Builder

OTHER = np.where(np.arange(300) % 3 == 0, ODD, -ODD[::-1]).astype(np.float32)


@pytest.mark.parametrize("chip", CHIPS)
def test_comparisons(chip: str) -> None:
    wanted = np.packbits(ODD >= OTHER, bitorder="little")
    got = ran(chip, lambda t, a, b, o: t.h_cmpv(o, a, b, "GE"), [ODD, OTHER], (64,), "uint8")
    np.testing.assert_array_equal(got[:38], wanted)
    half = ODD.astype(np.float16)
    got = ran(chip, lambda t, a, o: t.h_cmpv(o, a, 0.5, "le"), [half], (32,), "uint16")
    np.testing.assert_array_equal(got.view(np.uint8)[:38], np.packbits(half <= 0.5, bitorder="little"))


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_choosing(chip: str, kind: type) -> None:
    a, b = ODD.astype(kind), OTHER.astype(kind)

    def call(t: tik.Tik, a: tik.Tensor, b: tik.Tensor, o: tik.Tensor) -> None:
        bits = t.Tensor("uint16", (32,), tik.scope_ubuf, "bits")
        t.h_cmpv(bits, a, b, "LT")
        t.h_sel(o[0:300], a, b, bits)
        t.h_sel(o[304:604], 1.0, b, bits)

    got = ran(chip, call, [a, b], (608,), np.dtype(kind).name)
    np.testing.assert_array_equal(got[:300], np.where(a < b, a, b))
    np.testing.assert_array_equal(got[304:604], np.where(a < b, kind(1), b))


@pytest.mark.parametrize(
    ("call", "code", "text"),
    [
        (lambda t, u, m: t.h_cmpv(m, u, u, "GTE"), "TIK-TYPE02", "cmp_mode of h_cmpv is 'GTE'"),
        (lambda t, u, m: t.h_cmpv(m[0:4], u, u, "GT"), "TIK-SHAPE01", "mask_tensor of h_cmpv has 32 bits for 64 elements"),
        (lambda t, u, m: t.h_cmpv(u, u, u, "GT"), "TIK-TYPE01", "mask_tensor of h_cmpv is a tensor of unsigned integers"),
        (lambda t, u, m: t.h_sel(u[0:4, 0:8], u[0:4, 0:8], 1.0, m), "TIK-SHAPE01", "h_sel works on views without gaps"),
        (lambda t, u, m: t.h_sel(m, m, m, m), "TIK-TYPE01", "h_sel works on float16 and float32"),
    ],
)
def test_wrong_use(t: Builder, call: Callable[..., None], code: str, text: str) -> None:
    call(t, t.Tensor("float32", (4, 16), "UB", "u"), t.Tensor("uint8", (64,), "UB", "m"))
    assert t.errors[0].code == code and text in t.errors[0].message
