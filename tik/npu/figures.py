"""What an instruction touches and costs, by the values of its fields: computed once a combination, then looked up.

Both depend on few run-time values: not on where an operand lies, except that the cost of a GM access depends on its
alignment. The interpreter finds an instruction's entry by those key values and comes back here when there is none yet.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tik.chips.loader import Chip
from tik.isa.fields import Mem
from tik.isa.instruction import INSTRUCTIONS, Instruction
from tik.isa.regions import ANYWHERE, COLUMNS, LIMIT
from tik.npu.native.finite import FIGURE_COLUMNS
from tik.npu.overflow import float_kind
from tik.npu.trace import FIRST_GM
from tik.types.dtypes import DType

__all__ = ["ALIGNMENT", "Figures", "arguments", "asks_for_place", "figure", "key_modulus"]

ALIGNMENT = 512  # bytes: what a cost may ask of a GM address is its place within this many
RELATIVE = FIGURE_COLUMNS  # a region with its start relative to its operand, the operand's slot, its hull, its float kind


def figure(chip: Chip, op: type[Instruction], types: tuple[DType, ...], name: str) -> float:
    """A number that a handler asks for by name: sizes, lanes, or a figure of the chip."""
    if name == "lanes":
        return op.lanes(types) if types else 0
    if name.startswith("size_"):
        return next(types[f.type].cell for _, f in op.mems() if f.name == name[5:])
    if name.startswith("block_"):
        return next(types[f.type].block for _, f in op.mems() if f.name == name[6:])
    if name == "head":
        return chip.head(op.mnemonic)
    if name == "slope":
        return chip.slope(op.mnemonic, types[-1].short)
    if name == "cube_k":
        return chip.cube_k(types[1])
    return chip.number(name.removeprefix("chip_"))


def arguments(
    function: Callable[..., Any], chip: Chip, op: type[Instruction], types: tuple[DType, ...], row: Mapping[int, int]
) -> dict[str, Any]:
    """The arguments a handler (regions or cost) asks for, from a row's slots and the chip."""
    found: dict[str, Any] = {}
    for name in inspect.signature(function).parameters:
        if name in op.slot_of:
            found[name] = row[op.slot_of[name]]
        elif name != "out":
            found[name] = figure(chip, op, types, name)
    return found


class Figures:
    """The entries of one section, in flat tables that grow; ``head[k]`` is instruction k's newest entry, -1: none."""

    def __init__(self, chip: Chip, count: int) -> None:
        self.chip = chip
        self.head = np.full(count, -1, np.int64)
        self.used = 0
        self.entries = np.zeros((max(count, 4), 4), np.int64)  # next entry, first key value, first region, regions
        self.costs = np.zeros((max(count, 4), 6))
        self.keys = np.zeros(max(count, 16), np.int64)
        self.key_count = 0
        self.regions = np.zeros((4 * max(count, 4), RELATIVE), np.int64)
        self.region_count = 0
        self._out = np.zeros((LIMIT, COLUMNS), np.int64)
        self._found: dict[tuple[Any, ...], tuple[tuple[float, ...], int, int]] = {}  # figures by what they depend on

    def add(self, k: int, op: type[Instruction], types: tuple[DType, ...], row: Sequence[int], keys: Sequence[int]) -> None:
        """The entry of instruction ``k`` for this row, whose key values are ``keys``."""
        values = list(row)
        for slot, asked in _addresses(op.mnemonic):  # regions are relative to them
            values[slot] = values[slot] % ALIGNMENT if asked and values[slot - 1] >= FIRST_GM else 0
        what = (op.mnemonic, types, *values)
        found = self._found.get(what)
        if found is None:
            found = self._found[what] = self._compute(op, types, values)
        cost, first, count = found
        entry = self.used
        self.used += 1
        self.entries, self.costs = _room(self.entries, self.used), _room(self.costs, self.used)
        if keys:
            self.keys = _room(self.keys, self.key_count + len(keys))
            self.keys[self.key_count : self.key_count + len(keys)] = keys
        self.costs[entry] = cost
        self.entries[entry] = (self.head[k], self.key_count, first, count)
        self.head[k] = entry
        self.key_count += len(keys)

    def _compute(
        self, op: type[Instruction], types: tuple[DType, ...], values: list[int]
    ) -> tuple[tuple[float, ...], int, int]:
        """Cost, first region and number of regions for the values of a row."""
        row = dict(enumerate(values))
        first, count = self.region_count, 0
        if op.regions is not None:
            count = op.regions(self._out, **arguments(op.regions, self.chip, op, types, row))
        self.regions = _room(self.regions, first + count)
        for i in range(count):
            field, write, space, start, n2, s2, n1, s1, inner = (int(v) for v in self._out[i])
            mem = op.fields[field]
            assert isinstance(mem, Mem)
            slot = op.slot_of[mem.name]
            kind = float_kind(types[mem.type])
            relative = start - values[slot]
            spans = ((n2 - 1) * s2, (n1 - 1) * s1)
            low = relative + sum(min(s, 0) for s in spans)
            high = relative + sum(max(s, 0) for s in spans) + (inner if inner != ANYWHERE else 0)
            self.regions[first + i] = (field, write, space, relative, n2, s2, n1, s1, inner, slot, low, high, kind)
        self.region_count += count
        assert op.cost is not None, f"{op.mnemonic} has no cost"
        return op.cost(**arguments(op.cost, self.chip, op, types, row)), first, count


@functools.cache
def _addresses(mnemonic: str) -> tuple[tuple[int, bool], ...]:
    """The slots of addresses, with whether the cost asks for them."""
    op = INSTRUCTIONS[mnemonic]
    asked = inspect.signature(op.cost).parameters if op.cost is not None else {}
    return tuple((op.slot_of[f.name], f.name in asked) for _, f in op.mems())


@functools.cache
def _asked(mnemonic: str) -> frozenset[int]:
    """The slots that regions or cost ask for."""
    op = INSTRUCTIONS[mnemonic]
    handlers = [h for h in (op.regions, op.cost) if h is not None]
    names = {name for h in handlers for name in inspect.signature(h).parameters}
    return frozenset(slot for name, slot in op.slot_of.items() if name in names)


@functools.cache
def asks_for_place(mnemonic: str) -> bool:
    """Whether the cost asks where an operand lies."""
    return any(asked for _, asked in _addresses(mnemonic))


def _room(table: NDArray[Any], rows: int) -> NDArray[Any]:
    """The table, or a copy twice as long when it holds fewer than ``rows`` rows."""
    if rows <= len(table):
        return table
    bigger = np.zeros((max(rows, 2 * len(table)), *table.shape[1:]), table.dtype)
    bigger[: len(table)] = table
    return bigger


def key_modulus(op: type[Instruction], slot: int, space: int) -> int:
    """How a run-time slot enters the key: 0 its value, 1 not at all, else its place within that many bytes."""
    for address, asked in _addresses(op.mnemonic):
        if address == slot:
            return ALIGNMENT if asked and space >= FIRST_GM else 1
    return 0 if slot in _asked(op.mnemonic) else 1
