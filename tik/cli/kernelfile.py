"""Functions that build kernels with ``tik.Tik`` as targets: the entries of files written for CANN (they import ``te`` or
``tbe``), and functions of plain files. Built, and run on random arrays."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tik.authoring import BuiltKernel, Tik
from tik.authoring.scalars import exact
from tik.chips import chip
from tik.cli.failures import UserCodeError, usage
from tik.cli.userfile import is_library, user_code
from tik.compat import arguments_of, built, entries, load
from tik.compat import build as build_entry
from tik.compat.entries import SCRIPT, guessed_tensors, is_script
from tik.compat.files import ScriptEndError
from tik.types.dtypes import DType
from tik.types.errors import TikError, TikErrors, shown
from tik.verification import values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tik.cli.execute import Request

__all__ = ["KernelEntry", "build", "entries_of", "function_of", "run", "run_script", "scalar"]

Array = NDArray[Any]
FAMILY = "uniform"


@dataclass(frozen=True)
class KernelEntry:
    """One entry of a kernel file: a function that builds a kernel, a kernel that was built while the file loaded, or neither:
    the file run as a script."""

    path: Path
    name: str
    function: Callable[..., Any] | None = None
    kernel: BuiltKernel | None = None
    plain: bool = False  # of a file that imports tik itself: its function takes Python values, no tensors

    @property
    def described(self) -> str:
        """How it is called."""
        if self.function is None:
            return f"{self.name}: " + ("built while the file loads" if self.kernel else "run the file as a script")
        return f"{self.name}{inspect.signature(self.function)}"


def entries_of(path: Path) -> dict[str, KernelEntry]:
    """The entries of a kernel file by name. Raises UserCodeError for what the file raises, TikError for what the kit lacks."""
    with _users():
        module = load(path)
        made = {kernel.name: KernelEntry(path, kernel.name, kernel=kernel) for kernel in built()}
    found = {name: KernelEntry(path, name, function) for name, function in entries(module).items()}
    found = {**made, **found}
    if is_script(path):
        found[SCRIPT] = KernelEntry(path, SCRIPT)
    return found


def function_of(path: Path, name: str) -> KernelEntry | None:
    """A function of the file that is not among its entries, by its name (``Class.method`` too)."""
    with _users():
        found: Any = load(path)
    for part in name.split("."):
        found = getattr(found, part, None)
    return KernelEntry(path, name, found) if callable(found) and not isinstance(found, ModuleType) else None


def build(entry: KernelEntry, request: Request) -> tuple[BuiltKernel, dict[str, Any]]:
    """The entry's kernel, and the settings its function does not take. Wrong usage when the function lacks an argument."""
    if entry.kernel is not None:
        _refuse_surplus(entry.name, entry.kernel, request, 0)
        return entry.kernel, dict(request.settings)
    if entry.function is None:
        raise usage(f"{entry.path} as a script runs what it wants; this verb needs an entry", "see `tik run FILE --list`")
    if entry.plain:
        return _build_plain(entry, entry.function, request)
    function = entry.function
    takes = inspect.signature(function).parameters
    own = {name: value for name, value in request.settings.items() if name in takes}
    try:
        arguments = arguments_of(function, request.shapes, [t.name for t in request.dtypes], own)
    except TypeError as error:
        raise usage(
            f"{entry.name}: {error}", f"it is {entry.described}; --shape gives tensors, --set NAME=VALUE the rest"
        ) from None
    with _guessed([name for name in guessed_tensors(function) if name not in own]), _users():
        kernel = build_entry(function, **arguments, chip=request.chip if request.chosen else None)
    tensors = sum(isinstance(value, dict) and name not in own for name, value in arguments.items())
    _refuse_surplus(entry.name, kernel, request, tensors)
    return kernel, {name: value for name, value in request.settings.items() if name not in takes}


def _build_plain(entry: KernelEntry, function: Callable[..., Any], request: Request) -> tuple[BuiltKernel, dict[str, Any]]:
    """Call a function of a plain file, which gives the tik.Tik it built."""
    takes = inspect.signature(function).parameters
    own = {name: value for name, value in request.settings.items() if name in takes}
    try:
        inspect.signature(function).bind(**own)
    except TypeError as error:
        raise usage(f"{entry.name}: {error}", f"it is {entry.described}; give --set NAME=VALUE") from None
    with _users(), chip(request.chip):  # an old Dprofile selects another
        made = function(**own)
        kernel = made.kernel if isinstance(made, Tik) else made
    if not isinstance(kernel, BuiltKernel):
        raise usage(f"{entry.name} gives {shown(made)}, not the tik.Tik it built", "return it after BuildCCE")
    _refuse_surplus(entry.name, kernel, request, 0)
    return kernel, {name: value for name, value in request.settings.items() if name not in takes}


def _refuse_surplus(name: str, kernel: BuiltKernel, request: Request, tensors: int) -> None:
    """Wrong usage when more shapes or dtypes are given than there are tensors: ``tensors`` of the entry, and those whose size
    the kernel leaves open; where neither is, those of the kernel."""
    signature = kernel.signature
    given = [arg.name for arg in signature.inputs(tiling=request.tiling is not None) if arg.kind != "scalar"]
    inputs = {signature.declared[spelled] for spelled in given}
    places = given + [spelled for declared, spelled in signature.outputs.items() if declared not in inputs]
    last = max((at for at, spelled in enumerate(places, 1) if signature.shapes.get(spelled) is None), default=0)
    for what, count, most in (
        ("shape", len(request.shapes), max(tensors, last) or len(places)),
        ("dtype", len(request.dtypes), tensors or len(places)),
    ):
        if count > most:
            raise usage(f"{name} needs {most} {what}{'' if most == 1 else 's'}, {count} given")


@contextmanager
def _guessed(tensors: list[str]) -> Iterator[None]:
    """When an entry fails, say which parameters were taken for tensors though nothing declares them."""
    if not tensors:
        yield
        return
    given = "was given as a tensor" if len(tensors) == 1 else "were given as tensors"
    note = f"{', '.join(tensors)} {given}; --set NAME=VALUE gives a number instead"
    try:
        yield
    except UserCodeError as error:
        raise UserCodeError(f"{error}\n  {note}") from error.__cause__
    except TikError as error:
        if "{'shape': " in str(error):  # it met the description of a tensor
            first = error.errors[0] if isinstance(error, TikErrors) else error
            first.details += (note,)
        raise


def run(
    kernel: BuiltKernel, scalars: dict[str, Any], request: Request, check: bool
) -> tuple[dict[str, Array], dict[str, Array]]:
    """Run on random arrays: inputs and outputs by name. Sizes the kernel leaves open come from --shape, in the order inputs,
    outputs."""
    _ask_for_sizes(kernel, request)
    rng = request.rng
    given: dict[str, Any] = {}
    place = 0
    for arg in kernel.signature.inputs(tiling=request.tiling is not None):
        name = kernel.signature.declared[arg.name]
        if arg.kind == "scalar":
            if name not in scalars:
                raise usage(f"{kernel.name} has a scalar argument {name}", f"give --set {name}=VALUE")
            given[name] = arg.dtype.numpy.type(scalar(name, arg.dtype, scalars.pop(name)))
            continue
        shape = _shape(kernel, arg.name, name, place, request)
        given[name] = values(rng, shape, arg.dtype, FAMILY)
        place += 1
    if scalars:
        raise usage(f"--set {next(iter(scalars))}: neither the entry nor the kernel {kernel.name} has it")
    shapes = {}
    for name, spelled in kernel.signature.outputs.items():
        if name not in given:
            shapes[name] = _shape(kernel, spelled, name, place, request)
            place += 1
    try:
        kernel.signature.given(given, request.tiling, None, shapes)
    except TikError as error:  # of the command, so far
        raise usage(error.message, error.hint) from None
    try:
        report = kernel.run(given, tiling=request.tiling, outputs_shape=shapes, record=check)
    except TikError as error:
        if error.location is not None and is_library(error.location.file):  # the command line's own, which called run
            error.position = None
        raise
    inputs = {name: np.asarray(array) for name, array in given.items()}
    return inputs, {name: report.outputs[name] for name in kernel.outputs}


def _ask_for_sizes(kernel: BuiltKernel, request: Request) -> None:
    """Wrong usage when the kernel needs a tiling, or a size the command line cannot give."""
    signature = kernel.signature
    table = [arg for arg in signature.args if arg.role == "flowtable"]
    if table and request.tiling is None:
        raise usage(
            f"{kernel.name} needs a tiling: {', '.join(map(signature.described, table))}",
            "give --tiling 1,2,3 (or a .npy file), in the order the kernel reads it",
        )
    for arg in signature.args:
        if arg.role == "workspace" and arg.nbytes is None:
            name = signature.declared[arg.name]
            raise usage(
                f"the size of the workspace {name} is open in {kernel.name}, and has no option here",
                f"in Python: kernel = compat.build(...); kernel.run([...], outputs_shape={{{name!r}: (n,)}})",
            )


def scalar(name: str, t: DType, value: Any) -> int | float:
    """The number given for a scalar argument; wrong usage when its dtype does not hold it."""
    try:
        return exact(f"--set {name}", t, value)
    except TikError as error:
        raise usage(error.message, error.hint) from None


def run_script(entry: KernelEntry, chip_name: str | None) -> TikError | None:
    """Run the file as a script; what it prints goes to standard error. Gives the failure it ended with, if any."""
    try:
        with _users():
            load(entry.path, chip=chip_name, main=True)
    except ScriptEndError as failure:
        return failure
    return None


def _shape(kernel: BuiltKernel, spelled: str, name: str, place: int, request: Request) -> tuple[int, ...]:
    known: tuple[tuple[int, ...], DType] | None = kernel.signature.shapes.get(spelled)
    if known is not None:
        return known[0]
    if not request.shapes:
        raise usage(f"the size of {name} is open in {kernel.name}", "give --shape")
    return request.shape(place)


@contextmanager
def _users() -> Iterator[None]:
    with user_code(), redirect_stdout(sys.stderr):
        yield
