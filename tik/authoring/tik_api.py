"""``tik.Tik``: the TIK builder with BuildCCE, which compiles, and tikdb, which runs."""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tik.authoring.compiled import Compiled, compile_program, parted
from tik.authoring.debugger import Debugger, fed
from tik.authoring.dprofile import Dprofile
from tik.authoring.ended import Ended
from tik.authoring.given import Signature
from tik.chips.current import as_chip
from tik.chips.loader import Chip
from tik.ir import Program
from tik.runtime import Outputs, Report
from tik.stream.model import Stream
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.typed import Builder  # a stub: every call with its parameters
else:
    from tik.dsl import Builder

__all__ = ["BuiltKernel", "Tik"]

_BLOCK = 32


class BuiltKernel:
    """What BuildCCE made. ``run`` takes the inputs in order (or by GM name) and gives the report."""

    def __init__(self, program: Program, outputs: Sequence[str] = ()) -> None:
        self.program = program
        self.name = program.name
        self.stream: Stream = compile_program(program, legalise=False)
        self._compiled = Compiled(self.stream, program.chip)
        self.signature = Signature(program, self.stream, outputs)

    @property
    def chip(self) -> Chip:
        """The chip it was built for."""
        return self.program.chip

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of what ``run`` takes, in order."""
        return tuple(a.name for a in self.stream.args if a.role in ("input", "inout"))

    def __repr__(self) -> str:
        return f"<tik kernel {self.name}({', '.join(self.inputs)}) for {self.chip.name}>"

    @property
    def outputs(self) -> tuple[str, ...]:
        """Names of the outputs, in the order BuildCCE had them."""
        return tuple(self.signature.outputs)

    def run(
        self,
        inputs: Sequence[Any] | Mapping[str, Any] = (),
        *,
        tiling: Any = None,
        initial: Mapping[str, NDArray[Any]] | Sequence[NDArray[Any]] | None = None,
        outputs_shape: Mapping[str, Sequence[int]] | Sequence[Any] | None = None,
        record: bool = True,
        numerics: str | None = None,
    ) -> Report:
        """Run on host arrays, which stay as they are; inputs in order or by GM name.

        ``tiling`` fills the flowtable, or else the input called tiling…: numbers in the order the kernel reads them, zeros
        behind. ``initial`` gives outputs their first contents, ``outputs_shape`` their shapes where the kernel declares them
        with a placeholder (and the sizes of such workspaces, by name). ``numerics="chip"`` saturates where the chip does (left
        out: what ``tik.numerics`` says). Raises TIK-SHAPE02 when arguments do not fit, TikError for what the kernel does wrong.
        """
        try:
            given = self.signature.given(inputs, tiling, initial, outputs_shape)
            arrays, scalars = parted(self.stream, given.values)
            report = self._compiled.run(
                arrays, scalars, shapes=given.shapes, initial=given.initial, record=record, numerics=numerics
            )
        except TikError as error:
            error.position = error.position or here()
            raise
        found = report.outputs
        report.outputs = Outputs({name: found[spelled] for name, spelled in self.signature.outputs.items()})
        return report

    def asm(self) -> str:
        """The stream as text."""
        from tik.stream.printer import format_stream

        return format_stream(self.stream)


class Tik(Builder):
    """The TIK API on one kernel under construction; see ``help(tik.Tik)`` for its calls.

    ``profiling``: a Dprofile, whose chip it is for; ``chip``: a name or Chip; left out, the current one. The other arguments
    are accepted for old kernels: printing and ``tikdb`` always work.
    """

    def __init__(
        self,
        profiling: Any = None,
        disable_debug: bool = True,
        err_msg_level: int = 0,
        block_size: int = 32,
        *,
        chip: str | Chip | None = None,
    ) -> None:
        if profiling is not None and not isinstance(profiling, Dprofile):
            name = profiling if isinstance(profiling, str) else getattr(profiling, "name", None)
            raise TikError(
                "TIK-TYPE02",
                f"the first argument of tik.Tik is a Dprofile, not {profiling!r}",
                position=here(),
                hint="leave it out" if name is None else f"name the chip with chip=: tik.Tik(chip={name!r})",
            )
        if block_size != _BLOCK:
            raise TikError("TIK-CHIP01", f"block_size is {block_size!r}; the chips have blocks of 32 bytes", position=here())
        self.d_profiling = profiling if profiling is not None and chip is None else Dprofile(chip=as_chip(chip))
        super().__init__(self.d_profiling.chip)
        self._kernel: BuiltKernel | None = None
        self.tikdb = Debugger(self)

    def BuildCCE(
        self,
        kernel_name: str,
        inputs: Any,
        outputs: Any,
        output_files_path: Any = None,
        enable_l2: bool = False,
        config: Any = None,
        flowtable: Any = None,
        evaluates: Any = None,
        extend_params: Any = None,
    ) -> None:
        """Compile the kernel: afterwards ``kernel`` holds it. Mistakes in the calls before are collected and raised here,
        as TikErrors, each with its line (20 at most: the twentieth call that is wrong raises them)."""
        self._kernel = BuiltKernel(self.program(kernel_name, inputs, outputs, flowtable), _names(outputs))
        self.body = Ended(self)

    def StartProfiling(
        self,
        feed_dict: Mapping[str, Any],
        simulatorlog_path: Any = None,
        generate_html: bool = False,
        outputs_shape: Any = None,
    ) -> list[NDArray[Any]]:
        """Run on given arrays, print the report (cycles, pipes, what bounds them), and give the outputs in order.

        The kit has no simulator log and writes no page here; a logged note says so when they are asked for.
        """
        if generate_html or simulatorlog_path is not None:
            logging.getLogger("tik").warning(
                "StartProfiling prints the report and writes no files; `tik profile FILE --trace T` writes a timeline (%s)",
                here().short,
            )
        report = fed(self, feed_dict, outputs_shape=outputs_shape)
        sys.stdout.write(f"{report}\n")
        return [np.asarray(x) for x in report.outputs]

    @property
    def kernel(self) -> BuiltKernel:
        """The kernel BuildCCE made. Raises TIK-SYNTAX03 before that."""
        if self._kernel is None:
            raise TikError(
                "TIK-SYNTAX03",
                "the kernel is not built yet",
                position=here(),
                hint="call BuildCCE(kernel_name=..., inputs=[...], outputs=[...]) first",
            )
        return self._kernel


def _names(outputs: Any) -> list[str]:
    """The tensors of a list of BuildCCE by name."""
    return [one.name for one in (outputs if isinstance(outputs, list | tuple) else [outputs]) if hasattr(one, "name")]
