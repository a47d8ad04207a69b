"""The ``k`` of a tile kernel: core splitting, loads, stores, expressions. It only emits what the TIK layer could have written."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from tik.chips.loader import Chip
from tik.dsl.tile import elementwise, matrix, moves, rows
from tik.dsl.tile.arrays import ArrayHandle, Slice, Span, minimum
from tik.dsl.tile.emitter import Emitter, ceil_div, round_up
from tik.dsl.tile.tile import Tile, TileOrNumber
from tik.ir import Arg, MemRef, Program, Tensor, Var
from tik.ir.expr import binary
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
    buffers the tiles of a split loop get."""

    def __init__(self, chip: Chip, arrays: Sequence[tuple[str, tuple[int, ...], DType]], *, tile_rows: int = 8,
                 copies: int = 2) -> None:
        self.e = Emitter(chip)
        self.chip = chip
        self.tile_rows, self.copies = tile_rows, copies
        self.arrays = [ArrayHandle(name, Tensor(name, dtype, Scope.GM, shape, math.prod(shape) * dtype.size), shape, dtype)
                       for name, shape, dtype in arrays]
        self.block = Var(i32, "block", "block")
        self.blocks = 1
        self.stored: set[str] = set()
        self.loaded: set[str] = set()
        self.split_rows = 0  # rows of the tile a split asked for, before bounds (for the measuring run)
        self.want_rows = 1

    # -- splitting ------------------------------------------------------------------------------------------------

    def split(self, n: int) -> Iterator[Span]:
        """This core's part of ``n`` rows (or elements of 1-d arrays), a tile at a time, double-buffered.

        Use once a kernel: ``for rows in k.split(x.shape[0]): ...``.
        """
        if self.blocks != 1 or self.split_rows:
            raise TikError("TIK-SYNTAX03", "k.split stands twice in one kernel", position=here(),
                           hint="loop over columns with k.columns inside the one k.split")
        if not isinstance(n, int) or n < 1:
            raise TikError("TIK-SHAPE01", f"k.split needs a positive integer, not {n!r}", position=here())
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
            yield Span(start + i * size, count, size)

    def _granularity(self, n: int) -> tuple[int, int, int, bool]:
        """Rows a core's range is a multiple of, rows a tile is a multiple of, bytes of a row (the widest array), and whether
        all arrays are 1-d (rows are elements then). Without padded moves ranges start on 32-byte boundaries (decision 9) and
        tiles hold at least a block, so that the last block of a tile can be written back-stepped."""
        unit, step, widest, flat = 1, 1, 1, True
        for array in self.arrays:
            if array.shape and array.shape[0] == n:
                size = array.dtype.size
                if array.ndim == 1:
                    unit = step = math.lcm(unit, 512 // size)
                    widest = max(widest, size)
                else:
                    flat = False
                    row = array.matrix[1] * size
                    widest = max(widest, row)
                    if not self.chip.has("padded_move") and row % 32:
                        unit = math.lcm(unit, 32 // math.gcd(row, 32))
                        step = math.lcm(step, 1 if row >= 32 else unit)
        return unit, step, widest, flat

    def columns(self, n: int, size: int = 4096) -> Iterator[Span]:
        """All ``n`` columns, at most ``size`` at a time: for rows that do not fit the buffer whole.

        The body is built twice when ``size`` does not divide ``n``: for the loop, and for the narrower rest.
        """
        size = min(size, n)
        while n % size and n % size < 16 < size:  # a rest shorter than a block could not be stored alone
            size -= 16
        whole, rest = n // size, n % size
        with self.e.loop(0, whole, copies=self.copies, name="col") as j:
            yield Span(j * size, size, size)
        if rest:
            with self.e.block():
                yield Span(whole * size, rest, rest)

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
        nbytes = round_up(t.rows.size, 8) * 32
        return Tile(self, self.e.tensor(dtype, nbytes, name="col"), dtype, t.rows, t.cols, 32 // dtype.size, True)

    def load(self, piece: Slice, dtype: DType | None = None) -> Tile:
        """GM -> UB: x[rows] or x[rows, cols], converted to ``dtype`` on arrival if given."""
        self.loaded.add(piece.array.name)
        return moves.load(self, piece, dtype)

    def store(self, piece: Slice, t: Tile) -> None:
        """UB (or a matmul accumulator) -> GM, converted to the array's dtype."""
        self.stored.add(piece.array.name)
        if isinstance(t, matrix.Accumulator):
            matrix.store(self, piece, t)
        else:
            moves.store(self, piece, t)

    def full(self, rows_: Span, cols: int, value: float, dtype: DType = f32) -> Tile:
        """A tile of one value."""
        t = self.new(dtype, rows_, Span(0, cols, cols), moves.row_pitch(cols, rows_.size))
        self.e.emit("vector_dup", (dtype,), dst=t.tensor, scalar=value, repeat_times=ceil_div(t.lanes, 256 // dtype.size))
        return t

    def full_row(self, cols: Span, value: float, dtype: DType = f32) -> Tile:
        """A tile of one value for a range of a 1-d array."""
        return self.full(Span(0, 1, 1), cols.size, value, dtype)

    def full_column(self, rows_: Span, value: float) -> Tile:
        """A column of one value: where running maxima and sums start."""
        nbytes = round_up(rows_.size, 8) * 32
        t = Tile(self, self.e.tensor(f32, nbytes, name="col"), f32, rows_, Span(0, 1, 1), 8, True)
        self.e.emit("vector_dup", (f32,), dst=t.tensor, scalar=value, repeat_times=nbytes // 256)
        return t

    def assign(self, target: Tile, value: Tile) -> None:
        """target = value, in place: how a loop carries a running value."""
        if target.shape != value.shape or target.dtype is not value.dtype:
            raise TikError("TIK-SHAPE01", f"assign: {value!r} does not fit {target!r}", position=here())
        self.e.emit("mov_ub_ub", (target.dtype,), dst=target.tensor, src=value.tensor,
                    burst=ceil_div(target.lanes * target.dtype.size, 32))

    # -- expressions ----------------------------------------------------------------------------------------------

    def _two(self, mnemonic: str, a: TileOrNumber, b: TileOrNumber) -> Tile:
        if isinstance(a, Tile) and isinstance(b, Tile):
            return elementwise.binary(self, mnemonic, a, b)
        if not isinstance(a, Tile) and not isinstance(b, Tile):
            raise TikError("TIK-TYPE02", f"{mnemonic} needs a tile", position=here())
        return elementwise.with_number(self, mnemonic, a, b)

    def add(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """a + b."""
        return self._two("vadd", a, b)

    def sub(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """a - b."""
        return self._two("vsub", a, b)

    def mul(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """a * b."""
        return self._two("vmul", a, b)

    def div(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """a / b."""
        return self._two("vdiv", a, b)

    def maximum(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """The larger, lane by lane; NaN wins."""
        return self._two("vmax", a, b)

    def minimum(self, a: TileOrNumber, b: TileOrNumber) -> Tile:
        """The smaller, lane by lane; NaN wins."""
        return self._two("vmin", a, b)

    def exp(self, t: Tile) -> Tile:
        """e ** t."""
        return elementwise.unary(self, "vexp", t)

    def log(self, t: Tile) -> Tile:
        """Natural logarithm."""
        return elementwise.unary(self, "vln", t)

    def sqrt(self, t: Tile) -> Tile:
        """Square root."""
        return elementwise.unary(self, "vsqrt", t)

    def rsqrt(self, t: Tile) -> Tile:
        """1 / square root."""
        return elementwise.unary(self, "vrsqrt", t)

    def abs(self, t: Tile) -> Tile:
        """Absolute value."""
        return elementwise.unary(self, "vabs", t)

    def relu(self, t: Tile) -> Tile:
        """max(t, 0); NaN stays NaN."""
        if self.e.supports("vrelu", t.dtype, t.dtype):
            return elementwise.unary(self, "vrelu", t)
        return self.maximum(t, 0)

    def cast(self, t: Tile, dtype: DType, mode: str | None = None) -> Tile:
        """t in another dtype (mode: round, floor, ceil, away-zero, to-zero)."""
        return elementwise.cast(self, t, dtype, mode)

    def max(self, t: Tile, axis: int = -1) -> Tile:
        """The largest of each row, as a column."""
        return self._reduce("vmax", t, axis)

    def min(self, t: Tile, axis: int = -1) -> Tile:
        """The smallest of each row, as a column."""
        return self._reduce("vmin", t, axis)

    def sum(self, t: Tile, axis: int = -1) -> Tile:
        """The sum of each row, as a column."""
        return self._reduce("vadd", t, axis)

    def _reduce(self, mnemonic: str, t: Tile, axis: int) -> Tile:
        if axis not in (-1, 1):
            raise TikError("TIK-SHAPE01", f"tiles reduce along their rows (axis=-1), not axis={axis}", position=here())
        return rows.reduce_rows(self, mnemonic, t)

    # -- matrices -------------------------------------------------------------------------------------------------

    def tiles(self, m: int, n: int) -> Iterator[tuple[Span, Span]]:
        """This core's output tiles of an m x n matrix: ``for rows, cols in k.tiles(*y.shape): ...``."""
        return matrix.tiles(self, m, n)

    def matmul(self, a: Slice, b: Slice, bias: Slice | None = None) -> matrix.Accumulator:
        """a @ b (+ bias, a row) on the cube, accumulated over all of K: a is x[rows, :], b is w[:, cols]."""
        for piece in (a, b, *([bias] if bias is not None else [])):
            self.loaded.add(piece.array.name)
        return matrix.matmul(self, a, b, bias)

    # -- debugging ------------------------------------------------------------------------------------------------

    def print(self, t: Tile, *, rows: int = 8, cols: int = 8, core: int = 0) -> None:
        """Show the tile's first rows and columns when the kernel runs, with core, loop variables and source line."""
        shown = min(cols, t.shape[1])
        self.e.emit("print", (t.dtype,), src=MemRef(t.tensor), rows=minimum(min(rows, t.rows.size), t.rows.count), cols=shown,
                    pitch=t.pitch, core=core)

    # -- result ---------------------------------------------------------------------------------------------------

    def program(self, name: str, position: Any = None) -> Program:
        """The program built so far. Raises TIK-SYNTAX05 when nothing was stored."""
        if not self.stored:
            raise TikError("TIK-SYNTAX05", f"{name} stores to none of its parameters, so it has no result", position=position,
                           hint="write a result with k.store(y[rows], tile)")
        args = []
        for array in self.arrays:
            role = "output" if array.name in self.stored else "input"
            role = "inout" if array.name in self.stored & self.loaded else role
            args.append(Arg(array.name, role, array.tensor))
        return Program(name, self.chip, args, self.e.stack[0], self.block, self.blocks, [], position)
