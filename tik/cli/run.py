"""tik run: run a target on random values and sum up what comes out."""

from __future__ import annotations

from typing import Annotated

import typer

from tik.cli.options import ChipName, Dtypes, Entry, Json, Numerics, Seed, Settings, Shapes, TargetName, Tiling, read_numerics
from tik.cli.output import aside, emit, say
from tik.cli.summary import summary, summary_table, undefined

__all__ = ["run"]


def run(
    target: TargetName,
    shape: Shapes = None,
    dtype: Dtypes = None,
    chip: ChipName = None,
    seed: Seed = 0,
    settings: Settings = None,
    tiling: Tiling = None,
    mode: Numerics = "ieee",
    entry: Entry = None,
    listing: Annotated[bool, typer.Option("--list", help="Show the entries of a Python file, and run nothing.")] = False,
    json: Json = False,
) -> None:
    """Run TARGET once on seeded random values (uniform in -5 … 5) and sum up its inputs and outputs.

    A file that imports te or tbe (a kernel written for CANN) is built first: its tensors have the shapes and dtypes given, in
    order; --set gives other arguments. --entry __main__ runs it as a script.

    Exit code 3 when the kernel deadlocks.
    """
    from tik.cli.execute import Request, execute
    from tik.cli.target import listed, resolve
    from tik.runtime.numerics import numerics

    if listing:
        known = listed(target)
        if json:
            emit({"target": target, "entries": [{"name": name, "call": text} for name, text in known.items()]})
        else:
            say("\n".join(known.values()) or f"{target} has no entry")
        return
    read_numerics(mode)
    request = Request.read(chip, shape, dtype, seed, settings, tiling)
    found = resolve(target, entry)
    with numerics(mode), aside(json):
        done = execute(found, request)
    done.raise_if_stuck()
    if json:
        emit(
            {
                **done.verdict,
                "target": found.name,
                "chip": done.chip,
                "seed": seed,
                "numerics": mode,
                "inputs": [summary(name, a) for name, a in done.inputs.items()],
                "outputs": [{**summary(name, a), "undefined": undefined(a)} for name, a in done.outputs.items()],
                "kernels": [
                    {
                        "name": r.name,
                        "cycles": r.cycles,
                        "time_us": r.time_us,
                        "bound_by": r.bound_by,
                        "overflows": r.overflows.to_dict(),
                    }
                    for r in done.reports
                ],
            }
        )
        done.leave_if_failed()
        return
    say(f"{found.name} on {done.chip}, seed {seed}")
    say(summary_table(done))
    for name, array in done.outputs.items():
        if count := undefined(array):
            were = "element of {} was" if count == 1 else "elements of {} were"
            say(f"{count:,} {were.format(name)} never written, or from memory nobody wrote; `tik check` shows more")
    for report in done.reports:
        say(f"{report.name}: {report.cycles:,} cycles = {report.time_us:.2f} us, bound by {report.bound_by}")
        if report.overflows:
            say(str(report.overflows))
    done.leave_if_failed()
