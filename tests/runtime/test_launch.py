"""The only way anything runs."""

import threading
from typing import Any

import numpy as np
import pytest

from tests.runtime.kernels import COPY, executable
from tik.runtime import DeviceTensor, Executable, Report, empty, launch, observe, poison, upload
from tik.runtime.launch import observers, recording
from tik.types.dtypes import f32, i32, i64
from tik.types.errors import TikError

X = np.arange(64, dtype=np.float32)


def tensors(out: int = 64, **more: DeviceTensor) -> dict[str, DeviceTensor]:
    return {"x": upload(X, f32), "y": poison(empty((out,), f32)), **more}


def test_it_computes_and_reports() -> None:
    given = tensors()
    report = launch(executable(), given)
    assert given["y"].numpy().tolist() == X.tolist()
    assert (report.name, report.chip.name, report.blocks, report.recorded) == ("copy", "Ascend910B1", 1, False)
    assert report.bytes == {"read": 256, "written": 256}


@pytest.mark.parametrize(
    "change, message",
    [
        ({"x": None}, "copy: argument x is missing"),
        ({"x": empty((63,), f32)}, "copy: x has 252 bytes, the kernel was built for 256"),
        ({"z": empty((64,), f32)}, "copy has no argument z; it has x, y"),
    ],
)
def test_arguments_that_do_not_fit(change: dict[str, DeviceTensor | None], message: str) -> None:
    given = {name: tensor for name, tensor in {**tensors(), **change}.items() if tensor is not None}
    with pytest.raises(TikError) as caught:
        launch(executable(), given)
    assert (caught.value.code, caught.value.message) == ("TIK-SHAPE02", message)


def test_a_larger_array_than_needed_is_written_in_part() -> None:
    given = tensors(out=80)
    launch(executable(), given)
    assert given["y"].numpy()[:64].tolist() == X.tolist() and np.isnan(given["y"].numpy()[64:]).all()


def test_a_parameter_of_a_dynamic_kernel_may_end_within_its_last_block() -> None:
    kernel = executable(COPY.replace("arg y", "arg table gm flowtable i64 bytes=32\narg y"))
    table = upload(np.zeros(4, np.int64), i64)
    launch(kernel, {**tensors(), "x": upload(X[:57], f32), "table": table})
    with pytest.raises(TikError, match="x has 224 bytes, the kernel was built for 256"):
        launch(kernel, {**tensors(), "x": upload(X[:56], f32), "table": table})
    with pytest.raises(TikError, match="y has 228 bytes, the kernel was built for 256"):
        launch(kernel, {**tensors(out=57), "table": table})


def scalar_kernel() -> Executable:
    return executable(COPY.replace("arg y", "arg n scalar input i32 reg=r2\narg y"), blocks="r2")


def test_scalars() -> None:
    assert launch(scalar_kernel(), tensors(), {"n": 3}).blocks == 3
    with pytest.raises(TikError, match="copy: scalar argument n is missing"):
        launch(scalar_kernel(), tensors())
    with pytest.raises(TikError, match="copy has no argument m; it has x, n, y"):
        launch(scalar_kernel(), tensors(), {"n": 1, "m": 1})


@pytest.mark.parametrize("blocks", [0, -1])
def test_a_launch_has_blocks(blocks: int) -> None:
    with pytest.raises(TikError, match=f"copy is launched on {blocks} blocks"):
        launch(scalar_kernel(), tensors(), {"n": blocks})


def test_zero_flag() -> None:
    given = tensors()
    launch(executable(burst=2, more=" zero"), given)
    assert given["y"].numpy().tolist() == [*range(16), *[0] * 48]
    assert (given["y"].data[256:] == 0xFF).all()  # the slack is not the array
    given = tensors()
    launch(executable(burst=2), given)
    assert np.isnan(given["y"].numpy()[16:]).all()


def test_a_workspace_may_be_left_out() -> None:
    """It starts as 0xFF bytes on every launch, or zero."""
    text = COPY.replace("x gm {role} f32 bytes=256", "x gm workspace f32 bytes=256{what}")
    y = poison(empty((64,), i32))
    launch(executable(text, what=""), {"y": y})
    assert (y.numpy() == -1).all()
    launch(executable(text, what=" zero"), {"y": y})
    assert (y.numpy() == 0).all()
    given = tensors()
    launch(executable(text, what=""), given)
    assert given["y"].numpy().tolist() == X.tolist()


def test_the_caller_decides_what_an_output_holds_before() -> None:
    """The sanitizer believes it only of outputs that are ``given``."""
    text = COPY.replace("x[0x0]", "y[0x0]")
    given = tensors()
    assert [h.code for h in launch(executable(text), given, record=True).errors] == ["TIK-UNINIT01"]
    assert launch(executable(text), given, record=True, given=["y"]).hazards == []


def test_same_cycles_every_time() -> None:
    """Each launch starts with a cold L2, whatever ran before."""
    kernel = executable(blocks=8)
    first = launch(kernel, tensors()).cycles
    launch(executable(burst=1), tensors())
    assert [launch(kernel, tensors()).cycles for _ in range(3)] == [first] * 3
    assert launch(executable(blocks=8), tensors()).cycles == first


def test_observers_see_every_launch_in_their_context() -> None:
    seen: list[str] = []
    with observe(lambda r: seen.append(f"outer {r.name}")):
        launch(executable(), tensors())
        with observe(lambda r: seen.append("inner")):
            launch(executable(), tensors())
        launch(executable(), tensors())
    launch(executable(), tensors())
    assert seen == ["outer copy", "outer copy", "inner", "outer copy"] and observers() == ()


def test_observers_are_gone_after_an_error() -> None:
    with pytest.raises(TikError), observe(lambda report: None):
        launch(executable(), {})
    assert observers() == ()


def test_other_threads_are_not_observed() -> None:
    mine: list[Report] = []
    theirs: list[Any] = []

    def work() -> None:
        theirs.append(observers())
        launch(executable(), tensors())

    with observe(mine.append):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert mine == [] and theirs == [()]


def test_recording_can_be_asked_for_from_outside() -> None:
    token = recording.set(True)
    try:
        assert launch(executable(), tensors()).recorded
    finally:
        recording.reset(token)
    assert not launch(executable(), tensors()).recorded


def test_what_is_printed_is_in_the_report_and_goes_to_the_printer() -> None:
    text = COPY.replace("  set_flag", "  print.f32 t[0x0], cols=3, pitch=8\n  set_flag")
    shown: list[list[float]] = []
    report = launch(executable(text), tensors(), printer=lambda p: shown.append(p.values.ravel().tolist()))
    assert shown == [[0, 1, 2]] and [p.values.ravel().tolist() for p in report.printed] == shown


def test_a_run_time_mistake_leaves_the_inputs() -> None:
    kernel = executable(
        COPY.replace("burst=8", "burst=7")
        .replace("t[0x0], x[0x0]", "t[0x20 + r2], x[0x0]")
        .replace("arg y", "arg n scalar input i32 reg=r2\narg y")
    )
    given = tensors()
    with pytest.raises(TikError) as caught:
        launch(kernel, given, {"n": 32})
    assert caught.value.code == "TIK-BOUNDS01" and given["x"].numpy().tolist() == X.tolist()
