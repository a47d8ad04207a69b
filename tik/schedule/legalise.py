"""Placeholder."""

from __future__ import annotations

from tik.ir import Program


def legalise(program: Program) -> Program:
    return program
