"""Which rows belong together: the rows of each pipe in order, and each flag's k-th set with its k-th wait."""

from __future__ import annotations

from typing import Any

from tik.npu.native.caching import cached
from tik.npu.timing import layout as at
from tik.npu.timing.compiled import CACHED, SOURCES
from tik.npu.trace import BYTES, KIND, SYNC

__all__ = ["pair"]

SET, WAIT, CROSS_SET = SYNC["set"], SYNC["wait"], SYNC["cross_set"]


def build(sources: int) -> Any:
    @cached(**CACHED)  # type: ignore[misc, unused-ignore]
    def pair(rows: Any, costs: Any, table: Any, cores: Any, queues: Any, bytes_moved: Any, heads: Any) -> tuple[int, int]:
        """Fills ORDER (rows by core, then pipe), PARTNER (set and wait row of each other, else -1) and the queues' first
        positions; adds up bytes read and written. COMPLETE of flags is used as scratch and given back as -1, ``heads`` [512, 3]
        is scratch. Returns the numbers of sets without a wait and of cross-core sets."""
        unpaired = crossing = 0 if sources >= 0 else 1  # 0; to close over them
        links = rows[at.COMPLETE]
        for c in range(len(cores)):
            first, last, shift = cores[c, at.ROW], cores[c, at.LAST], cores[c, at.SHIFT]
            queue = queues[c]
            for row in range(first, last):
                rows[at.ID, row] += shift
                queue[table[rows[at.ID, row], at.PIPE], at.ISSUED] += 1
            spot = first
            for p in range(len(queue)):
                count = queue[p, at.ISSUED]
                queue[p, at.FIRST] = queue[p, at.NEXT] = queue[p, at.ISSUED] = spot
                spot += count
            flags = False
            for row in range(first, last):
                static = rows[at.ID, row]
                p = table[static, at.PIPE]
                rows[at.ORDER, queue[p, at.ISSUED]] = row
                queue[p, at.ISSUED] += 1
                kind = int(costs[row, KIND])
                if kind > 0:
                    bytes_moved[kind - 1] += int(costs[row, BYTES])
                code = table[static, at.CODE]
                crossing += 1 if code == CROSS_SET else 0
                if code in (SET, WAIT):
                    if not flags:
                        flags = True
                        heads[:, :] = -1
                    key = table[static, at.KEY]
                    if key < 0:
                        key = rows[at.DYNAMIC, row]
                    head = heads[key]  # first row that waits for its partner, last one, and their code
                    if head[0] >= 0 and head[2] != code:
                        rows[at.PARTNER, row] = head[0]
                        rows[at.PARTNER, head[0]] = row
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
                queue[p, at.ISSUED] = queue[p, at.FIRST]
            if flags:
                links[first:last] = -1
        return unpaired, crossing

    return pair


pair = build(SOURCES)
