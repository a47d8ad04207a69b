"""Overflow on chips that saturate (decision 12): which instructions are watched, and what was seen of a launch.

Such hardware knows no inf and NaN: a result out of range is the largest finite number, an invalid one 0. Here values are IEEE
all the same, so that they compare with numpy, and an instruction that makes inf or NaN of finite operands is counted, if it
matters (following.py); numerics "chip" makes of results what the hardware does. Chips that keep inf and NaN are not watched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tik.chips.loader import Chip
from tik.isa.fields import Mem, Out, Value
from tik.npu.native.finite import APART, MEMORY, REGISTER, WATCH_COLUMNS
from tik.stream.model import Instr
from tik.types.dtypes import DType
from tik.types.positions import Location, Position

__all__ = ["NONE", "Overflow", "Overflows", "float_kind", "saturates", "watch"]

_KINDS = {"f16": 1, "f32": 2, "bf16": 3}


def saturates(chip: Chip) -> bool:
    """Whether the chip has no inf and NaN."""
    return chip.overflow == "saturate"


def float_kind(dtype: DType) -> int:
    """How native code knows a float dtype; 0: it is none."""
    return _KINDS.get(dtype.short, 0)


def watch(instr: Instr, chip: Chip, places: Mapping[str, tuple[int, int, int, int]]) -> tuple[int, ...]:
    """The row of the watch table for an instruction (see finite.py). ``places``: space and byte range of memory by name."""
    op, types = instr.op, instr.types
    result = next((f for f in op.fields if isinstance(f, Out) or (isinstance(f, Mem) and f.writes)), None)
    if not saturates(chip) or not op.computes or result is None or not float_kind(types[result.type]):
        return (0,) * WATCH_COLUMNS
    scalars = [f for f in op.fields if isinstance(f, Value) and float_kind(types[f.type])]
    if op.computes == "narrower" and not _narrower(types[0], types[1]):
        return (0,) * WATCH_COLUMNS
    if op.computes == "adding" and instr.operands[op.field_index["atomic"]] == 0:
        return (0,) * WATCH_COLUMNS
    slots = [op.slot_of[f.name] for f in scalars]
    return (
        REGISTER if isinstance(result, Out) else APART if _apart(instr, places) else MEMORY,
        op.slot_of[result.name] if isinstance(result, Out) else op.field_index[result.name],
        float_kind(types[result.type]),
        *[*slots, -1, -1][:2],
        float_kind(types[scalars[0].type]) if scalars else 0,
        op.family in ("vector", "fused") and len({t.bits for t in types}) == 1,
    )


def _apart(instr: Instr, places: Mapping[str, tuple[int, int, int, int]]) -> bool:
    """Whether nothing the instruction writes lies in memory it reads floats from."""
    mems = [(f, places[instr.operands[at].name][:3]) for at, f in instr.op.mems()]
    written = [place for f, place in mems if f.writes]
    read = [place for f, place in mems if f.reads and float_kind(instr.types[f.type])]
    adds = instr.op.computes == "adding" or any(f.name == "atomic" for f in instr.op.fields)
    return not adds and all(w[0] != r[0] or w[2] <= r[1] or r[2] <= w[1] for w in written for r in read)


def _narrower(dst: DType, src: DType) -> bool:
    """Whether a number of src can be too large for dst."""
    if dst.short == "f16":
        return src.bits > 16 or src.short in ("bf16", "u16")
    return dst.short == "bf16" and src.short == "f32"


@dataclass(frozen=True)
class Overflow:
    """An instruction that made inf or NaN of finite numbers, and how often."""

    instr: Instr
    count: int

    @property
    def position(self) -> Position | Location | None:
        """The author's place."""
        return self.instr.position

    @property
    def location(self) -> Location | None:
        """The same, resolved now."""
        return self.position.resolve() if isinstance(self.position, Position) else self.position

    @property
    def line(self) -> str:
        """The author's line as text; empty where it is not known."""
        place = self.location
        return place.text.strip() if place is not None else ""

    def to_dict(self) -> dict[str, Any]:
        place = self.location
        return {
            "instr": self.instr.op.mnemonic,
            "count": self.count,
            "file": place.file if place else None,
            "line": place.line if place else None,
        }

    def __str__(self) -> str:
        place = self.location
        where = f" at {place.short}  {self.line}" if place else ""
        return f"{self.instr.op.mnemonic}, {self.count} time{'s' if self.count != 1 else ''}{where}".rstrip()


@dataclass(frozen=True)
class Overflows:
    """All of a launch: the instruction that overflowed first comes first, the others in program order. False when there is
    none."""

    sites: Sequence[Overflow] = ()

    @property
    def count(self) -> int:
        """How many times an instruction made inf or NaN of finite numbers."""
        return sum(site.count for site in self.sites)

    @property
    def position(self) -> Position | Location | None:
        """The author's place of the first."""
        return self.sites[0].position if self.sites else None

    @property
    def line(self) -> str:
        """The author's line of the first, as text."""
        return self.sites[0].line if self.sites else ""

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data (for ``--json``)."""
        return {"count": self.count, "sites": [site.to_dict() for site in self.sites]}

    def __bool__(self) -> bool:
        return bool(self.sites)

    def __str__(self) -> str:
        if not self.sites:
            return "overflows: 0"
        return "\n  ".join([f"overflows: {self.count}, first of {self.sites[0]}", *map(str, self.sites[1:])])


NONE = Overflows()
