"""Transfers that share the memory's bandwidth fairly, each at most at its cap.

All transfers of one cap progress at one rate, min(cap, water level): they have one virtual clock, the bytes each of them
moved since it stood at 0, and end when it reaches their mark. Bytes and rates are integers in 2⁻²⁰, like times.
"""

from __future__ import annotations

from typing import Any

from tik.npu.timing import layout as at
from tik.npu.timing.compiled import inner
from tik.npu.trace import CAP

__all__ = ["cap_of", "class_of", "level", "span", "ticks"]


@inner
def ticks(cycles: float) -> int:
    return int(cycles * at.TICK + 0.5)


@inner
def span(amount: int, rate: int) -> int:
    """Ticks that ``amount`` takes at ``rate``, rounded up, without overflow."""
    return ((amount // rate) << 20) + (((amount % rate) << 20) + rate - 1) // rate


@inner
def cap_of(costs: Any, row: int, memory: int) -> int:
    """The most a transfer can do alone; a cap of 0 is the memory's own rate."""
    cap = ticks(costs[row, CAP])
    return cap if cap > 0 else memory


@inner
def class_of(classes: Any, known: int, cap: int) -> int:
    """The class of ``cap``; one more than are known when it is new (the ranks are kept in order)."""
    for k in range(known):
        if classes[k, at.CAPPED] == cap:
            return k
    classes[known, at.CAPPED] = cap
    spot = known
    while spot > 0 and classes[classes[spot - 1, at.RANK], at.CAPPED] > cap:
        classes[spot, at.RANK] = classes[spot - 1, at.RANK]
        spot -= 1
    classes[spot, at.RANK] = known
    return known


@inner
def level(classes: Any, known: int, memory: int) -> None:
    """Set the rate of each class: min(cap, water level), from the lowest cap up."""
    active, left = 0, memory
    for k in range(known):
        active += classes[k, at.ACTIVE]
    for i in range(known):
        one = classes[classes[i, at.RANK]]
        if one[at.ACTIVE] > 0:
            one[at.RATE] = max(1, min(one[at.CAPPED], left // active))
            left -= one[at.RATE] * one[at.ACTIVE]
            active -= one[at.ACTIVE]
