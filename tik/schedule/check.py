"""The checker that runs after each pass."""

from __future__ import annotations

from tik.ir import Program


def check_program(program: Program) -> None:
    """placeholder"""
