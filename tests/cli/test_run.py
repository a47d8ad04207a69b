"""tik run."""

from collections.abc import Callable
from pathlib import Path
from typing import Any


def test_a_kernel_file(tik: Callable[..., Any], kernel_file: Path) -> None:
    done = tik("run", kernel_file, "--shape", "5x40", "--seed", "3")
    assert done.code == 0 and f"{kernel_file}:double on Ascend910B1, seed 3" in done.out
    (x,), (y,) = (tik("run", kernel_file, "--shape", "5x40", "--seed", "3", "--json").json[k] for k in ("inputs", "outputs"))
    assert (x["name"], x["shape"], x["dtype"], x["nan"]) == ("x", [5, 40], "f32", 0)
    assert y["name"] == "y" and y["first"] == [2 * v for v in x["first"]] and y["mean"] != x["mean"]


def test_another_seed_dtype_and_option(tik: Callable[..., Any], kernel_file: Path) -> None:
    first, other = (
        tik("run", kernel_file, "--shape", "4x16", "--dtype", "f16", "--seed", seed, "--set", "times=3.0", "--json").json
        for seed in ("0", "1")
    )
    assert first["outputs"][0]["dtype"] == "f16" and first["inputs"] != other["inputs"]
    assert abs(first["outputs"][0]["max"] - 3 * first["inputs"][0]["max"]) <= 2**-7  # half a step of f16 below 16
    again = tik("run", kernel_file, "--shape", "4x16", "--dtype", "f16", "--set", "times=3.0", "--json").json
    assert again == first


def test_an_operator(tik: Callable[..., Any]) -> None:
    data = tik("run", "opsnn.softmax", "--shape", "4x10", "--dtype", "f32", "--set", "axis=0", "--json").json
    (out,) = data["outputs"]
    assert out["shape"] == [4, 10] and abs(out["mean"] - 0.25) < 1e-6  # the columns' sums are 1
    assert data["kernels"][0]["cycles"] > 0


def test_one_shape_for_all_that_are_needed(tik: Callable[..., Any]) -> None:
    data = tik("run", "opsnn.add", "--shape", "2x3", "--json").json
    assert [(i["name"], i["shape"]) for i in data["inputs"]] == [("a", [2, 3]), ("b", [2, 3])]
    data = tik("run", "opsnn.matmul", "--shape", "4x5,5x6,6", "--json").json
    assert [i["name"] for i in data["inputs"]] == ["a", "b", "bias"]


def test_without_a_shape_the_operator_chooses(tik: Callable[..., Any]) -> None:
    data = tik("run", "opsnn.relu", "--json").json
    assert 0 not in data["inputs"][0]["shape"] and data["outputs"][0]["shape"] == data["inputs"][0]["shape"]


def test_wrong_arguments(tik: Callable[..., Any], kernel_file: Path) -> None:
    for args, said in (
        (("opsnn.matmul", "--shape", "4x5"), "Error: opsnn.matmul: a [4, 5] and b [4, 5]: inner dimensions 5 and 4 differ"),
        (("opsnn.relu", "--shape", "4x5,3"), "opsnn.relu: too many positional arguments"),
        (("opsnn.relu", "--shape", "4", "--set", "slope=1"), "opsnn.relu: got an unexpected keyword argument 'slope'"),
        ((kernel_file,), "double runs for any shape; give --shape, for x, y"),
        ((kernel_file, "--shape", "1,2,3"), "double takes 2 arrays (x, y), 3 shapes given"),
        ((kernel_file, "--shape", "4x4", "--set", "time=1"), "double has no keyword argument time; it has times"),
    ):
        done = tik("run", *args)
        assert done.code == 2 and said in done.err, done.err


def test_empty_arrays(tik: Callable[..., Any]) -> None:
    data = tik("run", "opsnn.relu", "--shape", "0x3", "--json").json
    assert data["kernels"] == [] and data["outputs"][0]["min"] is None
    assert tik("run", "opsnn.relu", "--shape", "0x3").code == 0


def test_more_dtypes_than_are_meant(tik: Callable[..., Any], kernel_file: Path) -> None:
    for args, said in (
        (("opsnn.add", "--dtype", "f16,f32"), "opsnn.add without --shape takes one --dtype, 2 given"),
        (("opsnn.relu", "--shape", "4", "--dtype", "f16,f32"), "opsnn.relu: 2 dtypes given for 1 arrays"),
        ((kernel_file, "--shape", "4x4", "--dtype", "f16,f16,f16"), "double takes 2 arrays (x, y), 3 dtypes given"),
    ):
        done = tik("run", *args)
        assert done.code == 2 and said in done.err, done.err


def test_numerics(tik: Callable[..., Any], kernel_file: Path) -> None:
    """inf in f16 on a chip that has none: kept and said, or saturated."""
    args = ("run", kernel_file, "--shape", "64", "--dtype", "f16", "--chip", "Ascend910A", "--set", "times=60000.0")
    ieee, chip = tik(*args, "--json").json, tik(*args, "--numerics", "chip", "--json").json
    assert ieee["numerics"] == "ieee" and ieee["outputs"][0]["inf"] > 0 and ieee["kernels"][0]["overflows"]["count"] == 1
    assert chip["numerics"] == "chip" and chip["outputs"][0]["inf"] == 0 and chip["outputs"][0]["max"] == 65504
    assert "overflows: 1, first of vmuls" in tik(*args).out
    wrong = tik(*args, "--numerics", "hardware")
    assert wrong.code == 2 and "--numerics hardware is neither ieee nor chip" in wrong.err
