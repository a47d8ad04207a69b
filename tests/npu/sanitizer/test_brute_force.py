"""The sanitizer against the definition: every pair of accesses, a graph of starts and ends, sets of bytes."""

from itertools import combinations
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.npu.sanitizer.traces import (
    Core,
    Instr,
    Mem,
    Memory,
    Scope,
    barrier,
    build,
    cset,
    cwait,
    everyone,
    fset,
    fwait,
    handoff,
    ins,
    load,
    relu,
    store,
)
from tik.isa.fields import Mask
from tik.npu.sanitizer.clocks import SET_EARLY, run_clocks
from tik.npu.sanitizer.races import find_races
from tik.npu.sanitizer.tables import classify, tabulate
from tik.npu.trace import FIRST_GM, Trace

MEMORY = Memory({"u": (Scope.UB, 0, 1024)}, {"g": ("inout", 512)})
PIPES = ("S", "V", "MTE2", "MTE3")
SLOT = st.sampled_from([0, 32, 64])
ACCESSES = st.one_of(
    st.builds(lambda d, s, n: load(Mem("u", d), Mem("g", s), n), SLOT, SLOT, st.integers(1, 2)),
    st.builds(lambda d, s, n: store(Mem("g", d), Mem("u", s), n), SLOT, SLOT, st.integers(1, 2)),
    st.builds(lambda d, s, n: store(Mem("g", d), Mem("u", s), n, atomic=1), SLOT, SLOT, st.integers(1, 2)),
    st.builds(lambda d, s, n: relu(Mem("u", d), Mem("u", s), mask=Mask.count(n)), SLOT, SLOT, st.integers(1, 18)),
    st.builds(
        lambda d, n, r: relu(Mem("u", d), Mem("u", 512), mask=Mask.count(n), repeat_times=r, dst_rep_stride=2),
        SLOT,
        st.integers(1, 8),
        st.integers(1, 2),
    ),
    st.builds(lambda d: ins("sstore", "f32", dst=Mem("u", 4 * d), a=0), st.integers(0, 17)),
    st.builds(lambda s: ins("sload", "f32", dst=5, src=Mem("u", 4 * s)), st.integers(0, 17)),
)


@st.composite
def programs(draw: st.DrawFn, cores: int) -> list[list[Instr]]:
    """Programs of cores whose waits all have their sets before them."""
    rows: list[list[Instr]] = [[] for _ in range(cores)]
    pending: list[set[tuple[str, str]]] = [set() for _ in range(cores)]
    raised = 0
    for _ in range(draw(st.integers(2, 20))):
        c = draw(st.integers(0, cores - 1))
        what = draw(st.integers(0, 11 if cores > 1 else 9))
        if what <= 4:
            rows[c].append(draw(ACCESSES))
        elif what <= 8:
            src, dst = draw(st.sampled_from([(a, b) for a in PIPES for b in PIPES if a != b]))
            if what <= 6 and (src, dst) not in pending[c]:
                rows[c] += handoff(src, dst)
            elif (src, dst) in pending[c]:
                pending[c].remove((src, dst))
                rows[c].append(fwait(src, dst))
            else:
                pending[c].add((src, dst))
                rows[c].append(fset(src, dst))
        elif what == 9:
            rows[c].append(barrier(draw(st.sampled_from(["V", "MTE2", "MTE3", "ALL"]))))
        elif what == 10 and draw(st.booleans()):
            for program in rows:
                program.append(everyone())
        else:  # all vector cores: a rise needs a set of each
            if raised:
                raised -= 1
                for program in rows:
                    program.append(cwait(2))
            else:
                raised += 1
                for program in rows:
                    program.append(cset(0, draw(st.sampled_from(PIPES)), 2))
    return rows


class Graph:
    """Node 2*i starts and node 2*i + 1 ends the i-th instruction of all cores' programs put end to end."""

    def __init__(self, programs: list[list[Instr]]) -> None:
        self.nodes = [(c, r) for c, program in enumerate(programs) for r in range(len(program))]
        self.instrs = [programs[c][r] for c, r in self.nodes]
        self.pipes = [i.pipe.value for i in self.instrs]
        size = 2 * len(self.nodes)
        reach = np.eye(size, dtype=bool)
        for i in range(len(self.nodes)):
            reach[2 * i, 2 * i + 1] = True
        for i, j in combinations(range(len(self.nodes)), 2):
            if self.nodes[i][0] == self.nodes[j][0]:
                self._in_core(reach, i, j)
        self._flags(reach)
        self._barriers(reach)
        for k in range(size):
            reach |= np.outer(reach[:, k], reach[k])
        self.reach = reach

    def _in_core(self, reach: Any, i: int, j: int) -> None:
        first, second = self.instrs[i], self.instrs[j]
        same = self.pipes[i] == self.pipes[j]
        everything = second.op.mnemonic == "pipe_barrier" and second.operands[0] == "ALL"
        everything = everything or second.op.mnemonic == "block_barrier"
        if same:
            reach[2 * i, 2 * j] = True
        if (same and second.op.sync in ("set", "cross_set", "barrier")) or everything:
            reach[2 * i + 1, 2 * j + 1] = True
        blocks_s = self.pipes[i] == "S" and first.op.sync in ("wait", "barrier", "cross_wait", "block_barrier")
        if (same and first.op.sync in ("wait", "barrier")) or blocks_s:
            reach[2 * i + 1, 2 * j] = True

    def _flags(self, reach: Any) -> None:
        cores = sorted({c for c, _ in self.nodes})
        for core in cores:
            mine = [n for n, (c, _) in enumerate(self.nodes) if c == core]
            for key in {self.instrs[n].operands for n in mine if self.instrs[n].op.sync == "set"}:
                sets = [n for n in mine if self.instrs[n].op.sync == "set" and self.instrs[n].operands == key]
                waits = [n for n in mine if self.instrs[n].op.sync == "wait" and self.instrs[n].operands == key]
                for s, w in zip(sets, waits, strict=False):
                    reach[2 * s + 1, 2 * w + 1] = True
            waits = [n for n in mine if self.instrs[n].op.sync == "cross_wait"]
            for other in cores:
                sets = [n for n, (c, _) in enumerate(self.nodes) if c == other and self.instrs[n].op.sync == "cross_set"]
                for s, w in zip(sets, waits, strict=False):
                    reach[2 * s + 1, 2 * w + 1] = True

    def _barriers(self, reach: Any) -> None:
        cores = sorted({c for c, _ in self.nodes})
        each = [
            [n for n, (c, _) in enumerate(self.nodes) if c == core and self.instrs[n].op.sync == "block_barrier"]
            for core in cores
        ]
        for together in zip(*each, strict=True):
            for a in together:
                for b in together:
                    reach[2 * a + 1, 2 * b + 1] = True

    def ends_before(self, i: int, j: int) -> bool:
        return bool(self.reach[2 * i + 1, 2 * j])


def touched(trace: Trace, core: int, row: int) -> dict[tuple[int, int], set[int]]:
    """(space, write) -> bytes."""
    run = trace.cores[core]
    out: dict[tuple[int, int], set[int]] = {}
    for r in run.regions[run.region_start[row] : run.region_start[row + 1]].tolist():
        _, write, space, start, n2, s2, n1, s1, inner = r
        for i2 in range(n2):
            for i1 in range(n1):
                first = start + i2 * s2 + i1 * s1
                out.setdefault((space, write), set()).update(range(first, first + inner))
    return out


def defined(graph: Graph, trace: Trace) -> set[tuple[int, int, int, int, int, int]]:
    """All races: (node A, write A, node B, write B, space, byte), A before B in the program if they share a core."""
    races = set()
    at = [touched(trace, c, r) for c, r in graph.nodes]
    for i, j in combinations(range(len(graph.nodes)), 2):
        same_core = graph.nodes[i][0] == graph.nodes[j][0]
        if graph.ends_before(i, j) or (not same_core and graph.ends_before(j, i)):
            continue
        if same_core and graph.pipes[i] == graph.pipes[j] == "S":
            continue
        for (space, write), bytes_i in at[i].items():
            for (other, writes), bytes_j in at[j].items():
                commute = write == writes == 2
                if space == other and (write or writes) and not commute and (same_core or space >= FIRST_GM):
                    races |= {(i, write, j, writes, space, byte) for byte in bytes_i & bytes_j}
    return races


def agree(programs: list[list[Instr]]) -> None:
    trace = build(MEMORY, [Core(rows, block=b) for b, rows in enumerate(programs)])
    graph = Graph(programs)
    tables = tabulate(trace)
    like, gm = classify(tables.cores, not tables.crossing, tables.silent)
    clocks = run_clocks(trace, tables, like)
    found = find_races(trace, tables, like, gm, clocks, 10_000)
    truth = defined(graph, trace)
    number = {node: n for n, node in enumerate(graph.nodes)}
    racing = {(i, wi, j, wj, space) for i, wi, j, wj, space, _ in truth}
    racing |= {(j, wj, i, wi, space) for i, wi, j, wj, space in racing if graph.nodes[i][0] != graph.nodes[j][0]}
    said = set()
    for _, _, core_a, row_a, write_a, core_b, row_b, write_b, space, low, high, _ in found.tolist():
        pair = (number[core_a, row_a], write_a, number[core_b, row_b], write_b, space)
        assert pair in racing, "reported, yet ordered"
        bytes_of = {byte for i, wi, j, wj, s, byte in truth if (i, wi, j, wj, s) == pair or (j, wj, i, wi, s) == pair}
        assert set(range(low, high)) <= bytes_of, "not all of the bytes race"
        said.add(pair)
    for i, wi, j, wj, space, _ in truth:  # what is kept of a pipe is its latest access: it stands for the earlier ones
        assert any(_stands_for(graph, pair, (i, wi, j, wj, space)) for pair in said), "a race is missed"
    early = {(int(r[1]), int(r[2])) for r in clocks.findings if r[0] == SET_EARLY}
    assert early == {(c, r) for c, r in graph.nodes if _early(graph, number[c, r])}


def _stands_for(graph: Graph, pair: tuple[int, ...], race: tuple[int, ...]) -> bool:
    """Whether the reported pair has one side of the race and a later (or the same) access of the other side's pipe."""

    def thread(n: int) -> tuple[int, str]:
        return graph.nodes[n][0], graph.pipes[n]

    a, wa, b, wb, space = pair
    for i, wi, j, wj in ((race[0], race[1], race[2], race[3]), (race[2], race[3], race[0], race[1])):
        if (b, wb, wa, space) == (j, wj, wi, race[4]) and thread(a) == thread(i) and a >= i:
            return True
    return False


def _early(graph: Graph, node: int) -> bool:
    """Whether a set may come before the wait for the one before it."""
    instr = graph.instrs[node]
    if instr.op.sync != "set":
        return False
    waits = [
        n
        for n, (c, _) in enumerate(graph.nodes)
        if c == graph.nodes[node][0]
        and n < node
        and graph.instrs[n].op.sync == "wait"
        and graph.instrs[n].operands == instr.operands
    ]
    return bool(waits) and not graph.ends_before(waits[-1], node)


@settings(max_examples=250)
@given(programs(1))
def test_one_core(rows: list[list[Instr]]) -> None:
    agree(rows)


@settings(max_examples=200)
@given(programs(2))
def test_two_cores(rows: list[list[Instr]]) -> None:
    agree(rows)


@settings(max_examples=60)
@given(programs(3))
def test_three_cores(rows: list[list[Instr]]) -> None:
    agree(rows)
