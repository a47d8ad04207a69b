"""Running a target once."""

import numpy as np
import pytest

from tik.chips import load_chip
from tik.cli.execute import Request, execute, streams_of
from tik.cli.failures import UsageError
from tik.cli.target import Target, resolve
from tik.types.dtypes import f16, f32

CHIP = load_chip("Ascend910B1")


def test_the_last_shape_and_dtype_hold_for_the_rest() -> None:
    request = Request.read("910A", ["2x3", "4"], "f16,f32", 1, None)
    assert [request.shape(i) for i in range(3)] == [(2, 3), (4,), (4,)]
    assert [request.dtype(i, f32) for i in range(3)] == [f16, f32, f32]
    assert request.chosen and request.chip.name == "Ascend910A" and not Request.read(None, None, None, 0, None).chosen
    assert Request(CHIP).dtype(0, f16) is f16


def test_reports_are_recorded_only_for_checks() -> None:
    target, request = resolve("opsnn.relu"), Request(CHIP, ((4, 32),))
    for check in (False, True):
        done = execute(target, request, check=check)
        assert [report.recorded for report in done.reports] == [check]
        np.testing.assert_array_equal(done.outputs["out"], np.maximum(done.inputs["x"], 0))


def test_a_stream_runs_on_its_own_chip() -> None:
    (stream,) = streams_of(resolve("opsnn.relu"), Request(load_chip("Ascend910A"), ((40,),), (f32,)))
    target = Target("relu.tikasm", stream)
    done = execute(target, Request(CHIP, seed=5))
    assert done.chip == "Ascend910A" and done.reports[0].chip.name == "Ascend910A"
    (x,), (y,) = done.inputs.values(), done.outputs.values()
    np.testing.assert_array_equal(y, np.maximum(x, 0))
    with pytest.raises(UsageError, match=r"relu\.tikasm was built for Ascend910A, not for Ascend910B1"):
        execute(target, Request(CHIP, chosen=True))
