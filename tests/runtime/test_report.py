"""What one run tells."""

import json

import numpy as np
import pytest

from tests.runtime.kernels import COPY, executable
from tik.runtime import Outputs, Report, empty, launch, poison, upload
from tik.types.dtypes import f32
from tik.types.errors import TikError


def copy(text: str = COPY, record: bool = True, **parts: object) -> Report:
    x = np.arange(64, dtype=np.float32)
    return launch(executable(text, **parts), {"x": upload(x, f32), "y": poison(empty((64,), f32))}, record=record)


def test_outputs_by_position_and_name() -> None:
    a, b = np.zeros(2, np.float32), np.ones((3, 1), np.int32)
    outputs = Outputs({"y": a, "z": b})
    assert outputs[0] is outputs["y"] is a and outputs[-1] is b and list(outputs) == [a, b] and len(outputs) == 2
    first, second = outputs
    assert first is a and second is b and list(outputs.keys()) == ["y", "z"]
    assert repr(outputs) == "Outputs(y: float32 [2], z: int32 [3, 1])"
    with pytest.raises(KeyError):
        outputs["x"]


def test_figures_belong_together() -> None:
    report = copy()
    assert report.cycles > 0 and report.time_us == pytest.approx(report.cycles / 1850, rel=0.01)  # 1.85 GHz
    assert report.launch_us > report.time_us and report.bound_by == "launch" and str(report.bound).startswith("launch: ")
    assert set(report.pipes) == {"S", "MTE2", "MTE3"}
    assert all(0 <= pipe["share"] <= 1 and pipe["busy_cycles"] <= report.cycles for pipe in report.pipes.values())
    assert report.pipes["MTE3"]["waits_for"] == "flag from MTE2"
    assert report.kind == "vector" and copy(chip="Ascend910A", kind="unified").kind == "unified"


def test_a_clean_run_is_ok() -> None:
    report = copy()
    assert report.ok and report.hazards == [] and report.raise_if_bad() is report


def test_a_race_is_not_ok() -> None:
    report = copy(COPY.replace("  wait_flag src_pipe=MTE2, dst_pipe=MTE3, id=0\n", ""))
    assert not report.ok and {h.code for h in report.errors} == {"TIK-SYNC01", "TIK-SYNC05"}
    with pytest.raises(TikError) as caught:
        report.raise_if_bad()
    assert caught.value.code == report.errors[0].code and caught.value.hint == report.errors[0].hint


def test_notes_are_ok() -> None:
    report = copy(burst=6)
    assert [(h.code, h.severity) for h in report.hazards] == [("TIK-UNINIT01", "note")]
    assert report.ok and report.errors == [] and report.raise_if_bad() is report


def test_plain_data() -> None:
    data = json.loads(json.dumps(copy(burst=6).to_dict()))
    assert (data["name"], data["chip"], data["blocks"], data["ok"]) == ("copy", "Ascend910B1", 1, True)
    assert data["bytes"] == {"read": 256, "written": 192} and [h["code"] for h in data["hazards"]] == ["TIK-UNINIT01"]
    assert "hazards" not in copy(record=False).to_dict()


def test_a_deadlock_has_no_cycles() -> None:
    report = copy(COPY.replace("  set_flag src_pipe=MTE2, dst_pipe=MTE3, id=0\n", ""))
    assert [h.code for h in report.errors][:1] == ["TIK-SYNC04"]
    with pytest.raises(TikError, match="copy: deadlock, no pipe can go on") as caught:
        _ = report.cycles
    assert caught.value.code == "TIK-SYNC04"


def test_html_is_escaped() -> None:
    report = copy(COPY.replace("kernel copy", 'kernel "a<b>"'))
    assert report._repr_html_().startswith("<pre>a&lt;b&gt; on Ascend910B1")


def test_repr() -> None:
    report = copy()
    assert repr(report) == f"Report(copy on Ascend910B1: {report.cycles} cycles, {report.time_us:.2f} us, launch-bound)"
