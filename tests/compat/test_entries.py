"""Which functions are entries, and what they are called with."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tik
from tik import compat
from tik.compat.entries import is_script
from tik.types.errors import TikError

KERNELS = {
    "sample_add.py": ["simple_add"],
    "ms_square.py": ["cus_square"],
    "impl/scale_shift.py": ["scale_shift"],
    "impl/dynamic/add_scaled.py": ["add_scaled"],
    "impl/column_sums.py": ["column_sums"],
    "search/distance_l2.py": ["distance_l2"],
    "platform_at_import.py": ["negate"],
    "lookup.py": ["lookup"],
    "with_te.py": ["double"],
}


@pytest.mark.parametrize("name", KERNELS)
def test_entries(kernels: Path, name: str) -> None:
    assert compat.is_kernel_file(kernels / name)
    assert list(compat.entries(compat.load(kernels / name))) == KERNELS[name]


def test_kernel_files(tmp_path: Path, kernels: Path) -> None:
    for text, is_one in (
        ("from te import tik", True),
        ("def f():\n    import tbe.tik", True),
        ("import tik", False),
        ("from .te import x", False),
        ("import tests", False),
        ("from te import tik\nimport tik", False),
        ("def f(:", False),
    ):
        (tmp_path / "k.py").write_text(text, encoding="utf-8")
        assert compat.is_kernel_file(tmp_path / "k.py") == is_one, text
    assert is_script(kernels / "sample_add.py") and not is_script(kernels / "lookup.py")


def test_arguments_by_the_decorators_word(kernels: Path) -> None:
    mod = compat.load(kernels / "impl" / "scale_shift.py")
    made = compat.arguments_of(mod.scale_shift, [(3, 4), (5,)], ["float32"], {"scale": 2.0})
    assert set(made) == {"x", "y", "scale"} and made["scale"] == 2.0
    assert made["x"] == {
        "shape": (3, 4),
        "ori_shape": (3, 4),
        "dtype": "float32",
        "format": "ND",
        "ori_format": "ND",
        "range": ((3, 3), (4, 4)),
    }
    assert made["y"]["shape"] == (5,)


def test_arguments_by_position(kernels: Path) -> None:
    mod = compat.load(kernels / "lookup.py")
    made = compat.arguments_of(mod.lookup, [(3, 8), (4,)], ["float32", "int64", "float32"], {})
    assert [made[name]["dtype"] for name in ("table", "indices", "y")] == ["float32", "int64", "float32"]
    search = compat.load(kernels / "search" / "distance_l2.py")
    assert compat.arguments_of(search.distance_l2, [], [], {"code_num": 16, "dim": 64}) == {"code_num": 16, "dim": 64}


def test_what_is_missing(kernels: Path) -> None:
    mod = compat.load(kernels / "lookup.py")
    with pytest.raises(TypeError, match="table is a tensor, and no shape is given"):
        compat.arguments_of(mod.lookup, [], [], {})
    with pytest.raises(TypeError, match="no parameter tabel; it has table, indices, y, kernel_name"):
        compat.arguments_of(mod.lookup, [(1,)], [], {"tabel": 1})


@pytest.mark.parametrize("shape", [64, (64,), [64], np.int64(64), np.array([64])])
def test_a_tensor(shape: Any) -> None:
    made = compat.tensor(shape, "f32")
    assert made["shape"] == (64,) and made["dtype"] == "float32" and type(made["shape"][0]) is int
    assert compat.tensor((-1, 3))["shape"] == (-1, 3)  # as dynamic operators have them


def test_a_tensors_dtype() -> None:
    for given, name in (("float16", "float16"), (tik.i8, "int8"), ("bool", "bool")):
        assert compat.tensor(4, given)["dtype"] == name
    for wrong, hint in (
        ("fp16", "did you mean 'float16'?"),
        ("flaot32", "did you mean float32"),
        (np.int8, "give its name: 'int8'"),
    ):
        with pytest.raises(TikError, match="no dtype") as caught:
            compat.tensor(4, wrong)
        assert caught.value.code == "TIK-TYPE01" and str(caught.value.hint).startswith(hint)
    for shape in ("64", (2.5,), None, [[64]]):
        with pytest.raises(TikError, match="a shape is a list of integers") as caught:
            compat.tensor(shape)  # type: ignore[arg-type]
        assert caught.value.code == "TIK-TYPE02"
