"""``tik.Tik``: the TIK builder with BuildCCE, which compiles, and tikdb, which runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tik.authoring.compiled import Compiled, compile_program, named, parted
from tik.chips.current import as_chip
from tik.chips.loader import Chip
from tik.dsl import Builder
from tik.ir import Program
from tik.runtime import Outputs, Report
from tik.stream.model import Stream
from tik.types.dtypes import DType
from tik.types.errors import TikError
from tik.types.positions import here

__all__ = ["BuiltKernel", "Tik"]


class BuiltKernel:
    """What BuildCCE made. ``run`` takes the inputs in order (or by GM name) and gives the report."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.name = program.name
        self.stream: Stream = compile_program(program, legalise=False)
        self._compiled = Compiled(self.stream, program.chip)

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

    def run(
        self,
        inputs: Sequence[Any] | Mapping[str, Any] = (),
        *,
        tiling: Any = None,
        initial: Mapping[str, NDArray[Any]] | None = None,
        record: bool = True,
    ) -> Report:
        """Run on host arrays, which stay as they are. ``tiling`` fills the flowtable; ``initial`` gives outputs their first
        contents. Raises TIK-SHAPE02 when arguments do not fit, TikError for what the kernel does wrong."""
        spelled = {declared.name: arg.name for arg, declared in zip(self.stream.args, self.program.args, strict=True)}
        given = named(self.name, (a for a in self.stream.args if a.role in ("input", "inout")), inputs)
        given = {spelled.get(name, name): value for name, value in given.items()}
        if tiling is not None:
            given |= {arg.name: tiling for arg in self.stream.args if arg.role == "flowtable"}
        arrays, scalars = parted(self.stream, given)
        shapes: dict[str, tuple[tuple[int, ...], DType]] = {}
        for arg, declared in zip(self.stream.args, self.program.args, strict=True):  # the stream may spell names otherwise
            tensor = declared.tensor
            if tensor is not None and all(isinstance(n, int) for n in tensor.shape):
                shapes[arg.name] = tuple(tensor.shape), tensor.dtype
        return self._compiled.run(arrays, scalars, shapes=shapes, initial=initial, record=record)

    def asm(self) -> str:
        """The stream as text."""
        from tik.stream.printer import format_stream

        return format_stream(self.stream)


class Debugger:
    """``tikdb``: runs the kernel as it is."""

    def __init__(self, owner: Tik) -> None:
        self._owner = owner

    def start_debug(
        self, feed_dict: Mapping[str, Any], interactive: bool = False, desc_tensor: Any = None
    ) -> list[NDArray[Any]]:
        """Run with inputs by name; the outputs in order. Only ``interactive=False`` is there."""
        if interactive:
            raise TikError(
                "TIK-CHIP01",
                "the interactive debugger is not in the kit",
                position=here(),
                hint="start_debug(feed_dict, interactive=False), and k.print or tik check",
            )
        outputs: Outputs = self._owner.kernel.run(dict(feed_dict)).outputs
        return [np.asarray(x) for x in outputs]


class Tik(Builder):
    """The TIK API on one kernel under construction; see ``help(tik.Tik)`` for its calls.

    ``chip``: a name or Chip; left out, the current one.
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
        if isinstance(profiling, str | Chip):
            name = profiling if isinstance(profiling, str) else profiling.name
            raise TikError(
                "TIK-TYPE02",
                f"the first argument of tik.Tik is a Dprofile, not {profiling!r}",
                position=here(),
                hint=f"name the chip with chip=: tik.Tik(chip={name!r})",
            )
        super().__init__(as_chip(chip))
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
        """Compile the kernel: afterwards ``kernel`` holds it. Raises TikErrors with the mistakes found."""
        self._kernel = BuiltKernel(self.program(kernel_name, inputs, outputs, flowtable))

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
