"""Scalar arrays: registers reached by an index of the running kernel."""

from __future__ import annotations

import numpy as np
import pytest

import tik
from tik.dsl import Builder
from tik.types.errors import TikError


def ran(chip: str, fill: object, dtype: str = "int32") -> np.ndarray:
    """What ``fill(t, out)`` writes into the 16 elements of ``out``."""
    t = tik.Tik(chip=chip)
    y = t.Tensor(dtype, (16,), tik.scope_gm, "y")
    out = t.Tensor(dtype, (16,), tik.scope_ubuf, "out")
    t.vec_dup(16, out, 0, 1, 8)
    fill(t, out)  # type: ignore[operator]
    t.data_move(y, out, 0, 1, 16 * (2 if dtype == "float16" else 4) // 32, 0, 0)
    t.BuildCCE("arrays", [], [y])
    report = t.kernel.run([]).raise_if_bad()
    assert not report.hazards
    return report.outputs[0]


@pytest.mark.parametrize("chip", ["Ascend910A", "Ascend310P3", "Ascend910B1"])
def test_an_index_may_be_known_only_at_run_time(chip: str) -> None:
    def fill(t: tik.Tik, out: tik.Tensor) -> None:
        a = t.ScalarArray("int64", 8, "a")
        k = t.Scalar("int32", init_value=3)
        with t.for_range(0, 8) as i:
            a[i].set_as(i * i)
        a[k].set_as(a[k + 1] + a[2] * 100)
        k.set_as(5)
        with t.for_range(0, 8) as i:
            out[i].set_as(a[i])
        with t.if_scope(a[k] == 25):
            out[8].set_as(a[-1])
        out[9].set_as(k + a[k])

    assert ran(chip, fill).tolist()[:10] == [0, 1, 4, 416, 16, 25, 36, 49, 49, 30]


def test_lists_set_all_registers_and_arrays_live_side_by_side() -> None:
    def fill(t: tik.Tik, out: tik.Tensor) -> None:
        s = t.Scalar("float32", init_value=0.5)
        a = t.ScalarArray("float32", 3, "a", [1, s, 2.5])
        b = t.ScalarArray("float32", 3, "b", 7)
        a.set_as([a[2], 4.0, s * 4])
        b[1] = a[0]
        for i in range(3):
            out[i].set_as(a[i])
            out[4 + i].set_as(b[i])
        s.set_as(a[2])
        t.scalar_max(s, s, b[0])
        out[8].set_as(s)

    assert ran("Ascend910A", fill, "float32").tolist()[:9] == [2.5, 4, 2, 0, 7, 2.5, 7, 0, 7]


def test_what_nobody_set_is_reported() -> None:
    def fill(t: tik.Tik, out: tik.Tensor) -> None:
        a = t.ScalarArray("int32", 4, "a")
        out[0].set_as(a[2])

    with pytest.raises((TikError, AssertionError)):
        ran("Ascend910A", fill)


def test_an_index_beyond_the_array_is_found_when_it_runs() -> None:
    def fill(t: tik.Tik, out: tik.Tensor) -> None:
        a = t.ScalarArray("int32", 4, "a", 0)
        with t.for_range(0, 9) as i:
            a[i].set_as(1)

    with pytest.raises(TikError, match=r"sstore: dst writes bytes 16\.\.20 of a, which has 16 bytes"):
        ran("Ascend910A", fill)


def test_registers_end_with_their_scope(t: Builder) -> None:
    with t.new_stmt_scope():
        a = t.ScalarArray("int32", 4, "a", 1)
    a[0].set_as(1)
    assert {e.code for e in t.errors} == {"TIK-MEM02"}


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        (lambda t: t.ScalarArray("int32", 0), "the length of reg_buf is 0, possible are 1..256"),
        (lambda t: t.ScalarArray("int32", 4, "a")[4], "index 4 of a, which has 4 registers"),
        (lambda t: t.ScalarArray("int32", 4, "a")[-5].set_as(1), "index -5 of a"),
        (lambda t: t.ScalarArray("int32", 4, "a").set_as([1, 2]), "a has 4 registers; set_as takes a list of as many"),
        (lambda t: t.ScalarArray("int32", 4, "a").set_as(1), "a has 4 registers"),
        (lambda t: t.ScalarArray("bfloat16", 4, "a"), "the scalar pipe does not handle bf16"),
    ],
)
def test_wrong_use(t: Builder, wrong: object, text: str) -> None:
    wrong(t)  # type: ignore[operator]
    assert text in t.errors[0].message


def test_refusals(t: Builder) -> None:
    with pytest.raises(TikError, match="gives one register at a time"):
        t.ScalarArray("int32", 4, "a")[0:2]
    with pytest.raises(TikError, match="TensorAddrList, an array of GM addresses") as caught:
        t.TensorAddrList(4, "global", "list")
    assert caught.value.code == "TIK-CHIP01"


def test_it_is_walked_and_shown(t: Builder) -> None:
    a = t.ScalarArray("uint32", 3, "a")
    assert len(a) == 3 == len(list(a)) and a.dtype == "uint32" and repr(a) == "ScalarArray a uint32[3]"
