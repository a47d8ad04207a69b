"""Which rows belong together: the rows of each pipe in order, and each flag's k-th set with its k-th wait."""

from __future__ import annotations

from typing import Any

from numba import njit

from tik.npu.timing.layout import (
    CODE,
    COMPLETE,
    DYNAMIC,
    FIRST,
    ID,
    ISSUED,
    KEY,
    LAST,
    NEXT,
    ORDER,
    PARTNER,
    PIPE,
    ROW,
    SHIFT,
)
from tik.npu.trace import BYTES, KIND, SYNC

__all__ = ["pair"]

SET, WAIT, CROSS_SET = SYNC["set"], SYNC["wait"], SYNC["cross_set"]


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def pair(rows: Any, costs: Any, table: Any, cores: Any, queues: Any, bytes_moved: Any, heads: Any) -> tuple[int, int]:
    """Fills ORDER (rows by core, then pipe), PARTNER (set and wait row of each other, else -1) and the queues' first
    positions; adds up bytes read and written. COMPLETE of flags is used as scratch and given back as -1, ``heads`` [512, 3]
    is scratch. Returns the numbers of sets without a wait and of cross-core sets."""
    unpaired = crossing = 0
    links = rows[COMPLETE]
    for c in range(len(cores)):
        first, last, shift = cores[c, ROW], cores[c, LAST], cores[c, SHIFT]
        queue = queues[c]
        for row in range(first, last):
            rows[ID, row] += shift
            queue[table[rows[ID, row], PIPE], ISSUED] += 1
        at = first
        for p in range(len(queue)):
            count = queue[p, ISSUED]
            queue[p, FIRST] = queue[p, NEXT] = queue[p, ISSUED] = at
            at += count
        flags = False
        for row in range(first, last):
            static = rows[ID, row]
            p = table[static, PIPE]
            rows[ORDER, queue[p, ISSUED]] = row
            queue[p, ISSUED] += 1
            kind = int(costs[row, KIND])
            if kind > 0:
                bytes_moved[kind - 1] += int(costs[row, BYTES])
            code = table[static, CODE]
            crossing += 1 if code == CROSS_SET else 0
            if code == SET or code == WAIT:
                if not flags:
                    flags = True
                    heads[:, :] = -1
                key = table[static, KEY]
                if key < 0:
                    key = rows[DYNAMIC, row]
                head = heads[key]  # first row that waits for its partner, last one, and their code
                if head[0] >= 0 and head[2] != code:
                    rows[PARTNER, row] = head[0]
                    rows[PARTNER, head[0]] = row
                    head[0] = links[head[0]]
                    unpaired += -1 if code == WAIT else 0
                else:
                    if head[0] < 0:
                        head[0] = row
                    else:
                        links[head[1]] = row
                    head[1], head[2] = row, code
                    unpaired += 1 if code == SET else 0
        for p in range(len(queue)):
            queue[p, ISSUED] = queue[p, FIRST]
        if flags:
            links[first:last] = -1
    return unpaired, crossing
