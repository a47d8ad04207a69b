"""The end of building: the program with its arguments, and the kind of core it runs on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tik.dsl.atomic import settle
from tik.dsl.memory import Declared
from tik.dsl.scalar import InputScalar
from tik.dsl.tensor import TensorView
from tik.ir import Arg, Assign, Binary, Block, Body, Cast, Element, Expr, For, If, Instr, MemRef, Program, walk
from tik.ir.expr import COMPARISONS, binary, join
from tik.ir.kinds import core_kind
from tik.isa.sync import BlockBarrier
from tik.types.dtypes import f32
from tik.types.errors import TikError, TikErrors
from tik.types.positions import here
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["program"]

MOST_ARGUMENTS = 192  # tik_api §3


def program(core: Core, kernel_name: str, inputs: Any, outputs: Any, flowtable: Any = None) -> Program:
    """The kernel built so far. ``inputs``, ``outputs``, ``flowtable``: GM tensors and InputScalars, one or a sequence;
    a tensor in both inputs and outputs is both.

    Arguments come in the order inputs, outputs, workspaces, flowtable. Raises TikErrors with all mistakes of a kernel.
    """
    if len(core.frames) > 1:
        core.mistake("TIK-SYNTAX03", "the kernel ends inside an open scope", hint="build it after every with-block has ended")
    for block, place in core.unopened.items():
        message = f"{block.call} stands here without a with: nothing is in its block"
        core.collect(TikError("TIK-SYNTAX03", message, hint=block.written), place)
    if not isinstance(kernel_name, str) or not kernel_name:
        core.mistake("TIK-TYPE02", f"kernel_name is {kernel_name!r}, not a name")
    read, written, table = (
        _members(core, what, given) for what, given in (("inputs", inputs), ("outputs", outputs), ("flowtable", flowtable))
    )
    args = [_arg(one, "inout" if any(one is other for other in written) else "input") for one in read]
    args += [_arg(one, "output") for one in written if not any(one is other for other in read)]
    args += [_arg(one, "workspace") for one in core.globals if one.workspace]
    args += [_arg(one, "flowtable") for one in table]
    _check_arguments(core, args)
    _launch_to_the_end(core)
    settle(core)
    if not core.chip.has("compare_f32"):
        _check_comparisons(core)
    built = Program(
        str(kernel_name),
        core.chip,
        args,
        core.frames[0].body,
        core.block,
        core.block_count,
        list(core.constants),
        here(),
    )
    if core.chip.is_split and core_kind(built) == "mixed":
        core.mistake(
            "TIK-CHIP01",
            f"{core.chip.name} has cube and vector cores apart, and this kernel needs both",
            hint="split it into a cube kernel and a vector kernel, or build it for a unified chip (Ascend910A)",
        )
    if core.errors:
        raise TikErrors(core.errors)
    return built


def _launch_to_the_end(core: Core) -> None:
    """Statements behind the loop over blocks run on every block (tik_api §5), which only its trips are where the kernel itself
    reads how many blocks there are. Cores without a trip come to the barriers all the same."""
    body, loop = core.frames[0].body, core.launch
    at = next((i for i, stmt in enumerate(body) if stmt is loop), len(body))
    if loop is None or at == len(body):
        return
    if at + 1 < len(body):
        loop.body[:] = [Block(list(loop.body), position=loop.position), *body[at + 1 :]]
        del body[at + 1 :]
    barriers: Body = list(_always(loop.body))
    if barriers:
        body.append(If(binary("le", loop.end, core.block), barriers, [], loop.position))
        core.launch = None


def _always(body: Body) -> Iterator[Instr]:
    """The barriers of all cores that every trip comes to once."""
    for stmt in body:
        if isinstance(stmt, Block):
            yield from _always(stmt.body)
        elif isinstance(stmt, Instr) and stmt.op is BlockBarrier:
            yield stmt


def _check_comparisons(core: Core) -> None:
    """TIK-CHIP01 where float32 scalars are compared (tik_api §4.2)."""
    for stmt in walk(core.frames[0].body):
        parts: tuple[Any, ...] = ()
        if isinstance(stmt, Assign):
            parts = (stmt.value,)
        elif isinstance(stmt, If):
            parts = (stmt.cond,)
        elif isinstance(stmt, For):
            parts = (stmt.begin, stmt.end)
        elif isinstance(stmt, Instr):
            parts = stmt.operands
        if any(_compares_f32(part) for part in parts):
            error = TikError(
                "TIK-CHIP01",
                f"the scalar pipe of {core.chip.name} does not compare float32",
                hint="compare integers: convert with scalar_conv first",
            )
            core.collect(error, stmt.position)


def _compares_f32(x: Any) -> bool:
    if isinstance(x, Binary):
        compared = x.op in COMPARISONS and join(x.a.dtype, x.b.dtype) is f32
        return compared or _compares_f32(x.a) or _compares_f32(x.b)
    return _compares_f32(x.a if isinstance(x, Cast) else x.offset) if isinstance(x, Cast | Element | MemRef) else False


def _members(core: Core, what: str, given: Any) -> list[Declared | InputScalar]:
    """The tensors and scalars of one list of BuildCCE."""
    if given is None:
        return []
    sequence = [given] if isinstance(given, TensorView | Expr) or not isinstance(given, Iterable) else list(given)
    if isinstance(given, set | frozenset):  # in the order of their declarations
        order = {id(one): n for n, one in enumerate((*core.globals, *core.scalars))}
        sequence.sort(key=lambda one: order.get(id(getattr(one, "tensor", one)), len(order)))
    members: list[Declared | InputScalar] = []
    for one in sequence:
        if isinstance(one, InputScalar):
            members.append(one)
        elif not isinstance(one, TensorView):
            core.mistake("TIK-TYPE02", f"{what} holds {one!r}, which is neither a GM tensor nor an InputScalar")
        elif one.tensor.scope is not Scope.GM:
            core.mistake("TIK-TYPE03", f"{one.name} of {what} lies in {one.tensor.scope}; arguments lie in GM")
        elif not any(one.tensor is other for other in members):
            members.append(one.tensor)
    return members


def _arg(one: Declared | InputScalar, role: str) -> Arg:
    if isinstance(one, InputScalar):
        return Arg(one.name, role, var=one)
    return Arg(one.name, role, tensor=one, zero=one.zero)


def _check_arguments(core: Core, args: list[Arg]) -> None:
    if len(args) > MOST_ARGUMENTS:
        core.mistake("TIK-TYPE02", f"the kernel has {len(args)} arguments, at most {MOST_ARGUMENTS} are possible")
    names = [(arg.name, arg.tensor is not None and arg.role == "output") for arg in args]  # unique a role (tik_api §3)
    for name, _ in dict.fromkeys(one for one in names if names.count(one) > 1):
        core.mistake("TIK-TYPE02", f"two arguments of the kernel are called {name}", hint="give each its own name=")
    bound: set[int] = {id(arg.tensor) for arg in args} | {id(arg.var) for arg in args}
    bound |= {id(tensor) for tensor, _ in core.constants}
    for tensor in core.globals:
        if tensor.used and id(tensor) not in bound:
            core.mistake(
                "TIK-SYNTAX02",
                f"GM tensor {tensor.name} is used, but stands in neither inputs nor outputs",
                details=(f"declared at {tensor.position.short}",) if tensor.position is not None else (),
                hint="pass it to BuildCCE, or declare it with is_workspace=True",
            )
    for scalar in core.scalars:
        if id(scalar) not in bound:
            core.mistake("TIK-SYNTAX02", f"InputScalar {scalar.name} stands in neither inputs nor flowtable")
