"""Whether a synchronised program orders every conflict: its first trips are walked through with numbers.

Written from the rules (decisions 1 and 2), apart from synchronise.py, so that each checks the other. Every pipe has a
vector clock: how many steps of each pipe are complete before its next step may start.
"""

from __future__ import annotations

import contextlib
import inspect
import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tik.ir import Assign, Block, Body, Exit, For, If, Instr, MemRef, Program, Var
from tik.ir.expr import const_value, evaluate
from tik.isa.fields import BITS, Choice, Int, Mask, MaskField, Mem
from tik.isa.instruction import placed
from tik.isa.regions import ANYWHERE, COLUMNS, LIMIT
from tik.schedule.rewrite import operand_elements
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

__all__ = ["check_order"]

NAMES = [pipe.value for pipe in Pipe if pipe is not Pipe.ALL]
Runs = list[tuple[int, int]]  # first byte, behind the last, in order


def check_order(program: Program, *, trips: int = 2, values: Mapping[str, int] | None = None) -> list[str]:
    """What is wrong with a program's flags and barriers, in words; empty when every conflict is ordered.

    Loops run at most ``trips`` times. ``values`` gives scalar arguments by name; others, and what depends on memory, are
    tried with a few values.
    """
    found: dict[str, None] = {}
    for arms, unknown in itertools.product(((True,), (False,), (True, False), (False, True)), (trips, 0)):
        walk = _Walk(program, trips, dict(values or {}), itertools.cycle(arms), unknown)
        found.update(dict.fromkeys(walk.run()))
        if not walk.guessed:
            break
    return list(found)


@dataclass(slots=True)
class _Step:
    """A step of a pipe: what it touches, and its place in the pipe's order."""

    pipe: str
    number: int
    text: str
    scope: int  # the no_sync block it stands in, 0 for none
    touched: list[tuple[Any, int, Runs]] = field(default_factory=list)
    tile: Any = None  # the result tile of a product
    accumulates: bool = False


class _Left(Exception):
    def __init__(self, kind: str) -> None:
        self.kind = kind


class _Walk:
    def __init__(self, program: Program, trips: int, values: dict[str, int], arms: Iterator[bool], unknown: int) -> None:
        self.program, self.trips, self.arms, self.unknown = program, trips, arms, unknown
        self.guessed = False
        self.values: dict[Var, int] = {program.block: 0}
        for arg in program.args:
            if arg.var is not None:
                self.guessed = self.guessed or arg.name not in values
                self.values[arg.var] = values.get(arg.name, unknown)
        self.count = dict.fromkeys(NAMES, 0)
        self.clock = {name: dict.fromkeys(NAMES, 0) for name in NAMES}
        self.flags: dict[tuple[str, str, int], dict[str, int]] = {}  # set flags and what their source knew
        self.waits: dict[tuple[str, str, int], int] = {}
        self.past: dict[Any, list[tuple[_Step, int, Runs]]] = {}
        self.faults: list[str] = []
        self.scopes = itertools.count(1)

    def run(self) -> list[str]:
        with contextlib.suppress(_Left):
            self.body(self.program.body, 0)
        self.faults += [f"flag {s} -> {d} {k} is left set" for s, d, k in self.flags]
        return self.faults

    # ------------------------------------------------------------------------------------------ statements

    def body(self, body: Body, scope: int) -> None:
        for s in body:
            if isinstance(s, Instr):
                self.instr(s, scope)
            elif isinstance(s, Assign):
                self.scalars(s.value, scope)
                found = self.value(s.value)
                if found is None:  # it depends on memory: any number is as good as another
                    self.guessed = True
                    found = int(next(self.arms))
                self.values[s.var] = found
            elif isinstance(s, For):
                self.loop(s, scope)
            elif isinstance(s, If):
                self.scalars(s.cond, scope)
                cond = self.value(s.cond)
                if cond is None:
                    self.guessed = True
                    cond = next(self.arms)
                self.body(s.then if cond else s.orelse, scope)
            elif isinstance(s, Block):
                self.body(s.body, next(self.scopes) if s.no_sync and not scope else scope)
            elif isinstance(s, Exit):
                raise _Left(s.kind)

    def loop(self, s: For, scope: int) -> None:
        self.scalars(s.begin, scope)
        self.scalars(s.end, scope)
        begin = self.number(s.begin, 0)
        end = self.value(s.end)
        if end is None:
            self.guessed = True
            end = begin + self.unknown * s.step
        for trip in range(begin, int(end), s.step)[: self.trips]:
            self.values[s.var] = trip
            try:
                self.body(s.body, scope)
            except _Left as left:
                if left.kind == "return":
                    raise
                if left.kind == "break":
                    break

    def value(self, x: Any) -> int | None:
        found = evaluate(x, self.values)
        return None if found is None else int(found)

    def number(self, x: Any, otherwise: int) -> int:
        found = self.value(x)
        return otherwise if found is None else found

    def scalars(self, x: Any, scope: int) -> None:
        for e in operand_elements(x):
            step = self.step("S", f"read of {e!r}", scope)
            self.touch(step, MemRef(e.tensor, e.offset), 0, [(0, e.dtype.size)])

    def instr(self, s: Instr, scope: int) -> None:
        if s.op.shows:
            return
        for x in s.operands:
            self.scalars(x, scope)
        if s.op.sync is not None:
            self.sync(s)
            return
        pipe = s.op.pipe.value if isinstance(s.op.pipe, Pipe) else s.operand(s.op.pipe)
        step = self.step(pipe, repr(s), scope)
        if s.op.mnemonic in ("mmad", "mmad_bias"):
            ref = s.operand("dst")
            sizes = [self.number(s.operand(f"matrix_{d}"), 0) for d in "mn"]
            step.tile = ref.tensor.address, self.number(ref.offset, 0), *sizes
            step.accumulates = s.op.mnemonic == "mmad" and const_value(s.operand("is_bias")) != 0
        for index, write, runs in _bytes(s, self.value):
            self.touch(step, s.operands[index], write, runs)

    def step(self, pipe: str, text: str, scope: int) -> _Step:
        step = _Step(pipe, self.count[pipe], text, scope)
        self.count[pipe] += 1
        return step

    # ------------------------------------------------------------------------------------------ order

    def sync(self, s: Instr) -> None:
        if s.op.sync == "barrier":
            pipe = s.operand("pipe")
            if pipe == "ALL":
                self.clock = {name: dict(self.count) for name in NAMES}
            else:
                self.clock[pipe][pipe] = self.count[pipe]
        elif s.op.sync in ("set", "wait"):
            source, target, k = s.operand("src_pipe"), s.operand("dst_pipe"), self.number(s.operand("event_id"), 0)
            key = source, target, k
            if not 0 <= k <= 7:
                self.faults.append(f"event id {k} is not 0..7")
            if s.op.sync == "set":
                if key in self.flags:
                    self.faults.append(f"flag {source} -> {target} {k} is set twice")
                elif self.clock[source][target] < self.waits.get(key, 0):
                    self.faults.append(f"flag {source} -> {target} {k} may still be set when it is set again")
                self.flags[key] = {**self.clock[source], source: self.count[source]}
                self.count[source] += 1
            else:
                knew = self.flags.pop(key, None)
                if knew is None:
                    self.faults.append(f"{target} waits for flag {source} -> {target} {k} that nobody set")
                else:
                    self.clock[target] = {name: max(self.clock[target][name], knew[name]) for name in NAMES}
                self.count[target] += 1
                self.waits[key] = self.count[target]

    def touch(self, step: _Step, ref: MemRef, write: int, runs: Runs) -> None:
        tensor = ref.tensor
        base = (tensor.address or 0) + self.number(ref.offset, 0)
        space = tensor.scope if tensor.scope is not Scope.GM else tensor.name
        runs = [(base + low, base + high) for low, high in runs]
        if runs and runs[0][1] - runs[0][0] >= ANYWHERE:
            start = tensor.address or 0
            runs = [(start, start + (tensor.nbytes or ANYWHERE))]
        past = self.past.setdefault(space, [])
        clock = self.clock[step.pipe]
        for other, wrote, where in past:
            if other is step or not (write or wrote) or clock[other.pipe] > other.number:
                continue
            if write == wrote == 2:  # atomic adds need no order
                continue
            if step.pipe == other.pipe == "S" or (step.scope and step.scope == other.scope):
                continue
            if step.pipe == other.pipe and space is Scope.SPR:
                continue
            if step.accumulates and other.pipe == "M" and space is Scope.L0C and step.tile == other.tile:
                continue
            if _meet(where, runs):
                self.faults.append(f"not ordered: {other.pipe} {other.text} and {step.pipe} {step.text} in {space}")
        past.append((step, write, runs))


def _meet(a: Runs, b: Runs) -> bool:
    """Whether two ordered lists of byte ranges share a byte."""
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i][0] < b[j][1] and b[j][0] < a[i][1]:
            return True
        if a[i][1] <= b[j][1]:
            i += 1
        else:
            j += 1
    return False


def _bytes(s: Instr, value: Callable[[Any], int | None]) -> Iterator[tuple[int, int, Runs]]:
    """Operand index, how touched (0 read, 1 written, 2 added to), byte ranges relative to the operand's address."""
    if s.op.regions is None:
        return
    named: dict[str, int] = {"lanes": s.op.lanes(s.types)}
    for f, x in zip(s.op.fields, s.operands, strict=True):
        if isinstance(f, Mem):
            named |= placed(f, s.types)
        elif isinstance(f, MaskField):
            assert isinstance(x, Mask)
            high, low = value(x.high), value(x.low)
            mode = x.mode if high is not None and low is not None else BITS
            named |= {"mask_mode": mode, "mask_high": _word(high), "mask_low": _word(low)}
        elif isinstance(f, Choice):
            named[f.name] = f.options.index(x)
        elif isinstance(f, Int):
            found = value(x)
            named[f.name] = f.low if found is None else found
        else:
            named[f.name] = 0
    names = list(inspect.signature(s.op.regions).parameters)[1:]
    table = np.empty((LIMIT, COLUMNS), np.int64)
    for row in table[: s.op.regions(table, *(named[name] for name in names))].tolist():
        index, write, _, start, n2, s2, n1, s1, inner = row
        starts = sorted(start + i * s2 + j * s1 for i in range(n2) for j in range(n1))
        yield index, write, [(at, at + inner) for at in starts]


def _word(x: int | None) -> int:
    if x is None:
        return -1
    return x - (1 << 64) if x >= 1 << 63 else x
