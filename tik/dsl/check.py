"""What is checked of one instruction before it is added: operands, dtypes, fields, and the bytes it can reach.

Everything here depends only on the call's constant arguments and its operands' dtypes and scopes, so the builder keeps
what it found out; what depends on the addresses (alignment, bounds, life) is compared at each call.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from tik.chips import Chip, chip_names, chips_with, listed_chips, load_chip
from tik.dsl.tensor import TensorView
from tik.dsl.value import number, whole
from tik.ir import Expr
from tik.isa.fields import Choice, Int, Mask, Mem
from tik.isa.instruction import Combo, Instruction, placed
from tik.isa.regions import ANYWHERE
from tik.types.dtypes import DType
from tik.types.errors import TikError, did_you_mean, shown
from tik.types.scopes import Scope

__all__ = ["COUNTS", "checked_choice", "checked_int", "checked_mask", "checked_scope", "checked_types", "extents", "listed"]

Op = type[Instruction]

_WORDS = {"": "none", "ceiling": "ceil"}  # TIK's other spellings of round modes
WORD = 2**64
COUNTS = frozenset({"repeat_times", "nburst", "burst"})  # 0 is possible only at run time


def checked_scope(name: str, field: Mem, view: Any) -> None:
    """The operand must be a tensor in a scope the instruction reaches."""
    if not isinstance(view, TensorView):
        raise TikError(
            "TIK-TYPE02",
            f"{field.name} of {name} is {shown(view)}, not a tensor",
            hint="give a tensor or a view of one: t[i]",
        )
    if view.tensor.scope not in field.scopes:
        raise TikError(
            "TIK-TYPE03",
            f"{field.name} of {name} lies in {view.tensor.scope}, the instruction works on {', '.join(map(str, field.scopes))}",
            details=(f"{field.name} is {view.tensor.name}",),
            hint="move it there with data_move",
        )


def checked_types(chip: Chip, name: str, op: Op, views: Mapping[str, TensorView]) -> Combo:
    """The dtype combination of the operands; TIK-CHIP01 when only other chips have it, TIK-TYPE01 when none has."""
    found: dict[int, DType] = {}
    fields = [f for f in op.fields if isinstance(f, Mem)]
    shown = ", ".join(f"{f.name} {views[f.name].type}" for f in fields if Scope.SPR not in f.scopes)
    rows = op.supported(chip)
    for f in fields:
        if found.setdefault(f.type, views[f.name].type) is not views[f.name].type:
            raise TikError(
                "TIK-TYPE01",
                f"{name} needs {_same(fields, f)} of one dtype: {shown}",
                hint="convert one of them with vconv, or reinterpret_cast_to for the same bytes",
            )
    types = tuple(found[index] for index in sorted(found))
    if types in rows or not fields:
        return types
    if op.feature is not None and not chip.has(op.feature):
        raise TikError("TIK-CHIP01", f"{chip.name} has no {_path(name, views)}", hint=_chips(chips_with(op.feature)))
    others = tuple(c for c in chip_names() if types in op.supported(load_chip(c)))
    here = f"{name} on {chip.name}: {listed(rows) or 'nothing'}"
    if others:
        what = str(types[0]) if len(set(types)) == 1 else ".".join(map(str, types))
        raise TikError("TIK-CHIP01", f"{chip.name} has no {name} of {what}", details=(here,), hint=_chips(others))
    if not rows:
        some = tuple(c for c in chip_names() if op.supported(load_chip(c)))
        raise TikError("TIK-CHIP01", f"{chip.name} has no {_path(name, views)}", hint=_chips(some))
    raise TikError(
        "TIK-TYPE01",
        f"no chip has {name} for {shown}",
        details=(here,),
        hint="convert the operands first (vconv), or reinterpret_cast_to for the same bytes",
    )


def listed(rows: tuple[Combo, ...]) -> str:
    """Dtype combinations as the kit prints them: one dtype for all operands, else joined by dots."""
    return ", ".join(row[0].short if len(set(row)) == 1 else ".".join(t.short for t in row) for row in rows if row)


def _same(fields: list[Mem], field: Mem) -> str:
    return " and ".join(f.name for f in fields if f.type == field.type)


def _path(name: str, views: Mapping[str, TensorView]) -> str:
    """The call, and where it goes if chips have only some of its paths."""
    if name not in ("data_move", "tensor_mov"):
        return name
    return f"{name} from {views['src'].tensor.scope} to {views['dst'].tensor.scope}"


def _chips(names: tuple[str, ...]) -> str:
    return f"chips that have it: {listed_chips(names)}" if names else "no chip of the kit has it"


def checked_int(name: str, field: Int, value: Any, split: Callable[[int], str | None]) -> int | Expr:
    """An integer field: immediate in its range, or a run-time value."""
    n = number(value, f"{field.name} of {name}")
    if isinstance(n, float) and math.isfinite(n) and n % 1 and "blocks" in field.doc:
        raise TikError(
            "TIK-ALIGN02",
            f"{field.name} of {name} is {n!r}: it counts whole 32-byte blocks",
            hint="pad the rows to a multiple of 32 bytes, or round up with //: (n + 15) // 16",
        )
    n = whole(n, f"{field.name} of {name}")
    if isinstance(n, Expr):
        return n
    low = max(field.low, 1) if field.name in COUNTS else field.low
    if n > field.high:
        code = "TIK-SYNC07" if field.name == "event_id" else "TIK-REPEAT01"
        raise TikError(
            code,
            f"{field.name} is {n}, at most {field.high}",
            details=(f"{name}: {field.name} can be {low}..{field.high}",),
            hint=split(n),
        )
    if n < low:
        code = "TIK-SYNC07" if field.name == "event_id" else "TIK-REPEAT01"
        raise TikError(
            code,
            f"{field.name} is {n}, at least {low}",
            details=(f"{name}: {field.name} can be {low}..{field.high}",),
            hint=split(n) if field.low == 0 < low else None,
        )
    return n


def checked_mask(name: str, mask: Any, mode: str, widest: DType) -> Mask:
    """A mask: a count of lanes, bit words [high, low], or with ``mask_mode="counter"`` a count of all elements."""
    lanes = 256 // widest.size
    if not isinstance(mode, str) or mode not in ("normal", "counter"):
        raise TikError("TIK-TYPE02", f"mask_mode of {name} is {shown(mode)}; there are 'normal' and 'counter'")
    if mode == "counter":
        n = whole(mask, f"mask of {name}")
        if isinstance(n, int) and not 1 <= n < 2**32:
            raise TikError("TIK-REPEAT02", f"mask is {n}; a counter is 1..{2**32 - 1}")
        return Mask.counter(n)
    if isinstance(mask, list | tuple):
        return _bits(name, mask, lanes, widest)
    n = whole(mask, f"mask of {name}")
    if isinstance(n, int) and not 1 <= n <= lanes:
        raise TikError(
            "TIK-REPEAT02",
            f"mask is {n}, possible are 1..{lanes} lanes of {widest}",
            details=(f"a repeat is 256 bytes: {lanes} elements of {widest}",),
            hint=f"use more repeats of {lanes} lanes, and one with the rest" if n > lanes else None,
        )
    return Mask.count(n)


def _bits(name: str, words: Any, lanes: int, widest: DType) -> Mask:
    if len(words) != 2:
        raise TikError(
            "TIK-REPEAT02",
            f"mask of {name} has {len(words)} words; [high, low] is possible",
            hint=f"four words are for 8-bit data; here lanes count elements of {widest}" if len(words) == 4 else None,
        )
    high, low = (whole(word, f"a word of the mask of {name}") for word in words)
    for word in (high, low):
        if isinstance(word, int) and not 0 <= word < WORD:
            raise TikError("TIK-REPEAT02", f"a word of the mask of {name} is {word}; it has 64 bits")
    if isinstance(high, int) and isinstance(low, int):
        if high == low == 0:
            raise TikError("TIK-REPEAT02", f"mask of {name} has no lane", hint="leave the call out")
        if lanes < 128 and (high << 64 | low) >> lanes:
            raise TikError(
                "TIK-REPEAT02",
                f"mask of {name} has lanes beyond the {lanes} of {widest}",
                details=(f"[{high:#x}, {low:#x}]",),
                hint="for 32-bit elements the high word is 0",
            )
    return Mask.bits(high, low)


def checked_choice(name: str, field: Choice, value: Any) -> str:
    """One of the field's words, also in TIK's spellings."""
    if value is None:
        word = field.default or "none"
    elif isinstance(value, str):
        word = _WORDS.get(value, value)
    elif isinstance(value, int) and "true" in field.options:
        word = "true" if value else "false"
    else:
        word = ""
    if word not in field.options:
        raise TikError(
            "TIK-TYPE02",
            f"{field.name} of {name} is {value!r}; there are {', '.join(field.options)}",
            hint=did_you_mean(str(value), field.options),
        )
    return word


def extents(op: Op, types: Combo, values: Mapping[str, Any], mask: Mask | None) -> dict[str, tuple[int, int]]:
    """First byte and one past the last, relative to its start, each memory operand touches: the hull of its regions."""
    regions = op.regions
    if regions is None:
        return {}
    known: dict[str, Any] = {"out": {}, "lanes": op.lanes(types) if types else 0}
    if mask is not None:
        known |= {"mask_mode": mask.mode, "mask_high": _signed(mask.high), "mask_low": _signed(mask.low)}
    for f in op.fields:
        if isinstance(f, Mem):
            known |= placed(f, types)
        elif isinstance(f, Choice):
            known[f.name] = f.options.index(values[f.name])
        elif f.name in values:
            known[f.name] = values[f.name]
    code = regions.__code__
    count = regions(**{name: known[name] for name in code.co_varnames[: code.co_argcount]})
    rows: dict[tuple[int, int], int] = known["out"]
    hull: dict[str, tuple[int, int]] = {}
    for n in range(count):
        field, start, n2, s2, n1, s1, inner = (rows[n, column] for column in (0, 3, 4, 5, 6, 7, 8))
        name = op.fields[field].name
        if inner == ANYWHERE:  # its addresses are known, and checked, when it runs
            hull.setdefault(name, (start, start))
            continue
        low, high = hull.get(name, (start, start))
        hull[name] = (min(low, start), max(high, start + (n2 - 1) * s2 + (n1 - 1) * s1 + inner))
    return hull


def _signed(word: int) -> int:
    return word - WORD if word >= WORD // 2 else word
