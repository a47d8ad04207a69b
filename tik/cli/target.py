"""TARGET of the command line: an operator, a kernel of a file, or a stream file."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import sys
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from tik.authoring import BuiltKernel, Kernel, Tik
from tik.cli.failures import usage
from tik.cli.kernelfile import KernelEntry, entries_of, function_of
from tik.cli.userfile import load_module, user_code
from tik.compat import is_kernel_file
from tik.compat.entries import builders, imports_tik
from tik.operator import Operator, find, names
from tik.stream.model import Stream
from tik.types.errors import TikError, did_you_mean

__all__ = ["Target", "listed", "load_operators", "operator_of", "resolve"]

_FILE = re.compile(r"^(?P<path>.+\.py)(?::(?P<name>\w+))?$", re.IGNORECASE)
_TO_DO = "run it with `python {path}`; or build a tik.Tik at module level, or in a function that calls BuildCCE and returns it"
_STREAMS = (".tikasm", ".tikbin")


@dataclass(frozen=True)
class Target:
    """What a TARGET names: ``thing`` is an Operator, a tile kernel, the Stream of a file or of a built kernel, or an entry of
    a kernel file written for CANN."""

    name: str
    thing: Any

    @property
    def kind(self) -> str:
        """operator, kernel or stream."""
        if isinstance(self.thing, Operator):
            return "operator"
        return "stream" if isinstance(self.thing, Stream) else "kernel"


def resolve(text: str, entry: str | None = None) -> Target:
    """Find what ``text`` names (of a Python file: ``entry``, if given); wrong usage when there is no such thing, UserCodeError
    or TikError for a wrong file."""
    if text.lower().endswith(_STREAMS):
        from tik.stream import load

        if not Path(text).is_file():
            raise usage(f"there is no file {text}")
        return Target(text, load(text))
    match = _FILE.match(text)
    if entry is not None:
        if match is None or match["name"] not in (None, entry):
            raise usage(f"--entry {entry}: {text} is not a Python file, or names another entry")
        return _in_file(Path(match["path"]), entry)
    if match is not None:
        return _in_file(Path(match["path"]), match["name"])
    if Path(text).is_dir():
        return _in_folder(Path(text))
    return Target(text, _operator(text))


def listed(text: str) -> dict[str, str]:
    """The kernels and operators of a Python file, and how each is called."""
    match = _FILE.match(text)
    if match is None:
        raise usage(f"{text} is not a Python file, so it has no list of entries")
    path = Path(match["path"])
    if is_kernel_file(path):
        return {name: one.described for name, one in entries_of(path).items()}
    module, found = _found(path)
    return {name: _described(name, thing) for name, thing in (found or _builders(path, module)).items()}


def operator_of(target: Target) -> Operator:
    """The target as an operator; wrong usage when it has no golden to be compared with."""
    if not isinstance(target.thing, Operator):
        raise usage(
            f"{target.name} is a {target.kind}, which has no golden to compare with",
            "verify takes an operator: opsnn.NAME, or a file that registers a tik.operator.Operator",
        )
    return target.thing


def _operator(name: str) -> Operator:
    package, dot, _ = name.partition(".")
    load_operators()
    if Path(name).is_file() and not {name, f"opsnn.{name}"} & set(names()):
        rename = f"by its imports it is a kernel file: rename it to {Path(name).with_suffix('.py').name}"
        hint = rename if imports_tik(Path(name)) else f".py is Python, {' and '.join(_STREAMS)} are streams"
        raise usage(f"{name} is no kind of file that is known", hint)
    if dot and package != "opsnn" and package.isidentifier() and importlib.util.find_spec(package) is not None:
        with user_code(), redirect_stdout(sys.stderr):
            importlib.import_module(package)
    for full in (name, f"opsnn.{name}"):
        if full in names():
            return find(full)
    hint = did_you_mean(name if dot else f"opsnn.{name}", names()) or "`tik ops` lists them"
    raise usage(f"there is no operator {name!r}", hint)


def load_operators() -> None:
    """Import the operators of the library, so that they are registered."""
    try:
        importlib.import_module("opsnn")
    except ModuleNotFoundError as error:
        if error.name != "opsnn":
            raise


def _in_folder(folder: Path) -> Target:
    for file in (folder / f"{folder.resolve().name}.py", folder / "__init__.py"):
        if file.is_file():
            return _in_file(file, None)
    raise usage(f"{folder} is no operator's folder: it has neither {folder.resolve().name}.py nor __init__.py")


def _in_file(path: Path, name: str | None) -> Target:
    if is_kernel_file(path):
        return _in_kernel_file(path, name)
    module, found = _found(path)
    built = _builders(path, module)
    if name is not None:
        thing = found.get(name) or _unwrap(getattr(module, name, None)) or built.get(name)
        if thing is None:
            found |= built
            known = f"it has {', '.join(found)}" if found else f"it has none; {_TO_DO.format(path=path)}"
            raise usage(f"{path} has no kernel or operator {name!r}", did_you_mean(name, tuple(found)) or known)
        return Target(f"{path}:{name}", thing)
    found = found or built
    if not found:
        raise usage(
            f"{path} has no kernel: nothing with @tik.kernel, no built tik.Tik, no operator, no function that calls BuildCCE",
            _TO_DO.format(path=path),
        )
    if len(found) > 1:
        raise usage(f"{path} has several kernels", f"choose one: {', '.join(f'{path}:{n}' for n in found)}")
    ((name, thing),) = found.items()
    return Target(f"{path}:{name}", thing)


def _in_kernel_file(path: Path, name: str | None) -> Target:
    """An entry of a file written for CANN."""
    found = entries_of(path)
    if name is not None:
        entry = found.get(name) or function_of(path, name)
        if entry is None:
            known = f"it has {', '.join(found)}" if found else "it has none"
            raise usage(f"{path} has no entry {name!r}", did_you_mean(name, tuple(found)) or known)
        return Target(f"{path}:{name}", entry)
    kernels = [name for name, one in found.items() if one.function is not None or one.kernel is not None]
    several = kernels or list(found)
    if not several:
        raise usage(f"{path} has no entry: no function that makes a kernel")
    if len(several) > 1:
        raise usage(f"{path} has several entries", f"choose one with --entry: {', '.join(found)}")
    return Target(f"{path}:{several[0]}", found[several[0]])


def _found(path: Path) -> tuple[ModuleType, dict[str, Any]]:
    """The module of a file, and its kernels and operators."""
    before = set(names())
    module = load_module(path)
    return module, _candidates(module, {n for n in names() if n not in before})


def _builders(path: Path, module: ModuleType) -> dict[str, KernelEntry]:
    """The functions of a plain file that build a kernel with tik.Tik."""
    return {name: KernelEntry(path, name, function, plain=True) for name, function in builders(module).items()}


def _described(name: str, thing: Any) -> str:
    if isinstance(thing, KernelEntry):
        return thing.described
    if isinstance(thing, Operator):
        return f"{name}{inspect.signature(thing.call)}"
    return f"{name}({', '.join(thing.arrays)})" if isinstance(thing, Kernel) else f"{name}: a built kernel"


def _candidates(module: ModuleType, registered: set[str]) -> dict[str, Any]:
    """Name to kernel or operator, of what the file defines (not of what it imports)."""
    found: dict[str, Any] = {}
    for name, value in vars(module).items():
        thing = None if name.startswith("_") else _unwrap(value)
        if thing is None or any(thing is other for other in found.values()):
            continue
        if getattr(value, "__module__", module.__name__) in (module.__name__, type(value).__module__):
            found[name] = thing
    for name in sorted(registered):
        operator = find(name)
        if not any(operator is other for other in found.values()):
            found[name.rpartition(".")[2]] = operator
    return found


def _unwrap(value: Any) -> Any:
    """An operator, a tile kernel, or the stream of a kernel that is built already (of ``tik.Tik``); else None."""
    if isinstance(value, Operator | Kernel | Stream):
        return value
    if isinstance(value, Tik):
        try:
            value = value.kernel
        except TikError:  # not built yet
            return None
    return value.stream if isinstance(value, BuiltKernel) else None
