"""What a kernel's author sees when something is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from tik.types.codes import CODES
from tik.types.positions import Location, Position

__all__ = ["TikError", "TikErrors", "did_you_mean", "shown"]


class TikError(Exception):
    """One mistake, named: ``code`` (see ``tik explain``), message, the author's line, numbers and a hint.

    ``position`` is the author's place (resolved only when shown); ``details`` are extra lines (numbers, tables).
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        hint: str | None = None,
        position: Position | Location | None = None,
        details: Sequence[str] = (),
    ) -> None:
        assert code in CODES, f"no error code {code}"
        self.code = code
        self.message = message = " ".join(message.split()) if "\n" in message else message  # arrays have reprs of many lines
        self.hint = hint
        self.position = position
        self.details = tuple(details)
        super().__init__(message)

    @property
    def location(self) -> Location | None:
        """The author's place, or None."""
        return self.position.resolve() if isinstance(self.position, Position) else self.position

    def __str__(self) -> str:
        lines = [f"{self.code}: {self.message}"]
        place = self.location
        if place is not None:
            lines.append(f"  --> {place.file}:{place.line}")
            lines += [f"      {line}" for line in place.snippet()]
        lines += [f"  {line}" for line in self.details]
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, object]:
        """The same as plain data (for ``--json``)."""
        place = self.location
        return {
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
            "details": list(self.details),
            "file": place.file if place else None,
            "line": place.line if place else None,
        }


class TikErrors(TikError):
    """Several independent mistakes of one build (at most 20), shown together."""

    def __init__(self, errors: Sequence[TikError]) -> None:
        assert errors, "TikErrors needs at least one error"
        self.errors = tuple(errors)
        first = errors[0]
        super().__init__(first.code, first.message, hint=first.hint, position=first.position, details=first.details)

    def __str__(self) -> str:
        if len(self.errors) == 1:
            return str(self.errors[0])
        groups: dict[tuple[object, ...], list[TikError]] = {}
        for e in self.errors:
            groups.setdefault((e.code, e.message, e.details, e.hint), []).append(e)
        lines = [f"{len(self.errors)} mistakes in this kernel:"]
        for first, *more in groups.values():  # the same mistake is explained once
            lines += [str(first), *(f"  and at {place.file}:{place.line}" for e in more if (place := e.location))]
        return "\n".join(lines)


_SHOWN = 80  # characters of a value in a message


def shown(x: object) -> str:
    """A wrong argument in a message: its repr on one line, shortened."""
    text = " ".join(repr(x).split())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 20]}... ({type(x).__name__})"


def did_you_mean(name: str, known: Sequence[str]) -> str | None:
    """A hint naming the closest of ``known``, or None when nothing is close."""
    import difflib

    close = difflib.get_close_matches(name, known, n=3, cutoff=0.6)
    return f"did you mean {' or '.join(close)}?" if close else None
