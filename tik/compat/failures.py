"""``error_manager*``: the errors a kernel raises about its parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from tik.compat.modules import Contents

if TYPE_CHECKING:
    from tik.compat.session import Session

__all__ = ["contents"]


def error_message(args: Any, *more: Any) -> str:
    """``get_error_message({"errCode": …})``: everything the kernel said, as text."""
    if isinstance(args, dict):
        return ", ".join(f"{key}: {value}" for key, value in args.items())
    return ", ".join(map(str, (args, *more)))


def raising(name: str) -> Any:
    """``raise_err_input_shape_invalid(op, what, why)``: RuntimeError with all of it in the text."""

    def fail(*args: Any, **kwargs: Any) -> NoReturn:
        parts = [error_message(a) if isinstance(a, dict) else str(a) for a in args]
        raise RuntimeError(f"{name}: " + ", ".join([*parts, *(f"{key}: {value}" for key, value in kwargs.items())]))

    fail.__name__ = fail.__qualname__ = name
    return fail


def contents(session: Session) -> Contents:
    """Any ``raise_…`` raises."""
    return Contents({"get_error_message": error_message}, _otherwise)


def _otherwise(name: str) -> Any:
    if name.startswith("raise"):
        return raising(name)
    raise LookupError(name)
