"""The chip that is meant when none is named."""

from __future__ import annotations

import functools
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from tik.chips.loader import Chip, load_chip
from tik.types.errors import TikError

__all__ = ["DEFAULT_CHIP", "as_chip", "chip", "current_chip", "explicit_chip", "select_chip"]

DEFAULT_CHIP = "Ascend910B1"
_LOG = logging.getLogger("tik")

_CURRENT: ContextVar[Chip | None] = ContextVar("tik_chip", default=None)


def current_chip() -> Chip:
    """The chip of the innermost ``with tik.chip(...)`` of this thread or task; else TIK_CHIP; else Ascend910B1."""
    return explicit_chip() or load_chip(DEFAULT_CHIP)


def explicit_chip() -> Chip | None:
    """The current chip if somebody chose one, with ``tik.chip(...)`` or TIK_CHIP."""
    chosen = _CURRENT.get()
    if chosen is not None:
        return chosen
    name = os.environ.get("TIK_CHIP")
    if not name:
        return None
    try:
        return _named(name)
    except TikError as error:
        raise TikError(error.code, f"TIK_CHIP in the environment: {error.message}", hint=error.hint) from None


def select_chip(name: str | Chip | None) -> Chip:
    """Make a chip the current one from here on, as old kernels do (``Dprofile("v100", "cloud")``): in this thread, and until
    the ``with tik.chip(...)`` it stands in ends. None: the default again. Raises TIK-CHIP02."""
    _CURRENT.set(None if name is None else as_chip(name))
    return current_chip()


@contextmanager
def chip(name: str | Chip) -> Iterator[Chip]:
    """Choose the chip model for what runs inside; nests, and other threads see nothing of it.

    Raises TIK-CHIP02 for an unknown name.
    """
    chosen = as_chip(name)
    token = _CURRENT.set(chosen)
    try:
        yield chosen
    finally:
        _CURRENT.reset(token)


def as_chip(name: str | Chip | None) -> Chip:
    """A Chip as it is, a name loaded, None the current chip."""
    if name is None:
        return current_chip()
    if isinstance(name, Chip):
        return name
    if not isinstance(name, str):
        raise TikError("TIK-TYPE02", f"a chip is given by its name, not as {name!r}", hint='e.g. "Ascend910B1"')
    return _named(name)


def _named(name: str) -> Chip:
    """The chip a user names, with a word about the one name that is easily mistaken."""
    found = load_chip(name)
    if found.name == "Ascend910B":
        _first_generation()
    return found


@functools.cache  # once a process
def _first_generation() -> None:
    _LOG.warning("Ascend910B without a digit is the first generation (30 unified cores); the split chip is Ascend910B1")
