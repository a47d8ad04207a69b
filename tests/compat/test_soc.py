"""SoC names and the chips they mean."""

import pytest

from tik.chips import chip_names, load_chip
from tik.compat.soc import Soc, chip_of_soc
from tik.types.errors import TikError


@pytest.mark.parametrize(
    ("name", "chip"),
    [
        ("Ascend310", "Ascend310"),
        ("Ascend910", "Ascend910A"),
        ("Ascend910A", "Ascend910A"),
        ("Ascend310P", "Ascend310P3"),
        ("Ascend310P3", "Ascend310P3"),
        ("Ascend710", "Ascend310P3"),
        ("Ascend910B", "Ascend910B1"),
        ("Ascend910B1", "Ascend910B1"),
        ("ascend910", "Ascend910A"),
    ],
)
def test_names(name: str, chip: str) -> None:
    assert chip_of_soc(name) is load_chip(chip)


@pytest.mark.parametrize("name", ["Hi3796CV300ES", "SD3403", "Ascend610", "Ascend310B1", "Ascend910X"])
def test_socs_without_a_chip_file(name: str) -> None:
    with pytest.raises(TikError) as caught:
        chip_of_soc(name)
    assert caught.value.code == "TIK-CHIP02" and name in caught.value.message
    assert caught.value.hint == f"there are {', '.join(chip_names())}"


def test_who_decides() -> None:
    soc = Soc()
    assert soc.chip.name == "Ascend910A" and soc.asked and soc.core_num == 32
    soc = Soc(load_chip("Ascend310P3"))
    assert soc.offered.name == "Ascend310P3" and not soc.asked
    soc.choose(load_chip("Ascend310"), "1")
    assert soc.chip.name == "Ascend310" and not soc.asked and soc.core_num == 1
