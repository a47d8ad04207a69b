"""How an instruction says which bytes it touches: strided regions, written into an int64 table.

One row: field index, write (0 read, 1 written, 2 added to atomically), space, start byte, n2, s2, n1, s1, inner: bytes
start + i2*s2 + i1*s1 + [0, inner).
Plain functions in the numba subset: the scheduler calls them as Python, the model natively.
"""

from __future__ import annotations

from typing import Any

__all__ = ["ANYWHERE", "COLUMNS", "LIMIT", "anywhere", "mask_count", "put", "vector_regions"]

COLUMNS = 9
ANYWHERE = 1 << 40  # ``inner`` of a region that may be any bytes of the tensor (local: the buffer) the operand belongs to
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


def anywhere(out: Any, n: int, field: int, write: int, space: int, start: int) -> int:
    """Append a row for an operand whose addresses come from memory: at the most its whole tensor. Where the instruction runs,
    the bytes it did touch take its place (``reach`` in instruction.py)."""
    return put(out, n, field, write, space, start, 1, 0, 1, 0, ANYWHERE)


def mask_count(mode: int, high: int, low: int, lanes: int) -> int:
    """Lanes of a mask that is a plain count (contiguous from lane 0), or -1 when its bits are scattered."""
    if mode == 2:
        return low if low < lanes else lanes
    if low == -1 and (high == -1 or lanes <= 64):
        return lanes
    word, base = (low, 0) if low != -1 else (high, 64)
    if (base == 0 and high != 0) or word < 0 or (word & (word + 1)) != 0:
        return -1
    n = 0
    while (word >> n) & 1:
        n += 1
    return min(n + base, lanes)


def vector_regions(out: Any, n: int, field: int, write: int, space: int, start: int, size: int, lanes: int,
                   mode: int, high: int, low: int, repeat: int, blk: int, rep: int) -> int:
    """Regions of a vector operand: ``repeat`` repeats of ``lanes`` elements of ``size`` bytes, 32-byte blocks ``blk`` blocks
    apart and repeats ``rep`` blocks apart, under a mask."""
    per_block = 32 // size
    count = lanes if mode == 1 else mask_count(mode, high, low, lanes)
    rest = 0
    if mode == 1:  # counter: lanes of the whole instruction
        repeat = low // lanes
        rest = low - repeat * lanes
    if count >= 0:
        for part in range(3):  # whole blocks; the block the count ends in; the lanes behind the last whole repeat
            if part == 0:
                n = put(out, n, field, write, space, start, repeat, rep * 32, count // per_block, blk * 32, 32)
            elif part == 1:
                n = put(out, n, field, write, space, start + count // per_block * blk * 32, repeat, rep * 32, 1, 0,
                        count % per_block * size)
            elif rest > 0:
                for b in range((rest + per_block - 1) // per_block):
                    n = put(out, n, field, write, space, start + repeat * rep * 32 + b * blk * 32, 1, 0, 1, 0,
                            min(per_block, rest - b * per_block) * size)
        return n
    lane = 0
    while lane < lanes:  # scattered bits: one region a run of lanes within a block
        first = lane
        stop = (lane // per_block + 1) * per_block
        while lane < stop and ((low if lane < 64 else high) >> (lane & 63)) & 1:
            lane += 1
        offset = (first // per_block) * blk * 32 + (first % per_block) * size
        n = put(out, n, field, write, space, start + offset, repeat, rep * 32, 1, 0, (lane - first) * size)
        if lane < stop:
            lane += 1
    return n
