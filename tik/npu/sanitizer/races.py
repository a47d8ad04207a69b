"""Races: two accesses to the same bytes, at least one of them a write, that no edge orders.

Every row is held against what is kept of the rows before it. An atom keeps, for each pipe, the row of its last write and
of its last read (as row + 1; 0 means none): enough, because whoever knows a pipe's later row knows its earlier ones.
Nothing is ever forgotten on the way, so an earlier access does not hide behind a newer one of another pipe.

Not held against each other: S with S (in order by itself), and M with M in L0C where the later one accumulates.
What ``print`` looks at does not count.

Local memory is checked once for all cores that ran alike. In GM an atom has a list of blocks, one for each core that
touched it, and only arguments that somebody writes are looked at.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from tik.isa.regions import COLUMNS
from tik.npu.sanitizer.atoms import count_up, cuts, mark, normal, rank
from tik.npu.sanitizer.clocks import PIPES, UNKNOWN, VERSION, Clocks
from tik.npu.sanitizer.pointers import words_at
from tik.npu.sanitizer.tables import BASE, IDS, REGION_START, REGIONS, ROW_COUNT, Tables
from tik.npu.trace import FIRST_GM
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

__all__ = ["FOUND", "LIMIT", "find_races"]

LIMIT = 50  # races told apart; the rest is not recorded
# One found race: static A, static B, core A, row A, write A, core B, row B, write B, space, first byte, stop byte, cores apart.
FOUND = 12

_M, _L0C = Pipe.M.code, Scope.L0C.code
_NEVER = 2**31 - 1
_LANES = 8  # kept of an atom: last write of pipes 0..6, spare, last read of pipes 0..6, spare


@njit("void(int64[:,::1], int64[::1], int64[:,::1], int64, int64, int64, int64, int64, int64, int64, int64, int64)",
      cache=True)
def _report(found: Any, count: Any, cores: Any, core_a: int, row_a: int, write_a: int, core_b: int, row_b: int,
            write_b: int, space: int, low: int, high: int) -> None:
    """Record a race of two instructions once, or widen the one just recorded."""
    a = cores[core_a, BASE] + words_at(cores[core_a, IDS], cores[core_a, ROW_COUNT])[row_a]
    b = cores[core_b, BASE] + words_at(cores[core_b, IDS], cores[core_b, ROW_COUNT])[row_b]
    apart = 1 if core_a != core_b else 0
    for i in range(count[0]):
        f = found[i]
        if f[0] == a and f[1] == b and f[4] == write_a and f[7] == write_b and f[11] == apart and f[8] == space:
            if f[3] == row_a and f[6] == row_b and f[2] == core_a and f[5] == core_b and f[10] == low:
                f[10] = high
            return
    if count[0] < found.shape[0]:
        f = found[count[0]]
        f[0], f[1], f[2], f[3], f[4] = a, b, core_a, row_a, write_a
        f[5], f[6], f[7] = core_b, row_b, write_b
        f[8], f[9], f[10], f[11] = space, low, high, apart
        count[0] += 1


@njit(cache=True)
def _conflict(kept: Any, limit: Any, write: int) -> bool:
    """Whether any kept row is not known to be complete."""
    worst = False
    for q in range(_LANES):
        worst |= kept[q] > limit[q]
    if write != 0:
        for q in range(_LANES):
            worst |= kept[_LANES + q] > limit[q]
    return worst


@njit(cache=True)
def _tell(found: Any, count: Any, cores: Any, core_a: int, core: int, row: int, write: int, space: int, kept: Any,
          limit: Any, low: int, high: int) -> None:
    """Record what a row's access to an atom races with."""
    for q in range(_LANES):
        if kept[q] > limit[q]:
            _report(found, count, cores, core_a, kept[q] - 1, 1, core, row, write, space, low, high)
        if write != 0 and kept[_LANES + q] > limit[q]:
            _report(found, count, cores, core_a, kept[_LANES + q] - 1, 0, core, row, write, space, low, high)


@njit(cache=True)
def _limits(limit: Any, clock: Any, pipe: int, accumulates: bool) -> None:
    """What the row knows of each pipe; exempt pipes count as known."""
    for q in range(PIPES):
        limit[q] = clock[q]
    limit[PIPES] = _NEVER
    if pipe == 0 or accumulates:
        limit[pipe] = _NEVER


@njit(cache=True)
def _sweep_local(core: int, cores: Any, pipe_of: Any, silent: Any, clocks: Any, found: Any, count: Any) -> None:
    """Races of one core in its local memory; ``clocks`` are its rows'."""
    rows, base = cores[core, ROW_COUNT], cores[core, BASE]
    ids = words_at(cores[core, IDS], rows)
    start = words_at(cores[core, REGION_START], rows + 1)
    regions = words_at(cores[core, REGIONS], start[rows] * COLUMNS)
    ends = np.zeros(FIRST_GM, np.int64)
    for at in range(0, start[rows] * COLUMNS, COLUMNS):
        space = regions[at + 2]
        if space < FIRST_GM:
            end = (regions[at + 3] + (regions[at + 4] - 1) * regions[at + 5] + (regions[at + 6] - 1) * regions[at + 7]
                   + regions[at + 8])
            if end > ends[space]:
                ends[space] = end
    shifts = np.zeros(FIRST_GM + 1, np.int64)
    for space in range(FIRST_GM):
        shifts[space + 1] = (shifts[space] + ends[space] + 64) // 64 * 64
    bits = np.zeros(shifts[FIRST_GM] // 64 + 1, np.uint64)
    for row in range(rows):
        if clocks[row, 0] != UNKNOWN and not silent[base + ids[row]]:
            for region in range(start[row], start[row + 1]):
                space = regions[region * COLUMNS + 2]
                if space < FIRST_GM:
                    mark(bits, regions, region * COLUMNS, shifts[space])
    before = count_up(bits)
    edges = cuts(bits, before)
    kept = np.zeros((before[-1] + 1, 2 * _LANES), np.int32)
    limit = np.zeros(_LANES, np.int32)
    for row in range(rows):
        if clocks[row, 0] == UNKNOWN or silent[base + ids[row]]:
            continue
        pipe = pipe_of[base + ids[row]]
        adding = False
        if pipe == _M:
            for region in range(start[row], start[row + 1]):
                adding = adding or (regions[region * COLUMNS + 2] == _L0C and regions[region * COLUMNS + 1] == 0)
        for turn in range(2):  # first hold all of the row against the earlier ones, then keep it
            for region in range(start[row], start[row + 1]):
                at = region * COLUMNS
                write, space = regions[at + 1], regions[at + 2]
                if space >= FIRST_GM:
                    continue
                if turn == 0:
                    _limits(limit, clocks[row], pipe, adding and space == _L0C)
                lane = pipe if write != 0 else _LANES + pipe
                first, n2, s2, n1, s1, inner = normal(regions, at)
                for i2 in range(n2):
                    for i1 in range(n1):
                        low = shifts[space] + first + i2 * s2 + i1 * s1
                        a = rank(bits, before, low)
                        stop = rank(bits, before, low + inner)
                        if turn == 1:
                            for atom in range(a, stop):
                                kept[atom, lane] = row + 1
                            continue
                        for atom in range(a, stop):
                            if _conflict(kept[atom], limit, write):
                                _tell(found, count, cores, core, core, row, write, space, kept[atom], limit,
                                      edges[atom] - shifts[space], edges[atom + 1] - shifts[space])




@njit(cache=True)
def _known_elsewhere(limit: Any, version: Any, core: int) -> None:
    """What a version says of the pipes of another core."""
    for q in range(PIPES):
        limit[q] = version[core * PIPES + q]
    limit[PIPES] = _NEVER


@njit(cache=True)
def _sweep_gm(gm: Any, runs: Any, cores: Any, pipe_of: Any, clocks: Any, clock_start: Any, ext: Any, spaces: int,
              found: Any, count: Any) -> None:
    """Races in GM, within and between cores. ``gm`` are the GM regions (core, row, region), core by core; ``runs`` the order
    in which to take the cores."""
    total = cores.shape[0]
    low_of = np.empty(spaces, np.int64)
    for space in range(spaces):
        low_of[space] = 2**62
    high_of = np.zeros(spaces, np.int64)
    written = np.zeros(spaces, np.bool_)
    first_of = np.zeros(total + 1, np.int64)
    for g in range(gm.shape[0]):
        core = gm[g, 0]
        first_of[core + 1] = g + 1
        at = gm[g, 2] * COLUMNS
        regions = words_at(cores[core, REGIONS], at + COLUMNS)
        space = regions[at + 2] - FIRST_GM
        end = (regions[at + 3] + (regions[at + 4] - 1) * regions[at + 5] + (regions[at + 6] - 1) * regions[at + 7]
               + regions[at + 8])
        if regions[at + 3] < low_of[space]:
            low_of[space] = regions[at + 3]
        if end > high_of[space]:
            high_of[space] = end
        written[space] = written[space] or regions[at + 1] != 0
    for core in range(total):
        if first_of[core] > first_of[core + 1]:
            first_of[core + 1] = first_of[core]
    shifts = np.zeros(spaces, np.int64)
    size = 0
    for space in range(spaces):
        if written[space]:
            shifts[space] = size - low_of[space] // 64 * 64
            size += (high_of[space] + 64) // 64 * 64 - low_of[space] // 64 * 64
    if size == 0:
        return
    bits = np.zeros(size // 64 + 1, np.uint64)
    for g in range(gm.shape[0]):
        core, at = gm[g, 0], gm[g, 2] * COLUMNS
        regions = words_at(cores[core, REGIONS], at + COLUMNS)
        space = regions[at + 2] - FIRST_GM
        if written[space] and clocks[clock_start[core] + gm[g, 1], 0] != UNKNOWN:
            mark(bits, regions, at, shifts[space])
    before = count_up(bits)
    edges = cuts(bits, before)
    atoms = before[-1] + 1
    head = np.empty(atoms, np.int32)
    for atom in range(atoms):
        head[atom] = -1
    blocks = atoms + 16  # every touched atom needs at least one
    core_of, following = np.empty(blocks, np.int32), np.empty(blocks, np.int32)
    kept = np.empty((blocks, 2 * _LANES), np.int32)
    used = 0
    limit = np.zeros(_LANES, np.int32)
    next_of = np.empty(total, np.int64)
    for core in range(total):
        next_of[core] = first_of[core]
    for run in range(runs.shape[0]):
        core, stop_row = runs[run, 0], runs[run, 2]
        g = next_of[core]
        while g < first_of[core + 1] and gm[g, 1] < stop_row:
            row = gm[g, 1]
            g_stop = g
            while g_stop < first_of[core + 1] and gm[g_stop, 1] == row:
                g_stop += 1
            clock = clocks[clock_start[core] + row]
            if clock[0] != UNKNOWN:
                regions = words_at(cores[core, REGIONS], (gm[g_stop - 1, 2] + 1) * COLUMNS)
                pipe = pipe_of[cores[core, BASE] + words_at(cores[core, IDS], row + 1)[row]]
                adding = pipe < 0  # nobody accumulates in GM
                version = ext[clock[VERSION]]
                for turn in range(2):
                    for i in range(g, g_stop):
                        at = gm[i, 2] * COLUMNS
                        write, space = regions[at + 1], regions[at + 2] - FIRST_GM
                        if not written[space]:
                            continue
                        lane = pipe if write != 0 else _LANES + pipe
                        first, n2, s2, n1, s1, inner = normal(regions, at)
                        for i2 in range(n2):
                            for i1 in range(n1):
                                low = shifts[space] + first + i2 * s2 + i1 * s1
                                for atom in range(rank(bits, before, low), rank(bits, before, low + inner)):
                                    block = head[atom]
                                    if turn == 0:
                                        while block >= 0:
                                            other = np.int64(core_of[block])
                                            if other == core:
                                                _limits(limit, clock, pipe, adding)
                                            else:
                                                _known_elsewhere(limit, version, other)
                                            if _conflict(kept[block], limit, write):
                                                _tell(found, count, cores, other, core, row, write, space + FIRST_GM,
                                                      kept[block], limit, edges[atom] - shifts[space],
                                                      edges[atom + 1] - shifts[space])
                                            block = following[block]
                                        continue
                                    while block >= 0 and core_of[block] != core:
                                        block = following[block]
                                    if block < 0:
                                        if used == blocks:
                                            blocks *= 2
                                            core_of, following = _wider(core_of), _wider(following)
                                            kept = _wider_rows(kept)
                                        block = used
                                        used += 1
                                        core_of[block] = core
                                        following[block] = head[atom]
                                        head[atom] = block
                                        for q in range(2 * _LANES):
                                            kept[block, q] = 0
                                    kept[block, lane] = row + 1
            g = g_stop
        next_of[core] = g


@njit(cache=True)
def _wider(array: Any) -> Any:
    wide = np.empty(2 * array.shape[0], np.int32)
    for i in range(array.shape[0]):
        wide[i] = array[i]
    return wide


@njit(cache=True)
def _wider_rows(array: Any) -> Any:
    wide = np.empty((2 * array.shape[0], array.shape[1]), np.int32)
    for i in range(array.shape[0]):
        for j in range(array.shape[1]):
            wide[i, j] = array[i, j]
    return wide


def find_races(tables: Tables, like: NDArray[np.int64], gm: NDArray[np.int64], clocks: Clocks, spaces: int,
               limit: int = LIMIT) -> NDArray[np.int64]:
    """Rows of FOUND: ``like`` and ``gm`` as from classify; ``spaces`` is how many GM spaces there are."""
    found, count = np.zeros((limit, FOUND), np.int64), np.zeros(1, np.int64)
    for core, first in enumerate(like.tolist()):
        if core == first:
            _sweep_local(core, tables.cores, tables.pipe, tables.silent, clocks.rows[clocks.start[core]:], found, count)
    if len(gm):
        _sweep_gm(gm, clocks.runs, tables.cores, tables.pipe, clocks.rows, clocks.start, clocks.ext, spaces,
                  found, count)
    return found[:count[0]]
