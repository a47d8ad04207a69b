"""From the numbers the compiled passes found to hazards in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from tik.npu.sanitizer import clocks
from tik.npu.sanitizer.hazard import ERROR, NOTE, Hazard
from tik.npu.sanitizer.naming import PIPE_OF, Names
from tik.npu.sanitizer.tables import Tables
from tik.npu.trace import FIRST_GM, SYNC, Trace

__all__ = ["races", "spills", "synchronisation", "undefined", "unwritten"]

_SHOWN = 8  # stuck pipes or cores listed in one deadlock
Found = NDArray[np.int64]


def races(names: Names, found: Found) -> Iterator[Hazard]:
    """SYNC01, SYNC02, SYNC03 from the rows of the sweeps."""
    for _, _, core_a, row_a, write_a, core_b, row_b, write_b, space, low, high, apart in found.tolist():
        pipe_a, pipe_b = names.pipe(core_a, row_a), names.pipe(core_b, row_b)
        held_a = names.holder(core_a, row_a, space, low, high, write_a)
        held_b = names.holder(core_b, row_b, space, low, high, write_b)
        region = names.bytes_of(held_b, space, low, high)
        also = "" if held_a == held_b else f"; they are also {names.bytes_of(held_a, space, low, high)}"
        does = ("reads", "overwrites", "adds to")[write_b]
        doing = ("reading", "writing", "adding to")[write_a]
        after, before = names.place(core_a, row_a), names.place(core_b, row_b)
        level = ERROR
        if apart and write_a == write_b == 1 and _alike(names.trace, space, low, high):
            code, level = "TIK-SYNC03", NOTE
            message = f"core {core_b} writes {region} again, with the values core {core_a} writes{also}"
            hint = "harmless as long as the values agree; give each core bytes of its own where you can"
        elif (
            apart and write_a + write_b == 1 and _its_own(names.trace, core_b, row_b, core_a, row_a, write_b, space, low, high)
        ):
            code, level = "TIK-SYNC03", NOTE
            reader, writer = (core_a, core_b) if write_b else (core_b, core_a)
            message = f"core {reader} reads {region}, which core {writer} writes with the values core {reader} wrote{also}"
            hint = "harmless as long as the values agree; what all cores compute alike is better kept in UB"
        elif apart:
            code = "TIK-SYNC03"
            message = f"core {core_b} {does} {region} while core {core_a} may still be {doing} them{also}"
            hint = "give each core bytes of its own, or let one wait for the other (block_barrier, cross_core_set/wait)"
        elif pipe_a is pipe_b:
            code = "TIK-SYNC02"
            message = f"{pipe_b} {does} {region} while an earlier instruction of {pipe_a} may still be {doing} them{also}"
            hint = f"put pipe_barrier({pipe_b}) after {after} and before {before}"
        else:
            code = "TIK-SYNC01"
            message = f"{pipe_b} {does} {region} while {pipe_a} may still be {doing} them{also}"
            hint = f"put set_flag({pipe_a}, {pipe_b}, id) after {after} and wait_flag({pipe_a}, {pipe_b}, id) before {before}"
        yield Hazard(
            code,
            level,
            message,
            (
                names.site(core_a, row_a, "first, " + ("reads", "writes", "adds")[write_a]),
                names.site(core_b, row_b, "then, " + ("reads", "writes", "adds")[write_b]),
            ),
            hint,
        )


def _alike(trace: Trace, space: int, low: int, high: int) -> bool:
    """Whether every core that wrote these bytes wrote the same values."""
    marks = trace.changed.get(space)
    if marks is None:
        return False
    first = low // 8
    bits = np.unpackbits(marks[first : high // 8 + 1], bitorder="little")
    return not bits[low - first * 8 : high - first * 8].any()


def _its_own(
    trace: Trace, core_b: int, row_b: int, core_a: int, row_a: int, write_b: int, space: int, low: int, high: int
) -> bool:
    """Whether the core that reads wrote all of these bytes before, and no core ever changed what another had written."""
    marks = trace.changed.get(space)
    if marks is None or marks.any():
        return False
    core, row = (core_a, row_a) if write_b else (core_b, row_b)
    run = trace.cores[core]
    before = run.regions[: int(run.region_start[row])]
    own = np.zeros(high - low, np.bool_)
    for region in before[(before[:, 1] == 1) & (before[:, 2] == space)].tolist():
        _, _, _, first, n2, s2, n1, s1, inner = region[:9]
        for start in (first + i2 * s2 + i1 * s1 - low for i2 in range(n2) for i1 in range(n1)):
            own[max(start, 0) : max(start + inner, 0)] = True
    return bool(own.all())


def _flag(number: int) -> str:
    """The operands of a flag: source, destination, id."""
    return f"{PIPE_OF[number >> 6]}, {PIPE_OF[number >> 3 & 7]}, {number & 7}"


def synchronisation(names: Names, tables: Tables, found: Found) -> Iterator[Hazard]:
    """SYNC04, SYNC05, SYNC06, SYNC08 from the findings of the clocks."""
    rows: Sequence[Sequence[int]] = found.tolist()
    said: set[tuple[int, ...]] = set()
    for core in sorted({r[1] for r in rows if r[0] in (clocks.STUCK, clocks.STUCK_BARRIER)}):
        stuck = [r for r in rows if r[1] == core and r[0] in (clocks.STUCK, clocks.STUCK_BARRIER)]
        key = (clocks.STUCK, *(names.trace.cores[core].ids[r[2]] for r in stuck))
        if key not in said:
            said.add(key)
            yield _deadlock(names, tables, core, stuck)
    between = [r for r in rows if r[0] == clocks.CROSS_STUCK]
    if between:
        yield _deadlock_between(names, between)
    for kind, core, row, other, third, flag in rows:
        section = names.trace.cores[core].section
        key = (kind, section, int(names.trace.cores[core].ids[row]) if row >= 0 else -1, flag)
        if key in said:
            continue
        said.add(key)
        if kind == clocks.SET_TWICE:
            yield Hazard(
                "TIK-SYNC06",
                ERROR,
                f"the flag ({_flag(flag)}) is set while it is still set",
                (names.site(core, other, "set"), names.site(core, row, "set again")),
                f"put wait_flag({_flag(flag)}) between the two, or use another event id",
            )
        elif kind == clocks.SET_EARLY:
            source, target = PIPE_OF[flag >> 6], PIPE_OF[flag >> 3 & 7]
            yield Hazard(
                "TIK-SYNC06",
                ERROR,
                f"the flag ({_flag(flag)}) may still be set when {source} sets it again: nothing "
                f"tells {source} that {target} is past its wait",
                (names.site(core, other, "set"), names.site(core, third, "waits"), names.site(core, row, "set again")),
                f"use another event id, or put set_flag({target}, {source}, id) after {names.place(core, third)} and "
                f"wait_flag({target}, {source}, id) before {names.place(core, row)}",
            )
        elif kind == clocks.LEFT:
            yield Hazard(
                "TIK-SYNC05",
                ERROR,
                f"the flag ({_flag(flag)}) is still set when core {core} ends",
                (names.site(core, row, "set"),),
                f"put wait_flag({_flag(flag)}) behind it, or leave this set_flag out",
            )
        elif kind == clocks.BARRIER_S:
            yield Hazard(
                "TIK-SYNC08",
                ERROR,
                "pipe_barrier(S) has no meaning: S runs in order by itself",
                (names.site(core, row, "barrier"),),
                "leave it out",
            )
        elif kind == clocks.CROSS_OVERFLOW:
            yield Hazard(
                "TIK-SYNC06",
                ERROR,
                f"cross-core flag {flag} is set more than 15 times before it is waited for",
                (names.site(core, row, "sets"),),
                "wait for it more often, or use another flag",
            )
        elif kind == clocks.CROSS_LEFT:
            yield Hazard(
                "TIK-SYNC05",
                ERROR,
                f"cross-core flag {flag} still counts {other} when core {core} ends",
                (),
                "each cross_core_set needs its cross_core_wait",
            )


def _deadlock(names: Names, tables: Tables, core: int, stuck: Sequence[Sequence[int]]) -> Hazard:
    waits, sites = [], []
    for kind, _, row, _, _, flag in stuck[:_SHOWN]:
        pipe = names.pipe(core, row)
        what = f"set_flag({_flag(flag)})" if kind == clocks.STUCK else "pipes that are stuck (pipe_barrier(ALL))"
        waits.append(f"{pipe} waits at instruction {row} for {what}")
        sites.append(names.site(core, row, f"{pipe} waits"))
    _, _, row, _, _, flag = stuck[0]
    hint = None
    if stuck[0][0] == clocks.STUCK:
        late = _later_set(names.trace, tables, core, row, flag)
        if late is None:
            hint = f"set_flag({_flag(flag)}) is missing before {names.place(core, row)}, or this wait is one too many"
        else:
            hint = (
                f"set_flag({_flag(flag)}) comes only later, at {names.place(core, late)}: in a loop, put one set_flag "
                f"before the loop and one wait_flag behind it"
            )
    return Hazard("TIK-SYNC04", ERROR, f"deadlock on core {core}: {', '.join(waits)}", tuple(sites), hint)


def _later_set(trace: Trace, tables: Tables, core: int, row: int, flag: int) -> int | None:
    """The first row behind ``row`` that sets a flag."""
    run = trace.cores[core]
    for later in range(row + 1, len(run.ids)):
        static = tables.sections[run.section] + int(run.ids[later])
        if tables.sync[static] == SYNC["set"]:
            arg = [int(v) for v in tables.aux[static]]
            if tables.slot[static, 2] >= 0:
                arg[2] = int(run.rows[int(run.row_start[later]) + int(tables.slot[static, 2])])
            if arg[0] * 64 + arg[1] * 8 + arg[2] == flag:
                return later
    return None


def _deadlock_between(names: Names, rows: Sequence[Sequence[int]]) -> Hazard:
    waits = [
        f"core {core} waits at instruction {row} "
        + ("at a block_barrier" if barrier else f"for cross-core flag {_cross_flag(names.trace, core, row)}")
        for _, core, row, _, _, barrier in rows[:_SHOWN]
    ]
    more = f" and {len(rows) - _SHOWN} more" if len(rows) > _SHOWN else ""
    return Hazard(
        "TIK-SYNC04",
        ERROR,
        f"deadlock between cores: {', '.join(waits)}{more}",
        tuple(names.site(r[1], r[2], f"core {r[1]} waits") for r in rows[:_SHOWN]),
        "every core must take part: a set of each sender for every wait, and all cores at a block_barrier",
    )


def _cross_flag(trace: Trace, core: int, row: int) -> int:
    return int(trace.value(trace.cores[core], row, "flag_id"))


def spills(names: Names, found: Found) -> Iterator[Hazard]:
    """BOUNDS02 from the rows of find_spills."""
    for core, row, space, stop, write in found.tolist():
        logical = names.trace.spaces[space][0]
        verb, name = "writes" if write else "reads", names.trace.names(space + FIRST_GM)
        mnemonic = names.instr(core, row).op.mnemonic
        message = (
            f"{mnemonic} {verb} up to byte {stop} of {name}, which has {logical}: the last block ends in the slack behind it"
        )
        yield Hazard("TIK-BOUNDS02", NOTE, message, (names.site(core, row, verb),))


def undefined(names: Names, found: Found) -> Iterator[Hazard]:
    """UNINIT01 from the rows of find_undefined."""
    for _, core, row, space, byte, write, from_space, from_byte in found.tolist():
        mnemonic = names.instr(core, row).op.mnemonic
        name, base = names.holder(core, row, space, byte, byte + 1, write)
        hint = "memory starts undefined, not zero: write all bytes that are used (load, vector_dup), or use fewer"
        if not write:
            message = f"{mnemonic} uses byte {byte - base} of {name}, which nobody wrote"
        elif from_byte < 0 and _adds(names, core, row):
            message = f"{mnemonic} adds to bytes nobody wrote: byte {byte - base} of {name} is one"
            hint = "clear what is added to: is_atomic_add=True does it before the launch, or give the array as an input too"
        else:
            message = f"{mnemonic} stores undefined bytes: byte {byte - base} of {name} is one"
            if from_byte >= 0:
                source, source_base = names.holder(core, row, from_space, from_byte, from_byte + 1, 0)
                message += f", from byte {from_byte - source_base} of {source}, which nobody wrote"
        yield Hazard(
            "TIK-UNINIT01",
            ERROR,
            message,
            (names.site(core, row, "stores" if write else "uses"),),
            hint,
        )


def _adds(names: Names, core: int, row: int) -> bool:
    """Whether a row is an atomic add."""
    return "atomic" in names.instr(core, row).op.slot_of and bool(names.trace.value(names.trace.cores[core], row, "atomic"))


def unwritten(names: Names, found: Sequence[tuple[int, int, int]]) -> Iterator[Hazard]:
    """UNINIT01 for outputs nobody wrote to; as a note for those left out in part: the author may have meant it."""
    args = [arg for arg in names.trace.stream.args if arg.kind == "gm"]
    for space, count, first in found:
        arg = args[space]
        if count == names.trace.spaces[space][0]:
            message = f"nothing was ever written to the output {arg.name} ({count} bytes)"
            yield Hazard("TIK-UNINIT01", ERROR, message, (), "store to it, or take it out of BuildCCE's outputs")
            continue
        message = (
            f"{count} byte{'s' if count > 1 else ''} of {arg.name} {'were' if count > 1 else 'was'} never written, "
            f"the first at byte {first} (element {arg.dtype.elements(first)} of {arg.name})"
        )
        yield Hazard("TIK-UNINIT01", NOTE, message, (), "outputs start undefined, not zero: store to every element")
