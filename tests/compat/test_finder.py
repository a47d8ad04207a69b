"""Where the modules a kernel file imports come from."""

from pathlib import Path

import pytest

from tik import compat
from tik.compat.finder import Tree
from tik.types.errors import TikError


def tree(root: Path, **files: str) -> Path:
    """``impl__op`` is impl/op.py, ``impl__init`` is impl/__init__.py."""
    for name, text in files.items():
        parts = ["__init__" if part == "init" else part for part in name.split("__")]
        path = root.joinpath(*parts).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def test_the_files_own_tree_comes_before_the_shim_but_not_before_the_adapter(tmp_path: Path) -> None:
    tree(
        tmp_path,
        impl__constant_util="BLOCK_SIZE = 'mine'\n",
        impl__util__platform_adapter="raise ImportError('the compiler')\n",
        te__tik="raise ImportError('the compiler')\n",
        impl__op="from impl.util.platform_adapter import tik\nfrom impl import constant_util, common_util\n"
        "from te import tik as t2\n",
    )
    mod = compat.load(tmp_path / "impl" / "op.py")
    assert mod.constant_util.BLOCK_SIZE == "mine" and mod.common_util.get_data_size("int64") == 8
    assert mod.tik.Tik is mod.t2.Tik


def test_root_is_the_nearest_folder_that_holds_impl(tmp_path: Path) -> None:
    (tmp_path / "impl" / "deep").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    path = tmp_path / "impl" / "deep" / "op.py"
    assert (Tree(path, None).root, Tree(path, None).name) == (tmp_path, "impl.deep.op")
    assert Tree(path, tmp_path / "other").root == tmp_path / "other"
    assert Tree(tmp_path / "other" / "k.py", None).folders == [str(tmp_path), str(tmp_path / "other")]


def test_a_root_of_ones_own(tmp_path: Path) -> None:
    tree(tmp_path, a__op="from impl.numbers import N\n", b__impl__numbers="N = 5\n")
    assert compat.load(tmp_path / "a" / "op.py", root=tmp_path / "b").N == 5
    mod = compat.load(tmp_path / "a" / "op.py")
    with pytest.raises(TikError, match=r"impl\.numbers\.N: is neither beside the kernel file nor among the shims") as caught:
        mod.N + 1
    assert "root=" in str(caught.value.hint)
    with pytest.raises(TikError, match="is no folder"):
        compat.load(tmp_path / "a" / "op.py", root=tmp_path / "c")


def test_packages_and_relative_imports(tmp_path: Path) -> None:
    tree(
        tmp_path,
        mxIndex_impl__init="",
        mxIndex_impl__common="from te import tik\nN = 3\n",
        mxIndex_impl__op="from . import common\nfrom .common import N\nfrom mxIndex_impl.common import tik\n",
    )
    mod = compat.load(tmp_path / "mxIndex_impl" / "op.py")
    assert mod.N == 3 and mod.common.tik is mod.tik and mod.__name__ == "mxIndex_impl.op"


def test_a_tree_without_package_files(tmp_path: Path) -> None:
    tree(tmp_path, mxIndex_impl__common="N = 4\n", mxIndex_impl__op="from mxIndex_impl.common import N\nfrom te import tik\n")
    assert compat.load(tmp_path / "mxIndex_impl" / "op.py").N == 4
    tree(tmp_path, alone__op="from mxIndex_impl.common import set_soc_info\nset_soc_info()\nset_soc_info('Ascend310P')\n")
    (tmp_path / "other").mkdir()
    assert compat.load(tmp_path / "alone" / "op.py", root=tmp_path / "other").set_soc_info


def test_a_package_that_fails_does_not_hide_its_modules(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    tree(
        tmp_path, impl__init="from te.lang.cce import vadd\nvadd(1)\n", impl__op="from impl.side import N\n", impl__side="N = 2"
    )
    assert compat.load(tmp_path / "impl" / "op.py").N == 2
    assert "vadd: TE compute, not TIK" in caplog.text


def test_the_kit_and_the_standard_library_are_nobodys_own(tmp_path: Path) -> None:
    import json

    tree(
        tmp_path,
        json="raise ImportError('mine')",
        tik__init="raise ImportError('mine')",
        op="import json, te\nfrom te import tik\n",
    )
    assert compat.load(tmp_path / "op.py").json is json
    assert "tik" not in Tree(tmp_path / "op.py", None).tops()


def test_a_file_of_mindspores_own_finds_the_modules_beside_it(tmp_path: Path) -> None:
    """The packages around it would load the compiler; the shims stand for them."""
    package = tmp_path / "mindspore" / "ops" / "_op_impl" / "_custom_op"
    package.mkdir(parents=True)
    for folder in [package, *package.parents[:3]]:
        (folder / "__init__.py").write_text("raise ImportError('the compiler')\n", encoding="utf-8")
    (package / "_basic.py").write_text("N = 2\n", encoding="utf-8")
    (package / "op_impl.py").write_text(
        "from te import tik\nfrom . import _basic\nfrom mindspore.ops._op_impl._custom_op._basic import N\n"
        "from mindspore.ops.op_info_register import DataType\n",
        encoding="utf-8",
    )
    mod = compat.load(package / "op_impl.py")
    assert (mod.__name__, mod.N, mod._basic.N) == ("mindspore.ops._op_impl._custom_op.op_impl", 2, 2)


@pytest.mark.parametrize("name", ["op", "op.v2", "3-op"])
def test_relative_imports_without_package_files(tmp_path: Path, name: str) -> None:
    tree(tmp_path, a__b__side="from . import far\nfrom .far import N\n", a__b__far="N = 5\n", a__up="M = 6\n")
    (tmp_path / "a" / "b" / f"{name}.py").write_text(
        "from te import tik\nfrom .side import far, N\nfrom ..up import M\n", "utf-8"
    )
    mod = compat.load(tmp_path / "a" / "b" / f"{name}.py")
    assert (mod.N, mod.M, mod.far.N) == (5, 6, 5)
    (tmp_path / "a" / "b" / "wrong.py").write_text("from .nowhere import N\n", "utf-8")
    with pytest.raises(ModuleNotFoundError, match=r"b\.nowhere"):
        compat.load(tmp_path / "a" / "b" / "wrong.py")
