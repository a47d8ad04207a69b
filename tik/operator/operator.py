"""What an operator is: its call, its golden, its dtypes and how random cases of it are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tik.types.dtypes import DType

__all__ = ["Case", "Golden", "Operator"]


@dataclass(frozen=True)
class Golden:
    """The right result in float64 (or exact integers), computed from the rounded inputs.

    ``length``: the reduction length K behind each element; ``magnitude``: the sum S of the absolute values of its terms
    (0 for elementwise operators). Both feed the accuracy rule.
    """

    values: NDArray[Any]
    length: int = 1
    magnitude: NDArray[Any] | float = 0.0


@dataclass(frozen=True)
class Case:
    """One call: positional arrays and keyword arguments. ``note`` says what it is about (shape and value family)."""

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True)
class Operator:
    """An operator of the library or of a user.

    ``call(*args, **kwargs)``: numpy in, numpy out. ``golden(*args, **kwargs)``: a Golden (arrays given in float64).
    ``cases(rng, dtype, size)``: a random Case; ``size`` 0 … 1 grows the shapes. ``exact``: results must be bit-equal.
    """

    name: str
    call: Callable[..., Any]
    golden: Callable[..., Golden]
    cases: Callable[[np.random.Generator, DType, float], Case]
    dtypes: tuple[DType, ...]
    exact: bool = False

    @property
    def doc(self) -> str:
        """The first line of the call's docstring."""
        return (self.call.__doc__ or "").strip().split("\n")[0]
