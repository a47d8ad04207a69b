"""Floor 7: what an operator is, and the registry."""

from tik.operator.operator import Case, Golden, Operator
from tik.operator.registry import find, names, register

__all__ = ["Case", "Golden", "Operator", "find", "names", "register"]
