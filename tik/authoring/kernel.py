"""``@tik.kernel``: tile kernels, compiled once a (shapes, dtypes, keyword arguments, chip)."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tik.authoring.arrays import as_array, dtype_of
from tik.authoring.compiled import Compiled, compile_program
from tik.chips.current import as_chip
from tik.chips.loader import Chip
from tik.dsl.tile import TileBuilder
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
        if not parameters:
            raise TypeError(f"{self.name} needs a first parameter for the tile builder: def {self.name}(k, x, y)")
        self.arrays = tuple(p.name for p in parameters[1:] if p.kind is not p.KEYWORD_ONLY)
        self.options = {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY}
        self._compiled: dict[Any, tuple[Compiled, frozenset[str]]] = {}

    def __repr__(self) -> str:
        return f"<tik.Kernel {self.name}({', '.join(self.arrays)})>"

    # -- compiling ------------------------------------------------------------------------------------------------

    def compiled(self, specification: Specification, chip: Chip, **options: Any) -> Compiled:
        """The kernel for these shapes and dtypes, from the cache or built now."""
        unknown = sorted(set(options) - set(self.options))
        if unknown:
            raise TypeError(f"{self.name} has no keyword argument {unknown[0]}; it has {', '.join(self.options) or 'none'}")
        merged = {**self.options, **options}
        key = (specification, chip, tuple(sorted(merged.items())), self._surroundings())
        try:
            found = self._compiled.get(key)
        except TypeError:
            raise TypeError(f"{self.name}: keyword arguments and the globals it uses must be hashable, because they are "
                            "compile-time constants") from None
        if found is None:
            program = self._build(specification, chip, merged)
            stream = compile_program(program, legalise=True)
            found = Compiled(stream, chip), frozenset(a.name for a in stream.args if a.role in ("output", "inout"))
            self._compiled[key] = found
        return found[0]

    def _surroundings(self) -> tuple[Any, ...]:
        """Closure and global values the body uses: part of the cache key (decision 20)."""
        code = self.function.__code__
        scope = self.function.__globals__
        values: list[Any] = [(n, scope[n]) for n in code.co_names if isinstance(scope.get(n), int | float | str | bool | tuple)]
        for name, cell in zip(code.co_freevars, self.function.__closure__ or (), strict=True):
            values.append((name, cell.cell_contents))
        return tuple(values)

    def _trial(self, specification: Specification, chip: Chip, options: dict[str, Any], rows: int, copies: int
               ) -> tuple[TileBuilder, Program]:
        builder = TileBuilder(chip, [(name, shape, dtype) for name, (shape, dtype) in zip(self.arrays, specification, strict=True)],
                              tile_rows=rows, copies=copies)
        self.function(builder, *builder.arrays, **options)
        code = self.function.__code__
        position = Location(code.co_filename, code.co_firstlineno, None, None, f"def {self.name}(...)")
        return builder, builder.program(self.name, position)

    def _build(self, specification: Specification, chip: Chip, options: dict[str, Any]) -> Program:
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
        raise failure

    def _peak(self, program: Program) -> int:
        placed = plan(expand_copies(legalise_program(program)))
        found = usage(placed).get(Scope.UB)
        return found.peak if found else 0

    def _enlarge(self, specification: Specification, chip: Chip, options: dict[str, Any], copies: int, builder: TileBuilder,
                 program: Program, peak: int) -> Program:
        measured, wanted = builder.split_rows, builder.want_rows
        if not peak or wanted <= measured:
            return program
        rows = min(wanted, math.floor(measured * chip.capacity(Scope.UB) / peak))
        while rows > measured:
            try:
                _, larger = self._trial(specification, chip, options, rows, copies)
                self._peak(larger)
                return larger
            except TikError as error:
                if error.code != "TIK-MEM01":
                    raise
                rows = min(rows - 1, rows * 9 // 10)
        return program

    # -- running --------------------------------------------------------------------------------------------------

    def _bind(self, given: tuple[Any, ...]) -> list[Any]:
        arrays = [as_array(x, name) for x, name in zip(given, self.arrays, strict=False)]
        if len(given) > len(self.arrays):
            raise TypeError(f"{self.name} takes {len(self.arrays)} arrays ({', '.join(self.arrays)}), {len(given)} given")
        if len(arrays) < len(self.arrays):
            if self.out is None:
                raise TypeError(f"{self.name} needs {len(self.arrays)} arrays ({', '.join(self.arrays)}), {len(given)} given; "
                                "@tik.kernel(out=lambda x: tik.like(x)) would allocate results")
            made = self.out(*arrays)
            made = list(made) if isinstance(made, tuple | list) else [made]
            arrays += [np.asarray(m) for m in made]
            if len(arrays) != len(self.arrays):
                raise TypeError(f"{self.name}: out= made {len(made)} arrays, {len(self.arrays) - len(given)} were missing")
        return arrays

    def run(self, *given: Any, chip: str | Chip | None = None, record: bool = True, **options: Any) -> Report:
        """Run once and report: outputs, hazards, cycles. Arrays are positional; keyword arguments are compile-time.

        Raises TikError for a mistake in the kernel, TypeError / ValueError for wrong arguments.
        """
        arrays = self._bind(given)
        target = as_chip(chip)
        specification = tuple((a.shape, dtype_of(a)) for a in arrays)
        compiled = self.compiled(specification, target, **options)
        named = dict(zip(self.arrays, arrays, strict=True))
        return compiled.run(named, shapes={n: (a.shape, dtype_of(a)) for n, a in named.items()}, record=record)

    def __call__(self, *given: Any, **options: Any) -> Any:
        arrays = self._bind(given)
        report = self.run(*arrays, record=False, **options)
        named = dict(zip(self.arrays, arrays, strict=True))
        results = []
        for name in report.outputs.keys():  # noqa: SIM118 - Outputs is a sequence
            np.copyto(named[name], report.outputs[name], casting="no")
            results.append(named[name])
        return results[0] if len(results) == 1 else tuple(results)

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


def kernel(function: Callable[..., None] | None = None, *, out: Callable[..., Any] | None = None) -> Any:
    """Make a tile kernel of ``function(k, array, ..., *, options)``; ``out`` makes result arrays that calls leave out."""
    if function is None:
        return lambda f: Kernel(f, out)
    return Kernel(function, out)


