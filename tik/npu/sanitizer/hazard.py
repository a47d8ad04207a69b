"""What the sanitizer says: one hazard, with the author's lines on every side of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tik.types.codes import CODES
from tik.types.positions import Location, Position

__all__ = ["ERROR", "NOTE", "Hazard", "Site"]

ERROR, NOTE = "error", "note"


@dataclass(frozen=True)
class Site:
    """One instruction that takes part: what it does there, its text, the author's position, core, pipe, row in the trace."""

    role: str
    instr: str
    position: Position | Location | None
    core: int
    pipe: str
    row: int

    @property
    def location(self) -> Location | None:
        """The author's place, resolved now."""
        return self.position.resolve() if isinstance(self.position, Position) else self.position

    def lines(self) -> list[str]:
        """The role, the instruction, and the source line with a caret."""
        lines = [f"{self.role}: {self.instr}  (pipe {self.pipe}, core {self.core}, instruction {self.row})"]
        place = self.location
        if place is not None:
            lines.append(f"  --> {place.file}:{place.line}")
            lines += [f"      {line}" for line in place.snippet()]
        return lines

    def to_dict(self) -> Mapping[str, Any]:
        place = self.location
        return {
            "role": self.role,
            "instr": self.instr,
            "core": self.core,
            "pipe": self.pipe,
            "row": self.row,
            "file": place.file if place else None,
            "line": place.line if place else None,
        }


@dataclass(frozen=True)
class Hazard:
    """A mistake (``severity`` error) or a remark (note) about one launch; ``message`` is one line of plain words."""

    code: str
    severity: str
    message: str
    sites: tuple[Site, ...]
    hint: str | None = None

    def __post_init__(self) -> None:
        assert self.code in CODES, f"no code {self.code}"

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data (for ``--json``)."""
        return {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "hint": self.hint,
            "sites": [dict(site.to_dict()) for site in self.sites],
        }

    def __str__(self) -> str:
        lines = [f"{self.code}: {self.message}"]
        for site in self.sites:
            lines += [f"  {line}" for line in site.lines()]
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)
