"""Making instructions fit their fields, for the tile layer: long ones are split.

More repeats (or bursts) than the field counts become several instructions, each starting where the one before ends. A
stride too wide for its field makes an instruction a repeat. How far a repeat advances each operand follows from the
regions the instruction states. Only constants are split; run-time counts stay as they are.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from tik.ir import Block, Body, For, If, Instr, MemRef, Program, const_value
from tik.isa.fields import BITS, COUNTER, Choice, Int, Mask, MaskField, Mem
from tik.isa.instruction import placed
from tik.schedule.access import regions, span

__all__ = ["legalise"]

COUNTS = ("repeat_times", "nburst")
STRIDES = ("_stride", "_gap")


def legalise(program: Program) -> Program:
    """The program with every constant count and stride within its field."""
    return dataclasses.replace(program, body=_body(program.body))


def _body(body: Body) -> Body:
    done: Body = []
    for s in body:
        if isinstance(s, Instr):
            done += _instr(s)
        elif isinstance(s, For | Block):
            done.append(dataclasses.replace(s, body=_body(s.body)))
        elif isinstance(s, If):
            done.append(If(s.cond, _body(s.then), _body(s.orelse), s.position))
        else:
            done.append(s)
    return done


def _instr(s: Instr) -> list[Instr]:
    name = next((name for name in COUNTS if name in s.op.field_index), None)
    if name is None:
        return [s]
    count = const_value(s.operand(name))
    field = s.op.fields[s.op.field_index[name]]
    counter = any(isinstance(x, Mask) and x.mode == COUNTER for x in s.operands)  # counts lanes, not repeats
    if not isinstance(count, int) or not isinstance(field, Int) or counter:
        return [s]
    wide = [
        index
        for index, f in enumerate(s.op.fields)
        if isinstance(f, Int) and f.name.endswith(STRIDES) and _beyond(s.operands[index], f)
    ]
    if count <= field.high and not (wide and count >= 1):
        return [s]
    ahead = _advance(s, name)
    if ahead is None:
        return [s]
    step = 1 if wide else field.high
    return [_part(s, name, min(step, count - done), done, ahead, wide) for done in range(0, count, step)]


def _beyond(x: Any, f: Int) -> bool:
    value = const_value(x)
    return value is not None and value > f.high


def _part(s: Instr, name: str, count: int, done: int, ahead: dict[int, int], wide: list[int]) -> Instr:
    """``count`` repeats that start behind ``done`` others."""
    operands: list[Any] = list(s.operands)
    for index, distance in ahead.items():
        ref = operands[index]
        operands[index] = MemRef(ref.tensor, ref.offset + done * distance) if done * distance else ref
    operands[s.op.field_index[name]] = count
    for index in wide:  # of a single repeat the stride does not matter
        f = s.op.fields[index]
        assert isinstance(f, Int)
        operands[index] = f.default if f.default is not None else f.low
    return Instr(s.op, s.types, operands, s.position)


def _advance(s: Instr, name: str) -> dict[int, int] | None:
    """Bytes from one repeat to the next for each memory operand; None where strides are run-time values."""
    values: dict[str, int] = {"lanes": s.op.lanes(s.types)}
    for f, x in zip(s.op.fields, s.operands, strict=True):
        if isinstance(f, Mem):
            values |= placed(f, s.types)
        elif isinstance(f, MaskField):
            values |= {"mask_mode": BITS, "mask_high": -1, "mask_low": -1}
        elif isinstance(f, Choice):
            values[f.name] = f.options.index(x)
        elif isinstance(f, Int) and f.name != name:
            number = const_value(x)
            if number is None:
                if f.name.endswith(STRIDES) or f.name == "burst":
                    return None
                number = f.low
            values[f.name] = int(number)
        else:
            values[f.name] = 0
    ends = []
    for count in (1, 2):
        reach: dict[int, int] = {}
        for index, _, start, dims, inner in regions(s.op, {**values, name: count}):
            reach[index] = max(reach.get(index, 0), start + span(dims, inner))
        ends.append(reach)
    return {index: ends[1][index] - ends[0][index] for index in ends[0]}
