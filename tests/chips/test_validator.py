"""Every figure of every chip file has its source; the validator names what is missing."""

import copy
import re
from pathlib import Path
from typing import Any

import pytest

import tik.chips
from tik.chips import SOURCES, chip_names, load_chip, validate

PAGE = Path(tik.chips.__file__).parents[2] / "docs" / "sources.md"


def figures() -> dict[str, Any]:
    return copy.deepcopy(dict(load_chip("Ascend910B1").figures))


@pytest.mark.parametrize("name", chip_names())
def test_files_are_complete(name):
    chip = load_chip(name)
    assert chip.name == name
    assert validate(chip.figures) == []


def test_all_files_have_the_same_instructions():
    rows = [set(load_chip(name).instructions) for name in chip_names()]
    assert all(row == rows[0] for row in rows)
    assert len(rows[0]) > 80


def drop(*path):
    def change(chip):
        for key in path[:-1]:
            chip = chip[key]
        del chip[path[-1]]

    return change


def put(value, *path):
    def change(chip):
        for key in path[:-1]:
            chip = chip[key]
        chip[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (drop("name"), "name: missing"),
        (drop("kind"), "kind: missing"),
        (drop("rates"), "rates: missing"),
        (drop("cost", "head"), "cost.head: missing"),
        (drop("cost", "slope", "default"), "cost.slope.default: missing"),
        (drop("memory", "UB"), "memory.UB: missing"),
        (drop("cost", "dma_issue", "source"), "cost.dma_issue: no source"),
        (drop("cost", "head", "vexp", "source"), "cost.head.vexp: no source"),
        (drop("instructions", "vadd", "source"), "instructions.vadd: no source"),
        (put(20, "cost", "dma_issue"), "cost.dma_issue: not { value, source }"),
        (put("", "clock", "mhz", "source"), "clock.mhz: no source"),
        (
            put("I think so", "clock", "mhz", "source"),
            "clock.mhz: source 'I think so' names no source of docs/sources.md with its tag, nor says 'assumed: why'",
        ),
        (
            put("INI", "clock", "mhz", "source"),
            "clock.mhz: source 'INI' names no source of docs/sources.md with its tag, nor says 'assumed: why'",
        ),
        (
            put("assumed: ", "clock", "mhz", "source"),
            "clock.mhz: source 'assumed: ' names no source of docs/sources.md with its tag, nor says 'assumed: why'",
        ),
        (put({"value": 1, "source": "INI [V]"}, "memory", "Ub"), "memory.Ub: unknown"),
        (put({}, "extra"), "extra: unknown"),
        (put(-1, "memory", "UB", "value"), "memory.UB: -1 is not an amount"),
        (put(1.5, "memory", "UB", "value"), "memory.UB: 1.5 is not a whole number"),
        (put(float("nan"), "clock", "mhz", "value"), "clock.mhz: nan is not an amount"),
        (put(True, "clock", "mhz", "value"), "clock.mhz: True is not a number"),
        (put(1, "features", "nd2nz", "value"), "features.nd2nz: 1 is not true or false"),
        (put("both", "kind", "value"), "kind: 'both' is not one of unified, split"),
        (put(["s8"], "instructions", "vadd", "value"), "instructions.vadd: 's8' is not a dtype combination"),
        (put(["f16", "f16"], "instructions", "vadd", "value"), "instructions.vadd: a combination stands twice"),
        (put(["f16:none"], "instructions", "vadd", "value"), "instructions.vadd: 'f16:none' is not a dtype combination"),
        (put(["f16.f32"], "instructions", "vconv", "value"), "instructions.vconv: 'f16.f32' names no rounding modes"),
        (put(["f16.f32:up"], "instructions", "vconv", "value"), "instructions.vconv: 'f16.f32:up' names no rounding modes"),
        (put("f16", "instructions", "vadd", "value"), "instructions.vadd: 'f16' is not a list of dtype combinations"),
        (put({"half": 2}, "cost", "slope", "vexp", "value"), "cost.slope.vexp: {'half': 2} is not keyed by dtypes"),
        (drop("cube", "bf16"), "cube.bf16: missing, but mmad takes it"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_mistake_is_named(change, complaint):
    chip = figures()
    change(chip)
    assert validate(chip) == [complaint]


def test_several_mistakes_are_all_named():
    assert len(validate({})) > 10
    assert validate({"name": "x", "cost": 3})[-1] == "instructions: missing"


def chips_section() -> str:
    return PAGE.read_text(encoding="utf-8").partition("\n## Chips\n")[2]


def test_docs_explain_every_short_name():
    assert set(re.findall(r"^\| \*\*([A-Z-]+)\*\* \|", chips_section(), re.M)) == set(SOURCES)


def test_docs_list_every_figure_with_its_values():
    """The table of docs/sources.md and the chip files say the same."""
    rows = {
        cells[0].strip(): [c.strip() for c in cells[1:4]]
        for line in chips_section().splitlines()
        if len(cells := line.strip("|").split("|")) == 5
    }
    chips = [load_chip(name) for name in ("Ascend910B1", "Ascend910A", "Ascend310P3")]
    wanted: dict[str, list[str]] = {}
    for section in ("cores", "clock", "memory", "cube", "rates", "cost"):
        for column, chip in enumerate(chips):
            for key, figure in chip.figures[section].items():
                if (section, key) not in (("cost", "head"), ("cost", "slope")):
                    wanted.setdefault(f"`{section}.{key}`", ["–"] * 3)[column] = f"{figure['value']:,}"
    assert {key: rows.get(key) for key in wanted} == wanted
