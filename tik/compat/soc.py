"""Which chip a kernel file is built for: what it chose itself, else what the caller asked for, else the current chip, else
Ascend910A."""

from __future__ import annotations

import logging
from collections.abc import Callable

from tik.chips import Chip, chip, chip_names, current_chip, load_chip
from tik.chips.current import explicit_chip
from tik.types.errors import TikError
from tik.types.positions import here

__all__ = ["FALLBACK", "Soc", "chip_of_soc", "product_chip"]

FALLBACK = "Ascend910A"  # DESIGN §5: what compat kernels are built for when nobody chooses

# Short names of SoCs, by the one chip file that stands for them.
_SHORT = {"Ascend910": "Ascend910A", "Ascend310P": "Ascend310P3", "Ascend710": "Ascend310P3", "Ascend910B": "Ascend910B1"}
_LOG = logging.getLogger("tik")


class Soc:
    """The chip of one kernel file. ``chip`` is the one that counts now; ``asked`` tells that somebody looked before the
    file chose, so that what the file read there depends on the caller's choice."""

    def __init__(self, argument: Chip | None = None) -> None:
        self.argument = argument
        self.chosen: Chip | None = None
        self.cores: int | None = None
        self.asked = False

    @property
    def chip(self) -> Chip:
        """The chip that counts now."""
        if self.chosen is not None:
            return self.chosen
        self.asked = True
        return self.offered

    @property
    def offered(self) -> Chip:
        """The chip that counts as long as the file does not choose."""
        return self.argument or explicit_chip() or load_chip(FALLBACK)

    @property
    def core_num(self) -> int:
        """How many cores the kernel is told there are."""
        return self.chip.aicore_num if self.cores is None else self.cores

    def choose(self, chip: Chip, cores: object = None) -> None:
        """The file's choice."""
        if self.argument is not None and self.chosen is None and chip != self.argument:
            _LOG.warning("the kernel file chooses %s itself; chip=%s is not used (%s)", chip, self.argument, here().short)
        self.chosen = chip
        self.cores = int(str(cores)) if cores not in (None, "", "0", 0) else None


def chip_of_soc(name: str) -> Chip:
    """The chip of a SoC name as ``set_current_compile_soc_info`` takes it. Raises TIK-CHIP02 with the chips there are."""
    known = {full.casefold(): full for full in chip_names()} | {short.casefold(): full for short, full in _SHORT.items()}
    found = known.get(str(name).strip().casefold())
    if found is None:
        raise TikError(
            "TIK-CHIP02",
            f"the kernel file chooses {name}, which the kit has no chip file of",
            position=here(),
            hint=f"there are {', '.join(chip_names())}",
        )
    return load_chip(found)


def product_chip(select: Callable[[], object]) -> Chip:
    """The chip that ``select`` makes the current one, which stays what it was."""
    with chip(FALLBACK):
        select()
        return current_chip()
