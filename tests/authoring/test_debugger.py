"""tikdb, StartProfiling: what public kernels call in their ``__main__``."""

from __future__ import annotations

import logging

import numpy as np
import pytest

import tik

X = np.arange(64, dtype=np.float32)


def built(*, start: float | None = None) -> tik.Tik:
    """y = x + 1 and z = x + 2 of 64 f32; prints on the way."""
    t = tik.Tik(chip="Ascend910A")
    x, y, z = (t.Tensor("float32", (64,), tik.scope_gm, name) for name in "xyz")
    u = t.Tensor("float32", (64,), tik.scope_ubuf, "u")
    step = t.Scalar("int32", init_value=1)  # noqa: F841 - debug_print names it
    t.data_move(u, x, 0, 1, 8, 0, 0)
    t.vec_adds(64, u, u, 1.0, 1, 8, 8)
    t.tikdb.debug_print("u[2]")
    t.tikdb.debug_print("step + 4")
    t.data_move(y, u, 0, 1, 8, 0, 0)
    t.vec_adds(64, u, u, 1.0, 1, 8, 8)
    t.tikdb.debug_print("u[0:4]")
    t.data_move(z, u, 0, 1, 8, 0, 0)
    t.BuildCCE(kernel_name="steps", inputs=[x], outputs=[z, y])
    return t


def test_outputs_come_as_a_list_in_order() -> None:
    z, y = built().tikdb.start_debug(feed_dict={"x": X}, interactive=False)
    np.testing.assert_array_equal(y, X + 1)
    np.testing.assert_array_equal(z, X + 2)


def test_interactive_runs_to_the_end_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "tik"):
        out = built().tikdb.start_debug({"x": X})
    np.testing.assert_array_equal(out[1], X + 1)
    assert [r.message.split(":")[0] for r in caplog.records] == ["start_debug ran steps to its end"]


def test_fed_outputs_are_their_first_contents() -> None:
    t = tik.Tik(chip="Ascend910A")
    x, y = (t.Tensor("float32", (64,), tik.scope_gm, name) for name in "xy")
    u = t.Tensor("float32", (64,), tik.scope_ubuf, "u")
    t.data_move(u, x, 0, 1, 8, 0, 0)
    t.data_move(y, u, 0, 1, 1, 0, 0)
    t.BuildCCE("part", [x], [y])
    (out,) = t.tikdb.start_debug({"x": X, "y": np.full(64, 7, np.float32)}, False)
    np.testing.assert_array_equal(out, np.where(X < 8, X, 7))


def test_debug_print_shows_what_the_text_names(capsys: pytest.CaptureFixture[str]) -> None:
    built().tikdb.start_debug({"x": X}, interactive=False)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("[core 0 test_debugger.py:")
    assert lines[1] == "[[3.]]" and lines[2] == "step + 4 = 5" and lines[-1] == "[[2. 3. 4. 5.]]"


def test_debug_print_finds_tensors_by_their_declared_name(capsys: pytest.CaptureFixture[str]) -> None:
    t = tik.Tik(chip="Ascend910A")
    x, y = (t.Tensor("float32", (8,), tik.scope_gm, name) for name in "xy")
    u = t.Tensor("float32", (8,), tik.scope_ubuf, "ub_data")
    t.data_move(u, x, 0, 1, 1, 0, 0)
    t.tikdb.debug_print("ub_data")
    t.data_move(y, u, 0, 1, 1, 0, 0)
    t.BuildCCE("named", [x], [y])
    t.kernel.run([X[:8]])
    assert capsys.readouterr().out.splitlines()[-1] == "[[0. 1. 2. 3. 4. 5. 6. 7.]]"


def test_wrong_use() -> None:
    t = tik.Tik(chip="Ascend910A")
    t.tikdb.debug_print("nothing_of_that_name")
    t.tikdb.debug_print("tik")
    t.tikdb.debug_print(3)
    assert [e.code for e in t.errors] == ["TIK-TYPE02"] * 3
    with pytest.raises(tik.TikError, match="the kernel is not built yet"):
        tik.Tik(chip="Ascend910A").tikdb.start_debug({}, interactive=False)
    with pytest.raises(tik.TikError, match="feed_dict is a list"):
        built().tikdb.start_debug([X], interactive=False)  # type: ignore[arg-type]
    with pytest.raises(tik.TikError, match="desc_tensor"):
        built().tikdb.start_debug({"x": X}, False, desc_tensor=3)


def test_profiling_prints_the_report(capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    z, _ = built().StartProfiling({"x": X})
    np.testing.assert_array_equal(z, X + 2)
    assert "steps on Ascend910A:" in capsys.readouterr().out
    assert caplog.text == ""
    z, _ = built().StartProfiling({"x": X}, simulatorlog_path="log", generate_html=True)
    np.testing.assert_array_equal(z, X + 2)
    assert "writes no files" in caplog.text


def test_what_is_fed_has_the_size_of_its_tensor() -> None:
    t = built()
    z, _ = t.tikdb.start_debug({"x": X.reshape(8, 8)}, interactive=False)
    np.testing.assert_array_equal(z, X + 2)
    with pytest.raises(tik.TikError, match=r"x is fed 128 elements of shape \[128\], its tensor has shape \[64\]"):
        t.tikdb.start_debug({"x": np.zeros(128, np.float32)}, interactive=False)
