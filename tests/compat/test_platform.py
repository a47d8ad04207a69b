"""Figures of the SoC."""

from pathlib import Path
from types import ModuleType

import pytest

from tik import compat
from tik.chips import load_chip
from tik.compat.platform import PlatformError, bit_length, specification
from tik.types.errors import TikError

A, P3, B1 = (load_chip(name) for name in ("Ascend910A", "Ascend310P3", "Ascend910B1"))


def platform(tmp_path: Path, chip: str | None = None) -> ModuleType:
    path = tmp_path / "p.py"
    path.write_text("from tbe.common import platform\nfrom te import platform as old\nfrom te import tik\n", encoding="utf-8")
    return compat.load(path, chip=chip)


@pytest.mark.parametrize(
    ("key", "a", "p3", "b1"),
    [
        ("CORE_NUM", 32, 8, 24),
        ("UB_SIZE", 262144, 262144, 196608),
        ("L1_SIZE", 1048576, 1048576, 524288),
        ("L0A_SIZE", 65536, 65536, 65536),
        ("L0C_SIZE", 262144, 262144, 131072),
        ("L2_SIZE", 32 << 20, 16 << 20, 192 << 20),
        ("ubblock_size", 32, 32, 32),
        ("CUBE_SIZE", [16, 16, 16], [16, 16, 16], [16, 16, 16]),
        ("cube_k_size", 16, 16, 16),
        ("SHORT_SOC_VERSION", "Ascend910", "Ascend310P", "Ascend910B"),
        ("SOC_VERSION", "Ascend910", "Ascend310P", "Ascend910B"),
        ("FULL_SOC_VERSION", "Ascend910A", "Ascend310P3", "Ascend910B1"),
        ("AICORE_TYPE", "AiCore", "AiCore", "AiCore"),
        ("Unified_Buffer", 262144, 262144, 196608),
        ("BT_SIZE", 0, 0, 1024),
        ("FB1_SIZE", 0, 0, 1024),
    ],
)
def test_specifications(key: str, a: object, p3: object, b1: object) -> None:
    assert [specification(chip, chip.aicore_num, key) for chip in (A, P3, B1)] == [a, p3, b1]


def test_an_unknown_key() -> None:
    with pytest.raises(PlatformError, match="get_soc_spec knows no 'UB_SIZ'") as caught:
        specification(A, 1, "UB_SIZ")
    assert "UB_SIZE" in str(caught.value.hint) and isinstance(caught.value, RuntimeError | TikError)


def test_bits() -> None:
    assert [bit_length(name) for name in ("float16", "bool", "int64", "uint8", "bfloat16")] == [16, 8, 64, 8, 16]
    with pytest.raises(PlatformError, match="no dtype 'float'"):
        bit_length("float")


def test_the_module(tmp_path: Path) -> None:
    mod = platform(tmp_path, "Ascend310P3")
    p = mod.platform
    assert p.get_soc_spec(p.UB_SIZE) == mod.old.cce_conf.get_soc_spec("UB_SIZE") == 262144
    assert p.get_soc_spec(p.SHORT_SOC_VERSION) == p.ASCEND_310P
    assert (p.UB_SIZE, p.SOME_NEW_KEY, p.HI3796CV300ES, p.scope_ubuf) == (
        "UB_SIZE",
        "SOME_NEW_KEY",
        "Hi3796CV300ES",
        "local.UB",
    )
    assert p.CceProductParams().getParams("Core_num") == 8 and p.get_block_size() == 32
    assert p.api_check_support("tik.vgather", "float32") and not p.api_check_support("tik.vcopy")
    p.set_current_compile_soc_info("Ascend910", "AiCore", aicore_num="2")
    assert p.get_soc_spec("CORE_NUM") == mod.tik.Dprofile().get_aicore_num() == 2
    assert mod.tik.Dprofile().get_l1_buffer_size() == 1 << 20
    with pytest.raises(TikError, match="core type 'VectorCore' of Ascend310P3"):
        p.te_set_version("Ascend310P3", "VectorCore")
    with pytest.raises(TikError, match="chooses Ascend610, which the kit has no chip file of"):
        p.te_set_version(p.ASCEND_610)
