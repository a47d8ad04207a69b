"""The special registers as operands: views of the SPR memory, which a kernel has once it uses one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tik.dsl.memory import Declared
from tik.dsl.tensor import TensorView
from tik.ir import Alloc
from tik.isa.special import Register
from tik.types.dtypes import DType, u8
from tik.types.scopes import SPECIAL_BYTES, Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["special"]


def special(core: Core, register: Register, type: DType) -> TensorView:
    """The register as a view of ``type``."""
    if core.registers is None:
        core.registers = Declared(core, "spr", u8, Scope.SPR, (SPECIAL_BYTES,), SPECIAL_BYTES, 0)
        core.frames[0].body.insert(0, Alloc(core.registers, core.registers.position))
    return TensorView(core.registers, register.byte, type, (register.size // type.size,))
