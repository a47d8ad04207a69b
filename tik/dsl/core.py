"""What every part of the builder shares: the chip, the open scopes, the statements so far and the mistakes so far."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn

from tik.chips import Chip, as_chip
from tik.ir import Body, For, If, Stmt, Var
from tik.types.dtypes import i32
from tik.types.errors import TikError, TikErrors
from tik.types.positions import Location, Position, here

if TYPE_CHECKING:
    from tik.dsl.memory import Declared
    from tik.dsl.scalar import InputScalar, Scalar

__all__ = ["MOST_MISTAKES", "Core", "Frame", "With"]

MOST_MISTAKES = 20  # DESIGN §7: a build collects up to 20 independent mistakes before raising


class Frame:
    """One open scope: the list its statements go to, and the local tensors that die with it."""

    __slots__ = ("body", "chain", "copies", "kind", "no_sync", "tensors")

    def __init__(self, kind: str, body: Body, *, copies: int = 1, no_sync: bool = False) -> None:
        self.kind, self.body, self.copies, self.no_sync = (
            kind,
            body,
            copies,
            no_sync,
        )  # kind: kernel for cores if else block
        self.tensors: list[Declared] = []
        self.chain: tuple[If, If] | None = None  # the if just closed here: its statement, and the one that takes an else


class With:
    """A ``with`` block of the kernel: its statement is added on entry, its scope closed on exit, whatever happens."""

    __slots__ = ("core", "frame", "stmt", "value")

    def __init__(self, core: Core, frame: Frame, stmt: Stmt | None, value: Any = None) -> None:
        self.core, self.frame, self.stmt, self.value = core, frame, stmt, value
        core.unopened[self] = here()

    def __enter__(self) -> Any:
        if self.core.unopened.pop(self, None) is None:
            self.core.abort("TIK-SYNTAX03", f"the block of this {self.call} is open or ended already", hint=_ANEW)
        if self.stmt is not None:
            self.core.body.append(self.stmt)
        self.core.enter(self.frame)
        return self.value

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.core.leave(self.frame)
        if isinstance(self.stmt, If):
            self.core.frames[-1].chain = (self.stmt, self.stmt)

    if not TYPE_CHECKING:  # to a type checker it is not iterable

        def __iter__(self) -> NoReturn:
            self.core.unopened.pop(self, None)
            message = f"{self.call} is no Python loop: its block is built once, and runs in the kernel"
            self.core.abort("TIK-SYNTAX03", message, hint=self.written)

    def __bool__(self) -> NoReturn:
        self.core.unopened.pop(self, None)
        self.core.abort("TIK-SYNTAX04", f"Python cannot decide on a {self.call}", hint=self.written)

    @property
    def call(self) -> str:
        """What the author wrote to open it."""
        return _CALLS[self.frame.kind]

    @property
    def written(self) -> str:
        """How the author opens it."""
        return f"write `with t.{self.call}(...){' as i' if self.call == 'for_range' else ''}:`"


_CALLS = {"for": "for_range", "cores": "for_range", "if": "if_scope", "else": "else_scope", "block": "new_stmt_scope"}
_ANEW = "a with-block is opened once; call it again for another"


class Core:
    """The state of one kernel under construction."""

    def __init__(self, chip: str | Chip | None = None) -> None:
        self.chip = as_chip(chip)
        self.frames: list[Frame] = [Frame("kernel", [])]
        self.body: Body = self.frames[0].body  # where the next statement goes
        self.errors: list[TikError] = []
        self.block = Var(i32, "block", "block")
        self.block_count: int | Var = 1
        self.has_block_loop = False
        self.launch: For | None = None  # the loop over blocks, if the kernel itself reads how many there are
        self.globals: list[Declared] = []
        self.scalars: list[InputScalar] = []
        self.constants: list[tuple[Declared, bytes]] = []
        self.atomic: Scalar | None = None  # the mode of atomic addition, once the author sets one
        self.unopened: dict[With, Position] = {}  # with-blocks whose with is still to come
        self.registers: Declared | None = None  # the special registers, once an instruction uses one
        self.compare_masks = 0  # how often something was written to CMPMASK
        self.has_rpn_offset = False  # whether RPN_OFFSET has a value from here on
        self.memo: dict[Any, Any] = {}  # what checking found out, by call, constant arguments and operand types

    # ------------------------------------------------------------------------------------------------------ mistakes
    def collect(self, error: TikError, position: Position | Location | None = None) -> None:
        """Remember a mistake, once a line; the twentieth raises them all."""
        if error.position is None:
            error.position = position or here()
        place = error.position
        if isinstance(place, Position):
            for other in self.errors:
                at = other.position
                if other.code == error.code and isinstance(at, Position) and at.code is place.code and at.lasti == place.lasti:
                    return
        self.errors.append(error)
        if len(self.errors) >= MOST_MISTAKES:
            raise TikErrors(self.errors)

    def mistake(self, code: str, message: str, *, hint: str | None = None, details: tuple[str, ...] = ()) -> None:
        """Remember a mistake at the author's line and go on."""
        self.collect(TikError(code, message, hint=hint, details=details, position=here()))

    def abort(self, code: str, message: str, *, hint: str | None = None, details: tuple[str, ...] = ()) -> NoReturn:
        """Raise a mistake building cannot go on from, with those remembered before it."""
        error = TikError(code, message, hint=hint, details=details, position=here())
        raise TikErrors([*self.errors, error]) if self.errors else error

    # -------------------------------------------------------------------------------------------------------- scopes
    def enter(self, frame: Frame) -> None:
        """Open a scope."""
        self.frames.append(frame)
        self.body = frame.body

    def leave(self, frame: Frame) -> None:
        """Close a scope, and those still open inside it; local tensors declared there are gone."""
        if frame not in self.frames:
            return
        while True:
            closed = self.frames.pop()
            for tensor in closed.tensors:
                tensor.alive = False
            if closed is frame:
                break
        self.body = self.frames[-1].body

    @property
    def unsynchronised(self) -> bool:
        """Whether a scope with ``disable_sync=True`` is open."""
        return any(frame.no_sync for frame in self.frames)
