"""The verbs, put together; every verb has an example."""

from __future__ import annotations

from typing import Annotated

import typer

from tik.cli.asm import asm
from tik.cli.cache import clear, info
from tik.cli.check import check
from tik.cli.chips import chips
from tik.cli.demo import demo
from tik.cli.doctor import doctor
from tik.cli.explain import explain
from tik.cli.failures import Verbs
from tik.cli.ops import ops
from tik.cli.profile import profile
from tik.cli.run import run
from tik.cli.verify import verify

__all__ = ["app"]

_ABOUT = """An operator development kit for Ascend-style NPUs that needs no NPU.

Values, hazards and cycles from one run of a kernel on a model of the chip.

TARGET is an operator (opsnn.softmax), a kernel file (path.py or path.py:name) or a stream file (.tikasm, .tikbin).

Exit codes: 0 fine, 1 a check failed, 2 wrong usage, 3 the kernel is wrong, 70 a bug in the kit, 130 interrupted.

A deadlock is 1 for check, which looks for hazards, and 3 for whatever else runs the kernel.
"""

_VERBS = (  # verb, what it does in short, example
    (demo, "Classify handwritten digits on the NPU model.", "tik demo --out trace.json"),
    (run, "Run on random values and sum up the outputs.", "tik run opsnn.softmax --shape 4x1000 --dtype f16"),
    (verify, "Compare with the golden on random cases.", "tik verify opsnn.softmax --cases 200 --chip all"),
    (asm, "Show the instruction stream, or run one.", "tik asm opsnn.relu --shape 1024x1024 -o relu.tikasm"),
    (check, "Run under the sanitizer.", "tik check my_kernel.py:softmax --shape 64x1000"),
    (profile, "Show where the time goes, and why.", "tik profile opsnn.matmul --shape 512x512 --dtype f16 --trace trace.json"),
    (chips, "List the chip models and their figures.", "tik chips Ascend910B1"),
    (ops, "List the operators.", "tik ops --json"),
    (explain, "Explain an error or hazard code.", "tik explain TIK-MEM01"),
    (doctor, "Examine this installation.", "tik doctor"),
)

app = typer.Typer(
    name="tik",
    cls=Verbs,
    help=_ABOUT,
    epilog="Example: tik verify opsnn.softmax",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _verb, _short, _example in _VERBS:
    app.command(short_help=_short, epilog=f"Example: {_example}")(_verb)

_cache = typer.Typer(
    help="Show or clear the folder of compiled native routines.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog="Example: tik cache info",
)
_cache.command(epilog="Example: tik cache info --json")(info)
_cache.command(epilog="Example: tik cache clear")(clear)
app.add_typer(_cache, name="cache")


def _version(wanted: bool) -> None:
    if wanted:
        from tik.cli.doctor import kit_version

        typer.echo(f"tik-odk {kit_version()}")
        raise typer.Exit


@app.callback()
def _start(
    version: Annotated[bool, typer.Option("--version", help="Show the version.", is_eager=True, callback=_version)] = False,
) -> None:
    """The verbs do everything."""
