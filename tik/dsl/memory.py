"""Declared tensors: pieces of memory with a life, and the names of the memory scopes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tik.ir import Tensor
from tik.types.dtypes import DType
from tik.types.errors import TikError
from tik.types.positions import here
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["SCOPES", "SCOPE_NAMES", "Declared", "gone"]

SCOPE_NAMES: dict[Scope, str] = {
    Scope.GM: "global",
    Scope.UB: "local.UB",
    Scope.L1: "local.L1",
    Scope.L0A: "local.L0A",
    Scope.L0B: "local.L0B",
    Scope.L0C: "local.L0C",
    Scope.BT: "local.BT",
    Scope.FB: "local.FB",
    Scope.SPR: "local.SPR",
}
SCOPES: dict[str, Scope] = {name: scope for scope, name in SCOPE_NAMES.items()} | {scope.value: scope for scope in Scope}


class Declared(Tensor):
    """A tensor the author declared: what the builder knows of it beyond its place in memory."""

    __slots__ = ("alive", "core", "limit", "used", "views", "workspace", "zero")

    def __init__(
        self,
        core: Core,
        name: str,
        type: DType,
        scope: Scope,
        shape: Sequence[Any],
        nbytes: int | None,
        address: int | None = None,
    ) -> None:
        super().__init__(name, type, scope, shape, nbytes, here(), address)
        self.core = core
        self.alive = True  # its scope is open
        self.used = False  # some instruction touches it (kept for GM)
        self.workspace = False
        self.zero = False
        self.views: dict[tuple[int, int], Any] = {}  # of one element, by byte offset and kind
        # One past the last byte an instruction may touch: memory comes in whole blocks, GM has a guard block too.
        blocks = 2**62 if nbytes is None else (nbytes + 31) // 32 * 32
        self.limit = blocks + 32 if scope is Scope.GM else blocks


def gone(tensor: Declared) -> TikError:
    """The mistake of using a tensor whose scope has ended."""
    place = tensor.position
    return TikError(
        "TIK-MEM02",
        f"{tensor.name} is used after its scope has ended",
        position=here(),
        details=(f"declared at {place.short}",) if place is not None else (),
        hint="it lives until the with-block it was declared in ends; declare it before that block",
    )
