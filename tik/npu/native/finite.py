"""Inf and NaN in memory: where an instruction makes them of finite numbers, and where those go. Used by the interpreter around
instructions that compute, on chips that saturate (see npu/overflow.py).

A kind is a float dtype: 1 f16, 2 f32, 3 bf16; 0 is no float. A row of the watch table: what to watch (0 nothing, 1 a result in
memory, 2 in a register, 3 in memory where no source lies); the field (the slot of the register) of the result and its kind; two
slots of scalar operands, or -1, and their kind; whether lane i of the result comes of lane i of each source. Tables come as
addresses: ``regions`` are rows of figures, ``row`` the slots of the instruction, ``lanes`` a byte an element of the result, not
0 where a source has an inf or NaN in that lane (filled only where both have some).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from tik.isa.regions import ANYWHERE
from tik.npu.native import intrinsics as n
from tik.npu.native.caching import cached
from tik.types.scopes import Scope

__all__ = [
    "APART",
    "FIGURE_COLUMNS",
    "LANES",
    "MEMORY",
    "REGISTER",
    "WATCH_COLUMNS",
    "after",
    "before",
    "follow",
    "in_register",
    "mark",
]

FIRST_GM = len(Scope)  # as in npu/trace.py, which is above this room
MEMORY, REGISTER, APART = 1, 2, 3
WATCH_COLUMNS = 7
LANES = 1 << 16  # elements of a result that are told apart; of a larger one they are not
FIELD, WRITE, SPACE, START, N2, S2, N1, S1, INNER, SLOT, LOW, HIGH, KIND = range(13)  # of a region in figures
FIGURE_COLUMNS = 13


@intrinsic
def _word(_context: Any, address: Any) -> Any:
    """The eight bytes at an address, which need not be aligned."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load(builder.inttoptr(args[0], ir.IntType(64).as_pointer()), align=1)

    return types.uint64(types.int64), codegen


@cached(error_model="numpy")
def exponent(kind):  # type: ignore[no-untyped-def]
    """The bits of an element that are all set in inf and NaN."""
    return 0x7C00 if kind == 1 else 0x7F800000 if kind == 2 else 0x7F80


@cached(error_model="numpy")
def odd_run(address, size, kind):  # type: ignore[no-untyped-def]
    """Whether there is an inf or NaN among ``size`` bytes of elements: several elements a word at a time. Their exponents are
    raised by one, which carries into the place of the sign where all bits are set."""
    if kind == 1:
        mask, one, signs = np.uint64(0x7C007C007C007C00), np.uint64(0x0400040004000400), np.uint64(0x8000800080008000)
    elif kind == 2:
        mask, one, signs = np.uint64(0x7F8000007F800000), np.uint64(0x0080000000800000), np.uint64(0x8000000080000000)
    else:
        mask, one, signs = np.uint64(0x7F807F807F807F80), np.uint64(0x0080008000800080), np.uint64(0x8000800080008000)
    found = np.uint64(0)
    if address & 7 == 0:
        words = n.view_u64(address)
        for i in range(size >> 3):
            found |= (words[i] & mask) + one
    else:
        for i in range(size >> 3):
            found |= (_word(address + 8 * i) & mask) + one
    rest = size & 7
    if rest > 0:
        last = n.view_u8(address + size - rest)
        word = np.uint64(0)
        for i in range(rest):
            word |= np.uint64(last[i]) << np.uint64(8 * i)
        found |= (word & mask) + one
    return (found & signs) != np.uint64(0)


@cached(error_model="numpy")
def odd(region, base):  # type: ignore[no-untyped-def]
    """Whether there is an inf or NaN in a region; ``base``: the address of its operand."""
    r = n.view_i64(region)
    for i2 in range(r[N2]):
        for i1 in range(r[N1]):
            if odd_run(base + r[START] + i2 * r[S2] + i1 * r[S1], r[INNER], r[KIND]):
                return True
    return False


@cached(error_model="numpy")
def saturated(element, kind):  # type: ignore[no-untyped-def]
    """The bits of an element, inf as the largest finite number of its sign and NaN as 0."""
    mask = exponent(kind)
    if (element & mask) != mask:
        return element
    sign = element & (0x80000000 if kind == 2 else 0x8000)
    fraction = element & (0x007FFFFF if kind == 2 else 0x03FF if kind == 1 else 0x007F)
    if fraction != 0:
        return 0
    return sign | (0x7F7FFFFF if kind == 2 else 0x7BFF if kind == 1 else 0x7F7F)


@cached(error_model="numpy")
def each_odd(region, base, shadow, to_saturate, known, lane):  # type: ignore[no-untyped-def]
    """Every inf and NaN of a region is marked in the bytes behind ``shadow`` (0: there are none), and saturated if asked. Not
    marked are those ``known`` (0: none) says a source had, from ``lane`` on; returns the next lane."""
    r = n.view_i64(region)
    kind = r[KIND]
    width = 4 if kind == 2 else 2
    mask = exponent(kind)
    for i2 in range(r[N2]):
        for i1 in range(r[N1]):
            offset = r[START] + i2 * r[S2] + i1 * r[S1]
            run = n.view_u8(base + offset)
            for e in range(0, r[INNER] - width + 1, width):
                element = np.int64(0)
                for i in range(width):
                    element |= np.int64(run[e + i]) << (8 * i)
                here = lane
                lane += 1
                if (element & mask) != mask:
                    continue
                if shadow != 0 and (known == 0 or n.view_u8(known)[here] == 0):
                    marks = n.view_u8(shadow + offset)
                    for i in range(width):
                        marks[e + i] = 0xFF
                if to_saturate:
                    element = saturated(element, kind)
                    for i in range(width):
                        run[e + i] = np.uint8((element >> (8 * i)) & 255)
    return lane


@cached(error_model="numpy")
def elements(regions, found, field, write):  # type: ignore[no-untyped-def]
    """How many elements the regions of an operand have."""
    total = 0
    for t in range(found):
        r = n.view_i64(regions + t * (8 * FIGURE_COLUMNS))
        if r[FIELD] == field and r[WRITE] == write and r[KIND] != 0:
            total += r[N2] * r[N1] * (r[INNER] // (4 if r[KIND] == 2 else 2))
    return total


@cached(error_model="numpy")
def odd_lanes(regions, found, field, write, row, bases, lanes):  # type: ignore[no-untyped-def]
    """Of a source (write 0): its inf and NaN are noted in ``lanes``. Of the result: whether it has any that are not there."""
    slots, addresses, notes = n.view_i64(row), n.view_i64(bases), n.view_u8(lanes)
    lane = 0
    for t in range(found):
        r = n.view_i64(regions + t * (8 * FIGURE_COLUMNS))
        if r[FIELD] != field or r[WRITE] != write or r[KIND] == 0:
            continue
        base = addresses[r[SPACE]] + slots[r[SLOT]] + r[START]
        width = 4 if r[KIND] == 2 else 2
        mask = exponent(r[KIND])
        for i2 in range(r[N2]):
            for i1 in range(r[N1]):
                start = base + i2 * r[S2] + i1 * r[S1]
                for e in range(0, r[INNER], width):
                    bits = np.int64(n.view_u32(start + e)[0]) if width == 4 else np.int64(n.view_u16(start + e)[0])
                    if (bits & mask) == mask:
                        if write == 0:
                            notes[lane] = 1
                        elif notes[lane] == 0:
                            return True
                    lane += 1
    return False


@cached(error_model="numpy")
def note(watch, regions, found, field, row, bases, lanes, fresh):  # type: ignore[no-untyped-def]
    """Note the odd lanes of a source, ``fresh``: of the first; False when its lanes are not those of the result."""
    w = n.view_i64(watch)
    total = elements(regions, found, w[1], 1)
    if w[6] == 0 or total > LANES or elements(regions, found, field, 0) != total:
        return False
    if fresh:
        notes = n.view_u8(lanes)
        for i in range(total):
            notes[i] = 0
    odd_lanes(regions, found, field, 0, row, bases, lanes)
    return True


@cached(error_model="numpy")
def odd_scalar(watch, row):  # type: ignore[no-untyped-def]
    """Whether a scalar operand is inf or NaN."""
    w, slots = n.view_i64(watch), n.view_i64(row)
    mask = exponent(w[5])
    return (w[3] >= 0 and (slots[w[3]] & mask) == mask) or (w[4] >= 0 and (slots[w[4]] & mask) == mask)


@cached(error_model="numpy")
def hull(regions, found, row):  # type: ignore[no-untyped-def]
    """Space, start and end of what the instruction writes, in the space of its first result; (-1, 0, 0): nothing."""
    slots = n.view_i64(row)
    space, low, high = -1, 0, 0
    for t in range(found):
        r = n.view_i64(regions + t * (8 * FIGURE_COLUMNS))
        if r[WRITE] != 0 and (space < 0 or r[SPACE] == space):
            at = slots[r[SLOT]]
            low = at + r[LOW] if space < 0 else min(low, at + r[LOW])
            high = at + r[HIGH] if space < 0 else max(high, at + r[HIGH])
            space = r[SPACE]
    return space, low, high


@cached(error_model="numpy")
def written_over(region, at, space, low, high):  # type: ignore[no-untyped-def]
    """Whether the instruction writes where this region lies (one that may lie anywhere counts as not)."""
    r = n.view_i64(region)
    return r[WRITE] == 2 or (r[SPACE] == space and at + r[HIGH] > low and at + r[LOW] < high)


@cached(error_model="numpy")
def before(watch, regions, found, row, bases, lanes):  # type: ignore[no-untyped-def]
    """Before the instruction runs: 0 there is no inf or NaN in what it reads and then writes over, 1 there is, 2 there is, and
    ``lanes`` has it."""
    slots, addresses = n.view_i64(row), n.view_i64(bases)
    space, low, high = hull(regions, found, row)
    outcome = 0
    for t in range(found):
        region = regions + t * (8 * FIGURE_COLUMNS)
        r = n.view_i64(region)
        if r[KIND] != 0 and r[WRITE] != 1:
            at = slots[r[SLOT]]
            if written_over(region, at, space, low, high) and odd(region, addresses[r[SPACE]] + at):
                if not note(watch, regions, found, r[FIELD], row, bases, lanes, outcome == 0):
                    return 1
                outcome = 2
    return outcome


@cached(error_model="numpy")
def odd_result(watch, regions, found, row, bases):  # type: ignore[no-untyped-def]
    """Whether the result has an inf or NaN."""
    w, slots, addresses = n.view_i64(watch), n.view_i64(row), n.view_i64(bases)
    for t in range(found):
        region = regions + t * (8 * FIGURE_COLUMNS)
        r = n.view_i64(region)
        if r[WRITE] != 0 and r[FIELD] == w[1] and odd(region, addresses[r[SPACE]] + slots[r[SLOT]]):
            return True
    return False


@cached(error_model="numpy")
def after(watch, regions, found, row, bases, tainted, touched, lanes):  # type: ignore[no-untyped-def]
    """Behind it: 0 the result is finite; 1 it is not, nor was what it read; 2 it is not, of finite operands; 3 the same, in GM;
    4 as 2, in other lanes than those noted in ``lanes``. ``tainted``: what ``before`` said; ``touched``: slots of the first
    byte, and one past the last, read of an operand that may lie anywhere."""
    if not odd_result(watch, regions, found, row, bases):
        return 0
    if tainted == 1 or odd_scalar(watch, row):
        return 1
    slots, addresses = n.view_i64(row), n.view_i64(bases)
    space, low, high = hull(regions, found, row)
    for t in range(found):
        region = regions + t * (8 * FIGURE_COLUMNS)
        r = n.view_i64(region)
        at = slots[r[SLOT]]
        if r[KIND] == 0 or r[WRITE] != 0 or written_over(region, at, space, low, high):
            continue
        if r[INNER] == ANYWHERE:
            if odd_run(addresses[r[SPACE]] + slots[touched], slots[touched + 1] - slots[touched], r[KIND]):
                return 1
        elif odd(region, addresses[r[SPACE]] + at):
            if not note(watch, regions, found, r[FIELD], row, bases, lanes, tainted == 0):
                return 1
            tainted = 2
    if tainted == 2:
        return 4 if odd_lanes(regions, found, n.view_i64(watch)[1], 1, row, bases, lanes) else 1
    return 3 if space >= FIRST_GM else 2


@cached(error_model="numpy")
def mark(watch, regions, found, row, bases, shadows, to_saturate, known):  # type: ignore[no-untyped-def]
    """Mark the inf and NaN of a result in shadow memory (``shadows`` 0: do not), but not in lanes ``known`` has (0: none), and
    saturate them if asked."""
    lane = 0
    w, slots, addresses = n.view_i64(watch), n.view_i64(row), n.view_i64(bases)
    for t in range(found):
        region = regions + t * (8 * FIGURE_COLUMNS)
        r = n.view_i64(region)
        if r[WRITE] != 0 and r[FIELD] == w[1]:
            at = slots[r[SLOT]]
            shadow = n.view_i64(shadows)[r[SPACE]] + at if shadows != 0 else 0
            lane = each_odd(region, addresses[r[SPACE]] + at, shadow, to_saturate, known, lane)


@cached(error_model="numpy")
def in_register(watch, row, regs, to_saturate):  # type: ignore[no-untyped-def]
    """Whether the result in a register is inf or NaN of finite operands; saturated if asked."""
    w, slots, registers = n.view_i64(watch), n.view_i64(row), n.view_i64(regs)
    value = registers[slots[w[1]]]
    mask = exponent(w[2])
    if (value & mask) != mask:
        return False
    if to_saturate:
        registers[slots[w[1]]] = saturated(value, w[2])
    return not odd_scalar(watch, row)


@cached(error_model="numpy")
def marked(region, base, limit):  # type: ignore[no-untyped-def]
    """Whether a byte of a region below address ``limit`` is marked."""
    r = n.view_i64(region)
    for i2 in range(r[N2]):
        for i1 in range(r[N1]):
            start = base + r[START] + i2 * r[S2] + i1 * r[S1]
            run = n.view_u8(start)
            worst = np.uint8(0)
            for i in range(min(r[INNER], limit - start)):
                worst |= run[i]
            if worst != 0:
                return True
    return False


@cached(error_model="numpy")
def follow(function, regions, found, row, shadows, regs, limits, touched):  # type: ignore[no-untyped-def]
    """Move the marks as an instruction moves values; True where they leave the core: into the bytes of an array (in GM space s
    below limits[s]; other limits are large), or into what cannot carry them (``function``, the shadow routine, is 0)."""
    slots, addresses, ends = n.view_i64(row), n.view_i64(shadows), n.view_i64(limits)
    reads = False
    for t in range(found):
        region = regions + t * (8 * FIGURE_COLUMNS)
        r = n.view_i64(region)
        base = addresses[r[SPACE]]
        if r[WRITE] == 0 and r[INNER] == ANYWHERE:
            run = n.view_u8(base)
            for i in range(slots[touched], slots[touched + 1]):
                reads = reads or run[i] != 0
        elif r[WRITE] == 0 and marked(region, base + slots[r[SLOT]], base + ends[r[SPACE]]):
            reads = True
    if reads and function == 0:
        return True
    if reads:
        n.call3(function, row, shadows, regs)
    for t in range(found):
        region = regions + t * (8 * FIGURE_COLUMNS)
        r = n.view_i64(region)
        if r[WRITE] == 0 or r[INNER] == ANYWHERE:
            continue
        base = addresses[r[SPACE]]
        if reads:
            if r[SPACE] >= FIRST_GM and marked(region, base + slots[r[SLOT]], base + ends[r[SPACE]]):
                return True
        elif r[WRITE] == 1 and r[SPACE] < FIRST_GM:
            for i2 in range(r[N2]):
                for i1 in range(r[N1]):
                    run = n.view_u8(base + slots[r[SLOT]] + r[START] + i2 * r[S2] + i1 * r[S1])
                    for i in range(r[INNER]):
                        run[i] = 0
    return False
