"""Atomic addition: a mode of the core that is in effect from a ``set_atomic_add`` on (tik_api §14), as an operand of the
moves it concerns.

The mode is captured when a move is issued (decision 4). Where the calls before a move leave no doubt, it becomes an
immediate of the move; elsewhere it is a register that the calls assign.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tik.chips import chip_names, listed_chips, load_chip
from tik.dsl.check import listed
from tik.dsl.scalar import Scalar
from tik.ir import Assign, Block, Body, Const, Exit, Expr, For, If, Instr, Stmt
from tik.isa.bits import ATOMIC
from tik.types.dtypes import dtype, i32
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["set_atomic_add", "settle"]

_MODES: dict[Any, int] = {
    0: 0,
    **{n: n for n in range(1, len(ATOMIC) + 1)},
    **{dtype(t).name: n for n, t in enumerate(ATOMIC, 1)},
}


def set_atomic_add(core: Core, mode: Any) -> None:
    """From here on UB to GM moves (data_move, data_move_pad) and L0C to GM results of this core add to what is there, until
    the mode is 0 again. 0 or False: copy; 1 or "float32", 2 "float16", 3 "int16", 4 "int32", 5 "int8", 6 "bfloat16".

    Sums are rounded to the dtype, integers wrap; cores add in the order of their numbers (decision 16). What is added to
    must be defined: a GM tensor with is_atomic_add=True is zeroed before the launch. One scalar instruction.
    """
    known = _MODES.get(mode) if isinstance(mode, int | str) else None
    if known is None:
        core.mistake(
            "TIK-TYPE02",
            f"mode of set_atomic_add is {mode!r}",
            hint="it is 0 (off), 1 'float32', 2 'float16', 3 'int16', 4 'int32', 5 'int8' or 6 'bfloat16'; "
            "for a choice at run time put the call inside if_scope",
        )
        return
    if known:
        kind = dtype(ATOMIC[known - 1])
        rows = core.chip.types("atomic_add")
        if (kind,) not in rows:
            others = tuple(name for name in chip_names() if (kind,) in load_chip(name).types("atomic_add"))
            core.mistake(
                "TIK-CHIP01",
                f"{core.chip.name} has no set_atomic_add of {kind}",
                details=(f"set_atomic_add on {core.chip.name}: {listed(rows) or 'nothing'}",),
                hint=f"chips that have it: {listed_chips(others)}",
            )
            return
    if core.atomic is None:
        core.atomic = Scalar(core, i32, "atomic_mode")
    core.body.append(Assign(core.atomic, known, here()))


def settle(core: Core) -> None:
    """Give every move the mode in effect where it stands; called once the kernel's statements are all there."""
    if core.atomic is None:
        return
    modes = _Modes(core)
    modes.body(core.frames[0].body, 0, True)
    if modes.doubt:
        core.frames[0].body.insert(0, Assign(core.atomic, 0, core.frames[0].body[0].position))


UNKNOWN = -1
Mode = int | None  # None: control does not come here


def _all(*modes: Mode) -> Mode:
    """The mode where several ways meet."""
    known = {mode for mode in modes if mode is not None}
    return None if not known else known.pop() if len(known) == 1 else UNKNOWN


class _Modes:
    """Walks through the statements with the mode that is known at each: 0.., UNKNOWN."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.doubt = False
        self.setting: set[int] = set()  # loops and branches that change the mode inside, or leave a loop
        self.breaks: list[list[Mode]] = []
        self.continues: list[list[Mode]] = []
        self._mark(core.frames[0].body)

    def _mark(self, body: Body) -> bool:
        found = False
        for s in body:
            inner = [self._mark(part) for part in _parts(s)]
            changes = any(inner) or isinstance(s, Exit) or (isinstance(s, Assign) and s.var is self.core.atomic)
            if changes:
                self.setting.add(id(s))
            found = found or changes
        return found

    def body(self, body: Body, mode: Mode, settle: bool) -> Mode:
        for s in body:
            if isinstance(s, Instr):
                if settle and "atomic" in s.op.field_index:
                    self.move(s, mode)
            elif id(s) not in self.setting:
                for part in _parts(s):
                    self.body(part, mode, settle)
            elif isinstance(s, Assign):
                assert isinstance(s.value, int | Const)
                mode = int(s.value.value if isinstance(s.value, Const) else s.value)
            elif isinstance(s, For):
                mode = self.loop(s, mode, settle)
            elif isinstance(s, If):
                mode = _all(self.body(s.then, mode, settle), self.body(s.orelse, mode, settle))
            elif isinstance(s, Block):
                mode = self.body(s.body, mode, settle)
            elif isinstance(s, Exit):
                if s.kind == "break" and self.breaks:
                    self.breaks[-1].append(mode)
                elif s.kind == "continue" and self.continues:
                    self.continues[-1].append(mode)
                mode = None
        return mode

    def loop(self, s: For, mode: Mode, settle: bool) -> Mode:
        """The mode behind a loop: what holds at its head is what holds before it and at the end of each trip."""
        while True:
            self.breaks.append([])
            self.continues.append([])
            end = self.body(s.body, mode, False)
            left, again = self.breaks.pop(), self.continues.pop()
            before, mode = mode, _all(mode, end, *again)
            if mode == before:
                break
        if settle:
            self.breaks.append([])
            self.continues.append([])
            self.body(s.body, mode, True)
            self.breaks.pop()
            self.continues.pop()
        return _all(mode, *left)

    def move(self, s: Instr, mode: Mode) -> None:
        at = s.op.field_index["atomic"]
        value: int | Expr = 0 if mode is None else mode
        if mode == UNKNOWN:
            assert self.core.atomic is not None
            value, self.doubt = self.core.atomic, True
        s.operands, s.form = (*s.operands[:at], value, *s.operands[at + 1 :]), None
        known = {f.name: x for f, x in zip(s.op.fields, s.operands, strict=True)}
        complaint = s.op.check(self.core.chip, s.types, known) if mode else None
        if complaint is not None:
            self.core.collect(
                TikError(
                    "TIK-TYPE01",
                    f"{s.op.mnemonic}: {complaint}",
                    hint="give set_atomic_add the mode of this dtype, or switch it off before this move: set_atomic_add(0)",
                ),
                s.position,
            )


def _parts(s: Stmt) -> Iterator[Body]:
    if isinstance(s, For | Block):
        yield s.body
    elif isinstance(s, If):
        yield s.then
        yield s.orelse
