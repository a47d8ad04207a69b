"""tik chips: the chip models, and where each of their figures comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer

from tik.chips import Chip, chip_names, current_chip, load_chip, validate
from tik.cli.failures import CHECK_FAILED, usage
from tik.cli.options import Json, read_chip_name
from tik.cli.output import columns, emit, say
from tik.types.dtypes import f16
from tik.types.errors import TikError
from tik.types.scopes import Scope

__all__ = ["chips", "figures"]


def chips(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="One chip: all figures with sources.")] = None,
    check: Annotated[bool, typer.Option("--validate", help="Check that every figure names its source.")] = False,
    json: Json = False,
) -> None:
    """List the chip models, or show the figures of one with the source of each.

    Exit code 1 when --validate finds a figure without a source.
    """
    if name is not None:
        chosen = [read_chip_name(name)]
    else:
        chosen = [load_chip(one) for one in chip_names()]
    if check:
        _validate(chosen, json)
    elif name is not None:
        _one(chosen[0], json)
    else:
        _all(chosen, json)


def _facts(chip: Chip) -> dict[str, Any]:
    return {
        "name": chip.name,
        "kind": chip.kind,
        "arch": chip.arch,
        "cube_cores": chip.cores_cube,
        "vector_cores": chip.cores_vector,
        "mhz": chip.clock_mhz,
        "ub": chip.capacity(Scope.UB),
        "l1": chip.capacity(Scope.L1),
        "l0c": chip.capacity(Scope.L0C),
        "l2": chip.l2_bytes,
        "f16_tflops": chip.peak_flops(f16) / 1e12,
        "hbm_tbs": chip.number("hbm_tbs"),
    }


def _all(chosen: list[Chip], json: bool) -> None:
    default = _default()
    facts = [_facts(chip) for chip in chosen]
    if json:
        emit({"default": default, "chips": facts})
        return
    rows = [
        [
            f["name"],
            f["kind"],
            f["arch"],
            f["cube_cores"],
            f["vector_cores"],
            f"{f['mhz']:.0f}",
            f"{f['ub'] // 1024}",
            f"{f['l1'] // 1024}",
            f"{f['l0c'] // 1024}",
            f"{f['l2'] // 2**20}",
            f"{f['f16_tflops']:.1f}",
            f"{f['hbm_tbs']:g}",
            "default" if f["name"] == default else "",
        ]
        for f in facts
    ]
    say(
        columns(
            rows,
            (
                "chip",
                "kind",
                "arch",
                "cube",
                "vector",
                "MHz",
                "UB KiB",
                "L1 KiB",
                "L0C KiB",
                "L2 MiB",
                "f16 TFLOPS",
                "HBM TB/s",
                "",
            ),
            right=range(3, 12),
        )
    )


def _default() -> str:
    try:
        return current_chip().name
    except TikError as error:  # TIK_CHIP in the environment names none
        raise usage(error.message, error.hint) from None


def _one(chip: Chip, json: bool) -> None:
    rows = list(figures(chip.figures))
    if json:
        emit({**_facts(chip), "figures": [{"figure": key, "value": value, "source": source} for key, value, source in rows]})
        return
    say(f"{chip.name}: {chip.kind}, {chip.cores_cube} cube and {chip.cores_vector} vector cores, {chip.clock_mhz:.0f} MHz")
    say(columns([[key, _short(value), source] for key, value, source in rows], ("figure", "value", "source")))


def figures(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any, str]]:
    """Dotted name, value and source of every figure of a chip file."""
    for key, entry in table.items():
        if not isinstance(entry, Mapping):
            continue
        if "value" in entry:
            yield f"{prefix}{key}", entry["value"], str(entry.get("source", ""))
        else:
            yield from figures(entry, f"{prefix}{key}.")


def _short(value: Any) -> str:
    if isinstance(value, list):
        text = " ".join(map(str, value))
    elif isinstance(value, Mapping):
        text = " ".join(f"{key}={item}" for key, item in value.items())
    else:
        text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _validate(chosen: list[Chip], json: bool) -> None:
    found = []
    for chip in chosen:
        sources = [source for _, _, source in figures(chip.figures)]
        found.append(
            {
                "name": chip.name,
                "figures": len(sources),
                "assumed": sum(source.startswith("assumed") for source in sources),
                "complaints": validate(chip.figures),
            }
        )
    ok = not any(f["complaints"] for f in found)
    if json:
        emit({"ok": ok, "chips": found})
    else:
        for f in found:
            say(
                f"{f['name']}: {f['figures']} figures, {f['assumed']} of them assumed, "
                f"{len(f['complaints'])} without a proper source"  # type: ignore[arg-type]
            )
            for complaint in f["complaints"]:  # type: ignore[attr-defined]
                say(f"  {complaint}")
    if not ok:
        raise typer.Exit(CHECK_FAILED)
