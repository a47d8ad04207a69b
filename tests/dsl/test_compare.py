"""Comparisons, selections and the compare mask: what calls take, and whole kernels against numpy."""

import inspect
import logging
from typing import Any

import numpy as np
import pytest

import tik
from tik.dsl import Builder
from tik.ir import Instr

CHIPS = ["Ascend910A", "Ascend310P3", "Ascend910B1"]
SIGNATURES = {
    "vec_cmpv_lt": "dst, src0, src1, repeat_times, src0_rep_stride, src1_rep_stride",
    "vcmpv_ne": "dst, src0, src1, repeat_times, src0_blk_stride, src1_blk_stride, src0_rep_stride, src1_rep_stride",
    "vcmpvs_ge": "dst, src, scalar, repeat_times, src_blk_stride, src_rep_stride",
    "vcmp_eq": "mask, src0, src1, src0_stride, src1_stride",
    "mov_cmpmask_to_tensor": "dst, cmpmask",
    "mov_tensor_to_cmpmask": "src",
    "set_scalar_to_cmpmask": "scalar",
    "vsel": "mask, mode, dst, sel, src0, src1, repeat_times, dst_blk_stride, src0_blk_stride, src1_blk_stride, "
    "dst_rep_stride=0, src0_rep_stride=0, src1_rep_stride=0",
    "vec_sel": "mask, mode, dst, sel, src0, src1, repeat_times, dst_rep_stride=0, src0_rep_stride=0, src1_rep_stride=0",
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_signature(name: str) -> None:
    parameters = list(inspect.signature(getattr(Builder, name)).parameters.values())[1:]
    plain = [p.replace(annotation=inspect.Parameter.empty) for p in parameters]
    assert str(inspect.Signature(plain)) == f"({SIGNATURES[name]})"
    assert inspect.getdoc(getattr(Builder, name))


class Kernel:
    """x and y (two repeats each) come in, out goes out; in between the body."""

    def __init__(self, chip: str, dtype: str = "float16") -> None:
        self.t = t = tik.Tik(chip=chip)
        self.lanes = 128 if dtype == "float16" else 64
        self.kind = np.float16 if dtype == "float16" else np.float32
        self.gm = [t.Tensor(dtype, (2, self.lanes), tik.scope_gm, name) for name in ("x", "y", "out")]
        self.x, self.y, self.out = (t.Tensor(dtype, (2, self.lanes), tik.scope_ubuf, name) for name in ("ux", "uy", "uo"))
        for to, of in ((self.x, self.gm[0]), (self.y, self.gm[1])):
            t.data_move(to, of, 0, 1, 16, 0, 0)

    def run(self, seed: int = 3) -> tuple[np.ndarray, ...]:
        """x, y and out; nothing for the sanitizer to say."""
        t = self.t
        t.data_move(self.gm[2], self.out, 0, 1, 16, 0, 0)
        t.BuildCCE(kernel_name="k", inputs=self.gm[:2], outputs=self.gm[2:])
        rng = np.random.default_rng(seed)
        x, y = (rng.integers(-3, 4, (2, self.lanes)).astype(self.kind) for _ in range(2))
        x[0, :2], y[0, 1:3] = np.nan, np.nan
        report = t.kernel.run([x, y])
        assert not report.hazards, report.hazards[0]
        return x, y, np.asarray(report.outputs[0])


@pytest.mark.parametrize("bits", ["uint8", "uint16", "uint32", "uint64"])
@pytest.mark.parametrize("chip", CHIPS)
def test_clipping_with_a_mask_of_any_dtype(chip: str, bits: str) -> None:
    """A repeat at a time, with mode 0 everywhere: where x < y take x, else y; NaN compares false."""
    k = Kernel(chip)
    t = k.t
    sel = t.Tensor(bits, (64 // np.dtype(bits).itemsize,), tik.scope_ubuf, "sel")
    t.vec_cmpv_lt(sel, k.x, k.y, 2, 8, 8)
    for r in range(2):
        t.vec_sel(128, 0, k.out[r * 128], sel[16 * r // np.dtype(bits).itemsize], k.x[r * 128], k.y[r * 128], 1)
    x, y, out = k.run()
    np.testing.assert_array_equal(out, np.where(x < y, x, y))


@pytest.mark.parametrize("chip", CHIPS[1:])
def test_modes_1_and_2(chip: str) -> None:
    """Both repeats at once: bits of a tensor, two tensors or a scalar."""
    k = Kernel(chip, "float32")
    t = k.t
    sel = t.Tensor("uint8", (32,), tik.scope_ubuf, "sel")
    t.vcmpvs_ge(sel, k.x, 1, 2, 1, 8)
    t.vsel(64, 2, k.out, sel, k.x, k.y, 2, 1, 1, 1, 8, 8, 8)
    half = t.Scalar("float32", "half", 0.5)
    t.vec_cmpv_eq(sel, k.out, k.out, 2, 8, 8)
    t.vec_sel(64, 1, k.out, sel, k.out, half, 2, 8, 8)
    x, y, out = k.run()
    chosen = np.where(x >= 1, x, y)
    np.testing.assert_array_equal(out, np.where(np.isnan(chosen), np.float32(0.5), chosen))


@pytest.mark.parametrize("chip", [*CHIPS, "Ascend310"])
def test_the_register_between_calls(chip: str) -> None:
    """vcmp to vsel without memory; the mask of the first repeat serves both; lanes above 99 were left out of it."""
    k = Kernel(chip)
    t = k.t
    t.vsel(128, 0, k.out, t.vcmp_gt(100, k.x, k.y, 1, 1), k.x, k.y, 2, 1, 1, 1, 8, 8, 8)
    x, y, out = k.run()
    bits = (x[0] > y[0]) & (np.arange(128) < 100)
    np.testing.assert_array_equal(out, np.where(bits, x, y))


@pytest.mark.parametrize("chip", CHIPS)
def test_masks_through_memory_and_scalars(chip: str) -> None:
    """CMPMASK to UB and back; a scalar sets lanes 0 to 63 and clears the others. Ten arguments of vsel: one repeat."""
    k = Kernel(chip)
    t = k.t
    kept = t.Tensor("uint64", (4,), tik.scope_ubuf, "kept")
    t.mov_cmpmask_to_tensor(kept, t.vcmp_le(128, k.x, k.y, 1, 1))
    low = t.Scalar("uint64", "low", 0x8000000000000005)
    t.vsel(128, 0, k.out[128], t.set_scalar_to_cmpmask(low), k.x[128], k.y[128], 1, 1, 1, 1)
    t.vsel(128, 0, k.out, t.mov_tensor_to_cmpmask(kept), k.x, k.y, 1, 1, 1, 1)
    x, y, out = k.run()
    np.testing.assert_array_equal(out[0], np.where(x[0] <= y[0], x[0], y[0]))
    np.testing.assert_array_equal(out[1], np.where(np.isin(np.arange(128), [0, 2, 63]), x[1], y[1]))


def test_int32_equality_on_910b() -> None:
    t = tik.Tik(chip="Ascend910B1")
    x, out = t.Tensor("int32", (64,), tik.scope_gm, "x"), t.Tensor("uint8", (32,), tik.scope_gm, "out")
    a, b, bits = (
        t.Tensor(dtype, (n,), tik.scope_ubuf, name)
        for dtype, n, name in (("int32", 64, "a"), ("int32", 64, "b"), ("uint8", 32, "bits"))
    )
    t.data_move(a, x, 0, 1, 8, 0, 0)
    t.vec_dup(64, b, 16777217, 1, 8)
    t.vec_dup(16, bits.reinterpret_cast_to("uint16"), 0, 1, 8)
    t.vec_cmpv_eq(bits, a, b, 1, 8, 8)
    t.data_move(out, bits, 0, 1, 1, 0, 0)
    t.BuildCCE(kernel_name="k", inputs=[x], outputs=[out])
    data = np.full(64, 16777216, np.int32)
    data[[3, 60]] = 16777217  # as float32 they would all be equal
    report = t.kernel.run([data])
    assert np.flatnonzero(np.unpackbits(report.outputs[0], bitorder="little")).tolist() == [3, 60] and not report.hazards
    for chip in CHIPS[:2]:
        old = Builder(chip)
        a = old.Tensor("int32", (64,), "UB", "a")
        old.vec_cmpv_eq(old.Tensor("uint8", (32,), "UB", "s"), a, a, 1, 8, 8)
        assert old.errors[0].code == "TIK-CHIP01" and "Ascend910B1" in str(old.errors[0].hint)


def test_undefined_lanes_and_bits_are_reported() -> None:
    """A selection by bits of lanes nobody wrote, or by bits nobody wrote; lanes not selected do not matter, nor do bits that
    nothing uses."""

    def hazards(body: Any) -> list[str]:
        t = tik.Tik(chip="Ascend910B1")
        out = t.Tensor("float32", (64,), tik.scope_gm, "out")
        a, b, sel = (
            t.Tensor(d, (n,), tik.scope_ubuf, s)
            for d, n, s in (("float32", 64, "a"), ("float32", 64, "b"), ("uint8", 32, "sel"))
        )
        t.vec_dup(64, a, 1, 1, 8)
        body(t, a, b, sel)
        t.data_move(out, a, 0, 1, 8, 0, 0)
        t.BuildCCE(kernel_name="k", inputs=[], outputs=[out])
        return [hazard.code for hazard in t.kernel.run([]).hazards]

    def compare(t: Any, a: Any, b: Any, sel: Any) -> None:
        t.vec_cmpv_eq(sel, a, b, 1, 8, 8)
        t.vec_sel(64, 0, a, sel, a, a, 1, 8, 8, 8)

    assert hazards(compare) == ["TIK-UNINIT01"]
    assert hazards(lambda t, a, b, sel: t.vec_cmpv_eq(sel, a, b, 1, 8, 8)) == []
    assert hazards(lambda t, a, b, sel: t.vec_sel(64, 2, a, sel, a, a, 1, 8, 8, 8)) == ["TIK-UNINIT01"]
    assert hazards(lambda t, a, b, sel: t.vec_sel(64, 0, a, sel, a, a, 1, 8, 8, 8)) == ["TIK-UNINIT01"]
    for mode in (0, 2):
        for take_a, code in (("eq", []), ("ne", ["TIK-UNINIT01"])):

            def select(t: Any, a: Any, b: Any, sel: Any, mode: int = mode, relation: str = f"vec_cmpv_{take_a}") -> None:
                getattr(t, relation)(sel, a, a, 1, 8, 8)
                t.vec_sel(64, mode, a, sel, a, b, 1, 8, 8, 8)

            assert hazards(select) == code, (mode, take_a)


@pytest.mark.parametrize("size", [100, 99, 97, 96])
@pytest.mark.parametrize("through", ["bits", "words", "register"])
def test_lanes_behind_a_tail_put_no_others_in_doubt(size: int, through: str) -> None:
    """Comparisons have no mask: what they say of lanes nobody wrote is followed bit by bit, through and, or, not, too."""
    t = tik.Tik(chip="Ascend910A")
    x_gm = t.Tensor("float16", (size,), tik.scope_gm, "x_gm")
    y_gm = t.Tensor("float16", (size,), tik.scope_gm, "y_gm")
    x, zero = (t.Tensor("float16", (128,), tik.scope_ubuf, name) for name in ("x", "zero"))
    bits, more = (t.Tensor("uint16", (16,), tik.scope_ubuf, name) for name in ("bits", "more"))
    t.vec_dup(128, zero, 0, 1, 8)
    t.data_move(x, x_gm, 0, 1, -(-size // 16), 0, 0)
    if through == "register":
        t.vsel(128, 0, x, t.vcmp_gt(128, x, zero, 1, 1), x, zero, 1, 1, 1, 1)
    else:
        t.vec_cmpv_gt(bits, x, zero, 1, 8, 8)
        if through == "words":
            t.vec_cmpv_ge(more, x, zero, 1, 8, 8)
            t.vand(8, bits, bits, more, 1, 1, 1, 1, 8, 8, 8)
            t.vnot(8, more, bits, 1, 1, 1, 8, 8)
            t.vnot(8, more, more, 1, 1, 1, 8, 8)
            t.vor(8, bits, bits, more, 1, 1, 1, 1, 8, 8, 8)
        t.vec_sel(128, 0, x, bits, x, zero, 1, 8, 8, 8)
    t.data_move(y_gm, x, 0, 1, -(-size // 16), 0, 0)
    t.BuildCCE(kernel_name="k", inputs=[x_gm], outputs=[y_gm])
    values = np.random.default_rng(size).standard_normal(size).astype(np.float16)
    report = t.kernel.run([values])
    assert report.errors == [] and np.array_equal(report.outputs[0], np.maximum(values, 0))


def test_what_is_refused(t: Builder) -> None:
    f, bits, work = (
        t.Tensor("float16", (128,), "UB", "f"),
        t.Tensor("uint8", (32,), "UB", "bits"),
        t.Tensor("int32", (8,), "UB", "w"),
    )
    token = t.vcmp_lt(128, f, f, 1, 1)
    t.vsel(128, 0, f, bits, f, f, 1, 1, 1, 1)
    t.vsel(128, 2, f, token, f, f, 1, 1, 1, 1)
    t.vsel(128, 3, f, token, f, f, 1, 1, 1, 1)
    t.vec_cmpv_lt(work, f, f, 1, 8, 8)
    t.mov_cmpmask_to_tensor(bits, bits)
    t.vec_cmpv_lt(bits[8], f, f, 1, 8, 8)
    assert [(error.code, error.message.split(",")[0]) for error in t.errors] == [
        ("TIK-TYPE02", "sel of vsel is TensorView bits u8 [32] UB"),
        ("TIK-TYPE02", "sel of vsel is <CMPMASK>"),
        ("TIK-TYPE02", "mode of vsel is 3; there are 0"),
        ("TIK-TYPE01", "dst of vec_cmpv_lt holds bits: a tensor of u8"),
        ("TIK-TYPE02", "cmpmask of mov_cmpmask_to_tensor is TensorView bits u8 [32] UB"),
        ("TIK-ALIGN01", "dst of vec_cmpv_lt starts at byte 8 of bits"),
    ]


def test_what_older_chips_lack() -> None:
    t = Builder("Ascend910A")
    f, bits = t.Tensor("float16", (128,), "UB", "f"), t.Tensor("uint8", (32,), "UB", "bits")
    t.vec_sel(128, 2, f, bits, f, f, 1, 8, 8, 8)
    t.vsel(128, 1, f, bits, f, 0, 1, 1, 1, 1)
    t.vcmpvs_lt(bits, f, 0, 1, 1, 8)
    assert [error.message for error in t.errors] == [
        "Ascend910A has only mode 0 of vec_sel, not 2",
        "Ascend910A has only mode 0 of vsel, not 1",
        "Ascend910A has no vcmpvs_lt of u8.f16",
    ]
    assert all(error.code == "TIK-CHIP01" and "Ascend310P3" in str(error.hint) for error in t.errors)


def test_an_old_token_is_told_of(t: Builder, caplog: pytest.LogCaptureFixture) -> None:
    """There is one CMPMASK: vsel uses what is in it now, and says so when the token is of an earlier call."""
    f = t.Tensor("float16", (128,), "UB", "f")
    first = t.vcmp_lt(128, f, f, 1, 1)
    second = t.vcmp_gt(128, f, f, 1, 1)
    with caplog.at_level(logging.WARNING, logger="tik"):
        t.vsel(128, 0, f, second, f, f, 1, 1, 1, 1)
        assert not caplog.records
        t.vsel(128, 0, f, first, f, f, 1, 1, 1, 1)
    assert "vsel uses bits of CMPMASK that a later call has replaced" in caplog.text
    assert [s.op.mnemonic for s in t.body if isinstance(s, Instr)] == ["vcmp_lt", "vcmp_gt", "vsel", "vsel"]
