"""The compiled interpreter: runs the encoded program of all cores, one native call an instruction, and writes the trace.

Program words (int64): [OP, a, b, c, d, e]; six a word group, so jumps are group indices.
"""

from __future__ import annotations

import numpy as np

from tik.isa.regions import ANYWHERE, COLUMNS
from tik.isa.special import OVERFLOW
from tik.npu.native import intrinsics as n
from tik.npu.native.caching import cached
from tik.npu.native.finite import FIGURE_COLUMNS, MEMORY, REGISTER, WATCH_COLUMNS, after, before, follow, in_register, mark
from tik.npu.native.intrinsics import call3
from tik.npu.native.owners import claim, compare
from tik.types.scopes import Scope

__all__ = [
    "ASTRAY",
    "BAD_BOUNDS",
    "BAD_FIELD",
    "BLOCKED",
    "DONE",
    "FULL",
    "HALTED",
    "OVERFLOWN",
    "PRINTED",
    "SLICED",
    "UNDEFINED",
    "UNKNOWN",
    "WIDTH",
    "run_core",
]

WIDTH = 6
HALT, INSTR, LOOP, NEXT, UNLESS, JUMP, UNSET = range(7)
DONE, FULL, BAD_BOUNDS, BAD_FIELD, PRINTED, BLOCKED, SLICED, UNKNOWN, HALTED, ASTRAY, OVERFLOWN, UNDEFINED = range(12)
LOOP_COST = 2.0  # scalar cycles of one trip of a loop (count and branch) [assumed]
BRANCH_COST = 1.0  # scalar cycles of a branch [assumed]
SPR, STATUS = Scope.SPR.code, OVERFLOW.byte

# state[...] of a core
PC, ROWS, WORDS, REGIONS, E0, E1, E2, E3, E4, PRE, CORE = range(11)
STATE = 12
_GM = len(Scope)  # spaces from here on are global


@cached(error_model="numpy")
def fill(address, start, stop):  # type: ignore[no-untyped-def]
    """Bytes [start, stop) at an address become 0xFF; start and stop are multiples of 8."""
    words = n.view_i64(address)
    words[start // 8 : stop // 8] = -1


@cached(error_model="numpy")
def settle(regions, start, stop, low, high):  # type: ignore[no-untyped-def]
    """Rows [start, stop) of regions: what may lie anywhere becomes bytes [low, high), or no row; returns the new stop."""
    to = start
    for row in range(start, stop):
        for j in range(COLUMNS):
            regions[to, j] = regions[row, j]
        if regions[to, 8] == ANYWHERE:
            regions[to, 3] = low
            regions[to, 8] = high - low
        if regions[to, 8] > 0:
            to += 1
    return to


@cached(error_model="numpy")
def confirm(raised, pending, statics):  # type: ignore[no-untyped-def]
    """What was pending counts."""
    if raised[statics] < 0:
        raised[statics] = pending[statics]
    for k in range(statics):
        raised[k] += pending[k]
        pending[k] = 0
    pending[statics] = -1
    pending[statics + 1] = 0


@cached(error_model="numpy", nogil=True)
def run_core(  # type: ignore[no-untyped-def]
    program,
    state,
    regs,
    bases,
    sizes,
    run_fn,
    head,
    entries,
    entry_costs,
    entry_keys,
    entry_regions,
    key_at,
    keys,
    template_at,
    templates,
    patch_at,
    patches,
    bound_at,
    bounds,
    tails,
    overflow,
    sync,
    counters,
    sent,
    peers,
    ids,
    costs,
    rows,
    row_start,
    regions,
    region_start,
    record,
    owners,
    changed,
    old,
    budget,
):
    """Run one core until it is done, blocked, out of room, or wrong; returns a status.

    ``peers`` [4, cores]: by mode, the cores whose sets this core waits for; its last row starts with the core's own number.
    ``sent`` [cores, mode, flag]: sets so far; ``counters`` [cores, 16]: waits so far, and in column 15 the all-core barrier.
    ``record``: whether regions are kept, and what shadow routines ask for; ``owners``, ``changed``, ``old``: see owners.py.
    ``tails`` [static, 4]: the fields an instruction reaches through and whose contents are kept, or -1, and their slots. Such
    a row is followed by two words of ``reach`` and, when recorded, the contents.
    ``overflow``: addresses and a flag, see following.py; None where the chip has inf and NaN (machine code of its own, without
    any of it). OVERFLOWN: the instruction before made inf or NaN of finite numbers, not marked yet (nor saturated).
    """
    me = peers[3, 0]
    pc = state[PC]
    row = state[ROWS]
    word = state[WORDS]
    region = state[REGIONS]
    limit_rows = ids.shape[0]
    limit_words = rows.shape[0]
    limit_regions = regions.shape[0]
    pre = state[PRE] * 1.0
    left = budget
    status = DONE
    regs_address = regs.ctypes.data
    bases_address = bases.ctypes.data
    figures_address = entry_regions.ctypes.data
    if overflow is not None:
        watch_address, saturating = overflow[0], overflow[1] != 0
        watch, raised, pending, shadow_fn = (
            n.view_i64(watch_address),
            n.view_i64(overflow[2]),
            n.view_i64(overflow[3]),
            n.view_i64(overflow[4]),
        )
        shadows_address, limits_address, lanes_address = overflow[5], overflow[6], overflow[7]
        statics = run_fn.shape[0]
    while True:
        at = pc * WIDTH
        op = program[at]
        if op == INSTR:
            left -= 1
            if left < 0:
                status = SLICED
                break
            k = program[at + 1]
            whole = template_at[k + 1] - template_at[k]
            if row + 1 >= limit_rows or word + whole >= limit_words or region + 600 >= limit_regions:
                state[E0] = 0
                status = FULL
                break
            t = template_at[k]
            for i in range(whole):
                rows[word + i] = templates[t + i]
            bad = -1
            for p in range(patch_at[k], patch_at[k + 1]):
                slot = patches[p, 0]
                value = rows[word + slot] + regs[patches[p, 1]]
                rows[word + slot] = value
                if value < patches[p, 2] or value > patches[p, 3] or (patches[p, 4] > 1 and value % patches[p, 4] != 0):
                    bad = p
            if bad >= 0:
                state[E0], state[E1], state[E2] = k, bad, rows[word + patches[bad, 0]]
                status = BAD_FIELD
                break
            row_address = rows.ctypes.data + word * 8
            entry = head[k]
            first_key = key_at[k]
            wanted = key_at[k + 1] - first_key
            while entry >= 0 and wanted > 0:
                stored = entries[entry, 1]
                alike = True
                for i in range(wanted):
                    value = rows[word + keys[first_key + i, 0]]
                    modulus = keys[first_key + i, 1]
                    if entry_keys[stored + i] != (value if modulus == 0 else value % modulus):
                        alike = False
                        break
                if alike:
                    break
                entry = entries[entry, 0]
            if entry < 0:
                state[E0] = k
                status = UNKNOWN
                break
            found = entries[entry, 3]
            shared = False  # writes what other cores may write too
            for i in range(found):
                t = entries[entry, 2] + i
                at_operand = rows[word + entry_regions[t, 9]]
                b = bound_at[k] + entry_regions[t, 0]
                low, high = bounds[b, 0], bounds[b, 1]
                if high < 0:
                    high = sizes[entry_regions[t, 2]]
                if at_operand < low - entry_regions[t, 10] or at_operand > high - entry_regions[t, 11]:  # sums could overflow
                    state[E0], state[E1], state[E2] = k, entry_regions[t, 1], at_operand + entry_regions[t, 10]
                    state[E3], state[E4] = entry_regions[t, 11] - entry_regions[t, 10], entry_regions[t, 0]
                    status = BAD_BOUNDS
                if record:
                    for j in range(COLUMNS):
                        regions[region + i, j] = entry_regions[t, j]
                    regions[region + i, 3] += at_operand
                    space = entry_regions[t, 2]
                    shared = shared or (entry_regions[t, 1] == 1 and space >= _GM and owners[space] != 0)
            if status == BAD_BOUNDS:
                break
            tail = 0
            if tails[k, 0] >= 0 or tails[k, 1] >= 0:
                stop = 0
                for i in range(found if record else 0):
                    t = entries[entry, 2] + i
                    if entry_regions[t, 0] == tails[k, 1] and entry_regions[t, 1] == 0:
                        stop = max(stop, entry_regions[t, 11])
                tail = 2 + (stop + 7) // 8
                if word + whole + tail >= limit_words:
                    state[E0] = word + whole + tail
                    status = FULL
                    break
                if tails[k, 0] >= 0:
                    b = bound_at[k] + tails[k, 0]
                    low, high = bounds[b, 0], bounds[b, 1]
                    rows[word + whole] = max(low, 0)
                    rows[word + whole + 1] = high if high >= 0 else sizes[rows[word + tails[k, 2]]]
                if stop > 0:
                    slot = word + tails[k, 3]
                    n.move(row_address + (whole + 2) * 8, bases[rows[slot]] + rows[slot + 1], stop)
            kind = sync[k]  # behind everything that may come back here
            if kind == 5:  # cross_core_wait: a mode's count rises when all its senders have set once more
                flag = rows[word]
                ready = -counters[me, flag]
                for mode in range(3):
                    least = -1
                    for c in range(peers.shape[1]):
                        if peers[mode, c] != 0 and (least < 0 or sent[c, mode, flag] < least):
                            least = sent[c, mode, flag]
                    ready += max(least, 0)
                if ready <= 0:
                    status = BLOCKED
                    break
                counters[me, flag] += 1
            elif kind == 4:  # cross_core_set
                sent[me, rows[word], rows[word + 2]] += 1
            elif kind == 6:  # block_barrier: column 15 counts arrivals
                if counters[me, 15] == 0:
                    counters[me, 15] = 1
                    status = BLOCKED
                    break
                if counters[me, 15] == 1:
                    status = BLOCKED
                    break
                counters[me, 15] = 0
            ids[row] = k
            row_start[row] = word
            region_start[row] = region
            for i in range(6):
                costs[row, i] = entry_costs[entry, i]
            costs[row, 6] = pre
            pre = 0.0
            if run_fn[k] > 0:
                kept = 0
                if shared:
                    kept = claim(regions, region, region + found, _GM, bases, owners, changed, state[CORE], old)
                if overflow is not None:
                    watched = watch[k * WATCH_COLUMNS]
                    figure = figures_address + entries[entry, 2] * (8 * FIGURE_COLUMNS)
                    tainted = 0
                    if watched == MEMORY:
                        this = watch_address + k * (8 * WATCH_COLUMNS)
                        tainted = before(this, figure, found, row_address, bases_address, lanes_address)
                astray = call3(run_fn[k], row_address, bases_address, regs_address)
                if kept > 0:
                    compare(regions, region, region + found, _GM, bases, owners, changed, old)
                if astray < 0:
                    state[E0], state[E1] = k, -1 - astray
                    state[E2], state[E3] = rows[word + whole], rows[word + whole + 1]
                    status = ASTRAY
                    break
                if overflow is not None:
                    if pending[statics + 1] != 0 and follow(
                        shadow_fn[k], figure, found, row_address, shadows_address, regs_address, limits_address, whole
                    ):
                        confirm(raised, pending, statics)
                    if watched != 0:
                        this = watch_address + k * (8 * WATCH_COLUMNS)
                        if watched == REGISTER:
                            outcome = 3 if in_register(this, row_address, regs_address, saturating) else 0
                        else:
                            outcome = after(this, figure, found, row_address, bases_address, tainted, whole, lanes_address)
                            if saturating and (outcome == 1 or outcome == 3):
                                mark(this, figure, found, row_address, bases_address, 0, True, 0)
                        if outcome >= 2:
                            pending[k] += 1
                            pending[statics] = k if pending[statics] < 0 else pending[statics]
                            if sizes[SPR] > STATUS:
                                n.view_u8(bases[SPR])[STATUS] |= np.uint8(1)
                        if outcome == 2 or outcome == 4:
                            state[E0], state[E1], state[E2], state[E3] = this, figure, found, row_address
                            state[E4] = lanes_address if outcome == 4 else 0
                            status = OVERFLOWN
                        elif outcome == 3:
                            confirm(raised, pending, statics)
            if record and tails[k, 0] >= 0:
                region = settle(regions, region, region + found, rows[word + whole], rows[word + whole + 1])
            elif record:
                region += found
            row += 1
            word += whole + tail
            row_start[row] = word
            region_start[row] = region
            pc += 1
            if run_fn[k] == -1:
                status = PRINTED
                break
            if status == OVERFLOWN:
                break
        elif op == LOOP:  # reg, start kind, start, stop kind, stop ; the next group holds step, exit, hidden stop register
            start = regs[program[at + 3]] if program[at + 2] else program[at + 3]
            stop = regs[program[at + 5]] if program[at + 4] else program[at + 5]
            exit_pc, hidden = program[at + 8], program[at + 9]
            pre += LOOP_COST
            if start < stop:
                regs[program[at + 1]] = start
                regs[hidden] = stop
                pc += 2
            else:
                pc = exit_pc
        elif op == NEXT:  # reg, hidden stop register, step, first group of the body
            left -= 1
            if left < 0:
                status = SLICED
                break
            value = regs[program[at + 1]] + program[at + 3]
            pre += LOOP_COST
            if value < regs[program[at + 2]]:
                regs[program[at + 1]] = value
                pc = program[at + 4]
            else:
                pc += 1
        elif op == UNLESS:
            pre += BRANCH_COST
            pc = pc + 1 if regs[program[at + 1]] != 0 else program[at + 2]
        elif op == JUMP:
            pc = program[at + 1]
        elif op == UNSET:  # what follows reads a register nothing sets
            state[E0] = program[at + 1]
            status = UNDEFINED
            break
        else:
            status = HALTED
            break
    state[PC] = pc
    state[ROWS] = row
    state[WORDS] = word
    state[REGIONS] = region
    state[PRE] = np.int64(pre)
    return status
