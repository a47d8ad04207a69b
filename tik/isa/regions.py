"""How an instruction says which bytes it touches: strided regions, written into an int64 table.

One row: field index, write (0/1), space, start byte, n2, s2, n1, s1, inner: bytes start + i2*s2 + i1*s1 + [0, inner).
Plain functions in the numba subset: the scheduler calls them as Python, the model natively.
"""

from __future__ import annotations

from typing import Any

__all__ = ["COLUMNS", "LIMIT", "put", "vector_regions"]

COLUMNS = 9
LIMIT = 600  # rows an instruction may need at the most (three operands, 128 single lanes each, and slack)


def put(out: Any, n: int, field: int, write: int, space: int, start: int,
        n2: int, s2: int, n1: int, s1: int, inner: int) -> int:
    """Append one region as row ``n``; returns n + 1. Empty regions are left out."""
    if n2 <= 0 or n1 <= 0 or inner <= 0:
        return n
    if n1 == 1 and n2 > 1 and s2 == inner:  # rows that touch are one run
        inner = inner * n2
        n2 = 1
    elif s1 == inner and n1 > 1:
        inner = inner * n1
        n1 = 1
        if n2 > 1 and s2 == inner:
            inner = inner * n2
            n2 = 1
    out[n, 0] = field
    out[n, 1] = write
    out[n, 2] = space
    out[n, 3] = start
    out[n, 4] = n2
    out[n, 5] = s2
    out[n, 6] = n1
    out[n, 7] = s1
    out[n, 8] = inner
    return n + 1


def vector_regions(out: Any, n: int, field: int, write: int, space: int, start: int, size: int, lanes: int,
                   mode: int, high: int, low: int, repeat: int, blk: int, rep: int) -> int:
    """Regions of a vector operand: ``repeat`` repeats of ``lanes`` elements of ``size`` bytes, 32-byte blocks ``blk`` blocks
    apart and repeats ``rep`` blocks apart, under a mask."""
    per_block = 32 // size
    width = 32
    if mode == 1 and blk == 1 and rep * per_block == lanes:
        return put(out, n, field, write, space, start, 1, 0, 1, 0, low * size)
    if mode == 1:  # counter: lanes of the whole instruction
        whole = low // lanes
        rest = low - whole * lanes
        n = put(out, n, field, write, space, start, whole, rep * 32, lanes // per_block, blk * 32, width)
        blocks = rest // per_block
        start = start + whole * rep * 32
        n = put(out, n, field, write, space, start, 1, 0, blocks, blk * 32, width)
        return put(out, n, field, write, space, start + blocks * blk * 32, 1, 0, 1, 0, (rest - blocks * per_block) * size)
    count = low
    if mode == 0:
        count = -1
        if high == 0 and (low & (low + 1)) == 0 and low >= 0:
            count = 0
            while count < 64 and (low >> count) & 1:
                count += 1
        elif high == 0 and low == -1:
            count = 64
        elif low == -1 and high >= 0 and (high & (high + 1)) == 0:
            count = 64
            while count < 128 and (high >> (count - 64)) & 1:
                count += 1
        elif low == -1 and high == -1:
            count = 128
    if count >= 0:
        if count > lanes:
            count = lanes
        blocks = count // per_block
        n = put(out, n, field, write, space, start, repeat, rep * 32, blocks, blk * 32, width)
        return put(out, n, field, write, space, start + blocks * blk * 32, repeat, rep * 32, 1, 0,
                   (count - blocks * per_block) * size)
    lane = 0
    while lane < lanes:  # scattered bits: one region a run of lanes within a block
        word = low if lane < 64 else high
        if (word >> (lane & 63)) & 1:
            first = lane
            stop = (lane // per_block + 1) * per_block
            while lane < stop and ((low if lane < 64 else high) >> (lane & 63)) & 1:
                lane += 1
            offset = (first // per_block) * blk * 32 + (first % per_block) * size
            n = put(out, n, field, write, space, start + offset, repeat, rep * 32, 1, 0, (lane - first) * size)
        else:
            lane += 1
    return n
