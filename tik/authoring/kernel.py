"""``@tik.kernel``: tile kernels, compiled once a (shapes, dtypes, keyword arguments, chip)."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable
from typing import Any, overload

import numpy as np

from tik.authoring.arrays import as_array, dtype_of
from tik.authoring.compiled import Compiled, compile_program
from tik.authoring.surroundings import constant, surroundings
from tik.chips.current import as_chip
from tik.chips.loader import Chip
from tik.dsl.tile.kernel import TileBuilder
from tik.ir import Program
from tik.runtime import Report
from tik.schedule import expand_copies, legalise_program, plan, usage
from tik.stream.model import Stream
from tik.types.dtypes import DType
from tik.types.errors import TikError
from tik.types.positions import Location
from tik.types.scopes import Scope

__all__ = ["Kernel", "kernel"]

MEASURE_ROWS = 8  # rows of the measuring run's tiles
Specification = tuple[tuple[tuple[int, ...], DType], ...]


class Kernel:
    """A tile kernel. Calling it writes the arrays its body stores to and returns them (one alone, several as a tuple);
    ``run`` gives the report and leaves the caller's arrays untouched."""

    def __init__(self, function: Callable[..., None], out: Callable[..., Any] | None = None) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.out = out
        self.name = function.__name__
        parameters = list(inspect.signature(function).parameters.values())
        if not parameters or parameters[0].kind is inspect.Parameter.KEYWORD_ONLY:
            raise TypeError(f"{self.name} needs a first parameter for the tile builder: def {self.name}(k, x, y)")
        for p in parameters:
            if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD):
                raise TypeError(f"{self.name}: a kernel's parameters are fixed, {p} cannot be one of them")
            if p.kind is not p.KEYWORD_ONLY and p.default is not p.empty:
                raise TypeError(
                    f"{self.name}: {p.name} has a default, so it is no array; options stand behind a star: "
                    f"def {self.name}(k, x, y, *, {p.name}={p.default!r})"
                )
        self.arrays = tuple(p.name for p in parameters[1:] if p.kind is not p.KEYWORD_ONLY)
        self.options = {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY}
        self._compiled: dict[Any, Compiled] = {}

    def __repr__(self) -> str:
        return f"<tik.Kernel {self.name}({', '.join(self.arrays)})>"

    # -- compiling ------------------------------------------------------------------------------------------------

    def compiled(self, specification: Specification, chip: Chip, **options: Any) -> Compiled:
        """The kernel for these shapes and dtypes, from the cache or built now."""
        merged = {**self.options, **options}
        for name, value in merged.items():
            if name not in self.options:
                about = (
                    f"{name} is an array: give it by position"
                    if name in self.arrays
                    else (f"it has {', '.join(self.options) or 'none'}")
                )
                raise TypeError(f"{self.name} has no keyword argument {name}; {about}")
            if value is inspect.Parameter.empty:
                raise TypeError(f"{self.name} needs the keyword argument {name}")
        constants = tuple((name, constant(value, f"{self.name}: {name}")) for name, value in sorted(merged.items()))
        key = (specification, chip, constants, surroundings(self.function))
        found = self._compiled.get(key)
        if found is None:
            builder, program = self._build(specification, chip, merged)
            found = self._compiled[key] = Compiled(compile_program(program, legalise=True), chip)
            builder.addresses.update((b.name, b.address) for b in found.stream.buffers)
        return found

    def _trial(
        self, specification: Specification, chip: Chip, options: dict[str, Any], rows: int, copies: int
    ) -> tuple[TileBuilder, Program]:
        arrays = [(name, shape, dtype) for name, (shape, dtype) in zip(self.arrays, specification, strict=True)]
        narrow: frozenset[str] = frozenset()
        while True:
            builder = TileBuilder(chip, arrays, tile_rows=rows, copies=copies, narrow=narrow)
            self.function(builder, *builder.arrays, **options)
            if builder.narrow == narrow:
                break
            narrow = frozenset(builder.narrow)  # tiles of other sizes may be needed for them: once more
        code = self.function.__code__
        position = Location(code.co_filename, code.co_firstlineno, None, None, f"def {self.name}(...)")
        return builder, builder.program(self.name, position)

    def _build(self, specification: Specification, chip: Chip, options: dict[str, Any]) -> tuple[TileBuilder, Program]:
        """Measure with small tiles, then build with the largest that fit (decision 20)."""
        failure: TikError | None = None
        for copies in (2, 1):
            rows = MEASURE_ROWS
            while rows:
                try:
                    builder, program = self._trial(specification, chip, options, rows, copies)
                    peak = self._peak(program)
                except TikError as error:
                    if error.code != "TIK-MEM01":
                        raise
                    failure, rows = error, rows // 2
                    continue
                return self._enlarge(specification, chip, options, copies, builder, program, peak)
        assert failure is not None
        raise TikError(
            failure.code,
            failure.message,
            position=failure.position,
            details=failure.details,
            hint="one row of tiles does not fit: work on part of the columns at a time, "
            "for cols in k.columns(n): k.load(x[rows, cols])",
        )

    def _peak(self, program: Program) -> int:
        placed = plan(expand_copies(legalise_program(program)))
        found = usage(placed).get(Scope.UB)
        return found.least if found else 0

    def _enlarge(
        self,
        specification: Specification,
        chip: Chip,
        options: dict[str, Any],
        copies: int,
        builder: TileBuilder,
        program: Program,
        peak: int,
    ) -> tuple[TileBuilder, Program]:
        measured, wanted = builder.split_rows, builder.want_rows
        if not peak or wanted <= measured:
            return builder, program
        rows = min(wanted, math.floor(measured * chip.capacity(Scope.UB) / peak))
        while rows > measured:
            try:
                larger = self._trial(specification, chip, options, rows, copies)
                self._peak(larger[1])
                return larger
            except TikError as error:
                if error.code != "TIK-MEM01":
                    raise
                rows = min(rows - 1, rows * 9 // 10)
        return builder, program

    # -- running --------------------------------------------------------------------------------------------------

    def _bind(self, given: tuple[Any, ...]) -> list[Any]:
        wanted = f"{self.name} takes {len(self.arrays)} arrays ({', '.join(self.arrays)})"
        if len(given) > len(self.arrays):
            raise TypeError(f"{wanted}, {len(given)} given; options are keyword arguments")
        arrays = [as_array(x, name) for x, name in zip(given, self.arrays, strict=False)]
        if len(arrays) < len(self.arrays):
            if self.out is None:
                raise TypeError(f"{wanted}, {len(given)} given; @tik.kernel(out=lambda x: tik.like(x)) would allocate results")
            try:
                inspect.signature(self.out).bind(*arrays)
            except TypeError as error:
                raise TypeError(f"{wanted}, {len(given)} given, and out= does not fit those: {error}") from None
            made = self.out(*arrays)
            made = list(made) if isinstance(made, tuple | list) else [made]
            if len(arrays) + len(made) != len(self.arrays):
                raise TypeError(f"{self.name}: out= made {len(made)} arrays, {len(self.arrays) - len(given)} were missing")
            arrays += [as_array(m, name) for m, name in zip(made, self.arrays[len(given) :], strict=True)]
        for array, name in zip(arrays, self.arrays, strict=True):
            if not array.ndim:
                raise TypeError(
                    f"{self.name}: {name} is a single number; arrays have an axis ({name}.reshape(1)), numbers are "
                    "keyword arguments"
                )
        return arrays

    def run(
        self, *given: Any, chip: str | Chip | None = None, record: bool = True, numerics: str | None = None, **options: Any
    ) -> Report:
        """Run once and report: outputs, hazards, cycles. Arrays are positional; other keyword arguments are compile-time.
        ``numerics="chip"`` saturates where the chip does, "ieee" does not (left out: what ``tik.numerics`` says).

        Raises TikError for a mistake in the kernel, TypeError / ValueError for wrong arguments.
        """
        arrays = self._bind(given)
        target = as_chip(chip)
        specification = tuple((a.shape, dtype_of(a)) for a in arrays)
        compiled = self.compiled(specification, target, **options)
        named = dict(zip(self.arrays, arrays, strict=True))
        shapes = {n: (a.shape, dtype_of(a)) for n, a in named.items()}
        return compiled.run(named, shapes=shapes, record=record, numerics=numerics)

    def __call__(self, *given: Any, chip: str | Chip | None = None, **options: Any) -> Any:
        arrays = self._bind(given)
        target = as_chip(chip)
        stream = self.compiled(tuple((a.shape, dtype_of(a)) for a in arrays), target, **options).stream
        named = dict(zip(self.arrays, arrays, strict=True))
        self._check_targets({a.name: named[a.name] for a in stream.args if a.role in ("output", "inout")})
        report = self.run(*arrays, chip=target, record=False, **options)
        results = []
        for name in report.outputs.keys():  # noqa: SIM118 - Outputs is a sequence
            np.copyto(named[name], report.outputs[name], casting="no")
            results.append(named[name])
        return results[0] if len(results) == 1 else tuple(results)

    def _check_targets(self, outputs: dict[str, Any]) -> None:
        """Raise ValueError when the results could not be written into the caller's arrays."""
        for name, array in outputs.items():
            if not array.flags.writeable:
                raise ValueError(f"{self.name} stores to {name}, which is read-only")
            for other, second in outputs.items():
                if other > name and np.may_share_memory(array, second) and np.shares_memory(array, second):
                    raise ValueError(f"{self.name} stores to {name} and {other}, which share memory")

    def stream(self, *given: Any, chip: str | Chip | None = None, **options: Any) -> Stream:
        """The instruction stream for these arrays."""
        arrays = self._bind(given)
        return self.compiled(tuple((a.shape, dtype_of(a)) for a in arrays), as_chip(chip), **options).stream

    def asm(self, *given: Any, chip: str | Chip | None = None, **options: Any) -> str:
        """The stream as text."""
        from tik.stream.printer import format_stream

        return format_stream(self.stream(*given, chip=chip, **options))

    def check(self, *given: Any, chip: str | Chip | None = None, **options: Any) -> Report:
        """Run and raise the first hazard, if any; gives the report."""
        return self.run(*given, chip=chip, **options).raise_if_bad()

    def profile(self, *given: Any, chip: str | Chip | None = None, **options: Any) -> Report:
        """Run; print(report) shows cycles and what bounds them."""
        return self.run(*given, chip=chip, record=False, **options)


@overload
def kernel(function: Callable[..., None], *, out: Callable[..., Any] | None = None) -> Kernel: ...
@overload
def kernel(function: None = None, *, out: Callable[..., Any] | None = None) -> Callable[[Callable[..., None]], Kernel]: ...
def kernel(function: Callable[..., None] | None = None, *, out: Callable[..., Any] | None = None) -> Any:
    """Make a tile kernel of ``function(k, array, ..., *, options)``; ``out`` makes result arrays that calls leave out."""
    if function is None:
        return lambda f: Kernel(f, out)
    return Kernel(function, out)
