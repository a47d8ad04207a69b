"""A binary heap in two rows of an array: keys, and values that break ties."""

from __future__ import annotations

from typing import Any

from tik.npu.timing.compiled import inner

__all__ = ["drop", "push"]


@inner
def push(heap: Any, size: int, key: int, value: int) -> None:
    """Put (key, value) into a binary heap of ``size`` entries."""
    keys, values = heap[0], heap[1]
    spot = size
    while spot > 0:
        up = (spot - 1) >> 1
        if keys[up] < key or (keys[up] == key and values[up] <= value):
            break
        keys[spot], values[spot] = keys[up], values[up]
        spot = up
    keys[spot], values[spot] = key, value


@inner
def drop(heap: Any, size: int) -> None:
    """Take the least entry out of a heap of ``size`` entries."""
    keys, values = heap[0], heap[1]
    last = size - 1
    key, value = keys[last], values[last]
    spot = 0
    while True:
        down = 2 * spot + 1
        if down >= last:
            break
        right = down + 1
        if right < last and (keys[right] < keys[down] or (keys[right] == keys[down] and values[right] < values[down])):
            down = right
        if key < keys[down] or (key == keys[down] and value <= values[down]):
            break
        keys[spot], values[spot] = keys[down], values[down]
        spot = down
    keys[spot], values[spot] = key, value
