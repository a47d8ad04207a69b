"""tik asm: the instruction stream of a target, as text or as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tik.cli.failures import CHECK_FAILED, usage
from tik.cli.options import ChipName, Dtypes, Entry, Json, Numerics, Seed, Settings, Shapes, TargetName, Tiling, read_numerics
from tik.cli.output import emit, say
from tik.cli.summary import summary, summary_table
from tik.types.errors import TikError

if TYPE_CHECKING:
    from tik.cli.execute import Request
    from tik.cli.target import Target
    from tik.stream import Stream

__all__ = ["asm"]


def asm(
    target: TargetName,
    shape: Shapes = None,
    dtype: Dtypes = None,
    chip: ChipName = None,
    seed: Seed = 0,
    settings: Settings = None,
    tiling: Tiling = None,
    mode: Numerics = "ieee",
    entry: Entry = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write a .tikasm or .tikbin file.")
    ] = None,
    run: Annotated[bool, typer.Option("--run", help="Run it on random values: values, hazards, cycles.")] = False,
    json: Json = False,
) -> None:
    """Show the instruction stream of TARGET (one for each kernel it launches), or with --run assemble and run it.

    Exit code 1 when --run finds a hazard, 3 when the kernel deadlocks.
    """
    from tik.cli.execute import Request, streams_of
    from tik.cli.target import resolve
    from tik.runtime.numerics import numerics
    from tik.stream import format_stream
    from tik.stream.files import SUFFIXES

    if output is not None and output.suffix.lower() not in SUFFIXES:
        raise usage(f"{output} has neither of the suffixes {' and '.join(SUFFIXES)}", "one is text, the other binary")
    read_numerics(mode)
    request = Request.read(chip, shape, dtype, seed, settings, tiling)
    found = resolve(target, entry)
    if run:
        with numerics(mode):
            _run(found, request, json)
        return
    streams = streams_of(found, request)
    if not streams:
        raise usage(f"{found.name} launches nothing for these shapes")
    written = _write(streams, output) if output else []
    if json:
        emit(
            {
                "target": found.name,
                "files": [str(path) for path in written],
                "streams": [{"name": s.name, "chip": s.chip, "text": format_stream(s)} for s in streams],
            }
        )
    elif written:
        for path in written:
            say(f"wrote {path}")
    else:
        say("\n".join(format_stream(stream).rstrip("\n") + "\n" for stream in streams).rstrip("\n"))


def _write(streams: list[Stream], output: Path) -> list[Path]:
    from tik.stream import save

    paths = [output]
    if len(streams) > 1:
        paths = [output.with_stem(f"{output.stem}-{number}") for number in range(1, len(streams) + 1)]
    for stream, path in zip(streams, paths, strict=True):
        try:
            save(stream, path)
        except TikError as error:
            if error.code != "TIK-ARTIFACT02":
                raise
            raise usage(error.message) from None
    return paths


def _run(target: Target, request: Request, json: bool) -> None:
    from tik.cli.execute import execute

    done = execute(target, request, check=True)
    done.raise_if_stuck()
    ok = all(report.ok for report in done.reports)
    if json:
        emit(
            {
                "target": target.name,
                "ok": ok,
                "kernels": [report.to_dict() for report in done.reports],
                "outputs": [summary(name, array) for name, array in done.outputs.items()],
            }
        )
    else:
        say(f"{target.name}, seed {request.seed}")
        say(summary_table(done))
        for report in done.reports:
            say(str(report))
    if not ok:
        raise typer.Exit(CHECK_FAILED)
