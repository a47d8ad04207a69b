"""Undefined bytes: what nobody wrote, followed through the program (decisions 7, 8).

Each byte has a shadow byte: 0 defined, 0xFF undefined; in the bits of comparisons, a bit a lane. Local memory, outputs,
workspaces and the slack behind arrays start undefined; inputs, constants and zeroed arguments defined. Every row runs
its instruction's shadow routine over the shadow bytes, in the order in which the launch ran; without one, what it
writes becomes defined.
Reported: a strict instruction (its result cannot carry undefinedness: a scalar, a maximum over lanes) that reads an
undefined byte; a store whose undefined bytes are still in an input, output or inout argument at the end. A chip without
padded moves lets each row's store spill into the next row, which the next store overwrites: that is no mistake. An
atomic add (write flag 2) reads what it adds to: undefined bytes there stay undefined. A workspace carries undefined
bytes on, as local memory does. And, as a note, an output that is undefined in part at the end although no store is to
blame: nobody wrote those bytes.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tik.isa.instruction import INSTRUCTIONS
from tik.isa.regions import COLUMNS
from tik.isa.special import OVERFLOW
from tik.npu.native.caching import cached
from tik.npu.sanitizer.atoms import normal
from tik.npu.sanitizer.pointers import address_of, bytes_at, call_at, words_at
from tik.npu.sanitizer.tables import BASE, IDS, REGION_START, REGIONS, ROW_COUNT, ROW_START, ROWS, Tables
from tik.npu.trace import FIRST_GM, Trace
from tik.types.scopes import Scope

__all__ = ["UNDEFINED", "ShadowInputs", "find_undefined"]

UNDEFINED = 0xFF
# One finding: static, core, row, space, byte, write; for a write, space and byte it came from (-1 when not known).
UNDEFINED_COLUMNS = 8
_ANYWHERE = 2**62
_SPR, _STATUS = Scope.SPR.code, OVERFLOW.byte  # of the special registers the overflow status alone starts as defined: 0
GUARD = 64  # bytes kept behind each shadow, so that a routine may round up to a block


@dataclass(frozen=True)
class ShadowInputs:
    """``functions``: for each section, for each static instruction, the address of its compiled shadow routine
    ``int64 f(int64 row, int64 bases, int64 registers)`` or 0 when it has none. ``row`` is the address of the row's slots,
    ``bases`` of a table of the shadow bytes' addresses by space, ``registers`` of scratch registers.
    ``local_bytes`` [FIRST_GM]: the size of each local memory by Scope.code; without it, what the trace touches.
    ``registers``: how many a core has (0: counted from the stream).
    ``given``: outputs that came with first contents; they start defined.
    """

    functions: tuple[NDArray[np.int64], ...]
    local_bytes: NDArray[np.int64] | None = None
    registers: int = 0
    given: frozenset[str] = frozenset()
    memory: list[NDArray[np.uint8]] = field(default_factory=list, compare=False)  # of earlier checks, to be used again

    def borrow(self, nbytes: int) -> NDArray[np.uint8]:
        """Unset bytes for the shadows of one check; fresh pages cost more than the check."""
        kept = self.memory.pop() if self.memory else None
        return kept if kept is not None and len(kept) >= nbytes else np.empty(nbytes, np.uint8)


class Undefined(NamedTuple):
    """``uses``: rows of UNDEFINED_COLUMNS, at most one a static instruction. ``unwritten``: (GM space from 0, bytes, first) of
    outputs."""

    uses: NDArray[np.int64]
    unwritten: list[tuple[int, int, int]]


@cached()
def _clipped(count: int, room: int) -> int:
    if room < 0:
        return 0
    return count if count < room else room


@cached()
def _paint(address: int, count: int, value: int) -> None:
    run = bytes_at(address, count)
    for i in range(count):
        run[i] = value


@cached()
def _fill(bases: Any, regions: Any, at: int, value: int) -> None:
    start, n2, s2, n1, s1, inner = normal(regions, at)
    base = bases[regions[at + 2]]
    for i2 in range(n2):
        for i1 in range(n1):
            _paint(base + start + i2 * s2 + i1 * s1, inner, value)


@cached()
def _undefined(bases: Any, regions: Any, at: int, limit: int) -> int:
    """The first undefined byte of a region below byte ``limit`` of its space, or -1."""
    start, n2, s2, n1, s1, inner = normal(regions, at)
    base = bases[regions[at + 2]]
    for i2 in range(n2):
        for i1 in range(n1):
            low = start + i2 * s2 + i1 * s1
            run = bytes_at(base + low, _clipped(inner, limit - low))
            worst = np.uint8(0)
            for i in range(run.shape[0]):
                worst |= run[i]
            if worst != 0:
                for i in range(run.shape[0]):
                    if run[i] != 0:
                        return int(low + i)
    return -1


@cached()
def _blame(bases: Any, regions: Any, at: int, limit: int, blame: Any, shift: int, number: int) -> None:
    """Lay the undefined bytes of a region below byte ``limit`` at the door of store ``number``."""
    start, n2, s2, n1, s1, inner = normal(regions, at)
    base = bases[regions[at + 2]]
    for i2 in range(n2):
        for i1 in range(n1):
            low = start + i2 * s2 + i1 * s1
            run = bytes_at(base + low, _clipped(inner, limit - low))
            for i in range(run.shape[0]):
                if run[i] != 0:
                    blame[shift + low + i] = number


@cached()
def _run(
    cores: Any,
    order: Any,
    functions: Any,
    strict: Any,
    sparse: Any,
    silent: Any,
    bases: Any,
    touched: Any,
    watched: Any,
    registers: int,
    blamed: Any,
) -> Any:
    """What is undefined; ``bases`` [core, space] are the shadows, ``touched`` the ends of what is used of local memory.

    Sets ``blamed`` of the GM spaces that a store left undefined.
    """
    statics = functions.shape[0]
    seen = np.zeros(statics, np.bool_)
    found = np.empty((statics, UNDEFINED_COLUMNS), np.int64)
    count = 0
    stores = np.empty((256, 4), np.int64)  # of undefined bytes: core, row, where the first came from: space, byte
    doubtful = 0
    blame = np.zeros(0, np.int32)  # for each watched byte the latest store (its number + 1) that left it undefined
    for o in range(order.shape[0]):
        core = order[o, 0]
        total = cores[core, ROW_COUNT]
        ids = words_at(cores[core, IDS], total)
        row_start = words_at(cores[core, ROW_START], total + 1)
        start = words_at(cores[core, REGION_START], total + 1)
        regions = words_at(cores[core, REGIONS], start[total] * COLUMNS)
        table = bases[core]
        if order[o, 1] == 0:
            for space in range(1, FIRST_GM):
                _paint(table[space], touched[space], UNDEFINED)
            if touched[_SPR] > _STATUS:
                _paint(table[_SPR] + _STATUS, OVERFLOW.size, 0)
        for row in range(order[o, 1], order[o, 2]):
            s = cores[core, BASE] + ids[row]
            if silent[s]:
                continue
            settled = functions[s] == 0
            if strict[s] != 0:
                for region in range(start[row], start[row + 1]):
                    at = region * COLUMNS
                    asked = regions[at + 1] == 0 and (strict[s] >> regions[at]) & 1 != 0
                    byte = _undefined(table, regions, at, _ANYWHERE) if asked else -1
                    if byte >= 0:
                        settled = True  # said once: what follows from it is not
                        if not seen[s]:
                            seen[s] = True
                            found[count, 0], found[count, 1], found[count, 2] = s, core, row
                            found[count, 3], found[count, 4], found[count, 5] = regions[at + 2], byte, 0
                            count += 1
            if not settled and not sparse[s]:  # what is made of defined bytes only is defined, whatever the instruction
                clean = True
                for region in range(start[row], start[row + 1]):
                    at = region * COLUMNS
                    if regions[at + 1] != 1 and _undefined(table, regions, at, _ANYWHERE) >= 0:
                        clean = False
                        break
                settled = clean
            if functions[s] != 0 and not settled:
                call_at(functions[s], cores[core, ROWS] + 8 * row_start[row], table.ctypes.data, registers)
            for region in range(start[row], start[row + 1]):
                at = region * COLUMNS
                if regions[at + 1] == 0:
                    continue
                if settled:
                    _fill(table, regions, at, 0)
                if regions[at + 2] < FIRST_GM:
                    continue
                space = regions[at + 2] - FIRST_GM
                if _undefined(table, regions, at, watched[space, 0]) < 0:
                    continue
                if doubtful == 0:
                    blame = np.zeros(watched[:, 0].sum(), np.int32)
                elif doubtful == stores.shape[0]:
                    wider = np.empty((2 * doubtful, 4), np.int64)
                    for i in range(doubtful):
                        for j in range(4):
                            wider[i, j] = stores[i, j]
                    stores = wider
                _blame(table, regions, at, watched[space, 0], blame, watched[space, 1], doubtful + 1)
                stores[doubtful, 0], stores[doubtful, 1] = core, row
                stores[doubtful, 2] = stores[doubtful, 3] = -1
                for other in range(start[row], start[row + 1]):
                    if regions[other * COLUMNS + 1] == 0 and stores[doubtful, 3] < 0:
                        stores[doubtful, 2] = regions[other * COLUMNS + 2]
                        stores[doubtful, 3] = _undefined(table, regions, other * COLUMNS, _ANYWHERE)
                doubtful += 1
    for space in range(watched.shape[0] if doubtful > 0 else 0):
        shadow = bytes_at(bases[0, FIRST_GM + space], watched[space, 0])
        for byte in range(shadow.shape[0]):
            number = blame[watched[space, 1] + byte] - 1
            if shadow[byte] == 0 or number < 0:
                continue
            blamed[space] = True
            core, row = stores[number, 0], stores[number, 1]
            s = cores[core, BASE] + words_at(cores[core, IDS], row + 1)[row]
            if not seen[s]:
                seen[s] = True
                found[count, 0], found[count, 1], found[count, 2] = s, core, row
                found[count, 3], found[count, 4], found[count, 5] = space + FIRST_GM, byte, 1
                found[count, 6], found[count, 7] = stores[number, 2], stores[number, 3]
                count += 1
    return found[:count]


@cached()
def _touched(cores: Any) -> Any:
    """End of the last byte touched in each local memory, over all cores."""
    ends = np.zeros(FIRST_GM, np.int64)
    for core in range(cores.shape[0]):
        start = words_at(cores[core, REGION_START], cores[core, ROW_COUNT] + 1)
        count = start[cores[core, ROW_COUNT]]
        regions = words_at(cores[core, REGIONS], count * COLUMNS)
        for at in range(0, count * COLUMNS, COLUMNS):
            space = regions[at + 2]
            if space < FIRST_GM:
                end = (
                    regions[at + 3]
                    + (regions[at + 4] - 1) * regions[at + 5]
                    + (regions[at + 6] - 1) * regions[at + 7]
                    + regions[at + 8]
                )
                if end > ends[space]:
                    ends[space] = end
    return ends


def find_undefined(trace: Trace, tables: Tables, inputs: ShadowInputs) -> Undefined:
    """Follow the undefined bytes through a launch."""
    ops = [i.op for s in trace.statics for i in s.instrs]
    strict = np.array([_strict(op.mnemonic) for op in ops], np.int64)
    sparse = np.array([op.sparse for op in ops], np.bool_)
    order = _runs(trace)
    touched = _touched(tables.cores)
    local = touched
    if inputs.local_bytes is not None:
        local = np.maximum(local, inputs.local_bytes)
    offsets = np.concatenate([[0], np.cumsum((local + GUARD + 63) // 64 * 64)])
    interleaved = len(order) > len(trace.cores)
    own = np.empty((len(trace.cores) if interleaved else 1, int(offsets[-1])), np.uint8)
    starts = np.concatenate([[0], np.cumsum([(allocated + GUARD + 63) // 64 * 64 for _, allocated in trace.spaces])])
    memory = inputs.borrow(int(starts[-1]))
    gm = [memory[starts[space] : starts[space + 1]] for space in range(len(trace.spaces))]
    for space, shadow in enumerate(gm):
        _initialise(shadow, trace, space, inputs.given)
    bases = np.zeros((len(trace.cores), FIRST_GM + len(gm)), np.int64)
    for core in range(len(trace.cores)):
        bases[core, :FIRST_GM] = address_of(own[core if interleaved else 0]) + offsets[:FIRST_GM]
        bases[core, FIRST_GM:] = [address_of(array) for array in gm]
    registers = np.zeros(inputs.registers or max(2, trace.stream.registers()), np.int64)
    functions = np.concatenate(inputs.functions).astype(np.int64, copy=False)
    assert len(functions) == len(strict), "one shadow routine (or 0) a static instruction"
    blamed = np.zeros(len(gm), np.bool_)
    uses: NDArray[np.int64] = _run(
        tables.cores,
        order,
        functions,
        strict,
        sparse,
        tables.silent,
        bases,
        touched,
        _watched(trace),
        address_of(registers),
        blamed,
    )
    found = Undefined(uses, list(_unwritten(trace, gm, blamed)))
    inputs.memory.append(memory)
    return found


@functools.cache
def _strict(mnemonic: str) -> int:
    """The fields whose undefined bytes are reported, as bits."""
    op = INSTRUCTIONS[mnemonic]
    if isinstance(op.strict, bool):
        return -1 if op.strict else 0
    return sum(1 << op.field_index[name] for name in op.strict)


def _unwritten(trace: Trace, gm: list[NDArray[np.uint8]], blamed: NDArray[np.bool_]) -> Iterator[tuple[int, int, int]]:
    """Outputs that are undefined in part at the end, and no store is to blame."""
    for space, arg in enumerate(a for a in trace.stream.args if a.kind == "gm"):
        if arg.role != "output" or blamed[space]:
            continue
        left = gm[space][: trace.spaces[space][0]]
        count = int(np.count_nonzero(left))
        if count:
            yield space, count, int((left != 0).argmax())


def _runs(trace: Trace) -> NDArray[np.int64]:
    """(core, first row, stop row) in execution order, rows counted in their core."""
    if not trace.order:
        return np.array([(core, 0, len(run.ids)) for core, run in enumerate(trace.cores)], np.int64)
    at = [0] * len(trace.cores)
    runs = []
    for core, first, stop in trace.order:
        runs.append((core, at[core], at[core] + stop - first))
        at[core] += stop - first
    return np.array(runs, np.int64)


def _initialise(shadow: NDArray[np.uint8], trace: Trace, space: int, given: frozenset[str]) -> None:
    """Make the shadow of a GM space what it is at launch."""
    logical, _ = trace.spaces[space]
    shadow[:] = UNDEFINED
    args = [a for a in trace.stream.args if a.kind == "gm"]
    if (
        space >= len(args)
        or args[space].zero
        or args[space].name in given
        or args[space].role in ("input", "inout", "flowtable")
    ):
        shadow[:logical] = 0


def _watched(trace: Trace) -> NDArray[np.int64]:
    """For each GM space: how many bytes must not be left undefined by a store; how many those of the spaces before are."""
    args = [a for a in trace.stream.args if a.kind == "gm"]
    sizes = np.array(
        [
            0 if space < len(args) and args[space].role == "workspace" else logical
            for space, (logical, _) in enumerate(trace.spaces)
        ],
        np.int64,
    )
    return np.stack([sizes, np.cumsum(sizes) - sizes], axis=1)
