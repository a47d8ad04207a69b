"""The calls of the builder as attributes of its class."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from types import MethodType
from typing import Any

from tik.dsl.complaints import array_mistake
from tik.dsl.describe import described
from tik.dsl.parameters import Parameters
from tik.types.errors import TikError

__all__ = ["Method"]


def _guarded(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The function, which says in the kit's words what is wrong with the arguments of a call."""

    def call(core: Any, *args: Any, **keywords: Any) -> Any:
        try:
            return function(core, *args, **keywords)
        except ValueError as error:
            refused: TikError | None = array_mistake(name, (*args, *keywords.values()), error)
        except TypeError as error:
            trace = error.__traceback__
            if trace is None or trace.tb_next is not None:  # it comes from within
                raise
            refused = _misuse(function, name, args, keywords)
            if refused is None:
                raise
        assert refused is not None
        if function.__annotations__.get("return") == "None":
            core.collect(refused)
            return None
        core.abort(refused.code, refused.message, hint=refused.hint)

    return call


def _misuse(function: Callable[..., Any], name: str, args: tuple[Any, ...], keywords: dict[str, Any]) -> TikError | None:
    """What is wrong with these arguments."""
    own = list(inspect.signature(function).parameters.values())[1:]
    plain = [p for p in own if p.kind is p.POSITIONAL_OR_KEYWORD]
    text = " ".join(p.name if p.default is p.empty else f"{p.name}={p.default!r}" for p in plain)
    if any(p.kind is p.VAR_POSITIONAL for p in own):
        args = args[: len(plain)]
    if any(p.kind is p.VAR_KEYWORD for p in own):
        keywords = {key: value for key, value in keywords.items() if key in {p.name for p in plain}}
    try:
        Parameters(name, text).bind(args, keywords)
    except TikError as error:
        return error
    return None


class Method(partial[Any]):
    # A function whose signature and docstring are made when somebody asks: describing every call needs every chip file, which
    # costs more than the rest of the import. Binding gives a bound method like any other.
    name: str
    function: Callable[..., Any]  # as it is written
    parameters: Parameters | None
    text: str

    @classmethod
    def of(
        cls,
        function: Callable[..., Any],
        name: str,
        parameters: Parameters | None = None,
        text: str | None = None,
        *,
        bound: bool = False,
    ) -> Method:
        """``function`` as call ``name``: ``parameters`` where it takes any arguments and binds them itself, ``text`` what
        stands at the head of its docstring; ``bound`` where it says itself what is wrong with them."""
        made = cls(function if bound else _guarded(function, name))
        made.name, made.function, made.parameters = name, function, parameters
        made.text = function.__doc__ or "" if text is None else text
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
        return inspect.signature(self.function) if self.parameters is None else self.parameters.signature

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters, those of any number with their stars."""
        stars: dict[Any, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
        return tuple(stars.get(p.kind, "") + p.name for p in list(self.__signature__.parameters.values())[1:])

    @property
    def __doc__(self) -> str:  # type: ignore[override]  # of an instance; partial declares a plain attribute
        return described(self.name, self.parameters, self.text, self.names)

    def __repr__(self) -> str:
        return f"<function Builder.{self.name}>"
