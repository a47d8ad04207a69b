"""Scalar arrays: registers in a row, reached by an index known only at run time (tik_api §4.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from tik.dsl.declare import checked_name, named_dtype
from tik.dsl.memory import Declared, gone
from tik.dsl.tensor import TensorView, element_type
from tik.dsl.value import whole
from tik.ir import Alloc, Element
from tik.types.dtypes import DType
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["ScalarArray", "ScalarItem", "declare_addresses", "declare_array"]

MOST = 256  # registers an array may have


class ScalarItem(Element):
    """One register of a scalar array: an expression that reads it when the instruction that uses it executes."""

    __slots__ = ("view",)

    def __init__(self, view: TensorView) -> None:
        super().__init__(view.tensor, view.byte, view.type)
        self.view = view

    def set_as(self, value: Any, src_offset: Any = None) -> None:
        """Assign as Scalar.set_as does."""
        self.view.set_as(value, 0, src_offset)


class ScalarArray:
    """``length`` registers of one dtype. ``a[i]`` is used like a Scalar; i may be an expression.

    In the model they lie beside the special registers of a core, so that an index can be computed; they take no UB.
    """

    __slots__ = ("length", "name", "view")

    def __init__(self, view: TensorView, length: int, name: str) -> None:
        self.view, self.length, self.name = view, length, name

    @property
    def dtype(self) -> str:
        """The dtype as TIK spells it ("int64")."""
        return self.view.dtype

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: Any) -> ScalarItem:
        core = self.view.tensor.core
        if not self.view.tensor.alive:
            core.collect(gone(self.view.tensor))
        if isinstance(index, slice):
            core.abort("TIK-TYPE02", f"{self.name} gives one register at a time, no slices", hint=f"write {self.name}[i]")
        at = whole(index, f"an index of {self.name}")
        if isinstance(at, int) and not -self.length <= at < self.length:
            core.mistake("TIK-BOUNDS01", f"index {at} of {self.name}, which has {self.length} registers")
            at = 0
        return ScalarItem(self.view[at])

    def __setitem__(self, index: Any, value: Any) -> None:
        self[index].set_as(value)

    def __iter__(self) -> Iterator[ScalarItem]:
        return (self[i] for i in range(self.length))

    def set_as(self, values: Any) -> None:
        """Assign all registers: a sequence as long as the array, or another array."""
        if not isinstance(values, Sequence | ScalarArray) or isinstance(values, str) or len(values) != self.length:
            self.view.tensor.core.mistake(
                "TIK-SHAPE02",
                f"{self.name} has {self.length} registers; set_as takes a list of as many values, not {values!r}",
                hint=f"one of them is set by {self.name}[i].set_as(x)",
            )
            return
        for i, value in enumerate(values):
            self[i].set_as(value)

    def __repr__(self) -> str:
        return f"ScalarArray {self.name} {self.dtype}[{self.length}]"


def declare_array(
    core: Core, dtype: str | DType = "int64", length: int = 1, name: str = "reg_buf", init_value: Any = None
) -> ScalarArray:
    """``length`` registers; ``init_value`` is a list of as many numbers or expressions, or one for all."""
    type = element_type(core, named_dtype(core, dtype))
    name = checked_name(core, "a ScalarArray", name)
    count = whole(length, f"the length of {name}")
    if not isinstance(count, int) or not 1 <= count <= MOST:
        core.mistake("TIK-REPEAT01", f"the length of {name} is {length!r}, possible are 1..{MOST}")
        count = 1
    tensor = Declared(core, name, type, Scope.SPR, (count,), count * type.size)
    core.frames[-1].tensors.append(tensor)
    core.body.append(Alloc(tensor, tensor.position))
    array = ScalarArray(TensorView(tensor, 0, type, (count,)), count, name)
    if init_value is not None:
        array.set_as(init_value if isinstance(init_value, Sequence | ScalarArray) else [init_value] * count)
    return array


def declare_addresses(core: Core, *args: Any, **keywords: Any) -> NoReturn:
    """Refused: arrays of GM addresses."""
    core.abort(
        "TIK-CHIP01",
        "TensorAddrList, an array of GM addresses, is not in the kit: its model keeps each GM argument apart",
        hint="pass every tensor of the list as an argument of its own: inputs=[x0, x1, ...]",
    )
