"""Traces by hand, for the tests of the timing model: costs are given, nothing is executed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain

import numpy as np

from tik.chips.loader import load_chip
from tik.isa.instruction import INSTRUCTIONS
from tik.npu.timing.layout import TICK
from tik.npu.trace import COST_COLUMNS, SYNC, CoreTrace, Statics, Trace
from tik.stream.model import Instr, Reg, Section, Stream
from tik.types.pipes import Pipe
from tik.types.positions import Location

CHIP = load_chip("Ascend910B1")
MNEMONIC = {
    "S": "smov",
    "V": "vadd",
    "M": "mmad",
    "MTE1": "load2d_l1_l0a",
    "MTE2": "mov_gm_ub",
    "MTE3": "mov_ub_gm",
    "FIX": "fix_l0c_gm",
}


@dataclass
class Core:
    """The rows of one core; methods add one each and return its number."""

    kind: str = "vector"
    block: int = 0
    subblock: int = 0
    instrs: list[Instr] = field(default_factory=list)
    sync: list[int] = field(default_factory=list)
    aux: list[tuple[int, int, int]] = field(default_factory=list)
    costs: list[tuple[float, ...]] = field(default_factory=list)
    rows: list[list[int]] = field(default_factory=list)
    pre: float = 0.0

    def _add(self, instr: Instr, code: str | None, aux: tuple[int, int, int], costs: tuple[float, ...], row: list[int]) -> int:
        place = Location("kernel.py", len(self.costs) + 1, text=f"line {len(self.costs) + 1}")
        self.instrs.append(replace(instr, position=place))
        self.sync.append(SYNC[code])
        self.aux.append(aux)
        self.costs.append((*costs, self.pre))
        self.rows.append(row)
        self.pre = 0.0
        return len(self.costs) - 1

    def op(self, pipe: str, busy: float, drain: float = 0.0) -> int:
        """An instruction that occupies its pipe and nothing else."""
        return self._add(plain(pipe), None, (-1, -1, -1), (busy, drain, 0, 0, 0, 0), [])

    def read(self, nbytes: float, cap: float, busy: float = 0.0, drain: float = 0.0, pipe: str = "MTE2") -> int:
        return self._add(plain(pipe), None, (-1, -1, -1), (busy, drain, nbytes, nbytes, cap, 1), [])

    def write(self, nbytes: float, cap: float, busy: float = 0.0, pipe: str = "MTE3") -> int:
        return self._add(plain(pipe), None, (-1, -1, -1), (busy, 0, nbytes, nbytes, cap, 2), [])

    def set(self, source: str, destination: str, event: int = 0, register: bool = False) -> int:
        return self._flag("set", source, destination, event, register)

    def wait(self, source: str, destination: str, event: int = 0, register: bool = False) -> int:
        return self._flag("wait", source, destination, event, register)

    def _flag(self, code: str, source: str, destination: str, event: int, register: bool) -> int:
        a, b = Pipe(source).code, Pipe(destination).code
        instr = Instr(INSTRUCTIONS[code + "_flag"], (), (source, destination, Reg(2) if register else event))
        return self._add(instr, code, (a, b, -1 if register else event), (1, 0, 0, 0, 0, 0), [a, b, event])

    def barrier(self, pipe: str = "ALL") -> int:
        instr = Instr(INSTRUCTIONS["pipe_barrier"], (), (pipe,))
        return self._add(instr, "barrier", (Pipe(pipe).code, -1, -1), (20, 0, 0, 0, 0, 0), [Pipe(pipe).code])

    def cross_set(self, mode: int, pipe: str, flag: int) -> int:
        instr = Instr(INSTRUCTIONS["cross_core_set"], (), (mode, pipe, flag))
        return self._add(instr, "cross_set", (mode, Pipe(pipe).code, flag), (1, 0, 0, 0, 0, 0), [mode, Pipe(pipe).code, flag])

    def cross_wait(self, flag: int) -> int:
        instr = Instr(INSTRUCTIONS["cross_core_wait"], (), (flag,))
        return self._add(instr, "cross_wait", (flag, -1, -1), (1, 0, 0, 0, 0, 0), [flag])

    def block_barrier(self) -> int:
        return self._add(Instr(INSTRUCTIONS["block_barrier"], (), ()), "block_barrier", (-1, -1, -1), (500, 0, 0, 0, 0, 0), [])

    def copies(self, count: int) -> list[Core]:
        """This core as blocks 0 … count - 1."""
        return [replace(self, block=i) for i in range(count)]


def plain(pipe: str) -> Instr:
    return Instr(INSTRUCTIONS[MNEMONIC[pipe]], (), ())


def trace(*cores: Core) -> Trace:
    """A launch of these cores, a section a kind. Copies share their static instructions."""
    kinds = list(dict.fromkeys(core.kind for core in cores))
    statics, traced = [], []
    for section, kind in enumerate(kinds):
        mine = [core for core in cores if core.kind == kind]
        different = list({id(core.instrs): core for core in mine}.values())
        first = dict(
            zip(
                (id(core.instrs) for core in different),
                np.cumsum([0, *(len(core.instrs) for core in different)]).tolist(),
                strict=False,
            )
        )
        instrs = [instr for core in different for instr in core.instrs]
        statics.append(
            Statics(
                tuple(instrs),
                np.array([instr.pipe.code for instr in instrs], np.int64),
                np.array([code for core in different for code in core.sync], np.int64),
                np.array([aux for core in different for aux in core.aux], np.int64).reshape(-1, 3),
                np.array([instr.op.slots for instr in instrs], np.int64),
            )
        )
        for core in mine:
            traced.append(
                CoreTrace(
                    core.block,
                    core.subblock,
                    section,
                    ids=np.arange(len(core.costs), dtype=np.int64) + first[id(core.instrs)],
                    costs=np.array(core.costs, np.float64).reshape(-1, COST_COLUMNS),
                    rows=np.array(list(chain.from_iterable(core.rows)), np.int64),
                    row_start=np.cumsum([0, *(len(row) for row in core.rows)]).astype(np.int64),
                )
            )
    sections = tuple(Section(kind, ()) for kind in kinds)
    return Trace(Stream("kernel", CHIP.name, (), (), sections), tuple(statics), tuple(traced), ())


def cycles(array: np.ndarray) -> list[float]:
    """Ticks as cycles."""
    return [tick / TICK for tick in array.tolist()]
