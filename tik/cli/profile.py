"""tik profile: where the time of a target goes, and why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tik.cli.failures import usage
from tik.cli.options import ChipName, Dtypes, Entry, Json, Numerics, Seed, Settings, Shapes, TargetName, Tiling, read_numerics
from tik.cli.output import aside, emit, say

if TYPE_CHECKING:
    from tik.runtime import Report

__all__ = ["profile", "write"]


def profile(
    target: TargetName,
    shape: Shapes = None,
    dtype: Dtypes = None,
    chip: ChipName = None,
    seed: Seed = 0,
    settings: Settings = None,
    tiling: Tiling = None,
    mode: Numerics = "ieee",
    entry: Entry = None,
    trace: Annotated[Path | None, typer.Option("--trace", metavar="FILE", help="Write a Chrome / Perfetto trace.")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write one line a kernel.")] = None,
    json: Json = False,
) -> None:
    """Run TARGET once on the timing model: what each pipe does and mostly waits for, bytes, the bound and why.

    Exit code 3 when the kernel deadlocks.
    """
    from tik.cli.execute import Request, execute
    from tik.cli.target import resolve
    from tik.runtime.numerics import numerics

    read_numerics(mode)
    request = Request.read(chip, shape, dtype, seed, settings, tiling)
    found = resolve(target, entry)
    with numerics(mode), aside(json):
        done = execute(found, request)
    reports = done.reports
    if not reports:
        done.leave_if_failed()
        raise usage(f"{found.name} launched nothing (empty arrays?)")
    written = write(reports, trace=trace, csv=csv)
    if json:
        emit(
            {
                **done.verdict,
                "target": found.name,
                "chip": done.chip,
                "kernels": [report.to_dict() for report in reports],
                "files": [str(path) for path in written],
            }
        )
        done.leave_if_failed()
        return
    for number, report in enumerate(reports):
        if number:
            say()
        say(str(report))
    if len(reports) > 1:
        total = sum(report.time_us for report in reports)
        say(f"\n{len(reports)} kernels: {total:.2f} us in them, {sum(r.launch_us for r in reports):.1f} us to launch them")
    for path in written:
        say(f"wrote {path}")
    done.leave_if_failed()


def write(reports: list[Report], *, trace: Path | None = None, csv: Path | None = None) -> list[Path]:
    """Write the files asked for; wrong usage when that is not possible."""
    from tik.runtime import Profile

    found = Profile()
    found.kernels.extend(reports)
    written = []
    for path, save in ((trace, found.save_trace), (csv, found.save_csv)):
        if path is None:
            continue
        try:
            save(path)
        except OSError as error:
            raise usage(f"{path} cannot be written: {error.strerror or error}") from None
        written.append(path)
    return written
