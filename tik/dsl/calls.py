"""The builder's calls, made from the instruction definitions: binding, checking, adding the instruction."""

from __future__ import annotations

import ast
import inspect
import itertools
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from tik.dsl.check import checked_choice, checked_int, checked_mask, checked_scope, checked_types, extents
from tik.dsl.overlap import Overlap, overlap_of
from tik.dsl.tensor import Declared, TensorView, gone
from tik.dsl.value import fitted
from tik.ir import Expr, Instr
from tik.isa.fields import Choice, Int, Mask, MaskField, Mem, Out, Value
from tik.isa.instruction import Call, Combo, Instruction
from tik.types.dtypes import DType
from tik.types.errors import TikError
from tik.types.positions import here
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["Parameters", "Site", "add", "method"]

_MEMO = 65536  # findings a builder keeps
_ANY = frozenset({"sid"})  # parameters the hardware ignores


class Parameters:
    """The parameters of a call in order, and how arguments are bound to them."""

    __slots__ = ("count", "defaults", "name", "names", "required", "tails")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        pairs = [word.partition("=") for word in text.split()]
        self.names = tuple(pair[0] for pair in pairs)
        self.defaults = {pair[0]: ast.literal_eval(pair[2]) for pair in pairs if pair[1]}
        self.count, self.required = len(pairs), len(pairs) - len(self.defaults)
        values = tuple(self.defaults.values())
        self.tails = {n: values[n - self.required:] for n in range(self.required, self.count + 1)}

    def bind(self, args: tuple[Any, ...], keywords: Mapping[str, Any]) -> tuple[Any, ...]:
        """All arguments, in order; TIK-TYPE02 naming the one that is missing or unknown."""
        if not keywords and len(args) in self.tails:
            return args + self.tails[len(args)]
        if len(args) > self.count:
            raise TikError("TIK-TYPE02", f"{self.name} takes {self.count} arguments, not {len(args)}", hint=self.shown)
        bound = dict(zip(self.names, args, strict=False))
        for key, value in keywords.items():
            if key not in self.names:
                raise TikError("TIK-TYPE02", f"{self.name} has no parameter {key}", hint=self.shown)
            if key in bound:
                raise TikError("TIK-TYPE02", f"{self.name} is given {key} twice", hint=self.shown)
            bound[key] = value
        missing = [name for name in self.names if name not in bound and name not in self.defaults]
        if missing:
            raise TikError("TIK-TYPE02", f"{self.name} misses {', '.join(missing)}", hint=self.shown)
        return tuple(bound[name] if name in bound else self.defaults[name] for name in self.names)

    @property
    def shown(self) -> str:
        """The call as its author writes it."""
        return f"{self.name}({', '.join(n if n not in self.defaults else f'{n}={self.defaults[n]!r}' for n in self.names)})"

    @property
    def signature(self) -> inspect.Signature:
        """The signature of the method."""
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        return inspect.Signature([inspect.Parameter("self", kind), *(
            inspect.Parameter(n, kind, default=self.defaults.get(n, inspect.Parameter.empty)) for n in self.names)])


class Place(NamedTuple):
    """A memory operand: its slot among the operands, its argument, alignment, and the bytes touched from its start on."""

    slot: int
    argument: int
    align: int
    low: int
    high: int
    name: str


class Found(NamedTuple):
    """What checking a call found out: the instruction but for its addresses and value operands."""

    types: Combo
    operands: tuple[Any, ...]
    places: tuple[Place, ...]
    values: tuple[tuple[int, int, DType, str], ...]  # slot, argument, dtype, name
    overlap: Overlap | None
    constant: bool  # holds for every call with the same constant arguments


_numbers = itertools.count()


def _several(indices: Sequence[int]) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    if len(indices) > 1:
        return itemgetter(*indices)
    return (lambda args: (args[indices[0]],)) if indices else (lambda args: ())


class Site:
    """One call of one instruction: which argument is which operand."""

    __slots__ = ("argument_of", "constants", "fixed", "memories", "number", "op", "parameters", "unused")

    def __init__(self, op: type[Instruction], name: str, text: str, renamed: Mapping[str, str] | None = None,
                 fixed: Mapping[str, Any] | None = None) -> None:
        self.op, self.parameters, self.number = op, Parameters(name, text), next(_numbers)
        index = {n: i for i, n in enumerate(self.parameters.names)}
        renamed = renamed or {}
        fields = {f.name: f for f in op.fields}
        self.argument_of = {f: index[renamed.get(f, f)] for f in fields if renamed.get(f, f) in index}
        self.fixed = dict(fixed or {})
        run_time = [self.argument_of[n] for n, f in fields.items() if isinstance(f, Mem | Value | Out) and n in self.argument_of]
        self.memories = _several([self.argument_of[n] for n, f in fields.items() if isinstance(f, Mem)])
        self.constants = _several([i for i in range(self.parameters.count) if i not in run_time])
        used = {*self.argument_of.values()}
        self.unused = tuple((n, i) for n, i in index.items() if i not in used and n not in _ANY and n != "mask_mode")

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
        add(self, site, args)

    return call


def add(core: Core, site: Site, args: tuple[Any, ...]) -> None:
    """Check one call (all its arguments bound) and add the instruction, or remember the mistake."""
    if type(args[0]) is list:
        args = (tuple(args[0]), *args[1:])
    views = site.memories(args)
    try:
        key = (site.number, site.constants(args), *[view.kind for view in views])
        found: Found | None = core.memo.get(key)
    except (AttributeError, TypeError):
        key, found = None, None
    if found is None:
        try:
            found = examine(core, site, args)
        except TikError as error:
            core.collect(error)
            return
        if found.constant and key is not None:
            if len(core.memo) >= _MEMO:
                core.memo.clear()
            core.memo[key] = found
    operands = list(found.operands)
    for view, (slot, _, align, low, high, _) in zip(views, found.places, strict=True):
        ref = view.ref
        tensor, offset = view.tensor, ref.offset
        if not tensor.alive or (type(offset) is int and (
                offset % align or offset + low < 0 or offset + high > tensor.limit)):
            core.collect(_place_mistake(site, view, align, low, high, found, slot))
            return
        operands[slot] = ref
        tensor.used = True
    if found.values:
        try:
            for slot, argument, dtype, what in found.values:
                operands[slot] = fitted(args[argument], dtype, what)
        except TikError as error:
            core.collect(error)
            return
    if found.overlap is not None:
        first = views[0]
        for index, view in enumerate(views[1:], 1):
            if view.tensor is first.tensor and found.overlap.conflict(index, first.ref.offset, view.ref.offset):
                core.collect(_overlap_mistake(site, found, index, views))
                return
    core.body.append(Instr(site.op, found.types, operands, here()))


def examine(core: Core, site: Site, args: tuple[Any, ...]) -> Found:
    """Everything about a call that its addresses do not decide; raises the first mistake."""
    op, name = site.op, site.parameters.name
    views: dict[str, TensorView] = {}
    for f in op.fields:
        if isinstance(f, Mem):
            checked_scope(name, f, args[site.argument_of[f.name]])
            views[f.name] = args[site.argument_of[f.name]]
    types = checked_types(core.chip, name, op, views)
    for parameter, index in site.unused:
        _neutral(site, parameter, args[index])
    mode = args[site.parameters.names.index("mask_mode")] if "mask_mode" in site.parameters.names else "normal"
    operands: list[Any] = [None] * len(op.fields)
    values: dict[str, Any] = {}
    wanted: list[tuple[int, int, DType, str]] = []
    mask: Mask | None = None
    constant = True
    for slot, f in enumerate(op.fields):
        argument = site.argument_of.get(f.name)
        given = site.fixed.get(f.name, f.default) if argument is None else args[argument]
        if isinstance(f, MaskField):
            mask = checked_mask(name, given, mode, max(types, key=lambda t: t.size))
            operands[slot] = mask
            constant = constant and not isinstance(mask.low, Expr) and not isinstance(mask.high, Expr)
        elif isinstance(f, Int):
            n = 1 if mode == "counter" and f.name == "repeat_times" else checked_int(
                name, f, given, lambda n, f=f: _split(site, args, views, f, n))  # type: ignore[misc]
            operands[slot] = values[f.name] = n
            constant = constant and not isinstance(n, Expr)
        elif isinstance(f, Choice):
            operands[slot] = values[f.name] = checked_choice(name, f, given)
        elif isinstance(f, Value) and argument is not None and given is not None:
            wanted.append((slot, argument, types[f.type], f.name))
        elif isinstance(f, Value):
            operands[slot] = f.default
    complaint = op.check(core.chip, types, values)
    if complaint is not None:
        raise TikError("TIK-CHIP01" if core.chip.name in complaint else "TIK-TYPE01", f"{name}: {complaint}")
    reach = extents(op, types, values, mask) if constant else {}
    places = tuple(Place(slot, site.argument_of[f.name], f.align, *reach.get(f.name, (0, 0)), f.name)
                   for slot, f in op.mems())
    return Found(types, tuple(operands), places, tuple(wanted), overlap_of(op, types, values, mask) if constant else None,
                 constant)


def _neutral(site: Site, parameter: str, value: Any) -> None:
    """A parameter the kit does not model must have the value that means nothing."""
    default = site.parameters.defaults.get(parameter)
    if value is None or value == default or (parameter == "deqscale" and isinstance(value, int | float) and value == 1):
        return
    if isinstance(value, int) and not value:
        return
    raise TikError("TIK-CHIP01", f"{parameter}={value!r} of {site.parameters.name} is not in the kit yet",
                   hint=f"leave it at {default!r}")


def _split(site: Site, args: tuple[Any, ...], views: Mapping[str, TensorView], field: Int, n: int) -> str | None:
    """How to write what needs more repeats than the field holds."""
    if field.name != "repeat_times" or n > 16 * field.high:
        return "loop over it" if field.name == "repeat_times" else None
    parts = [field.high] * (n // field.high) + ([n % field.high] if n % field.high else [])
    starts = []
    for name, view in views.items():
        at = site.argument_of.get(f"{name}_rep_stride")
        if at is None or not isinstance(args[at], int):
            return f"split it into {' + '.join(map(str, parts))} repeats"
        starts.append(f"{name}[{field.high * args[at] * 32 // view.type.size}]")
    return f"split it into {' + '.join(map(str, parts))} repeats; the second call starts at {', '.join(starts)}"


def _place_mistake(site: Site, view: TensorView, align: int, low: int, high: int, found: Found, slot: int) -> TikError:
    """What is wrong with an operand's address."""
    tensor, offset, name = view.tensor, view.ref.offset, site.parameters.name
    field = site.op.fields[slot].name
    if not tensor.alive:
        return gone(tensor)
    assert isinstance(offset, int)
    if offset % align:
        return TikError("TIK-ALIGN01", f"{field} of {name} starts at byte {offset} of {tensor.name}, which is no multiple of {align}",
                        details=(f"element {offset / view.type.size:g} of {view.type} ({view.type.size} bytes each), "
                                 f"{tensor.scope} is addressed in blocks of {align} bytes",),
                        hint=f"start at a multiple of {max(1, align // view.type.size)} elements")
    access = site.op.fields[slot]
    verb = "writes" if isinstance(access, Mem) and access.writes else "reads"
    return TikError("TIK-BOUNDS01", f"{name} {verb} past the end of {tensor.name}",
                    details=(f"bytes {offset + low}..{offset + high} of {field}, {_size(tensor)}",),
                    hint="make the tensor larger, or use fewer repeats, bursts or lanes")


def _size(tensor: Declared) -> str:
    slack = " and a guard of 32 behind its last block" if tensor.scope is Scope.GM else ""
    return f"{tensor.name} has {tensor.nbytes}{slack}"


def _overlap_mistake(site: Site, found: Found, index: int, views: tuple[TensorView, ...]) -> TikError:
    dst, src = found.places[0].name, found.places[index].name
    return TikError("TIK-SYNC02", f"a repeat of {site.parameters.name} writes what a later repeat reads",
                    details=(f"{dst} from byte {views[0].ref.offset}, {src} from byte {views[index].ref.offset} of "
                             f"{views[0].tensor.name}",),
                    hint="use the same start and strides for both, another tensor, or one call a repeat")
