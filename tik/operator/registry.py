"""The operators there are: ours and the user's."""

from __future__ import annotations

from tik.operator.operator import Operator
from tik.types.errors import TikError, did_you_mean

__all__ = ["find", "names", "register"]

_OPERATORS: dict[str, Operator] = {}  # filled once by imports, never changed afterwards


def register(operator: Operator) -> Operator:
    """Add an operator under its name."""
    _OPERATORS[operator.name] = operator
    return operator


def find(name: str) -> Operator:
    """The operator called ``name`` ("opsnn.softmax"). Raises TIK-TYPE02 with close names."""
    if name in _OPERATORS:
        return _OPERATORS[name]
    raise TikError("TIK-TYPE02", f"no operator {name!r}", hint=did_you_mean(name, names()) or "`tik ops` lists them")


def names() -> tuple[str, ...]:
    """All names, sorted."""
    return tuple(sorted(_OPERATORS))
