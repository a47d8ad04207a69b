"""How a verb ends: exit codes, and what is said for each kind of failure."""

from __future__ import annotations

import os
import traceback
from typing import Any

import typer
from typer.core import TyperGroup

from tik.cli.output import FullOutputError, emit
from tik.types.errors import TikError, TikErrors

__all__ = ["CHECK_FAILED", "INTERNAL", "INTERRUPTED", "KERNEL_WRONG", "USAGE", "UsageError", "UserCodeError", "Verbs", "usage"]

CHECK_FAILED, USAGE, KERNEL_WRONG, INTERNAL, INTERRUPTED = 1, 2, 3, 70, 130

# typer's own errors about usage: older typers take the classes from click, newer ones carry them inside
_BASES: dict[str, type[Exception]] = {c.__name__: c for c in typer.BadParameter.__mro__ if issubclass(c, Exception)}
UsageError, _ShownError = _BASES["UsageError"], _BASES["ClickException"]


class UserCodeError(Exception):
    """The user's own file raised something; the message names the line."""


def usage(message: str, hint: str | None = None) -> Exception:
    """A mistake in the command, to be raised: exit code 2."""
    return UsageError(f"{message}; {hint}" if hint else message)


class Verbs(TyperGroup):
    """The group of verbs; turns what they raise into words and an exit code."""

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().make_context(*args, **kwargs)
        except KeyboardInterrupt:  # older typers would end with 1
            typer.echo("interrupted", err=True)
            raise typer.Exit(INTERRUPTED) from None

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.meta["tik.json"] = "--json" in args
        try:
            return super().parse_args(ctx, args)
        except _ShownError as error:
            _emit_usage(ctx, error)
            raise

    def invoke(self, ctx: Any) -> Any:
        more: dict[str, Any] = {}
        try:
            return super().invoke(ctx)
        except (typer.Exit, typer.Abort, BrokenPipeError, FullOutputError):
            raise
        except _ShownError as error:
            _emit_usage(ctx, error)
            raise
        except KeyboardInterrupt:
            typer.echo("interrupted", err=True)
            raise typer.Exit(INTERRUPTED) from None
        except TikError as error:
            code = INTERNAL if error.code.startswith("TIK-INTERNAL") else KERNEL_WRONG
            text, data = str(error), error.to_dict()
            if isinstance(error, TikErrors):
                more = {"errors": [one.to_dict() for one in error.errors]}
        except MemoryError as error:
            code, text = KERNEL_WRONG, _too_big(error)
            data = {"code": None, "message": text}
        except UserCodeError as error:
            code, text, data = KERNEL_WRONG, str(error), {"code": None, "message": str(error)}
        except Exception as error:
            code, text = INTERNAL, _bug(error)
            data = {"code": "TIK-INTERNAL01", "message": f"{type(error).__name__}: {error}"}
        if ctx.meta["tik.json"]:
            emit({"ok": False, "error": data, **more})
        typer.echo(text, err=True)
        raise typer.Exit(code)


def _emit_usage(ctx: Any, error: Any) -> None:
    if ctx.meta["tik.json"]:
        emit({"ok": False, "error": {"code": None, "message": error.format_message()}})


def _too_big(error: MemoryError) -> str:
    """numpy tells how much it asked for; so does `too_big`."""
    nbytes = getattr(error, "_total_size", error.args[0] if error.args else None)
    what = f"{nbytes:,} bytes do" if isinstance(nbytes, int) else "what this needs does"
    return f"{what} not fit this machine's memory"


def _bug(error: Exception) -> str:
    if os.environ.get("TIK_DEBUG") == "1":
        traceback.print_exception(error)
    place = traceback.extract_tb(error.__traceback__)[-1]
    return "\n".join(
        [
            f"TIK-INTERNAL01: {type(error).__name__}: {error}",
            f"  at {place.filename}:{place.lineno} in {place.name}",
            "  This is a bug in the kit. Please report it with this text, the command and what `tik doctor` prints;",
            "  TIK_DEBUG=1 in the environment shows the traceback.",
        ]
    )
