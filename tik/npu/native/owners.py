"""Whether cores that write the same bytes of GM write the same values: who wrote a block last, and which bytes a core changed
that another core had written. Asked for when a launch is recorded; only the sanitizer looks at it.
"""

from __future__ import annotations

from tik.npu.native import intrinsics as n
from tik.npu.native.caching import cached

__all__ = ["BLOCK", "claim", "compare"]

BLOCK = 32  # bytes that have one owner


@cached(error_model="numpy")
def claim(regions, first, stop, gm, bases, owners, changed, me, old):  # type: ignore[no-untyped-def]
    """Before rows [first, stop) of regions are written by core ``me`` (counted from 1): their blocks become its own. If one of
    them was another core's, keep what stands there in ``old``; returns how many bytes. ``owners`` [spaces]: addresses of a
    uint16 for each block, 0 where nobody asks; ``changed``: addresses of a bit for each byte."""
    clash = False
    total = 0
    for row in range(first, stop):
        space = regions[row, 2]
        if regions[row, 1] != 1 or space < gm or owners[space] == 0:
            continue
        own = n.view_u16(owners[space])
        for i2 in range(regions[row, 4]):
            for i1 in range(regions[row, 6]):
                low = regions[row, 3] + i2 * regions[row, 5] + i1 * regions[row, 7]
                high = low + regions[row, 8]
                total += high - low
                for block in range(low // BLOCK, (high + BLOCK - 1) // BLOCK):
                    if own[block] != me:
                        clash = clash or own[block] != 0
                        own[block] = me
    if not clash:
        return 0
    at = 0
    for row in range(first, stop):
        space = regions[row, 2]
        if regions[row, 1] != 1 or space < gm or owners[space] == 0:
            continue
        for i2 in range(regions[row, 4]):
            for i1 in range(regions[row, 6]):
                low = regions[row, 3] + i2 * regions[row, 5] + i1 * regions[row, 7]
                size = regions[row, 8]
                if total <= old.shape[0]:
                    n.move(old.ctypes.data + at, bases[space] + low, size)
                    at += size
                else:  # too much to keep: as if all of it changed
                    marks = n.view_u8(changed[space])
                    for byte in range(low, low + size):
                        marks[byte >> 3] |= 1 << (byte & 7)
    return at


@cached(error_model="numpy")
def compare(regions, first, stop, gm, bases, owners, changed, old):  # type: ignore[no-untyped-def]
    """After they are written: mark the bytes that are not as ``claim`` found them."""
    at = 0
    for row in range(first, stop):
        space = regions[row, 2]
        if regions[row, 1] != 1 or space < gm or owners[space] == 0:
            continue
        now = n.view_u8(bases[space])
        marks = n.view_u8(changed[space])
        for i2 in range(regions[row, 4]):
            for i1 in range(regions[row, 6]):
                low = regions[row, 3] + i2 * regions[row, 5] + i1 * regions[row, 7]
                for byte in range(regions[row, 8]):
                    if now[low + byte] != old[at + byte]:
                        marks[(low + byte) >> 3] |= 1 << ((low + byte) & 7)
                at += regions[row, 8]
