"""Which bytes a statement touches, as far as the build knows.

    bytes = constant + sum of terms + i2*s2 + i1*s1 + [0, inner)         exact, while ``terms`` is known
            low ... high                                                 over all values of all variables, always

Local memory counts bytes of its scope, whatever tensor lies there (tensors alias by address). A GM tensor is a space of
its own: arguments do not alias, unless one is given twice.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from tik.ir import Element, Expr, Form, Instr, MemRef, Tensor, const_value
from tik.isa.fields import BITS, COUNTER, Choice, Int, Mask, MaskField, Mem
from tik.isa.instruction import Instruction, placed
from tik.isa.regions import ANYWHERE
from tik.schedule.affine import Affine, Interval, Term, affine, bounds
from tik.types.dtypes import DType
from tik.types.scopes import Scope

__all__ = ["Access", "Accesses", "Dims", "regions", "space_of", "span"]

Dims = tuple[tuple[int, int], ...]  # (n, stride), the wider stride first
Ranges = Mapping[int, Interval]
ROWS = 8  # an operand of more regions than this (a scattered mask) is taken as one
FULL = -1
UNBOUNDED = 1 << 62
PRODUCTS = ("mmad", "mmad_bias")


class Access:
    """One region read or written; ``terms`` is None when only ``low`` … ``high`` (exclusive) is known."""

    __slots__ = (
        "accumulates",
        "constant",
        "dims",
        "high",
        "inner",
        "later",
        "low",
        "plain",
        "space",
        "start",
        "stop",
        "terms",
        "tile",
        "write",
    )

    def __init__(
        self,
        space: Any,
        write: int,
        low: int,
        high: int,
        constant: int,
        terms: tuple[Term, ...] | None,
        dims: Dims,
        inner: int,
    ) -> None:
        self.space, self.low, self.high = space, low, high
        self.write = write  # 0 it reads, 1 it writes, 2 it adds atomically: needs no order among its like
        self.constant, self.terms, self.dims, self.inner = constant, terms, dims, inner
        self.plain = terms == () and not dims  # the bytes low ... high, and no others
        self.tile = False  # the result tile of a matrix product
        self.accumulates = False  # which is added to
        self.later = 0  # the variable of the loop in whose second and later trips it is added to
        self.start = low if terms is None else constant  # outermost bytes, not counting the terms
        self.stop = high if terms is None else constant + (span(dims, inner) if dims else inner)

    def __repr__(self) -> str:
        return f"{('read', 'write', 'add to')[self.write]} {self.space} {self.low}..{self.high}"


Row = tuple[int, int, int, Dims, int]  # field, write, start, dims, inner


class Accesses:
    """Makes the accesses of statements; instructions that differ only in addresses are worked out once, and those to the same
    constant place share them."""

    def __init__(self) -> None:
        self.templates: dict[Any, tuple[Row, ...]] = {}
        self.forms: dict[Form, list[tuple[int, dict[MemRef, Access]]]] = {}  # for each row the operand, and what was made of it
        self.read: set[Any] = set()  # spaces
        self.written: set[Any] = set()

    def known(self, instr: Instr) -> list[Access] | None:
        """The accesses of an instruction of a form that was met before, to places met before; else None."""
        rows = None if instr.form is None else self.forms.get(instr.form)
        if rows is None:
            return None
        operands = instr.operands
        found = [places.get(operands[slot]) for slot, places in rows]
        return None if None in found else found  # type: ignore[return-value]

    def of(self, instr: Instr, ranges: Ranges) -> list[Access]:
        """The accesses of an instruction; ``ranges`` of the loop variables around it."""
        op = instr.op
        if op.regions is None:
            return []
        operands = instr.operands
        try:
            key = (op, instr.types, tuple([None if isinstance(x, MemRef) else x for x in operands]))
            rows = self.templates.get(key)
            if rows is None:
                rows = self._rows(op, instr.types, operands, ranges)
                if not any(isinstance(x, Expr) or (isinstance(x, Mask) and not isinstance(x.low, int)) for x in operands):
                    self.templates[key] = rows
        except TypeError:  # an operand that cannot be hashed
            rows = self._rows(op, instr.types, operands, ranges)
        found = [self._made(operands[row[0]], row, ranges) for row in rows]
        if op.mnemonic in PRODUCTS:
            _tiles(instr, found, ranges)
        elif instr.form is not None and len(found) <= ROWS:
            memory = self.forms.setdefault(instr.form, [(row[0], {}) for row in rows])
            for (slot, places), access in zip(memory, found, strict=True):
                if type(operands[slot].offset) is int:
                    places[operands[slot]] = access
        return found if len(found) <= ROWS else _joined(found)

    def element(self, e: Element, ranges: Ranges) -> Access:
        """The read of one element by the scalar pipe."""
        return self._made(MemRef(e.tensor, e.offset), (0, 0, 0, (), e.dtype.size), ranges)

    def _made(self, ref: MemRef, row: Row, ranges: Ranges) -> Access:
        access = _place(ref, *row[1:], ranges)
        (self.written if access.write else self.read).add(access.space)
        return access

    def _rows(
        self, op: type[Instruction], types: tuple[DType, ...], operands: tuple[Any, ...], ranges: Ranges
    ) -> tuple[Row, ...]:
        least, exact = _values(op, types, operands, ranges, 0)
        if exact:
            return tuple(_simplify(regions(op, least)))
        most, _ = _values(op, types, operands, ranges, 1)
        rows = regions(op, least) + regions(op, most)  # what may be an atomic add is taken as a write
        return tuple(_hulls([(row[0], min(row[1], 1), *row[2:]) for row in rows]))


def _joined(found: list[Access]) -> list[Access]:
    """The runs of a list (vnchwconv) that lie at equal distances as one access."""
    groups: dict[Any, list[Access]] = {}
    for a in found:
        groups.setdefault((a.space, a.write, a.terms, a.inner), []).append(a)
    out: list[Access] = []
    for (space, write, terms, inner), group in groups.items():
        starts = sorted({a.constant for a in group})
        step = starts[1] - starts[0] if len(starts) > 1 else 0
        if any(b - a != step for a, b in pairwise(starts)):
            out += group
            continue
        low, high = min(a.low for a in group), max(a.high for a in group)
        dims, inner = _shape(len(starts), step, 1, 0, inner)
        out.append(Access(space, write, low, high, starts[0], terms, dims, inner))
    return out


def _tiles(instr: Instr, found: list[Access], ranges: Ranges) -> None:
    """Mark the result tile of a product, and when it is added to (decision 1: M orders that itself)."""
    always, later = False, 0
    if "is_bias" in instr.op.field_index:
        adds = instr.operand("is_bias")
        always = bounds(adds, ranges)[0] == 1
        if not always and isinstance(adds, Expr):
            later = next(
                (
                    v
                    for v in affine_variables(adds)
                    if v in ranges and bounds(adds, {**ranges, v: (ranges[v][0] + 1, ranges[v][1])})[0] == 1
                ),
                0,
            )
    for access in found:
        if access.space is Scope.L0C:
            access.tile, access.accumulates, access.later = True, always, later


def affine_variables(x: Expr) -> tuple[int, ...]:
    """The numbers of the variables in an expression that does not depend on memory."""
    known = affine(x)
    return tuple({v for t in known.terms for v in t.variables}) if known is not None else ()


def _values(
    op: type[Instruction], types: tuple[DType, ...], operands: tuple[Any, ...], ranges: Ranges, end: int
) -> tuple[dict[str, int], bool]:
    """What the regions function asks for by name, run-time fields at the lower (0) or upper (1) end of their range."""
    values: dict[str, int] = {"lanes": op.lanes(types)} if types else {}
    exact = True
    for f, x in zip(op.fields, operands, strict=True):
        if isinstance(f, Mem):
            values |= placed(f, types)
        elif isinstance(f, MaskField):
            mode, high, low = x.mode, const_value(x.high), const_value(x.low)
            if high is None or low is None:
                exact = False
                mode, high, low = _most(x, values["lanes"], ranges) if end else (BITS, 0, 1)
            values["mask_mode"], values["mask_high"], values["mask_low"] = mode, _signed(int(high)), _signed(int(low))
        elif isinstance(f, Choice):
            values[f.name] = f.options.index(x)
        elif isinstance(f, Int):
            value = const_value(x)
            if value is None:
                exact = False
                span = bounds(x, ranges)
                value = min(max(span[end], f.low), f.high)
            values[f.name] = int(value)
        else:
            values[f.name] = 0
    return values, exact


def _most(mask: Mask, lanes: int, ranges: Ranges) -> tuple[int, int, int]:
    """The widest mask a run-time mask can be."""
    if mask.mode != COUNTER:
        return BITS, FULL, FULL
    top = bounds(mask.low, ranges)[1]
    return COUNTER, 0, int(min(top, lanes * 4096))


def _signed(word: int) -> int:
    return word - (1 << 64) if word >= 1 << 63 else word


_PARAMETERS: dict[Any, tuple[str, ...]] = {}


def regions(op: type[Instruction], values: Mapping[str, int]) -> list[Row]:
    """What an instruction states of itself, with every operand's address 0."""
    function = op.regions
    assert function is not None
    names = _PARAMETERS.get(function)
    if names is None:
        names = _PARAMETERS[function] = tuple(inspect.signature(function).parameters)[1:]
    table: dict[tuple[int, int], int] = {}
    count = function(table, *[values[name] for name in names])
    rows = []
    for r in range(count):
        field, write, start, n2, s2, n1, s1, inner = (table[r, c] for c in (0, 1, 3, 4, 5, 6, 7, 8))
        dims, inner = _shape(n2, s2, n1, s1, inner)
        rows.append((field, int(write), start, dims, inner))
    return rows


def _shape(n2: int, s2: int, n1: int, s1: int, inner: int) -> tuple[Dims, int]:
    """The levels that matter; rows that touch or overlap are one run."""
    levels = sorted(((n, s) for n, s in ((n2, s2), (n1, s1)) if n > 1 and s > 0), key=lambda level: level[1])
    dims: list[tuple[int, int]] = []
    for n, s in levels:
        if not dims and s <= inner:
            inner += (n - 1) * s
        else:
            dims.append((n, s))
    return tuple(reversed(dims)), inner


def span(dims: Dims, inner: int) -> int:
    """Bytes from the first to behind the last one touched."""
    return inner + sum((n - 1) * s for n, s in dims)


def _simplify(rows: list[Row]) -> list[Row]:
    if len(rows) <= ROWS:
        return rows
    return _hulls(rows)


def _hulls(rows: list[Row]) -> list[Row]:
    """One run for each operand and direction."""
    hulls: dict[tuple[int, int], tuple[int, int]] = {}
    for field, write, start, dims, inner in rows:
        low, high = hulls.get((field, write), (start, start))
        hulls[field, write] = min(low, start), max(high, start + span(dims, inner))
    return [(field, write, low, (), high - low) for (field, write), (low, high) in hulls.items()]


def space_of(tensor: Tensor) -> Any:
    """What tensors that may share bytes have in common."""
    return tensor.scope if tensor.scope is not Scope.GM else tensor.name


def _place(ref: MemRef, write: int, start: int, dims: Dims, inner: int, ranges: Ranges) -> Access:
    tensor, offset = ref.tensor, ref.offset
    base = tensor.address or 0
    if inner >= ANYWHERE:
        limit = base + tensor.nbytes if tensor.nbytes is not None else UNBOUNDED
        return Access(space_of(tensor), write, base, limit, 0, None, (), 0)
    if isinstance(offset, int):
        low = base + offset + start
        high = low + inner if not dims else low + span(dims, inner)
        if not dims and tensor.nbytes is not None and low < base + tensor.nbytes < high:
            high = base + tensor.nbytes  # a run-time field's widest reach ends with the tensor
            inner = high - low
        return Access(space_of(tensor), write, low, high, low, (), dims, inner)
    known: Affine | None = affine(offset)
    least, most = bounds(offset, ranges)
    limit = base + tensor.nbytes if tensor.nbytes is not None else UNBOUNDED
    length = span(dims, inner)
    low = max(base, base + start + int(max(least, 0)))
    high = int(min(limit, base + start + length + min(most, UNBOUNDED)))
    if high <= low:  # out of its tensor, which others report
        low, high = base, limit
    if known is None:
        return Access(space_of(tensor), write, low, high, 0, None, (), 0)
    if not known.terms:
        low = base + known.constant + start
        high = low + length
    return Access(space_of(tensor), write, low, high, base + known.constant + start, known.terms, dims, inner)
