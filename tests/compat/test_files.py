"""compat.load, compat.build, compat.built."""

import functools
import logging
import threading
from pathlib import Path

import numpy as np
import pytest

import tik
from tik import compat
from tik.types.errors import TikError, TikErrors

COPY = """
from te import tik
from te import platform as tbe_platform
UB = None


def copy(n=64, returns=None, dtype="float32", name="copy"):
    t = tik.Tik()
    x = t.Tensor(dtype, (n,), tik.scope_gm, "x")
    y = t.Tensor(dtype, (n,), tik.scope_gm, "y")
    u = t.Tensor(dtype, (n,), tik.scope_ubuf, "u")
    t.data_move(u, x, 0, 1, n // 8, 0, 0)
    t.data_move(y, u, 0, 1, n // 8, 0, 0)
    t.BuildCCE(name, [x], [y])
    return {"None": None, "tik": t, "dict": {"y": y}}.get(returns, returns)


class Op:
    def __init__(self, n):
        self.n = n

    def compute(self):
        copy(self.n)

    @staticmethod
    def make(n):
        Op(n).compute()


class Eager:
    def __init__(self):
        copy(128)


def wrong():
    t = tik.Tik()
    t.vec_add(1, 2)
    t.BuildCCE("wrong", [], [])


def nothing():
    pass
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "copies.py"
    path.write_text(COPY, encoding="utf-8")
    return path


@pytest.mark.parametrize("returns", ["None", "tik", "dict", 5])
def test_what_an_entry_returns_does_not_matter(file: Path, returns: object) -> None:
    mod = compat.load(file)
    kernel = compat.build(mod.copy, 64, returns=returns)
    x = np.arange(64, dtype=np.float32)
    np.testing.assert_array_equal(kernel.run([x]).outputs["y"], x)
    assert compat.built() == (kernel,)


def test_methods_classes_partials_and_functions_of_ones_own(file: Path) -> None:
    mod = compat.load(file)
    op = mod.Op(64)
    entries = (op.compute, functools.partial(mod.copy, 64), lambda: mod.Op(64).compute(), mod.Eager)
    assert [compat.build(entry).name for entry in entries] == ["copy"] * 4
    assert compat.build(mod.Op.make, 64).name == "copy"


def test_entries_that_are_none(file: Path) -> None:
    mod = compat.load(file)
    with pytest.raises(TikError, match=r"nothing built no kernel: it returned without a BuildCCE"):
        compat.build(mod.nothing)
    for foreign in (print, np.add, lambda: None):
        with pytest.raises(TikError, match=r"is not of a file that compat\.load loaded"):
            compat.build(foreign)


def test_mistakes_name_the_files_line(file: Path) -> None:
    mod = compat.load(file)
    with pytest.raises(TikErrors) as caught:
        compat.build(mod.wrong)
    assert caught.value.errors[0].location is not None and caught.value.errors[0].location.short == "copies.py:37"
    assert compat.built() == ()


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(TikError, match="there is no kernel file"):
        compat.load(tmp_path / "none.py")


def test_the_chip(file: Path) -> None:
    mod = compat.load(file)
    assert compat.build(mod.copy).chip.name == "Ascend910A"
    with tik.chip("Ascend310P3"):
        assert compat.build(mod.copy).chip.name == "Ascend310P3"
        assert compat.build(mod.copy, chip="Ascend910B1").chip.name == "Ascend910B1"
    assert compat.build(compat.load(file, chip="Ascend310").copy).chip.name == "Ascend310"


def test_threads_build_one_module_for_chips_of_their_own(file: Path) -> None:
    copy = compat.load(file).copy
    made: list[tuple[str, str, str]] = []

    def build(chip: str) -> None:
        for n in range(64, 64 * 9, 64):
            kernel = compat.build(copy, n, chip=chip, name=f"{chip}_{n}")
            made.append((chip, kernel.chip.name, compat.built()[0].name))

    threads = [threading.Thread(target=build, args=(chip,)) for chip in ("Ascend910B1", "Ascend310P3")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 16 and all(wanted == chip and name.startswith(wanted) for wanted, chip, name in made)
    assert compat.build(copy).chip.name == "Ascend910A"


def test_the_chip_of_the_environment(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIK_CHIP", "Ascend910B1")
    assert compat.build(compat.load(file).copy).chip.name == "Ascend910B1"


def test_the_files_choice_wins_and_is_told(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    file.write_text(COPY + "\ndef chosen():\n    tbe_platform.te_set_version('Ascend310')\n    copy()\n", encoding="utf-8")
    mod = compat.load(file)
    with caplog.at_level(logging.WARNING, "tik"):
        assert compat.build(mod.chosen, chip="Ascend910B1").chip.name == "Ascend310"
    assert "the kernel file chooses Ascend310 itself; chip=Ascend910B1 is not used (copies.py:" in caplog.text
    assert compat.build(mod.copy).chip.name == "Ascend910A"  # the choice of one build is not that of the next
    file.write_text("from te.platform import te_set_version\nte_set_version('Ascend310P')\n" + COPY, encoding="utf-8")
    assert compat.build(compat.load(file).copy, chip="Ascend910A").chip.name == "Ascend310P3"


def test_dprofile_does_not_change_the_callers_chip(file: Path) -> None:
    file.write_text(COPY + "\ndef chosen():\n    tik.Dprofile('v100', 'mini')\n    copy()\n", encoding="utf-8")
    assert compat.build(compat.load(file).chosen).chip.name == "Ascend310"
    assert tik.current_chip().name == "Ascend910B1"


def test_a_file_that_read_another_chips_figures_is_loaded_again(file: Path) -> None:
    file.write_text(
        COPY.replace("UB = None", "UB = tbe_platform.get_soc_spec('UB_SIZE')") + "\ndef ub():\n    copy(name=f'ub{UB}')\n"
    )
    mod = compat.load(file)
    names = [compat.build(mod.ub, chip=chip).name for chip in (None, "Ascend310", "Ascend910B1", "Ascend310")]
    assert names == ["ub262144", "ub253952", "ub196608", "ub253952"] and mod.UB == 262144
    with pytest.raises(TikError, match=r"copies\.py read figures of Ascend910A while it loaded, and <lambda> is to be built"):
        compat.build(lambda: mod.ub(), chip="Ascend310")
    assert compat.build(compat.load(file, chip="Ascend310").ub).name == "ub253952"


def test_entries_may_be_called_directly(file: Path) -> None:
    mod = compat.load(file)
    instance = mod.copy(returns="tik")
    x = np.arange(64, dtype=np.float32)
    (y,) = instance.tikdb.start_debug({"x": x}, interactive=False)
    np.testing.assert_array_equal(y, x)


def test_files_that_build_while_they_load(file: Path) -> None:
    file.write_text(COPY + "\ncopy(name='one')\ncopy(name='two')\n", encoding="utf-8")
    mod = compat.load(file)
    assert [kernel.name for kernel in compat.built()] == ["one", "two"]
    assert compat.build(mod.copy).name == "copy" and len(compat.built()) == 1


def test_a_script_that_ends_itself(tmp_path):
    path = tmp_path / "script.py"
    text = (Path(__file__).parent / "kernels" / "sample_add.py").read_text(encoding="utf-8")
    for code in ("", "0"):
        path.write_text(f"{text}\nimport sys\nsys.exit({code})\n", encoding="utf-8")
        compat.load(path, main=True)
        assert [k.name for k in compat.built()] == ["simple_add"]
    path.write_text(f"{text}\nimport sys\nsys.exit(5)\n", encoding="utf-8")
    with pytest.raises(TikError, match=r"TIK-SYNTAX03.*sys\.exit\(5\)"):
        compat.load(path, main=True)
    assert [k.name for k in compat.built()] == ["simple_add"]
