"""fixpipe against numpy, and what it refuses (tik_api §13)."""

from typing import Any

import numpy as np
import pytest

import tik
from tik.dsl import Builder
from tik.dsl.fixpipe import Call, _parts
from tik.ir import Instr, walk

F16 = {"mode": "fp322fp16", "mode_param": None}
UNIFIED = ["Ascend910A", "Ascend310P3"]


def through(chip: str, c: np.ndarray, rows: int, dst: str, more: dict[str, Any], gaps: tuple[int, int] = (0, 0)) -> np.ndarray:
    """What fixpipe leaves in GM of [groups][rows rounded up to 16][16] results, moved into L0C through UB."""
    groups, high, _ = c.shape
    operands = {"bias", "element-wise-add"}
    with tik.chip(chip):
        t = tik.Tik()
        kind = np.dtype(c.dtype).name
        given = t.Tensor(kind, c.shape, tik.scope_gm, "given")
        pitch = rows * 16 + gaps[0] * 32 // np.dtype(dst).itemsize
        out = t.Tensor(dst, (groups * pitch,), tik.scope_gm, "out", is_atomic_add=True)
        extend, feeds, inputs = dict(more), [c], [given]
        for key in operands & set(more):
            array = more[key]
            source = t.Tensor(array.dtype.name, array.shape, tik.scope_gm, key.replace("-", "_"))
            held = t.Tensor(array.dtype.name, array.shape, tik.scope_cbuf, "l1")
            t.data_move(held, source, 0, 1, array.nbytes // 32, 0, 0)
            extend[key] = held
            feeds.append(array)
            inputs.append(source)
        scale = more.get("quantize_params", {}).get("mode_param")
        if isinstance(scale, np.ndarray):
            source = t.Tensor("float16", scale.shape, tik.scope_gm, "scale")
            held = t.Tensor("float16", scale.shape, tik.scope_cbuf, "l1")
            t.data_move(held, source, 0, 1, scale.nbytes // 32, 0, 0)
            extend["quantize_params"] = {"mode": more["quantize_params"]["mode"], "mode_param": held}
            feeds.append(scale)
            inputs.append(source)
        fractals = high // 16
        l0c = t.Tensor(kind, (groups * (fractals + gaps[1]) * 256,), tik.scope_cc, "l0c")
        with t.new_stmt_scope():
            ub = t.Tensor(kind, c.shape, tik.scope_ubuf, "ub")
            t.data_move(ub, given, 0, 1, c.nbytes // 32, 0, 0)
            t.data_move(l0c, ub, 0, groups, fractals, 0, gaps[1])
        t.fixpipe(out, l0c, groups, rows * 16 * c.dtype.itemsize // 32, *gaps, extend)
        t.BuildCCE("k", inputs, [out])
        report = t.kernel.run(feeds)
    assert [h for h in report.hazards if h.severity == "error"] == []
    got: np.ndarray = report.outputs[0].reshape(groups, pitch)
    assert not got[:, rows * 16 :].any()  # the gaps were left alone
    return got[:, : rows * 16].reshape(groups, rows, 16)


def results(kind: str, groups: int, rows: int) -> np.ndarray:
    rng = np.random.default_rng(groups * 100 + rows)
    high = -(-rows // 16) * 16
    if kind == "int32":
        return rng.integers(-(2**20), 2**20, (groups, high, 16)).astype(np.int32)
    return (rng.standard_normal((groups, high, 16)) * 10).astype(kind)


@pytest.mark.parametrize("chip", UNIFIED)
@pytest.mark.parametrize(("kind", "dst"), [("float32", "float32"), ("float32", "float16"), ("int32", "int32")])
def test_copies_and_conversions(chip: str, kind: str, dst: str) -> None:
    c = results(kind, 3, 21)
    more: dict[str, Any] = {"quantize_params": F16} if dst == "float16" else {}
    assert (through(chip, c, 21, dst, more, gaps=(2, 1)) == c[:, :21].astype(dst)).all()
    relu = through(chip, c, 21, dst, {**more, "relu": True})
    assert (relu == np.maximum(c[:, :21].astype(dst), 0)).all()


def test_groups_larger_than_what_goes_through_ub_at_a_time() -> None:
    c = results("float32", 2, 530)
    assert (through("Ascend910A", c, 530, "float32", {}, gaps=(1, 2)) == c[:, :530]).all()


@pytest.mark.parametrize("chip", UNIFIED)
def test_bias_then_conversion_then_addition_then_relu(chip: str) -> None:
    rng = np.random.default_rng(1)
    c, bias = results("float32", 5, 37), (rng.standard_normal(80) * 10).astype(np.float32)
    other = rng.standard_normal((5, 37, 16)).astype(np.float16)
    got = through(chip, c, 37, "float16", {"bias": bias, "quantize_params": F16, "element-wise-add": other, "relu": True})
    expected = np.maximum((c[:, :37] + bias.reshape(5, 1, 16)).astype(np.float16) + other, np.float16(0))
    assert (got == expected).all()
    plain = through(chip, c, 37, "float32", {"bias": bias, "relu": True})
    assert (plain == np.maximum(c[:, :37] + bias.reshape(5, 1, 16), 0)).all()


@pytest.mark.parametrize("chip", UNIFIED)
def test_integers_scaled_to_f16(chip: str) -> None:
    c = results("int32", 2, 16)
    bias = np.arange(32, dtype=np.int32) * 1000
    scale = np.float16(0.003)
    exact = (c * np.float64(scale)).astype(np.float16)  # rounded once
    quantize = {"mode": "int322fp16", "mode_param": 0.003}
    assert (through(chip, c, 16, "float16", {"quantize_params": quantize}) == exact).all()
    shifted = ((c + bias.reshape(2, 1, 16)) * np.float64(scale)).astype(np.float16)
    assert (through(chip, c, 16, "float16", {"quantize_params": quantize, "bias": bias}) == shifted).all()
    columns = (np.arange(1, 33) / 4096).astype(np.float16)
    got = through(chip, c, 16, "float16", {"quantize_params": {"mode": "int322fp16", "mode_param": columns}, "relu": True})
    products = c.astype(np.float32) * columns.astype(np.float32).reshape(2, 1, 16)
    assert (got == np.maximum(products.astype(np.float16), 0)).all()


def test_parts_cover_everything_once() -> None:
    t = Builder("Ascend910A")
    dst, src = t.Tensor("float32", (1,), "GM", "dst"), t.Tensor("float32", (1024,), "L0C", "src")
    for groups, rows in ((1, 1), (7, 30), (20, 256), (3, 257), (2, 1000)):
        seen = np.zeros((groups, rows), int)
        for first, count, top, height in _parts(Call(dst, src, groups, rows, 0, 0, False, None, None, None)):
            assert (count == 1 or height == rows) and count * -(-height // 16) * 1024 <= 16384
            seen[first : first + count, top : top + height] += 1
        assert (seen == 1).all()


def test_the_fix_pipe_does_it_in_one_instruction() -> None:
    t = Builder("Ascend910B1")
    dst, src = t.Tensor("float16", (2 * 20 * 16,), "GM", "dst"), t.Tensor("float32", (2 * 32 * 16,), "L0C", "src")
    t.fixpipe(dst, src, 2, 40, 0, 0, {"quantize_params": F16, "relu": True})
    assert not t.errors
    (stmt,) = (s for s in walk(t.body) if isinstance(s, Instr))
    assert stmt.op.mnemonic == "fix_l0c_gm_nz" and stmt.operands[2:] == (2, 20, 0, 0, "true", 0)


@pytest.mark.parametrize(
    ("chip", "arguments", "more", "message"),
    [
        ("Ascend910A", (2, 41, 0, 0), {}, "burst_len is 41: a row of 16 f32 is 2 blocks"),
        ("Ascend910A", (0, 40, 0, 0), {}, "cburst_num of fixpipe is 0, at least 1"),
        ("Ascend910A", (2, 40, 0, 0), {"quantise": 1}, "extend_params of fixpipe has no 'quantise'"),
        (
            "Ascend910A",
            (2, 40, 0, 0),
            {"quantize_params": {"mode": "fp322int8"}},
            "quantize mode 'fp322int8' of fixpipe is not in the kit",
        ),
        (
            "Ascend910A",
            (2, 40, 0, 0),
            {"quantize_params": F16},
            "quantize mode fp322fp16 of fixpipe makes f16 of f32, but src is f32 and dst f32",
        ),
        ("Ascend910A", (2, 40, 0, 0), {"bias": 3}, "bias of fixpipe is 3, not a tensor in L1"),
        ("Ascend910A", (5, 40, 0, 0), {}, "fixpipe reads past the end of src"),
        ("Ascend910A", (1, 80, 0, 0), {}, "fixpipe writes past the end of dst"),
        ("Ascend910A", (2, 40, 0), {}, "fixpipe misses src_stride"),
    ],
)
def test_what_is_refused(chip: str, arguments: tuple[Any, ...], more: dict[str, Any], message: str) -> None:
    t = Builder(chip)
    dst, src = t.Tensor("float32", (400,), "GM", "dst"), t.Tensor("float32", (1024,), "L0C", "src")
    if "past the end of src" in message:
        dst = t.Tensor("float32", (4000,), "GM", "dst")
    t.fixpipe(dst, src, *arguments, extend_params=more)
    (error,) = t.errors
    assert message in error.message


def test_what_the_fix_pipe_has_not() -> None:
    t = Builder("Ascend910B1")
    dst, src = t.Tensor("float32", (512,), "GM", "dst"), t.Tensor("float32", (1024,), "L0C", "src")
    bias = t.Tensor("float32", (32,), "L1", "bias")
    t.fixpipe(dst, src, 1, 40, 0, 0, {"bias": bias})
    (error,) = t.errors
    assert (error.code, error.message) == ("TIK-CHIP01", "fixpipe on Ascend910B1 has no bias")


def test_a_scale_for_each_column_needs_a_conversion() -> None:
    t = Builder("Ascend310")
    dst, src = t.Tensor("float16", (512,), "GM", "dst"), t.Tensor("int32", (1024,), "L0C", "src")
    scales = t.Tensor("float16", (32,), "L1", "scales")
    t.fixpipe(dst, src, 1, 40, 0, 0, {"quantize_params": {"mode": "int322fp16", "mode_param": scales}})
    (error,) = t.errors
    assert error.code == "TIK-CHIP01" and error.message.startswith("fixpipe on Ascend310 has no mode_param for each column")
