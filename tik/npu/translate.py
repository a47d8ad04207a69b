"""Stream -> what the interpreter runs: an encoded program a section, and tables of its instructions, made once a stream."""

from __future__ import annotations

import functools
import struct
import threading
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from tik.chips.loader import Chip
from tik.isa.fields import BITS, COUNT, COUNTER, Choice, Int, Mask, MaskField, Mem, Out, Value
from tik.isa.instruction import INSTRUCTIONS
from tik.npu.figures import Figures, asks_for_place, key_modulus
from tik.npu.native import interpreter as machine
from tik.npu.native.finite import WATCH_COLUMNS
from tik.npu.native.wrappers import parameters, routine
from tik.npu.overflow import watch
from tik.npu.trace import FIRST_GM, SYNC, Statics
from tik.stream.model import Exit, If, Instr, Loop, Node, Reg, Section, Stream, walk
from tik.stream.model import Mem as Operand
from tik.types.dtypes import DType
from tik.types.errors import TikError
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

__all__ = ["Code", "Translation", "scalar_bits", "translate"]

Words = NDArray[np.int64]
ANY = (-(2**63), 2**63 - 1)


@dataclass(frozen=True)
class Code:
    """One section, translated: the program, and flat tables indexed by static instruction."""

    section: Section
    statics: Statics
    program: Words
    run: Words
    figures: Figures  # grows as new combinations of field values come up
    key_at: Words
    keys: Words  # [n, 2] slot, modulus: the values an instruction's figures depend on
    template_at: Words
    templates: Words
    patch_at: Words
    patches: Words  # [n, 5] slot, register, low, high, multiple of
    bound_at: Words
    bounds: Words  # [n, 2] bytes a Mem field may touch; high -1: the whole space
    tails: Words  # [n, 4] what follows an instruction's row (see run_core)
    watch: Words  # [n, 6] what to look at for overflow (see native/finite.py)
    loops: tuple[tuple[int, ...], ...]  # registers of the loops around each static instruction (for printing)
    unset: tuple[TikError, ...]  # what a core that gets to an UNSET word is stopped with


@dataclass(frozen=True)
class Translation:
    """A whole stream, translated for its chip."""

    stream: Stream
    chip: Chip
    codes: tuple[Code, ...]
    registers: int
    used: Mapping[int, int]  # space of a scope -> bytes of it the buffers reach
    has_sync: bool  # cross-core flags or barriers: cores must take turns
    lock: threading.RLock = field(default_factory=threading.RLock, compare=False)  # figures grow while a launch runs
    moves: dict[bool, list[Words]] = field(default_factory=dict, compare=False)  # shadow routines, once they are needed


def scalar_bits(value: Any, t: DType) -> int:
    """The register contents of a Python number in a dtype."""
    if t.short == "f32":
        return int(struct.unpack("<I", struct.pack("<f", _finite(value, np.float32)))[0])
    if t.short == "f16":
        return int(np.float16(_finite(value, np.float16)).view(np.uint16))
    if t.short == "bf16":
        return int(np.asarray(value, ml_dtypes.bfloat16).view(np.uint16))
    wrapped = int(value) & ((1 << t.bits) - 1)
    return wrapped - (1 << t.bits) if (t.kind == "i" or t.bits == 64) and wrapped >> (t.bits - 1) else wrapped


def _finite(value: Any, kind: Any) -> float:
    with np.errstate(over="ignore"):
        return float(kind(value))


class _Form:
    """What instructions have in common that differ only in where their operands lie."""

    __slots__ = ("addresses", "bounds", "entry", "pipe", "row", "run", "sync", "tail", "watch")

    def __init__(self, node: Instr, chip: Chip, names: Mapping[str, tuple[int, int, int, int]]) -> None:
        self.run = -1 if node.op.shows else routine(node.op, node.types, "run")
        self.pipe, self.sync = node.pipe.code, SYNC[node.op.sync]
        self.tail, self.watch = _tail(node.op.mnemonic), watch(node, chip, names)
        self.row: list[int] = []  # the resolved row, of the first of them
        self.addresses: list[tuple[int, int, int]] = []  # slot of an address, address of its tensor, operand
        self.bounds: list[int] = []
        self.entry = -1  # their figures, once they are known


class _Section:
    """Builds one section's tables."""

    def __init__(
        self, stream: Stream, section: Section, chip: Chip, hidden: int, names: dict[str, tuple[int, int, int, int]]
    ) -> None:
        self.stream, self.section, self.chip, self.names = stream, section, chip, names
        self.program: list[int] = []
        self.instrs: list[Instr] = []
        self.hidden = hidden
        self.forms: list[_Form] = []  # of each instruction
        self.known: dict[Any, _Form] = {}
        self.templates = array("q")
        self.template_at = [0]
        self.patches: list[tuple[int, int, int, int, int]] = []
        self.patch_at = [0]
        self.bounds = array("q")
        self.bound_at: list[int] = []
        self.loops: list[tuple[int, ...]] = []
        self.around: list[int] = []
        self.keys: list[tuple[int, int]] = []
        self.set: set[int] | None = None  # registers that have values; None: any may
        self.unset: list[TikError] = []
        self.key_at = [0]

    @property
    def here(self) -> int:
        return len(self.program) // machine.WIDTH

    def emit(self, *words: int) -> int:
        self.program += [*words, *([0] * (machine.WIDTH - len(words)))]
        return self.here - 1

    def body(self, nodes: tuple[Node, ...], breaks: list[int] | None, continues: list[int] | None, returns: list[int]) -> None:
        for node in nodes:
            if isinstance(node, Instr):
                self.instr(node)
            elif isinstance(node, Loop):
                self.loop(node, returns)
            elif isinstance(node, If):
                self.branch(node, breaks, continues, returns)
            elif isinstance(node, Exit):
                target = {"break": breaks, "continue": continues, "return": returns}[node.kind]
                if target is None:
                    raise TikError("TIK-SYNTAX03", f"{node.kind} stands outside a loop", position=node.position)
                target.append(self.emit(machine.JUMP, 0))

    def loop(self, node: Loop, returns: list[int]) -> None:
        hidden = self.hidden
        self.hidden += 1
        for bound in (node.start, node.stop):
            if isinstance(bound, Reg):
                self.reads(bound, node)
        kinds = [(1, b.number) if isinstance(b, Reg) else (0, int(b)) for b in (node.start, node.stop)]
        head = self.emit(machine.LOOP, node.reg.number, *kinds[0], *kinds[1])
        self.emit(0, node.step, 0, hidden)
        first = self.here
        breaks: list[int] = []
        continues: list[int] = []
        self.around.append(node.reg.number)
        self.body(node.body, breaks, continues, returns)
        self.around.pop()
        for jump in continues:
            self.program[jump * machine.WIDTH + 1] = self.here
        self.emit(machine.NEXT, node.reg.number, hidden, node.step, first)
        self.program[(head + 1) * machine.WIDTH + 2] = self.here
        for jump in breaks:
            self.program[jump * machine.WIDTH + 1] = self.here

    def branch(self, node: If, breaks: list[int] | None, continues: list[int] | None, returns: list[int]) -> None:
        self.reads(node.cond, node)
        test = self.emit(machine.UNLESS, node.cond.number, 0)
        self.body(node.then, breaks, continues, returns)
        if node.orelse:
            over = self.emit(machine.JUMP, 0)
            self.program[test * machine.WIDTH + 2] = self.here
            self.body(node.orelse, breaks, continues, returns)
            self.program[over * machine.WIDTH + 1] = self.here
        else:
            self.program[test * machine.WIDTH + 2] = self.here

    def written(self, nodes: tuple[Node, ...]) -> set[int]:
        """Registers that something in the section gives a value to."""
        found = {0, 1, *(arg.reg.number for arg in self.stream.args if arg.reg is not None)}
        for node in walk(nodes):
            if isinstance(node, Loop):
                found.add(node.reg.number)
            elif isinstance(node, Instr) and _writes_register(node.op.mnemonic):
                found |= {v.number for f, v in zip(node.op.fields, node.operands, strict=True) if isinstance(f, Out)}
        return found

    def reads(self, reg: Reg, node: Node) -> None:
        """Stop a core that gets here (TIK-UNINIT01) when nothing gives the register a value. Kernels have branches that are
        never taken and read such scalars."""
        if self.set is not None and reg.number not in self.set:
            self.emit(machine.UNSET, len(self.unset))
            self.unset.append(
                TikError(
                    "TIK-UNINIT01",
                    "a scalar is used that nothing gives a value to",
                    position=node.position,
                    details=[f"register {reg!r}"],
                    hint="set it first: init_value=..., or set_as before this line",
                )
            )

    def instr(self, node: Instr) -> None:
        k = len(self.instrs)
        self.instrs.append(node)
        self.loops.append(tuple(self.around))
        self.bound_at.append(len(self.bounds) // 2)
        key = _fixed(node)
        form = self.known.get(key) if key is not None else None
        if form is None:
            form = _Form(node, self.chip, self.names)
            form.row = self.resolve(node, form)
            if key is not None:
                self.known[key] = form
            self.templates.extend(form.row)
        else:
            operands, start = node.operands, len(self.templates)
            self.templates.extend(form.row)
            for slot, base, index in form.addresses:
                self.templates[start + slot] = base + operands[index].const
        self.bounds.extend(form.bounds)
        self.forms.append(form)
        self.key_at.append(len(self.keys))
        self.template_at.append(len(self.templates))
        self.patch_at.append(len(self.patches))
        self.emit(machine.INSTR, k)

    def resolve(self, node: Instr, form: _Form) -> list[int]:
        """The row of an instruction; what comes from registers goes into patches and keys."""
        row: list[int] = []
        for index, (f, value) in enumerate(zip(node.op.fields, node.operands, strict=True)):
            low, high = -1, -1
            if isinstance(f, Mem):
                space, low, high, address = self.names[value.name]
                if value.reg is not None:
                    align = f.boundary(node.types[f.type]) if space < FIRST_GM else 1
                    if node.op.run is not None and f"{f.name}_at" in parameters(node.op.run):
                        align = max(align, node.types[f.type].cell)  # seen as an array: an element lies on its own size
                    self.patches.append((len(row) + 1, value.reg.number, *ANY, align))
                form.addresses.append((len(row) + 1, address, index))
                row += [space, address + value.const]
            elif isinstance(f, MaskField):
                row += self.mask(node, value, len(row))
            elif isinstance(f, Choice):
                row.append(f.options.index(value))
            elif isinstance(f, Out):
                row.append(value.number)
            elif isinstance(value, Reg):
                bounds = (f.low, f.high) if isinstance(f, Int) else ANY
                whole = node.types[0].block if isinstance(f, Int) and f.blocks else 1
                self.patches.append((len(row), value.number, *bounds, whole))
                row.append(0)
            else:
                row.append(scalar_bits(value, node.types[f.type]) if isinstance(f, Value) else int(value))
            form.bounds += (low, high)
        for _, number, *_ in self.patches[self.patch_at[-1] :]:
            self.reads(Reg(number), node)
        for slot in sorted({p[0] for p in self.patches[self.patch_at[-1] :]}):
            modulus = key_modulus(node.op, slot, row[slot - 1] if slot else 0)
            if modulus != 1:
                self.keys.append((slot, modulus))
        return row

    def mask(self, node: Instr, mask: Mask, at: int) -> list[int]:
        if mask.mode == COUNTER and (node.op.family == "reduce" or node.op.mnemonic == "vbi"):
            raise TikError(
                "TIK-REPEAT02",
                f"{node.op.mnemonic} has no counter mask",
                position=node.position,
                hint="give a mask for each repeat",
            )
        bounds = {BITS: ANY, COUNTER: (0, 2**32 - 1), COUNT: (0, node.op.lanes(node.types))}[mask.mode]
        words = [mask.mode]
        for offset, value in enumerate((mask.high, mask.low), 1):
            if isinstance(value, Reg):
                self.patches.append((at + offset, value.number, *bounds, 1))
                words.append(0)
            else:
                words.append(value - 2**64 if value >= 2**63 else value)
        return words

    def finish(self) -> Code:
        returns: list[int] = []
        self.body(self.section.body, None, None, returns)
        end = self.emit(machine.HALT)
        for jump in returns:
            self.program[jump * machine.WIDTH + 1] = end
        n = len(self.instrs)
        figures = Figures(self.chip, n)
        for k, i in enumerate(self.instrs):
            form = self.forms[k]
            if form.entry >= 0:
                figures.head[k] = form.entry
            elif self.key_at[k] == self.key_at[k + 1]:  # nothing it depends on changes at run time
                figures.add(k, i.op, i.types, self.templates[self.template_at[k] : self.template_at[k + 1]], ())
                if not asks_for_place(i.op.mnemonic):
                    form.entry = int(figures.head[k])
        aux = np.full((n, 3), -1, np.int64)
        for k, i in enumerate(self.instrs):
            if i.op.sync:
                for j, value in enumerate(i.operands):
                    aux[k, j] = Pipe(value).code if isinstance(value, str) else value if isinstance(value, int) else -1
        statics = Statics(
            tuple(self.instrs),
            np.array([form.pipe for form in self.forms], np.int64),
            np.array([form.sync for form in self.forms], np.int64),
            aux,
            np.array(np.diff(self.template_at), np.int64),
        )
        return Code(
            self.section,
            statics,
            np.array(self.program, np.int64),
            np.array([form.run for form in self.forms], np.int64),
            figures,
            np.array(self.key_at, np.int64),
            np.array(self.keys, np.int64).reshape(-1, 2),
            np.array(self.template_at, np.int64),
            _words(self.templates),
            np.array(self.patch_at, np.int64),
            np.array(self.patches, np.int64).reshape(-1, 5),
            np.array(self.bound_at, np.int64),
            _words(self.bounds).reshape(-1, 2),
            np.array([form.tail for form in self.forms], np.int64).reshape(-1, 4),
            np.array([form.watch for form in self.forms], np.int64).reshape(-1, WATCH_COLUMNS),
            tuple(self.loops),
            tuple(self.unset),
        )


@functools.cache
def _writes_register(mnemonic: str) -> bool:
    return any(isinstance(f, Out) for f in INSTRUCTIONS[mnemonic].fields)


def _words(values: array[int]) -> Words:
    return np.frombuffer(values, np.int64) if values else np.zeros(0, np.int64)


def _fixed(node: Instr) -> tuple[Any, ...] | None:
    """What an instruction is but for its addresses; None when registers have a part in it."""
    parts: list[Any] = [node.op, node.types]
    for value in node.operands:
        kind = type(value)
        if kind is Operand:
            if value.reg is not None:
                return None
            parts.append(value.name)
        elif kind is Reg or (kind is Mask and not (type(value.high) is int and type(value.low) is int)):
            return None
        else:
            parts.append(value.hex() if kind is float else value)  # 0.0 equals -0.0, but is another number
    return tuple(parts)


@functools.cache
def _tail(mnemonic: str) -> tuple[int, int, int, int]:
    """The fields an instruction reaches through and whose contents its shadow asks for (-1: none), and their slots."""
    op = INSTRUCTIONS[mnemonic]
    names = op.reaches, op.kept()
    fields = [op.field_index[name] if name is not None else -1 for name in names]
    slots = [op.slot_of[f"{name}_space"] if name is not None else -1 for name in names]
    return fields[0], fields[1], slots[0], slots[1]


def translate(stream: Stream, chip: Chip, *, closed: bool = False) -> Translation:
    """Translate a checked stream. ``closed``: registers have values from arguments and from the stream itself only, so a
    core that reads one that nothing sets is stopped (TIK-UNINIT01). Raises TIK-CHIP01 when the chip lacks a figure."""
    names: dict[str, tuple[int, int, int, int]] = {}
    space = FIRST_GM
    for gm in [a.name for a in stream.args if a.kind == "gm"] + [c.name for c in stream.constants]:
        names[gm] = (space, 0, -1, 0)
        space += 1
    used: dict[int, int] = {}
    for buffer in stream.buffers:
        code = buffer.scope.code
        assert buffer.scope is not Scope.GM
        names[buffer.name] = (code, buffer.address, buffer.address + buffer.nbytes, buffer.address)
        used[code] = max(used.get(code, 0), buffer.address + buffer.nbytes)
    registers = stream.registers()
    codes = []
    top = registers
    for section in stream.sections:
        builder = _Section(stream, section, chip, registers, names)
        builder.set = builder.written(section.body) if closed else None
        codes.append(builder.finish())
        top = max(top, builder.hidden)
    crossing = any((c.statics.sync >= SYNC["cross_set"]).any() for c in codes)
    return Translation(stream, chip, tuple(codes), top, used, crossing)
