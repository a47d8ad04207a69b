"""Plain functions in the numba subset, compiled with what they call."""

from __future__ import annotations

import functools
import hashlib
import inspect
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any

import numba

from tik.npu.native.intrinsics import NATIVE

__all__ = ["native", "source_hash"]


@functools.cache
def native(function: Callable[..., Any]) -> Any:
    """The numba function of a plain one: the plain functions it calls are compiled too, and those of tik.isa.bits are
    replaced by their native counterparts."""
    if function in NATIVE:
        return NATIVE[function]
    assert isinstance(function, FunctionType), f"{function} is not a plain function"
    scope = dict(function.__globals__)
    for name, callee in _callees(function):
        scope[name] = native(callee)
    clone = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    clone.__module__ = function.__module__
    clone.__qualname__ = function.__qualname__
    return numba.njit(error_model="numpy", nogil=True, no_cpython_wrapper=True)(clone)


def _callees(function: FunctionType) -> Iterator[tuple[str, FunctionType]]:
    for name in _names(function.__code__):
        value = function.__globals__.get(name)
        if isinstance(value, FunctionType):
            yield name, value


def _names(code: CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names(constant)
    return names


@functools.cache
def source_hash(function: Callable[..., Any]) -> str:
    """A hash of the source of a function and of everything plain it calls."""
    digest = hashlib.sha256()
    seen: set[Callable[..., Any]] = set()
    stack: list[Callable[..., Any]] = [function]
    while stack:
        current = stack.pop()
        if current in seen or not isinstance(current, FunctionType):
            continue
        seen.add(current)
        digest.update(inspect.getsource(current).encode())
        for name in sorted(_names(current.__code__)):
            value = current.__globals__.get(name)
            if isinstance(value, FunctionType):
                stack.append(value)
            elif isinstance(value, int | float | str):
                digest.update(f"{name}={value!r}".encode())
    return digest.hexdigest()
