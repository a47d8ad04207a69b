"""Kernel files written for CANN on the command line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

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
            3,
            "add_scaled needs a tiling: tiling_gm (int64, 8",
        ),
        (("impl/dynamic/add_scaled.py", "--tiling", "a,b"), 2, "--tiling a,b is not a list of numbers"),
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


def test_a_tiling_is_for_kernel_files(tik: Tik, kernel_file: Path) -> None:
    done = tik("run", kernel_file, "--shape", "4", "--tiling", "1")
    assert done.code == 2 and "--tiling is for kernel files" in done.err
