"""Chips by name, and chip files of one's own."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

import tik.chips
from tik.chips import Chip, chip_names, chips_supporting, chips_with, listed_chips, load_chip, read_chip, unsupported
from tik.types.dtypes import bf16, f32
from tik.types.errors import TikError
from tik.types.scopes import Scope

FOLDER = Path(tik.chips.__file__).parent


def test_names():
    assert chip_names() == (
        "Ascend310",
        "Ascend310P3",
        "Ascend910A",
        "Ascend910B",
        "Ascend910B1",
        "Ascend910B2",
        "Ascend910B3",
        "Ascend910B4",
    )


def test_a_file_says_only_what_is_not_as_in_the_chip_it_is_like():
    mini, a, b = load_chip("Ascend310"), load_chip("Ascend910A"), load_chip("Ascend910B")
    assert (mini.cores_cube, mini.clock_mhz, mini.types("vdiv"), mini.capacity(Scope.UB)) == (2, 680, (), 253_952)
    assert mini.types("vadd") == a.types("vadd") and mini.capacity(Scope.L1) == a.capacity(Scope.L1)
    assert (b.cores_cube, b.clock_mhz, b.kind) == (30, 900, "unified")
    assert [load_chip(f"Ascend910B{n}").cores_vector for n in (2, 3, 4)] == [48, 40, 40]
    assert load_chip("Ascend910B4").l2_bytes == 96 * 2**20


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Ascend910B1", "Ascend910B1"),
        ("ascend910b1", "Ascend910B1"),
        ("910B1", "Ascend910B1"),
        (" 910b1 ", "Ascend910B1"),
        ("Ascend910", "Ascend910A"),
        ("910A", "Ascend910A"),
        ("Ascend310P", "Ascend310P3"),
        ("310p3", "Ascend310P3"),
    ],
)
def test_aliases_are_the_same_chip(written, name):
    assert load_chip(written) is load_chip(name)
    assert load_chip(written).name == name


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("Ascend910B9", "did you mean Ascend910B?"),
        ("H100", "`tik chips` lists them"),
        ("", "`tik chips` lists them"),
        ("../Ascend910A", "`tik chips` lists them"),
    ],
)
def test_unknown_chip(written, hint):
    with pytest.raises(TikError) as caught:
        load_chip(written)
    assert str(caught.value) == (
        f"TIK-CHIP02: unknown chip {written!r}; there are {listed_chips(chip_names())}\n  hint: {hint}"
    )


def test_chips_supporting():
    split = ("Ascend910B1", "Ascend910B2", "Ascend910B3", "Ascend910B4")
    assert chips_supporting("vbcb") == split
    assert chips_supporting("vrelu") == chip_names()
    assert chips_supporting("vrelu", f32) == ("Ascend310P3", *split)
    assert chips_supporting("vadd", bf16) == ()
    assert chips_with("l0c_ub") == ("Ascend310", "Ascend310P3", "Ascend910A", "Ascend910B")


def test_a_run_of_variants_is_listed_in_short():
    assert listed_chips(()) == ""
    assert listed_chips(chip_names()) == "Ascend310, Ascend310P3, Ascend910A, Ascend910B, Ascend910B1..B4"
    assert listed_chips(("Ascend910B1", "Ascend910B3", "Ascend910B4")) == "Ascend910B1, Ascend910B3..B4"


def test_unsupported_names_the_chips_that_have_it():
    a = load_chip("Ascend910A")
    assert str(unsupported(a, "vrelu", f32)) == (
        "TIK-CHIP01: Ascend910A has no vrelu of f32\n"
        "  vrelu on Ascend910A: f16\n"
        "  hint: chips that have it: Ascend310P3, Ascend910B1..B4"
    )
    assert str(unsupported(a, "vbcb")) == "TIK-CHIP01: Ascend910A has no vbcb\n  hint: chips that have it: Ascend910B1..B4"
    assert str(unsupported(a, "vadd", bf16)) == (
        "TIK-CHIP01: Ascend910A has no vadd of bf16\n  vadd on Ascend910A: f16, f32, i32\n  hint: no chip of the kit has it"
    )


def test_a_chip_of_ones_own(tmp_path):
    file = tmp_path / "slow.toml"
    text = (FOLDER / "Ascend910B1.toml").read_text(encoding="utf-8")
    file.write_text(
        text.replace('name = "Ascend910B1"', 'name = "Mine"').replace("value = 1850", "value = 925"), encoding="utf-8"
    )
    mine = read_chip(file)
    assert mine.name == "Mine" and mine.clock_mhz == 925
    assert mine.hbm_bytes_per_cycle() == pytest.approx(1610.81, abs=0.01)
    assert "Mine" not in chip_names()


def test_a_wrong_file_says_where(tmp_path):
    file = tmp_path / "wrong.toml"
    text = (FOLDER / "Ascend910B1.toml").read_text(encoding="utf-8")
    file.write_text(
        text.replace('mhz = { value = 1850, source = "PYPTO, ASC-EX [V]" }', "mhz = { value = 1850 }"), encoding="utf-8"
    )
    with pytest.raises(TikError) as caught:
        read_chip(file)
    assert str(caught.value) == (f"TIK-ARTIFACT01: the chip file {file} is wrong in 1 places\n  clock.mhz: no source")
    file.write_text("name = ", encoding="utf-8")
    with pytest.raises(TikError, match="is not TOML"):
        read_chip(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(TikError, match="cannot be read"):
        read_chip(file)
    with pytest.raises(TikError, match="cannot be read") as caught:
        read_chip(tmp_path / "missing.toml")
    assert caught.value.code == "TIK-ARTIFACT02"


def test_importing_loads_no_chip():
    code = "import tik.chips.loader as l; print(l.load_chip.cache_info().currsize)"
    done = subprocess.run([sys.executable, "-c", code], cwd=FOLDER.parent.parent, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"


def test_loading_is_quick():
    uncached = load_chip.__wrapped__
    best = 1.0
    for _ in range(5):
        start = time.perf_counter()
        chip = uncached("Ascend910B1")
        best = min(best, time.perf_counter() - start)
    assert isinstance(chip, Chip)
    assert best < 0.010
