"""Whole kernels of vector arithmetic, fills and conversions on each chip that has them; bf16 (case O21)."""

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import tik
from tik.types.errors import TikError

CHIPS = ["Ascend310", "Ascend910A", "Ascend310P3", "Ascend910B1"]
V200 = CHIPS[2:]


class Kernel:
    """Whole-block tensors come in and go out through UB; in between the body."""

    def __init__(self, chip: str) -> None:
        self.t = tik.Tik(chip=chip)
        self.inputs: list[Any] = []
        self.outputs: list[tuple[Any, Any]] = []

    def given(self, dtype: str, n: int) -> Any:
        name = f"x{len(self.inputs)}"
        gm = self.t.Tensor(dtype, (n,), tik.scope_gm, name)
        self.inputs.append(gm)
        return self._moved(self.room(dtype, n, f"u{name}"), gm)

    def room(self, dtype: str, n: int, name: str = "room") -> Any:
        return self.t.Tensor(dtype, (n,), tik.scope_ubuf, name)

    def result(self, ub: Any) -> None:
        self.outputs.append((self.t.Tensor(ub.dtype, (ub.size,), tik.scope_gm, f"y{len(self.outputs)}"), ub))

    def _moved(self, to: Any, of: Any) -> Any:
        self.t.data_move(to, of, 0, 1, of.size * np.dtype(to.type.numpy).itemsize // 32, 0, 0)
        return to

    def run(self, *data: np.ndarray) -> list[np.ndarray]:
        """The outputs; nothing for the sanitizer to say."""
        for gm, ub in self.outputs:
            self._moved(gm, ub)
        self.t.BuildCCE(kernel_name="k", inputs=self.inputs, outputs=[gm for gm, _ in self.outputs])
        report = self.t.kernel.run(list(data))
        assert not report.hazards, report.hazards[0]
        return [np.asarray(out) for out in report.outputs]


def numbers(n: int, kind: Any = np.float16, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(-20, 20, n).astype(kind)


@pytest.mark.parametrize("chip", CHIPS)
def test_multiply_and_add(chip: str) -> None:
    """f32 sums of f16 products, then y = relu(y * y + x) and y += 3 x in f32."""
    k = Kernel(chip)
    a, b, x = k.given("float16", 128), k.given("float16", 128), k.given("float32", 128)
    y = k.room("float32", 128)
    k.t.vec_dup(64, y, 1.0, 2, 8)
    k.t.vmla(64, y, a, b, 2, 1, 1, 1, 8, 4, 4)
    k.t.vmaddrelu(64, y, y, x, 2, 1, 1, 1, 8, 8, 8)
    k.t.vec_axpy(64, y, x, 3, 2, 8, 8)
    k.t.vaxpy(64, y, a, 0.5, 2, 1, 1, 8, 4)
    k.result(y)
    p, q, r = numbers(128), numbers(128, seed=1), numbers(128, np.float32, 2)
    first = 1 + p.astype(np.float32) * q
    (got,) = k.run(p, q, r)
    assert (got == np.maximum(first * first + r, 0) + 3 * r + np.float32(0.5) * p).all()


@pytest.mark.parametrize("chip", V200)
def test_second_generation_arithmetic(chip: str) -> None:
    k = Kernel(chip)
    a, b = k.given("float16", 128), k.given("float16", 128)
    product, difference, leaky, index = (
        k.room(d, 128, n) for d, n in (("int8", "p"), ("float16", "d"), ("float16", "l"), ("int32", "i"))
    )
    k.t.vmulconv(128, product, a, b, 1, 1, 1, 1, 4, 8, 8)
    k.t.vsubrelu(128, difference, a, b, 1, 1, 1, 1, 8, 8, 8)
    k.t.vlrelu(128, leaky, a, 0.25, 1, 1, 1, 8, 8)
    k.t.vci(128, index, 5, 1, 1, 8, mask_mode="counter")
    for out in (product, difference, leaky, index):
        k.result(out)
    p, q = numbers(128), numbers(128, seed=1)
    got = k.run(p, q)
    assert (got[0] == np.clip(p * q, -128, 127)).all() and (got[1] == np.maximum(p - q, 0)).all()
    assert (got[2] == np.where(p > 0, p, p / 4)).all() and (got[3] == np.arange(5, 133)).all()


def test_what_only_one_chip_has() -> None:
    """310P3: vcbd. 910B1: shifts, vcopy, int64."""
    k = Kernel("Ascend310P3")
    narrow = k.room("int16", 64)
    k.t.vcbd(64, narrow, k.given("int32", 64), 1, 1, 1, 4, 8)
    k.result(narrow)
    x = np.random.default_rng(0).integers(-70000, 70000, 64).astype(np.int32)
    assert (k.run(x)[0] == np.clip(x, -32768, 32767)).all()

    k = Kernel("Ascend910B1")
    a, s = k.given("int32", 64), k.t.Scalar("int32", "s", 3)
    halves, copy, wide = k.room("int32", 64, "h"), k.room("int32", 64, "c"), k.room("int64", 64, "w")
    k.t.vshr(64, halves, a, s, 1, 1, 1, 8, 8, round_en=True)
    k.t.vshl(64, halves, halves, 1, 1, 1, 1, 8, 8)
    k.t.vcopy(64, copy, a, 1, 1, 1, 8, 8, mask_mode="counter")
    k.t.vec_conv(32, "none", wide, a, 2, 8, 4)
    for out in (halves, copy, wide):
        k.result(out)
    got = k.run(x)
    assert (got[0] == (x + 4 >> 3) * 2).all() and (got[1] == x).all() and (got[2] == x).all() and got[2].dtype == np.int64


@pytest.mark.parametrize("chip", CHIPS)
def test_conversions(chip: str) -> None:
    """f16 to int32 by modes, and back with a scale; Ascend310 has no other way between them."""
    k = Kernel(chip)
    a = k.given("float16", 64)
    down, near, back = k.room("int32", 64, "d"), k.room("int32", 64, "n"), k.room("float16", 64, "b")
    k.t.vec_conv(64, "floor", down, a, 1, 8, 4)
    k.t.vec_conv(64, "round", near, a, 1, 8, 4)
    k.t.vconv(64, "", back, near, 1, 1, 1, 4, 8, deqscale=0.25)
    for out in (down, near, back):
        k.result(out)
    x = np.random.default_rng(0).normal(0, 10, 64).astype(np.float16)
    x[:4] = 0.5, 1.5, -2.5, 1000
    got = k.run(x)
    assert (got[0] == np.floor(x)).all() and (got[1] == np.rint(x)).all() and (got[2] == np.rint(x) / 4).all()


@pytest.mark.parametrize("chip", V200)
def test_upper_halves(chip: str) -> None:
    """int16 to 8 bits twice: packed, and into the upper halves of eight blocks."""
    k = Kernel(chip)
    a, packed, high = k.given("int16", 128), k.room("uint8", 128, "p"), k.room("uint8", 256, "h")
    k.t.vector_dup(128, high.reinterpret_cast_to("uint16"), 0x0707, 1, 1, 8)
    k.t.vconv(128, "", packed, a, 1, 1, 1, 4, 8)
    k.t.vconv(128, "", high, a, 1, 1, 1, 8, 8, ldst_high_half=True)
    k.result(packed)
    k.result(high)
    x = np.random.default_rng(0).integers(-300, 300, 128).astype(np.int16)
    got = k.run(x)
    rows = got[1].reshape(8, 32)
    assert (got[0] == np.clip(x, 0, 255)).all()
    assert (rows[:, :16] == 7).all() and (rows[:, 16:].ravel() == np.clip(x, 0, 255)).all()


@pytest.mark.parametrize("chip", CHIPS)
def test_high_precision(chip: str) -> None:
    """Reciprocal and its root of f32, logarithm and exponential of f16; the work tensor holds NaN afterwards."""
    k = Kernel(chip)
    a, h = k.given("float32", 64), k.given("float16", 128)
    wide, narrow = k.room("float32", 256, "w"), k.room("float16", 11 * 128, "n")
    rec, root, ln, expm1 = (
        k.room("float32", 64, "r"),
        k.room("float32", 64, "q"),
        k.room("float16", 128),
        k.room("float16", 128),
    )
    k.t.vec_rec_high_preci(64, rec, a, wide, 1, 8, 8)
    k.t.vec_rsqrt_high_preci(64, root, a, wide, 1, 8, 8)
    k.t.vec_ln_high_preci(128, ln, h, narrow, 1, 8, 8)
    k.t.vec_expm1_high_preci(128, expm1, h, narrow, 1, 8, 8)
    for out in (rec, root, ln, expm1, narrow):
        k.result(out)
    x = np.random.default_rng(0).random(64).astype(np.float32) + np.float32(0.5)
    y = (np.random.default_rng(1).random(128) * 2 + 0.001).astype(np.float16)
    got = k.run(x, y)
    with np.errstate(all="ignore"):
        assert np.allclose(got[0], 1 / x.astype(float), 1.2e-7, 0) and np.allclose(got[1], x.astype(float) ** -0.5, 1.2e-7, 0)
        assert np.allclose(got[2], np.log(y.astype(float)), 1e-3, 1e-6)
        assert np.allclose(got[3], np.expm1(y.astype(float)), 1e-3, 0)
    assert np.isnan(got[4]).all()


def test_gaps_instead_of_distances() -> None:
    """stride_unit 1, in a run-time loop: every second block of x, gap by gap."""
    k = Kernel("Ascend910B1")
    x, y = k.given("float32", 256), k.room("float32", 128)
    k.t.vadds(64, y, x, 1.0, 2, 1, 2, 0, 1, stride_unit=1)
    k.result(y)
    data = np.arange(256, dtype=np.float32)
    assert (k.run(data)[0] == data.reshape(-1, 2, 8)[:, 0].ravel() + 1).all()


# ----------------------------------------------------------------------------------------------------------- O21, bf16
BF16 = ml_dtypes.bfloat16


def test_o21_bf16_sum_addition_and_comparison() -> None:
    """[NaN, 1.0] sums to NaN, 2.5 + 2.0 is 4.5, -5.0 < -2.0 holds: all through conversion, as raw bits none would come out."""
    k = Kernel("Ascend910B1")
    a, b = k.given("bfloat16", 128), k.given("bfloat16", 128)
    fa, fb, total, back, less = (
        k.room(d, n, s)
        for d, n, s in (
            ("float32", 128, "fa"),
            ("float32", 128, "fb"),
            ("float32", 8, "t"),
            ("bfloat16", 128, "back"),
            ("uint8", 32, "less"),
        )
    )
    k.t.vec_dup(8, total, 0.0, 1, 8)
    k.t.vector_dup(16, less.reinterpret_cast_to("uint16"), 0, 1, 1, 8)
    k.t.vec_conv(64, "none", fa, a, 2, 8, 4)
    k.t.vec_conv(64, "none", fb, b, 2, 8, 4)
    k.t.vcadd(2, total, fa, 1, 1, 1, 8)
    k.t.vec_cmpv_lt(less, fa, fb, 2, 8, 8)
    k.t.vec_add(64, fa, fa, fb, 2, 8, 8, 8)
    k.t.vec_conv(64, "round", back, fa, 2, 4, 8)
    for out in (total, back, less):
        k.result(out)
    x, y = np.zeros(128, BF16), np.zeros(128, BF16)
    x[:4], y[:4] = [np.nan, 1.0, 2.5, -5.0], [0.0, 0.0, 2.0, -2.0]
    got = k.run(x, y)
    assert np.isnan(got[0][0]) and got[0][1] == 0
    assert np.isnan(float(got[1][0])) and got[1][1:4].astype(float).tolist() == [1.0, 4.5, -7.0] and got[1].dtype == BF16
    assert np.unpackbits(got[2], bitorder="little")[:5].tolist() == [0, 0, 0, 1, 0]


def test_o21_bf16_product() -> None:
    """Two 16 x 16 matrices with entries -2..2: the exact integer product, accumulated in f32."""
    t = tik.Tik(chip="Ascend910B1")
    a, b, c = (t.Tensor(d, (16, 16), tik.scope_gm, n) for d, n in (("bfloat16", "a"), ("bfloat16", "b"), ("float32", "c")))
    l1a, l1b = (t.Tensor("bfloat16", (16, 16), tik.scope_cbuf, n) for n in ("l1a", "l1b"))
    l0a, l0b = t.Tensor("bfloat16", (16, 16), tik.scope_ca, "l0a"), t.Tensor("bfloat16", (16, 16), tik.scope_cb, "l0b")
    l0c = t.Tensor("float32", (16, 16), tik.scope_cc, "l0c")
    t.data_move(l1a, a, 0, 1, 16, 0, 0)
    t.data_move(l1b, b, 0, 1, 16, 0, 0)
    t.load2dv1(l0a, l1a, 0, 1, 1, 0)
    t.load2dv1(l0b, l1b, 0, 1, 1, 0, True)
    t.mmad(l0c, l0a, l0b, 16, 16, 16, 0)
    t.fix_l0c_gm(c, l0c, 16, 16, 16, 16)
    t.BuildCCE(kernel_name="dot", inputs=[a, b], outputs=[c])
    x, y = (np.random.default_rng(s).integers(-2, 3, (16, 16)) for s in (0, 1))
    report = t.kernel.run([x.astype(BF16), y.astype(BF16)])
    assert not report.hazards and (report.outputs[0] == x @ y).all()


@pytest.mark.parametrize("call", ["vec_add", "vec_mul", "vec_max"])
def test_o21_bf16_is_moved_and_converted_only(call: str) -> None:
    """vector_dup, vcopy and vconv take bf16; arithmetic is refused by name, not done on its bits."""
    k = Kernel("Ascend910B1")
    x, y = k.given("bfloat16", 128), k.room("bfloat16", 128)
    k.t.vector_dup(128, y, -1.5, 1, 1, 8)
    k.t.vcopy(2, y, x, 1, 1, 1, 8, 8)
    getattr(k.t, call)(128, y, x, x, 1, 8, 8, 8)
    k.result(y)
    with pytest.raises(TikError, match=f"no chip has {call} for dst bf16, src0 bf16, src1 bf16") as caught:
        k.run(np.ones(128, BF16))
    assert caught.value.code == "TIK-TYPE01"


def test_o21_bf16_copies_keep_every_bit() -> None:
    """A NaN with a payload, and -0.0."""
    k = Kernel("Ascend910B1")
    x, y = k.given("bfloat16", 128), k.room("bfloat16", 128)
    k.t.vector_dup(128, y, -1.5, 1, 1, 8)
    k.t.vcopy(2, y, x, 1, 1, 1, 8, 8)
    k.result(y)
    bits = np.full(128, 0x3F80, np.uint16)
    bits[:2] = 0x7F81, 0x8000
    got = k.run(bits.view(BF16))[0].view(np.uint16)
    assert got[:3].tolist() == [0x7F81, 0x8000, 0xBFC0]
