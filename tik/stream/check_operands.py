"""Checks of one instruction: does the chip have it, and does each operand fit its field's definition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from tik.chips.loader import Chip, chip_names, listed_chips, load_chip
from tik.isa import fields as isa
from tik.isa.fields import BITS, COUNT, COUNTER, Choice, Field, Int, Mask, MaskField, Out, Value
from tik.isa.instruction import INSTRUCTIONS, Instruction
from tik.stream.form import field_words, head_text
from tik.stream.literals import MAX_REGISTERS, name_text
from tik.stream.model import Arg, Buffer, Constant, Instr, Mem, Node, Reg
from tik.types.dtypes import DType
from tik.types.errors import did_you_mean
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

__all__ = ["OperandChecks", "Report"]

RANGE_CODES = {"event_id": "TIK-SYNC07"}  # by field; of the others TIK-REPEAT01
SCOPES_OF = {  # the memories of a core that is not everything in one
    "cube": frozenset((Scope.GM, Scope.L1, Scope.L0A, Scope.L0B, Scope.L0C, Scope.BT, Scope.FB, Scope.SPR)),
    "vector": frozenset((Scope.GM, Scope.UB, Scope.SPR)),
}
_COUNTER_MAX = 2**32 - 1


class Report(Protocol):
    """Notes a mistake of a statement's operand ``field`` (-1: its mnemonic)."""

    def __call__(self, item: object, code: str, message: str, hint: str | None = None, field: int | None = None) -> None: ...


class OperandChecks:
    """Checks instructions of one section. An operand object that was right for a field is not looked at again."""

    def __init__(self, report: Report, chip: Chip, names: Mapping[str, Arg | Buffer | Constant], section: str) -> None:
        self.report, self.chip, self.names, self.section = report, chip, names, section
        self.scopes = SCOPES_OF.get(section)
        self.read: dict[int, tuple[Node, int | None]] = {}  # register: where it is read first
        self.written: set[int] = set()
        self._right: dict[tuple[type[Instruction], tuple[DType, ...]], list[dict[int, Any]] | None] = {}
        self._rules: dict[type, Callable[..., bool]] = {
            isa.Mem: self._mem,
            Int: self._int,
            Value: self._value,
            Out: self._out,
            Choice: self._choice,
            MaskField: self._mask,
        }

    def check(self, node: Instr) -> None:
        """Report what is wrong with ``node``."""
        op, operands = node.op, node.operands
        key = (op, node.types)
        if key not in self._right:
            self._right[key] = self._support(node)
        right = self._right[key]
        if right is None:
            return
        if len(operands) != len(right):
            self.report(node, "TIK-TYPE02", f"{op.mnemonic} has {len(right)} operands, not {len(operands)}", field=-1)
            return
        for index, value in enumerate(operands):
            known = right[index]
            if id(value) not in known:
                field = op.fields[index]
                if self._rules[type(field)](node, index, field, value):
                    known[id(value)] = value  # kept, so that its id stays its own
        if op.sync == "barrier" and Pipe.S.value in operands:
            self.report(node, "TIK-SYNC08", f"{op.mnemonic}(S): the scalar pipe is ordered by hardware", "leave it out")
        if op.check.__func__ is not Instruction.check.__func__:  # type: ignore[attr-defined]
            values = {f.name: v for f, v in zip(op.fields, operands, strict=True) if isinstance(v, int | float | str)}
            wrong = op.check(self.chip, node.types, values)
            if wrong is not None:
                self.report(node, "TIK-TYPE01", wrong)

    # ----------------------------------------------------------------------------------------------------- instruction
    def _support(self, node: Instr) -> list[dict[int, Any]] | None:
        """An empty memory of right operands, one a field; None when the chip has no such instruction (reported)."""
        op, types, chip = node.op, node.types, self.chip
        if INSTRUCTIONS.get(op.mnemonic) is not op:
            self.report(
                node,
                "TIK-SYNTAX02",
                f"there is no instruction {op.mnemonic!r}",
                did_you_mean(op.mnemonic, tuple(INSTRUCTIONS)),
                -1,
            )
            return None
        here = op.supported(chip)
        if types in here:
            return [{} for _ in op.fields]
        what = head_text(op, types)
        others = [name for name in chip_names() if types in op.supported(load_chip(name))]
        rows = ", ".join(head_text(op, row) for row in here[:12]) + (" …" if len(here) > 12 else "")
        if others:
            hint = f"chips that have it: {listed_chips(others)}" + (f"; {chip.name} has {rows}" if here else "")
            self.report(node, "TIK-CHIP01", f"{chip.name} has no {what}", hint, -1)
        elif here:
            self.report(node, "TIK-TYPE01", f"there is no {what}", f"{chip.name} has {rows}", -1)
        else:
            able = [name for name in chip_names() if op.supported(load_chip(name))]
            self.report(
                node,
                "TIK-CHIP01",
                f"{chip.name} has no {op.mnemonic}",
                f"chips that have it: {listed_chips(able) or 'none'}",
                -1,
            )
        return None

    def _wrong(self, node: Instr, index: int, code: str, message: str, hint: str | None = None) -> bool:
        self.report(node, code, f"{node.op.mnemonic}: {message}", hint, index)
        return False

    def _kind(self, node: Instr, index: int, field: Field, value: Any) -> bool:
        return self._wrong(node, index, "TIK-TYPE02", f"{field_words(field)}, not {value!r}")

    # ---------------------------------------------------------------------------------------------------------- fields
    def _mem(self, node: Instr, index: int, field: isa.Mem, value: Any) -> bool:
        if not isinstance(value, Mem):
            return self._kind(node, index, field, value)
        entry = self.names.get(value.name)
        name = name_text(value.name)
        if entry is None:
            return self._wrong(
                node,
                index,
                "TIK-SYNTAX02",
                f"there is no argument, constant or buffer {name}",
                did_you_mean(value.name, tuple(self.names)),
            )
        if isinstance(entry, Arg) and entry.kind == "scalar":
            return self._wrong(node, index, "TIK-TYPE03", f"{name} is a scalar argument: it is in a register, not in memory")
        scope = entry.scope if isinstance(entry, Buffer) else Scope.GM
        if scope not in field.scopes:
            where = " or ".join(map(str, field.scopes))
            return self._wrong(node, index, "TIK-TYPE03", f"{field.name} is in {where}, and {name} is in {scope}")
        if self.scopes is not None and scope not in self.scopes:
            return self._wrong(node, index, "TIK-TYPE03", f"{name} is in {scope}, which a {self.section} core does not have")
        if isinstance(entry, Constant) and field.writes:
            return self._wrong(node, index, "TIK-TYPE03", f"{name} is a constant and cannot be written")
        if value.reg is not None:
            if not -(1 << 63) <= value.const < 1 << 63:
                return self._wrong(node, index, "TIK-BOUNDS01", f"byte {value.const} is outside {name}")
            return self._register(node, index, value.reg)
        size = len(entry.data) if isinstance(entry, Constant) else entry.nbytes
        if value.const < 0 or (size is not None and value.const >= max(size, 1)):
            end = "" if size is None else f": it has {size} bytes"
            return self._wrong(node, index, "TIK-BOUNDS01", f"byte {value.const} is outside {name}{end}")
        address = value.const + (entry.address if isinstance(entry, Buffer) else 0)
        boundary = field.boundary(node.types[field.type]) if field.align > 1 else 1
        if boundary == 1 and node.types and scope is not Scope.GM:
            boundary = node.types[field.type].cell  # single elements lie on their own size
        if address % boundary:
            return self._wrong(
                node,
                index,
                "TIK-ALIGN01",
                f"{field.name} is at byte {address:#x} of {scope}, not on a {boundary}-byte boundary",
            )
        return True

    def _int(self, node: Instr, index: int, field: Int, value: Any) -> bool:
        if isinstance(value, Reg):
            return self._register(node, index, value)
        if not _is_int(value):
            return self._kind(node, index, field, value)
        if not field.low <= value <= field.high:
            return self._wrong(
                node,
                index,
                RANGE_CODES.get(field.name, "TIK-REPEAT01"),
                f"{field.key} is {value}, allowed {field.low}..{field.high}",
                field.doc or None,
            )
        return True

    def _value(self, node: Instr, index: int, field: Value, value: Any) -> bool:
        if isinstance(value, Reg):
            return self._register(node, index, value)
        dtype = node.types[field.type]
        if _is_int(value):
            low, high = -(1 << (dtype.bits - 1)), (1 << dtype.bits) - 1
            if dtype.is_float:
                low, high = -(1 << 63), (1 << 64) - 1
            if not low <= value <= high:
                return self._wrong(node, index, "TIK-REPEAT01", f"{field.name} is {value}, which {dtype} cannot hold")
            return True
        if not hasattr(value, "__float__"):
            return self._kind(node, index, field, value)
        if not dtype.is_float:
            return self._wrong(node, index, "TIK-TYPE01", f"{field.name} is of {dtype}, not the fraction {value!r}")
        return True

    def _out(self, node: Instr, index: int, field: Out, value: Any) -> bool:
        if not isinstance(value, Reg):
            return self._kind(node, index, field, value)
        self.written.add(value.number)
        return 0 <= value.number < MAX_REGISTERS or self._wrong(
            node, index, "TIK-REPEAT01", f"registers are r0..r{MAX_REGISTERS - 1}"
        )

    def _choice(self, node: Instr, index: int, field: Choice, value: Any) -> bool:
        return value in field.options or self._kind(node, index, field, value)

    def _mask(self, node: Instr, index: int, field: MaskField, value: Any) -> bool:
        if not isinstance(value, Mask) or value.mode not in (BITS, COUNTER, COUNT):
            return self._kind(node, index, field, value)
        words = (value.high, value.low)
        for word in words:
            if isinstance(word, Reg):
                self._register(node, index, word)
            elif not _is_int(word):
                return self._kind(node, index, field, value)
        lanes = node.op.lanes(node.types)
        high, low = (0 if isinstance(word, Reg) else int(word) for word in words)
        if value.mode == BITS:
            if not all(-(1 << 63) <= word < 1 << 64 for word in (high, low)):
                return self._wrong(node, index, "TIK-REPEAT02", "the words of a mask have 64 bits")
            if lanes <= 64 and (high or low >> lanes not in (0, -1)):
                return self._wrong(
                    node,
                    index,
                    "TIK-REPEAT02",
                    f"the mask has bits above lane {lanes - 1}",
                    f"a repeat has {lanes} lanes of {node.op.counted(node.types)}",
                )
            return True
        most = lanes if value.mode == COUNT else _COUNTER_MAX
        if value.high != 0 or not 0 <= low <= most:
            return self._wrong(
                node,
                index,
                "TIK-REPEAT02",
                f"the mask is {low} lanes, allowed 0..{most}",
                f"a repeat has {lanes} lanes of {node.op.counted(node.types)}",
            )
        return True

    def _register(self, node: Instr, index: int, reg: Reg) -> bool:
        self.read.setdefault(reg.number, (node, index))
        return True


def _is_int(value: Any) -> bool:
    return isinstance(value, int) or (hasattr(value, "__index__") and not isinstance(value, float))
