"""tik.run_stream: streams loaded, parsed or changed, on host arrays."""

import numpy as np
import pytest

import tik
from tests.runtime.kernels import COPY, executable
from tik.stream import parse

X = np.arange(64, dtype=np.float32)
COPIED = executable().stream
SCALED = COPY.replace("arg y", "arg n scalar input i32 reg=r2\narg y")


def test_inputs_in_order_or_by_name() -> None:
    for inputs in ([X], (X,), {"x": X}, [X.tolist()]):
        inputs = [np.asarray(inputs[0], np.float32)] if isinstance(inputs, list) else inputs
        report = tik.run_stream(COPIED, inputs)
        assert report.outputs["y"].tolist() == X.tolist() and report.ok and report.recorded
    assert not tik.run_stream(COPIED, [X], record=False).recorded


def test_shapes_of_outputs() -> None:
    assert tik.run_stream(COPIED, [X.reshape(8, 8)]).outputs[0].shape == (64,)
    assert np.array_equal(tik.run_stream(COPIED, [X], shapes={"y": (4, 16)}).outputs[0], X.reshape(4, 16))


def test_scalars_stand_among_the_inputs() -> None:
    stream = executable(SCALED, blocks="r2").stream
    assert tik.run_stream(stream, [X, 3]).blocks == 3 and tik.run_stream(stream, {"n": 2, "x": X}).blocks == 2


def test_first_contents_of_an_output() -> None:
    stream = executable(burst=2).stream
    old = np.full(64, 7, np.float32)
    report = tik.run_stream(stream, [X], initial={"y": old})
    assert report.outputs["y"].tolist() == [*range(16), *[7] * 48] and report.hazards == []
    assert old[0] == 7
    report = tik.run_stream(stream, [X])
    assert np.isnan(report.outputs["y"][16:]).all() and [h.severity for h in report.hazards] == ["note"]


def test_inouts_are_inputs_and_outputs() -> None:
    stream = executable(COPY.replace("y gm output", "y gm inout"), burst=2).stream
    report = tik.run_stream(stream, [X, X + 100])
    assert report.outputs["y"].tolist() == [*range(16), *range(116, 164)]


@pytest.mark.parametrize(
    "inputs, message",
    [
        ([], "copy takes 1 inputs (x), 0 given"),
        ([X, X], "copy takes 1 inputs (x), 2 given"),
        ({}, "copy: argument x is missing"),
        ({"x": X, "z": X}, "copy has no argument z; it has x, y"),
        ([X[:60]], "copy: x has 240 bytes, the kernel was built for 256"),
    ],
)
def test_inputs_that_do_not_fit(inputs: object, message: str) -> None:
    with pytest.raises(tik.TikError) as caught:
        tik.run_stream(COPIED, inputs)  # type: ignore[arg-type]
    assert (caught.value.code, caught.value.message) == ("TIK-SHAPE02", message)


def test_names_that_do_not_exist() -> None:
    for options in ({"shapes": {"z": (64,)}}, {"initial": {"z": X}}):
        with pytest.raises(tik.TikError, match="copy has no argument z"):
            tik.run_stream(COPIED, [X], **options)


def test_another_dtype() -> None:
    with pytest.raises(tik.TikError, match="copy: x is i32, the kernel was built for f32"):
        tik.run_stream(COPIED, [X.astype(np.int32)])


def test_a_chip_of_the_same_kind_can_be_chosen() -> None:
    stream = executable(chip="Ascend910A", kind="unified").stream
    assert tik.run_stream(stream, [X]).chip.name == "Ascend910A"  # whatever the current chip is
    assert tik.run_stream(stream, [X], chip="Ascend310P3").chip.name == "Ascend310P3"


def test_a_stream_changed_by_hand_is_checked_first() -> None:
    from dataclasses import replace

    wrong = replace(COPIED, buffers=(replace(COPIED.buffers[0], nbytes=10**9),))
    with pytest.raises(tik.TikError) as caught:
        tik.run_stream(wrong, [X])
    assert caught.value.code.startswith("TIK-MEM")


def test_a_kernels_own_stream() -> None:
    @tik.kernel
    def double(k, x, y):  # type: ignore[no-untyped-def]
        for i in k.split(x.shape[0]):
            k.store(y[i], k.load(x[i]) * 2.0)

    report = tik.run_stream(parse(double.asm(X, np.empty_like(X))), [X])
    assert report.outputs["y"].tolist() == (X * 2).tolist() and report.ok
    assert report.cycles == double.run(X, np.empty_like(X)).cycles


def test_names_that_a_stream_spells_otherwise() -> None:
    t = tik.Tik()
    a = t.Tensor("float32", (8, 8), name="a-in", scope=tik.scope_gm)
    b = t.Tensor("float32", (8, 8), name="2nd", scope=tik.scope_gm)
    ub = t.Tensor("float32", (64,), name="ub", scope=tik.scope_ubuf)
    t.data_move(ub, a, 0, 1, 8, 0, 0)
    t.data_move(b, ub, 0, 1, 8, 0, 0)
    t.BuildCCE(kernel_name="k", inputs=[a], outputs=[b])
    for inputs in ([X.reshape(8, 8)], {"a-in": X.reshape(8, 8)}, {"a_in": X}):
        assert np.array_equal(t.kernel.run(inputs).outputs[0], X.reshape(8, 8))
