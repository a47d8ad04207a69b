"""The ``k`` of a tile kernel: core splitting, loads, stores, expressions. It only emits what TIK could have written."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NoReturn

from tik.chips.loader import Chip, chip_names, listed_chips, load_chip
from tik.dsl.tile import elementwise, matrix, moves, rows
from tik.dsl.tile.arguments import dtype_in, operand, operation, slice_in, tile_in, whole
from tik.dsl.tile.arrays import ArrayHandle, Slice, Span, minimum
from tik.dsl.tile.emitter import Emitter, ceil_div, round_up, row_pitch
from tik.dsl.tile.numbers import number
from tik.dsl.tile.refusals import refuse_call
from tik.dsl.tile.tile import Tile, TileOrNumber
from tik.ir import Arg, MemRef, Program, Tensor, Var
from tik.ir.expr import binary
from tik.isa import INSTRUCTIONS
from tik.types.dtypes import DType, f32, i32
from tik.types.errors import TikError
from tik.types.positions import here
from tik.types.scopes import Scope

__all__ = ["TileBuilder"]

MIN_COPY = 16 * 1024  # bytes a copy should have at least (algorithms.md: memory-bound work)
TILES_A_CORE = 2  # a core should have this many tiles at least, so that loads overlap with compute
MAX_ROWS = 255  # rows of a tile: the repeat field of a row-wise instruction


class TileBuilder:
    """Builds one program. ``tile_rows`` bounds the rows of a tile (the measuring run decides it); ``copies`` is how many
    buffers the tiles of a split loop get; ``narrow`` names the 1-d arrays that get one value a row (an earlier run found
    out)."""

    def __init__(
        self,
        chip: Chip,
        arrays: Sequence[tuple[str, tuple[int, ...], DType]],
        *,
        tile_rows: int = 8,
        copies: int = 2,
        narrow: Collection[str] = (),
    ) -> None:
        for name, shape, dtype in arrays:
            if dtype.is_float and not _computes(chip, dtype):
                have = [c for c in chip_names() if _computes(load_chip(c), dtype)]
                raise TikError(
                    "TIK-CHIP01",
                    f"{dtype.name} is not supported on {chip.name}",
                    position=here(),
                    details=(f"{name} is {dtype} {list(shape)}",),
                    hint=f"chips that have it: {listed_chips(have)}",
                )
        self.e = Emitter(chip)
        self.chip = chip
        self.tile_rows, self.copies = tile_rows, copies
        self.arrays = [
            ArrayHandle(name, Tensor(name, dtype, Scope.GM, shape, math.prod(shape) * dtype.size), shape, dtype)
            for name, shape, dtype in arrays
        ]
        self.unit = 32 if any(dtype.size == 1 for _, _, dtype in arrays) else 16  # elements of the smallest rows of a tile
        self.block = Var(i32, "block", "block")
        self.blocks = 1
        self.stored: set[str] = set()
        self.loaded: set[str] = set()
        self.aligned, self.narrow = frozenset(narrow), set(narrow)
        self.addresses: dict[str, int] = {}  # of tensors, once the kernel is compiled: for the repr of tiles
        self.split_rows = 0  # rows of the tile a split asked for, before bounds (for the measuring run)
        self.want_rows = 1

    # -- splitting ------------------------------------------------------------------------------------------------

    def split(self, n: int) -> Iterator[Span]:
        """This core's part of ``n`` rows (or elements of 1-d arrays), a tile at a time, double-buffered.

        Use once a kernel: ``for rows in k.split(x.shape[0]): ...``.
        """
        if self.blocks != 1 or self.split_rows:
            raise TikError(
                "TIK-SYNTAX03",
                "k.split stands twice in one kernel",
                position=here(),
                hint="do it all in one loop over rows (k.columns inside it goes over columns), or make two kernels",
            )
        hint = "k.split(x.shape[0]) goes over the rows of x"
        if number(n) == 0:
            raise TikError(
                "TIK-SHAPE01",
                "k.split(0): there are no rows to split",
                position=here(),
                hint="leave out the kernel when an array is empty",
            )
        n = whole("what k.split splits", n, hint=hint)
        unit, step, row_bytes, flat = self._granularity(n)
        cores = self.chip.blocks_at_once("vector" if self.chip.is_split else "unified")
        per = round_up(ceil_div(n, cores), math.lcm(unit, step))
        self.blocks = ceil_div(n, per)
        want = round_up(min(max(ceil_div(per, TILES_A_CORE), ceil_div(MIN_COPY, row_bytes)), per), step)
        size = max(step, min(want, self.tile_rows) // step * step)
        if not flat:
            size = max(step, min(size, MAX_ROWS // step * step))
            want = min(want, MAX_ROWS // step * step)
        self.split_rows, self.want_rows = size, want
        uneven = n % per != 0
        start = self.block * per if self.blocks > 1 else 0
        mine = minimum(per, binary("sub", n, start)) if uneven and self.blocks > 1 else per if self.blocks > 1 else n
        if not isinstance(mine, int):
            mine = self.e.scalar(mine, "mine")
        trips = ceil_div(mine, size) if isinstance(mine, int) else binary("div", mine + (size - 1), size)
        copies = self.copies if not isinstance(trips, int) or trips > 1 else 1
        with self.e.loop(0, trips, copies=copies, name="tile", upper=ceil_div(per, size)) as i:
            exact = isinstance(mine, int) and mine % size == 0
            count = size if exact else self.e.scalar(minimum(size, binary("sub", mine, i * size)), "rows")
            yield Span(start + i * size, count, size, n, "k.split")

    def _granularity(self, n: int) -> tuple[int, int, int, bool]:
        """Rows a core's range is a multiple of, rows a tile is a multiple of, bytes of a row (the widest array), and whether
        all arrays are 1-d (rows are elements then). Without padded moves ranges start on 32-byte boundaries (decision 9) and
        tiles hold at least a block, so that the last block of a tile can be written back-stepped."""
        unit, step, widest = 1, 1, 1
        concerned = [a for a in self.arrays if a.shape[0] == n]
        flat = all(a.ndim == 1 for a in concerned)
        for array in concerned:
            size = array.dtype.size
            if flat:
                unit = step = math.lcm(unit, 512 // size)
                widest = max(widest, size)
            elif array.ndim > 1 or array.name in self.aligned:
                row = math.prod(array.shape[1:]) * size
                widest = max(widest, row)
                if not self.chip.has("padded_move") and row % 32:
                    unit = math.lcm(unit, 32 // math.gcd(row, 32))
                    step = math.lcm(step, 1 if row >= 32 else unit)
        return unit, step, widest, flat

    def columns(self, n: int, size: int = 4096) -> Iterator[Span]:
        """All ``n`` columns, at most ``size`` at a time: for rows that do not fit the buffer whole. Chips without padded moves
        take fewer where the rest would be shorter than a block (all at once, if that is the only way).

        The body is built twice when ``size`` does not divide ``n``: for the loop, and for the narrower rest.
        """
        n, size = whole("what k.columns goes over", n, hint="k.columns(x.matrix[1])"), whole("the size of k.columns", size)
        size = min(size, n)
        if not self.chip.has("padded_move"):  # a part shorter than a block cannot be stored alone
            even = size // self.unit * self.unit  # parts that start on blocks where rows do
            sizes = [size] * (size == n) + [*range(even, self.unit - 1, -self.unit), *range(size, self.unit - 1, -1), n]
            size = next(s for s in sizes if not 0 < n % s < self.unit)
        trips, rest = n // size, n % size
        with self.e.loop(0, trips, copies=self.copies, name="col") as j:
            yield Span(j * size, size, size, n, "k.columns")
        if rest:
            with self.e.block():
                yield Span(trips * size, rest, rest, n, "k.columns")

    # -- tiles ----------------------------------------------------------------------------------------------------

    def new(self, dtype: DType, rows_: Span, cols: Span, pitch: int, column: bool = False, name: str = "t") -> Tile:
        """An unset tile; its bytes are rounded up to whole repeats."""
        nbytes = round_up(rows_.size * pitch * dtype.size, 256)
        return Tile(self, self.e.tensor(dtype, nbytes, name=name), dtype, rows_, cols, pitch, column)

    def like(self, t: Tile, dtype: DType | None = None) -> Tile:
        """An unset tile of t's form."""
        dtype = dtype or t.dtype
        nbytes = round_up(t.lanes, 256 // min(dtype.size, t.dtype.size)) * dtype.size
        return Tile(self, self.e.tensor(dtype, nbytes), dtype, t.rows, t.cols, t.pitch, t.column)

    def column(self, t: Tile, dtype: DType = f32) -> Tile:
        """An unset column (one value a row, a 32-byte block each) for t's rows."""
        return self._column(t.rows, t.cols, dtype)

    def _column(self, rows_: Span, cols: Span, dtype: DType) -> Tile:
        nbytes = round_up(rows_.size, 8) * 32
        return Tile(self, self.e.tensor(dtype, nbytes, name="col"), dtype, rows_, cols, 32 // dtype.size, True)

    @operation
    def load(self, piece: Slice, dtype: DType | None = None) -> Tile:
        """GM -> UB: x[rows] or x[rows, cols], converted to ``dtype`` on arrival if given."""
        piece = slice_in(self, piece)
        self.loaded.add(piece.array.name)
        return moves.load(self, piece, None if dtype is None else dtype_in(self, dtype))

    @operation
    def store(self, piece: Slice, t: Tile) -> None:
        """UB (or a matmul accumulator) -> GM, converted to the array's dtype."""
        piece = slice_in(self, piece)
        if isinstance(t, matrix.Accumulator):
            matrix.store(self, piece, t)
        else:
            moves.store(self, piece, tile_in(self, t))
        self.stored.add(piece.array.name)

    @operation
    def full(self, rows_: Span, cols: int, value: float, dtype: DType = f32) -> Tile:
        """A tile of one value."""
        cols = whole("the width of k.full", cols)
        every = Span(0, cols, cols)
        return self._fill(lambda d: self.new(d, rows_, every, row_pitch(cols, rows_.size, self.unit)), rows_, value, dtype)

    @operation
    def full_row(self, cols: Span, value: float, dtype: DType = f32) -> Tile:
        """A tile of one value for a range of a 1-d array."""
        one = Span(0, 1, 1)
        return self._fill(lambda d: self.new(d, one, cols, row_pitch(cols.size, 1)), cols, value, dtype)

    @operation
    def full_column(self, rows_: Span, value: float, dtype: DType = f32) -> Tile:
        """A column of one value: where running maxima and sums start."""
        return self._fill(lambda d: self._column(rows_, Span(0, 1, 1), d), rows_, value, dtype)

    def _fill(self, make: Callable[[DType], Tile], span: Any, value: Any, dtype: Any) -> Tile:
        if not isinstance(span, Span):
            raise TikError(
                "TIK-TYPE02",
                f"{self.e.doing} takes the rows that k.split gives, not {span!r}",
                position=here(),
                hint="for rows in k.split(x.shape[0]): ...",
            )
        single, kind = number(value), dtype_in(self, dtype)
        if single is None:
            raise TikError("TIK-TYPE02", f"{self.e.doing} takes a number, not {value!r}", position=here())
        elementwise.check_number(self, single, kind)
        t = make(kind)
        elementwise.fill(self, t, single)
        return t

    @operation
    def assign(self, target: Tile, value: TileOrNumber) -> None:
        """target = value, in place: how a loop carries a running value."""
        target, new = tile_in(self, target), operand(self, value)
        if not isinstance(new, Tile):
            elementwise.check_number(self, new, target.dtype)
            elementwise.fill(self, target, new)
            return
        if target.dtype is not new.dtype:
            raise TikError(
                "TIK-TYPE01",
                f"k.assign: the target is {target.dtype}, the value {new.dtype}",
                position=here(),
                hint=f"k.assign(target, k.cast(value, tik.{target.dtype}))",
            )
        if target.shape != new.shape or target.column != new.column or target.pitch != new.pitch:
            what = [f"{'a column' if t.column else 'a tile'} of {list(t.shape)}" for t in (target, new)]
            raise TikError("TIK-SHAPE01", f"k.assign: the target is {what[0]}, the value {what[1]}", position=here())
        self.e.emit(
            "mov_ub_ub",
            (target.dtype,),
            dst=target.tensor,
            src=new.tensor,
            burst=ceil_div(target.lanes * target.dtype.size, 32),
        )

    # -- expressions ----------------------------------------------------------------------------------------------

    def _two(self, mnemonic: str, a: TileOrNumber, b: TileOrNumber) -> Tile:
        left, right = operand(self, a), operand(self, b)
        if isinstance(left, Tile) and isinstance(right, Tile):
            return elementwise.binary(self, mnemonic, left, right)
        if not isinstance(left, Tile) and not isinstance(right, Tile):
            tile_in(self, left)
        return elementwise.with_number(self, mnemonic, left, right)

    def _one(self, mnemonic: str, t: Tile) -> Tile:
        return elementwise.unary(self, mnemonic, tile_in(self, t))

    @operation
    def add(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """a + b."""
        return self._two("vadd", a, b)

    @operation
    def sub(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """a - b."""
        return self._two("vsub", a, b)

    @operation
    def mul(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """a * b."""
        return self._two("vmul", a, b)

    @operation
    def div(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """a / b."""
        return self._two("vdiv", a, b)

    @operation
    def negative(self, t: Tile) -> Tile:
        """-t."""
        return self._two("vmul", tile_in(self, t), -1)

    @operation
    def power(self, t: TileOrNumber, exponent: TileOrNumber) -> Tile:
        """t ** 2 or t ** 3, as products. Raises TIK-TYPE02 for other exponents."""
        times = number(exponent)
        if times not in (2, 3):
            known = {0.5: "k.sqrt(t)", -0.5: "k.rsqrt(t)", -1: "1 / t", 4: "(t ** 2) ** 2"}
            raise TikError(
                "TIK-TYPE02",
                f"a ** n is there for n = 2 and n = 3, not for {exponent!r}",
                position=here(),
                hint=known.get(0 if times is None else times, "for positive t: k.exp(p * k.log(t))"),
            )
        base = tile_in(self, t)
        square = self._two("vmul", base, base)
        return square if times == 2 else self._two("vmul", square, base)

    @operation
    def maximum(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """The larger, lane by lane; NaN wins."""
        return self._two("vmax", a, b)

    @operation
    def minimum(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """The smaller, lane by lane; NaN wins."""
        return self._two("vmin", a, b)

    @operation
    def exp(self, t: Tile) -> Tile:
        """e ** t."""
        return self._one("vexp", t)

    @operation
    def log(self, t: Tile) -> Tile:
        """Natural logarithm."""
        return self._one("vln", t)

    @operation
    def sqrt(self, t: Tile) -> Tile:
        """Square root."""
        return self._one("vsqrt", t)

    @operation
    def rsqrt(self, t: Tile) -> Tile:
        """1 / square root."""
        return self._one("vrsqrt", t)

    @operation
    def abs(self, t: Tile) -> Tile:
        """Absolute value."""
        return self._one("vabs", t)

    @operation
    def relu(self, t: Tile) -> Tile:
        """max(t, 0); NaN stays NaN."""
        t = tile_in(self, t)
        if self.e.supports("vrelu", t.dtype, t.dtype):
            return elementwise.unary(self, "vrelu", t)
        return self.maximum(t, 0)

    @operation
    def cast(self, t: Tile, dtype: DType, mode: str | None = None) -> Tile:
        """t in another dtype (mode: round, floor, ceil, away-zero, to-zero)."""
        return elementwise.cast(self, tile_in(self, t), dtype_in(self, dtype), mode)

    @operation
    def max(self, t: Tile, axis: int = -1) -> Tile:
        """The largest of each row, as a column."""
        return self._reduce("vmax", t, axis)

    @operation
    def min(self, t: Tile, axis: int = -1) -> Tile:
        """The smallest of each row, as a column."""
        return self._reduce("vmin", t, axis)

    @operation
    def sum(self, t: Tile, axis: int = -1) -> Tile:
        """The sum of each row, as a column."""
        return self._reduce("vadd", t, axis)

    def _reduce(self, mnemonic: str, t: Tile, axis: int) -> Tile:
        if number(axis) not in (-1, 1):
            raise TikError(
                "TIK-SHAPE01", f"{self.e.doing}: tiles reduce along their rows (axis=-1), not axis={axis}", position=here()
            )
        return rows.reduce_rows(self, mnemonic, tile_in(self, t))

    # -- matrices -------------------------------------------------------------------------------------------------

    def tiles(self, m: int, n: int) -> Iterator[tuple[Span, Span]]:
        """This core's output tiles of an m x n matrix: ``for rows, cols in k.tiles(*y.shape): ...``."""
        return matrix.tiles(self, whole("the first size of k.tiles", m), whole("the second size of k.tiles", n))

    @operation
    def matmul(self, a: Slice, b: Slice, bias: Slice | None = None) -> matrix.Accumulator:
        """a @ b (+ bias, a row) on the cube, accumulated over all of K: a is x[rows, :], b is w[:, cols]."""
        for piece in (a, b, *([bias] if bias is not None else [])):
            self.loaded.add(slice_in(self, piece).array.name)
        return matrix.matmul(self, a, b, bias)

    # -- debugging ------------------------------------------------------------------------------------------------

    @operation
    def print(self, t: Tile, *, rows: int = 8, cols: int = 8, core: int = 0) -> None:
        """Show the tile's first rows and columns when the kernel runs, with core, loop variables and source line (core -1: on
        every core)."""
        t = tile_in(self, t)
        shown = min(whole("cols of k.print", cols), t.shape[1])
        high = min(whole("rows of k.print", rows), t.rows.size)
        self.e.emit(
            "print",
            (t.dtype,),
            src=MemRef(t.tensor),
            rows=minimum(high, t.rows.count),
            cols=shown,
            pitch=t.pitch,
            core=whole("core of k.print", core, -1),
            **{f"loop{i}": var for i, var in enumerate(self.e.around[-4:])},
        )

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        refuse_call(name, sorted(n for n, v in vars(TileBuilder).items() if callable(v) and not n.startswith("_")))

    # -- result ---------------------------------------------------------------------------------------------------

    def program(self, name: str, position: Any = None) -> Program:
        """The program built so far. Raises TIK-SYNTAX05 when nothing was stored."""
        if not self.stored:
            raise TikError(
                "TIK-SYNTAX05",
                f"{name} stores to none of its parameters, so it has no result",
                position=position,
                hint="write a result with k.store(y[rows], tile)",
            )
        args = []
        for array in self.arrays:
            role = "output" if array.name in self.stored else "input"
            role = "inout" if array.name in self.stored & self.loaded else role
            args.append(Arg(array.name, role, array.tensor))
        return Program(name, self.chip, args, self.e.stack[0], self.block, self.blocks, [], position)


def _computes(chip: Chip, dtype: DType) -> bool:
    """Whether the chip does anything with the dtype but move it."""
    return any(dtype in types for types in INSTRUCTIONS["vconv"].supported(chip))
