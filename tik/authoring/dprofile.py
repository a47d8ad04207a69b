"""``tik.Dprofile``: what kernels ask of the chip, and how old ones choose it (tik_api §3)."""

from __future__ import annotations

from typing import Any

from tik.chips.current import as_chip, select_chip
from tik.chips.loader import Chip, chip_names
from tik.types.errors import TikError, did_you_mean
from tik.types.positions import here
from tik.types.scopes import Scope

__all__ = ["Dprofile", "is_tik_var", "set_product_version", "unset_product_version"]

# (ai_core_arch, ai_core_version) of CANN, and the chip of the kit it means
_CHIPS = {("v100", "mini"): "Ascend310", ("v100", "cloud"): "Ascend910A", ("v200", "aic"): "Ascend310P3"}
_ELSEWHERE = {("v200", "vec"), ("v200", "hisi-es"), ("v200", "hisi-cs"), ("v200", "lhisi-es"), ("v200", "lhisi-cs")}
_PRODUCTS = {chip: version for (_, version), chip in _CHIPS.items()}
_VERSIONS = {version: chip for chip, version in _PRODUCTS.items()}  # "mini" alone names a product, too


class Dprofile:
    """The chip a kernel is for. Without arguments the current one; ``Dprofile("v100", "cloud")`` selects Ascend910A from then
    on, ("v100", "mini") Ascend310, ("v200", "aic") Ascend310P3.

    Raises TIK-CHIP02 for a product the kit has no chip file of.
    """

    def __init__(
        self, ai_core_arch: str | None = None, ai_core_version: str | None = None, ddk_version: Any = None, *, chip: Any = None
    ) -> None:
        if ai_core_arch is None and ai_core_version is None:
            self.chip: Chip = as_chip(chip)
            return
        named = _CHIPS.get((str(ai_core_arch), str(ai_core_version)))
        if named is None:
            known = ", ".join(f'("{arch}", "{version}")' for arch, version in _CHIPS)
            what = "a chip the kit has no file of" if (ai_core_arch, ai_core_version) in _ELSEWHERE else "no product"
            raise TikError(
                "TIK-CHIP02",
                f"Dprofile({ai_core_arch!r}, {ai_core_version!r}) is {what}",
                position=here(),
                hint=f"there are {known}; Dprofile() is the current chip",
            )
        self.chip = select_chip(named)

    def get_aicore_num(self) -> int:
        """Number of cores a kernel is spread over."""
        return self.chip.aicore_num

    def get_unified_buffer_size(self) -> int:
        """Bytes of UB of one core."""
        return self.chip.capacity(Scope.UB)

    def get_l1_buffer_size(self) -> int:
        """Bytes of L1 of one core."""
        return self.chip.capacity(Scope.L1)

    def get_l0a_buffer_size(self) -> int:
        """Bytes of L0A of one core."""
        return self.chip.capacity(Scope.L0A)

    def get_l0b_buffer_size(self) -> int:
        """Bytes of L0B of one core."""
        return self.chip.capacity(Scope.L0B)

    def get_l0c_buffer_size(self) -> int:
        """Bytes of L0C of one core."""
        return self.chip.capacity(Scope.L0C)

    def get_product_name(self) -> str:
        """ "mini", "cloud" or "aic" where CANN has such a name for the chip, else the short SoC name."""
        return _PRODUCTS.get(self.chip.name, self.chip.short_soc)

    def __repr__(self) -> str:
        return f"Dprofile of {self.chip.name}"


def set_product_version(version: str) -> None:
    """Select the chip by its name, short SoC name, or product ("mini", "cloud", "aic"). Raises TIK-CHIP02."""
    name = _VERSIONS.get(version, version)
    try:
        select_chip(name)
    except TikError as error:
        hint = did_you_mean(str(version), (*chip_names(), *_VERSIONS)) or f"there are {', '.join((*chip_names(), *_VERSIONS))}"
        raise TikError("TIK-CHIP02", error.message, position=here(), hint=hint) from None


def unset_product_version() -> None:
    """Forget what Dprofile or set_product_version selected: the default chip is the current one again."""
    select_chip(None)


def is_tik_var(x: Any) -> bool:
    """Whether x is a number only the running kernel knows: a Scalar or an expression of them."""
    from tik.ir import Const, Expr

    return isinstance(x, Expr) and not isinstance(x, Const)
