"""Shim modules: what they hold, and names that can be imported and are refused when used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, NoReturn

from tik.types.errors import TikError
from tik.types.positions import here

__all__ = ["Absent", "Contents", "ShimModule", "passing", "registering"]


class Contents(NamedTuple):
    """What a shim module holds; ``otherwise`` answers for further names, or raises LookupError."""

    attributes: Mapping[str, Any]
    otherwise: Callable[[str], Any] | None = None


class ShimModule(ModuleType):
    """A module in the place of one of CANN's. ``child`` gives the shim of a submodule, if there is one; ``why`` tells
    what a name it does not have is refused with."""

    def __init__(
        self, name: str, contents: Contents, child: Callable[[str], ModuleType | None], why: Callable[[str], tuple[str, str]]
    ) -> None:
        super().__init__(name, f"Stands for {name} while a kernel file loads and builds (docs/compat.md).")
        self.__path__: list[str] = []
        self.__dict__.update(contents.attributes)
        self._otherwise, self._child, self._why = contents.otherwise, child, why

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        full = f"{self.__name__}.{name}"
        module = self._child(full)
        if module is not None:
            return module
        if self._otherwise is not None:
            try:
                return self._otherwise(name)
            except LookupError:
                pass
        return registering if name.startswith("register") else Absent(full, self._why(full))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """``mindspore.ops.op_info_register`` is both a module and the decorator in it."""
        own = self.__dict__.get(self.__name__.rpartition(".")[2])
        if own is None:
            raise TypeError(f"{self.__name__} is a module")
        return own(*args, **kwargs)


def passing(function: Any) -> Any:
    """A decorator that leaves the function as it is."""
    return function


def registering(*args: Any, **kwargs: Any) -> Any:
    """``@register_operator("Name", ...)`` or ``@register``: the function stays as it is."""
    if len(args) == 1 and not kwargs and isinstance(args[0], FunctionType):
        return args[0]
    return passing


class Absent:
    """A name a shim does not have. It can be imported, handed on and asked for attributes; using it is refused by name."""

    def __init__(self, name: str, why: tuple[str, str]) -> None:
        self._name, self._why = name, why

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return registering if name.startswith("register") else Absent(f"{self._name}.{name}", self._why)

    def __repr__(self) -> str:
        return f"<{self._name}: {self._why[0]}>"

    def __instancecheck__(self, instance: object) -> bool:
        return False  # nothing in a TIK kernel is one

    def _refuse(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TikError("TIK-CHIP01", f"{self._name}: {self._why[0]}", position=here(), hint=self._why[1])

    __call__ = __iter__ = __getitem__ = __len__ = __enter__ = __bool__ = __index__ = __float__ = __mro_entries__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __floordiv__ = __neg__ = _refuse
    __lt__ = __le__ = __gt__ = __ge__ = _refuse

    def __exit__(self, *exc: object) -> None:
        """Never reached: ``__enter__`` refuses."""
