"""The plain-text table of a report."""

from __future__ import annotations

import io
import textwrap
import tokenize
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tik.runtime.report import Report

__all__ = ["report_table"]

WIDTH = 120  # columns a line of the table may take


def report_table(report: Report) -> str:
    """What `tik profile` prints: the figures, a line a pipe, the bound in words, then the hazards."""
    kind = {"vector": "vector core", "cube": "cube core", "unified": "core", "mixed": "AI core"}[report.kind]
    cores = f"a {kind}" if report.blocks == 1 else f"{kind}s"
    moved = report.bytes
    lines = [
        f"{report.name} on {report.chip.name}: {report.cycles:,} cycles = {report.time_us:.2f} us in the kernel "
        f"(+ {report.launch_us:.1f} us launch), {_count(report.blocks, 'block')} on {cores}",
        f"GM: {_size(moved['read'])} read, {_size(moved['written'])} written",
        f"{'pipe':<6}{'busy':>7}  {'mostly waits for':<22} at",
    ]
    for pipe, time in report.timeline.pipes().items():
        waiter = report.timeline.waiter(pipe)
        place = ""
        if waiter is not None and waiter.position is not None:
            where = waiter.position.resolve() if hasattr(waiter.position, "resolve") else waiter.position
            place = f"{where.short}  {code(where.text)}"
        lines.append(cut(f"{pipe.value:<6}{time.share:>7.1%}  {time.waits_for or '-':<22} {place}".rstrip()))
    lines += textwrap.wrap(
        f"bound by {report.bound_by}: {str(report.bound).removeprefix(f'{report.bound_by}: ')}",
        WIDTH,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    if report.overflows:
        lines += [cut(line) for line in str(report.overflows).splitlines()]
    if report.recorded:
        lines.append(_hazards(len(report.errors), len(report.hazards) - len(report.errors)))
        lines += [str(h) if h.severity == "error" else f"note {h}" for h in report.hazards]
    return "\n".join(lines)


def code(line: str) -> str:
    """A source line without indentation and trailing comment."""
    line = line.strip()
    try:
        for token in tokenize.generate_tokens(io.StringIO(line).readline):
            if token.type == tokenize.COMMENT and token.start[1] > 0:
                return line[: token.start[1]].rstrip()
    except (tokenize.TokenError, SyntaxError):  # a line of a longer statement; its comment came before the end of it
        pass
    return line


def cut(line: str) -> str:
    """A line no longer than WIDTH."""
    return line if len(line) <= WIDTH else line[: WIDTH - 3].rstrip() + "..."


def _hazards(errors: int, notes: int) -> str:
    if notes:
        return f"hazards: {errors}, and {_count(notes, 'note')}"
    return f"hazards: {errors}" + ("" if errors else " (none found)")


def _count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _size(n: int) -> str:
    size = float(n)
    for unit in ("B", "KiB", "MiB"):
        if size < 1024:
            return f"{n} B" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} GiB"
