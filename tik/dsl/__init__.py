"""Floor 4: the builders. They make an ``ir.Program`` and nothing else."""

from tik.dsl.builder import Builder
from tik.dsl.core import Core, With
from tik.dsl.memory import SCOPES
from tik.dsl.scalar import InputScalar, Scalar
from tik.dsl.tensor import TensorView
from tik.dsl.value import all_of, any_of, negate
from tik.ir.kinds import core_kind

__all__ = [
    "SCOPES",
    "Builder",
    "Core",
    "InputScalar",
    "Scalar",
    "TensorView",
    "With",
    "all_of",
    "any_of",
    "core_kind",
    "negate",
]
