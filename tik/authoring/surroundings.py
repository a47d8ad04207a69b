"""What a kernel's function reads from around it: part of the key it is compiled under, as the values end up in the program."""

from __future__ import annotations

import dis
import functools
import inspect
import sysconfig
import types
from collections.abc import Callable
from typing import Any

import numpy as np

__all__ = ["constant", "surroundings"]

_KIT = __file__.rsplit("authoring", 1)[0]
_FOREIGN = (_KIT, *(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")))
_PLAIN = (bool, int, str, bytes, complex, type(None))
_VALUES = (*_PLAIN, float, tuple, np.generic, list, dict, set, np.ndarray)


def surroundings(function: Callable[..., Any]) -> tuple[Any, ...]:
    """The function's code and the values of the globals and closure variables it reads, hashable; those of the author's own
    functions it calls too. Attributes of modules, classes and instances count when they are simple values.

    Raises TypeError for values that can change unseen: lists, dicts, sets, arrays.
    """
    return _of(function, function.__name__, set())


def constant(value: Any, what: str) -> Any:
    """A compile-time constant as a part of a key: 1, 1.0 and True differ, as do 0.0 and -0.0. Raises TypeError for what is
    not hashable."""
    if isinstance(value, float):
        return type(value), value.hex()
    if isinstance(value, _PLAIN):
        return type(value), value
    if isinstance(value, np.generic):
        return type(value), value.tobytes()
    if isinstance(value, tuple):
        return tuple(constant(v, what) for v in value)
    try:
        hash(value)
    except TypeError:
        kind = type(value).__name__
        use = "make it a tuple" if isinstance(value, list | set) else "use a tuple or plain values"
        if isinstance(value, np.ndarray):
            use = "make it a parameter of the kernel"
        raise TypeError(f"{what} is a {kind}, which could change after the kernel is compiled; {use}") from None
    return value


def _of(function: Any, kernel: str, seen: set[int]) -> tuple[Any, ...]:
    code = function.__code__
    seen.add(id(function))
    values: list[Any] = [code]
    cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
    for name, attributes in _reads(code):
        if name in cells:
            try:
                value = cells[name].cell_contents
            except ValueError:  # not assigned yet: Python will say so when the body gets there
                continue
            what = f"{kernel}: the variable {name}"
        elif name in function.__globals__:
            value, what = function.__globals__[name], f"{kernel}: the global {name}"
        else:
            continue
        values.append((name, *_value(value, attributes, kernel, what, seen)))
    for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()) if len(seen) > 1 else ():
        values.append(constant(default, f"{kernel}: a default of {function.__name__}"))
    return tuple(values)


def _value(value: Any, attributes: tuple[str, ...], kernel: str, what: str, seen: set[int]) -> tuple[Any, ...]:
    if isinstance(value, types.FunctionType):
        if id(value) in seen or value.__code__.co_filename.startswith(_FOREIGN):
            return (value,)
        return _of(value, kernel, seen)
    if attributes and isinstance(inspect.getattr_static(value, attributes[0], None), _VALUES):
        found: tuple[Any, ...] = (type(value),)  # of an object only what is read of it counts
    else:
        found = (constant(value, what),)
    for attribute in attributes:
        value = inspect.getattr_static(value, attribute, None)
        what = f"{what}.{attribute}"
        if isinstance(value, _VALUES):
            found += (constant(value, what),)
        elif isinstance(value, types.FunctionType):
            return found + _value(value, (), kernel, what, seen)
    return found


@functools.lru_cache(maxsize=1024)
def _reads(code: types.CodeType) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Names the code reads from outside, each with the attributes taken of it directly: tik.f32 is ("tik", ("f32",))."""
    found: dict[tuple[str, tuple[str, ...]], None] = {}
    name, attributes = "", []
    for step in [*dis.get_instructions(code), None]:
        kind = "" if step is None else step.opname
        if step is not None and name and kind in ("LOAD_ATTR", "LOAD_METHOD"):
            attributes.append(str(step.argval))
            continue
        if name:
            found[name, tuple(attributes)] = None
        name, attributes = "", []
        if step is not None and (
            kind in ("LOAD_GLOBAL", "LOAD_NAME")
            or (kind in ("LOAD_DEREF", "LOAD_CLASSDEREF") and step.argval in code.co_freevars)
        ):
            name = str(step.argval)
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            found |= dict.fromkeys(_reads(inner))
    return tuple(found)
