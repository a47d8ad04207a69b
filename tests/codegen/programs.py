"""Programs of scalar code: statements by hand, run on the model, and what they stored."""

from collections.abc import Mapping, Sequence

import numpy as np

from tik.chips import load_chip
from tik.codegen import generate
from tik.ir import Alloc, Arg, Expr, Instr, MemRef, Number, Program, Stmt, Tensor, Var
from tik.isa import INSTRUCTIONS
from tik.runtime import Executable, empty, launch, poison
from tik.stream import Node, Stream, walk
from tik.types.dtypes import DType, i32, i64, u64
from tik.types.scopes import Scope

SLOTS = 32  # results a program may store


class Scratch:
    """An output of 32-byte slots and a UB tensor to fill them through."""

    def __init__(self, chip: str = "Ascend910B1", blocks: int | Var = 1) -> None:
        self.chip, self.blocks = load_chip(chip), blocks
        self.block = Var(i32, "block", "block")
        self.out = Tensor("out", i64, Scope.GM, [4 * SLOTS], 32 * SLOTS)
        self.ub = Tensor("ub", i64, Scope.UB, [4 * SLOTS], 32 * SLOTS, address=0)
        self.args: list[Arg] = [Arg("out", "output", self.out)]
        self.values: dict[str, int | float] = {}
        self.body: list[Stmt] = [Alloc(self.ub)]

    def arg(self, dtype: DType, name: str, value: int | float) -> Var:
        """A scalar argument and its value in ``run``."""
        var = Var(dtype, name, "arg")
        self.args.append(Arg(name, "input", None, var))
        self.values[name] = value
        return var

    def put(self, slot: Number, value: Number, dtype: DType = i64) -> list[Stmt]:
        """Statements that store a value, in ``dtype``, at the start of a slot."""
        at = slot * 32
        return [
            Instr(INSTRUCTIONS["sstore"], (dtype,), (MemRef(self.ub, at), value)),
            Instr(INSTRUCTIONS["mov_ub_gm"], (i64,), (MemRef(self.out, at), MemRef(self.ub, at), 1, 1, 0, 0, 0)),
        ]

    def stream(self) -> Stream:
        return generate(Program("k", self.chip, self.args, self.body, self.block, self.blocks))

    def run(self, **values: int | float) -> np.ndarray:
        """The slots, [SLOTS, 4] int64."""
        out = poison(empty((SLOTS, 4), i64))
        launch(Executable.of(self.stream()), {"out": out}, {**self.values, **values})
        return out.numpy()


def stored(stores: Sequence[tuple[Expr, DType]], values: Mapping[Var, int | float]) -> list[int | float]:
    """What expressions are worth when they run: floats as floats, integers as integers."""
    scratch = Scratch()
    for var, value in values.items():
        scratch.args.append(Arg(var.name, "input", None, var))
        scratch.values[var.name] = value
    for slot, (x, dtype) in enumerate(stores):
        scratch.body += scratch.put(slot, x, dtype)
    rows = scratch.run()
    found: list[int | float] = []
    for row, (_, dtype) in zip(rows, stores, strict=False):
        found.append(row.view(np.uint64 if dtype is u64 else dtype.numpy)[0].item())
    return found


def scalar(stream: Stream) -> list[str]:
    """The scalar arithmetic of a stream, as written: mnemonic.types operands."""
    return [
        f"{n.op.mnemonic}.{'.'.join(t.short for t in n.types)} {', '.join(map(str, n.operands))}"
        for n in nodes(stream)
        if hasattr(n, "op") and n.op.family == "scalar" and n.op.mnemonic != "sstore"
    ]


def nodes(stream: Stream) -> list[Node]:
    return [n for section in stream.sections for n in walk(section.body)]
