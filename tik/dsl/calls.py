"""The builder's calls, made from the instruction definitions: binding, checking, adding the instruction."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from tik.dsl.check import checked_choice, checked_int, checked_mask, checked_scope, checked_types, extents
from tik.dsl.complaints import array_mistake, overlap_mistake, place_mistake, split_hint, zero_hint
from tik.dsl.overlap import Overlap, overlap_of
from tik.dsl.parameters import Parameters
from tik.dsl.strides import plain_strides
from tik.dsl.tensor import TensorView
from tik.dsl.value import fitted, whole
from tik.ir import Const, Expr, Form, Instr, several
from tik.isa.fields import Choice, Int, Mask, MaskField, Mem, Out, Value
from tik.isa.instruction import Call, Combo, Instruction
from tik.types.dtypes import DType
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["SITES", "Site", "add", "method"]

_LOG = logging.getLogger("tik")
_MEMO = 65536  # findings a builder keeps
_PLAIN = frozenset({int, float, bool, str, type(None), type})
_ANY = frozenset({"sid", "mask_mode", "stride_unit"})  # parameters the hardware ignores, or that say how others are meant
_MOST_SID = 15
_PLAIN_STRIDES = 0  # stride_unit: distances in blocks, from start to start


class Place(NamedTuple):
    """A memory operand: its slot among the operands, its alignment, and the bytes touched from its start on."""

    slot: int
    align: int
    low: int
    high: int
    name: str
    writes: bool


class Found(NamedTuple):
    """What checking a call found out: the instruction but for its addresses and value operands."""

    types: Combo
    operands: tuple[Any, ...]
    places: tuple[Place, ...]
    values: tuple[tuple[int, int, DType, str], ...]  # slot, argument, dtype, name
    overlap: Overlap | None
    fills: tuple[tuple[int, int, str], ...]  # run-time arguments: slot, argument (-1: the mask), name
    form: Form | None  # None with run-time arguments


_numbers = itertools.count()


SITES: dict[str, list[Site]] = {}  # of each call of the builder, by its name


class Site:
    """One call of one instruction: which argument is which operand."""

    __slots__ = ("argument_of", "constants", "fixed", "memories", "number", "op", "parameters", "unit", "unused")

    def __init__(
        self,
        op: type[Instruction],
        name: str,
        text: str,
        renamed: Mapping[str, str] | None = None,
        fixed: Mapping[str, Any] | None = None,
    ) -> None:
        self.op, self.parameters, self.number = op, Parameters(name, text), next(_numbers)
        index = {n: i for i, n in enumerate(self.parameters.names)}
        renamed = renamed or {}
        fields = {f.name: f for f in op.fields}
        self.argument_of = {f: index[renamed.get(f, f)] for f in fields if renamed.get(f, f) in index}
        self.fixed = dict(fixed or {})
        run_time = [
            self.argument_of[n] for n, f in fields.items() if isinstance(f, Mem | Value | Out) and n in self.argument_of
        ]
        self.memories = several([self.argument_of[n] for n, f in fields.items() if isinstance(f, Mem)])
        self.constants = several([i for i in range(self.parameters.count) if i not in run_time])
        self.unit = index.get("stride_unit", 0)  # the argument that says how strides are meant; 0: none does
        used = {*self.argument_of.values()}
        self.unused = tuple((n, i) for n, i in index.items() if i not in used and n not in _ANY)
        SITES.setdefault(name, []).append(self)

    @classmethod
    def of(cls, op: type[Instruction], call: Call) -> Site:
        """The site of a call the instruction's definition names."""
        return cls(op, call.name, call.parameters, fixed=dict(call.fixed))


def method(site: Site) -> Callable[..., None]:
    """The builder's method for a call."""
    bind, count = site.parameters.bind, site.parameters.count

    def call(self: Core, *args: Any, **keywords: Any) -> None:
        if keywords or len(args) != count:
            try:
                args = bind(args, keywords)
            except TikError as error:
                self.collect(error)
                return
        try:
            add(self, site, args)
        except ValueError as error:
            self.collect(array_mistake(site.parameters.name, args, error))

    return call


def add(core: Core, site: Site, args: tuple[Any, ...]) -> None:
    """Check one call (all its arguments bound) and add the instruction, or remember the mistake."""
    if type(args[0]) is list:
        args = (tuple(args[0]), *args[1:])
    if site.unit and args[site.unit] is not _PLAIN_STRIDES:
        try:
            args = plain_strides(core.chip, site, args)
        except TikError as error:
            core.collect(error)
            return
    views = site.memories(args)
    constants = site.constants(args)
    try:
        try:
            found: Found | None = core.memo.get((site.number, constants, *[view.kind for view in views]))
        except (AttributeError, TypeError):  # an operand is no tensor, or an argument cannot be looked up
            found = examine(core, site, args)
        if found is None:
            found = _find(core, site, args, constants, views)
        operands = list(found.operands)
        for slot, argument, what in found.fills:
            operands[slot] = whole(args[argument], what) if argument >= 0 else _mask(site, args, found.types)
    except TikError as error:
        core.collect(error)
        return
    for view, (slot, align, low, high, operand, writes) in zip(views, found.places):  # noqa: B905 - strict costs 3 % of a call
        ref = view.ref
        tensor, offset = view.tensor, ref.offset
        if not tensor.alive or (type(offset) is int and (offset % align or offset + low < 0 or offset + high > tensor.limit)):
            core.collect(place_mistake(site.parameters.name, operand, writes, view, align, low, high))
            return
        operands[slot] = ref
        tensor.used = True
    form = found.form
    if found.values:
        try:
            for slot, argument, dtype, what in found.values:
                value = operands[slot] = fitted(args[argument], dtype, what)
                if isinstance(value, Expr):
                    form = None
        except TikError as error:
            core.collect(error)
            return
    if found.overlap is not None:
        first = views[0]
        for index, view in enumerate(views[1:], 1):
            if view.tensor is first.tensor and found.overlap.conflict(index, first.ref.offset, view.ref.offset):
                names = found.places[0].name, found.places[index].name
                core.collect(overlap_mistake(site.parameters.name, (names[0], first), (names[1], view)))
                return
    core.body.append(Instr(site.op, found.types, operands, here(), form))


def _find(core: Core, site: Site, args: tuple[Any, ...], constants: tuple[Any, ...], views: tuple[TensorView, ...]) -> Found:
    """What is kept about calls like this one: run-time arguments stand for any run-time value. Else examine it."""
    constants = tuple(Expr if isinstance(c, Expr) and not isinstance(c, Const) else c for c in constants)
    plain = all(type(c) in _PLAIN or (type(c) is tuple and all(type(w) is int for w in c)) for c in constants)
    key = (site.number, constants, *[view.kind for view in views])
    found: Found | None = core.memo.get(key) if plain else None
    if found is None:
        found = examine(core, site, args)
        if plain:
            if len(core.memo) >= _MEMO:
                core.memo.clear()
            core.memo[key] = found
    return found


def _mask(site: Site, args: tuple[Any, ...], types: Combo) -> Mask:
    names = site.parameters.names
    mode = args[names.index("mask_mode")] if "mask_mode" in names else "normal"
    return checked_mask(site.parameters.name, args[site.argument_of["mask"]], mode, site.op.counted(types))


def examine(core: Core, site: Site, args: tuple[Any, ...]) -> Found:
    """Everything about a call that its addresses do not decide; raises the first mistake."""
    op, name = site.op, site.parameters.name
    views: dict[str, TensorView] = {}
    for f in op.fields:
        if isinstance(f, Mem):
            checked_scope(name, f, args[site.argument_of[f.name]])
            views[f.name] = args[site.argument_of[f.name]]
    types = checked_types(core.chip, name, op, views)
    if "sid" in site.parameters.names:  # the hardware ignores it
        sid = whole(args[site.parameters.names.index("sid")], f"sid of {name}")
        if isinstance(sid, int) and not 0 <= sid <= _MOST_SID:
            raise TikError("TIK-REPEAT01", f"sid of {name} is {sid}, possible are 0..{_MOST_SID}", hint="0 is what all use")
    for parameter, index in site.unused:
        _neutral(site, parameter, args[index])
    counter = "mask_mode" in site.parameters.names and args[site.parameters.names.index("mask_mode")] == "counter"
    operands: list[Any] = [None] * len(op.fields)
    values: dict[str, Any] = {}
    wanted: list[tuple[int, int, DType, str]] = []
    fills: list[tuple[int, int, str]] = []
    mask: Mask | None = None
    for slot, f in enumerate(op.fields):
        argument = site.argument_of.get(f.name)
        given = site.fixed.get(f.name, f.default) if argument is None else args[argument]
        if isinstance(f, MaskField):
            operands[slot] = mask = _mask(site, args, types)
            if isinstance(mask.low, Expr) or isinstance(mask.high, Expr):
                fills.append((slot, -1, f.name))
        elif isinstance(f, Int):
            n = (
                1
                if counter and f.name == "repeat_times"
                else checked_int(name, f, given, partial(_split, site, args, views, f))
            )
            operands[slot] = values[f.name] = n
            if isinstance(n, Expr):
                assert argument is not None
                fills.append((slot, argument, f"{f.name} of {name}"))
        elif isinstance(f, Choice):
            operands[slot] = values[f.name] = checked_choice(name, f, given)
        elif isinstance(f, Value) and argument is not None and given is not None:
            wanted.append((slot, argument, types[f.type], f"{f.name} of {name}"))
        elif isinstance(f, Value):
            if argument is not None and f.default is None:
                raise TikError("TIK-TYPE02", f"{f.name} of {name} is None, not a number")
            operands[slot] = f.default
    complaint = op.check(core.chip, types, values)
    if complaint is not None:
        raise TikError("TIK-CHIP01" if core.chip.name in complaint else "TIK-TYPE01", f"{name}: {complaint}")
    reach = extents(op, types, values, mask) if not fills else {}
    overlap = None if fills else overlap_of(op, types, values, mask)
    if overlap is not None and overlap.rewritten and not any(f.writes and f.reads for _, f in op.mems()):
        _LOG.warning(
            "repeats of %s overwrite %d blocks of one another (%s): dst_rep_stride is %d, and a repeat writes %d blocks",
            *(name, overlap.rewritten, here().short, overlap.operands[0][1], overlap.rewritten + overlap.operands[0][1]),
        )
    places = tuple(
        Place(slot, f.boundary(types[f.type]), *reach.get(f.name, (0, 0)), f.name, f.writes) for slot, f in op.mems()
    )
    return Found(
        types,
        tuple(operands),
        places,
        tuple(wanted),
        overlap,
        tuple(fills),
        None if fills else Form([place.slot for place in places]),
    )


def _split(site: Site, args: tuple[Any, ...], views: Mapping[str, TensorView], field: Int, n: int) -> str | None:
    """A hint for an integer beyond its field: repeats can be split over several calls; a count of 0 comes of a division."""
    if n < field.high:
        return zero_hint(field, site.op, views)
    if field.name != "repeat_times":
        return None
    places = {name: site.argument_of.get(f"{name}_rep_stride") for name in views}
    return split_hint(n, field.high, {k: (views[k], args[at]) for k, at in places.items() if at is not None})


def _neutral(site: Site, parameter: str, value: Any) -> None:
    """A parameter the kit does not model must have the value that means nothing."""
    default = site.parameters.defaults.get(parameter)
    if value is None or value == default or (parameter == "deqscale" and isinstance(value, int | float) and value == 1):
        return
    if isinstance(value, int) and not value:
        return
    raise TikError(
        "TIK-CHIP01",
        f"{parameter}={value!r} of {site.parameters.name} is not in the kit yet",
        hint=f"leave it at {default!r}",
    )
