"""What can be told to be wrong about a stream without running it: names, dtypes, ranges, scopes, alignment, bounds."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from tik.chips.loader import Chip, load_chip
from tik.stream.check_operands import OperandChecks, Report
from tik.stream.literals import name_text
from tik.stream.model import Arg, Buffer, Constant, Exit, If, Instr, Loop, Node, Reg, Section, Stream
from tik.types.errors import TikError, TikErrors, did_you_mean
from tik.types.positions import Location, Position
from tik.types.scopes import Scope

__all__ = ["MAX_DEPTH", "MAX_ERRORS", "check_stream", "raise_all"]

MAX_ERRORS = 20
MAX_DEPTH = 100  # of loops and branches in each other
MAX_BLOCKS = 65535

KINDS = ("gm", "scalar")
ROLES = ("input", "output", "inout", "workspace", "flowtable")
SECTIONS = {"unified": ("unified",), "split": ("cube", "vector")}  # by the chip's kind

Place = Callable[[object, int | None], Position | Location | None]


def check_stream(stream: Stream, *, chip: Chip | None = None, place: Place | None = None) -> None:
    """Raise the mistakes of ``stream`` (up to 20 as TikErrors), or return.

    ``chip``: its chip, when that is none of the kit's. ``place(item, field)`` says where a statement, its field of that
    index (-1: its mnemonic), a header entry or "chip", "blocks" stands; without it statements tell it themselves.
    """
    checker = _Checker(stream, place or _own_place)
    with contextlib.suppress(_Enough):
        checker.run(chip)
    raise_all(checker.errors)


def raise_all(errors: Sequence[TikError]) -> None:
    """Raise one error as it is, several as TikErrors; nothing when there is none."""
    if errors:
        raise errors[0] if len(errors) == 1 else TikErrors(errors)


def _own_place(item: object, field: int | None) -> Position | Location | None:
    found = getattr(item, "position", None)
    return found if isinstance(found, Position | Location) else None


class _Enough(Exception):
    """There are as many mistakes as are shown."""


class _Checker:
    def __init__(self, stream: Stream, place: Place) -> None:
        self.stream, self.place = stream, place
        self.errors: list[TikError] = []

    def report(
        self,
        item: object,
        code: str,
        message: str,
        hint: str | None = None,
        field: int | None = None,
        details: Sequence[str] = (),
    ) -> None:
        self.errors.append(TikError(code, message, hint=hint, position=self.place(item, field), details=details))
        if len(self.errors) == MAX_ERRORS:
            raise _Enough

    def run(self, chip: Chip | None) -> None:
        stream = self.stream
        if chip is None:
            try:
                chip = load_chip(stream.chip)
            except TikError as error:
                self.report("chip", error.code, error.message, error.hint)
                return
        self._names()
        self._args()
        self._buffers(chip)
        self._sections(chip)
        names = {entry.name: entry for entry in self._entries()}
        given = {arg.reg.number for arg in stream.args if arg.reg is not None}
        for section in stream.sections:
            body = _Body(self.report, OperandChecks(self.report, chip, names, section.kind))
            body.check(section.body)
            body.registers(given)

    # --------------------------------------------------------------------------------------------------------- header
    def _entries(self) -> Iterator[Arg | Constant | Buffer]:
        yield from self.stream.args
        yield from self.stream.constants
        yield from self.stream.buffers

    def _names(self) -> None:
        seen = set()
        for entry in self._entries():
            if entry.name in seen:
                self.report(entry, "TIK-SYNTAX01", f"the name {name_text(entry.name)} is used twice in the header")
            seen.add(entry.name)

    def _args(self) -> None:
        for arg in self.stream.args:
            for what, word, words in (("kind", arg.kind, KINDS), ("role", arg.role, ROLES)):
                if word not in words:
                    self.report(
                        arg,
                        "TIK-SYNTAX02",
                        f"there is no {what} of argument {word!r}",
                        did_you_mean(word, words) or f"there are {', '.join(words)}",
                    )
            if arg.kind == "scalar" and arg.reg is None:
                self.report(
                    arg, "TIK-SYNTAX01", f"the scalar argument {name_text(arg.name)} has no register", "say which: reg=r5"
                )
            if arg.nbytes is not None and not 0 <= arg.nbytes < 1 << 63:
                self.report(arg, "TIK-SHAPE01", f"the argument {name_text(arg.name)} cannot have {arg.nbytes} bytes")
            if arg.kind == "gm" and arg.reg is not None:
                self.report(arg, "TIK-SYNTAX01", f"the gm argument {name_text(arg.name)} is memory, not a register")
        blocks = self.stream.blocks
        if isinstance(blocks, Reg):
            if not any(arg.reg == blocks for arg in self.stream.args):
                self.report(
                    "blocks",
                    "TIK-SYNTAX02",
                    f"the block count is in {blocks!r}, which holds no scalar argument",
                    "blocks is a number or the register of a scalar argument",
                )
        elif not 1 <= blocks <= MAX_BLOCKS:
            self.report("blocks", "TIK-REPEAT01", f"a launch has 1..{MAX_BLOCKS} blocks, not {blocks}")

    def _buffers(self, chip: Chip) -> None:
        for b in self.stream.buffers:
            name = name_text(b.name)
            if b.scope is Scope.GM:
                self.report(b, "TIK-TYPE03", f"the buffer {name} is in GM: global memory is an argument or a constant")
                continue
            room = chip.capacity(b.scope)
            if room == 0:
                self.report(b, "TIK-CHIP01", f"{chip.name} has no {b.scope}")
            elif b.address < 0 or b.nbytes < 0 or b.address + b.nbytes > room:
                self.report(
                    b,
                    "TIK-MEM01",
                    f"the buffer {name} does not fit into {b.scope}",
                    details=(f"bytes {b.address:#x}..{b.address + b.nbytes:#x}; {b.scope} of {chip.name} ends at {room:#x}",),
                )

    def _sections(self, chip: Chip) -> None:
        kinds = SECTIONS[chip.kind]
        if not self.stream.sections:
            self.report("chip", "TIK-SYNTAX01", "the stream has no section")
        for kind, count in Counter(section.kind for section in self.stream.sections).items():
            if count > 1:
                again = [section for section in self.stream.sections if section.kind == kind][1]
                self.report(again, "TIK-SYNTAX01", f"there are {count} sections for {kind} cores")
        for section in self.stream.sections:
            self._section(section, chip, kinds)

    def _section(self, section: Section, chip: Chip, kinds: tuple[str, ...]) -> None:
        most = max(1, chip.cores_vector // chip.cores_cube) if section.kind == "vector" else 1
        if section.kind not in kinds:
            known = any(section.kind in there for there in SECTIONS.values())
            self.report(
                section,
                "TIK-CHIP01" if known else "TIK-SYNTAX02",
                f"{chip.name} has no {section.kind} cores",
                f"its sections are {' and '.join(kinds)}",
            )
        elif not 1 <= section.ratio <= most:
            self.report(
                section, "TIK-REPEAT01", f"a block has 1..{most} {section.kind} cores on {chip.name}, not {section.ratio}"
            )


class _Body:
    """The statements of one section."""

    def __init__(self, report: Report, operands: OperandChecks) -> None:
        self.report, self.operands = report, operands
        self.written: set[int] = {0, 1}  # block index and index within the block

    def check(self, body: tuple[Node, ...], depth: int = 1, in_loop: bool = False) -> None:
        check_instruction = self.operands.check
        for node in body:
            if isinstance(node, Instr):
                check_instruction(node)
            elif isinstance(node, Exit):
                self._exit(node, in_loop)
            elif depth > MAX_DEPTH:
                self.report(node, "TIK-SYNTAX03", f"loops and branches are nested deeper than {MAX_DEPTH}")
            elif isinstance(node, Loop):
                if node.step == 0:
                    self.report(node, "TIK-REPEAT01", "the step of a loop is not 0")
                for bound in (node.start, node.stop, node.step):
                    if isinstance(bound, int) and not -(1 << 63) <= bound < 1 << 63:
                        self.report(node, "TIK-REPEAT01", f"{bound} does not fit into the 64 bits of a register")
                self._read(node, node.start, node.stop)
                self.written.add(node.reg.number)
                self.check(node.body, depth + 1, True)
            else:
                assert isinstance(node, If)
                self._read(node, node.cond)
                self.check(node.then, depth + 1, in_loop)
                self.check(node.orelse, depth + 1, in_loop)

    def registers(self, given: set[int]) -> None:
        """Report registers that are read and that nothing gives a value: no instruction, loop or scalar argument."""
        written = self.written | self.operands.written | given
        for number, (node, field) in self.operands.read.items():
            if number not in written:
                self.report(
                    node,
                    "TIK-SYNTAX02",
                    f"{Reg(number)!r} has no value: nothing in this section writes it",
                    "a register is written by an instruction, a loop or a scalar argument",
                    field,
                )

    def _exit(self, node: Exit, in_loop: bool) -> None:
        if node.kind not in ("break", "continue", "return"):
            self.report(node, "TIK-SYNTAX03", f"there is no way out called {node.kind!r}")
        elif node.kind != "return" and not in_loop:
            self.report(node, "TIK-SYNTAX03", f"{node.kind} stands outside a loop")

    def _read(self, node: Node, *values: int | Reg) -> None:
        for value in values:
            if isinstance(value, Reg):
                self.operands.read.setdefault(value.number, (node, None))
