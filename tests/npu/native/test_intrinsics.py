"""Bit-level conversions: machine and integer paths, and their plain numpy statements, give the same bits."""

from typing import Any

import ml_dtypes
import numba
import numpy as np
import pytest

from tik.isa import bits
from tik.npu.native import intrinsics as n
from tik.types.dtypes import dtype

HALVES = np.arange(65536, dtype=np.uint32).astype(np.uint16)


def over(function: Any, source: Any, target: Any) -> Any:
    """A loop of the conversion over an array, compiled."""

    @numba.njit
    def loop(x, out):  # type: ignore[no-untyped-def]
        for i in range(len(x)):
            out[i] = function(x[i])

    def run(x: np.ndarray) -> np.ndarray:
        assert x.dtype == source
        out = np.zeros(len(x), target)
        loop(x, out)
        return out

    return run


@numba.njit
def multiply(a, b, c):  # type: ignore[no-untyped-def]
    n.multiply_accumulate(a, b, c)


@numba.njit
def copy(dst, dst_at, src, src_at, size):  # type: ignore[no-untyped-def]
    n.copy_bytes(dst, dst_at, src, src_at, size)


@numba.njit
def transposed(dst, dst_at, src, src_at):  # type: ignore[no-untyped-def]
    n.transpose_16x16(dst, dst_at, src, src_at)


@numba.njit
def window_sum(x, at, size):  # type: ignore[no-untyped-def]
    part = n.window(x, at, size)
    kept = n.local_like(x)
    for i in range(size):
        kept[i] = part[i]
        part[i] = 0
    total = 0
    for i in range(size):
        total = total * 10 + kept[i]
    return total


@pytest.fixture(scope="module")
def floats() -> np.ndarray:
    """Random bit patterns, every half, every midpoint of two halves and its neighbours, subnormals, edges."""
    rng = np.random.default_rng(1)
    some = rng.integers(0, 2**32, 200_000, np.uint32).view(np.float32)
    halves = HALVES.view(np.float16).astype(np.float32)
    finite = np.sort(halves[np.isfinite(halves)])
    middles = ((finite[:-1].astype(np.float64) + finite[1:]) / 2).astype(np.float32)
    beside = [np.nextafter(middles, np.float32(s)) for s in (np.inf, -np.inf)]
    edges = np.float32([65519.99, 65520, -65520, 65536, 2.0**-25, 2.0**-24, 2.0**-149, np.inf, -np.inf, np.nan, 0.0, -0.0])
    bf_ties = ((rng.integers(0, 65536, 20000).astype(np.uint32) << 16) | 0x8000).view(np.float32)
    small = (rng.standard_normal(50_000) * 1e-7).astype(np.float32)
    return np.concatenate([some, halves, middles, *beside, edges, bf_ties, small])


def same_numbers(got: np.ndarray, expected: np.ndarray, kind: Any) -> None:
    """Equal bits; NaN for NaN."""
    a, b = got.view(kind).astype(np.float32), expected.view(kind).astype(np.float32)
    wrong = (got != expected) & ~(np.isnan(a) & np.isnan(b))
    assert not wrong.any(), (got[wrong][:4], expected[wrong][:4])


@pytest.mark.parametrize("path", ["f16_to_f32_machine", "f16_to_f32_integer"])
def test_half_to_float(path: str) -> None:
    got = over(getattr(n, path), np.uint16, np.float32)(HALVES)
    same_numbers(got.view(np.uint32), HALVES.view(np.float16).astype(np.float32).view(np.uint32), np.float32)


@pytest.mark.parametrize("path", ["f32_to_f16_machine", "f32_to_f16_integer"])
def test_float_to_half(path: str, floats: np.ndarray) -> None:
    with np.errstate(all="ignore"):
        expected = floats.astype(np.float16).view(np.uint16)
    same_numbers(over(getattr(n, path), np.float32, np.uint16)(floats), expected, np.float16)


def test_both_half_paths_give_the_same_bits(floats: np.ndarray) -> None:
    """Also of NaNs: a machine without the instructions computes the same (decision 14)."""
    to = [over(f, np.float32, np.uint16)(floats) for f in (n.f32_to_f16_machine, n.f32_to_f16_integer)]
    of = [over(f, np.uint16, np.float32)(HALVES).view(np.uint32) for f in (n.f16_to_f32_machine, n.f16_to_f32_integer)]
    assert (to[0] == to[1]).all() and (of[0] == of[1]).all()


def test_bfloat(floats: np.ndarray) -> None:
    got = over(n.bf16_to_f32, np.uint16, np.float32)(HALVES)
    same_numbers(got.view(np.uint32), HALVES.view(ml_dtypes.bfloat16).astype(np.float32).view(np.uint32), np.float32)
    with np.errstate(all="ignore"):
        expected = floats.astype(ml_dtypes.bfloat16).view(np.uint16)
    same_numbers(over(n.f32_to_bf16, np.float32, np.uint16)(floats), expected, ml_dtypes.bfloat16)


def test_plain_statements_agree(floats: np.ndarray) -> None:
    """tik.isa.bits says in numpy what the native room does in machine code."""
    few = np.concatenate([floats[::211], floats[-50_012:-49_990]])
    with np.errstate(all="ignore"):
        for plain in (bits.f32_to_f16, bits.f32_to_bf16):
            got = over(n.NATIVE[plain], np.float32, np.uint16)(few)
            same_numbers(
                got,
                np.array([plain(v) for v in few], np.uint16),
                np.float16 if plain is bits.f32_to_f16 else ml_dtypes.bfloat16,
            )
        for plain in (bits.f16_to_f32, bits.bf16_to_f32):
            got = over(n.NATIVE[plain], np.uint16, np.float32)(HALVES[::37].copy())
            same_numbers(
                got.view(np.uint32), np.array([plain(v) for v in HALVES[::37]], np.float32).view(np.uint32), np.float32
            )
    words = np.array([0, 1, 2**31, 2**32 - 1], np.uint32)
    assert [bits.f32_bits(bits.f32_from_bits(w)) for w in words[:3]] == words[:3].tolist()
    assert bits.f64_from_bits(bits.f64_bits(-2.5)) == -2.5
    assert over(n.f64_bits, np.float64, np.int64)(np.array([-2.5]))[0] == bits.f64_bits(-2.5)


@pytest.mark.parametrize("shape", [(1, 1, 1), (2, 3, 5), (3, 4, 16), (5, 9, 7), (16, 33, 18)])
def test_multiply_accumulate_rounds_after_every_product(shape: tuple[int, int, int]) -> None:
    """k ascending, product and sum rounded apart (no fused multiply-add): the same bits as plain numpy."""
    rows, depth, columns = shape
    rng = np.random.default_rng(3)
    a, b, c = (rng.standard_normal(s).astype(np.float32) for s in ((rows, depth), (depth, columns), (rows, columns)))
    plain, native = c.copy(), c.copy()
    bits.multiply_accumulate(a, b, plain)
    multiply(a, b, native)
    assert (plain == native).all()


@pytest.mark.parametrize("shift", [-3, 0, 3])
def test_copy_of_overlapping_ranges(shift: int) -> None:
    x = np.arange(64, dtype=np.uint8)
    y = x.copy()
    copy(x, 20 + shift, x, 20, 20)
    bits.copy_bytes(y, 20 + shift, y, 20, 20)
    assert (x == y).all() and (x[20 + shift : 40 + shift] == np.arange(20, 40)).all()


def test_transpose_of_a_fractal() -> None:
    x = np.random.default_rng(4).integers(0, 65536, 600, np.uint32).astype(np.uint16)
    got, plain = np.zeros(600, np.uint16), np.zeros(600, np.uint16)
    transposed(got, 37, x, 11)
    bits.transpose_16x16(plain, 37, x, 11)
    assert (got == plain).all() and (got[37:293].reshape(16, 16) == x[11:267].reshape(16, 16).T).all() and not got[293:].any()


def test_windows_share_memory_and_local_arrays_do_not() -> None:
    x = np.arange(1, 10)
    assert window_sum(x, 2, 4) == 3456 and x.tolist() == [1, 2, 0, 0, 0, 0, 7, 8, 9]
    assert bits.window(x, 6, 2).tolist() == [7, 8] and len(bits.local_like(x)) == bits.LOCAL


def test_call_through_an_address() -> None:
    @numba.cfunc("int64(int64,int64,int64)")
    def digits(a, b, c):  # type: ignore[no-untyped-def]
        return a * 100 + b * 10 + c

    @numba.njit
    def use(address):  # type: ignore[no-untyped-def]
        return n.call3(address, 1, 2, 3)

    assert use(digits.address) == 123


@numba.njit
def add(dst, dst_at, src, src_at, size, mode):  # type: ignore[no-untyped-def]
    n.add_bytes(dst, dst_at, src, src_at, size, mode)


@pytest.mark.parametrize("mode", range(1, len(bits.ATOMIC) + 1))
def test_sums_of_bytes(mode: int) -> None:
    """At addresses of any alignment, more than one chunk, and a rest of an element that stays."""
    rng = np.random.default_rng(mode)
    kind = dtype(bits.ATOMIC[mode - 1]).numpy
    data = (rng.standard_normal(700) * 100).astype(np.float32).astype(kind).view(np.uint8)
    there = np.concatenate([np.zeros(3, np.uint8), data])
    added = np.concatenate([np.zeros(1, np.uint8), data])
    native, plain = there.copy(), there.copy()
    size = 600 * kind.itemsize + kind.itemsize - 1
    add(native, 3, added, 1, size, mode)
    bits.add_bytes(plain, 3, added, 1, size, mode)
    assert (native == plain).all() and (native[3 + 600 * kind.itemsize :] == there[3 + 600 * kind.itemsize :]).all()
