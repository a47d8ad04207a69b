"""The plain-text table of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tik.runtime.report import Report

__all__ = ["report_table"]


def report_table(report: Report) -> str:
    """What `tik profile` prints: the figures, a line a pipe, the bound in words, then the hazards."""
    kind = {"vector": "vector cores", "cube": "cube cores", "unified": "cores", "mixed": "AI cores"}[report.kind]
    moved = report.bytes
    lines = [
        f"{report.name} on {report.chip.name}: {report.cycles:,} cycles = {report.time_us:.2f} us in the kernel "
        f"(+ {report.launch_us:.1f} us launch), {report.blocks} blocks on {kind}",
        f"GM: {_size(moved['read'])} read, {_size(moved['written'])} written",
        f"{'pipe':<6}{'busy':>7}  {'mostly waits for':<22} at",
    ]
    for pipe, time in report.timeline.pipes().items():
        waiter = report.timeline.waiter(pipe)
        place = ""
        if waiter is not None and waiter.position is not None:
            where = waiter.position.resolve() if hasattr(waiter.position, "resolve") else waiter.position
            place = f"{where.short}  {where.text.strip()}"
        lines.append(f"{pipe.value:<6}{time.share:>7.1%}  {time.waits_for or '-':<22} {place}".rstrip())
    inside = "" if report.bound.inside == report.bound_by else f" (inside the kernel: {report.bound.inside})"
    lines.append(f"bound by {report.bound_by}{inside}: {report.bound}")
    if report.recorded:
        hazards = report.hazards
        lines.append(f"hazards: {len(hazards)}" + ("" if hazards else " (none found)"))
        lines += [str(h) for h in hazards]
    return "\n".join(lines)


def _size(n: int) -> str:
    for unit in ("B", "KiB", "MiB", "GiB"):
        if n < 1024 or unit == "GiB":
            return f"{n:.0f} {unit}" if unit == "B" else f"{n:.1f} {unit}"
        n = n / 1024  # type: ignore[assignment]
    raise AssertionError
