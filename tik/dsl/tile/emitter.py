"""What the tile layer writes with: statements of a program under construction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tik.chips.loader import Chip, chip_names, listed_chips, load_chip
from tik.ir import Alloc, Assign, Block, Body, Expr, For, If, Instr, MemRef, Number, Tensor, Var
from tik.isa import INSTRUCTIONS
from tik.isa.fields import Int, Mask, MaskField, Mem
from tik.types.dtypes import DType, i32
from tik.types.errors import TikError
from tik.types.positions import here
from tik.types.scopes import Scope

__all__ = ["Emitter", "ceil_div", "round_up", "row_pitch"]


def ceil_div(a: int, b: int) -> int:
    """The smallest integer not below a / b."""
    return -(-a // b)


def round_up(a: int, b: int) -> int:
    """The smallest multiple of b not below a."""
    return ceil_div(a, b) * b


def row_pitch(cols: int, rows: int, unit: int = 16) -> int:
    """Elements between rows of a tile: whole 32-byte blocks in every dtype, whole repeats for rows of a repeat and more.
    ``unit``: elements of a block of the smallest dtype (16, or 32 where there are bytes)."""
    if rows == 1:
        return round_up(max(cols, 1), 128)
    return round_up(cols, 64) if cols >= 64 else round_up(max(cols, 1), unit)


class Emitter:
    """A stack of statement lists; instructions are given by mnemonic and field names."""

    def __init__(self, chip: Chip) -> None:
        self.chip = chip
        self.stack: list[Body] = [[]]
        self.around: list[Var] = []  # variables of the loops around what is emitted
        self.count = 0
        self.doing = ""  # the operation the author wrote: what errors name

    @property
    def body(self) -> Body:
        return self.stack[-1]

    def tensor(self, dtype: DType, nbytes: int, scope: Scope = Scope.UB, name: str = "t") -> Tensor:
        """A local tensor that lives from here to the end of the enclosing block."""
        self.count += 1
        nbytes = max(round_up(nbytes, 32), 32)
        tensor = Tensor(f"{name}{self.count}", dtype, scope, (nbytes // dtype.size,), nbytes, here())
        self.body.append(Alloc(tensor, tensor.position))
        return tensor

    def supports(self, mnemonic: str, *types: DType) -> bool:
        """Whether the chip has the instruction for these dtypes."""
        return types in INSTRUCTIONS[mnemonic].supported(self.chip)

    def emit(self, mnemonic: str, types: tuple[DType, ...], **values: Any) -> None:
        """One instruction; fields left out take their defaults (mask: all lanes). Raises TIK-CHIP01 when the chip lacks it."""
        op = INSTRUCTIONS[mnemonic]
        position = here()
        if types not in op.supported(self.chip):
            raise self.lacks(mnemonic, types)
        operands: list[Any] = []
        for f in op.fields:
            value = values.pop(f.name, None)
            if value is None:
                value = Mask.count(op.lanes(types)) if isinstance(f, MaskField) else f.default
                assert value is not None, f"{mnemonic} needs {f.name}"
            elif isinstance(f, Mem) and isinstance(value, Tensor):
                value = MemRef(value)
            elif isinstance(f, Int) and isinstance(value, int):
                assert value >= f.low, f"{mnemonic}: {f.name} = {value}"
            operands.append(value)
        assert not values, f"{mnemonic} has no {', '.join(values)}"
        self.body.append(Instr(op, types, operands, position))

    def lacks(self, mnemonic: str, types: tuple[DType, ...]) -> TikError:
        """The error for an operation whose instruction the chip lacks: it names the operation as the author wrote it."""
        have = [name for name in chip_names() if types in INSTRUCTIONS[mnemonic].supported(load_chip(name))]
        doing, short = self.doing or mnemonic, types[-1].short
        details = (f"{doing} needs the instruction {mnemonic} for {', '.join(t.short for t in types)}",)
        if have:
            return TikError(
                "TIK-CHIP01",
                f"{self.chip.name} has no {doing} of {short}",
                position=here(),
                details=details,
                hint=f"chips that have it: {listed_chips(have)}",
            )
        return TikError(
            "TIK-TYPE01",
            f"no chip has {doing} of {short}",
            position=here(),
            details=details,
            hint="convert first, as with k.cast(t, tik.f32)",
        )

    @contextmanager
    def loop(
        self, begin: Number, end: Number, *, step: int = 1, copies: int = 1, name: str = "i", upper: int | None = None
    ) -> Iterator[Var]:
        """for var in range(begin, end, step)."""
        var = Var(i32, name, "loop")
        var.upper = upper if upper is not None else end if isinstance(end, int) else None
        body: Body = []
        self.body.append(For(var, begin, end, body, step, copies, here()))
        self.stack.append(body)
        self.around.append(var)
        try:
            yield var
        finally:
            self.stack.pop()
            self.around.pop()

    @contextmanager
    def when(self, cond: Number) -> Iterator[None]:
        """if cond."""
        then: Body = []
        self.body.append(If(cond, then, [], here()))
        self.stack.append(then)
        try:
            yield
        finally:
            self.stack.pop()

    @contextmanager
    def block(self) -> Iterator[None]:
        """A scope: what is allocated in it dies at its end."""
        body: Body = []
        self.body.append(Block(body, False, here()))
        self.stack.append(body)
        try:
            yield
        finally:
            self.stack.pop()

    def scalar(self, value: Number, name: str = "s") -> Var:
        """A variable that holds the value from here on."""
        var = Var(value.dtype if isinstance(value, Expr) else i32, name)
        self.body.append(Assign(var, value, here()))
        return var
