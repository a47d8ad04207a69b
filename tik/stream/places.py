"""The author's positions as streams keep them: resolved, files by their last name only.

Text and binary files carry no directories, so the same kernel gives the same file on every machine.
"""

from __future__ import annotations

import ntpath
from dataclasses import dataclass, replace

from tik.types.positions import Location, Position

__all__ = ["MAX_LINE", "PlaceTable", "TextLocation"]

MAX_LINE = 999_999_999  # lines and columns have nine digits in text


@dataclass(frozen=True)
class TextLocation(Location):
    """A place in the stream text itself: of a statement typed by hand, that no other source line made."""


class PlaceTable:
    """Numbers the different places of a stream: 1, 2, … in ``locations`` order (0: unknown). Each is resolved once."""

    def __init__(self) -> None:
        self.locations: list[Location] = []
        self._numbers: dict[Location, int] = {}
        self._seen: dict[object, tuple[object, int]] = {}  # the object is kept, so that its id stays its own

    def number(self, place: Position | Location | None) -> int:
        """The number of ``place``."""
        if place is None:
            return 0
        key: object = (id(place.code), place.lasti) if isinstance(place, Position) else id(place)
        seen = self._seen.get(key)
        if seen is None:
            seen = self._seen[key] = (place, self._enter(place))
        return seen[1]

    def _enter(self, place: Position | Location) -> int:
        location = portable(place.resolve() if isinstance(place, Position) else place)
        number = self._numbers.get(location)
        if number is None:
            self.locations.append(location)
            number = self._numbers[location] = len(self.locations)
        return number


def portable(location: Location) -> Location:
    """The location with its file's last name, and its text when that is one printable line."""
    text = location.text.rstrip()
    if not text.replace("\t", "").isprintable():
        text = ""
    return replace(location, file=ntpath.basename(location.file) or "?", text=text)
