"""Inf and NaN made of finite numbers on chips that saturate: what counts, where it is said, what the chip makes of it."""

import logging
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import opsnn
import tik
from tik.chips.loader import load_chip
from tik.isa import instructions
from tik.isa.fields import Mem, Out
from tik.npu.native.finite import odd_run, saturated
from tik.runtime import Report
from tik.types.errors import TikError

N = 128
NAN, INF = float("nan"), float("inf")
MAX16 = 65504.0
DTYPES = {1: (np.uint16, 0x7C00), 2: (np.uint32, 0x7F800000), 3: (np.uint16, 0x7F80)}


# ---------------------------------------------------------------------------------------------------------- bit patterns
@given(st.sampled_from([1, 2, 3]), st.integers(0, 80), st.integers(0, 7), st.data())
@settings(max_examples=60)
def test_odd_run_finds_what_numpy_finds(kind: int, count: int, shift: int, data: st.DataObject) -> None:
    """Any number of elements, at any address; at most one of them inf or NaN, on the edge of being one."""
    word, mask = DTYPES[kind]
    rng = np.random.default_rng(data.draw(st.integers(0, 999)))
    bits = rng.integers(0, np.iinfo(word).max, count, word, endpoint=True)
    bits[(bits & word(mask)) == mask] ^= word(mask & -mask)  # the largest exponent that is finite
    if count and data.draw(st.booleans()):
        bits[data.draw(st.integers(0, count - 1))] |= word(mask)
    room = np.full(bits.nbytes + 32, 0xFF, np.uint8)  # NaN before and behind
    room[shift : shift + bits.nbytes] = bits.view(np.uint8)
    assert odd_run(room.ctypes.data + shift, bits.nbytes, kind) == bool(((bits & word(mask)) == mask).any())


@pytest.mark.parametrize(
    ("kind", "bits", "wanted"),
    [
        (1, 0x7C00, 0x7BFF),
        (1, 0xFC00, 0xFBFF),
        (1, 0x7E00, 0),
        (1, 0xFE01, 0),
        (1, 0x7BFF, 0x7BFF),
        (2, 0x7F800000, 0x7F7FFFFF),
        (2, 0xFF800000, 0xFF7FFFFF),
        (2, 0xFFC00000, 0),
        (3, 0xFF80, 0xFF7F),
        (3, 0x7FC0, 0),
    ],
)
def test_saturated(kind: int, bits: int, wanted: int) -> None:
    assert saturated(bits, kind) == wanted


# -------------------------------------------------------------------------------------------------------------- kernels
def kernel(body: Any, chip: str = "Ascend910A", dtype: str = "float16", out: str | None = None, stored: int = N) -> Any:
    """x -> a (UB), body(t, a, b), b -> y; y has ``stored`` elements."""
    out = out or dtype
    t = tik.Tik(chip=chip)
    size, out_size = (int(d[-2:]) // 8 for d in (dtype, out))
    x = t.Tensor(dtype, (N,), tik.scope_gm, "x")
    y = t.Tensor(out, (stored,), tik.scope_gm, "y")
    a, b = t.Tensor(dtype, (N,), tik.scope_ubuf, "a"), t.Tensor(out, (N,), tik.scope_ubuf, "b")
    t.data_move(a, x, 0, 1, N * size // 32, 0, 0)
    body(t, a, b)
    t.data_move(y, b, 0, 1, -(-stored * out_size // 32), 0, 0)
    t.BuildCCE("k", [x], [y])
    return t.kernel


def square(t: Any, a: Any, b: Any) -> None:
    t.vec_mul(N, b, a, a, 1, 8, 8, 8)


def finite(**places: float) -> np.ndarray:
    x = np.ones(N, np.float16)
    for place, value in places.items():
        x[int(place[1:])] = value
    return x


def run(k: Any, x: np.ndarray, **more: Any) -> Report:
    report: Report = k.run([x], **more)
    return report


def test_an_overflow_is_counted_and_values_stay_ieee(caplog: pytest.LogCaptureFixture) -> None:
    x = finite(i7=-1000, i9=3)
    with caplog.at_level(logging.WARNING, "tik"):
        report = run(kernel(square), x)
    assert report.outputs[0][7] == INF and report.outputs[0][9] == 9
    assert report.overflows.count == 1 and "vec_mul" in report.overflows.line and report.overflows.position is not None
    assert [site.instr.op.mnemonic for site in report.overflows.sites] == ["vmul"]
    (record,) = caplog.records
    assert "k: vmul made inf or NaN of finite numbers at test_overflow.py:" in record.getMessage()
    assert "overflows: 1, first of vmul, 1 time at test_overflow.py:" in str(report)
    data = report.to_dict()
    assert data["numerics"] == "ieee" and data["overflows"]["count"] == 1
    assert data["overflows"]["sites"][0]["instr"] == "vmul" and data["overflows"]["sites"][0]["line"] > 0
    assert report.ok


def test_numerics_chip_saturates() -> None:
    k = kernel(square)
    x = finite(i7=-1000, i9=3)
    report = run(k, x, numerics="chip")
    assert report.outputs[0][7] == MAX16 and report.outputs[0][9] == 9 and report.numerics == "chip"
    assert report.overflows.count == 1
    with tik.numerics("chip"):
        assert run(k, x).outputs[0][7] == MAX16
        assert run(k, x, numerics="ieee").outputs[0][7] == INF
    assert run(k, x).outputs[0][7] == INF


def test_values_within_range_say_nothing(caplog: pytest.LogCaptureFixture) -> None:
    report = run(kernel(square), finite(i7=255))
    assert not report.overflows and report.overflows.count == 0 and report.overflows.position is None
    assert report.overflows.line == "" and "overflows" not in str(report) and not caplog.records


def test_chips_that_keep_inf_and_nan_are_not_watched(caplog: pytest.LogCaptureFixture) -> None:
    k = kernel(square, chip="Ascend910B1")
    x = finite(i7=1000, i8=NAN)
    ieee, chip = run(k, x), run(k, x, numerics="chip")
    assert not ieee.overflows and not chip.overflows and not caplog.records
    assert ieee.outputs[0].tobytes() == chip.outputs[0].tobytes() and ieee.outputs[0][7] == INF


def test_a_wrong_word_for_numerics() -> None:
    with pytest.raises(TikError, match="numerics is 'hardware'; there are 'ieee' and 'chip'"):
        run(kernel(square), finite(), numerics="hardware")


# --------------------------------------------------------------------------------------------------------- instructions
CASES: list[tuple[str, Any, dict[str, float], float, float]] = [  # body, changed inputs, element 7 in ieee and of the chip
    ("vadd", lambda t, a, b: t.vec_add(N, b, a, a, 1, 8, 8, 8), {"i7": -60000}, -INF, -MAX16),
    ("vdiv", lambda t, a, b: (t.vec_sub(N, b, a, a, 1, 8, 8, 8), t.vec_rec(N, b, b, 1, 8, 8)), {}, INF, MAX16),
    ("vexp", lambda t, a, b: t.vec_exp(N, b, a, 1, 8, 8), {"i7": 12}, INF, MAX16),
    ("vln", lambda t, a, b: t.vec_ln(N, b, a, 1, 8, 8), {"i7": -1}, NAN, 0.0),
    ("vrsqrt", lambda t, a, b: t.vec_rsqrt(N, b, a, 1, 8, 8), {"i7": -1}, NAN, 0.0),
    ("vmuls", lambda t, a, b: t.vec_muls(N, b, a, -300.0, 1, 8, 8), {"i7": 300}, -INF, -MAX16),
    (
        "vmla",
        lambda t, a, b: (t.vec_dup(N, b, 0, 1, 8), t.vmla(N, b, a, a, 1, 1, 1, 1, 8, 8, 8)),
        {"i7": 300},
        INF,
        MAX16,
    ),
]


@pytest.mark.parametrize(("name", "body", "places", "ieee", "chip"), CASES, ids=[case[0] for case in CASES])
def test_instructions(name: str, body: Any, places: dict[str, float], ieee: float, chip: float) -> None:
    k = kernel(body)
    for mode, wanted in (("ieee", ieee), ("chip", chip)):
        report = run(k, finite(**places), numerics=mode)
        assert report.overflows.count == 1
        np.testing.assert_equal(float(report.outputs[0][7]), wanted)


def test_a_narrowing_conversion_can_overflow_a_widening_one_cannot() -> None:
    narrow = kernel(lambda t, a, b: t.vec_conv(64, "", b, a, 2, 4, 8), dtype="float32", out="float16")
    x = np.ones(N, np.float32)
    x[70] = 1e6
    assert run(narrow, x).overflows.count == 1
    assert run(narrow, x, numerics="chip").outputs[0][70] == MAX16
    wide = kernel(lambda t, a, b: t.vec_conv(64, "", b, a, 2, 8, 4), dtype="float16", out="float32")
    report = run(wide, finite(i70=INF), numerics="chip")
    assert not report.overflows and report.outputs[0][70] == INF  # moved, and not computed


def test_a_sum_of_lanes() -> None:
    def body(t: Any, a: Any, b: Any) -> None:
        t.vec_dup(N, b, 0, 1, 8)
        t.vcadd(N, b, a, 1, 1, 1, 8)

    x = np.full(N, 600, np.float16)
    report = run(kernel(body), x)
    assert report.overflows.count == 1 and report.outputs[0][0] == INF
    assert run(kernel(body), x, numerics="chip").outputs[0][0] == MAX16


def test_products_of_the_cube() -> None:
    """The way out of L0C narrows: f32 sums of 64 * 200 * 200 do not fit f16."""
    t = tik.Tik(chip="Ascend910A")
    x = t.Tensor("float16", (16 * 64,), tik.scope_gm, "x")
    y = t.Tensor("float16", (256,), tik.scope_gm, "y")
    l1 = t.Tensor("float16", (16 * 64,), tik.scope_cbuf, "l1")
    a, b = t.Tensor("float16", (16 * 64,), tik.scope_ca, "a"), t.Tensor("float16", (16 * 64,), tik.scope_cb, "b")
    c, ub = t.Tensor("float32", (256,), tik.scope_cc, "c"), t.Tensor("float16", (256,), tik.scope_ubuf, "ub")
    t.data_move(l1, x, 0, 1, 64, 0, 0)
    t.load2dv1(a, l1, 0, 4, 1, 0, False)
    t.load2dv1(b, l1, 0, 4, 1, 0, False)
    t.mmad(c, a, b, 16, 64, 16, 0)
    t.tensor_mov(ub, c, "m", 1, 1, 0, 0)
    t.data_move(y, ub, 0, 1, 16, 0, 0)
    t.BuildCCE("k", [x], [y])
    values = np.full(16 * 64, 200, np.float16)
    report = t.kernel.run([values])
    assert report.overflows.count == 1 and report.overflows.sites[0].instr.op.mnemonic == "mov_l0c_ub"
    assert (report.outputs[0] == INF).all() and (t.kernel.run([values], numerics="chip").outputs[0] == MAX16).all()
    values[:] = 20
    assert not t.kernel.run([values]).overflows


def test_scalars() -> None:
    """On the scalar pipe too; a register is not followed, it counts at once."""

    def body(t: Any, a: Any, b: Any) -> None:
        s = t.Scalar("float16", "s")
        s.set_as(a[0])
        s.set_as(s * s)
        t.vec_dup(N, b, s, 1, 8)

    k = kernel(body)
    x = finite(i0=500)
    report = run(k, x)
    assert report.overflows.count == 1 and report.overflows.sites[0].instr.op.mnemonic == "smul"
    assert (report.outputs[0] == INF).all() and (run(k, x, numerics="chip").outputs[0] == MAX16).all()
    assert not run(k, finite(i0=INF)).overflows


def test_atomic_additions() -> None:
    t = tik.Tik(chip="Ascend910A")
    x, y = (t.Tensor("float32", (64,), tik.scope_gm, name) for name in ("x", "y"))
    ub = t.Tensor("float32", (64,), tik.scope_ubuf, "ub")
    t.data_move(ub, x, 0, 1, 8, 0, 0)
    t.set_atomic_add(1)
    t.data_move(y, ub, 0, 1, 8, 0, 0)
    t.set_atomic_add(0)
    t.BuildCCE("k", [x], [y])
    values, before = np.full(64, 3e38, np.float32), np.zeros(64, np.float32)
    before[5] = 3e38
    report = t.kernel.run([values], initial={"y": before})
    assert report.overflows.count == 1 and report.outputs[0][5] == INF
    chip = t.kernel.run([values], initial={"y": before}, numerics="chip").outputs[0]
    assert chip[5] == np.finfo(np.float32).max and chip[4] == np.float32(3e38)


# -------------------------------------------------------------------------------------------------------- what does not
@pytest.mark.parametrize("value", [INF, -INF, NAN])
def test_what_was_not_finite_before_does_not_count(value: float) -> None:
    """An overflow in another lane does: lanes are told apart, where an instruction works lane by lane."""
    assert not run(kernel(square), finite(i3=value)).overflows
    assert run(kernel(square), finite(i3=value, i4=1000)).overflows.count == 1
    in_place = kernel(lambda t, a, b: (t.vec_adds(N, b, a, 0.0, 1, 8, 8), t.vec_mul(N, b, b, b, 1, 8, 8, 8)))
    assert not run(in_place, finite(i3=value)).overflows
    assert run(in_place, finite(i3=value, i4=1000)).overflows.count == 1
    assert not run(kernel(square, stored=64), finite(i3=value, i64=1000)).overflows  # i3 is stored, and no overflow


def test_sums_of_lanes_that_were_not_finite() -> None:
    """Where lanes mix, the granularity is the instruction."""

    def body(t: Any, a: Any, b: Any) -> None:
        t.vec_dup(N, b, 0, 1, 8)
        t.vcadd(64, b, a, 2, 1, 1, 4)

    x = np.full(N, 6000, np.float16)
    assert run(kernel(body), x).overflows.count == 1
    x[3] = INF
    assert not run(kernel(body), x).overflows


def test_undefined_bytes_are_not_finite() -> None:
    def body(t: Any, a: Any, b: Any) -> None:
        c = t.Tensor("float16", (N,), tik.scope_ubuf, "c")
        t.vec_dup(64, c, 300, 1, 8)
        t.vec_mul(N, c, c, c, 1, 8, 8, 8)  # half of it poison
        t.vec_dup(N, b, 1, 1, 8)

    assert not run(kernel(body), finite(), record=False).overflows


def test_a_scalar_that_is_not_finite() -> None:
    assert not run(kernel(lambda t, a, b: t.vec_adds(N, b, a, INF, 1, 8, 8)), finite()).overflows


def test_only_bytes_under_the_mask_are_looked_at() -> None:
    def body(t: Any, a: Any, b: Any) -> None:
        t.vec_dup(N, b, INF, 1, 8)
        t.vec_mul([0, 0b101], b, a, a, 1, 8, 8, 8)

    k = kernel(body)
    assert not run(k, finite(i1=1000)).overflows and run(k, finite(i0=1000)).overflows
    assert run(k, finite(i2=1000, i1=INF)).overflows.count == 1


def test_an_instruction_in_place() -> None:
    k = kernel(lambda t, a, b: (t.vec_adds(N, b, a, 0.0, 1, 8, 8), t.vec_mul(N, b, b, b, 1, 8, 8, 8)))
    assert run(k, finite(i7=1000)).overflows.count == 1
    assert not run(k, finite(i7=INF)).overflows


# ----------------------------------------------------------------------------------------------------- what it is for
def test_lanes_nobody_stores_do_not_count() -> None:
    k = kernel(square, stored=64)
    assert not run(k, finite(i64=1000)).overflows
    assert run(k, finite(i63=1000)).overflows.count == 1


def test_what_only_reaches_the_slack_does_not_count() -> None:
    k = kernel(square, stored=60)
    assert not run(k, finite(i60=1000)).overflows and run(k, finite(i59=1000)).overflows


@pytest.mark.parametrize("record", [False, True])
def test_an_overflow_that_is_hidden_later_counts(record: bool) -> None:
    """1 / inf is 0: the result is finite, and the chip's is another. Overwritten inf does not count."""

    def hidden(t: Any, a: Any, b: Any) -> None:
        square(t, a, b)
        t.vec_rec(N, b, b, 1, 8, 8)

    def overwritten(t: Any, a: Any, b: Any) -> None:
        square(t, a, b)
        t.vec_dup(N, b, 2, 1, 8)

    assert run(kernel(hidden), finite(i7=1000), record=record).overflows.count == 1
    assert not run(kernel(overwritten), finite(i7=1000), record=record).overflows


def test_every_instruction_of_a_loop_on_every_core() -> None:
    t = tik.Tik(chip="Ascend910A")
    x, y = (t.Tensor("float16", (4 * N,), tik.scope_gm, name) for name in ("x", "y"))
    with t.for_range(0, 4, block_num=4) as core:
        ub = t.Tensor("float16", (N,), tik.scope_ubuf, "ub")
        t.data_move(ub, x[core * N], 0, 1, 8, 0, 0)
        with t.for_range(0, 3):
            t.vec_adds(N, ub, ub, 1.0, 1, 8, 8)
        t.vec_mul(N, ub, ub, ub, 1, 8, 8, 8)
        t.data_move(y[core * N], ub, 0, 1, 8, 0, 0)
    t.BuildCCE("k", [x], [y])
    values = np.ones(4 * N, np.float16)
    values[[N, 3 * N]] = 1000
    first, second = (t.kernel.run([values]) for _ in range(2))
    assert first.overflows.count == 2 and [s.count for s in first.overflows.sites] == [2]
    assert first.overflows.to_dict() == second.overflows.to_dict()
    assert first.outputs[0].tobytes() == second.outputs[0].tobytes()


def test_operators_with_rows_left_over() -> None:
    """Tiles compute on rows behind the last one, where anything may lie."""
    x = np.random.default_rng(0).standard_normal((1024, 1024)).astype(np.float32)
    with tik.chip("Ascend910A"), tik.runtime.profile() as seen:
        opsnn.softmax(x)
        x[77] = 3e38
        x[77, 0] = -3e38
        opsnn.softmax(x)  # x - max overflows to -inf, of which exp is 0
    quiet, loud = seen.kernels
    assert not quiet.overflows and loud.overflows.count >= 1 and loud.overflows.sites[0].instr.op.mnemonic == "vsub"


# ------------------------------------------------------------------------------------------------------------- complete
def test_what_does_not_compute_only_picks_or_moves() -> None:
    """Of the instructions with a float result."""
    quiet = set()
    for op in instructions():
        assert op.computes in ("", "always", "narrower", "adding")
        result = next((f for f in op.fields if isinstance(f, Out) or (isinstance(f, Mem) and f.writes)), None)
        floats = {c for name in ("Ascend910A", "Ascend310P3") for c in op.supported(load_chip(name))}
        if op.computes == "" and result is not None and any(c[result.type].is_float for c in floats):
            quiet.add((op.family, op.mnemonic))
    moving = ("move", "gather", "transpose", "proposals", "sort", "cube", "compaction", "scalar")
    assert not {m for f, m in quiet if f not in moving} - {
        "vmax", "vmin", "vmaxs", "vmins", "vabs", "vrelu", "vector_dup", "vbcb", "vcopy", "vsel", "vsel_tensor", "vsel_scalar",
        "vcmax", "vcmin", "vcmax_count", "vcmin_count", "vcgmax", "vcgmin", "set_rpn_offset", "vconv_high",
    }  # fmt: skip
    assert {m for f, m in quiet if f == "scalar"} <= {"smov", "smin", "smax", "sload", "sstore"}
    assert not any(m.startswith(("mmad", "fix", "mov_l0c", "col2img")) for _, m in quiet)
