"""Kernels on int4 arrays: packed on the way in and out, a product on the cube, a conversion in UB."""

from collections.abc import Callable

import ml_dtypes
import numpy as np
import pytest

import tik
from tik.stream import decode, encode, parse
from tik.types.errors import TikError

int4 = ml_dtypes.int4


def product(m: int, k: int, n: int) -> tik.Tik:
    """y [n1][m][16] = a [k1][m][64] @ b [k1][n][64] by hand: loads of fractals and mmad."""
    t = tik.Tik(chip="Ascend310P3")
    k1 = k // 64
    a, b = (t.Tensor("int4", (k1, rows, 64), tik.scope_gm, name) for rows, name in ((m, "a"), (n, "b")))
    y = t.Tensor("int32", (n // 16, m, 16), tik.scope_gm, "y")
    a1, b1 = (t.Tensor("int4", (k1, rows, 64), tik.scope_cbuf, f"{name}1") for rows, name in ((m, "a"), (n, "b")))
    a2, b2 = t.Tensor("int4", (m // 16, k1, 16, 64), tik.scope_ca, "a2"), t.Tensor("int4", (k1, n, 64), tik.scope_cb, "b2")
    c, out = t.Tensor("int32", (n // 16, m, 16), tik.scope_cc, "c"), t.Tensor("int32", (n // 16, m, 16), tik.scope_ubuf, "out")
    with t.for_range(0, k1) as i:
        t.data_move(a1[i * m * 64], a[i * m * 64], 0, 1, m, 0, 0)
        t.data_move(b1[i, 0, 0], b[i, 0, 0], 0, 1, n, 0, 0)
    with t.for_range(0, m // 16) as i:
        t.load2dv1(a2[i * k1 * 1024], a1, i, k1, m // 16, 0)
    t.load2dv2(b2, b1, 0, k1 * n // 16, 0, 1, 0)
    t.mmad(c, a2, b2, m, k, n, 0)
    t.data_move(out, c, 0, 1, m * n // 256, 0, 0)
    t.data_move(y, out, 0, 1, m * n // 8, 0, 0)
    t.BuildCCE("product", [a, b], [y])
    return t


def matmul(m: int, k: int, n: int) -> tik.Tik:
    """The same by t.matmul."""
    t = tik.Tik(chip="Ascend310P3")
    k1 = -(-k // 64)
    a, b = (t.Tensor("int4", (k1, rows, 64), tik.scope_gm, name) for rows, name in ((m, "a"), (n, "b")))
    y = t.Tensor("int32", (n // 16, m, 16), tik.scope_gm, "y")
    a1, b1 = (t.Tensor("int4", (k1, rows, 64), tik.scope_cbuf, f"{name}1") for rows, name in ((m, "a"), (n, "b")))
    c, out = t.Tensor("int32", (n // 16, m, 16), tik.scope_cc, "c"), t.Tensor("int32", (n // 16, m, 16), tik.scope_ubuf, "out")
    t.data_move(a1, a, 0, 1, k1 * m, 0, 0)
    t.data_move(b1, b, 0, 1, k1 * n, 0, 0)
    t.matmul(c, a1, b1, m, k, n)
    t.data_move(out, c, 0, 1, m * n // 256, 0, 0)
    t.data_move(y, out, 0, 1, m * n // 8, 0, 0)
    t.BuildCCE("matmul", [a, b], [y])
    return t


def grouped(x: np.ndarray) -> np.ndarray:
    """[rows, k] as [k1][rows][64], zeros behind k."""
    padded = np.pad(x, ((0, 0), (0, -x.shape[1] % 64)))
    return np.ascontiguousarray(padded.reshape(x.shape[0], -1, 64).transpose(1, 0, 2).astype(int4))


@pytest.mark.parametrize(("build", "m", "k", "n"), [(product, 32, 192, 48), (matmul, 32, 192, 48), (matmul, 16, 100, 16)])
def test_product(build: Callable[[int, int, int], tik.Tik], m: int, k: int, n: int) -> None:
    rng = np.random.default_rng(3)
    a, b = rng.integers(-8, 8, (m, k)), rng.integers(-8, 8, (k, n))
    report = build(m, k, n).kernel.run([grouped(a), grouped(b.T)])
    assert (report.outputs["y"].transpose(1, 0, 2).reshape(m, n) == a @ b).all()
    assert not report.hazards


def test_a_product_larger_than_l0() -> None:
    """Halves of L0 take turns: 512 x 512 of int4 are 128 KiB."""
    rng = np.random.default_rng(4)
    a, b = rng.integers(-8, 8, (128, 2048)), rng.integers(-8, 8, (2048, 32))
    report = matmul(128, 2048, 32).kernel.run([grouped(a), grouped(b.T)])
    assert (report.outputs["y"].transpose(1, 0, 2).reshape(128, 32) == a @ b).all()
    assert not report.hazards


def copy(elements: int = 128) -> tik.Tik:
    t = tik.Tik(chip="Ascend310P3")
    x, y = (t.Tensor("int4", (elements,), tik.scope_gm, name) for name in "xy")
    u = t.Tensor("int4", (elements,), tik.scope_ubuf, "u")
    blocks = -(-elements // 64)
    t.data_move(u, x, 0, 1, blocks, 0, 0)
    t.data_move(y, u, 0, 1, blocks, 0, 0)
    t.BuildCCE("copy", [x], [y])
    return t


NUMBERS = (np.arange(128) % 16 - 8).astype(np.int8)


def test_elements_in_and_out() -> None:
    x = NUMBERS.astype(int4)
    y = copy().kernel.run([x]).outputs["y"]
    assert y.dtype == int4 and (y == x).all() and (x.astype(np.int8) == NUMBERS).all()
    assert (copy().kernel.run([np.repeat(x, 2)[::2]]).outputs["y"] == x).all()


@pytest.mark.parametrize("kind", [np.int8, np.uint8])
def test_bytes_that_hold_two(kind: type) -> None:
    packed = (NUMBERS[0::2] & 15 | (NUMBERS[1::2] & 15) << 4).astype(np.uint8).view(kind)
    assert (copy().kernel.run([packed]).outputs["y"].astype(np.int8) == NUMBERS).all()


def test_elements_one_a_byte_are_refused() -> None:
    with pytest.raises(TikError) as caught:
        copy().kernel.run([NUMBERS])
    assert (caught.value.code, caught.value.hint) == ("TIK-SHAPE02", "elements are given as x.astype(ml_dtypes.int4)")
    assert caught.value.message == "x has 128 bytes, the kernel was built for 64 of 2 elements"
    with pytest.raises(TikError, match="x is i32, the kernel was built for i4"):
        copy().kernel.run([NUMBERS.astype(np.int32)])


def test_an_odd_number_of_elements() -> None:
    x = NUMBERS[:77].astype(int4)
    y = copy(77).kernel.run([x]).outputs["y"]
    assert y.shape == (77,) and (y == x).all()


def test_conversion() -> None:
    t = tik.Tik(chip="Ascend310P3")
    x, y = t.Tensor("float16", (4, 128), tik.scope_gm, "x"), t.Tensor("int4", (4, 128), tik.scope_gm, "y")
    u, q = t.Tensor("float16", (4, 128), tik.scope_ubuf, "u"), t.Tensor("int4", (4, 128), tik.scope_ubuf, "q")
    t.data_move(u, x, 0, 1, 32, 0, 0)
    t.vec_conv(128, "none", q, u, 4, 2, 8)
    t.data_move(y, q, 0, 1, 8, 0, 0)
    t.BuildCCE("quantise", [x], [y])
    values = (np.random.default_rng(1).integers(-40, 40, (4, 128)) * 0.25).astype(np.float16)
    report = t.kernel.run([values])
    assert report.outputs["y"].shape == (4, 128) and not report.hazards
    assert (report.outputs["y"].astype(int) == np.clip(np.rint(values), -8, 7)).all()


def test_nibbles_nobody_wrote_are_found() -> None:
    """Every second lane is left out: the byte is undefined in part."""
    t = tik.Tik(chip="Ascend310P3")
    x, y = t.Tensor("float16", (128,), tik.scope_gm, "x"), t.Tensor("int4", (128,), tik.scope_gm, "y")
    u, q = t.Tensor("float16", (128,), tik.scope_ubuf, "u"), t.Tensor("int4", (128,), tik.scope_ubuf, "q")
    t.data_move(u, x, 0, 1, 8, 0, 0)
    t.vec_conv([0x5555555555555555] * 2, "none", q, u, 1, 2, 8)
    t.data_move(y, q, 0, 1, 2, 0, 0)
    t.BuildCCE("half", [x], [y])
    assert {h.code for h in t.kernel.run([np.ones(128, np.float16)]).hazards} == {"TIK-UNINIT01"}


def test_a_stream_in_text_and_binary() -> None:
    kernel = copy().kernel
    x = NUMBERS.astype(int4)
    for stream in (parse(kernel.asm()), decode(encode(kernel.stream))):
        assert (tik.run_stream(stream, [x], shapes={"y": (2, 64)}).outputs["y"] == x.reshape(2, 64)).all()


def test_tile_kernels_refuse_it() -> None:
    @tik.kernel
    def passed(k, x, y):  # type: ignore[no-untyped-def]
        for i in k.split(x.shape[0]):
            k.store(y[i], k.load(x[i]))

    with pytest.raises(TikError, match="int4 is packed"):
        passed.run(NUMBERS.astype(int4), np.empty(128, int4), chip="Ascend310P3")
