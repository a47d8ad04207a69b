"""One instruction alone in a stream: known bytes in, all bytes out; and the memory plain statements of meanings work on."""

import ctypes
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from unittest import mock

import ml_dtypes
import numpy as np
from hypothesis import strategies as st

from tik.chips.loader import load_chip
from tik.isa.fields import Choice, Int, Mask, MaskField, Out, Value
from tik.isa.fields import Mem as MemField
from tik.isa.instruction import INSTRUCTIONS, Instruction
from tik.npu import functional
from tik.npu.functional import GmSpace, execute
from tik.npu.translate import scalar_bits, translate
from tik.stream.model import Arg, Buffer, Instr, Mem, Reg, Section, Stream
from tik.types.dtypes import DType, dtype, u8
from tik.types.positions import Location
from tik.types.scopes import Scope

SIZE = {Scope.GM: 16384, Scope.UB: 16384, Scope.L1: 16384, Scope.L0A: 16384, Scope.L0B: 16384, Scope.L0C: 32768, Scope.BT: 1024}
LINE = Location("kernel.py", 7, text="the author's line")


@dataclass(frozen=True)
class Held:
    """An operand that comes from a register at run time."""

    value: int


@dataclass(frozen=True)
class At:
    """A memory operand: a byte offset in a space ("UB", or the name of a GM argument), static or from a register."""

    space: str
    byte: int
    held: bool = False


@dataclass(frozen=True)
class Ran:
    """What is there afterwards: bytes of each space, the regions the instruction states, its resolved row and its cost."""

    after: dict[str, np.ndarray]
    regions: np.ndarray
    row: np.ndarray
    cost: np.ndarray


def types_of(text: str) -> tuple[DType, ...]:
    """types_of("f16.f32")."""
    return tuple(dtype(t) for t in text.split("."))


def run(
    mnemonic: str,
    types: tuple[DType, ...],
    operands: Mapping[str, Any],
    before: Mapping[str, np.ndarray],
    chip: str = "Ascend910B1",
) -> Ran:
    """Execute the instruction once; every space of ``before`` named like a scope is local, the others are GM arguments."""
    op = INSTRUCTIONS[mnemonic]
    scalars: dict[int, int] = {}

    def register(value: int) -> Reg:
        scalars[2 + len(scalars)] = value
        return Reg(1 + len(scalars))

    def word(value: Any) -> Any:
        return register(value.value) if isinstance(value, Held) else value

    values: list[Any] = []
    for f in op.fields:
        value = operands.get(f.name, f.default)
        if isinstance(value, At):
            values.append(Mem(value.space, 64, register(value.byte - 64)) if value.held else Mem(value.space, value.byte))
        elif isinstance(value, Mask):
            values.append(Mask(value.mode, word(value.high), word(value.low)))
        else:
            values.append(word(value))
    scopes = {scope.value: scope for scope in Scope}
    local = [name for name in before if name in scopes]
    gm = [name for name in before if name not in scopes]
    show = INSTRUCTIONS["print"]
    no_loops = [f.default for f in show.fields[5:]]
    body = (
        Instr(op, types, tuple(values), LINE),
        *(Instr(show, (u8,), (Mem(name), 1, len(before[name]), len(before[name]), -1, *no_loops)) for name in local),
    )
    stream = Stream(
        "alone",
        chip,
        tuple(Arg(name, "gm", u8, "inout") for name in gm),
        tuple(Buffer(name, scopes[name], u8, 0, len(before[name])) for name in local),
        (Section("vector", body),),
    )
    host = {name: before[name].copy() for name in gm}
    after: dict[str, np.ndarray] = dict(host)
    waiting = iter(before[name] for name in local)

    def poured(address: int, start: int, stop: int) -> None:  # in place of 0xFF: the bytes of ``before``
        data = next(waiting)
        ctypes.memmove(int(address), data.ctypes.data, len(data))

    status = mock.patch.object(ctypes, "memset")  # the overflow status keeps what is in ``before`` too
    with mock.patch.object(functional, "fill", poured), status:
        trace = execute(
            translate(stream, load_chip(chip)),
            [GmSpace(host[name], len(host[name])) for name in gm],
            scalars,
            1,
            record=True,
            printer=lambda shown: after.update({shown.instr.operands[0].name: shown.values[0]}),
        )
    core = trace.cores[0]
    return Ran(after, core.regions[: core.region_start[1]], core.rows[: core.row_start[1]], core.costs[0])


class Operand:
    """Elements of one dtype from a base byte on; the bytes read and written are collected."""

    def __init__(self, data: np.ndarray, base: int, kind: DType, read: set[int], written: set[int]) -> None:
        assert base + len(data) >= 0 and base // kind.size * kind.size <= len(data)
        self.size, self.first, self.shift = kind.size, base // kind.size, base % kind.size
        whole = (len(data) - self.shift) // kind.size
        self.elements = data[self.shift : self.shift + whole * kind.size].view(kind.numpy)
        self.read, self.written = read, written

    def _at(self, i: int) -> int:
        at = self.first + int(i)
        assert 0 <= at < len(self.elements)
        return at

    def __getitem__(self, i: int) -> Any:
        at = self._at(i)
        self.read.add(at * self.size + self.shift)
        return self.elements[at]

    def __setitem__(self, i: int, value: Any) -> None:
        at = self._at(i)
        self.written.add(at * self.size + self.shift)
        self.elements[at] = value


class Memory:
    """The bytes a plain statement of a meaning works on."""

    def __init__(
        self, mnemonic: str, types: tuple[DType, ...], operands: Mapping[str, Any], before: Mapping[str, np.ndarray]
    ) -> None:
        self.op, self.types, self.operands = INSTRUCTIONS[mnemonic], types, operands
        self.data = {name: array.copy() for name, array in before.items()}
        self.read: dict[tuple[str, int], set[int]] = {}  # by field and element size: where elements begin
        self.written: dict[tuple[str, int], set[int]] = {}

    def __getitem__(self, name: str) -> Any:
        """An operand by its name: memory as an Operand, anything else as its value."""
        value = self.operands[name] if name in self.operands else self.op.fields[self.op.field_index[name]].default
        if isinstance(value, At):
            return self._operand(name, value.byte, self.types[next(f.type for _, f in self.op.mems() if f.name == name)])
        return value.value if isinstance(value, Held) else value

    def bytes(self, name: str, at: int = 0) -> Operand:
        """A memory operand as bytes."""
        return self._operand(name, self.operands[name].byte + at, u8)

    def _operand(self, name: str, byte: int, kind: DType) -> Operand:
        logs = (log.setdefault((name, kind.size), set()) for log in (self.read, self.written))
        return Operand(self.data[self.operands[name].space], byte, kind, *logs)

    def touched(self, name: str, write: int) -> np.ndarray:
        """Which bytes of its space were read or written through a field."""
        marks = np.zeros(len(self.data[self.operands[name].space]), bool)
        for (field, size), starts in (self.written if write else self.read).items():
            if field == name:
                for k in range(size):
                    marks[np.fromiter(starts, np.int64, len(starts)) + k] = True
        return marks


def touched(ran: Ran, op: type[Instruction], name: str, write: int, length: int) -> np.ndarray:
    """Which bytes of its space the stated regions of a field cover."""
    covered = np.zeros(length, bool)
    for field, writes, _, start, n2, s2, n1, s1, inner in ran.regions.tolist():
        if field == op.field_index[name] and min(writes, 1) == write:  # 2: added to
            for i in range(n2):
                for j in range(n1):
                    at = start + i * s2 + j * s1
                    assert 0 <= at <= at + inner <= length
                    covered[at : at + inner] = True
    return covered


def agree(
    mnemonic: str,
    types: str,
    operands: Mapping[str, Any],
    before: Mapping[str, np.ndarray],
    meaning: Callable[[Memory], None],
    *,
    chip: str = "Ascend910B1",
    hull: tuple[str, ...] = (),
) -> Ran:
    """The native run leaves the same bytes as ``meaning`` (NaN equals NaN), and the stated regions are the bytes it read and
    wrote; fields in ``hull`` may state more (whole fractals)."""
    kinds = types_of(types)
    ran = run(mnemonic, kinds, operands, before, chip)
    m = Memory(mnemonic, kinds, operands, before)
    with np.errstate(all="ignore"):
        meaning(m)
    nan_kind = {m.operands[f.name].space: kinds[f.type].numpy for _, f in m.op.mems() if f.writes}
    for name in before:
        assert_same(ran.after[name], m.data[name], nan_kind.get(name), name)
    for _, f in m.op.mems():
        for write in (0, 1):
            log = m.touched(f.name, write)
            stated = touched(ran, m.op, f.name, write, len(log))
            if f.name in hull:
                assert not (log & ~stated).any(), f"{f.name}: touches bytes it does not state"
            else:
                assert (log == stated).all(), (f.name, write, np.flatnonzero(log != stated)[:8])
    return ran


def assert_same(got: np.ndarray, expected: np.ndarray, kind: Any = None, name: str = "") -> None:
    """Equal bytes, where two NaNs of ``kind`` count as equal."""
    wrong = got != expected
    if not wrong.any():
        return
    if kind is not None and np.dtype(kind).kind in "fV":
        a, b = (
            x[: len(x) // np.dtype(kind).itemsize * np.dtype(kind).itemsize].view(kind).astype(np.float64)
            for x in (got, expected)
        )
        both = np.repeat(np.isnan(a) & np.isnan(b), np.dtype(kind).itemsize)
        wrong[: len(both)] &= ~both
    if wrong.any():
        at = int(np.flatnonzero(wrong)[0])
        raise AssertionError(
            f"{name} differs in {wrong.sum()} bytes from byte {at} on: "
            f"{got[at : at + 8].tolist()}, expected {expected[at : at + 8].tolist()}"
        )


# ------------------------------------------------------------------------------------------------------------- values
SPECIAL = [
    0.0,
    -0.0,
    np.inf,
    -np.inf,
    np.nan,
    1.0,
    -1.0,
    0.5,
    1.5,
    2.5,
    -2.5,
    65504.0,
    65519.9,
    65520.0,
    -65520.0,
    6e-8,
    1e-40,
    3.4e38,
    -3.4e38,
    2147483520.0,
    2147483648.0,
    -2147483648.0,
    32767.5,
    127.5,
    255.5,
    -128.5,
    1e-7,
]


def values(seed: int, kind: DType, nbytes: int) -> np.ndarray:
    """Bytes that hold elements of a dtype: common ones, extremes, NaN, inf, subnormals; integers of all sizes."""
    rng = np.random.default_rng(seed)
    n = nbytes // kind.size
    with np.errstate(all="ignore"):
        if kind.is_float:
            x = rng.standard_normal(n) * 10.0 ** rng.integers(-3, 4, n)
            x = np.where(rng.random(n) < 0.15, rng.choice(SPECIAL, n), x)
            return x.astype(np.float32).astype(kind.numpy).view(np.uint8)
        info = np.iinfo(kind.numpy)
        x = rng.integers(info.min, info.max, n, kind.numpy, endpoint=True)
        small = rng.integers(-3 if kind.kind == "i" else 0, 4, n).astype(kind.numpy)
        edge = rng.choice(np.array([info.min, info.max, 0], kind.numpy), n)
        return np.where(rng.random(n) < 0.4, x, np.where(rng.random(n) < 0.8, small, edge)).astype(kind.numpy).view(np.uint8)


def wrap(value: int, kind: DType) -> int:
    """A Python integer as a dtype holds it."""
    low = int(value) & ((1 << kind.bits) - 1)
    return low - (1 << kind.bits) if kind.kind == "i" and low >> (kind.bits - 1) else low


def active(mask: Mask, lanes: int, repeats: int) -> list[list[int]]:
    """The active lanes of each repeat."""
    high, low = (w.value if isinstance(w, Held) else w for w in (mask.high, mask.low))
    if mask.mode == 1:
        return [[i for i in range(lanes) if r * lanes + i < low] for r in range(-(-low // lanes))]
    if mask.mode == 2:
        return [list(range(low))] * repeats
    bits = (high & (2**64 - 1)) << 64 | (low & (2**64 - 1))
    return [[i for i in range(lanes) if bits >> i & 1]] * repeats


def place(kind: DType, repeat: int, lane: int, blk: int, rep: int) -> int:
    """Element index of a lane: block lane // own of repeat r starts at (r*rep + block*blk) * 32 bytes (tik_api §2)."""
    own = 32 // kind.size
    return (repeat * rep + lane // own * blk) * own + lane % own


# --------------------------------------------------------------------------------------------------------- strategies
def held(draw: Any, value: int) -> Any:
    return Held(value) if draw(st.booleans()) else value


@st.composite
def masks(draw: Any, lanes: int, repeats: int, counter: bool) -> Mask:
    """A count, bit words or a counter, static or in registers."""
    kind = draw(st.sampled_from(["full", "count", "bits", "sparse", *(["counter"] if counter else [])]))
    if kind == "full":
        return Mask.count(lanes)
    if kind == "count":
        return Mask.count(held(draw, draw(st.integers(0, lanes))))
    if kind == "counter":
        return Mask.counter(held(draw, draw(st.integers(0, max(repeats, 1) * lanes))))
    bits = (
        draw(st.integers(0, 2**lanes - 1))
        if kind == "bits"
        else draw(st.sampled_from([0, 1, 1 << (lanes - 1), 6 << 15, (1 << lanes) - 1]))
    )
    words = [w - 2**64 if w >= 2**63 else w for w in (bits >> 64, bits & (2**64 - 1))]
    return Mask.bits(*(held(draw, w) for w in words))


@st.composite
def vector_operands(draw: Any, mnemonic: str, types: tuple[DType, ...], counter: bool = False) -> dict[str, Any]:
    """Operands of an instruction with mask, repeats and strides; all its memory is in UB and often overlaps."""
    op = INSTRUCTIONS[mnemonic]
    lanes = op.lanes(types)
    repeats = draw(st.integers(0, 4))
    plain = draw(st.booleans())
    own = {f.name: lanes // types[f.type].block for _, f in op.mems()}
    out: dict[str, Any] = {}
    for f in op.fields:
        if isinstance(f, MemField):
            step = f.boundary(types[f.type]) if f.align > 1 else types[f.type].size
            apart = 4096 * list(own).index(f.name) if draw(st.booleans()) else 0
            byte = apart + step * draw(st.sampled_from([0, 0, 1, 2, 8, 9]))
            out[f.name] = At("UB", byte, draw(st.booleans()))
        elif isinstance(f, MaskField):
            out[f.name] = draw(masks(lanes, repeats, counter))
        elif f.name == "repeat_times":
            out[f.name] = held(draw, repeats) if repeats else Held(0)
        elif f.name.endswith("_blk_stride"):
            out[f.name] = 1 if plain else held(draw, draw(st.sampled_from([0, 1, 1, 2, 3, 8])))
        elif f.name.endswith("_rep_stride"):
            operand = f.name.removesuffix("_rep_stride")
            whole = own[next(n for n in own if n.startswith(operand))] if op.family != "reduce" or f.name[0] == "s" else 1
            out[f.name] = whole if plain else held(draw, draw(st.sampled_from([0, 1, whole, whole, 7, 9, 16])))
        elif isinstance(f, Value):
            kind = types[f.type]
            number = draw(st.sampled_from([1, -1, 0, 3, 1000] + ([0.5, np.nan, np.inf] if kind.is_float else [])))
            number = number if kind.kind != "u" else abs(number)
            out[f.name] = Held(scalar_bits(number, kind)) if draw(st.booleans()) else number
        elif isinstance(f, Choice):
            out[f.name] = draw(st.sampled_from(f.options))
        else:
            assert isinstance(f, Int | Out), f
    return out


def scalar_of(value: Any, kind: DType) -> Any:
    """The numpy scalar a Value field stands for; a register holds bits."""
    if isinstance(value, Held):
        return np.array([value.value & ((1 << kind.bits) - 1)], np.uint64).astype(f"u{kind.size}").view(kind.numpy)[0]
    return np.array([value]).astype(np.float32).astype(kind.numpy)[0] if kind.is_float else kind.numpy.type(value)


def bf16(value: Any) -> Any:
    return ml_dtypes.bfloat16(value)
