"""A compiled kernel of either front end, and how it is run on host arrays."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tik.authoring.arrays import as_array, dtype_of
from tik.authoring.scalars import exact
from tik.chips.current import as_chip
from tik.chips.loader import Chip, load_chip
from tik.codegen import generate
from tik.dsl.printing import rendered
from tik.ir import Program
from tik.ir.collector import without_collector
from tik.npu.functional import Printed
from tik.runtime import DeviceTensor, Executable, Outputs, Report, download, empty, launch, lend, poison, upload
from tik.schedule import schedule
from tik.stream.check import check_stream
from tik.stream.model import Arg, Instr, Stream, walk
from tik.types.dtypes import DType
from tik.types.errors import TikError

__all__ = ["Compiled", "compile_program", "named", "parted", "run_stream", "show_printed"]


def compile_program(program: Program, *, legalise: bool) -> Stream:
    """schedule, then codegen."""
    with without_collector():
        return generate(schedule(program, legalise=legalise))


class Compiled:
    """A stream and its translation (made when first run)."""

    def __init__(self, stream: Stream, chip: Chip) -> None:
        self.stream, self.chip = stream, chip
        self._executable: Executable | None = None

    @property
    def executable(self) -> Executable:
        if self._executable is None:
            self._executable = Executable.of(self.stream, self.chip)
        return self._executable

    def run(
        self,
        arrays: Mapping[str, NDArray[Any]],
        scalars: Mapping[str, Any] | None = None,
        *,
        shapes: Mapping[str, tuple[tuple[int, ...], DType]] | None = None,
        initial: Mapping[str, NDArray[Any]] | None = None,
        record: bool = True,
        numerics: str | None = None,
    ) -> Report:
        """Upload, launch, download. ``arrays``: inputs (and inouts) by argument name; ``shapes``: of the outputs.

        The caller's arrays are not changed; outputs are new arrays in the report.
        """
        options: Any = {"record": record, "printer": show_printed, "given": tuple(initial or ()), "numerics": numerics}
        tensors, outputs = self._tensors(arrays, shapes, initial, lending=True)
        try:
            report = launch(self.executable, tensors, scalars, **options)
        except TikError as error:
            if error.code != "TIK-BOUNDS01" or not self._lendable:
                raise
            # it may have reached into the slack that lent arrays do not have: once more with copies that have it
            tensors, outputs = self._tensors(arrays, shapes, initial, lending=False)
            report = launch(self.executable, tensors, scalars, **options)
        report.outputs = Outputs({name: download(tensors[name]) for name in outputs})
        return report

    @functools.cached_property
    def _lendable(self) -> frozenset[str]:
        """Inputs that may be used where they lie: the kernel does not write them (nor print, which could show twice)."""
        inputs = {arg.name for arg in self.stream.args if arg.kind == "gm" and arg.role == "input"}
        for section in self.stream.sections:
            for node in walk(section.body):
                if isinstance(node, Instr):
                    if node.op.shows:
                        return frozenset()
                    inputs -= {node.operands[at].name for at, f in node.op.mems() if f.writes}
        return frozenset(inputs)

    def _tensors(
        self,
        arrays: Mapping[str, NDArray[Any]],
        shapes: Mapping[str, tuple[tuple[int, ...], DType]] | None,
        initial: Mapping[str, NDArray[Any]] | None,
        *,
        lending: bool,
    ) -> tuple[dict[str, DeviceTensor], list[str]]:
        """Device tensors of the arguments, and the names of the outputs."""
        tensors: dict[str, DeviceTensor] = {}
        outputs = []
        for arg in self.stream.args:
            if arg.kind != "gm" or (arg.role == "workspace" and arg.nbytes is not None):
                continue
            if arg.role in ("output", "workspace") and not (initial and arg.name in initial):
                if shapes and arg.name in shapes:
                    shape, dtype = shapes[arg.name]
                elif arg.nbytes is not None:
                    shape, dtype = (arg.dtype.elements(arg.nbytes),), arg.dtype
                else:
                    raise TikError(
                        "TIK-SHAPE02",
                        f"{self.stream.name}: the size of {arg.role} {arg.name} is not known",
                        hint="give its shape (outputs_shape=; of a stream, shapes=), or an initial array",
                    )
                tensors[arg.name] = poison(empty(shape, dtype))
                if arg.role == "output":
                    outputs.append(arg.name)
                else:
                    tensors[arg.name].data[:] = 0xFF
                continue
            given = arrays.get(arg.name) if arg.role != "output" else None
            if given is None:
                given = (initial or {}).get(arg.name)
            if given is None:
                raise TikError("TIK-SHAPE02", f"{self.stream.name}: argument {arg.name} is missing")
            array = _as_array(given, arg)
            if dtype_of(array) is not arg.dtype:
                made = "x" if isinstance(given, np.ndarray) else "np.asarray(x)"
                raise TikError(
                    "TIK-TYPE01",
                    f"{self.stream.name}: {arg.name} is {dtype_of(array)}, the kernel was built for {arg.dtype}",
                    hint=f"give {made}.astype({'ml_dtypes' if arg.dtype.short == 'bf16' else 'np'}.{arg.dtype.name})",
                )
            lent = lending and arg.name in self._lendable and array.flags.c_contiguous and array.size > 0
            tensors[arg.name] = lend(array, arg.dtype) if lent else upload(array, arg.dtype)
            if arg.role in ("inout", "output"):
                outputs.append(arg.name)
        return tensors, outputs


def _as_array(given: Any, arg: Arg) -> NDArray[Any]:
    """An array as the argument's; 64-bit integers, which only the scalar pipe handles, where the kernel declares them; bytes
    for elements packed in them."""
    if arg.dtype.packed and isinstance(given, np.ndarray) and given.dtype in (np.int8, np.uint8):
        if given.size != (arg.nbytes or given.size):
            raise TikError(
                "TIK-SHAPE02",
                f"{arg.name} has {given.size} bytes, the kernel was built for {arg.nbytes} of {8 // arg.dtype.bits} elements",
                hint=f"elements are given as x.astype(ml_dtypes.{arg.dtype.name})",
            )
        data = np.ascontiguousarray(given).reshape(-1).view(np.uint8)
        return arg.dtype.decoded(data, arg.dtype.elements(given.size))
    if arg.dtype.bits == 64:
        array = np.asarray(given)
        if array.dtype == arg.dtype.numpy or (isinstance(given, list | tuple | int) and array.dtype.kind in "iu"):
            return array.astype(arg.dtype.numpy, copy=False)
    return as_array(given, arg.name)


def named(name: str, args: Iterable[Arg], inputs: Sequence[Any] | Mapping[str, Any]) -> dict[str, Any]:
    """Inputs by argument name, from a sequence in the order of ``args`` or from a mapping. Raises TIK-SHAPE02."""
    names = [arg.name for arg in args]
    if isinstance(inputs, Mapping):
        return dict(inputs)
    if len(inputs) != len(names):
        raise TikError("TIK-SHAPE02", f"{name} takes {len(names)} inputs ({', '.join(names)}), {len(inputs)} given")
    return dict(zip(names, inputs, strict=True))


def parted(stream: Stream, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Inputs by name as arrays and scalars. Raises TIK-SHAPE02 for a name the stream does not have."""
    kinds = {arg.name: arg.kind for arg in stream.args}
    for name in given:
        if name not in kinds:
            raise TikError("TIK-SHAPE02", f"{stream.name} has no argument {name}; it has {', '.join(kinds) or 'none'}")
    return (
        {name: value for name, value in given.items() if kinds[name] == "gm"},
        {name: value for name, value in given.items() if kinds[name] == "scalar"},
    )


def run_stream(
    stream: Stream,
    inputs: Sequence[Any] | Mapping[str, Any] = (),
    *,
    chip: str | Chip | None = None,
    shapes: Mapping[str, Sequence[int]] | None = None,
    initial: Mapping[str, NDArray[Any]] | None = None,
    record: bool = True,
    numerics: str | None = None,
) -> Report:
    """Run a stream, loaded, parsed or taken from a kernel and changed, on host arrays, which stay as they are.

    ``inputs``: what it reads (scalars and the flowtable too) in the order of its arguments, or by name. ``chip``: left out,
    the one the stream names. ``shapes``: of outputs by name (left out: flat). ``initial``: first contents of outputs.
    ``record=False`` leaves out what the sanitizer needs. ``numerics="chip"`` saturates where the chip does (left out: what
    ``tik.numerics`` says). Raises TikErrors for mistakes in the stream, TIK-SHAPE02 for arguments
    that do not fit, TikError for what the kernel does wrong.
    """
    target = load_chip(stream.chip) if chip is None else as_chip(chip)
    check_stream(stream, chip=target)
    given = named(stream.name, (arg for arg in stream.args if arg.role in ("input", "inout", "flowtable")), inputs)
    arrays, scalars = parted(stream, given)
    dtypes = {arg.name: arg.dtype for arg in stream.args}
    scalars = {name: exact(f"{name} of {stream.name}", dtypes[name], value) for name, value in scalars.items()}
    parted(stream, {**(shapes or {}), **(initial or {})})
    shaped = {name: (tuple(shape), dtypes[name]) for name, shape in (shapes or {}).items()}
    return Compiled(stream, target).run(arrays, scalars, shapes=shaped, initial=initial, record=record, numerics=numerics)


def show_printed(p: Printed) -> None:
    """Write what k.print or printf saw to standard output."""
    if p.text is not None:
        sys.stdout.write(rendered(p.text, p.values))
        return
    place = p.instr.position
    where = "" if place is None else f" {place.short}"
    loops = "" if not p.loops else " loops " + ", ".join(map(str, p.loops))
    with np.printoptions(threshold=1024, linewidth=120):
        values = np.array2string(p.values.astype(np.float32) if p.values.dtype.kind not in "iu" else p.values)
    sys.stdout.write(f"[core {p.block}{loops}{where}]\n{values}\n")
