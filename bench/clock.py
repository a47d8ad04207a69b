"""Timing of several things in turn, so that a slow moment of the machine hits all of them alike."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

__all__ = ["Spread", "interleaved"]


@dataclass(frozen=True)
class Spread:
    """Median and quartiles, in milliseconds."""

    low: float
    median: float
    high: float

    @staticmethod
    def of(seconds: list[float]) -> Spread:
        low, median, high = statistics.quantiles(seconds, n=4)
        return Spread(low * 1e3, median * 1e3, high * 1e3)

    def __str__(self) -> str:
        return f"{self.median:.2f} ({self.low:.2f}–{self.high:.2f})"


def interleaved(calls: Mapping[str, Callable[[], object]], runs: int, warm: int = 2) -> dict[str, Spread]:
    """Each call ``runs`` times, one after another in rounds; ``warm`` rounds before do not count."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for turn in range(warm + runs):
        for name, call in calls.items():
            gc.collect()
            start = time.perf_counter()
            call()
            spent = time.perf_counter() - start
            if turn >= warm:
                times[name].append(spent)
    return {name: Spread.of(seconds) for name, seconds in times.items()}
