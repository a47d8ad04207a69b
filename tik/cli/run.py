"""tik run: run a target on random values and sum up what comes out."""

from __future__ import annotations

from tik.cli.options import ChipName, Dtypes, Json, Seed, Settings, Shapes, TargetName
from tik.cli.output import emit, say
from tik.cli.summary import summary, summary_table

__all__ = ["run"]


def run(
    target: TargetName,
    shape: Shapes = None,
    dtype: Dtypes = None,
    chip: ChipName = None,
    seed: Seed = 0,
    settings: Settings = None,
    json: Json = False,
) -> None:
    """Run TARGET once on seeded random values (uniform in -5 … 5) and sum up its inputs and outputs.

    Exit code 3 when the kernel deadlocks.
    """
    from tik.cli.execute import Request, execute
    from tik.cli.target import resolve

    request = Request.read(chip, shape, dtype, seed, settings)
    found = resolve(target)
    done = execute(found, request)
    done.raise_if_stuck()
    if json:
        emit(
            {
                "target": found.name,
                "chip": done.chip,
                "seed": seed,
                "inputs": [summary(name, a) for name, a in done.inputs.items()],
                "outputs": [summary(name, a) for name, a in done.outputs.items()],
                "kernels": [
                    {"name": r.name, "cycles": r.cycles, "time_us": r.time_us, "bound_by": r.bound_by} for r in done.reports
                ],
            }
        )
        return
    say(f"{found.name} on {done.chip}, seed {seed}")
    say(summary_table(done))
    for report in done.reports:
        say(f"{report.name}: {report.cycles:,} cycles = {report.time_us:.2f} us, bound by {report.bound_by}")
