"""Operand fields of instructions: what may stand there, and how it is spelled in stream text.

A field is a fact; the handlers (checks, assembler, execution, dependencies, docs) read it.
Every field occupies a fixed number of 64-bit slots in the resolved row that native code sees.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from tik.types.dtypes import DType
from tik.types.scopes import Scope

__all__ = ["Choice", "Field", "Int", "Mask", "MaskField", "Mem", "Out", "Value"]


@dataclass(frozen=True)
class Mem:
    """A memory operand. ``type`` is its index in the dtype combination; ``align`` is in bytes.

    Slots: space (0 … scopes, then GM arguments), byte offset in that space.
    """

    slots: ClassVar[int] = 2
    name: str
    scopes: tuple[Scope, ...]
    access: str  # "r", "w" or "rw"
    type: int = 0
    align: int = 32
    doc: str = ""
    default: ClassVar[None] = None

    @property
    def reads(self) -> bool:
        return "r" in self.access

    @property
    def writes(self) -> bool:
        return "w" in self.access

    @property
    def fractals(self) -> bool:
        """Whether it begins with a whole fractal of L0C: 512 bytes of 16-bit elements, 1024 of 32-bit ones."""
        return self.scopes == (Scope.L0C,) and self.align == 512

    def boundary(self, type: DType) -> int:
        """What its address is a multiple of, in bytes, with elements of ``type``."""
        return 256 * type.cell if self.fractals else self.align


@dataclass(frozen=True)
class Int:
    """An integer field: immediate or register, ``low`` … ``high`` inclusive; ``text`` is its key in stream text. ``blocks``:
    so many elements (of type 0) must be whole 32-byte blocks."""

    slots: ClassVar[int] = 1
    name: str
    low: int
    high: int
    default: int | None = None
    text: str = ""
    doc: str = ""
    blocks: bool = False

    @property
    def key(self) -> str:
        return self.text or self.name


@dataclass(frozen=True)
class Value:
    """A scalar value of an operand's dtype (immediate or register); the slot holds its raw bits."""

    slots: ClassVar[int] = 1
    name: str
    type: int = 0
    default: Any = None
    doc: str = ""


@dataclass(frozen=True)
class Out:
    """A destination register; the slot holds its index."""

    slots: ClassVar[int] = 1
    name: str
    type: int = 0
    default: ClassVar[None] = None
    doc: str = ""


@dataclass(frozen=True)
class Choice:
    """One of a few words; the slot holds its index."""

    slots: ClassVar[int] = 1
    name: str
    options: tuple[str, ...]
    default: str | None = None
    doc: str = ""


@dataclass(frozen=True)
class MaskField:
    """Which lanes of each repeat take part. Slots: mode (0 bits, 1 counter), high word, low word.

    A count n is stored as the bits of its n low lanes when it is known, else as mode 2 (count in the low word).
    """

    slots: ClassVar[int] = 3
    name: str = "mask"
    default: ClassVar[None] = None
    doc: str = "active lanes of each repeat: a count, [high, low] bit words, or a counter"


Field = Mem | Int | Value | Out | Choice | MaskField

BITS, COUNTER, COUNT = 0, 1, 2
MASK_MODES = ("bits", "counter", "count")


@dataclass(frozen=True)
class Mask:
    """A mask operand: ``mode`` 0 bit words (high, low), 1 counter (low = lanes of the whole instruction), 2 count (low = lanes
    of each repeat). ``high`` and ``low`` are integers, or whatever stands for a run-time value in IR or stream."""

    mode: int
    high: Any
    low: Any

    def __hash__(self) -> int:  # asked for with every instruction that is built
        return hash((self.mode, self.high, self.low))

    @staticmethod
    def count(lanes: Any) -> Mask:
        return Mask(COUNT, 0, lanes)

    @staticmethod
    def counter(lanes: Any) -> Mask:
        return Mask(COUNTER, 0, lanes)

    @staticmethod
    def bits(high: Any, low: Any) -> Mask:
        return Mask(BITS, high, low)
