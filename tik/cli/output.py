"""What goes to the terminal: plain text, JSON, and a progress bar where somebody looks."""

from __future__ import annotations

import errno
import json
import math
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stdout
from typing import Any

__all__ = ["FullOutputError", "aside", "columns", "emit", "plain", "progress", "say"]


class FullOutputError(OSError):
    """Standard output takes no more: the disk it goes to is full."""


def say(text: str = "", style: str | None = None) -> None:
    """Print to stdout; in colour only on a terminal and without NO_COLOR."""
    if style and sys.stdout.isatty() and not os.environ.get("NO_COLOR"):
        from rich.console import Console
        from rich.text import Text

        Console().print(Text(text, style), soft_wrap=True)
    else:
        _print(text)


def emit(data: Any) -> None:
    """Print as JSON."""
    _print(json.dumps(plain(data), indent=2, ensure_ascii=False))


def aside(json: bool) -> AbstractContextManager[Any]:
    """With ``json``, what is printed inside goes to standard error: standard output is the JSON alone."""
    return redirect_stdout(sys.stderr) if json else nullcontext()


def _print(text: str) -> None:
    try:
        print(text, flush=True)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise FullOutputError(error.errno, error.strerror) from None
        raise


def plain(value: Any) -> Any:
    """The value as JSON knows it: numpy scalars as numbers; NaN and infinities, which JSON lacks, as words."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if value is None or isinstance(value, str | bool | int):
        return value
    if hasattr(value, "tolist"):  # numpy arrays and scalars
        return plain(value.tolist())
    return str(value)


def columns(rows: Sequence[Sequence[Any]], head: Sequence[str], right: Sequence[int] = ()) -> str:
    """A table in plain text; ``right`` names the columns set flush right."""
    cells = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if i in right else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    )


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on stderr, to be called with (done, wanted); None where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    with Progress(
        TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, wanted: bar.update(task, completed=done, total=wanted)
