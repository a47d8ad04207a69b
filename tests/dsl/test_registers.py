"""Calls on the scalar pipe."""

from typing import Any

import numpy as np
import pytest

import tik
from tik.dsl import Builder
from tik.ir import Assign, Instr
from tik.types.errors import TikError


def test_min_max_abs(t: Builder) -> None:
    a, n = t.Scalar("int32", "a"), t.Scalar("int32", "n")
    t.scalar_max(a, n, 3)
    t.scalar_min(a, n, a)
    t.scalar_abs(a, n)
    assert [repr(s.value) for s in t.body if isinstance(s, Assign)] == ["max(n, 3)", "min(n, a)", "max(n, (0 - n))"]


def test_destination_must_be_a_scalar(t: Builder) -> None:
    t.scalar_max(3, 4, 5)
    t.scalar_abs(t.Scalar("int32"), "x")
    assert [error.message for error in t.errors] == ["dst of scalar_max is 3, not a Scalar", "'x' (str) is not a number"]


def computed(dtype: str, value: Any, call: Any, of: str | None = None) -> Any:
    """What a call gives for a value known only at run time, through a tensor element."""
    t = tik.Tik(chip="Ascend910B1")
    kind = np.dtype(of or dtype)
    x, out = t.Tensor(of or dtype, (32 // kind.itemsize,), tik.scope_gm, "x"), t.Tensor(dtype, (16,), tik.scope_gm, "out")
    a, b = (t.Tensor(d, (32,), tik.scope_ubuf, name) for d, name in ((of or dtype, "a"), (dtype, "b")))
    t.vec_dup(32, b.reinterpret_cast_to("int32") if b.type.size > 2 else b.reinterpret_cast_to("int16"), 0, 1, 8)
    t.data_move(a, x, 0, 1, 1, 0, 0)
    src, dst = t.Scalar(of or dtype, "src", a[0]), t.Scalar(dtype, "dst")
    call(t, dst, src)
    b[0].set_as(dst)
    t.data_move(out, b, 0, 1, 16 * np.dtype(dtype).itemsize // 32, 0, 0)
    t.BuildCCE(kernel_name="k", inputs=[x], outputs=[out])
    report = t.kernel.run([np.full(32 // kind.itemsize, value, kind)])
    assert not report.hazards
    return report.outputs[0][0]


@pytest.mark.parametrize(
    ("mode", "halves"),
    [
        ("round", [-2, -2, 0, 2, 2]),
        ("floor", [-3, -2, 0, 1, 2]),
        ("ceil", [-2, -1, 1, 2, 3]),
        ("ceiling", [-2, -1, 1, 2, 3]),
        ("away-zero", [-3, -2, 1, 2, 3]),
        ("to-zero", [-2, -1, 0, 1, 2]),
    ],
)
def test_conversion_to_integers(mode: str, halves: list[int]) -> None:
    got = [computed("int32", x, lambda t, d, s: t.scalar_conv(mode, d, s), "float32") for x in (-2.5, -1.5, 0.5, 1.5, 2.5)]
    assert got == halves
    ends = [computed("int32", x, lambda t, d, s: t.scalar_conv(mode, d, s), "float32") for x in (3e9, -3e9, np.inf, np.nan)]
    assert ends == [2**31 - 1, -(2**31), 2**31 - 1, 0]


def test_conversion_between_floats() -> None:
    assert computed("float16", 0.1, lambda t, d, s: t.scalar_conv("", d, s), "float32") == np.float16(np.float32(0.1))
    assert computed("float32", 0.1, lambda t, d, s: t.scalar_conv("none", d, s), "float16") == np.float32(np.float16(0.1))
    assert computed("float32", 2**24 + 1, lambda t, d, s: t.scalar_conv(None, d, s), "int32") == 2**24


def test_roots() -> None:
    assert computed("float32", 2, lambda t, d, s: t.scalar_sqrt(d, s)) == np.sqrt(np.float32(2))
    for x, root in ((0, 0), (24, 4), (25, 5), (2**62 - 1, 2**31 - 1), (2**63 - 1, 3037000499), (-4, 0)):
        assert computed("int64", x, lambda t, d, s: t.scalar_sqrt(d, s)) == root


def test_bits_are_counted() -> None:
    for x, ones, leading in ((0, 0, 64), (1, 1, 63), (2**63 + 6, 3, 0), (2**64 - 1, 64, 0)):
        assert computed("uint64", x, lambda t, d, s: t.scalar_countbit1(d, s)) == ones
        assert computed("uint64", x, lambda t, d, s: t.scalar_countbit0(d, s)) == 64 - ones
        assert computed("uint64", x, lambda t, d, s: t.scalar_countleading0(d, s)) == leading


def test_absolute_values() -> None:
    assert computed("int32", -7, lambda t, d, s: t.scalar_abs(d, s)) == 7
    assert computed("float32", -0.5, lambda t, d, s: t.scalar_abs(d, s)) == 0.5
    assert computed("uint32", 3, lambda t, d, s: t.scalar_abs(d, s)) == 3


def test_a_result_steers_addresses() -> None:
    """Row isqrt(n) of 4 is copied, in a loop over n: 0, 1, 1, 1, 2, 2 …; the scheduler sees that the row changes."""
    t = tik.Tik(chip="Ascend910B1")
    x, out = t.Tensor("int32", (4, 8), tik.scope_gm, "x"), t.Tensor("int32", (9, 8), tik.scope_gm, "out")
    rows, one = t.Tensor("int32", (4, 8), tik.scope_ubuf, "rows"), t.Tensor("int32", (8,), tik.scope_ubuf, "one")
    t.data_move(rows, x, 0, 1, 4, 0, 0)
    n, root = t.Scalar("int64", "n"), t.Scalar("int64", "root")
    with t.for_range(0, 9) as i:
        n.set_as(i)
        t.scalar_sqrt(root, n)
        t.data_move(one, rows[root * 8], 0, 1, 1, 0, 0)
        t.data_move(out[i * 8], one, 0, 1, 1, 0, 0)
    t.BuildCCE(kernel_name="k", inputs=[x], outputs=[out])
    report = t.kernel.run([np.repeat(np.arange(4, dtype=np.int32), 8).reshape(4, 8)])
    assert report.outputs[0][:, 0].tolist() == [0, 1, 1, 1, 2, 2, 2, 2, 2] and not report.hazards


def test_wrong_dtypes(t: Builder) -> None:
    f, h, n, u = (t.Scalar(d, d) for d in ("float32", "float16", "int32", "uint64"))
    t.scalar_conv("round", n, h)
    t.scalar_conv("", n, f)
    t.scalar_conv("floor", h, f)
    t.scalar_conv("", 3, f)
    t.scalar_sqrt(h, h)
    t.scalar_countbit1(n, u)
    t.scalar_countleading0(u, n)
    assert [error.message for error in t.errors] == [
        "scalar_conv does not go from f16 to i32",
        "round_mode of scalar_conv is ''; from f32 to i32 there are round, floor, ceil, away-zero, to-zero",
        "round_mode of scalar_conv is 'floor'; from f32 to f16 there are none",
        "dst of scalar_conv is 3, not a Scalar",
        "scalar_sqrt works on f32 or i64: dst is f16, dst f16",
        "scalar_countbit1 works on u64 or i64: dst is i32",
        "scalar_countleading0 works on u64 or i64: src is i32",
    ]


def test_what_the_kit_does_not_model(t: Builder) -> None:
    """No status that nothing raises, no hint turned into instructions."""
    status = t.Scalar("uint32", "status")
    before = len(t.body)
    t.set_system_cache(1, mode=2)
    t.instr_preload(1)
    assert len(t.body) == before
    t.set_overflow_status(0)
    (store,) = [s for s in t.body[before:] if isinstance(s, Instr)]
    assert store.op.mnemonic == "sstore"
    t.get_overflow_status(status)
    assert t.errors[0].code == "TIK-CHIP01" and "keeps inf and NaN, no instruction raises" in t.errors[0].message
    for name in ("set_fp2int_mode", "set_cond_task_id", "set_small_channel", "mov_vms4_sr_to_scalar"):
        with pytest.raises(TikError, match=f"{name} is part of the TIK API, but not in the kit yet"):
            getattr(t, name)


@pytest.mark.parametrize("chip", ["Ascend910A", "Ascend310P3"])
def test_overflow_status(chip: str) -> None:
    """0 at first; an instruction that overflows raises it, in lanes nobody stores too; a kernel clears it."""
    t = tik.Tik(chip=chip)
    x, y = t.Tensor("float16", (128,), tik.scope_gm, "x"), t.Tensor("int32", (8,), tik.scope_gm, "y")
    ub, found = t.Tensor("float16", (128,), tik.scope_ubuf, "ub"), t.Tensor("int32", (8,), tik.scope_ubuf, "found")
    status, wide = t.Scalar("int32", "status"), t.Scalar("uint64", "wide")
    t.data_move(ub, x, 0, 1, 8, 0, 0)
    t.vec_dup(8, found, 7, 1, 8)
    for at, scale in enumerate((1.0, 1000.0, 1.0)):
        t.vec_muls(128, ub, ub, scale, 1, 8, 8)
        t.get_overflow_status(status)
        found[at].set_as(status)
    t.set_overflow_status(0)
    t.get_overflow_status(wide)
    status.set_as(wide)
    found[3].set_as(status)
    t.data_move(y, found, 0, 1, 1, 0, 0)
    t.BuildCCE("status", [x], [y])
    report = t.kernel.run([np.full(128, 100, np.float16)]).raise_if_bad()
    assert report.outputs[0].tolist() == [0, 1, 1, 0, 7, 7, 7, 7] and not report.overflows
    t = tik.Tik(chip=chip)
    t.get_overflow_status(3)
    assert t.errors[0].message == "status of get_overflow_status is 3, not an integer Scalar"


def test_bits_are_counted_of_either_sign() -> None:
    assert computed("int64", -1, lambda t, d, s: t.scalar_countbit1(d, s)) == 64
    assert computed("int64", 1, lambda t, d, s: t.scalar_countleading0(d, s)) == 63
    assert computed("int64", 255, lambda t, d, s: t.scalar_countbit0(d, s), "uint64") == 56
