"""Run something with every launch recorded for the sanitizer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tik.runtime.launch import observe, recording
from tik.runtime.report import Report

__all__ = ["sanitized"]


@contextmanager
def sanitized() -> Iterator[list[Report]]:
    """Collect the reports of all launches in this context, recorded, so that their ``hazards`` can be asked for."""
    reports: list[Report] = []
    token = recording.set(True)
    try:
        with observe(reports.append):
            yield reports
    finally:
        recording.reset(token)
