"""Arbitrary valid streams, made from nothing but the instruction definitions and the chip files."""

import math

from hypothesis import strategies as st

from tik.chips import chip_names, load_chip
from tik.isa import fields as isa
from tik.isa import instructions
from tik.isa.fields import Choice, Int, Mask, Out, Value
from tik.stream.check_operands import SCOPES_OF
from tik.stream.model import Arg, Buffer, Constant, Exit, If, Instr, Loop, Mem, Reg, Section, Stream
from tik.types.dtypes import ALL, f32, i32
from tik.types.positions import Location
from tik.types.scopes import LOCAL_SCOPES, Scope

REGISTERS = [Reg(n) for n in (0, 1, 2, 3, 17, 999_999)]  # 2.. are scalar arguments
INT64 = st.integers(-(2**63), 2**63 - 1)
FLOATS = st.one_of(st.floats(allow_nan=False), st.sampled_from([math.nan, math.inf, -math.inf, -0.0, 0.0]))
NAMES = (
    "x",
    "r5",
    "loop",
    "nan",
    "inf",
    "if",
    "a.b",
    "größe",
    'a "b"',
    "a;b",
    "a@0:1",
    "x{",
    "",
    "%block",
    "a, b",
    "zero",
    "R5",
    "nan1",
    "\\",
    "a\nb",
    "x[0x0]",
    "section",
)
FILES = st.sampled_from(["softmax.py", "<ipython-input-3-0a1>", "a b.py", "x:1 | y.py", "ä.py", "tab\t.py"])
TEXTS = st.sampled_from(["", "    t = k.exp(t)", "x ; y | z", "\tif a: # {", "größe = 1", "line\u2028two", "a\rb"])


@st.composite
def positions(draw):
    """None, or a Location as precise as it likes."""
    if draw(st.booleans()):
        return None
    column = draw(st.none() | st.integers(0, 200))
    end = None if column is None else draw(st.none() | st.integers(0, 300))
    return Location(draw(FILES), draw(st.integers(1, 9)), column, end, draw(TEXTS))


@st.composite
def streams(draw, most: int = 5):
    """A stream that ``check_stream`` accepts; up to ``most`` statements in each body."""
    chip = load_chip(draw(st.sampled_from(chip_names())))
    first, own = draw(st.integers(0, len(NAMES) - 1)), draw(st.text(max_size=6))
    names = iter(dict.fromkeys((own, *NAMES[first:], *NAMES[:first])))
    dtypes = st.sampled_from(ALL)
    scalars = [Arg(next(names), "scalar", i32, "input", None, reg) for reg in REGISTERS[2:]]
    roles = st.sampled_from(["input", "output", "inout", "workspace", "flowtable"])
    arrays = [
        Arg(next(names), "gm", draw(dtypes), draw(roles), draw(st.none() | st.integers(0, 2**40)), None, draw(st.booleans()))
        for _ in range(2)
    ]
    constants = [Constant(next(names), f32, draw(st.binary(max_size=200)))]
    buffers = []
    for scope in LOCAL_SCOPES:
        room = chip.capacity(scope)
        if room:
            address = draw(st.integers(0, room // 2048)) * 1024
            buffers.append(
                Buffer(next(names), scope, draw(dtypes), address, draw(st.integers(0, room - address)), draw(positions()))
            )
    memories = [*arrays, *constants, *buffers]
    sections = []
    for kind in draw(st.sampled_from([["cube"], ["vector"], ["cube", "vector"]])) if chip.is_split else ["unified"]:
        ratio = draw(st.integers(1, 2)) if kind == "vector" and chip.is_split else 1
        nodes = _Nodes(chip, [m for m in memories if scope_of(m) in SCOPES_OF.get(kind, frozenset(Scope))])
        sections.append(Section(kind, draw(nodes.bodies(most, 2, False)), ratio))
    blocks = draw(st.integers(1, 65535) | st.sampled_from([arg.reg for arg in scalars]))
    return Stream(
        draw(st.sampled_from(NAMES)),
        chip.name,
        (*arrays, *scalars),
        tuple(buffers),
        tuple(sections),
        blocks,
        tuple(constants),
        draw(st.sampled_from(["", "0.1.0", 'v"1"\n'])),
    )


def scope_of(memory):
    return memory.scope if isinstance(memory, Buffer) else Scope.GM


def writable(memory):
    return not isinstance(memory, Constant)


@st.composite
def instruction_nodes(draw, nodes):
    op = draw(st.sampled_from(nodes.ops))
    types = draw(st.sampled_from(op.supported(nodes.chip)))
    operands = tuple(draw(nodes.operand(op, types, field)) for field in op.fields)
    return Instr(op, types, operands, draw(positions()))


class _Nodes:
    """Strategies of statements for one section."""

    def __init__(self, chip, memories):
        self.chip, self.memories = chip, memories
        self.ops = [op for op in instructions() if op.supported(chip) and all(self.reachable(field) for _, field in op.mems())]

    def reachable(self, field):
        return [m for m in self.memories if scope_of(m) in field.scopes and (writable(m) or not field.writes)]

    def bodies(self, most, depth, in_loop):
        kinds = [self.instructions()] * 3 + [self.exits(in_loop)]
        if depth:
            kinds += [self.loops(depth), self.branches(depth, in_loop)]
        return st.lists(st.one_of(kinds), max_size=most).map(tuple)

    def exits(self, in_loop):
        kinds = ["return", *(["break", "continue"] if in_loop else [])]
        return st.builds(Exit, st.sampled_from(kinds), positions())

    def loops(self, depth):
        bounds = INT64 | st.sampled_from(REGISTERS)
        steps = INT64.filter(bool)
        return st.builds(
            Loop, st.sampled_from(REGISTERS[2:]), bounds, bounds, steps, self.bodies(3, depth - 1, True), positions()
        )

    def branches(self, depth, in_loop):
        body = self.bodies(3, depth - 1, in_loop)
        return st.builds(If, st.sampled_from(REGISTERS), body, body, positions())

    def instructions(self):
        return instruction_nodes(self).filter(self.right)

    def right(self, node):
        values = {f.name: v for f, v in zip(node.op.fields, node.operands, strict=True) if isinstance(v, int | float | str)}
        return node.op.check(self.chip, node.types, values) is None

    def operand(self, op, types, field):
        registers = st.sampled_from(REGISTERS)
        if isinstance(field, isa.Mem):
            return st.sampled_from(self.reachable(field)).flatmap(lambda m: self.memory(m, field, types))
        if isinstance(field, Out):
            return st.sampled_from(REGISTERS[2:])
        if isinstance(field, Choice):
            return st.sampled_from([o for o in field.options if (op.sync, o) != ("barrier", "S")])
        if isinstance(field, Int):
            usual = [] if field.default is None else [st.just(field.default)]
            return st.one_of(*usual, st.integers(field.low, field.high), registers)
        if isinstance(field, Value):
            dtype = types[field.type]
            if dtype.is_float:
                return st.one_of(FLOATS, st.integers(-(2**63), 2**64 - 1), registers)
            return st.integers(-(2 ** (dtype.bits - 1)), 2**dtype.bits - 1) | registers
        lanes = op.lanes(types)
        count, low = st.integers(0, lanes) | registers, st.integers(0, 2 ** min(lanes, 64) - 1) | registers
        high = st.integers(0, 2**64 - 1) | registers if lanes > 64 else st.just(0)
        return st.one_of(
            count.map(Mask.count), (st.integers(0, 2**32 - 1) | registers).map(Mask.counter), st.builds(Mask.bits, high, low)
        )

    def memory(self, memory, field, types):
        size = len(memory.data) if isinstance(memory, Constant) else memory.nbytes
        local = isinstance(memory, Buffer)
        step = field.boundary(types[field.type]) if field.align > 1 else types[field.type].size if types and local else 1
        fixed = st.integers(0, max(0, ((2**40 if size is None else size) - 1) // step)).map(lambda n: n * step)
        moving = st.builds(Mem, st.just(memory.name), INT64, st.sampled_from(REGISTERS))
        return st.one_of(st.builds(Mem, st.just(memory.name), fixed), moving)
