"""tik check: run a target under the sanitizer."""

from __future__ import annotations

import typer

from tik.cli.failures import CHECK_FAILED
from tik.cli.options import ChipName, Dtypes, Entry, Json, Numerics, Seed, Settings, Shapes, TargetName, Tiling, read_numerics
from tik.cli.output import aside, emit, say

__all__ = ["check"]


def check(
    target: TargetName,
    shape: Shapes = None,
    dtype: Dtypes = None,
    chip: ChipName = None,
    seed: Seed = 0,
    settings: Settings = None,
    tiling: Tiling = None,
    mode: Numerics = "ieee",
    entry: Entry = None,
    json: Json = False,
) -> None:
    """Run TARGET once under the sanitizer and show every hazard: bounds, undefined bytes, races, deadlock, flags.

    Exit code 1 when there is an error, a deadlock too (notes alone are fine); 3 when the kernel does something that no run
    survives, such as an access beyond the slack behind its arrays (TIK-BOUNDS01 …).
    """
    from tik.cli.execute import Request, execute
    from tik.cli.target import resolve
    from tik.runtime.numerics import numerics

    read_numerics(mode)
    request = Request.read(chip, shape, dtype, seed, settings, tiling)
    found = resolve(target, entry)
    with numerics(mode), aside(json):
        done = execute(found, request, check=True)
    hazards = [(report, report.hazards) for report in done.reports]
    errors = sum(hazard.severity == "error" for _, group in hazards for hazard in group)
    if json:
        emit(
            {
                "target": found.name,
                "chip": done.chip,
                "ok": errors == 0 and done.failure is None,
                "errors": errors,
                **done.verdict,
                "kernels": [
                    {"name": report.name, "hazards": [hazard.to_dict() for hazard in group]} for report, group in hazards
                ],
            }
        )
    else:
        for report, group in hazards:
            count = sum(hazard.severity == "error" for hazard in group)
            notes = len(group) - count
            verdict = "no hazards" if not group else f"{count} errors, {notes} notes"
            say(f"{report.name} on {report.chip.name}: {verdict}", style="red" if count else "green")
            for hazard in group:
                say(str(hazard))
        if not done.reports:
            say(f"{found.name} launched nothing (empty arrays?)")
    if errors:
        raise typer.Exit(CHECK_FAILED)
    done.leave_if_failed()
