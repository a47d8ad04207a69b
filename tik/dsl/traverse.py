"""How whole tensor views are cut into vector instructions: runs of neighbours, rows at a pitch, tails (tik_api §15)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from tik.dsl.control import for_range, if_scope, new_stmt_scope
from tik.dsl.declare import declare_tensor
from tik.dsl.tensor import TensorView
from tik.types.dtypes import DType
from tik.types.errors import TikError, shown
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["REPEATS", "Grid", "checked_views", "grid", "pieces", "temporary", "traverse"]

REPEATS = 255  # of one instruction
Emit = Callable[[Any, Sequence[TensorView], Any, Sequence[int]], None]  # mask, starts, repeats, repeat strides


class Grid(NamedTuple):
    """The dimensions views have in common, neighbours merged; ``pitches`` a dimension: elements from one index to the next, of
    each view. The last dimension has pitch 1."""

    dims: tuple[Any, ...]
    pitches: tuple[tuple[Any, ...], ...]

    @property
    def empty(self) -> bool:
        return any(isinstance(n, int) and n == 0 for n in self.dims)


def checked_views(name: str, **operands: Any) -> None:
    """Raise TIK-TYPE02 for an operand that is no tensor."""
    for what, view in operands.items():
        if not isinstance(view, TensorView):
            raise TikError(
                "TIK-TYPE02",
                f"{what} of {name} is {shown(view)}, not a tensor",
                position=here(),
                hint="give a tensor or a part of one: t[0:64]",
            )


def grid(name: str, views: Sequence[TensorView]) -> Grid:
    """The dimensions of views of one shape (dimensions of 1 aside). Raises TIK-SHAPE01 for different shapes."""
    shapes = [[(n, p) for n, p in zip(v.dims, v.row_pitches, strict=True) if not _is(n, 1)] for v in views]
    if all(v.pitches is None for v in views):  # without gaps: only the number of elements counts
        shapes = [[(v.size, 1)] for v in views]
    if any(shape and not _is(shape[-1][1], 1) for shape in shapes):
        shapes = [[*shape, (1, 1)] for shape in shapes]  # a column: rows of one element
    first = [n for n, _ in shapes[0]]
    for view, shape in zip(views, shapes, strict=True):
        dims = [n for n, _ in shape]
        if len(dims) != len(first) or any(_differ(a, b) for a, b in zip(dims, first, strict=True)):
            raise TikError(
                "TIK-SHAPE01",
                f"{name} works on views of one shape, and {views[0].name} has {list(views[0].dims)}, "
                f"{view.name} {list(view.dims)}",
                position=here(),
                hint="take parts of the same shape: t[0:n]",
            )
    if not first:
        return Grid((1,), ((1,) * len(views),))
    dims, pitches = [first[-1]], [tuple(shape[-1][1] for shape in shapes)]
    for at in range(len(first) - 2, -1, -1):
        steps = tuple(shape[at][1] for shape in shapes)
        run = dims[0]
        if isinstance(run, int) and all(_is(step, run * p) for step, p in zip(steps, pitches[0], strict=True)):
            dims[0] = first[at] * run
        else:
            dims.insert(0, first[at])
            pitches.insert(0, steps)
    return Grid(tuple(dims), tuple(pitches))


def _is(n: Any, value: Any) -> bool:
    return isinstance(n, int) and isinstance(value, int) and n == value


def _differ(a: Any, b: Any) -> bool:
    return isinstance(a, int) and isinstance(b, int) and a != b


def traverse(core: Core, name: str, views: Sequence[TensorView], emit: Emit) -> None:
    """Call ``emit`` for instructions that together cover every element once; loops where counts are known at run time only."""
    found = grid(name, views)
    if found.empty:
        return
    for dim in found.pitches[:-1]:
        for view, pitch in zip(views, dim, strict=True):
            if isinstance(pitch, int) and pitch * view.type.size % 32:
                raise TikError(
                    "TIK-ALIGN02",
                    f"rows of this part of {view.name} start {pitch * view.type.size} bytes apart, which are no whole blocks",
                    position=here(),
                    hint=f"declare rows of a multiple of {32 // view.type.size} elements",
                )
    _walk(core, tuple(views), found.dims, found.pitches, emit)


def _walk(
    core: Core, views: tuple[TensorView, ...], dims: tuple[Any, ...], pitches: tuple[tuple[Any, ...], ...], emit: Emit
) -> None:
    if len(dims) == 1:
        _run(core, views, dims[0], emit)
        return
    if len(dims) == 2 and _rows(views, dims, pitches[0], emit):
        return
    with for_range(core, 0, dims[0]) as i:
        _walk(core, _moved(views, [i * p for p in pitches[0]]), dims[1:], pitches[1:], emit)


def _rows(views: tuple[TensorView, ...], dims: tuple[Any, ...], pitches: tuple[Any, ...], emit: Emit) -> bool:
    """Rows by the repeat stride, where it can say their distance and that takes fewer instructions than row by row."""
    rows, width = dims
    if not all(isinstance(n, int) for n in (rows, width, *pitches)):
        return False
    lanes = 256 // max(v.type.size for v in views)
    strides = [p * v.type.size // 32 for v, p in zip(views, pitches, strict=True)]
    if max(strides) > REPEATS or -(-width // lanes) * -(-rows // REPEATS) > rows:
        return False
    for column in range(0, width, lanes):
        for row in range(0, rows, REPEATS):
            starts = _moved(views, [row * p + column for p in pitches])
            emit(min(lanes, width - column), starts, min(REPEATS, rows - row), strides)
    return True


def _run(core: Core, views: tuple[TensorView, ...], count: Any, emit: Emit) -> None:
    """``count`` neighbours."""
    lanes = 256 // max(v.type.size for v in views)
    strides = [lanes * v.type.size // 32 for v in views]
    if isinstance(count, int):
        full, rest = divmod(count, lanes)
        for at in range(0, full, REPEATS):
            emit(lanes, _moved(views, [at * lanes] * len(views)), min(REPEATS, full - at), strides)
        if rest:
            emit(rest, _moved(views, [full * lanes] * len(views)), 1, strides)
        return
    full, rest = count / lanes, count % lanes
    with for_range(core, 0, full / REPEATS) as i:
        emit(lanes, _moved(views, [i * (REPEATS * lanes)] * len(views)), REPEATS, strides)
    emit(lanes, _moved(views, [full / REPEATS * (REPEATS * lanes)] * len(views)), full % REPEATS, strides)
    with if_scope(core, rest > 0):
        emit(rest, _moved(views, [full * lanes] * len(views)), 1, strides)


def _moved(views: Sequence[TensorView], elements: Sequence[Any]) -> tuple[TensorView, ...]:
    return tuple(v if isinstance(n, int) and n == 0 else v[n] for v, n in zip(views, elements, strict=True))


def pieces(core: Core, name: str, views: Sequence[TensorView], most: int, body: Callable[[Sequence[TensorView]], None]) -> None:
    """Call ``body`` with runs of neighbours of at most ``most`` elements, for what needs temporaries. Raises TIK-SHAPE01 for
    sizes known only at run time."""
    found = grid(name, views)
    width = found.dims[-1]
    if not isinstance(width, int):
        raise TikError(
            "TIK-SHAPE01",
            f"{name} needs to know the size of {views[0].name} when the kernel is built",
            position=here(),
            hint="loop over parts of a fixed size",
        )

    def walk(starts: tuple[TensorView, ...], level: int) -> None:
        if level < len(found.dims) - 1:
            with for_range(core, 0, found.dims[level]) as i:
                walk(_moved(starts, [i * p for p in found.pitches[level]]), level + 1)
            return
        for at in range(0, width, most):
            count = min(most, width - at)
            body([TensorView(v.tensor, v.byte, v.type, (count,)) for v in _moved(starts, [at] * len(starts))])

    if not found.empty:
        walk(tuple(views), 0)


@contextmanager
def temporary(core: Core, *wanted: tuple[DType, int]) -> Iterator[list[TensorView]]:
    """Tensors in UB, each of a dtype and a number of elements, that live as long as the ``with`` block."""
    with new_stmt_scope(core):
        yield [declare_tensor(core, dtype, (count,), "local.UB", "h_temporary") for dtype, count in wanted]
