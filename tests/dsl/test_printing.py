"""printf: what it prints while the kernel runs, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import tik
from tik.dsl import Builder
from tik.dsl.printing import rendered


def printed(capsys: pytest.CaptureFixture[str], body: Callable[[tik.Tik, tik.Tensor], None], chip: str = "Ascend910A") -> str:
    """What the body prints on a tensor of 0 … 63."""
    t = tik.Tik(chip=chip)
    x, y = (t.Tensor("float32", (64,), tik.scope_gm, name) for name in "xy")
    u = t.Tensor("float32", (64,), tik.scope_ubuf, "u")
    t.data_move(u, x, 0, 1, 8, 0, 0)
    body(t, u)
    t.data_move(y, u, 0, 1, 8, 0, 0)
    t.BuildCCE("prints", [x], [y])
    report = t.kernel.run([np.arange(64, dtype=np.float32)])
    assert not report.hazards
    return capsys.readouterr().out


@pytest.mark.parametrize("chip", ["Ascend910A", "Ascend910B1"])
def test_numbers_scalars_and_expressions(capsys: pytest.CaptureFixture[str], chip: str) -> None:
    def body(t: tik.Tik, u: tik.Tensor) -> None:
        s, f = t.Scalar("int32", init_value=-3), t.Scalar("float32", init_value=2.5)
        with t.for_range(0, 2) as i:
            t.printf("%d of %s: %5d|%-4d|%x %% %.2f %e %g %s\n", i, "two", s, i + 1, 255, u[3], 0.5, f * u[1], s * 2)
        f = t.Scalar("float16", init_value=0.1)
        t.printf("%s %u %ld %c\n", f, t.Scalar("uint64", init_value=2**64 - 1), 7, 65)

    assert printed(capsys, body, chip) == (
        "0 of two:    -3|1   |ff % 3.00 5.000000e-01 2.5 -6\n"
        "1 of two:    -3|2   |ff % 3.00 5.000000e-01 2.5 -6\n"
        "0.1 18446744073709551615 7 A\n"
    )


def test_tensors_show_every_element(capsys: pytest.CaptureFixture[str]) -> None:
    def body(t: tik.Tik, u: tik.Tensor) -> None:
        m = u.reshape((8, 8))
        t.printf("row %.1f, part\n%d\n", u[0:3], m[1:3, 2:4])

    assert printed(capsys, body) == "row [0.0 1.0 2.0], part\n[10 11]\n[18 19]\n"


def test_every_core_prints(capsys: pytest.CaptureFixture[str]) -> None:
    t = tik.Tik(chip="Ascend910A")
    y = t.Tensor("float32", (16,), tik.scope_gm, "y")
    u = t.Tensor("float32", (8,), tik.scope_ubuf, "u")
    with t.for_range(0, 2, block_num=2) as b:
        t.vec_dup(8, u, 1.0, 1, 8)
        t.printf("core %d\n", b)
        t.data_move(y[8 * b], u, 0, 1, 1, 0, 0)
    t.BuildCCE("cores", [], [y])
    assert not t.kernel.run([]).hazards
    assert capsys.readouterr().out == "core 0\ncore 1\n"


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda t, u: t.printf("%d"), "the format of printf has 1 conversions, 0 arguments are given"),
        (lambda t, u: t.printf("%d", 1, 2), "has 1 conversions, 2 arguments"),
        (lambda t, u: t.printf("%q", 1), "printf does not know the conversion '%q'"),
        (lambda t, u: t.printf("%d", "x"), "printf cannot show the text 'x' as %d"),
        (lambda t, u: t.printf(3), "the format of printf is 3"),
        (lambda t, u: t.printf("%d", [1]), r"[1] (list) is not a number"),
        (lambda t, u: t.printf("%d", t.Tensor("float32", (2**30,), "GM", "g")), "too large to print"),
        (lambda t, u: t.printf("%d", u.reshape((2, 4, 8))[0:2, 0:2, 0:2]), "gaps on two levels"),
    ],
)
def test_wrong_use(t: Builder, call: Callable[..., None], text: str) -> None:
    call(t, t.Tensor("float32", (64,), "UB", "u"))
    assert text in t.errors[0].message


def test_parameters_are_accepted_with_a_word(t: Builder, caplog: pytest.LogCaptureFixture) -> None:
    t.set_printf_params(10)
    assert "printf prints from every core" in caplog.text


def test_what_has_no_integer_is_shown_as_0() -> None:
    assert rendered("%d|", np.array([np.nan], np.float32)) == "0|"
    assert rendered("100%%", np.array([1])) == "100%"
