"""What TARGET can name."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tik.cli.failures import UsageError, UserCodeError
from tik.cli.target import operator_of, resolve
from tik.types.errors import TikError

OPERATOR = """
import numpy as np
from tik.operator import Case, Golden, Operator, register
from tik.types.dtypes import f32

mine = register(Operator("my.operator", lambda x: x, lambda x: Golden(x), lambda r, d, s: Case((np.ones(3, d.numpy),)),
                         (f32,), exact=True))
"""


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_operators() -> None:
    found = resolve("fake.twice")
    assert found.kind == "operator" and operator_of(found).name == "fake.twice"
    assert resolve("opsnn.softmax").name == "opsnn.softmax"
    assert operator_of(resolve("softmax")).name == "opsnn.softmax"


def test_unknown_operators() -> None:
    with pytest.raises(UsageError, match=r"no operator 'opsnn\.sofmax'; did you mean opsnn\.softmax"):
        resolve("opsnn.sofmax")
    with pytest.raises(UsageError, match="no operator 'nothing at all'"):
        resolve("nothing at all")


def test_the_only_kernel_of_a_file(kernel_file: Path) -> None:
    found = resolve(str(kernel_file))
    assert (found.kind, found.name, found.thing.name) == ("kernel", f"{kernel_file}:double", "double")
    assert resolve(f"{kernel_file}:double").thing.name == "double"


def test_which_kernel_of_several(kernel_file: Path) -> None:
    text = kernel_file.read_text(encoding="utf-8")
    write(kernel_file, text + text[text.index("@tik") :].replace("double", "treble"))
    with pytest.raises(UsageError, match=r"several kernels; choose one: .*kernels.py:double, .*kernels.py:treble"):
        resolve(str(kernel_file))
    assert resolve(f"{kernel_file}:treble").thing.name == "treble"
    with pytest.raises(UsageError, match="no kernel or operator 'trebel'; did you mean treble"):
        resolve(f"{kernel_file}:trebel")


def test_imported_kernels_are_not_the_files_own(kernel_file: Path) -> None:
    other = write(kernel_file.parent / "other.py", "import tik\nfrom kernels import double\n")
    with pytest.raises(UsageError, match="has no kernel"):
        resolve(str(other))
    assert resolve(f"{other}:double").thing.name == "double"


def test_operators_of_a_file(tmp_path: Path) -> None:
    found = resolve(str(write(tmp_path / "op.py", OPERATOR)))
    assert operator_of(found).name == "my.operator"


def test_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    with pytest.raises(UsageError, match="is no operator's folder"):
        resolve(str(folder))
    write(folder / "mine.py", OPERATOR.replace("my.operator", "my.folder"))
    assert operator_of(resolve(str(folder))).name == "my.folder"


@pytest.mark.parametrize("name", ["none.py", "none.tikasm", "none.tikbin", "none.py:x"])
def test_missing_files(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="there is no file"):
        resolve(str(tmp_path / name))


def test_files_that_are_wrong(tmp_path: Path) -> None:
    path = write(tmp_path / "wrong.py", "def f(:\n")
    with pytest.raises(UserCodeError, match=rf"SyntaxError: .*\n  --> {path}:1\n      def f\(:"):
        resolve(str(path))
    path = write(tmp_path / "leaves.py", "import sys\nsys.exit(4)\n")
    with pytest.raises(UserCodeError, match=r"SystemExit\(4\)"):
        resolve(str(path))
    path = write(tmp_path / "far.py", "import numpy as np\n\nx = np.ones((2, 3)) @ np.ones(2)\n")
    with pytest.raises(UserCodeError, match=rf"ValueError: .*\n  --> {path}:3"):
        resolve(str(path))
    path = write(tmp_path / "chip.py", "import tik\ntik.chip('Ascend1').__enter__()\n")
    with pytest.raises(TikError, match="unknown chip"):
        resolve(str(path))
    path = write(tmp_path / "lost.py", "import not_there\n")
    with pytest.raises(UserCodeError, match=rf"ModuleNotFoundError: No module named 'not_there'\n  --> {path}:1"):
        resolve(str(path))


def test_only_operators_can_be_verified(kernel_file: Path, tik: Callable[..., Any]) -> None:
    done = tik("verify", kernel_file)
    assert done.code == 2 and "is a kernel, which has no golden" in done.err


def test_files_of_an_unknown_suffix(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"double.txt is no kind of file that is known; .py is Python, .tikasm and .tikbin are"
    ):
        resolve(str(write(tmp_path / "double.txt", "")))
