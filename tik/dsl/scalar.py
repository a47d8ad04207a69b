"""Scalars: mutable registers. An expression built from one reads it when the instruction that uses it executes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.dsl.value import number, stored
from tik.ir import Assign, Element, Expr, Var
from tik.types.dtypes import DType
from tik.types.errors import TikError
from tik.types.positions import here
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["InputScalar", "Scalar"]

UNNAMED = "reg_buf"  # the name TIK gives a Scalar that its author gave none


class Scalar(Var):
    """A register of the kernel."""

    __slots__ = ("core",)

    def __init__(self, core: Core, dtype: DType, name: str, kind: str = "scalar") -> None:
        super().__init__(dtype, name, kind)
        self.core = core

    def set_as(self, value: Any, src_offset: Any = None) -> None:
        """Assign a number, expression, Scalar or one-element view; integers wrap, floats truncate toward zero."""
        try:
            if src_offset is not None and not isinstance(value, Expr | int | float):
                value = value[src_offset]
            name = "the Scalar" if self.name == UNNAMED else self.name
            source = number(value, f"the value of {name}")
            if isinstance(source, Element) and source.dtype.size != self.dtype.size and source.tensor.scope is not Scope.SPR:
                raise TikError(
                    "TIK-TYPE01",
                    f"an element of {source.dtype} does not fit the width of {name} ({self.dtype})",
                    position=here(),
                    hint="declare the Scalar with the tensor's dtype",
                )
            self.core.body.append(Assign(self, stored(source, self.dtype), here()))
        except TikError as error:
            self.core.collect(error)


class InputScalar(Scalar):
    """A scalar argument of the kernel: its value comes with the launch."""

    __slots__ = ()
