"""What one run tells: values, hazards, cycles, and what bounds them."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from tik.chips.loader import Chip
from tik.npu.functional import Printed
from tik.npu.overflow import Overflows
from tik.npu.trace import Trace
from tik.types.errors import TikError

if TYPE_CHECKING:
    from tik.npu.sanitizer import Hazard, ShadowInputs
    from tik.npu.timing import Timeline
    from tik.npu.timing.bound import Bound

__all__ = ["Outputs", "Report"]


class Outputs(Sequence[NDArray[Any]]):
    """Output arrays, by position or by name."""

    def __init__(self, named: Mapping[str, NDArray[Any]]) -> None:
        self._named = dict(named)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str) and key not in self._named:
            raise KeyError(f"no output {key!r}; there are {', '.join(self._named) or 'none'}")
        return self._named[key] if isinstance(key, str) else list(self._named.values())[key]

    def __len__(self) -> int:
        return len(self._named)

    def __iter__(self) -> Iterator[NDArray[Any]]:
        return iter(self._named.values())

    def keys(self) -> Iterator[str]:
        """The names."""
        return iter(self._named)

    def __repr__(self) -> str:
        return "Outputs(" + ", ".join(f"{k}: {v.dtype} {list(v.shape)}" for k, v in self._named.items()) + ")"


class Report:
    """One launch. Cycles and hazards are computed from its trace when first asked for.

    ``cycles`` in-kernel cycles; ``time_us`` the same in microseconds; ``launch_us`` what starting it costs on top;
    ``bytes`` read and written in GM; ``bound_by`` a word, ``bound`` a sentence; ``numerics`` it ran with.
    """

    def __init__(
        self,
        name: str,
        chip: Chip,
        trace: Trace,
        *,
        outputs: Outputs | None = None,
        blocks: int = 1,
        shadow: ShadowInputs | None = None,
        printed: Sequence[Printed] = (),
        recorded: bool = True,
    ) -> None:
        self.name, self.chip, self.trace, self.blocks = name, chip, trace, blocks
        self.outputs = outputs if outputs is not None else Outputs({})
        self.printed = tuple(printed)
        self._shadow = shadow
        self.recorded = recorded
        self.numerics = "ieee"

    @functools.cached_property
    def timeline(self) -> Timeline:
        """When every instruction ran."""
        from tik.npu.timing import simulate

        timeline = simulate(self.trace, self.chip)
        if timeline.deadlock is not None:
            first = timeline.deadlock.stuck[0] if timeline.deadlock.stuck else None
            raise TikError(
                "TIK-SYNC04",
                f"{self.name}: deadlock, no pipe can go on",
                position=first.position if first else None,
                details=str(timeline.deadlock).splitlines()[1:],
                hint="every wait_flag needs a set_flag of the same pipes and event before it",
            )
        return timeline

    @property
    def cycles(self) -> int:
        """In-kernel cycles, rounded up."""
        return -(-self.timeline.ticks // (1 << 20))

    @property
    def time_us(self) -> float:
        """In-kernel time."""
        return self.chip.microseconds(self.timeline.cycles)

    @property
    def launch_us(self) -> float:
        """Time the device needs to start the kernel."""
        return self.chip.launch_us(min(self.blocks, self.chip.blocks_at_once(self.kind)))

    @property
    def kind(self) -> str:
        """The kind of core it runs on."""
        sections = self.trace.stream.sections
        return sections[0].kind if len(sections) == 1 else "mixed"

    @property
    def pipes(self) -> dict[str, dict[str, Any]]:
        """Per pipe, over all cores: busy cycles, busy share of the time the cores ran, what it mostly waits for."""
        return {
            pipe.value: {
                "busy_cycles": time.busy,
                "share": time.share,
                "waits_for": time.waits_for,
                "stalls": dict(time.stalls),
            }
            for pipe, time in self.timeline.pipes().items()
        }

    @property
    def bytes(self) -> dict[str, int]:
        """Bytes read from and written to GM."""
        return {"read": self.timeline.bytes_read, "written": self.timeline.bytes_written}

    @functools.cached_property
    def bound(self) -> Bound:
        """What bounds it, in words."""
        from tik.npu.timing.bound import explain

        return explain(self.timeline, self.trace, self.chip)

    @property
    def bound_by(self) -> str:
        """memory, vector, cube, mte1, mte2, mte3, fix, scalar, latency or launch."""
        return self.bound.bound_by

    @property
    def overflows(self) -> Overflows:
        """Where inf or NaN came of finite numbers, on chips that saturate instead: ``count``, ``position`` and ``line`` of the
        first, ``sites`` by instruction. False when nowhere, and on chips that keep inf and NaN."""
        return self.trace.overflows

    @functools.cached_property
    def hazards(self) -> list[Hazard]:
        """Races, deadlocks, undefined reads …; empty when there are none."""
        from tik.npu.sanitizer import sanitize

        assert self.recorded, "this launch was not recorded for checking"
        return sanitize(self.trace, self._shadow)

    @property
    def errors(self) -> list[Hazard]:
        """The hazards that are not mere notes."""
        return [h for h in self.hazards if h.severity == "error"]

    @property
    def ok(self) -> bool:
        """No hazard found."""
        return not self.errors

    def raise_if_bad(self) -> Report:
        """Raise the first hazard as a TikError; give the report back when there is none."""
        for hazard in self.errors:
            raise TikError(
                hazard.code,
                hazard.message,
                hint=hazard.hint,
                position=hazard.sites[0].position if hazard.sites else None,
                details=[line.removeprefix("  ") for line in str(hazard).splitlines()[1:] if not line.startswith("  hint: ")],
            )
        return self

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data (for --json)."""
        data: dict[str, Any] = {
            "name": self.name,
            "chip": self.chip.name,
            "blocks": self.blocks,
            "cycles": self.cycles,
            "time_us": self.time_us,
            "launch_us": self.launch_us,
            "bytes": self.bytes,
            "pipes": self.pipes,
            "bound_by": self.bound_by,
            "bound": str(self.bound),
            "numerics": self.numerics,
            "overflows": self.overflows.to_dict(),
        }
        if self.recorded:
            data["hazards"] = [h.to_dict() for h in self.hazards]
            data["ok"] = self.ok
        return data

    def __repr__(self) -> str:
        return f"Report({self.name} on {self.chip.name}: {self.cycles} cycles, {self.time_us:.2f} us, {self.bound_by}-bound)"

    def __str__(self) -> str:
        from tik.runtime.table import report_table

        return report_table(self)

    def _repr_html_(self) -> str:
        import html

        return f"<pre>{html.escape(str(self))}</pre>"
