"""The protocol of DESIGN §3: one class is one instruction, and every handler reads it.

An instruction class is never instantiated. It states
  mnemonic, pipe, fields      - its name, the queue it runs on, its operands in order
  combos or table             - dtype combinations: its own, or the chip file's row of that name
  feature                     - a chip feature it needs
  run(...)                    - what it means: a function in the numba subset over typed flat arrays and integers
  shadow(...)                 - how undefined bytes spread: the same over shadow bytes (None: its writes are defined)
  regions(out, ...)           - the bytes it reads and writes (see regions.py)
  cost(...)                   - its cycles (see costs.py)
  computes                    - whether its result (what it writes first, or its register) is computed, so that a float one can
                                be inf or NaN although no operand is; "narrower": where the result's dtype holds less than
                                the source's, "adding": where it adds in memory. What only picks or moves does not compute
  calls                       - the TIK builder's calls that make it
Handler functions ask for what they need by parameter name:
  a field's name              - Int, Value, Choice, Out: its value; Mem: the typed array of the whole space (in run and
                                shadow) or the byte offset (in regions and cost)
  <mem>_at, <mem>_space       - element index in the array, space number
  mask_mode mask_high mask_low, lanes (elements of the widest type in one repeat)
  size_<mem>                  - element size in bytes (int4: of the byte that holds two)
  block_<mem>                 - elements in 32 bytes
  head, slope, chip_<number>  - figures of the chip file
  <mem>_u8, <mem>_byte        - the space as bytes, and the byte offset in it (in run and shadow)
  load<i>, store<i>, lane     - decoding and encoding of type i of the combination, the family's lane function
  acc<i>                      - the numpy type values of type i are computed in (float32 or int32)
  spread<i>, raw0             - in shadow: 0 or -1 for an element of shadow bytes, and back to an element
  cube_k                      - products along k per cycle for type 1
run may return a value: it goes to the Out field's register.

Addresses that come from memory (gathers) or depend on it (a compaction's length). The class names that operand in
``reaches``; regions states it with ``anywhere``, so that dependencies take its whole tensor; and run asks for
  reach                       - int64 array; before: the first byte of the operand's space it may touch, and one past the
                                last; after: those it did touch (equal: none), which replace the region
and looks at every address before it touches it. It returns 0, or -1 - i when lane i (counted over the whole instruction)
leads outside or is misaligned; then reach holds the bytes that lane wanted. The executor reports it at the author's line.
Where the bytes between the first and the last touched may stay as they were (a scatter), ``sparse`` says so.
shadow runs later, without the memory run saw. It may ask for
  reach                       - as run left it: shadow skips addresses outside
  <mem>_kept                  - the operand's elements as they were before run, from its start on (of one operand)
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from tik.isa.fields import Field, MaskField, Mem, Out, Value
from tik.types.dtypes import DType, dtype
from tik.types.pipes import Pipe

if TYPE_CHECKING:
    from tik.chips.loader import Chip

__all__ = ["INSTRUCTIONS", "Call", "Instruction", "combos", "instruction", "instructions", "placed"]

Combo = tuple[DType, ...]


@dataclass(frozen=True)
class Call:
    """A TIK builder call: its parameters in order ("name" or "name=default"), and the fields it fixes."""

    name: str
    parameters: str
    fixed: tuple[tuple[str, Any], ...] = ()


class Instruction:
    """Base of all instruction classes; see the module's text for what a class states."""

    mnemonic: ClassVar[str]
    pipe: ClassVar[Pipe | str]  # a Pipe, or the name of the Choice field that says it
    fields: ClassVar[tuple[Field, ...]] = ()
    combos: ClassVar[tuple[Combo, ...] | None] = None
    table: ClassVar[str | None] = None
    feature: ClassVar[str | None] = None
    sync: ClassVar[str | None] = None  # "set", "wait", "barrier", "cross_set", "cross_wait", "block_barrier"
    run: ClassVar[Callable[..., Any] | None] = None
    shadow: ClassVar[Callable[..., Any] | None] = None
    lane: ClassVar[Callable[..., Any] | None] = None
    shadow_lane: ClassVar[Callable[..., Any] | None] = None  # what ``lane`` is in shadow
    shows: ClassVar[bool] = False  # it only prints: it takes no time and orders nothing
    strict: ClassVar[bool | tuple[str, ...]] = False  # reading undefined bytes (of these operands) is reported here
    reaches: ClassVar[str | None] = None  # the operand whose addresses only run knows
    sparse: ClassVar[bool] = False  # it need not write all bytes of the regions it states as written
    computes: ClassVar[str] = ""  # when a float result can be inf or NaN of finite numbers
    regions: ClassVar[Callable[..., int] | None] = None
    cost: ClassVar[Callable[..., Any] | None] = None
    calls: ClassVar[tuple[Call, ...]] = ()
    family: ClassVar[str] = ""
    slot_of: ClassVar[Mapping[str, int]]
    slots: ClassVar[int]
    field_index: ClassVar[Mapping[str, int]]

    def __init__(self) -> None:
        raise AssertionError("instruction classes are definitions; they are not instantiated")

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Mapping[str, Any]) -> str | None:
        """A mistake beyond single fields, in words, or None. ``values`` holds what is known at build time."""
        return None

    @classmethod
    def lane_for(cls, types: Combo) -> Callable[..., Any] | None:
        """The lane function for a dtype combination."""
        return cls.lane

    @classmethod
    def supported(cls, chip: Chip) -> tuple[Combo, ...]:
        """The dtype combinations ``chip`` has; empty when it lacks the instruction."""
        if cls.feature is not None and not chip.has(cls.feature):
            return ()
        if cls.combos is not None:
            return cls.combos
        return cls.table_combos(chip)

    @classmethod
    def table_combos(cls, chip: Chip) -> tuple[Combo, ...]:
        """The chip file's row, widened to one dtype a type index."""
        width = cls.type_count()
        rows = chip.types(cls.table or cls.mnemonic)
        return tuple(row * width if len(row) == 1 else row for row in rows if len(row) in (1, width))

    @classmethod
    def type_count(cls) -> int:
        """How many dtypes the combination has."""
        return 1 + max((f.type for f in cls.fields if isinstance(f, Mem | Value | Out)), default=0)

    @classmethod
    def mems(cls) -> Iterator[tuple[int, Mem]]:
        """Memory fields with their position among the fields."""
        return ((index, f) for index, f in enumerate(cls.fields) if isinstance(f, Mem))

    @classmethod
    def counted(cls, types: Combo) -> DType:
        """The dtype whose elements masks and repeats count: the widest of the combination."""
        return max(types, key=lambda t: t.bits)

    @classmethod
    def lanes(cls, types: Combo) -> int:
        """Elements in one 256-byte repeat."""
        return 2048 // cls.counted(types).bits

    @classmethod
    def kept(cls) -> str | None:
        """The operand whose contents shadow asks for."""
        names = inspect.signature(cls.shadow).parameters if cls.shadow is not None else ()
        return next((name.removesuffix("_kept") for name in names if name.endswith("_kept")), None)


INSTRUCTIONS: dict[str, type[Instruction]] = {}


def instruction(cls: type[Instruction]) -> type[Instruction]:
    """Register a definition and lay out its row."""
    assert cls.mnemonic not in INSTRUCTIONS, f"{cls.mnemonic} is defined twice"
    slot_of: dict[str, int] = {}
    at = 0
    for f in cls.fields:
        if isinstance(f, Mem):
            slot_of[f.name + "_space"] = at
            slot_of[f.name] = at + 1
        elif isinstance(f, MaskField):
            slot_of["mask_mode"], slot_of["mask_high"], slot_of["mask_low"] = at, at + 1, at + 2
        else:
            slot_of[f.name] = at
        at += f.slots
    cls.slot_of, cls.slots = slot_of, at
    cls.field_index = {f.name: index for index, f in enumerate(cls.fields)}
    INSTRUCTIONS[cls.mnemonic] = cls
    return cls


def instructions() -> Sequence[type[Instruction]]:
    """All instruction classes, in the order of their families."""
    return tuple(INSTRUCTIONS.values())


def placed(f: Mem, types: Combo) -> dict[str, int]:
    """What regions may ask of a memory operand that starts at byte 0."""
    return {f.name: 0, f"{f.name}_space": 0, f"size_{f.name}": types[f.type].cell, f"block_{f.name}": types[f.type].block}


def combos(*rows: str) -> tuple[Combo, ...]:
    """Dtype combinations from text: combos("f16", "f32.f16")."""
    return tuple(tuple(dtype(name) for name in row.split(".")) for row in rows)
