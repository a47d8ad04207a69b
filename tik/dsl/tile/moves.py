"""Loads and stores of tiles, with tails. Chips with padded moves are byte-exact; others move whole 32-byte blocks
(decision 9): rows ascending on one pipe, core ranges on 32-byte boundaries, the last block of a range written back-stepped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tik.dsl.tile.arrays import Slice, Span, offset_of
from tik.dsl.tile.emitter import ceil_div, row_pitch
from tik.dsl.tile.tile import Tile
from tik.ir import Element, MemRef, Number
from tik.ir.expr import binary
from tik.types.dtypes import DType
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.tile.kernel import TileBuilder

__all__ = ["blocks", "load", "store", "store_part"]

BLOCK = 32


def blocks(nbytes: Number) -> Number:
    """32-byte blocks that hold nbytes."""
    return binary("div", nbytes + (BLOCK - 1), BLOCK) if not isinstance(nbytes, int) else ceil_div(nbytes, BLOCK)


def load(k: TileBuilder, piece: Slice, dtype: DType | None) -> Tile:
    """GM -> UB, converted to ``dtype`` on arrival if asked."""
    array = piece.array
    rows, cols = piece.rows, piece.cols
    pitch = row_pitch(cols.size, rows.size, k.unit)
    t = k.new(array.dtype, rows, cols, pitch, name=array.name)
    _move(k, piece, t, to_gm=False)
    return k.cast(t, dtype) if dtype is not None and dtype is not array.dtype else t


def store(k: TileBuilder, piece: Slice, t: Tile) -> None:
    """UB -> GM, converted to the array's dtype. A column goes to an array of one column, or to a 1-d array."""
    if piece.array.ndim == 1 and t.shape == (piece.cols.size, 1):
        k.narrow.add(piece.array.name)
        piece = Slice(piece.array.as_column(), piece.cols, Span(0, 1, 1))
    one_of_many = t.rows.size == 1 and t.rows.total is None and (piece.rows.total or 0) > 1  # fits only by the size of tiles
    if t.shape != piece.shape or one_of_many:
        hint = "store with the index the tile was loaded with"
        if t.column:
            hint = f"a column goes to an array of shape [n, 1] or [n]; {piece.array.name} has shape {list(piece.array.shape)}"
        elif one_of_many and t.cols.size == piece.cols.size:
            hint = "to store one row into all of them, add it to a tile of zeros: k.full(rows, cols, 0.0) + row"
        part = f"{piece.array.name}[...] of {list(piece.shape)}"
        raise TikError("TIK-SHAPE01", f"k.store: a tile of {list(t.shape)} does not fit {part}", position=here(), hint=hint)
    t = k.cast(t, piece.array.dtype)
    _move(k, piece, t, to_gm=True)


def store_part(k: TileBuilder, piece: Slice, t: Tile) -> None:
    """UB -> GM for a tile that may be part of its rows: no byte outside the part is written unless it is slack."""
    array, size = piece.array, piece.array.dtype.size
    whole_row = array.matrix[1]
    if whole_row * size % BLOCK == 0:  # parts of rows start and end on blocks
        inner: Number = t.pitch * size // BLOCK - blocks(piece.cols.count * size)
        _emit(
            k,
            array.dtype,
            piece,
            t,
            True,
            nburst=piece.rows.count,
            burst=blocks(piece.cols.count * size),
            src_stride=inner,
            dst_stride=whole_row * size // BLOCK - blocks(piece.cols.count * size),
        )
    else:
        _store_unaligned(k, piece, t)


def _store_unaligned(k: TileBuilder, piece: Slice, t: Tile) -> None:
    """Rows of an array that are no whole number of blocks, on a chip without padded moves."""
    whole_row = piece.array.matrix[1]
    if piece.cols.size < whole_row:
        _exact_rows(k, piece, t)
        return
    piece = Slice(piece.array, piece.rows, Span(0, whole_row, whole_row))
    if whole_row * piece.array.dtype.size < BLOCK:
        _packed(k, piece, t)
    else:
        _row_by_row(k, piece, t, True)


def _packed(k: TileBuilder, piece: Slice, t: Tile) -> None:
    """Rows shorter than a block: packed in UB element by element, then stored as one run (ranges start on blocks)."""
    dtype, cols = piece.array.dtype, piece.cols.size
    stage = k.e.tensor(dtype, piece.rows.size * cols * dtype.size, name="pack")
    with k.e.loop(0, piece.rows.count, name="row", upper=piece.rows.size) as r:
        for c in range(cols):
            k.e.emit(
                "sstore",
                (dtype,),
                dst=MemRef(stage, (r * cols + c) * dtype.size),
                a=Element(t.tensor, (r * t.pitch + c) * dtype.size, dtype),
            )
    k.e.emit("mov_ub_gm", (dtype,), dst=offset_of(piece), src=stage, burst=blocks(piece.rows.count * (cols * dtype.size)))


def _exact_rows(k: TileBuilder, piece: Slice, t: Tile) -> None:
    """Parts of rows that end inside a block: whole blocks, then the last 32 bytes of each row once more, assembled."""
    dtype, count = piece.array.dtype, BLOCK // piece.array.dtype.size
    tail = k.e.tensor(dtype, BLOCK, name="tail")
    with k.e.loop(0, piece.rows.count, name="row", upper=piece.rows.size) as r:
        gm = offset_of(piece, r)
        k.e.emit(
            "mov_ub_gm",
            (dtype,),
            dst=gm,
            src=MemRef(t.tensor, r * (t.pitch * dtype.size)),
            burst=binary("div", piece.cols.count * dtype.size, BLOCK),
        )
        for e in range(count):
            column = piece.cols.count - (count - e)
            k.e.emit(
                "sstore",
                (dtype,),
                dst=MemRef(tail, e * dtype.size),
                a=Element(t.tensor, (r * t.pitch + column) * dtype.size, dtype),
            )
        k.e.emit(
            "mov_ub_gm", (dtype,), dst=MemRef(gm.tensor, gm.offset + (piece.cols.count * dtype.size - BLOCK)), src=tail, burst=1
        )


def _move(k: TileBuilder, piece: Slice, t: Tile, to_gm: bool) -> None:
    array, size = piece.array, piece.array.dtype.size
    whole_row = array.matrix[1]
    cols = piece.cols
    exact = isinstance(cols.count, int)
    row_bytes: Number = cols.count * size
    pitch_bytes = t.pitch * size
    uneven = whole_row * size % BLOCK or (cols.size < whole_row and cols.size * size % BLOCK)
    if to_gm and array.ndim > 1 and uneven and not k.e.chip.has("padded_move"):
        _store_unaligned(k, piece, t)
        return
    one_run = piece.rows.size == 1 or (t.pitch == cols.size == whole_row)
    if one_run and not t.column:
        _run(k, piece, t, piece.rows.count * row_bytes if piece.rows.size > 1 else row_bytes, to_gm)
    elif exact and int(cols.count * size) % BLOCK == 0 and (whole_row * size) % BLOCK == 0:
        burst = int(cols.count) * size // BLOCK
        outer, inner = whole_row * size // BLOCK - burst, pitch_bytes // BLOCK - burst
        _emit(
            k,
            array.dtype,
            piece,
            t,
            to_gm,
            nburst=piece.rows.count,
            burst=burst,
            src_stride=inner if to_gm else outer,
            dst_stride=outer if to_gm else inner,
        )
    elif k.e.chip.has("padded_move"):
        away = whole_row * size - row_bytes
        apart = binary("sub", pitch_bytes // BLOCK, blocks(row_bytes))
        name = "movpad_ub_gm" if to_gm else "movpad_gm_ub"
        gm, ub = offset_of(piece), MemRef(t.tensor)
        k.e.emit(
            name,
            (array.dtype,),
            dst=gm if to_gm else ub,
            src=ub if to_gm else gm,
            nburst=piece.rows.count,
            burst=row_bytes,
            dst_gap=away if to_gm else apart,
            src_gap=apart if to_gm else away,
        )
    else:
        _row_by_row(k, piece, t, to_gm)


def _emit(k: TileBuilder, dtype: DType, piece: Slice, t: Tile, to_gm: bool, **fields: Number) -> None:
    gm, ub = offset_of(piece), MemRef(t.tensor)
    k.e.emit("mov_ub_gm" if to_gm else "mov_gm_ub", (dtype,), dst=gm if to_gm else ub, src=ub if to_gm else gm, **fields)


def _run(k: TileBuilder, piece: Slice, t: Tile, nbytes: Number, to_gm: bool) -> None:
    """One contiguous run of bytes."""
    whole = isinstance(nbytes, int) and nbytes % BLOCK == 0
    if piece.rows.size > 1 and (piece.cols.size * piece.array.dtype.size) % BLOCK == 0:
        whole = True
    if whole:
        _emit(k, piece.array.dtype, piece, t, to_gm, nburst=1, burst=blocks(nbytes))
    elif k.e.chip.has("padded_move"):
        gm, ub = offset_of(piece), MemRef(t.tensor)
        k.e.emit(
            "movpad_ub_gm" if to_gm else "movpad_gm_ub",
            (piece.array.dtype,),
            dst=gm if to_gm else ub,
            src=ub if to_gm else gm,
            nburst=1,
            burst=nbytes,
        )
    else:  # the last block reaches into the slack behind the array; ranges of cores start on block boundaries
        _emit(k, piece.array.dtype, piece, t, to_gm, nburst=1, burst=blocks(nbytes))


def _row_by_row(k: TileBuilder, piece: Slice, t: Tile, to_gm: bool) -> None:
    """Rows that are no whole number of blocks, on a chip without padded moves."""
    array, size = piece.array, piece.array.dtype.size
    cols = piece.cols.size
    row_blocks = ceil_div(cols * size, BLOCK)
    pitch = t.pitch * size
    last = piece.rows.count - 1
    with k.e.loop(0, last if to_gm else piece.rows.count, name="row", upper=piece.rows.size) as r:
        gm, ub = offset_of(piece, r), MemRef(t.tensor, r * pitch)
        k.e.emit(
            "mov_ub_gm" if to_gm else "mov_gm_ub",
            (array.dtype,),
            dst=gm if to_gm else ub,
            src=ub if to_gm else gm,
            burst=row_blocks,
        )
    if not to_gm:
        return
    at_end = binary("eq", piece.rows.start + piece.rows.count, array.matrix[0])
    gm, ub = offset_of(piece, last), MemRef(t.tensor, last * pitch)
    with k.e.when(at_end):  # the spill lies in the slack behind the array
        k.e.emit("mov_ub_gm", (array.dtype,), dst=gm, src=ub, burst=row_blocks)
    with k.e.when(binary("sub", 1, at_end)):  # the spill would lie in another core's rows
        if cols * size >= BLOCK:
            k.e.emit("mov_ub_gm", (array.dtype,), dst=gm, src=ub, burst=cols * size // BLOCK)
        _last_block(k, piece, t)


def _last_block(k: TileBuilder, piece: Slice, t: Tile) -> None:
    """The last 32 bytes of the slice, assembled element by element and written to end exactly at its end."""
    dtype, cols = piece.array.dtype, piece.cols.size
    count = BLOCK // dtype.size
    tail = k.e.tensor(dtype, BLOCK, name="tail")
    for e in range(count):
        back = count - 1 - e
        row, col = piece.rows.count - (1 + back // cols), cols - 1 - back % cols
        source = Element(t.tensor, (row * t.pitch + col) * dtype.size, dtype)
        k.e.emit("sstore", (dtype,), dst=MemRef(tail, e * dtype.size), a=source)
    end = offset_of(piece, piece.rows.count)
    k.e.emit("mov_ub_gm", (dtype,), dst=MemRef(piece.array.tensor, end.offset - BLOCK), src=tail, burst=1)
