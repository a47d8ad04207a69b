"""``tik.profile()``: collects the launches of a with-block."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tik.runtime.launch import observe
from tik.runtime.report import Report

__all__ = ["Profile", "profile"]


class Profile:
    """The launches seen, in order; ``kernels`` holds a Report each."""

    def __init__(self) -> None:
        self.kernels: list[Report] = []

    @property
    def cycles(self) -> int:
        """All in-kernel cycles together."""
        return sum(k.cycles for k in self.kernels)

    def save_trace(self, path: str | Path) -> None:
        """Write a Perfetto / Chrome trace: cores as processes, pipes as threads, flags as arrows; kernels one after another."""
        from tik.npu.timing.chrome import chrome_trace

        events: list[object] = []
        start = 0.0
        for number, kernel in enumerate(self.kernels):
            data = chrome_trace(kernel.timeline, kernel.trace, kernel.chip)
            for event in data["traceEvents"]:
                if "ts" in event:
                    event["ts"] += start
                if "pid" in event:
                    event["pid"] = number * 1000 + event["pid"]
                if event.get("name") == "process_name":
                    event["args"]["name"] = f"{number} {kernel.name}: {event['args']['name']}"
                if "id" in event:
                    event["id"] = f"{number}.{event['id']}"
                events.append(event)
            start += kernel.time_us + kernel.launch_us
        Path(path).write_text(json.dumps({"traceEvents": events, "displayTimeUnit": "ns"}), encoding="utf-8")

    def save_csv(self, path: str | Path) -> None:
        """Write one line a kernel: name, chip, blocks, cycles, time, bytes, bound."""
        import csv

        with Path(path).open("w", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream)
            writer.writerow(
                ["name", "chip", "blocks", "cycles", "time_us", "launch_us", "bytes_read", "bytes_written", "bound_by"]
            )
            for k in self.kernels:
                writer.writerow(
                    [
                        k.name,
                        k.chip.name,
                        k.blocks,
                        k.cycles,
                        f"{k.time_us:.3f}",
                        f"{k.launch_us:.3f}",
                        k.bytes["read"],
                        k.bytes["written"],
                        k.bound_by,
                    ]
                )

    def __repr__(self) -> str:
        return f"Profile({len(self.kernels)} kernels)"

    def __str__(self) -> str:
        return "\n".join(
            f"{k.name:<20} {k.chip.name:<12} {k.cycles:>12,} cycles {k.time_us:>10.2f} us  {k.bound_by}" for k in self.kernels
        )


@contextmanager
def profile() -> Iterator[Profile]:
    """Collect every launch of the block; nested profiles both see it, other threads do not."""
    found = Profile()
    with observe(found.kernels.append):
        yield found
