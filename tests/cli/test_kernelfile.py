"""Kernel files written for CANN on the command line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tik.chips import current_chip
from tik.cli.options import read_tiling
from tik.cli.target import resolve

KERNELS = Path(__file__).parent.parent / "compat" / "kernels"
Tik = Callable[..., Any]


def test_run_builds_and_runs_the_entry(tik: Tik) -> None:
    path = KERNELS / "impl" / "scale_shift.py"
    args = ("run", path, "--entry", "scale_shift", "--shape", "4x300", "--dtype", "f32", "--set", "scale=2.0", "--json")
    data = tik(*args).json
    assert data["chip"] == "Ascend910A" and data["target"] == f"{path}:scale_shift"
    (x,), (y,) = data["inputs"], data["outputs"]
    assert (x["name"], y["name"], y["shape"]) == ("x_gm", "y_gm", [1200]) and y["first"] == [2 * v for v in x["first"]]
    assert tik(*args, "--chip", "Ascend310P3").json["chip"] == "Ascend310P3"
    assert resolve(f"{path}:scale_shift").kind == "kernel"


def test_the_files_chip_wins(tik: Tik) -> None:
    assert tik("run", KERNELS / "sample_add.py", "--json").json["chip"] == "Ascend310"


def test_list(tik: Tik, kernel_file: Path) -> None:
    done = tik("run", KERNELS / "sample_add.py", "--list")
    assert done.code == 0 and done.out.splitlines() == ["simple_add()", "__main__: run the file as a script"]
    data = tik("run", KERNELS / "lookup.py", "--list", "--json").json
    assert data["entries"] == [{"name": "lookup", "call": "lookup(table, indices, y, kernel_name='lookup')"}]
    assert tik("run", kernel_file, "--list").out == "double(x, y)\n"
    assert "opsnn.relu is not a Python file" in tik("run", "opsnn.relu", "--list").err


def test_as_a_script(tik: Tik) -> None:
    done = tik("run", KERNELS / "sample_add.py", "--entry", "__main__", "--json")
    assert done.code == 0 and done.err.startswith("[3. 3. 3.")
    assert done.json["outputs"][0]["mean"] == 3.0 and done.json["kernels"][0]["name"] == "simple_add"


@pytest.mark.parametrize("verb", ["run", "check", "profile"])
def test_a_dynamic_kernel_takes_a_tiling(tik: Tik, verb: str) -> None:
    path = KERNELS / "impl" / "dynamic" / "add_scaled.py"
    done = tik(verb, path, "--shape", "4096", "--dtype", "f32", "--tiling", "0,1,4096,3", "--json")
    assert done.code == 0, done.err
    if verb == "run":
        a, b, y = *done.json["inputs"], *done.json["outputs"]
        np.testing.assert_allclose(y["first"], [p + 3 * q for p, q in zip(a["first"], b["first"], strict=True)], rtol=1e-6)


def test_asm(tik: Tik) -> None:
    done = tik("asm", f"{KERNELS / 'search' / 'distance_l2.py'}:distance_l2", "--set", "code_num=8", "--set", "dim=128")
    assert done.code == 0 and "kernel distance_l2" in done.out


def test_scalar_arguments_of_the_kernel(tik: Tik) -> None:
    done = tik("run", KERNELS / "scalar_arguments.py", "--set", "value=7", "--set", "times=4", "--json")
    assert [(scalar["dtype"], scalar["shape"]) for scalar in done.json["inputs"]] == [("i32", []), ("i32", [])]
    assert done.code == 0 and done.json["outputs"][0]["mean"] == 7.0, done.err


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("lookup.py",), 2, "lookup: table is a tensor, and no shape is given; it is lookup(table, indices, y"),
        (("lookup.py", "--entry", "lockup"), 2, "has no entry 'lockup'; did you mean lookup"),
        (("lookup.py:lookup", "--entry", "other"), 2, "--entry other"),
        (("lookup.py", "--shape", "4x3", "--dtype", "f32,i64,f32"), 3, "ValueError: too many values to unpack"),
        (
            ("impl/dynamic/add_scaled.py", "--shape", "64", "--dtype", "f32"),
            2,
            "add_scaled needs a tiling: tiling_gm (int64, 8 elements); give --tiling 1,2,3",
        ),
        (("impl/dynamic/add_scaled.py", "--tiling", "a,b"), 2, "--tiling a,b is not a list of numbers"),
        (
            ("scalar_arguments.py", "--set", "value=a", "--set", "times=4"),
            2,
            "--set value is 'a', not a number; it is a Scalar of",
        ),
        (
            ("impl/dynamic/add_scaled.py", "--shape", "64", "--dtype", "f32", "--tiling", "1,2,3,4,5,6,7,8,9"),
            2,
            "has 9 elements for",
        ),
        (("scalar_arguments.py",), 2, "fill_1 has a scalar argument value; give --set value=VALUE"),
        (("sample_add.py", "--set", "n=3"), 2, "--set n: neither the entry nor the kernel simple_add has it"),
        (("with_te.py", "--entry", "compute", "--shape", "4"), 3, "TE compute, not TIK"),
    ],
)
def test_what_goes_wrong(tik: Tik, args: tuple[str, ...], code: int, said: str) -> None:
    done = tik("run", KERNELS / args[0], *args[1:])
    assert (done.code, said in done.err) == (code, True), done.err


def test_an_error_the_kernel_raises_names_its_line(tik: Tik) -> None:
    done = tik("run", KERNELS / "impl" / "scale_shift.py", "--shape", "x".join("1" * 9))
    assert done.code == 3 and "RuntimeError: raise_err_input_value_invalid: scale_shift, rank of x, 8, 9" in done.err
    assert "scale_shift.py:21" in done.err


def test_a_file_that_builds_while_it_loads(tik: Tik, tmp_path: Path) -> None:
    path = tmp_path / "eager.py"
    path.write_text((KERNELS / "sample_add.py").read_text(encoding="utf-8").partition("if __name__")[0] + "simple_add()\n")
    done = tik("run", f"{path}:simple_add", "--json")
    assert done.code == 0 and done.json["kernels"][0]["name"] == "simple_add"


def test_tilings(tmp_path: Path) -> None:
    assert read_tiling("8, 0x20,0.5") == [8, 32, 0.5] and read_tiling(None) is None
    np.save(tmp_path / "t.npy", np.arange(3))
    np.testing.assert_array_equal(read_tiling(str(tmp_path / "t.npy")), [0, 1, 2])
    with pytest.raises(Exception, match="cannot be read"):
        read_tiling(str(tmp_path / "u.npy"))


SCALED = """
from te import tik


def scaled(x, y, scale, kernel_name="scaled"):
    t = tik.Tik()
    x_gm, y_gm, z_gm = (t.Tensor("float32", (64,), tik.scope_gm, name) for name in ("x", "y", "z"))
    u = t.Tensor("float32", (64,), tik.scope_ubuf, "u")
    t.data_move(u, x_gm, 0, 1, x["shape"][0] // 8, 0, 0)
    t.vec_muls(64, u, u, scale, 1, 8, 8)
    t.data_move(y_gm, u, 0, 1, 6, 0, 0)
    t.data_move(z_gm, u, 0, 1, 8, 0, 0)
    t.BuildCCE(kernel_name, [x_gm], [y_gm, z_gm])


def open_size(x, y, kernel_name="open_size"):
    t = tik.Tik()
    x_gm, y_gm = (t.Tensor("float32", (64,), tik.scope_gm, name) for name in ("x", "y"))
    w_gm = t.Tensor("float32", (2**31 - 1,), tik.scope_gm, "w", is_workspace=True)
    u = t.Tensor("float32", (64,), tik.scope_ubuf, "u")
    for to, of in ((u, x_gm), (w_gm, u), (u, w_gm), (y_gm, u)):
        t.data_move(to, of, 0, 1, 8, 0, 0)
    t.BuildCCE(kernel_name, [x_gm], [y_gm])
"""


def test_parameters_taken_for_tensors(tik: Tik, tmp_path: Path) -> None:
    path = tmp_path / "scaled.py"
    path.write_text(SCALED, encoding="utf-8")
    note = "x, y, scale were given as tensors; --set NAME=VALUE gives a number instead"
    done = tik("run", path, "--entry", "scaled", "--shape", "64", "--dtype", "f32")
    assert done.code == 3 and "TIK-TYPE02: scalar of vec_muls" in done.err and note in done.err
    done = tik("run", path, "--entry", "scaled", "--shape", "64", "--dtype", "f32", "--set", "x=None", "--set", "scale=1.0")
    assert done.code == 3 and "'NoneType' object" in done.err and "y was given as a tensor" in done.err


def test_outputs_nobody_wrote(tik: Tik, tmp_path: Path) -> None:
    path = tmp_path / "scaled.py"
    path.write_text(SCALED, encoding="utf-8")
    args = ("run", path, "--entry", "scaled", "--shape", "64", "--dtype", "f32", "--set", "scale=2.0")
    done = tik(*args)
    assert done.code == 0
    assert "16 elements of y were never written, or from memory nobody wrote; `tik check` shows more\n" in done.out
    assert [output["undefined"] for output in tik(*args, "--json").json["outputs"]] == [16, 0]


def test_a_size_the_command_line_cannot_give(tik: Tik, tmp_path: Path) -> None:
    path = tmp_path / "scaled.py"
    path.write_text(SCALED, encoding="utf-8")
    done = tik("run", path, "--entry", "open_size", "--shape", "64", "--dtype", "f32")
    assert done.code == 2 and "workspace w is open in open_size" in done.err and "outputs_shape={'w': (n,)}" in done.err


@pytest.mark.parametrize("verb", [("run",), ("check",), ("profile",), ("asm", "--run")])
def test_options_every_verb_has(tik: Tik, verb: tuple[str, ...]) -> None:
    path = KERNELS / "impl" / "dynamic" / "add_scaled.py"
    args = ("--entry", "add_scaled", "--shape", "4096", "--dtype", "f32", "--tiling", "0,1,4096,3", "--numerics", "chip")
    done = tik(verb[0], path, *verb[1:], *args, "--json")
    assert done.code == 0, done.err
    assert verb[0] not in ("profile", "asm") or done.json["kernels"][0]["numerics"] == "chip"
    wrong = tik(verb[0], path, *verb[1:], *args[:-1], "hardware")
    assert wrong.code == 2 and "--numerics hardware is neither ieee nor chip" in wrong.err


PLAIN = """
import tik

def fill(value, times=1, dtype="int32"):
    t = tik.Tik()
    y = t.Tensor(dtype, (64,), tik.scope_gm, "y")
    n = t.InputScalar("int32", "n")
    u = t.Tensor(dtype, (64,), tik.scope_ubuf, "u")
    t.vec_dup(64, u, value, 1, 8)
    with t.for_range(0, n):
        t.vec_adds(64, u, u, times, 1, 8, 8)
    t.data_move(y, u, 0, 1, 8, 0, 0)
    t.BuildCCE("fill", [n], [y])
    return t if value else None

def old():
    t = tik.Tik(tik.Dprofile("v100", "cloud"))
    t.BuildCCE("old", [], [t.Tensor("int32", (8,), tik.scope_gm, "y")])
    return t
"""


def test_a_mistake_of_the_launch_has_no_place_of_the_command_lines_own(tik: Tik, tmp_path: Path) -> None:
    path = tmp_path / "none.py"
    text = PLAIN.replace("t.for_range(0, n):", "t.for_range(0, n, block_num=n) as i:").replace("u, times", "u, i")
    path.write_text(text, encoding="utf-8")
    done = tik("run", f"{path}:fill", "--set", "value=1", "--set", "n=0")
    assert done.code == 3 and done.err.startswith("TIK-SHAPE02: fill is launched on 0 blocks\n  hint:"), done.err


def test_functions_of_plain_files(tik: Tik, tmp_path: Path) -> None:
    path = tmp_path / "plain.py"
    path.write_text(PLAIN, encoding="utf-8")
    assert tik("run", path, "--list").out == "fill(value, times=1, dtype='int32')\nold()\n"
    assert "has several kernels; choose one" in tik("run", path).err
    args = ("run", path, "--entry", "fill", "--set", "n=3")
    done = tik(*args, "--set", "value=4", "--chip", "Ascend310P3", "--json")
    assert done.code == 0 and done.json["outputs"][0]["mean"] == 7 and done.json["chip"] == "Ascend310P3"
    for more, said in (
        ((), "fill: missing a required argument: 'value'; it is fill(value, times=1"),
        (("--set", "value=0"), "fill gives None, not the tik.Tik it built"),
        (("--set", "value=1", "--tiling", "3"), "fill takes no tiling"),
        (("--set", "value=1", "--set", "m=1"), "--set m: neither the entry nor the kernel fill has it"),
    ):
        done = tik(*args, *more)
        assert done.code == 2 and said in done.err, done.err
    assert tik("run", path, "--entry", "old", "--json").json["chip"] == "Ascend910A"
    assert tik("run", f"{path}:old", "--chip", "Ascend310").code == 2
    assert current_chip().name != "Ascend910A"
    path.write_text("import tik\n\nclass Op:\n    pass\n", encoding="utf-8")
    for args in ((), ("--entry", "Op")):
        done = tik("run", path, *args)
        assert done.code == 2 and "`python " in done.err and "in a function that calls BuildCCE and returns it" in done.err


def test_a_kernel_file_with_another_suffix(tik: Tik, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for suffix in ("txt", "py"):  # a name with a dot could be an operator of a package
        (tmp_path / f"scaled.{suffix}").write_text(SCALED, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    done = tik("run", "scaled.txt")
    assert done.code == 2 and "by its imports it is a kernel file: rename it to scaled.py" in done.err


def test_a_tiling_is_for_kernel_files(tik: Tik, kernel_file: Path) -> None:
    done = tik("run", kernel_file, "--shape", "4", "--tiling", "1")
    assert done.code == 2 and "--tiling is for functions" in done.err


SCRIPT = """
import sys

import numpy as np
from te import tik


def double(verbose=False):
    t = tik.Tik()
    x = t.Tensor("float16", (128,), tik.scope_gm, "x")
    y = t.Tensor("float16", (128,), tik.scope_gm, "y")
    u = t.Tensor("float16", (128,), tik.scope_ubuf, "u")
    t.data_move(u, x, 0, 1, 8, 0, 0)
    t.vec_add(128, u, u, u, 1, 8, 8, 8)
    if verbose:
        t.printf("here it is %d", t.Scalar("int32", init_value=7))
    t.data_move(y, u, 0, 1, 8, 0, 0)
    t.BuildCCE(kernel_name="double", inputs=[x], outputs=[y])
    return t


if __name__ == "__main__":
    double().tikdb.start_debug(feed_dict={"x": np.arange(128, dtype=np.float16)}, interactive=False)
    sys.exit(CODE)
"""


def _script(folder: Path, code: str) -> Path:
    path = folder / "script.py"
    path.write_text(SCRIPT.replace("CODE", code), encoding="utf-8")
    return path


@pytest.mark.parametrize("code", ["", "0", "1", "'no'"])
@pytest.mark.parametrize("verb", ["run", "check", "profile"])
def test_a_script_that_ends_itself(tik: Tik, tmp_path: Path, verb: str, code: str) -> None:
    path = _script(tmp_path, code)
    done, data = tik(verb, path, "--entry", "__main__"), tik(verb, path, "--entry", "__main__", "--json")
    assert "double" in done.out and data.json["kernels"][0]["name"] == "double"
    fine = code in ("", "0")
    assert done.code == data.code == (0 if fine else 3)
    assert fine or (f"sys.exit({code})" in done.err and f"sys.exit({code})" in data.json["error"]["message"])
    assert data.json.get("ok", True) is fine


def test_what_a_kernel_prints_is_not_in_the_json(tik: Tik, tmp_path: Path) -> None:
    path = _script(tmp_path, "0")
    done = tik("run", path, "--entry", "double", "--set", "verbose=True", "--json")
    assert done.json["outputs"] and "here it is 7" in done.err
    assert "here it is 7" in tik("run", path, "--entry", "double", "--set", "verbose=True").out


def test_surplus_shapes_and_dtypes(tik: Tik, tmp_path: Path) -> None:
    path = KERNELS / "impl" / "scale_shift.py"
    args = ("run", path, "--entry", "scale_shift", "--set", "scale=2.0")
    done = tik(*args, "--shape", "4x300,4x300,4x300")
    assert done.code == 2 and "scale_shift needs 2 shapes, 3 given" in done.err
    done = tik(*args, "--shape", "4x300", "--dtype", "f16,f16,f16")
    assert done.code == 2 and "scale_shift needs 2 dtypes, 3 given" in done.err
    assert tik("run", _script(tmp_path, "0"), "--entry", "double", "--shape", "1,2,3").code == 2
