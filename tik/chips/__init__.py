"""Floor 1: the chips, one TOML file each with the source of every number, and the current one."""

from tik.chips.current import DEFAULT_CHIP, as_chip, chip, current_chip
from tik.chips.description import CORE_KINDS, Chip, Combo
from tik.chips.loader import chip_names, chips_supporting, chips_with, listed_chips, load_chip, read_chip, unsupported
from tik.chips.validator import SOURCES, validate

__all__ = [
    "CORE_KINDS",
    "DEFAULT_CHIP",
    "SOURCES",
    "Chip",
    "Combo",
    "as_chip",
    "chip",
    "chip_names",
    "chips_supporting",
    "chips_with",
    "current_chip",
    "listed_chips",
    "load_chip",
    "read_chip",
    "unsupported",
    "validate",
]
