from __future__ import annotations

import numpy as np
import pytest

import tik
from tik.types.errors import TikError


def built(chip: str = "Ascend910B1") -> tik.Tik:
    """y = x + x of 64 f32."""
    t = tik.Tik(chip=chip)
    x = t.Tensor("float32", (64,), "global", "x")
    y = t.Tensor("float32", (64,), "global", "y")
    u = t.Tensor("float32", (64,), "local.UB", "u")
    t.data_move(u, x, 0, 1, 8, 0, 0)
    t.vec_add(64, u, u, u, 1, 8, 8, 8)
    t.data_move(y, u, 0, 1, 8, 0, 0)
    t.BuildCCE(kernel_name="twice", inputs=[x], outputs=[y])
    return t


X = np.arange(64, dtype=np.float32)


@pytest.mark.parametrize("chip", ["Ascend910B1", "Ascend910A", "Ascend310P3"])
def test_build_and_run(chip: str) -> None:
    kernel = built(chip).kernel
    assert (kernel.name, kernel.inputs, kernel.chip.name) == ("twice", ("x",), chip)
    for given in ([X], {"x": X}):
        report = kernel.run(given).raise_if_bad()
        np.testing.assert_array_equal(report.outputs[0], 2 * X)
        np.testing.assert_array_equal(report.outputs["y"], 2 * X)
    assert repr(kernel) == f"<tik kernel twice(x) for {chip}>"
    assert "kernel twice" in kernel.asm()


def test_the_debugger_runs_it() -> None:
    np.testing.assert_array_equal(built().tikdb.start_debug({"x": X}, interactive=False)[0], 2 * X)


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ([], r"twice takes 1 inputs \(x\), 0 given"),
        ([X, X], "2 given"),
        ({"x": X, "z": X}, "twice has no argument z"),
        ({}, "argument x is missing"),
        ([X.astype(np.float16)], "x is f16, the kernel was built for f32"),
    ],
)
def test_wrong_inputs(given: object, text: str) -> None:
    with pytest.raises(TikError, match=text):
        built().kernel.run(given)  # type: ignore[arg-type]


def test_the_kernel_is_there_after_building() -> None:
    with pytest.raises(TikError, match="the kernel is not built yet") as caught:
        tik.Tik(chip="Ascend910B1").kernel  # noqa: B018
    assert caught.value.code == "TIK-SYNTAX03"


def test_the_current_chip_is_taken() -> None:
    with tik.chip("Ascend310P3"):
        assert tik.Tik().chip.name == "Ascend310P3"


def test_a_chip_name_as_first_argument_is_refused() -> None:
    with pytest.raises(tik.TikError, match="is a Dprofile, not 'Ascend910A'") as caught:
        tik.Tik("Ascend910A")
    assert "tik.Tik(chip='Ascend910A')" in str(caught.value)
