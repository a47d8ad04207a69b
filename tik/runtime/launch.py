"""``launch``: the only way anything runs. Observers (profiles, dumps) see every launch record."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tik.chips.loader import Chip, load_chip
from tik.npu.functional import GmSpace, Printed, execute
from tik.npu.overflow import saturates
from tik.npu.translate import Translation, scalar_bits, translate
from tik.runtime.memory import GUARD, DeviceTensor, allocated, empty
from tik.runtime.numerics import CHIP, chosen
from tik.runtime.report import Report
from tik.stream.model import Reg, Stream
from tik.types.dtypes import u8
from tik.types.errors import TikError

if TYPE_CHECKING:
    from tik.npu.sanitizer import ShadowInputs

__all__ = ["Executable", "launch", "observe", "observers", "recording"]

_LOG = logging.getLogger("tik")
Observer = Callable[[Report], None]
recording: ContextVar[bool] = ContextVar("tik_recording", default=False)  # keep what the sanitizer needs, of every launch
_observers: ContextVar[tuple[Observer, ...]] = ContextVar("tik_observers", default=())


@dataclass(frozen=True)
class Executable:
    """A stream made ready for its chip."""

    stream: Stream
    chip: Chip
    translation: Translation

    @staticmethod
    def of(stream: Stream, chip: Chip | None = None) -> Executable:
        """Translate a stream (for the chip it names)."""
        chip = chip or load_chip(stream.chip)
        return Executable(stream, chip, translate(stream, chip, closed=True))

    @functools.cached_property
    def shadow(self) -> ShadowInputs:
        """What the sanitizer needs to follow undefined bytes: compiled when first asked for."""
        from tik.npu.native.wrappers import routine
        from tik.npu.sanitizer import ShadowInputs
        from tik.npu.trace import FIRST_GM

        tables = tuple(
            np.array([routine(i.op, i.types, "shadow") for i in code.statics.instrs], np.int64)
            for code in self.translation.codes
        )
        local = np.zeros(FIRST_GM, np.int64)
        for scope, nbytes in self.translation.used.items():
            local[scope] = nbytes
        return ShadowInputs(tables, local, self.translation.registers)


@contextmanager
def observe(observer: Observer) -> Iterator[None]:
    """Call ``observer`` with the report of every launch in this context."""
    token = _observers.set((*_observers.get(), observer))
    try:
        yield
    finally:
        _observers.reset(token)


def observers() -> tuple[Observer, ...]:
    """Who is watching in this context."""
    return _observers.get()


def _room(tensor: DeviceTensor, parameter: bool) -> int:
    """The bytes an argument may be declared to have. Kernels with a flowtable declare small ``parameter``s, as many numbers
    as a shape has axes, as one whole block; what lies behind the array is undefined to them."""
    return allocated(tensor.nbytes) - GUARD if parameter else tensor.nbytes


def launch(
    executable: Executable,
    tensors: Mapping[str, DeviceTensor],
    scalars: Mapping[str, Any] | None = None,
    *,
    record: bool = False,
    printer: Callable[[Printed], None] | None = None,
    given: Collection[str] = (),
    numerics: str | None = None,
) -> Report:
    """Run a stream on device tensors by argument name; workspaces may be left out. Outputs are not poisoned here.

    ``record`` keeps what the sanitizer needs; ``given``: outputs whose contents before the launch mean something;
    ``numerics``: "ieee" or "chip" (left out: what ``tik.numerics`` says). A launch with overflows warns once. Raises
    TIK-SHAPE02 for a missing, unknown or too small argument, TikError for what the kernel does wrong at run time.
    """
    record = record or recording.get()
    mode = chosen(numerics)
    stream = executable.stream
    unknown = sorted({*tensors, *(scalars or ())} - {arg.name for arg in stream.args})
    if unknown:
        raise TikError(
            "TIK-SHAPE02",
            f"{stream.name} has no argument {unknown[0]}; it has {', '.join(arg.name for arg in stream.args) or 'none'}",
        )
    dynamic = any(arg.role == "flowtable" for arg in stream.args)
    spaces: list[GmSpace] = []
    registers: dict[int, int] = {}
    for arg in stream.args:
        if arg.kind == "scalar":
            assert arg.reg is not None
            if scalars is None or arg.name not in scalars:
                raise TikError("TIK-SHAPE02", f"{stream.name}: scalar argument {arg.name} is missing")
            registers[arg.reg.number] = scalar_bits(scalars[arg.name], arg.dtype)
            continue
        tensor = tensors.get(arg.name)
        if tensor is None:
            if arg.role != "workspace" or arg.nbytes is None:
                raise TikError("TIK-SHAPE02", f"{stream.name}: argument {arg.name} is missing")
            tensor = empty((arg.nbytes,), u8)
            tensor.data[:] = 0xFF
        elif arg.nbytes is not None and _room(tensor, arg.role == "input" and dynamic) < arg.nbytes:
            t = arg.dtype
            raise TikError(
                "TIK-SHAPE02",
                f"{stream.name}: {arg.name} has {tensor.nbytes} bytes, the kernel was built for {arg.nbytes}",
                details=[f"{t.elements(tensor.nbytes)} elements of {t} given, {t.elements(arg.nbytes)} or more wanted"],
            )
        if arg.zero:
            tensor.data[: tensor.nbytes] = 0
        spaces.append(tensor.space)
    for constant in stream.constants:
        data: NDArray[np.uint8] = np.frombuffer(constant.data + bytes(64), np.uint8)
        spaces.append(GmSpace(data, len(constant.data)))
    blocks = stream.blocks
    count = registers[blocks.number] if isinstance(blocks, Reg) else blocks
    if count < 1:
        raise TikError("TIK-SHAPE02", f"{stream.name} is launched on {count} blocks", hint="a launch has at least one")
    printed: list[Printed] = []

    def show(values: Printed) -> None:
        printed.append(values)
        if printer is not None:
            printer(values)

    trace = execute(executable.translation, spaces, registers, count, record=record, printer=show, saturating=mode == CHIP)
    shadow = replace(executable.shadow, given=frozenset(given)) if record else None
    report = Report(stream.name, executable.chip, trace, blocks=count, shadow=shadow, printed=printed, recorded=record)
    report.numerics = mode
    if report.overflows:
        _warn(report, mode)
    for observer in _observers.get():
        observer(report)
    return report


def _warn(report: Report, mode: str) -> None:
    place = report.overflows.sites[0].location
    assert saturates(report.chip)
    _LOG.warning(
        "%s: %s made inf or NaN of finite numbers%s; overflows in all: %d (report.overflows). %s saturates instead: %s",
        report.name,
        report.overflows.sites[0].instr.op.mnemonic,
        "" if place is None else f" at {place.short}",
        report.overflows.count,
        report.chip.name,
        "these results do too" if mode == CHIP else 'numerics="chip" gives its values',
    )
