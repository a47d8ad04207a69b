"""``tik.numerics``: whether results are IEEE on every chip, or what the chip makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from tik.types.errors import TikError

__all__ = ["CHIP", "IEEE", "MODES", "chosen", "numerics"]

IEEE, CHIP = "ieee", "chip"
MODES = (IEEE, CHIP)
_current: ContextVar[str] = ContextVar("tik_numerics", default=IEEE)


def chosen(mode: str | None) -> str:
    """The mode asked for; left out, the one in effect. Raises TIK-TYPE02 for another word."""
    if mode is None:
        return _current.get()
    if mode not in MODES:
        raise TikError(
            "TIK-TYPE02",
            f"numerics is {mode!r}; there are {' and '.join(map(repr, MODES))}",
            hint='"ieee" keeps inf and NaN on every chip, "chip" saturates where the hardware does',
        )
    return mode


@contextmanager
def numerics(mode: str) -> Iterator[None]:
    """Launches of the block compute in this mode: "ieee" keeps inf and NaN on every chip (the default), "chip" saturates on
    chips that do."""
    token = _current.set(chosen(mode))
    try:
        yield
    finally:
        _current.reset(token)
