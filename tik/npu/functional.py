"""Functional execution: the values a stream computes, by executing it; leaves a trace for timing and sanitizer.

Cores run one after another in block order (decision 18); at cross-core flags and barriers they take turns.
Local memory starts as 0xFF bytes on every core (decision 7).
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tik.isa.fields import Int, MaskField, Mem
from tik.isa.regions import COLUMNS, LIMIT
from tik.isa.scalar import NO_LOOP
from tik.isa.special import OVERFLOW
from tik.npu.following import Following
from tik.npu.native import interpreter as machine
from tik.npu.native.interpreter import fill, run_core
from tik.npu.native.owners import BLOCK
from tik.npu.trace import COST_COLUMNS, FIRST_GM, CoreTrace, Trace
from tik.npu.translate import Code, Translation
from tik.stream.model import Instr, Stream
from tik.types.errors import TikError
from tik.types.scopes import Scope

__all__ = ["GmSpace", "Printed", "execute", "run_counts"]

SLICE = 2_000_000  # instructions between looks at Ctrl-C
MOST = 8_000_000  # instructions of a launch: their record takes about 3 GB


@dataclass(frozen=True)
class GmSpace:
    """A GM space: the host bytes that hold it (slack included) and how many of them are the array's own."""

    data: NDArray[np.uint8]
    logical: int


@dataclass(frozen=True)
class Printed:
    """What a print instruction shows: its values, where it stands, on which core, and the loop variables around it; of printf
    the ``text`` too, with its conversion (where it has none, the values mean nothing)."""

    instr: Instr
    block: int
    loops: tuple[int, ...]
    values: NDArray[Any]
    text: str | None = None


class _Store:
    """The growing trace of all cores together."""

    def __init__(self, rows: int, words: int, regions: int) -> None:
        self.ids = np.empty(rows, np.int64)
        self.costs = np.empty((rows, COST_COLUMNS))
        self.row_start = np.zeros(rows + 1, np.int64)
        self.region_start = np.zeros(rows + 1, np.int64)
        self.rows = np.empty(words, np.int64)
        self.regions = np.empty((regions, COLUMNS), np.int64)

    def grow(self, state: NDArray[np.int64]) -> None:
        if state[machine.ROWS] + 2 >= len(self.ids) // 2:
            self.ids, self.costs = _double(self.ids), _double(self.costs)
            self.row_start, self.region_start = _double(self.row_start), _double(self.region_start)
        while max(2 * state[machine.WORDS] + 512, state[machine.E0]) >= len(self.rows):  # E0: words a single row needs
            self.rows = _double(self.rows)
        if state[machine.REGIONS] + 2 * LIMIT >= len(self.regions) // 2:
            self.regions = _double(self.regions)


class _Owned:
    """Who wrote which block of GM, and what a core changed of another's (see native/owners.py), of what somebody may write."""

    def __init__(self, stream: Stream, gm: Sequence[GmSpace]) -> None:
        roles = [a.role for a in stream.args if a.kind == "gm"]
        self.owners = np.zeros(FIRST_GM + len(roles) + len(stream.constants), np.int64)
        self.changed = np.zeros(len(self.owners), np.int64)
        self.old = np.empty(1 << 20 if gm else 0, np.uint8)
        self.marks: dict[int, NDArray[np.uint8]] = {}
        self._blocks = []
        for number, (space, role) in enumerate(zip(gm, roles, strict=False), FIRST_GM):
            if role != "input":
                blocks = np.zeros(len(space.data) // BLOCK + 1, np.uint16)
                self._blocks.append(blocks)
                self.marks[number] = np.zeros(len(space.data) // 8 + 1, np.uint8)
                self.owners[number], self.changed[number] = blocks.ctypes.data, self.marks[number].ctypes.data


def _double(a: NDArray[Any]) -> NDArray[Any]:
    bigger = np.empty((2 * len(a), *a.shape[1:]), a.dtype)
    bigger[: len(a)] = a
    return bigger


def run_counts(t: Translation, blocks: int) -> list[tuple[int, int, int]]:
    """The cores of a launch as (block, section, subblock), in the order they run."""
    return [
        (block, index, sub)
        for block in range(blocks)
        for index, code in enumerate(t.codes)
        for sub in range(code.section.ratio)
    ]


def execute(
    t: Translation,
    gm: Sequence[GmSpace],
    scalars: dict[int, int],
    blocks: int,
    *,
    record: bool = False,
    printer: Callable[[Printed], None] | None = None,
    saturating: bool = False,
) -> Trace:
    """Run all cores. ``gm``: the spaces of GM arguments, then constants; ``scalars``: register -> bits of scalar arguments.
    ``saturating``: on chips without inf and NaN, results are what the chip makes of them.

    Raises TIK-BOUNDS01, TIK-REPEAT01/02, TIK-ALIGN01 at the author's line, TIK-SYNC04 when cores wait for each other for ever.
    """
    with t.lock:
        return _execute(t, gm, scalars, blocks, record, printer, saturating)


def _execute(
    t: Translation,
    gm: Sequence[GmSpace],
    scalars: dict[int, int],
    blocks: int,
    record: bool,
    printer: Callable[[Printed], None] | None,
    saturating: bool,
) -> Trace:
    cores = run_counts(t, blocks)
    spaces = FIRST_GM + len(gm)
    sizes = np.zeros(spaces, np.int64)
    shared = np.zeros(spaces, np.int64)
    for index, space in enumerate(gm):
        shared[FIRST_GM + index] = space.data.ctypes.data
        sizes[FIRST_GM + index] = len(space.data)
    local: list[NDArray[np.uint8]] = []
    bases = [shared] * len(cores)
    sets = len(cores) if t.has_sync else 1
    for number in range(sets):
        table = shared.copy()
        for scope, nbytes in t.used.items():
            memory = np.empty((nbytes + 63) // 64 * 64, np.uint8)
            local.append(memory)
            table[scope] = memory.ctypes.data
            sizes[scope] = nbytes
        if sets == 1:
            bases = [table] * len(cores)
        else:
            bases[number] = table
    store = _Store(4096, 1 << 16, 1 << 14 if record else 2 * LIMIT)
    counters = np.zeros((len(cores) if t.has_sync else 1, 16), np.int64)
    sent = np.zeros((len(counters), 3, 16), np.int64)
    states = [np.zeros(machine.STATE, np.int64) for _ in cores]
    owned = _Owned(t.stream, gm if record and len(cores) > 1 else ())
    registers = np.zeros((len(cores), max(t.registers, 2)), np.int64)
    for core, (block, _, sub) in enumerate(cores):
        registers[core, 0], registers[core, 1] = block, sub
        for reg, bits in scalars.items():
            registers[core, reg] = bits
    order: list[tuple[int, int, int]] = []
    has_status = t.used.get(Scope.SPR.code, 0) > OVERFLOW.byte  # it starts at 0; other special registers are undefined
    following = Following(t, gm, record, saturating)
    waiting = list(range(len(cores)))
    rows = words = regions = 0
    while waiting:
        still: list[int] = []
        moved = False
        for core in waiting:
            code = t.codes[cores[core][1]]
            state = states[core]
            if state[machine.PC] == 0:
                for scope, nbytes in t.used.items():
                    fill(bases[core][scope], 0, (nbytes + 7) // 8 * 8)
                if has_status:
                    ctypes.memset(int(bases[core][Scope.SPR.code]) + OVERFLOW.byte, 0, OVERFLOW.size)
            state[machine.ROWS], state[machine.WORDS], state[machine.REGIONS] = rows, words, regions
            peers = _peers(cores, core) if t.has_sync else _NO_PEERS
            if t.has_sync:
                peers[3, 0] = core
            first = rows
            state[machine.CORE] = core % 65535 + 1
            known = code.figures
            while True:
                status = run_core(
                    code.program,
                    state,
                    registers[core],
                    bases[core],
                    sizes,
                    code.run,
                    known.head,
                    known.entries,
                    known.costs,
                    known.keys,
                    known.regions,
                    code.key_at,
                    code.keys,
                    code.template_at,
                    code.templates,
                    code.patch_at,
                    code.patches,
                    code.bound_at,
                    code.bounds,
                    code.tails,
                    following.of(core, cores[core][1]),
                    code.statics.sync,
                    counters,
                    sent,
                    peers,
                    store.ids,
                    store.costs,
                    store.rows,
                    store.row_start,
                    store.regions,
                    store.region_start,
                    record,
                    owned.owners,
                    owned.changed,
                    owned.old,
                    SLICE,
                )
                if status == machine.FULL:
                    store.grow(state)
                elif status == machine.UNKNOWN:
                    _learn(code, state, store)
                elif status == machine.PRINTED:
                    _show(t, code, store, state, registers[core], bases[core], cores[core][0], printer)
                elif status == machine.OVERFLOWN:
                    following.begin(core, cores[core][1], state, bases[core])
                elif status != machine.SLICED:
                    break
                if state[machine.ROWS] > MOST:
                    raise _endless(t, code, state)
            if status in (machine.BAD_BOUNDS, machine.BAD_FIELD):
                raise _mistake(code, state, status, gm, cores[core][0])
            if status == machine.ASTRAY:
                raise _astray(code, state, cores[core][0])
            if status == machine.UNDEFINED:
                raise code.unset[int(state[machine.E0])]
            rows, words, regions = (int(state[i]) for i in (machine.ROWS, machine.WORDS, machine.REGIONS))
            if rows > first:
                order.append((core, first, rows))
                moved = True
            if status == machine.BLOCKED:
                still.append(core)
            else:
                moved = True
                following.end(core, cores[core][1])
        if still and t.has_sync and len(still) == len(cores) and (counters[:, 15] == 1).all():
            if blocks > (most := _at_once(t, blocks)):
                raise _coreless(t, cores, states, blocks, most)
            counters[still, 15] = 2  # everyone has arrived at the barrier
            moved = True
        if still and not moved:
            raise _stuck(t, cores, states, still)
        waiting = still
    return Trace(
        t.stream,
        tuple(c.statics for c in t.codes),
        _split(store, cores, order),
        tuple((space.logical, len(space.data)) for space in gm),
        order,
        following.overflows(),
        owned.marks,
    )


def _at_once(t: Translation, blocks: int) -> int:
    """How many of the blocks have a core at the same time."""
    kinds = [section.kind for section in t.stream.sections]
    if kinds == ["unified"] and t.chip.is_split:  # no core runs it
        return blocks
    return t.chip.blocks_at_once(kinds[0] if len(kinds) == 1 else "mixed")


def _coreless(
    t: Translation, cores: Sequence[tuple[int, int, int]], states: Sequence[NDArray[np.int64]], blocks: int, most: int
) -> TikError:
    """Blocks without a core never come to a barrier that those with one wait at."""
    return TikError(
        "TIK-SYNC04",
        f"block_barrier waits for ever: {blocks} blocks are launched, and {t.chip.name} runs {most} at once",
        position=_standing(t, cores, states, 0).position,
        details=["a block gets its core when another block has ended, and none ends before the barrier"],
        hint=f"launch at most {most} blocks (get_aicore_num()), and loop over what is left inside",
    )


_NO_PEERS = np.zeros((4, 1), np.int64)


def _peers(cores: Sequence[tuple[int, int, int]], me: int) -> NDArray[np.int64]:
    """The cores whose cross-core sets reach ``me``, by mode (decision 3)."""
    table = np.zeros((4, len(cores)), np.int64)
    block, section, _ = cores[me]
    for other, (b, s, _) in enumerate(cores):
        table[0, other] = s == section
        table[1, other] = b == block and s == section
        table[2, other] = b == block and s != section
    return table


def _split(
    store: _Store, cores: Sequence[tuple[int, int, int]], order: Sequence[tuple[int, int, int]]
) -> tuple[CoreTrace, ...]:
    runs: list[list[tuple[int, int]]] = [[] for _ in cores]
    for core, first, stop in order:
        runs[core].append((first, stop))
    out = []
    for (block, section, sub), parts in zip(cores, runs, strict=True):
        if len(parts) == 1:
            first, stop = parts[0]
            w0, w1 = int(store.row_start[first]), int(store.row_start[stop])
            r0, r1 = int(store.region_start[first]), int(store.region_start[stop])
            out.append(
                CoreTrace(
                    block,
                    sub,
                    section,
                    store.ids[first:stop],
                    store.costs[first:stop],
                    store.rows[w0:w1],
                    store.row_start[first : stop + 1] - w0,
                    store.regions[r0:r1],
                    store.region_start[first : stop + 1] - r0,
                )
            )
            continue
        picks = np.concatenate([np.arange(a, b) for a, b in parts]) if parts else np.zeros(0, np.int64)
        words = [store.rows[store.row_start[a] : store.row_start[b]] for a, b in parts]
        areas = [store.regions[store.region_start[a] : store.region_start[b]] for a, b in parts]
        lengths = store.row_start[picks + 1] - store.row_start[picks]
        counts = store.region_start[picks + 1] - store.region_start[picks]
        out.append(
            CoreTrace(
                block,
                sub,
                section,
                store.ids[picks],
                store.costs[picks],
                np.concatenate(words) if words else np.zeros(0, np.int64),
                _starts(lengths),
                np.concatenate(areas) if areas else np.zeros((0, COLUMNS), np.int64),
                _starts(counts),
            )
        )
    return tuple(out)


def _starts(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])


def _show(
    t: Translation,
    code: Code,
    store: _Store,
    state: NDArray[np.int64],
    regs: NDArray[np.int64],
    bases: NDArray[np.int64],
    block: int,
    printer: Callable[[Printed], None] | None,
) -> None:
    row = int(state[machine.ROWS]) - 1
    k = int(store.ids[row])
    instr = code.statics.instrs[k]
    at = int(store.row_start[row])
    slot = {name: int(store.rows[at + index]) for name, index in instr.op.slot_of.items()}
    if printer is None or slot.get("core", -1) not in (-1, block):
        return
    text = None
    if "text" in slot:
        text = _bytes(bases, slot, "text", slot["length"]).decode("utf-8", "replace")
    dtype = instr.types[-1]
    if "src" in slot:
        span = ((slot["rows"] - 1) * slot["pitch"] + slot["cols"]) * dtype.size
        raw = np.frombuffer(_bytes(bases, slot, "src", span), dtype.numpy)
        values = np.stack([raw[r * slot["pitch"] : r * slot["pitch"] + slot["cols"]] for r in range(slot["rows"])])
    else:
        values = np.frombuffer(struct.pack("<q", slot["a"])[: dtype.size], dtype.numpy)
    given = tuple(slot[f"loop{i}"] for i in range(4) if slot.get(f"loop{i}", NO_LOOP) != NO_LOOP)
    printer(Printed(instr, block, given or tuple(int(regs[r]) for r in code.loops[k]), values, text))


def _bytes(bases: NDArray[np.int64], slot: dict[str, int], name: str, count: int) -> bytes:
    import ctypes

    return ctypes.string_at(int(bases[slot[f"{name}_space"]]) + slot[name], count)


def _learn(code: Code, state: NDArray[np.int64], store: _Store) -> None:
    """Compute the figures of the instruction the core stands at, for its values."""
    k, at = int(state[machine.E0]), int(state[machine.WORDS])
    instr = code.statics.instrs[k]
    row = store.rows[at : at + instr.op.slots]
    keys = [
        int(row[slot]) % int(modulus) if modulus else int(row[slot])
        for slot, modulus in code.keys[code.key_at[k] : code.key_at[k + 1]]
    ]
    code.figures.add(k, instr.op, instr.types, row.tolist(), keys)


def _mistake(code: Code, state: NDArray[np.int64], status: int, gm: Sequence[GmSpace], block: int) -> TikError:
    k = int(state[machine.E0])
    instr = code.statics.instrs[k]
    if status == machine.BAD_FIELD:
        slot, _, low, high, multiple = (int(v) for v in code.patches[int(state[machine.E1])])
        value = int(state[machine.E2])
        name = next(name for name, index in instr.op.slot_of.items() if index == slot)
        name = "mask" if name.startswith("mask_") else name
        field = next(f for f in instr.op.fields if f.name == name)
        if isinstance(field, Mem):
            return TikError(
                "TIK-ALIGN01",
                f"{instr.op.mnemonic}: {name} is at byte {value}, which is not a multiple of {multiple}",
                position=instr.position,
                details=[f"on core {block}"],
                hint="the address comes from a run-time value; make it a multiple of a block",
            )
        assert isinstance(field, Int | MaskField)
        if low <= value <= high:
            return TikError(
                "TIK-ALIGN02",
                f"{instr.op.mnemonic}: {name} is {value} elements at run time, which are no whole 32-byte blocks",
                position=instr.position,
                details=[f"on core {block}"],
                hint=f"make it a multiple of {multiple}",
            )
        kind = "TIK-REPEAT02" if isinstance(field, MaskField) else "TIK-REPEAT01"
        return TikError(
            kind,
            f"{instr.op.mnemonic}: {name} is {value} at run time, allowed are {low}..{high}",
            position=instr.position,
            details=[f"on core {block}"],
        )
    first, length, index = (int(state[i]) for i in (machine.E2, machine.E3, machine.E4))
    mem = instr.op.fields[index]
    operand = instr.operands[index]
    bound = code.bounds[int(code.bound_at[k]) + index]
    space = int(code.templates[int(code.template_at[k]) + instr.op.slot_of[mem.name + "_space"]])
    if space >= FIRST_GM:
        g = gm[space - FIRST_GM]
        where = f"{operand.name}, which has {g.logical} bytes (and slack to {len(g.data)})"
        low = 0
    else:
        low = int(bound[0])
        where = f"{operand.name}, which has {int(bound[1]) - low} bytes"
    verb = "writes" if state[machine.E1] else "reads"
    return TikError(
        "TIK-BOUNDS01",
        f"{instr.op.mnemonic}: {mem.name} {verb} bytes {first - low}..{first - low + length} of {where}",
        position=instr.position,
        details=[f"on core {block}"],
        hint="shorten the access to the tensor, or make the tensor larger",
    )


def _astray(code: Code, state: NDArray[np.int64], block: int) -> TikError:
    """A lane whose address comes from memory and leads where it must not."""
    k, lane, first, stop = (int(state[i]) for i in (machine.E0, machine.E1, machine.E2, machine.E3))
    instr = code.statics.instrs[k]
    index = int(code.tails[k, 0])
    mem = instr.op.fields[index]
    assert isinstance(mem, Mem)
    low, high = (int(v) for v in code.bounds[int(code.bound_at[k]) + index])
    inside = low <= first and stop <= high
    verb = "writes" if mem.writes else "reads"
    return TikError(
        "TIK-ALIGN01" if inside else "TIK-BOUNDS01",
        f"{instr.op.mnemonic}: lane {lane} {verb} bytes {first - low}..{stop - low} of {instr.operands[index].name}, "
        + (f"which is not on a boundary of {stop - first} bytes" if inside else f"which has {high - low} bytes"),
        position=instr.position,
        details=[f"on core {block}; lanes are counted over all repeats"],
        hint="the address comes from memory: offsets are bytes, and only lanes the mask leaves out may hold any value"
        if not mem.writes or instr.op.sparse
        else "make the tensor larger: how many elements are kept depends on the data",
    )


def _endless(t: Translation, code: Code, state: NDArray[np.int64]) -> TikError:
    at = int(code.program[int(state[machine.PC]) * machine.WIDTH + 1])
    position = code.statics.instrs[at].position if at < len(code.statics.instrs) else None
    return TikError(
        "TIK-REPEAT03",
        f"{t.stream.name} runs more than {MOST:,} instructions in one launch",
        position=position,
        hint="loop fewer times, or let each instruction do more; `tik explain TIK-REPEAT03`",
    )


def _standing(t: Translation, cores: Sequence[tuple[int, int, int]], states: Sequence[NDArray[np.int64]], core: int) -> Instr:
    """The instruction a core stands at."""
    code = t.codes[cores[core][1]]
    return code.statics.instrs[int(code.program[int(states[core][machine.PC]) * machine.WIDTH + 1])]


def _stuck(
    t: Translation, cores: Sequence[tuple[int, int, int]], states: Sequence[NDArray[np.int64]], still: Sequence[int]
) -> TikError:
    lines = []
    position = None
    for core in still[:8]:
        instr = _standing(t, cores, states, core)
        position = position or instr.position
        block, section, _ = cores[core]
        kind, operands = t.codes[section].section.kind, " ".join(map(str, instr.operands))
        lines.append(f"core {block} ({kind}) waits in {instr.op.mnemonic} {operands}")
    return TikError(
        "TIK-SYNC04",
        f"{len(still)} cores wait for each other and none can go on",
        position=position,
        details=lines,
        hint="every cross_core_wait needs a cross_core_set that reaches its core",
    )
