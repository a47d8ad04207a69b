"""Rows and bytes of a trace in the author's words."""

from __future__ import annotations

from tik.isa.fields import Mem as MemField
from tik.npu.sanitizer.hazard import Site
from tik.npu.trace import FIRST_GM, Trace
from tik.stream.model import Instr, Mem
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

__all__ = ["PIPE_OF", "SCOPE_OF", "Names", "instr_text"]

PIPE_OF = {pipe.code: pipe for pipe in Pipe}
SCOPE_OF = {scope.code: scope for scope in Scope}


def instr_text(instr: Instr) -> str:
    """Mnemonic, dtypes, and the operands that say what it works on: memory, or everything where there is none."""
    name = ".".join([instr.op.mnemonic, *(t.name for t in instr.types)])
    memory = [_operand(value) for value in instr.operands if isinstance(value, Mem)]
    return f"{name} {', '.join(memory or [_operand(value) for value in instr.operands])}".rstrip()


def _operand(value: object) -> str:
    if not isinstance(value, Mem):
        return str(value)
    if value.reg is None:
        return f"{value.name}[{value.const}]"
    const = f" {'-' if value.const < 0 else '+'} {abs(value.const)}" if value.const else ""
    return f"{value.name}[{value.reg}{const}]"


class Names:
    """Looks up one trace."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self._buffers = {b.name: b for b in trace.stream.buffers}

    def instr(self, core: int, row: int) -> Instr:
        """The instruction of a row."""
        trace = self.trace.cores[core]
        return self.trace.statics[trace.section].instrs[int(trace.ids[row])]

    def pipe(self, core: int, row: int) -> Pipe:
        """The pipe a row runs on."""
        trace = self.trace.cores[core]
        return PIPE_OF[int(self.trace.statics[trace.section].pipe[int(trace.ids[row])])]

    def site(self, core: int, row: int, role: str) -> Site:
        """A row as one side of a hazard."""
        instr = self.instr(core, row)
        return Site(role, instr_text(instr), instr.position, core, str(self.pipe(core, row)), row)

    def place(self, core: int, row: int) -> str:
        """Short: where a row comes from, and its mnemonic."""
        instr = self.instr(core, row)
        where = instr.position.short if instr.position is not None else f"instruction {row}"
        return f"{where} ({instr.op.mnemonic})"

    def holder(self, core: int, row: int, space: int, low: int, high: int, write: int) -> tuple[str, int]:
        """The buffer or argument by which a row got at bytes, and where it begins in its space."""
        trace = self.trace.cores[core]
        for region in trace.regions[int(trace.region_start[row]) : int(trace.region_start[row + 1])]:
            field, writes, where, start, n2, s2, n1, s1, inner = (int(v) for v in region)
            stop = start + (n2 - 1) * s2 + (n1 - 1) * s1 + inner
            if (writes != 0, where) == (write != 0, space) and start < high and low < stop:
                instr = self.instr(core, row)
                operand = instr.operands[field]
                if isinstance(operand, Mem) and isinstance(instr.op.fields[field], MemField):
                    buffer = self._buffers.get(operand.name)
                    return operand.name, buffer.address if buffer is not None else 0
        return self.buffer(space, low)

    def buffer(self, space: int, byte: int) -> tuple[str, int]:
        """The first declared buffer (or the argument) that holds a byte, and where it begins."""
        if space >= FIRST_GM:
            return self.trace.names(space), 0
        for b in self.trace.stream.buffers:
            if b.scope is SCOPE_OF[space] and b.address <= byte < b.address + b.nbytes:
                return b.name, b.address
        return str(SCOPE_OF[space]), 0

    def bytes_of(self, held: tuple[str, int], space: int, low: int, high: int) -> str:
        """ "bytes 0..255 of x (UB)"."""
        name, base = held
        scope = "GM" if space >= FIRST_GM else str(SCOPE_OF[space])
        tail = "" if name == scope else f" ({scope})"
        return f"bytes {low - base}..{high - base - 1} of {name}{tail}"
