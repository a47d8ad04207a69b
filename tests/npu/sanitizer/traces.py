"""Traces built by hand: instructions with operands by name, rows and regions resolved in plain Python."""

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tik.isa import INSTRUCTIONS
from tik.isa.fields import Choice, Mask, MaskField
from tik.isa.fields import Mem as MemField
from tik.isa.instruction import placed
from tik.isa.regions import COLUMNS, LIMIT
from tik.npu.trace import COST_COLUMNS, FIRST_GM, SYNC, CoreTrace, Statics, Trace
from tik.stream.model import Arg, Buffer, Instr, Mem, Reg, Section, Stream
from tik.types.dtypes import dtype
from tik.types.pipes import Pipe
from tik.types.positions import Location
from tik.types.scopes import Scope


def ins(mnemonic: str, types: str = "", line: int | None = None, **operands: Any) -> Instr:
    """An instruction; operands left out take their defaults. ``line`` makes a position in k.py."""
    op = INSTRUCTIONS[mnemonic]
    values = []
    for f in op.fields:
        if f.name in operands:
            value = operands.pop(f.name)
            values.append(Mem(value) if isinstance(f, MemField) and isinstance(value, str) else value)
        elif isinstance(f, MaskField):
            values.append(Mask.bits(-1, -1))
        else:
            values.append(f.default if f.default is not None else 1)
    assert not operands, f"{mnemonic} has no {sorted(operands)}"
    place = Location("k.py", line, 0, None, f"line {line}") if line is not None else None
    return Instr(op, tuple(dtype(t) for t in types.split(".") if t), tuple(values), place)


def load(dst: str | Mem, src: str | Mem, blocks: int = 8, line: int | None = None, **more: Any) -> Instr:
    """MTE2: GM -> UB."""
    return ins("mov_gm_ub", "f32", line, dst=dst, src=src, burst=blocks, **more)


def store(dst: str | Mem, src: str | Mem, blocks: int = 8, line: int | None = None, **more: Any) -> Instr:
    """MTE3: UB -> GM."""
    return ins("mov_ub_gm", "f32", line, dst=dst, src=src, burst=blocks, **more)


def add(dst: str | Mem, a: str | Mem, b: str | Mem, line: int | None = None, **more: Any) -> Instr:
    """V: dst = a + b, one repeat of 64 f32 unless said otherwise."""
    return ins("vadd", "f32.f32.f32", line, dst=dst, src0=a, src1=b, **more)


def relu(dst: str | Mem, src: str | Mem, line: int | None = None, **more: Any) -> Instr:
    """V: dst = max(src, 0), one repeat of 64 f32 unless said otherwise."""
    return ins("vrelu", "f32.f32", line, dst=dst, src=src, **more)


def fset(src: str, dst: str, event: int | Reg = 0, line: int | None = None) -> Instr:
    return ins("set_flag", "", line, src_pipe=src, dst_pipe=dst, event_id=event)


def fwait(src: str, dst: str, event: int | Reg = 0, line: int | None = None) -> Instr:
    return ins("wait_flag", "", line, src_pipe=src, dst_pipe=dst, event_id=event)


def handoff(src: str, dst: str, event: int = 0) -> list[Instr]:
    return [fset(src, dst, event), fwait(src, dst, event)]


def barrier(pipe: str, line: int | None = None) -> Instr:
    return ins("pipe_barrier", "", line, pipe=pipe)


def cset(mode: int, pipe: str, flag: int) -> Instr:
    return ins("cross_core_set", mode=mode, pipe=pipe, flag_id=flag)


def cwait(flag: int) -> Instr:
    return ins("cross_core_wait", flag_id=flag)


def everyone() -> Instr:
    return ins("block_barrier")


@dataclass
class Core:
    """One core's program: instructions, or (instruction, values of its registers)."""

    rows: Sequence[Instr | tuple[Instr, Mapping[int, int]]]
    section: int = 0
    block: int = 0
    subblock: int = 0


@dataclass
class Memory:
    """Buffers and arguments of a stream: name -> (scope, address, bytes); name -> (role, logical bytes)."""

    buffers: Mapping[str, tuple[Scope, int, int]] = field(default_factory=dict)
    args: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    kinds: Sequence[str] = ("vector",)


def slack(nbytes: int) -> int:
    return (nbytes + 31) // 32 * 32 + 32


def build(memory: Memory, cores: Sequence[Core], order: Sequence[tuple[int, int, int]] = ()) -> Trace:
    """The trace of these cores."""
    f32 = dtype("f32")
    programs: list[list[Instr]] = [[] for _ in memory.kinds]
    runs = []
    spaces = {name: FIRST_GM + i for i, name in enumerate(memory.args)}
    for core in cores:
        known: dict[int, int] = {id(i): n for n, i in enumerate(programs[core.section])}
        ids, rows, row_start, regions, region_start = [], [], [0], [np.zeros((0, COLUMNS), np.int64)], [0]
        for entry in core.rows:
            instr, regs = entry if isinstance(entry, tuple) else (entry, {})
            if id(instr) not in known:
                known[id(instr)] = len(programs[core.section])
                programs[core.section].append(instr)
            ids.append(known[id(instr)])
            slots = _slots(instr, regs, memory, spaces)
            rows += [slots.get(n, 0) for n in sorted(instr.op.slot_of, key=lambda n: instr.op.slot_of[n])]
            row_start.append(len(rows))
            regions.append(_regions(instr, slots))
            region_start.append(region_start[-1] + len(regions[-1]))
        runs.append(
            CoreTrace(
                core.block,
                core.subblock,
                core.section,
                np.array(ids, np.int64),
                np.zeros((len(ids), COST_COLUMNS)),
                np.array(rows, np.int64),
                np.array(row_start, np.int64),
                np.concatenate(regions),
                np.array(region_start, np.int64),
            )
        )
    stream = Stream(
        "k",
        "Ascend910B1",
        tuple(Arg(n, "gm", f32, role, size) for n, (role, size) in memory.args.items()),
        tuple(Buffer(n, s, f32, a, b) for n, (s, a, b) in memory.buffers.items()),
        tuple(Section(kind, tuple(p)) for kind, p in zip(memory.kinds, programs, strict=True)),
    )
    return Trace(
        stream,
        tuple(_statics(p) for p in programs),
        tuple(runs),
        tuple((size, slack(size)) for _, size in memory.args.values()),
        order,
    )


def _statics(program: Sequence[Instr]) -> Statics:
    aux = np.full((len(program), 3), -1, np.int64)
    for n, instr in enumerate(program):
        if instr.op.sync is not None:
            for column, value in enumerate(instr.operands):
                aux[n, column] = Pipe(value).code if isinstance(value, str) else value if isinstance(value, int) else -1
    return Statics(
        tuple(program),
        np.array([i.pipe.code for i in program], np.int64),
        np.array([SYNC[i.op.sync] for i in program], np.int64),
        aux,
        np.array([i.op.slots for i in program], np.int64),
    )


def _slots(instr: Instr, regs: Mapping[int, int], memory: Memory, spaces: Mapping[str, int]) -> dict[str, int]:
    def value(v: Any) -> int:
        return regs[v.number] if isinstance(v, Reg) else int(v)

    out: dict[str, int] = {}
    for f, v in zip(instr.op.fields, instr.operands, strict=True):
        if isinstance(f, MemField):
            scope, address = Scope.GM.code, 0
            if v.name in memory.buffers:
                scope, address = memory.buffers[v.name][0].code, memory.buffers[v.name][1]
            out[f.name + "_space"] = spaces.get(v.name, scope)
            out[f.name] = address + v.const + (value(v.reg) if v.reg is not None else 0)
        elif isinstance(f, MaskField):
            out["mask_mode"], out["mask_high"], out["mask_low"] = v.mode, value(v.high), value(v.low)
        elif isinstance(f, Choice):
            out[f.name] = f.options.index(v)
        else:
            out[f.name] = value(v)
    return out


def _regions(instr: Instr, slots: Mapping[str, int]) -> NDArray[np.int64]:
    if instr.op.regions is None:
        return np.zeros((0, COLUMNS), np.int64)
    out = np.zeros((LIMIT, COLUMNS), np.int64)
    known: dict[str, int] = {"lanes": instr.op.lanes(instr.types) if instr.types else 0}
    for _, f in instr.op.mems():
        known |= placed(f, instr.types)
    known |= slots
    wanted = list(inspect.signature(instr.op.regions).parameters)
    n = instr.op.regions(out, *[known[name] for name in wanted[1:]])
    return out[:n].copy()
