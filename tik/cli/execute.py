"""Run a target once on seeded random values: what `run`, `check`, `profile` and `asm` have in common."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import typer
from numpy.typing import NDArray

from tik.chips import Chip, chip, load_chip
from tik.cli import kernelfile
from tik.cli.cache import folder
from tik.cli.failures import KERNEL_WRONG, usage
from tik.cli.kernelfile import KernelEntry
from tik.cli.options import read_chip_name, read_dtypes, read_settings, read_shapes, read_tiling
from tik.cli.target import Target
from tik.cli.userfile import is_argument_mistake, user_code
from tik.operator import Case, Operator
from tik.runtime import Executable, Report, download, empty, launch, observe, poison, upload
from tik.stream.model import Arg, Stream
from tik.types.dtypes import DType, f32, from_numpy
from tik.types.errors import TikError
from tik.verification import sanitized, values

__all__ = ["Execution", "Request", "execute", "streams_of"]

Array = NDArray[Any]
FAMILY = "uniform"
SIZE = 0.5  # of a case the operator makes itself, when no shape is given
DRAWS = 20  # of such cases, until one has no empty array


@dataclass(frozen=True)
class Request:
    """What the options ask for; ``chosen`` tells that the chip was named and is not merely the current one."""

    chip: Chip
    shapes: tuple[tuple[int, ...], ...] = ()
    dtypes: tuple[DType, ...] = ()
    seed: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict)
    chosen: bool = False
    tiling: Any = None

    @staticmethod
    def read(
        chip: str | None,
        shapes: Sequence[str] | None,
        dtypes: str | None,
        seed: int,
        settings: Sequence[str] | None,
        tiling: str | None = None,
    ) -> Request:
        """From the words of the command line."""
        return Request(
            read_chip_name(chip),
            read_shapes(shapes),
            read_dtypes(dtypes),
            seed,
            read_settings(settings),
            chip is not None,
            read_tiling(tiling),
        )

    @property
    def rng(self) -> np.random.Generator:
        return np.random.default_rng(self.seed)

    def shape(self, index: int) -> tuple[int, ...]:
        """The shape of argument ``index``: the last one asked for holds for the rest."""
        return self.shapes[min(index, len(self.shapes) - 1)]

    def dtype(self, index: int, otherwise: DType) -> DType:
        """The dtype of argument ``index``, the same way."""
        return self.dtypes[min(index, len(self.dtypes) - 1)] if self.dtypes else otherwise


@dataclass(frozen=True)
class Execution:
    """One run: arrays in and out by name, a report a launch, the name of the chip; ``failure`` when a script ended with one."""

    inputs: dict[str, Array]
    outputs: dict[str, Array]
    reports: list[Report]
    chip: str
    failure: TikError | None = None

    @property
    def verdict(self) -> dict[str, Any]:
        """What JSON says of a failure besides the launches; empty without one."""
        return {} if self.failure is None else {"ok": False, "error": self.failure.to_dict()}

    def leave_if_failed(self) -> None:
        """Once the launches are summed up: say the failure, and leave with the exit code for it."""
        if self.failure is not None:
            typer.echo(str(self.failure), err=True)
            raise typer.Exit(KERNEL_WRONG)

    def raise_if_stuck(self) -> None:
        """TIK-SYNC04 when a launch deadlocks: no NPU gives the values there are."""
        for report in self.reports:
            _ = report.timeline


def execute(target: Target, request: Request, *, check: bool = False) -> Execution:
    """Run the target; ``check`` records its launches for the sanitizer."""
    if sys.stderr.isatty() and not any(folder().rglob("*run_core*.nbi")):
        print("compiling native code for this machine, once; about half a minute", file=sys.stderr)
    thing = target.thing
    if isinstance(thing, KernelEntry):
        return _entry(thing, request, check)
    if request.tiling is not None:
        raise usage(f"--tiling is for functions that build a kernel with tik.Tik, and {target.name} is none")
    if isinstance(thing, Stream):
        if request.chosen and request.chip.name != thing.chip:
            raise usage(f"{target.name} was built for {thing.chip}, not for {request.chip.name}")
        request = replace(request, chip=load_chip(thing.chip))
    with chip(request.chip), _watching(check) as reports:
        if isinstance(thing, Operator):
            inputs, outputs = _operator(thing, request)
        elif isinstance(thing, Stream):
            inputs, outputs = _stream(thing, request, check)
        else:
            inputs, outputs = _kernel(thing, request, check)
    return Execution(inputs, outputs, reports, request.chip.name)


def streams_of(target: Target, request: Request) -> list[Stream]:
    """The instruction streams of the target; those of an operator are the ones it launches."""
    if isinstance(target.thing, Stream):
        return [target.thing]
    if isinstance(target.thing, KernelEntry):
        return [kernelfile.build(target.thing, request)[0].stream]
    if target.kind == "operator":
        return [report.trace.stream for report in execute(target, request).reports]
    with _arguments(target.thing.name), user_code():
        arrays = _kernel_arrays(target.thing, request)
        return [target.thing.stream(*arrays.values(), chip=request.chip, **request.settings)]


@contextmanager
def _watching(check: bool) -> Iterator[list[Report]]:
    if check:
        with sanitized() as reports:
            yield reports
    else:
        seen: list[Report] = []
        with observe(seen.append):
            yield seen


# --------------------------------------------------------------------------------------------------- files of CANN's kind
def _entry(entry: KernelEntry, request: Request, check: bool) -> Execution:
    """An entry is built for the chip its file chooses, and runs there; a script runs what it wants."""
    if entry.function is None and entry.kernel is None:
        with _watching(check) as reports:
            failure = kernelfile.run_script(entry, request.chip.name if request.chosen else None)
        last = {name: reports[-1].outputs[name] for name in reports[-1].outputs.keys()} if reports else {}  # noqa: SIM118
        return Execution({}, last, reports, reports[-1].chip.name if reports else request.chip.name, failure)
    kernel, scalars = kernelfile.build(entry, request)
    if (entry.kernel is not None or entry.plain) and request.chosen and request.chip != kernel.chip:
        raise usage(f"{entry.name} was built for {kernel.chip}, not for {request.chip}")
    with chip(kernel.chip), _watching(check) as reports:
        inputs, outputs = kernelfile.run(kernel, scalars, request, check)
    return Execution(inputs, outputs, reports, kernel.chip.name)


# ------------------------------------------------------------------------------------------------------------ operators
def _operator(operator: Operator, request: Request) -> tuple[dict[str, Array], dict[str, Array]]:
    rng = request.rng
    sample = _sample(operator, rng, request.dtype(0, operator.dtypes[0]))
    if len(request.dtypes) > 1 and not request.shapes:
        raise usage(f"{operator.name} without --shape takes one --dtype, {len(request.dtypes)} given")
    args, kwargs = list(sample.args), {**sample.kwargs, **request.settings}
    if request.shapes:
        arrays = [a for a in sample.args if isinstance(a, np.ndarray)]
        count = max(len(request.shapes), min(len(arrays), _required(operator)))
        if len(request.dtypes) > count:
            raise usage(f"{operator.name}: {len(request.dtypes)} dtypes given for {count} arrays")
        own = [from_numpy(a.dtype) or operator.dtypes[0] for a in arrays]  # a mask or an index has a dtype of its own
        own += [own[0] if own else operator.dtypes[0]] * (count - len(own))
        dtypes = [request.dtype(i, own[i]) if len(request.dtypes) > 1 else own[i] for i in range(count)]
        args = [values(rng, request.shape(i), dtypes[i], FAMILY) for i in range(count)]
        kwargs = dict(request.settings)
    try:
        inspect.signature(operator.call).bind(*args, **kwargs)
    except TypeError as error:
        raise usage(f"{operator.name}: {error}") from None
    named = _names(operator.call, args) | {k: v for k, v in kwargs.items() if isinstance(v, np.ndarray)}
    with _arguments(operator.name), user_code():
        result = operator.call(*args, **kwargs)
    return named, _outputs(result)


def _sample(operator: Operator, rng: np.random.Generator, dtype: DType) -> Case:
    """A case the operator makes itself, without empty arrays if it makes one soon."""
    for _ in range(DRAWS):
        case = operator.cases(rng, dtype, SIZE)
        if all(a.size for a in case.args if isinstance(a, np.ndarray)):
            break
    return case


@contextmanager
def _arguments(name: str) -> Iterator[None]:
    """An argument that was refused is a mistake of the command."""
    try:
        yield
    except (ValueError, TypeError) as error:
        if not is_argument_mistake(error):
            raise
        text = str(error)
        raise usage(text if text.startswith(name) else f"{name}: {text}") from None


def _required(operator: Operator) -> int:
    parameters = inspect.signature(operator.call).parameters.values()
    return sum(p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters) or 1


def _names(call: Callable[..., Any], args: Sequence[Any]) -> dict[str, Array]:
    names = list(inspect.signature(call).parameters)
    names += [f"arg{i}" for i in range(len(names), len(args))]
    return {name: arg for name, arg in zip(names, args, strict=False) if isinstance(arg, np.ndarray)}


def _outputs(result: Any) -> dict[str, Array]:
    results = result if isinstance(result, tuple | list) else (result,)
    return {f"out{i}" if len(results) > 1 else "out": np.asarray(r) for i, r in enumerate(results)}


# -------------------------------------------------------------------------------------------------------------- kernels
def _kernel(kernel: Any, request: Request, check: bool) -> tuple[dict[str, Array], dict[str, Array]]:
    arrays = _kernel_arrays(kernel, request)
    with _arguments(kernel.name), user_code():
        report = kernel.run(*arrays.values(), chip=request.chip, record=check, **request.settings)
    outputs = {name: report.outputs[name] for name in report.outputs.keys()}  # noqa: SIM118 - Outputs is a sequence
    return {name: a for name, a in arrays.items() if name not in outputs}, outputs


def _kernel_arrays(kernel: Any, request: Request) -> dict[str, Array]:
    names = _array_names(kernel)
    if not request.shapes:
        raise usage(f"{kernel.name} runs for any shape", f"give --shape, for {', '.join(names)}")
    if len(request.shapes) > len(names):
        raise usage(f"{kernel.name} takes {len(names)} arrays ({', '.join(names)}), {len(request.shapes)} shapes given")
    if len(request.dtypes) > len(names):
        raise usage(f"{kernel.name} takes {len(names)} arrays ({', '.join(names)}), {len(request.dtypes)} dtypes given")
    rng = request.rng
    return {name: values(rng, request.shape(index), request.dtype(index, f32), FAMILY) for index, name in enumerate(names)}


def _array_names(kernel: Any) -> tuple[str, ...]:
    """The arrays to give: all, or without those its ``out=`` makes."""
    names: tuple[str, ...] = kernel.arrays
    return names if kernel.out is None else names[: len(inspect.signature(kernel.out).parameters)]


# -------------------------------------------------------------------------------------------------------------- streams
def _stream(stream: Stream, request: Request, check: bool) -> tuple[dict[str, Array], dict[str, Array]]:
    """Inputs are random, outputs poisoned; a stream runs on the chip it was built for."""
    rng = request.rng
    known = [arg.name for arg in stream.args if arg.kind == "scalar"]
    for name in request.settings:
        if name not in known:
            raise usage(f"--set {name}: the stream has no scalar of that name", f"it has {', '.join(known) or 'none'}")
    tensors, scalars = {}, {}
    inputs: dict[str, Array] = {}
    for index, arg in enumerate(a for a in stream.args if a.role != "workspace"):
        if arg.kind == "scalar":
            if arg.name not in request.settings:
                raise usage(f"the stream has a scalar argument {arg.name}", f"give --set {arg.name}=VALUE")
            scalars[arg.name] = kernelfile.scalar(arg.name, arg.dtype, request.settings[arg.name])
            continue
        shape = _shape(arg, index, request)
        if arg.role == "output":
            tensors[arg.name] = poison(empty(shape, arg.dtype))
        else:
            inputs[arg.name] = values(rng, shape, arg.dtype, FAMILY)
            tensors[arg.name] = upload(inputs[arg.name], arg.dtype)
    launch(Executable.of(stream), tensors, scalars, record=check)
    return inputs, {a.name: download(tensors[a.name]) for a in stream.args if a.role in ("output", "inout")}


def _shape(arg: Arg, index: int, request: Request) -> tuple[int, ...]:
    """As many elements as the argument was built for, or the shape asked for."""
    if arg.nbytes is not None and not request.shapes:
        return (arg.dtype.elements(arg.nbytes),)
    if not request.shapes:
        raise usage(f"the size of {arg.name} is not in the stream", "give --shape")
    return request.shape(index)
