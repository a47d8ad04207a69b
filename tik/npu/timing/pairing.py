"""Which rows belong together: the rows of each pipe in order, and each flag's k-th set with its k-th wait."""

from __future__ import annotations

from typing import Any

from numba import njit

from tik.npu.timing.layout import CODE, FIRST, ISSUED, KEY, LAST, NEXT, PIPE, ROW, SHIFT
from tik.npu.trace import BYTES, KIND, SYNC

__all__ = ["pair"]

SET, WAIT = SYNC["set"], SYNC["wait"]


@njit(cache=True)  # type: ignore[misc, unused-ignore]
def pair(ids: Any, costs: Any, table: Any, dynamic: Any, cores: Any, queues: Any, order: Any, partner: Any, bytes_moved: Any,
         links: Any, heads: Any) -> int:
    """Fills ``order`` (rows by core, then pipe), the queues' first positions and ``partner`` (set and wait row of each
    other, else -1); adds up bytes read and written. ``links`` (a row each) and ``heads`` (512, 3) are scratch. Returns the
    number of sets without a wait."""
    unpaired = 0
    for c in range(len(cores)):
        first, last, shift = cores[c, ROW], cores[c, LAST], cores[c, SHIFT]
        queue = queues[c]
        for row in range(first, last):
            queue[table[ids[row] + shift, PIPE], ISSUED] += 1
        at = first
        for p in range(len(queue)):
            count = queue[p, ISSUED]
            queue[p, FIRST] = queue[p, NEXT] = queue[p, ISSUED] = at
            at += count
        flags = False
        for row in range(first, last):
            static = ids[row] + shift
            p = table[static, PIPE]
            order[queue[p, ISSUED]] = row
            queue[p, ISSUED] += 1
            kind = int(costs[row, KIND])
            if kind > 0:
                bytes_moved[kind - 1] += int(costs[row, BYTES])
            code = table[static, CODE]
            if code == SET or code == WAIT:
                if not flags:
                    flags = True
                    heads[:, :] = -1
                key = table[static, KEY]
                if key < 0:
                    key = dynamic[row]
                partner[row] = -1
                links[row] = -1
                head = heads[key]  # first row that waits for its partner, last one, and their code
                if head[0] >= 0 and head[2] != code:
                    partner[row] = head[0]
                    partner[head[0]] = row
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
    return unpaired
