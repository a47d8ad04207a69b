"""Control flow: loops, branches, lexical scopes, the launch over cores (tik_api §5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.dsl.core import Frame, With
from tik.dsl.declare import checked_name, named_dtype
from tik.dsl.scalar import InputScalar
from tik.dsl.value import condition, flag, number, whole
from tik.ir import Block, Body, Const, Exit, Expr, For, If, Var
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = [
    "else_scope",
    "for_range",
    "if_scope",
    "multi_for_range",
    "new_stmt_scope",
    "tik_break",
    "tik_continue",
    "tik_return",
]

MOST_BLOCKS = 65535
MOST_THREADS = 4


def for_range(
    core: Core,
    begint: Any,
    endt: Any,
    name: str = "i",
    thread_num: Any = 1,
    thread_type: str = "whole",
    block_num: Any = 1,
    dtype: str = "int32",
    for_type: str = "serial",
    subblock_num: int = 0,
    sub_dtype: str = "int32",
    enable_subblk: bool = False,
) -> With:
    """``with t.for_range(0, n) as i:`` runs the block for i = begint .. endt - 1.

    ``thread_num=2``: tensors declared in the block get two buffers, so that transfers and computation overlap.
    ``block_num=n`` with ``for_range(0, n)``: the block runs on n cores, i is the core's index; statements outside
    the loop run on every core. One such loop a kernel, inside no other loop, not together with ``thread_num`` > 1. With a
    Scalar for n that is no argument of the kernel, all cores of the chip are launched and share the n trips.
    """
    if isinstance(block_num, Expr) or number(block_num, "block_num of for_range") != 1:
        return _over_blocks(core, begint, endt, name, thread_num, block_num)
    name = checked_name(core, "a loop variable", name)
    begin, end = _bound(core, begint, "begint of for_range"), _bound(core, endt, "endt of for_range")
    if isinstance(begin, int) and isinstance(end, int) and not 0 <= begin <= end:
        core.mistake("TIK-SYNTAX03", f"for_range({begin}, {end}): a loop runs from 0 or more up to its end")
        end = begin
    thread_num = number(thread_num, "thread_num of for_range")
    if not isinstance(thread_num, int) or not 0 <= thread_num <= MOST_THREADS:
        core.mistake(
            "TIK-REPEAT01",
            f"thread_num is {thread_num!r}, possible are 0..{MOST_THREADS}",
            hint="2 gives two buffers to each tensor of the block (ping-pong)",
        )
        thread_num = 1
    copies = max(1, thread_num)
    var = Var(named_dtype(core, dtype), name, "loop")
    var.upper = end if isinstance(end, int) else None
    body: Body = []
    stmt = For(var, begin, end, body, copies=copies, position=here())
    return With(core, Frame("for", body, copies=copies), stmt, var)


def _bound(core: Core, x: Any, what: str) -> int | Expr:
    """A loop bound; floats are truncated."""
    try:
        n = number(x, what)
        return int(n) if isinstance(n, float) else whole(n, what)
    except (TikError, OverflowError, ValueError) as error:
        core.collect(error if isinstance(error, TikError) else TikError("TIK-TYPE02", f"{what} is {x!r}"))
        return 0


def _over_blocks(core: Core, begint: Any, endt: Any, name: str, thread_num: int, block_num: Any) -> With:
    """The launch over cores: no loop of the program, its variable is the core's block index."""
    if core.has_block_loop or any(frame.kind in ("for", "cores") for frame in core.frames):
        core.mistake(
            "TIK-SYNTAX03",
            "a kernel has one loop with block_num, and no loop around it",
            hint="put everything the cores do into that one loop",
        )
    elif thread_num not in (0, 1):
        core.mistake(
            "TIK-SYNTAX03",
            "block_num and thread_num cannot stand in one loop",
            hint="put a second for_range with thread_num=2 inside the loop over cores",
        )
    elif isinstance(block_num, Var):
        if number(begint) != 0 or endt is not block_num:
            core.mistake("TIK-SYNTAX03", f"block_num={block_num} asks for for_range(0, {block_num}) with the same Scalar")
        core.has_block_loop = True
        if not isinstance(block_num, InputScalar):
            return _as_many_as_needed(core, name, block_num)
        core.block_count = block_num
    else:
        n = number(block_num)
        if isinstance(n, Expr) or int(n) != n or not 1 <= n <= MOST_BLOCKS:
            core.mistake("TIK-REPEAT01", f"block_num is {n!r}; an integer 1..{MOST_BLOCKS} or a Scalar is possible")
        elif isinstance(begint, Expr) or isinstance(endt, Expr) or number(begint) != 0 or number(endt) != n:
            core.mistake(
                "TIK-SYNTAX03",
                f"block_num={int(n)} asks for for_range(0, {int(n)}), not ({begint}, {endt})",
                hint="the loop variable is the core's index; split what is left with a loop inside",
            )
        else:
            core.block_count, core.has_block_loop = int(n), True
            core.block.upper = int(n)
    core.block.name = name
    body: Body = []
    return With(core, Frame("cores", body), Block(body, position=here()), core.block)


def _as_many_as_needed(core: Core, name: str, count: Var) -> With:
    """The launch over a number of blocks that the kernel itself reads (from its tiling): the chip's cores take turns. What
    stands behind it becomes part of it (finish)."""
    core.block_count = core.block.upper = core.chip.aicore_num
    var = Var(core.block.dtype, name, "loop")
    body: Body = []
    core.launch = stmt = For(var, core.block, count, body, step=core.chip.aicore_num, position=here())
    return With(core, Frame("cores", body), stmt, var)


class Loops:
    """Loops one in the other, as one ``with`` block; its value is the list of their variables."""

    __slots__ = ("loops",)

    def __init__(self, loops: list[With]) -> None:
        self.loops = loops

    def __enter__(self) -> list[Any]:
        return [loop.__enter__() for loop in self.loops]

    def __exit__(self, *exc: Any) -> None:
        for loop in reversed(self.loops):
            loop.__exit__(*exc)


def multi_for_range(
    core: Core, begint: Any, endt: Any, name: Any = "i", dtype: Any = "int32", for_type: str = "serial"
) -> Loops:
    """``with t.multi_for_range([0, 0], [n, m], ["i", "j"]) as (i, j):`` is a for_range in a for_range, the first outermost."""
    several = isinstance(begint, list | tuple) and isinstance(endt, list | tuple)
    if not several or len(begint) != len(endt) or not begint:
        core.abort(
            "TIK-TYPE02",
            "multi_for_range takes a list of begins and a list of as many ends",
            hint="for example multi_for_range([0, 0], [n, m], ['i', 'j'])",
        )
    names, dtypes = (list(given) if isinstance(given, list | tuple) else [given] * len(begint) for given in (name, dtype))
    if len(names) != len(begint) or len(dtypes) != len(begint):
        core.abort("TIK-TYPE02", f"multi_for_range has {len(begint)} loops, and another number of names or dtypes")
    bounds = zip(begint, endt, names, dtypes, strict=True)
    return Loops([for_range(core, begin, end, str(word), dtype=kind) for begin, end, word, kind in bounds])


def if_scope(core: Core, cond: Any) -> With:
    """``with t.if_scope(cond):`` runs the block when cond (a comparison, Scalar, number or bool) holds at run time."""
    try:
        test: Expr = condition(cond)
    except TikError as error:
        core.collect(error)
        test = _TRUE
    stmt = If(test, [], [], here())
    return With(core, Frame("if", stmt.then), stmt)


class Otherwise(With):
    """The ``with`` block of an elif or else: it belongs to the if before it."""

    __slots__ = ("outer",)

    def __init__(self, core: Core, frame: Frame, outer: tuple[If, If] | None) -> None:
        super().__init__(core, frame, None)
        self.outer = outer

    def __exit__(self, *exc: Any) -> None:
        self.core.leave(self.frame)
        self.core.frames[-1].chain = self.outer


def elif_scope(core: Core, cond: Any) -> With:
    """The branch taken when the conditions before it do not hold and this one does."""
    try:
        test: Expr = condition(cond)
    except TikError as error:
        core.collect(error)
        test = _TRUE
    chain = _chain(core, "elif_scope")
    stmt = If(test, [], [], here())
    if chain is not None:
        chain[1].orelse.append(stmt)
    return Otherwise(core, Frame("if", stmt.then), None if chain is None else (chain[0], stmt))


def else_scope(core: Core) -> With:
    """The branch taken when no condition before it holds."""
    chain = _chain(core, "else_scope")
    return Otherwise(core, Frame("else", [] if chain is None else chain[1].orelse), None)


def _chain(core: Core, what: str) -> tuple[If, If] | None:
    """The if that an elif or else standing here belongs to."""
    chain = core.frames[-1].chain
    if chain is None or not core.body or core.body[-1] is not chain[0]:
        core.mistake(
            "TIK-SYNTAX03",
            f"{what} without an if_scope directly before it",
            hint="it must follow the if's block at the same level, with no statement in between",
        )
        return None
    return chain


def new_stmt_scope(core: Core, disable_sync: bool = False) -> With:
    """``with t.new_stmt_scope():`` ends the life of the tensors declared inside.

    ``disable_sync=True``: the scheduler inserts no flags or barriers; the author guarantees (or places) the order.
    """
    try:
        disable_sync = flag(disable_sync, "disable_sync of new_stmt_scope")
    except TikError as error:
        core.collect(error)
        disable_sync = False
    if disable_sync and core.unsynchronised:
        core.mistake("TIK-SYNTAX03", "new_stmt_scope(disable_sync=True) inside another one")
    body: Body = []
    return With(core, Frame("block", body, no_sync=disable_sync), Block(body, disable_sync, here()))


def tik_break(core: Core) -> None:
    """Leave the innermost for_range."""
    _leave(core, "break")


def tik_continue(core: Core) -> None:
    """Go on with the next trip of the innermost for_range."""
    _leave(core, "continue")


def tik_return(core: Core) -> None:
    """End the kernel on this core."""
    core.body.append(Exit("return", here()))


def _leave(core: Core, kind: str) -> None:
    loop = next((frame for frame in reversed(core.frames) if frame.kind in ("for", "cores")), None)
    if loop is None:
        core.mistake("TIK-SYNTAX03", f"tik_{kind} outside a loop")
    elif loop.kind == "cores" or loop.copies > 1:
        which = "over cores" if loop.kind == "cores" else f"with thread_num={loop.copies}"
        core.mistake(
            "TIK-SYNTAX03",
            f"tik_{kind} cannot leave a loop {which}",
            hint="use an if_scope, or a loop with thread_num=1 inside",
        )
    else:
        core.body.append(Exit(kind, here()))


_TRUE = Const(1, condition(1).dtype)
