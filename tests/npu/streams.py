"""Small streams by hand, and how to run them: arrays by name in, arrays by name out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tik.chips.loader import load_chip
from tik.isa import INSTRUCTIONS
from tik.isa.fields import Mask
from tik.npu.functional import GmSpace, Printed, execute
from tik.npu.trace import Trace
from tik.npu.translate import translate
from tik.stream.model import Arg, Buffer, Constant, Instr, Mem, Node, Reg, Section, Stream
from tik.types.dtypes import f32, from_numpy, i64
from tik.types.positions import Location
from tik.types.scopes import Scope

FULL = Mask.count(64)
LINES = iter(range(1, 10**9))


def ins(mnemonic: str, types: tuple[Any, ...], *operands: Any, line: int | None = None) -> Instr:
    place = Location("kernel.py", next(LINES) if line is None else line, text=f"    {mnemonic}(...)")
    op = INSTRUCTIONS[mnemonic]
    rest = tuple(f.default for f in op.fields[len(operands) :])  # trailing fields left out take their defaults
    return Instr(op, types, (*operands, *rest), place)


def put(array: str, index: Any, value: Any, scratch: int = 0) -> tuple[Instr, ...]:
    """array[index] = value (int64, 32 bytes an entry) through UB; ``index``: a register that holds bytes, or an entry."""
    at = Mem(array, 0, index) if isinstance(index, Reg) else Mem(array, index * 32)
    return (ins("sstore", (i64,), Mem("ub", scratch), value), ins("mov_ub_gm", (i64,), at, Mem("ub", scratch), 1, 1, 0, 0, 0))


@dataclass(frozen=True)
class Result:
    trace: Trace
    arrays: dict[str, np.ndarray]
    printed: list[Printed]

    def __getitem__(self, name: str) -> np.ndarray:
        return self.arrays[name]

    def entries(self, name: str) -> list[int]:
        """The int64 at the start of every 32 bytes."""
        return self.arrays[name].view(np.int64)[::4].tolist()


def run(
    sections: tuple[Section, ...] | tuple[Node, ...],
    arrays: dict[str, np.ndarray],
    *,
    buffers: tuple[Buffer, ...] | None = None,
    scalars: dict[int, int] | None = None,
    blocks: int = 1,
    chip: str = "Ascend910B1",
    record: bool = False,
    slack: int = 64,
    constants: tuple[Constant, ...] = (),
) -> Result:
    """Run a program (or sections) over arrays; each gets ``slack`` bytes of 0xFF behind it, as the allocator does."""
    if not sections or not isinstance(sections[0], Section):
        sections = (Section("vector", tuple(sections)),)  # type: ignore[arg-type]
    if buffers is None:
        buffers = (Buffer("ub", Scope.UB, f32, 0, 8192),)
    args = tuple(Arg(name, "gm", from_numpy(a.dtype) or i64, "inout", a.nbytes) for name, a in arrays.items())
    stream = Stream("k", chip, args, buffers, sections, blocks, constants)
    host = {name: np.full(a.nbytes + slack, 0xFF, np.uint8) for name, a in arrays.items()}
    for name, a in arrays.items():
        host[name][: a.nbytes] = a.view(np.uint8).ravel()
    spaces = [GmSpace(host[name], a.nbytes) for name, a in arrays.items()]
    spaces += [GmSpace(np.frombuffer(c.data, np.uint8).copy(), len(c.data)) for c in constants]
    printed: list[Printed] = []
    trace = execute(translate(stream, load_chip(chip)), spaces, scalars or {}, blocks, record=record, printer=printed.append)
    return Result(trace, {name: host[name][: a.nbytes].view(a.dtype) for name, a in arrays.items()}, printed)


Program = Callable[..., Result]
