"""The calls of the builder as attributes of its class."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from types import MethodType
from typing import Any

from tik.dsl.describe import described
from tik.dsl.parameters import Parameters

__all__ = ["Method"]


class Method(partial[Any]):
    # A function whose signature and docstring are made when somebody asks: describing every call needs every chip file, which
    # costs more than the rest of the import. Binding gives a bound method like any other; no frame of Python's stands between
    # the author's line and the function.
    name: str
    parameters: Parameters | None
    text: str

    @classmethod
    def of(
        cls, function: Callable[..., Any], name: str, parameters: Parameters | None = None, text: str | None = None
    ) -> Method:
        """``function`` as call ``name``: ``parameters`` where it takes any arguments and binds them itself, ``text`` what
        stands at the head of its docstring."""
        made = cls(function)
        made.name, made.parameters, made.text = name, parameters, function.__doc__ or "" if text is None else text
        made.__dict__ |= {
            "__name__": name,
            "__qualname__": f"Builder.{name}",
            "__module__": "tik.dsl.builder",
            "__wrapped__": function,
        }
        return made

    def __get__(self, core: Any, owner: type | None = None) -> Any:
        return self if core is None else MethodType(self, core)

    @property
    def __signature__(self) -> inspect.Signature:
        return inspect.signature(self.func) if self.parameters is None else self.parameters.signature

    @property
    def __doc__(self) -> str:  # type: ignore[override]  # of an instance; partial declares a plain attribute
        return described(self.name, self.parameters, self.text)

    def __repr__(self) -> str:
        return f"<function Builder.{self.name}>"
