"""The parameters of a builder call, and how an author's arguments are bound to them."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from typing import Any

from tik.types.errors import TikError

__all__ = ["Parameters"]


class Parameters:
    """The parameters of a call in order, and how arguments are bound to them."""

    __slots__ = ("count", "defaults", "name", "names", "required", "tails")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        pairs = [word.partition("=") for word in text.split()]
        self.names = tuple(pair[0] for pair in pairs)
        self.defaults = {pair[0]: ast.literal_eval(pair[2]) for pair in pairs if pair[1]}
        self.count, self.required = len(pairs), len(pairs) - len(self.defaults)
        values = tuple(self.defaults.values())
        self.tails = {n: values[n - self.required :] for n in range(self.required, self.count + 1)}

    def bind(self, args: tuple[Any, ...], keywords: Mapping[str, Any]) -> tuple[Any, ...]:
        """All arguments, in order; TIK-TYPE02 naming the one that is missing or unknown."""
        if not keywords and len(args) in self.tails:
            return args + self.tails[len(args)]
        if len(args) > self.count:
            raise TikError("TIK-TYPE02", f"{self.name} takes {self.count} arguments, not {len(args)}", hint=self.shown)
        bound = dict(zip(self.names, args, strict=False))
        for key, value in keywords.items():
            if key not in self.names:
                raise TikError("TIK-TYPE02", f"{self.name} has no parameter {key}", hint=self.shown)
            if key in bound:
                raise TikError("TIK-TYPE02", f"{self.name} is given {key} twice", hint=self.shown)
            bound[key] = value
        missing = [name for name in self.names if name not in bound and name not in self.defaults]
        if missing:
            raise TikError("TIK-TYPE02", f"{self.name} misses {', '.join(missing)}", hint=self.shown)
        return tuple(bound[name] if name in bound else self.defaults[name] for name in self.names)

    @property
    def shown(self) -> str:
        """The call as its author writes it."""
        words = (n if n not in self.defaults else f"{n}={self.defaults[n]!r}" for n in self.names)
        return f"{self.name}({', '.join(words)})"

    @property
    def signature(self) -> inspect.Signature:
        """The signature of the method."""
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        return inspect.Signature(
            [
                inspect.Parameter("self", kind),
                *(inspect.Parameter(n, kind, default=self.defaults.get(n, inspect.Parameter.empty)) for n in self.names),
            ]
        )
