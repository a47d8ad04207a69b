"""Options that several verbs share, and how their words are read."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from tik.chips import Chip, as_chip, chip_names
from tik.cli.failures import usage
from tik.types.dtypes import ALL, DType, dtype
from tik.types.errors import TikError, did_you_mean

__all__ = [
    "ChipName",
    "Dtypes",
    "Entry",
    "Json",
    "Numerics",
    "Seed",
    "Settings",
    "Shapes",
    "TargetName",
    "Tiling",
    "read_chip_name",
    "read_chip_names",
    "read_dtype",
    "read_dtypes",
    "read_numerics",
    "read_settings",
    "read_shapes",
    "read_tiling",
]

TargetName = Annotated[str, typer.Argument(metavar="TARGET", help="opsnn.NAME, path.py[:name], or a .tikasm or .tikbin file.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
ChipName = Annotated[str | None, typer.Option("--chip", metavar="CHIP", help="The chip model (`tik chips` lists them).")]
Shapes = Annotated[
    list[str] | None,
    typer.Option(
        "--shape", metavar="2x3", help="Shape of an argument; repeat it, or write 2x3,3x4. The last one holds for the rest."
    ),
]
Dtypes = Annotated[str | None, typer.Option("--dtype", metavar="DTYPE", help="f16, f32 …; or one an argument: f16,f16,f32.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Seed of the random values.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A keyword argument or scalar of TARGET; repeat it.")
]

Tiling = Annotated[
    str | None,
    typer.Option(
        "--tiling", metavar="1,2,3", help="What a kernel file with run-time shapes reads its sizes from; or a .npy file."
    ),
]

Numerics = Annotated[
    str, typer.Option("--numerics", metavar="ieee|chip", help="chip: saturate where the chip does, instead of inf and NaN.")
]
Entry = Annotated[str | None, typer.Option("--entry", metavar="NAME", help="The entry of a Python file to run.")]


def read_chip_name(name: str | None) -> Chip:
    """The chip, or the current one; wrong usage when there is none of the name."""
    try:
        return as_chip(name)
    except TikError as error:
        raise usage(error.message, error.hint) from None


def read_chip_names(names: str | None) -> tuple[Chip, ...]:
    """One chip, several by commas, or "all"."""
    if names == "all":
        return tuple(read_chip_name(name) for name in chip_names())
    return tuple(read_chip_name(name) for name in (names.split(",") if names else [None]))


def read_dtype(word: str) -> DType:
    """ "f16" or "float16"."""
    try:
        return dtype(word.strip())
    except KeyError as error:
        short = word.strip().lower().replace("fp", "f")
        known = [t.short for t in ALL]
        raise usage(str(error.args[0]), f"did you mean {short}?" if short in known else did_you_mean(short, known)) from None


def read_dtypes(words: str | None) -> tuple[DType, ...]:
    """Several by commas; none when left out."""
    return tuple(map(read_dtype, words.split(","))) if words else ()


def read_numerics(mode: str) -> str:
    """ "ieee" or "chip"."""
    from tik.runtime.numerics import MODES

    if mode not in MODES:
        raise usage(f"--numerics {mode} is neither ieee nor chip")
    return mode


def read_shapes(words: Sequence[str] | None) -> tuple[tuple[int, ...], ...]:
    """ "2x3" is (2, 3), "5" is (5,), "()" has no dimension; several by commas."""
    return tuple(_shape(word.strip()) for text in words or () for word in text.split(","))


def _shape(word: str) -> tuple[int, ...]:
    if word == "()":
        return ()
    parts = word.lower().replace("×", "x").split("x")
    if not all(part.isdecimal() for part in parts):
        raise usage(f"{word!r} is not a shape", "write 1024x1024, or () for a scalar")
    shape = tuple(int(part) for part in parts)
    nbytes = 8 * math.prod(n or 1 for n in shape)  # random values are drawn in float64
    if nbytes >= 1 << 63:
        raise MemoryError(nbytes)
    return shape


def read_settings(words: Sequence[str] | None) -> dict[str, Any]:
    """NAME=VALUE; a value is a Python literal, or else a string."""
    found: dict[str, Any] = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not equals or not name.isidentifier():
            raise usage(f"{word!r} is not NAME=VALUE", "e.g. --set axis=0")
        try:
            found[name] = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            found[name] = value
    return found


def read_tiling(word: str | None) -> Any:
    """Numbers by commas (whole ones: 8, 0x20; others: 0.5), or the array of a .npy file."""
    if word is None:
        return None
    if word.lower().endswith(".npy"):
        import numpy as np

        try:
            return np.load(word)
        except (OSError, ValueError) as error:
            raise usage(f"--tiling {word} cannot be read: {error}") from None
    try:
        numbers = [ast.literal_eval(part.strip()) for part in word.split(",")]
    except (ValueError, SyntaxError):
        numbers = [None]
    if not all(isinstance(n, int | float) for n in numbers):
        raise usage(f"--tiling {word} is not a list of numbers", "write --tiling 8,4096,3, or name a .npy file")
    return numbers
