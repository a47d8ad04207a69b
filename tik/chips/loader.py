"""Chip files by name."""

from __future__ import annotations

import functools
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tik.chips.description import Chip
from tik.chips.validator import validate
from tik.types.dtypes import DType
from tik.types.errors import TikError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = ["Chip", "chip_names", "chips_supporting", "chips_with", "listed_chips", "load_chip", "read_chip", "unsupported"]

_FOLDER = Path(__file__).parent

# Short SoC names that stand for one of our chips. "Ascend910B" without a digit is a chip of its own, of the first
# generation; CANN also uses it as the short name of 910B1..B4 (tik.compat knows when).
_SHORT = {"910": "Ascend910A", "310p": "Ascend310P3"}


@functools.cache
def chip_names() -> tuple[str, ...]:
    """The chips there are files of, in alphabetical order."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@functools.cache
def load_chip(name: str) -> Chip:
    """The chip called ``name``, whatever the case, with or without "Ascend"; "Ascend910" is 910A, "310P" is 310P3.

    Raises TIK-CHIP02 with the names there are.
    """
    full = _resolve(name)
    if full != name:
        return load_chip(full)
    return Chip.from_figures(_figures(full))


def read_chip(path: str | Path) -> Chip:
    """A chip of one's own from a TOML file of the same form; ``like = "Ascend910B1"`` takes what it leaves out from there.

    Raises TIK-ARTIFACT02 when the file cannot be read, TIK-ARTIFACT01 with up to 20 complaints when it is incomplete.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TikError("TIK-ARTIFACT02", f"the chip file {path} cannot be read: {error}") from None
    try:
        figures = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TikError("TIK-ARTIFACT01", f"the chip file {path} is not TOML: {error}") from None
    if figures.get("like") in chip_names():
        figures = _over(_figures(figures["like"]), figures)
    complaints = validate(figures)
    if complaints:
        raise TikError("TIK-ARTIFACT01", f"the chip file {path} is wrong in {len(complaints)} places", details=complaints[:20])
    return Chip.from_figures(figures)


def _figures(name: str) -> dict[str, Any]:
    """What the file of a chip says, with what it leaves out taken from the chip it is ``like``."""
    figures = tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    return _over(_figures(figures["like"]), figures) if "like" in figures else figures


def _over(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The figures of ``base`` with those of ``own`` in their place."""
    merged = dict(base)
    for key, value in own.items():
        nested = isinstance(value, Mapping) and "value" not in value and key in base
        if key != "like":
            merged[key] = _over(base[key], value) if nested else value
    return merged


def chips_supporting(mnemonic: str, *types: DType) -> tuple[str, ...]:
    """The chips that have the instruction, for these operand dtypes if given."""
    return tuple(name for name in chip_names() if load_chip(name).supports(mnemonic, *types))


def chips_with(feature: str) -> tuple[str, ...]:
    """The chips that have the feature."""
    return tuple(name for name in chip_names() if load_chip(name).has(feature))


def listed_chips(names: Sequence[str]) -> str:
    """The names as text, a run of variants in short: "Ascend310P3, Ascend910B1..B4"."""
    shown: list[str] = []
    for name in names:
        last = shown[-1].partition("..") if shown else ("", "", "")
        end = last[0][:-1] + last[2][-1:] if last[1] else last[0]
        if end and name[:-1] == end[:-1] and end[-1].isdigit() and name[-1] == str(int(end[-1]) + 1):
            shown[-1] = f"{last[0]}..{name[-2:]}"
        else:
            shown.append(name)
    return ", ".join(shown)


def unsupported(chip: Chip, mnemonic: str, *types: DType) -> TikError:
    """The TIK-CHIP01 error for an instruction (of these dtypes) that ``chip`` lacks; it names the chips that do."""
    what = f"{mnemonic} of {', '.join(map(str, types))}" if types else mnemonic
    others = chips_supporting(mnemonic, *types)
    here = ", ".join(".".join(map(str, row)) for row in chip.types(mnemonic)) if types else ""
    return TikError(
        "TIK-CHIP01",
        f"{chip.name} has no {what}",
        hint=f"chips that have it: {listed_chips(others)}" if others else "no chip of the kit has it",
        details=[f"{mnemonic} on {chip.name}: {here}"] if here else (),
    )


def _resolve(name: str) -> str:
    plain = name.strip().lower().removeprefix("ascend")
    names = {full.lower().removeprefix("ascend"): full for full in chip_names()} | _SHORT
    if plain in names:
        return names[plain]
    known = listed_chips(chip_names())
    import difflib

    close = difflib.get_close_matches(plain, names, n=1)
    hint = f"did you mean {names[close[0]]}?" if close else "`tik chips` lists them"
    raise TikError("TIK-CHIP02", f"unknown chip {name!r}; there are {known}", hint=hint)
