"""tik verify: random cases against the golden."""

from __future__ import annotations

from typing import Annotated

import typer

from tik.cli.failures import CHECK_FAILED, INTERRUPTED, usage
from tik.cli.options import Json, Seed, TargetName, read_chip_names, read_dtype
from tik.cli.output import emit, progress, say

__all__ = ["verify"]

CASES = 50


def verify(
    target: TargetName,
    chip: Annotated[str | None, typer.Option("--chip", metavar="CHIP", help='One chip, several by commas, or "all".')] = None,
    dtype: Annotated[str | None, typer.Option("--dtype", metavar="DTYPE", help="Only this dtype of the operator's.")] = None,
    cases: Annotated[
        int | None, typer.Option("--cases", min=1, help=f"Random cases a chip, over all dtypes; {CASES} when left out.")
    ] = None,
    seed: Seed = 0,
    case: Annotated[int | None, typer.Option("--case", min=0, help="Repeat only this case.")] = None,
    json: Json = False,
) -> None:
    """Compare an operator with its golden on random cases, each run twice, every tenth under the sanitizer.

    Exit code 1 when a case fails; 130 when Ctrl-C ends it, after showing what was done until then.
    """
    from tik.cli.target import operator_of, resolve
    from tik.verification import Verification
    from tik.verification import verify as verify_operator

    if cases is not None and case is not None and case >= cases:
        raise usage(f"--case {case} is none of {cases} cases, which count from 0", "--case alone repeats any case")
    models = read_chip_names(chip)
    operator = operator_of(resolve(target))
    only = read_dtype(dtype) if dtype else None
    if only is not None and only not in operator.dtypes:
        raise usage(f"{operator.name} has no {only}", f"it has {', '.join(map(str, operator.dtypes))}")
    found: list[Verification] = []
    for model in models:
        with progress(f"{operator.name} on {model.name}") as bar:
            result = verify_operator(operator, chip=model, dtype=only, cases=cases or CASES, seed=seed, only=case, progress=bar)
        found.append(result)
        if not json:
            verdict, _, rest = str(result).partition("\n")
            say(verdict, style="green" if result.ok else "red")
            say(rest)
        if result.interrupted:
            break
    ok = all(result.ok for result in found)
    if json:
        emit({"operator": operator.name, "ok": ok, "chips": [result.to_dict() for result in found]})
    if any(result.interrupted for result in found):
        raise typer.Exit(INTERRUPTED)
    if not ok:
        raise typer.Exit(CHECK_FAILED)
