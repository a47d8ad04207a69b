"""Builders on each kind of chip, and a small interpreter for programs of single-core vector code."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tik.dsl import Builder, TensorView
from tik.ir import Assign, Binary, Body, Cast, Const, Element, Expr, Instr, MemRef, Var
from tik.ir.expr import FOLD
from tik.isa.fields import Mask


@pytest.fixture
def t() -> Builder:
    """A builder for the split chip."""
    return Builder("Ascend910B1")


@pytest.fixture
def ub(t: Builder) -> Callable[..., TensorView]:
    """``ub(64)``: an f32 tensor in UB."""
    return lambda shape, dtype="float32", name="ub": t.Tensor(dtype, shape, "local.UB", name)


class Interpreter:
    """Runs vcadd, vcmax, vcmin, vmax, element stores and assignments by the instructions' own meanings, in plain Python."""

    def __init__(self, **arrays: np.ndarray) -> None:
        self.bytes = {name: array.copy().view(np.uint8) for name, array in arrays.items()}
        self.registers: dict[Var, Any] = {}

    def value(self, x: Any) -> Any:
        if not isinstance(x, Expr):
            return x
        if isinstance(x, Const):
            return x.value
        if isinstance(x, Var):
            return self.registers[x]
        if isinstance(x, Cast):
            return int(self.value(x.a))
        if isinstance(x, Element):
            at = self.value(x.offset)
            return self.bytes[x.tensor.name][at : at + x.dtype.size].view(x.dtype.numpy)[0].item()
        assert isinstance(x, Binary)
        return FOLD[x.op](self.value(x.a), self.value(x.b))

    def run(self, body: Body) -> None:
        for stmt in body:
            if isinstance(stmt, Assign):
                self.registers[stmt.var] = self.value(stmt.value)
            elif isinstance(stmt, Instr) and stmt.op.run is not None:
                self.execute(stmt)

    def execute(self, stmt: Instr) -> None:
        code = stmt.op.run.__code__
        known: dict[str, Any] = {"lane": stmt.op.lane, "lanes": stmt.op.lanes(stmt.types)}
        known |= {f"{kind}{i}": lambda x: x for kind in ("load", "store") for i in range(3)}
        for field, operand in zip(stmt.op.fields, stmt.operands, strict=True):
            if isinstance(operand, MemRef):
                dtype = stmt.types[field.type]
                known[field.name] = self.bytes[operand.tensor.name].view(dtype.numpy)
                known[f"{field.name}_at"] = self.value(operand.offset) // dtype.size
                known[f"size_{field.name}"] = dtype.size
            elif isinstance(operand, Mask):
                high, low = (w - 2**64 if w >= 2**63 else w for w in (operand.high, operand.low))
                known |= {"mask_mode": operand.mode, "mask_high": high, "mask_low": low}
            elif isinstance(operand, str):
                known[field.name] = field.options.index(operand)
            else:
                known[field.name] = self.value(operand)
        stmt.op.run(**{name: known[name] for name in code.co_varnames[: code.co_argcount]})
