"""Which functions of a kernel file make kernels, what arguments they want, and which files are kernel files at all."""

from __future__ import annotations

import ast
import inspect
import operator
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from tik.compat.catalogue import ROOTS
from tik.compat.para_check import KINDS
from tik.dsl.tensor import meant_dtype
from tik.types.dtypes import DType
from tik.types.dtypes import dtype as named
from tik.types.errors import TikError, shown
from tik.types.positions import here

__all__ = [
    "SCRIPT",
    "arguments_of",
    "builders",
    "entries",
    "guessed_tensors",
    "imports_tik",
    "is_kernel_file",
    "is_script",
    "tensor",
]

SCRIPT = "__main__"  # the entry that stands for running the file as a script


def is_kernel_file(path: str | Path) -> bool:
    """Whether a Python file imports ``te``, ``tbe`` and the like (and not ``tik`` itself)."""
    roots = _imported(Path(path))
    return bool(roots & set(ROOTS)) and "tik" not in roots


def imports_tik(path: str | Path) -> bool:
    """Whether a file is Python and imports ``te``, ``tbe`` and the like, or ``tik``."""
    return bool(_imported(Path(path)) & {*ROOTS, "tik"})


def _imported(path: Path) -> set[str]:
    """The first names of what a Python file imports."""
    roots: set[str] = set()
    for node in ast.walk(_parsed(path)):
        if isinstance(node, ast.Import):
            roots |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            roots.add(node.module.partition(".")[0])
    return roots


def is_script(path: str | Path) -> bool:
    """Whether the file has an ``if __name__ == "__main__":``."""
    return any(
        isinstance(node, ast.If) and "__name__" in ast.unparse(node.test) and SCRIPT in ast.unparse(node.test)
        for node in _parsed(Path(path)).body
    )


def entries(module: ModuleType) -> dict[str, FunctionType]:
    """The functions of the file itself that make kernels: those that operators are registered with, take a ``kernel_name``
    or call BuildCCE; all public ones where there are none such."""
    own = _own(module)
    declared = {name: f for name, f in own.items() if _declared(f)}
    found = declared or {n: f for n, f in own.items() if "kernel_name" in inspect.signature(f).parameters}
    found = found or builders(module)
    return found or {name: f for name, f in own.items() if name != "main"} or own


def builders(module: ModuleType) -> dict[str, FunctionType]:
    """The functions of the module itself that call BuildCCE."""
    return {name: f for name, f in _own(module).items() if "BuildCCE" in _names(f)}


def guessed_tensors(entry: Callable[..., Any]) -> list[str]:
    """The parameters that count as tensors though nothing declares it."""
    if hasattr(entry, "__tik_parameters__") or hasattr(entry, "__tik_tensors__"):
        return []
    parameters = inspect.signature(entry).parameters
    kinds = _kinds(entry, parameters)
    return [n for (n, p), kind in zip(parameters.items(), kinds, strict=True) if kind == "tensor" and p.annotation is p.empty]


def arguments_of(
    entry: Callable[..., Any], shapes: Sequence[Sequence[int]], dtypes: Sequence[str], settings: Mapping[str, Any]
) -> dict[str, Any]:
    """Arguments by name: tensors as CANN describes them ({"shape": …, "dtype": …, …}), from shapes and dtypes in order (the
    last one holds for the rest), everything else from ``settings`` or its default.

    Raises TypeError with what is missing.
    """
    parameters = {
        n: p for n, p in inspect.signature(entry).parameters.items() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
    }
    unknown = [name for name in settings if name not in parameters]
    if unknown:
        raise TypeError(f"no parameter {unknown[0]}; it has {', '.join(parameters) or 'none'}")
    made: dict[str, Any] = {}
    count = 0
    for name, parameter, kind in zip(parameters, parameters.values(), _kinds(entry, parameters), strict=True):
        if name in settings:
            made[name] = settings[name]
        elif kind == "tensor":
            if not shapes:
                raise TypeError(f"{name} is a tensor, and no shape is given")
            made[name] = tensor(
                shapes[min(count, len(shapes) - 1)], dtypes[min(count, len(dtypes) - 1)] if dtypes else "float16"
            )
            count += 1
        elif parameter.default is parameter.empty:
            if name != "kernel_name":
                raise TypeError(f"{name} has no default")
            made[name] = entry.__name__
    return made


def tensor(shape: Sequence[int] | int, dtype: str | DType = "float16", layout: str = "ND") -> dict[str, Any]:
    """A tensor as kernel entries take it; a single extent is a shape too, and dtypes get their full name.

    Raises TIK-TYPE01 for what is no dtype, TIK-TYPE02 for what is no shape.
    """
    try:
        dims = tuple(operator.index(n) for n in (shape if isinstance(shape, Sequence | np.ndarray) else [shape]))
    except TypeError:
        raise TikError("TIK-TYPE02", f"a shape is a list of integers, not {shown(shape)}", position=here()) from None
    try:
        name = dtype if dtype == "bool" else named(dtype).name  # kernels are told "bool" where an operator says so
    except (KeyError, TypeError):
        raise TikError("TIK-TYPE01", f"no dtype {dtype!r}", hint=meant_dtype(dtype), position=here()) from None
    return {
        "shape": dims,
        "ori_shape": dims,
        "dtype": name,
        "format": layout,
        "ori_format": layout,
        "range": tuple((n, n) for n in dims),
    }


def _kinds(entry: Any, parameters: Mapping[str, inspect.Parameter]) -> list[str]:
    """ "tensor" or "value", a parameter: as its decorators say; else parameters without default that come before the first
    with one, and are no kernel name."""
    declared = getattr(entry, "__tik_parameters__", None)
    tensors = getattr(entry, "__tik_tensors__", None)
    if declared is not None:
        tensor_kinds = {
            KINDS[k] for k in KINDS if k.startswith(("REQUIRED_", "DYNAMIC_")) and k.endswith(("_INPUT", "_OUTPUT"))
        }
        found = ["tensor" if kind.lower() in tensor_kinds else "value" for kind in declared]
        return (found + ["value"] * len(parameters))[: len(parameters)]
    if tensors is not None:
        return ["tensor" if at < tensors else "value" for at in range(len(parameters))]
    return [
        "tensor" if p.default is p.empty and name != "kernel_name" and p.annotation in (p.empty, dict, "dict") else "value"
        for name, p in parameters.items()
    ]


def _own(module: ModuleType) -> dict[str, FunctionType]:
    """The public functions of the file itself."""
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__ and not name.startswith("_")
    }


def _declared(function: FunctionType) -> bool:
    return hasattr(function, "__tik_parameters__") or hasattr(function, "__tik_tensors__")


def _names(function: FunctionType) -> tuple[str, ...]:
    return function.__code__.co_names


def _parsed(path: Path) -> ast.Module:
    """The file's syntax tree; an empty one for what is no Python file."""
    try:
        return ast.parse(path.read_bytes(), str(path))
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])
