"""Run something with every launch recorded for the sanitizer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import tik.runtime.launch as launching
from tik.runtime.launch import observe
from tik.runtime.report import Report

__all__ = ["sanitized"]


@contextmanager
def sanitized() -> Iterator[list[Report]]:
    """Collect the reports of all launches in this context, recorded, so that their ``hazards`` can be asked for."""
    reports: list[Report] = []
    recording: ContextVar[bool] | None = getattr(launching, "recording", None)
    token = recording.set(True) if recording is not None else None
    try:
        with observe(reports.append):
            yield reports
    finally:
        if recording is not None and token is not None:
            recording.reset(token)
