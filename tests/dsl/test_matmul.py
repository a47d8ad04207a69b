"""matmul and conv2d against numpy, through fixpipe to GM (tik_api §13)."""

from itertools import product
from typing import Any

import numpy as np
import pytest

import tik
from tik.dsl import Builder
from tik.dsl.matmul import tiles
from tik.ir import Instr, walk

CHIPS = ["Ascend910A", "Ascend310P3", "Ascend910B1"]
RESULT = {"float16": "float32", "int8": "int32", "float32": "float32"}


def up(a: int, b: int) -> int:
    return -(-a // b) * b


def values(rng: np.random.Generator, shape: tuple[int, ...], dtype: str) -> np.ndarray:
    """Small integers, whose products add up exactly in f32 in any order."""
    return rng.integers(-8, 8, shape).astype(dtype)


def columns(x: np.ndarray) -> np.ndarray:
    """[rows][k] as [K1][rows rounded up to 16][K0]; what is added is never to be read."""
    c0 = 32 // x.itemsize
    rows, k = x.shape
    out = np.full((up(rows, 16), up(k, c0)), 77, x.dtype)
    out[:rows, :k] = x
    return np.ascontiguousarray(out.reshape(up(rows, 16), -1, c0).transpose(1, 0, 2))


def multiplied(chip: str, m: int, k: int, n: int, dtype: str = "float16", bias: bool = False, times: int = 1) -> None:
    """``times`` products into one result, without or with a bias."""
    rng = np.random.default_rng(m + k + n)
    a, b = values(rng, (m, k), dtype), values(rng, (n, k), dtype)
    start = values(rng, (up(n, 16),), RESULT[dtype])
    feeds = [columns(a), columns(b), *([start] if bias else [])]
    with tik.chip(chip):
        t = tik.Tik()
        ins = [t.Tensor(x.dtype.name, x.shape, tik.scope_gm, f"x{i}") for i, x in enumerate(feeds)]
        l1 = [t.Tensor(x.dtype.name, x.shape, tik.scope_cbuf, f"l{i}") for i, x in enumerate(feeds)]
        for to, of, x in zip(l1, ins, feeds, strict=True):
            t.data_move(to, of, 0, 1, x.nbytes // 32, 0, 0)
        c = t.Tensor(RESULT[dtype], (up(n, 16) // 16, up(m, 16), 16), tik.scope_cc, "c")
        out = t.Tensor(RESULT[dtype], (up(n, 16) // 16, m, 16), tik.scope_gm, "out")
        t.matmul(c, l1[0], l1[1], m, k, n, True, l1[2] if bias else None)
        for _ in range(times - 1):
            t.matmul(c, l1[0], l1[1], m, k, n, init_l1out=False)
        t.fixpipe(out, c, up(n, 16) // 16, m * 2, 0, 0)
        t.BuildCCE("k", ins, [out])
        report = t.kernel.run(feeds)
    assert [h for h in report.hazards if h.severity == "error"] == [] and not report.overflows
    got = report.outputs[0].transpose(1, 0, 2).reshape(m, -1)
    b = np.vstack([b, np.full((up(n, 16) - n, k), 77)])  # as columns() fills the rows of b from n on
    expected = times * (a.astype(np.float64) @ b.astype(np.float64).T) + (start if bias else 0)
    assert (got == expected).all()


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize(("m", "k", "n"), [(32, 64, 48), (17, 40, 16), (1, 32, 16), (100, 520, 144), (33, 17, 5)])
def test_matmul(chip: str, m: int, k: int, n: int) -> None:
    multiplied(chip, m, k, n)


@pytest.mark.parametrize("chip", CHIPS)
def test_bytes_and_sums_of_products(chip: str) -> None:
    multiplied(chip, 33, 96, 32, "int8")
    multiplied(chip, 20, 48, 32, times=3)


def test_single_precision_on_the_split_chip() -> None:
    multiplied("Ascend910B1", 48, 44, 32, "float32")


@pytest.mark.parametrize(("chip", "dtype"), [*product(CHIPS, ["float16", "int8"])])
def test_a_bias_to_start_from(chip: str, dtype: str) -> None:
    multiplied(chip, 40, 64, 48, dtype, bias=True)


def test_a_bias_longer_than_the_bias_table() -> None:
    multiplied("Ascend910B1", 16, 32, 320, bias=True)


def test_rows_that_do_not_fit_l0a() -> None:
    """1100 rows of 512 bytes by fractals: no column of them fits half of L0A, so that groups are cut by rows."""
    multiplied("Ascend910A", 1100, 32, 32)


@pytest.mark.parametrize(
    ("sizes", "most", "expected"),
    [
        ((8, 16, 8), 8, (8, 16, 8, 1)),  # 128 fractals each: all at once
        ((8, 17, 8), 8, (8, 8, 8, 2)),  # halves of 64
        ((1, 100, 4), 4, (1, 64, 1, 2)),
        ((64, 4, 4), 4, (64, 1, 4, 2)),
        ((65, 4, 4), 4, (64, 1, 1, 2)),
        ((2, 4, 20), 16, (2, 4, 16, 2)),  # a bias table holds 16 groups
    ],
)
def test_tiles(sizes: tuple[int, int, int], most: int, expected: tuple[int, ...]) -> None:
    assert tiles(Builder("Ascend910A"), *sizes, most) == expected


def test_the_call_orders_itself_where_the_scheduler_is_off() -> None:
    with tik.chip("Ascend910A"):
        t = tik.Tik()
        x, c = t.Tensor("float16", (2, 16, 16), tik.scope_gm, "x"), t.Tensor("float32", (1, 16, 16), tik.scope_cc, "c")
        a, out = t.Tensor("float16", (2, 16, 16), tik.scope_cbuf, "a"), t.Tensor("float32", (1, 16, 16), tik.scope_gm, "out")
        with t.new_stmt_scope(disable_sync=True):
            t.data_move(a, x, 0, 1, 32, 0, 0)
            t.matmul(c, a, a, 16, 32, 16)
            t.fixpipe(out, c, 1, 32, 0, 0, {"relu": True})
        t.BuildCCE("k", [x], [out])
        report = t.kernel.run([np.ones((2, 16, 16), np.float16)])
    assert list(report.hazards) == [] and (report.outputs[0] == 32).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 16, 16), "m of matmul is 0, possible are 1..4096"),
        ((16, 16385, 16), "k of matmul is 16385, possible are 1..16384"),
        ((16, 16, 4097), "n of matmul is 4097, possible are 1..4096"),
        ((16, 64, 16), "matmul reads past the end of a"),
        ((32, 16, 16), "matmul"),
    ],
)
def test_matmul_that_cannot_be(arguments: tuple[int, int, int], message: str) -> None:
    t = Builder("Ascend910A")
    a, b = (t.Tensor("float16", (2, 16, 16), "L1", name) for name in "ab")
    c = t.Tensor("float32", (1, 16, 16), "L0C", "c")
    t.matmul(c, a, b, *arguments)
    assert message in t.errors[0].message


def test_operands_that_cannot_be() -> None:
    t = Builder("Ascend910A")
    a, c = t.Tensor("float16", (2, 16, 16), "L1", "a"), t.Tensor("float32", (2, 16, 16), "L0C", "c")
    n, bias = t.Scalar("int32", "n"), t.Tensor("float16", (16,), "L1", "bias")
    t.matmul(a, a, a, 16, 16, 16)
    t.matmul(c, a[16], a, 16, 16, 16)
    t.matmul(c[16], a, a, 16, 16, 16)
    t.matmul(c, a, a, n, 16, 16)
    t.matmul(c, a, a, 16, 16, 16, bias=bias)
    t.matmul(c, a, a, 16, 16, 16, False, t.Tensor("float32", (16,), "L1", "wide"))
    assert [error.message for error in t.errors] == [
        "dst of matmul lies in L1; it must lie in L0C",
        "a of matmul is at byte 32, which is not a multiple of 512",
        "dst of matmul is at byte 64, which is not a multiple of 1024",
        "a run-time m of matmul is not in the kit",
        "bias of matmul is f16; for results of f32 it must be f32",
        "matmul either adds to dst (init_l1out=False) or starts from a bias, not both",
    ]


# --------------------------------------------------------------------------------------------------------------- conv2d


def convolved(
    chip: str,
    image: tuple[int, int, int],
    kernel: tuple[int, int, int],
    stride: tuple[int, int] = (1, 1),
    pad: tuple[int, int, int, int] = (0, 0, 0, 0),
    dilation: tuple[int, int] = (1, 1),
    dtype: str = "float16",
    bias: bool = False,
    pad_value: int = 0,
) -> None:
    """``image``: C1, H, W; ``kernel``: Kh, Kw, Cout; pad: left, right, top, bottom."""
    rng = np.random.default_rng(sum(image) + sum(kernel))
    c0 = 32 // np.dtype(dtype).itemsize
    c1, h, w = image
    kh, kw, c_out = kernel
    x, weight = values(rng, (*image, c0), dtype), values(rng, (c1, kh, kw, c_out, c0), dtype)
    start = values(rng, (c_out,), RESULT[dtype])
    feeds = [x, weight, *([start] if bias else [])]
    ho = (h + pad[2] + pad[3] - dilation[0] * (kh - 1) - 1) // stride[0] + 1
    wo = (w + pad[0] + pad[1] - dilation[1] * (kw - 1) - 1) // stride[1] + 1
    with tik.chip(chip):
        t = tik.Tik()
        ins = [t.Tensor(a.dtype.name, a.shape, tik.scope_gm, f"x{i}") for i, a in enumerate(feeds)]
        l1 = [t.Tensor(a.dtype.name, a.shape, tik.scope_cbuf, f"l{i}") for i, a in enumerate(feeds)]
        for to, of, a in zip(l1, ins, feeds, strict=True):
            t.data_move(to, of, 0, 1, a.nbytes // 32, 0, 0)
        y = t.Tensor(RESULT[dtype], (c_out // 16, up(ho * wo, 16), 16), tik.scope_cc, "y")
        out = t.Tensor(RESULT[dtype], (c_out // 16, ho * wo, 16), tik.scope_gm, "out")
        shapes = ((*image, c0), (c1, kh, kw, c_out, c0))
        t.conv2d(y, l1[0], l1[1], *shapes, list(stride), list(pad), list(dilation), pad_value, True, l1[2] if bias else None)
        t.fixpipe(out, y, c_out // 16, ho * wo * 2, 0, 0)
        t.BuildCCE("k", ins, [out])
        report = t.kernel.run(feeds)
    assert [h for h in report.hazards if h.severity == "error"] == []
    padded = np.full((c1, h + pad[2] + pad[3], w + pad[0] + pad[1], c0), pad_value, np.float64)
    padded[:, pad[2] : pad[2] + h, pad[0] : pad[0] + w] = x
    expected = np.zeros((ho, wo, c_out)) + (start if bias else 0)
    for i, j in product(range(kh), range(kw)):
        rows = padded[:, i * dilation[0] :: stride[0], j * dilation[1] :: stride[1]][:, :ho, :wo]
        expected += np.einsum("chwe,coe->hwo", rows, weight[:, i, j].astype(np.float64))
    assert (report.outputs[0].transpose(1, 0, 2).reshape(ho, wo, c_out) == expected).all()


@pytest.mark.parametrize("chip", CHIPS)
def test_conv2d(chip: str) -> None:
    convolved(chip, (1, 8, 8), (1, 1, 16))
    convolved(chip, (2, 9, 7), (3, 3, 32), (2, 1), (1, 1, 1, 1))
    convolved(chip, (3, 12, 10), (3, 2, 64), (1, 2), (2, 0, 1, 3), (2, 3))
    convolved(chip, (1, 5, 5), (3, 3, 16), (2, 2), (1, 1, 1, 1), dtype="int8", bias=True)
    convolved(chip, (2, 16, 16), (5, 5, 48), pad=(2, 2, 2, 2), bias=True)  # cut along k
    convolved(chip, (2, 6, 6), (3, 3, 16), pad=(1, 1, 1, 1), pad_value=3)
    convolved(chip, (1, 3, 3), (3, 3, 16))  # one window


def test_conv2d_of_single_precision() -> None:
    convolved("Ascend910B1", (2, 6, 6), (3, 3, 16), pad=(1, 1, 1, 1), dtype="float32")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            {"fm_shape": (1, 8, 8, 4), "kernel_shape": (1, 3, 3, 16, 4)},
            "C0 of fm_shape and kernel_shape is 4 and 4, the kit has 16",
        ),
        ({"kernel_shape": (2, 3, 3, 16, 16)}, "C1 of kernel_shape is 2, of fm_shape 1"),
        ({"kernel_shape": (1, 3, 3, 24, 16)}, "Cout of kernel_shape is 24, no multiple of 16"),
        ({"kernel_shape": (1, 9, 9, 16, 16)}, "the kernel of 9 x 9 is larger than the padded image"),
        ({"stride": 1}, "stride of conv2d is 1; it has 2 integers"),
        ({"pad": (1, 1)}, "pad of conv2d is (1, 1); it has 4 integers"),
        ({"dilation": (0, 1)}, "dilation of conv2d is 0, possible are 1..65535"),
        ({"fm_shape": (1, 9, 8, 16)}, "conv2d reads past the end of x"),
    ],
)
def test_conv2d_that_cannot_be(changed: dict[str, Any], message: str) -> None:
    t = Builder("Ascend910A")
    x, w = t.Tensor("float16", (1, 8, 8, 16), "L1", "x"), t.Tensor("float16", (1, 3, 3, 16, 16), "L1", "w")
    y = t.Tensor("float32", (1, 64, 16), "L0C", "y")
    given: dict[str, Any] = {
        "fm_shape": (1, 8, 8, 16),
        "kernel_shape": (1, 3, 3, 16, 16),
        "stride": [1, 1],
        "pad": [0, 0, 0, 0],
    }
    t.conv2d(y, x, w, **{**given, "dilation": [1, 1], **changed})
    assert message in t.errors[0].message


def test_loads_take_turns_so_that_they_overlap_with_products() -> None:
    """Two tensors a buffer, used alternately, when the operands do not fit."""
    t = Builder("Ascend910A")
    a, b = (t.Tensor("float16", (64, 64, 16), "L1", name) for name in "ab")
    t.matmul(t.Tensor("float32", (4, 64, 16), "L0C", "c"), a, b, 64, 1024, 64)
    used = [s.operand("src_fm").tensor for s in walk(t.body) if isinstance(s, Instr) and s.op.mnemonic == "mmad"]
    assert not t.errors and len(used) == 4 and used[0] is used[2] and used[1] is used[3] and used[0] is not used[1]
