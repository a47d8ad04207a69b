"""Memory cut where accesses begin and end: atoms.

The whole trace is there before the check begins, so memory is cut at every first and last byte any access has. Each
access is then a few runs of whole atoms, exact to the byte: a partial access needs no special case, and a buffer that
is only ever touched as a whole is one atom, whatever its size.
A cut is a bit in a bitmap over the bytes; the number of the atom that begins at a byte is the count of bits before it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tik.npu.native.caching import cached

__all__ = ["count_up", "cuts", "mark", "normal", "rank"]


@cached()
def normal(regions: Any, at: int) -> Any:
    """(start, n2, s2, n1, s1, inner) of the region row at ``at`` with runs that touch or repeat made one."""
    start, n2, s2 = regions[at + 3], regions[at + 4], regions[at + 5]
    n1, s1, inner = regions[at + 6], regions[at + 7], regions[at + 8]
    if n1 == 1 or s1 == 0:
        n1, s1 = 1, 0
    elif s1 <= inner:
        inner += s1 * (n1 - 1)
        n1, s1 = 1, 0
    if n2 == 1 or s2 == 0:
        n2, s2 = 1, 0
    elif n1 == 1 and s2 <= inner:
        inner += s2 * (n2 - 1)
        n2, s2 = 1, 0
    return start, n2, s2, n1, s1, inner


@cached()
def mark(bits: Any, start: int, n2: int, s2: int, n1: int, s1: int, inner: int) -> None:
    """Cut at both ends of every run of a region."""
    for i2 in range(n2):
        for i1 in range(n1):
            first = start + i2 * s2 + i1 * s1
            stop = first + inner
            bits[first >> 6] |= np.uint64(1) << np.uint64(first & 63)
            bits[stop >> 6] |= np.uint64(1) << np.uint64(stop & 63)


@cached()
def _ones(word: np.uint64) -> int:
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))  # type: ignore[return-value]


@cached()
def count_up(bits: Any) -> Any:
    """Bits before each word of the bitmap, and all of them at the end."""
    before = np.empty(bits.shape[0] + 1, np.int64)
    total = 0
    for i in range(bits.shape[0]):
        before[i] = total
        if bits[i] != 0:
            total += _ones(bits[i])
    before[bits.shape[0]] = total
    return before


@cached()
def cuts(bits: Any, before: Any) -> Any:
    """Where the cuts are: atom a is the bits [a] to [a + 1]."""
    places = np.empty(before[-1], np.int64)
    found = 0
    for i in range(bits.shape[0]):
        word = bits[i]
        while word != 0:
            below = word & (~word + np.uint64(1))  # its lowest bit
            places[found] = i * 64 + _ones(below - np.uint64(1))
            found += 1
            word ^= below
    return places


@cached()
def rank(bits: Any, before: Any, bit: int) -> int:
    """How many cuts lie before ``bit``: the atom that begins there, if there is a cut."""
    below = bits[bit >> 6] & ((np.uint64(1) << np.uint64(bit & 63)) - np.uint64(1))
    number: int = before[bit >> 6] + _ones(below)
    return number
