"""Printing while the kernel runs: ``printf``, and what ``tikdb.debug_print`` records (tik_api §3)."""

from __future__ import annotations

import logging
import math
import re
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tik.dsl.memory import Declared
from tik.dsl.tensor import TensorView
from tik.dsl.value import number
from tik.ir import Assign, Const, Instr, MemRef, Var, as_expr
from tik.isa.scalar import NUMBERS, Print, Printf, PrintfTensor
from tik.types.dtypes import u8
from tik.types.errors import TikError
from tik.types.positions import here
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["CONVERSION", "debug_print", "printf", "rendered", "set_printf_params"]

CONVERSION = re.compile(r"%(?P<flags>[-+ #0]*)(?P<width>\d*)(?P<precision>\.\d+)?(?:hh|h|ll|l)?(?P<kind>[diuxXocfFeEgGs%])")
MOST_PRINTED = 2**16  # elements one argument may have
_LOG = logging.getLogger("tik")


def printf(core: Core, format_string: str, *args: Any) -> None:
    """Print as C's printf when the kernel gets here, on every core: %d %i %u %x %o %f %e %g %s. Arguments are Python values,
    Scalars, expressions, and tensors, which print every element. Takes no time and orders nothing."""
    try:
        if not isinstance(format_string, str):
            raise TikError("TIK-TYPE02", f"the format of printf is {format_string!r}, not a text")
        for text, argument in _pieces(format_string, args):
            _show(core, text, argument)
    except TikError as error:
        core.collect(error)


def rendered(text: str, values: NDArray[Any]) -> str:
    """A piece of a format with the values of its conversion, if it has one: a number alone, or rows of them in brackets."""
    found = next((f for f in CONVERSION.finditer(text) if f["kind"] != "%"), None)
    if found is None:
        return text.replace("%%", "%")

    def one(value: Any) -> str:
        kind = found["kind"]
        if kind == "s":
            return found[0] % str(value)
        if kind in "dixXoc":
            whole = int(value) if isinstance(value, int) or np.isfinite(float(value)) else 0
            return found[0] % (whole & 0x10FFFF if kind == "c" else whole)
        return found[0] % float(value)

    shown = one(values[0]) if values.ndim == 1 else "\n".join(f"[{' '.join(map(one, row))}]" for row in values)
    return text[: found.start()].replace("%%", "%") + shown + text[found.end() :].replace("%%", "%")


def set_printf_params(core: Core, *args: Any, **keywords: Any) -> None:
    """Accepted for old kernels; the kit prints from every core, to standard output, and needs no buffer."""
    if args or keywords:
        _LOG.warning("set_printf_params changes nothing here: printf prints from every core (%s)", here().short)


def debug_print(core: Core, what: str, value: Any) -> None:
    """Print ``value``, called ``what``, when the kernel gets here: a tensor row by row, a number after its name."""
    try:
        if isinstance(value, TensorView):
            rows, cols, pitch = _extent(value)
            core.body.append(Instr(Print, (value.type,), (_source(value), rows, cols, pitch, *_DEFAULTS), here()))
        else:
            _show(core, f"{what.replace('%', '%%')} = %s\n", value)
    except TikError as error:
        core.collect(error)


_DEFAULTS = tuple(f.default for f in Print.fields[4:])


def _pieces(text: str, args: tuple[Any, ...]) -> list[tuple[str, Any]]:
    """The format in pieces with one run-time argument each (the last may have None); what is known goes into the text."""
    pieces: list[tuple[str, Any]] = []
    given, piece, at = list(args), "", 0
    while at < len(text):
        if text[at] != "%":
            piece, at = piece + text[at], at + 1
            continue
        found = CONVERSION.match(text, at)
        if found is None:
            raise TikError(
                "TIK-TYPE02",
                f"printf does not know the conversion {text[at : at + 3]!r}",
                hint="there are %d %i %u %x %o %c %f %e %g %s, and %% for the sign itself",
            )
        at = found.end()
        if found["kind"] == "%":
            piece += "%%"
            continue
        if not given:
            raise _count(text, args)
        value = given.pop(0)
        spelled = f"%{found['flags']}{found['width']}{found['precision'] or ''}{found['kind'].replace('u', 'd')}"
        if isinstance(value, str) and found["kind"] != "s":
            raise TikError("TIK-TYPE02", f"printf cannot show the text {value!r} as {found[0]}", hint="use %s")
        if isinstance(value, str | int | float):  # known now
            piece += rendered(spelled, np.array([value], object)).replace("%", "%%")
            continue
        pieces.append((piece + spelled, value))
        piece = ""
    if given:
        raise _count(text, args)
    return [*pieces, (piece, None)] if piece else pieces


def _count(text: str, args: tuple[Any, ...]) -> TikError:
    wanted = sum(found["kind"] != "%" for found in CONVERSION.finditer(text))
    return TikError("TIK-TYPE02", f"the format of printf has {wanted} conversions, {len(args)} arguments are given")


def _show(core: Core, text: str, value: Any) -> None:
    """Add the instruction that shows one piece."""
    data = text.encode()
    table = Declared(core, "printf", u8, Scope.GM, (max(len(data), 1),), max(len(data), 1))
    if isinstance(value, TensorView) and not (value.size == 1 and value.tensor.scope in (Scope.UB, Scope.SPR)):
        rows, cols, pitch = _extent(value)
        made = Instr(PrintfTensor, (u8, value.type), (MemRef(table), len(data), _source(value), rows, cols, pitch), here())
    else:
        shown = as_expr(0 if value is None else number(value))
        if (shown.dtype,) not in NUMBERS:
            raise TikError("TIK-TYPE01", f"the scalar pipe does not handle {shown.dtype}")
        if not isinstance(shown, Var | Const):  # what it reads of memory is read in its turn
            held = Var(shown.dtype, "printed")
            core.body.append(Assign(held, shown, here()))
            shown = held
        made = Instr(Printf, (u8, shown.dtype), (MemRef(table), len(data), shown), here())
    core.constants.append((table, data or b"\0"))
    core.body.append(made)


def _source(view: TensorView) -> MemRef:
    if view.type.packed:
        raise TikError(
            "TIK-TYPE01",
            f"{view.name} cannot be printed: {view.type.name} is packed",
            hint="print x.reinterpret_cast_to('int8'), two elements a byte",
        )
    view.tensor.used = True
    return view.ref


def _extent(view: TensorView) -> tuple[int, int, int]:
    """Rows, columns and the distance of rows of what a view shows."""
    dims, pitches = view.dims, view.row_pitches
    if not all(isinstance(n, int) for n in dims) or math.prod(dims) > MOST_PRINTED:
        raise TikError(
            "TIK-SHAPE01",
            f"{view.name} of shape {list(dims)} is too large to print, or its size is known only at run time",
            hint=f"print a part of it: {view.name}[0:64]",
        )
    outer = [(n, p) for n, p in zip(dims[:-1], pitches[:-1], strict=True) if n > 1]
    if not outer:
        return 1, dims[-1], max(dims[-1], 1)
    rows, pitch = outer[-1]
    for n, p in reversed(outer[:-1]):
        if p != rows * pitch:
            raise TikError("TIK-SHAPE01", f"this part of {view.name} has gaps on two levels; print one of its rows at a time")
        rows *= n
    return rows, dims[-1], pitch
