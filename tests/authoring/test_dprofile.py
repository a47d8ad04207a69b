"""The chip as kernels ask for it and choose it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import tik
from tik.chips import load_chip


@pytest.fixture(autouse=True)
def _default_again() -> Iterator[None]:
    yield
    tik.unset_product_version()


@pytest.mark.parametrize(
    ("args", "chip", "product"),
    [
        (("v100", "mini"), "Ascend310", "mini"),
        (("v100", "cloud"), "Ascend910A", "cloud"),
        (("v200", "aic"), "Ascend310P3", "aic"),
    ],
)
def test_arguments_select_the_chip(args: tuple[str, str], chip: str, product: str) -> None:
    profile = tik.Dprofile(*args)
    assert profile.get_product_name() == product
    assert tik.current_chip().name == chip == tik.Tik().chip.name == tik.Tik(profile).chip.name
    tik.unset_product_version()
    assert tik.current_chip().name == "Ascend910B1"
    assert tik.Tik(profile).chip.name == chip


def test_figures_come_from_the_chip_file() -> None:
    with tik.chip("Ascend310P3"):
        p = tik.Dprofile()
    sizes = (p.get_unified_buffer_size(), p.get_l1_buffer_size(), p.get_l0a_buffer_size(), p.get_l0b_buffer_size())
    assert sizes == tuple(load_chip("Ascend310P3").sizes[name] for name in ("UB", "L1", "L0A", "L0B"))
    assert p.get_l0c_buffer_size() == load_chip("Ascend310P3").sizes["L0C"]
    assert p.get_aicore_num() == load_chip("Ascend310P3").aicore_num and p.get_product_name() == "aic"
    assert tik.Tik(chip="Ascend910A").d_profiling.get_aicore_num() == load_chip("Ascend910A").aicore_num


def test_a_selection_ends_with_the_block_around_it() -> None:
    with tik.chip("Ascend310P3"):
        tik.Dprofile("v100", "cloud")
        assert tik.current_chip().name == "Ascend910A"
    assert tik.current_chip().name == "Ascend910B1"


def test_products_without_a_file() -> None:
    for args in (("v200", "vec"), ("v200", "hisi-es"), ("v300", "x")):
        with pytest.raises(tik.TikError, match=r"Dprofile\('v") as caught:
            tik.Dprofile(*args)
        assert caught.value.code == "TIK-CHIP02"
    with pytest.raises(tik.TikError, match="unknown chip 'cluod'") as caught:
        tik.set_product_version("cluod")
    assert caught.value.hint == "did you mean cloud?"


def test_product_versions() -> None:
    tik.set_product_version("mini")
    assert tik.Dprofile().chip.name == "Ascend310"
    tik.tik_conf.set_product_version("Ascend910A")
    assert tik.Dprofile().chip.name == "Ascend910A"


def test_other_block_sizes_are_refused() -> None:
    with pytest.raises(tik.TikError, match="block_size is 16"):
        tik.Tik(block_size=16)
    tik.Tik(disable_debug=False, err_msg_level=1)


def test_names_kernels_import() -> None:
    t = tik.Tik(chip="Ascend910A")
    s, u = t.Scalar("int32", "s"), t.Tensor("float32", (64,), tik.scope_ubuf, "u")
    assert isinstance(s, tik.Scalar) and isinstance(s + 1, tik.Expr) and isinstance(u[3:], tik.Tensor)
    assert tik.is_tik_var(s) and tik.is_tik_var(s * 2) and not tik.is_tik_var(3) and not tik.is_tik_var(u)
    assert (tik.BLOCK_IN, tik.BLOCK_REDUCE_INT8, tik.VECTOR_INST_MAX_REPEAT_TIMES) == (16, 32, 255)
    assert tik.scope_cbuf_out == tik.scope_cc == "local.L0C" and tik.CUBE_MKN["int8"]["mac"] == [16, 32, 16]
    assert set(tik.__all__) <= {*dir(tik)} and all(hasattr(tik, name) for name in tik.__all__)
