"""What stands in sys.modules while a kernel file loads and builds, and what is left afterwards."""

import sys
import threading
from pathlib import Path
from types import ModuleType

import pytest

from tik import compat
from tik.types.errors import TikError

KERNEL = """
import {first}
from te import tik
from te.platform.cce_conf import get_soc_spec


class Mine:
    pass


def build(n=64, seen=None):
    import {lazy}
    from topi.cce import util
    assert {lazy}.Here is {first}.Here
    t = tik.Tik()
    x = t.Tensor("float32", (n,), tik.scope_gm, "x")
    u = t.Tensor("float32", (n,), tik.scope_ubuf, "u")
    t.data_move(u, x, 0, 1, n // 8, 0, 0)
    t.data_move(x, u, 0, 1, n // 8, 0, 0)
    t.BuildCCE("copy", [x], [x])
"""


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_shims_are_gone_afterwards(tmp_path: Path) -> None:
    path = write(tmp_path, "kernel.py", KERNEL.format(first="beside", lazy="beside"))
    write(tmp_path, "beside.py", "from te import tik\nclass Here: pass\n")
    mod = compat.load(path)
    assert "beside" not in sys.modules and "kernel" not in sys.modules and "te" not in sys.modules
    with pytest.raises(ModuleNotFoundError):
        __import__("te")
    assert compat.build(mod.build).name == "copy"
    assert "beside" not in sys.modules and mod.beside.Here  # the objects live on
    assert not list(tmp_path.rglob("__pycache__"))


def test_a_real_installation_is_not_shadowed_for_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = {name: ModuleType(name) for name in ("te", "te.tik", "tbe", "impl", "beside", "mindspore", "mindspore.ops")}
    for name, module in real.items():
        monkeypatch.setitem(sys.modules, name, module)
    path = write(tmp_path, "kernel.py", KERNEL.format(first="beside", lazy="beside"))
    write(tmp_path, "beside.py", "class Here: pass\nimport te.platform, impl.constant_util, mindspore.ops\n")
    mod = compat.load(path)
    compat.build(mod.build)
    assert mod.beside is not real["beside"] and "te.platform" not in sys.modules
    for name, module in real.items():
        assert sys.modules.pop(name) is module


def test_after_an_error_all_is_as_before(tmp_path: Path) -> None:
    before, path, finders = set(sys.modules), list(sys.path), list(sys.meta_path)
    wrong = write(tmp_path, "wrong.py", "import sys, te\nsys.path.insert(0, '/nowhere')\nraise OSError('no')\n")
    with pytest.raises(OSError, match="no"):
        compat.load(wrong)
    mod = compat.load(
        write(tmp_path, "late.py", "from te import tik\ndef build():\n    import te.op\n    raise KeyError('x')\n")
    )
    with pytest.raises(KeyError):
        compat.build(mod.build)
    assert (list(sys.path), list(sys.meta_path)) == (path, finders)
    assert not {name.partition(".")[0] for name in set(sys.modules) - before} & {"te", "wrong", "late"}


def test_folders_a_file_adds_to_sys_path(tmp_path: Path) -> None:
    lines = ["import os, sys", f"sys.path.append({str(tmp_path / 'far')!r})"]
    path = write(tmp_path, "here/kernel.py", "\n".join(lines) + KERNEL.format(first="distant", lazy="distant"))
    write(tmp_path, "far/distant.py", "class Here: pass\n")
    mod = compat.load(path)
    assert str(tmp_path / "far") not in sys.path and "distant" not in sys.modules
    compat.build(mod.build)
    assert "distant" not in sys.modules


def test_what_other_packages_load_stays(tmp_path: Path) -> None:
    sys.modules.pop("wave", None)
    compat.load(write(tmp_path, "kernel.py", "import wave\nfrom te import tik\n"))
    assert "wave" in sys.modules


def test_two_files_of_one_name_have_modules_of_their_own(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        write(tmp_path, f"{folder}/kernel.py", KERNEL.format(first="beside", lazy="beside"))
        write(tmp_path, f"{folder}/beside.py", "class Here: pass\n")
    one, two = (compat.load(tmp_path / folder / "kernel.py") for folder in ("a", "b"))
    assert one.beside.Here is not two.beside.Here
    for mod in (one, two, one):
        assert compat.build(mod.build).name == "copy"


def test_threads_build_at_the_same_time(tmp_path: Path) -> None:
    path = write(tmp_path, "kernel.py", KERNEL.format(first="beside", lazy="beside"))
    write(tmp_path, "beside.py", "class Here: pass\n")
    names, failures = [], []

    def work(n: int) -> None:
        try:
            mod = compat.load(path)
            for _ in range(3):
                kernel = compat.build(mod.build, n)
                assert compat.built() == (kernel,)
                names.append((kernel.name, kernel.signature.shapes["x"][0]))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(64 * (i + 1),)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and sorted(names) == sorted([("copy", (64 * (i + 1),)) for i in range(4)] * 3)


def test_another_thread_does_not_see_the_shims(tmp_path: Path) -> None:
    found = []

    def other() -> None:
        try:
            __import__("tbe.nothing")
        except ImportError:
            found.append("none")

    text = "import te, threading\ndef build(other):\n    t = threading.Thread(target=other)\n    t.start()\n    t.join()\n"
    mod = compat.load(write(tmp_path, "kernel.py", text))
    with pytest.raises(TikError, match="built no kernel"):
        compat.build(mod.build, other)
    assert found == ["none"]
