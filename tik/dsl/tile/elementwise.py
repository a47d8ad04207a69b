"""Lane-by-lane operations on tiles: one instruction over the whole tile, or a few where something is broadcast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tik.chips.loader import chip_names, listed_chips, load_chip
from tik.dsl.tile.emitter import ceil_div, row_pitch
from tik.dsl.tile.tile import Tile
from tik.ir import MemRef
from tik.isa import INSTRUCTIONS
from tik.isa.fields import Mask
from tik.types.dtypes import DType, f16, f32, i32
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.tile.kernel import TileBuilder

__all__ = ["binary", "cast", "check_number", "fill", "unary", "with_number"]

HEAD = 22  # fixed cycles of a vector instruction (hardware.md D2 rule 1): what the choice between two forms weighs


def unary(k: TileBuilder, mnemonic: str, t: Tile) -> Tile:
    """mnemonic over every lane of t."""
    out = k.like(t)
    lanes = 256 // t.dtype.size
    k.e.emit(mnemonic, (t.dtype, t.dtype), dst=out.tensor, src=t.tensor, repeat_times=ceil_div(t.lanes, lanes))
    return out


def cast(k: TileBuilder, t: Tile, dtype: DType, mode: str | None = None) -> Tile:
    """t in another dtype; to integers it rounds to nearest even unless ``mode`` says otherwise."""
    if t.dtype is dtype:
        return t
    modes = k.e.chip.convert_modes(dtype, t.dtype)
    if not k.e.supports("vconv", dtype, t.dtype):
        raise _no_conversion(k, t.dtype, dtype)
    if mode is None:
        mode = "none" if "none" in modes else "round"
    complaint = INSTRUCTIONS["vconv"].check(k.e.chip, (dtype, t.dtype), {"round_mode": mode})
    if complaint is not None:
        raise TikError(
            "TIK-TYPE02", f"{k.e.doing}: {complaint}", position=here(), hint="leave mode out to round to nearest even"
        )
    if t.column:  # a block a row before and after, every lane of which holds the value
        out = k.column(t, dtype)
        k.e.emit(
            "vconv",
            (dtype, t.dtype),
            mask=Mask.count(32 // dtype.size),
            dst=out.tensor,
            src=t.tensor,
            round_mode=mode,
            repeat_times=t.rows.size,
            src_blk_stride=0,
            dst_rep_stride=1,
            src_rep_stride=1,
        )
        return out
    out = k.like(t, dtype)
    lanes = 256 // max(t.dtype.size, dtype.size)
    k.e.emit(
        "vconv",
        (dtype, t.dtype),
        dst=out.tensor,
        src=t.tensor,
        round_mode=mode,
        repeat_times=ceil_div(t.lanes, lanes),
        dst_rep_stride=lanes * dtype.size // 32,
        src_rep_stride=lanes * t.dtype.size // 32,
    )
    return out


def _no_conversion(k: TileBuilder, src: DType, dst: DType) -> TikError:
    """The error for a conversion the chip lacks, with the way there is."""
    pairs = INSTRUCTIONS["vconv"].supported(k.e.chip)
    via = next((d for d in (f32, f16, i32) if (d, src) in pairs and (dst, d) in pairs), None)
    have = [name for name in chip_names() if (dst, src) in INSTRUCTIONS["vconv"].supported(load_chip(name))]
    if via is not None:
        hint = f"go by way of {via}: k.cast(k.cast(t, tik.{via}), tik.{dst}), which rounds twice"
    elif have:
        hint = f"chips that have it: {listed_chips(have)}"
    else:
        hint = "no one dtype lies between the two"
    there = ", ".join(d.short for d, s in pairs if s is src)
    return TikError(
        "TIK-CHIP01" if have else "TIK-TYPE01",
        f"{k.e.doing}: {k.e.chip.name} has no conversion from {src} to {dst}",
        position=here(),
        hint=hint,
        details=(f"from {src} it converts to: {there or 'nothing'}",),
    )


def binary(k: TileBuilder, mnemonic: str, a: Tile, b: Tile) -> Tile:
    """mnemonic(a, b) lane by lane; a column, and a tile of one row, broadcast against a whole tile and each other."""
    if a.dtype is not b.dtype:
        raise TikError(
            "TIK-TYPE01",
            f"{k.e.doing}: the tiles are {a.dtype} and {b.dtype}",
            position=here(),
            hint="load both with the same dtype: k.load(x[rows], dtype=tik.f32), or k.cast",
        )
    _agree(k, a, b)
    if a.column == b.column and a.rows.size == b.rows.size and a.pitch == b.pitch:
        out = k.like(a if b.rows.total is None else b)
        k.e.emit(
            mnemonic,
            (a.dtype,) * 3,
            dst=out.tensor,
            src0=a.tensor,
            src1=b.tensor,
            repeat_times=ceil_div(a.lanes, 256 // a.dtype.size),
        )
        return out
    return _broadcast(k, mnemonic, a, b)


def _agree(k: TileBuilder, a: Tile, b: Tile) -> None:
    """Raise TIK-SHAPE01 when the tiles do not go together, also when they only would for this number of rows a tile."""
    (rows_a, cols_a), (rows_b, cols_b) = a.shape, b.shape
    hint = None
    good = (rows_a == rows_b or 1 in (rows_a, rows_b)) and (a.column or b.column or cols_a == cols_b)
    for one, other in ((a, b), (b, a)):
        if not one.column and one.cols.size == 1 != other.shape[1]:
            hint = "k.sum(t) of an f32 tile with one column gives the column that broadcasts"
        if one.cols is other.rows and not one.column and one.cols.total is not None:
            good, hint = (
                False,
                (
                    "elements of a 1-d array lie along a row, one for each column; for one value a row give the "
                    "array the shape [n, 1], and take k.sum(t) of the tile"
                ),
            )
        if one.rows.size > 1 and one.rows.total is None and (other.rows.total or 0) > 1:
            good, hint = False, f"one has all its {one.rows.size} rows, the other those of one step of {other.rows.source}"
    if not good:
        raise TikError(
            "TIK-SHAPE01",
            f"{k.e.doing}: tiles of {list(a.shape)} and {list(b.shape)} do not go together",
            position=here(),
            hint=hint,
        )


def _broadcast(k: TileBuilder, mnemonic: str, a: Tile, b: Tile) -> Tile:
    """Tiles of different forms: by column chunks over all rows, or row by row, whichever is shorter. A column stays in its
    block along a row (block stride 0), a tile of one row in its row (repeat stride 0)."""
    dtype, size = a.dtype, a.dtype.size
    lanes = 256 // size
    tall = b if a.rows.size < b.rows.size or a.rows.total is None else a
    wide, rows = (b if a.column else a), tall.rows.size
    if a.column and b.column:
        out = k.column(tall, dtype)
    elif wide.rows.size == rows:
        out = k.like(wide)
    else:
        out = k.new(dtype, tall.rows, wide.cols, row_pitch(wide.cols.size, rows, k.unit))
    out.rows = tall.rows
    types = (dtype,) * 3
    row_blocks = out.pitch * size // 32
    chunks, rest = ceil_div(out.pitch, lanes), out.pitch % lanes

    def emit(row: int | None, chunk: int, width: int, repeats: int) -> None:
        fields: dict[str, Any] = {}
        for name, t in (("dst", out), ("src0", a), ("src1", b)):
            step = 0 if t.rows.size == 1 < rows else t.pitch * size // 32  # blocks from row to row
            along = 1 if name == "dst" or not t.column else 0
            fields[name] = MemRef(t.tensor, (row or 0) * step * 32 + chunk * along * 256)
            if along == 0:
                fields[f"{name}_blk_stride"] = 0
            fields[f"{name}_rep_stride"] = step if row is None else 8 * along
        k.e.emit(mnemonic, types, mask=Mask.count(width), repeat_times=repeats, **fields)

    if row_blocks <= 255 and (chunks * (HEAD + rows) <= rows * (HEAD + chunks) or rest):
        for c in range(chunks):
            emit(None, c, min(lanes, out.pitch - c * lanes), rows)
        return out
    for r in range(rows):
        if chunks - (rest > 0):
            emit(r, 0, lanes, chunks - (rest > 0))
        if rest:
            emit(r, chunks - 1, rest, 1)
    return out


SCALAR_FORM = {"vadd": "vadds", "vmul": "vmuls", "vmax": "vmaxs", "vmin": "vmins"}


def with_number(k: TileBuilder, mnemonic: str, a: Tile | int | float, b: Tile | int | float) -> Tile:
    """mnemonic of a tile and a Python number: the scalar instruction where the chip has it, else a constant block."""
    t, number, swapped = (a, b, False) if isinstance(a, Tile) else (b, a, True)
    assert isinstance(t, Tile) and isinstance(number, int | float)
    check_number(k, number, t.dtype)
    value: float | int = float(number) if t.dtype.is_float else int(number)
    if mnemonic == "vsub" and not swapped:
        mnemonic, value = "vadd", wrapped(-value, t.dtype)  # -(-2^31) is -2^31: integers wrap
    scalar = SCALAR_FORM.get(mnemonic)
    repeats = ceil_div(t.lanes, 256 // t.dtype.size)
    out = k.like(t)
    if scalar is not None and k.e.supports(scalar, t.dtype, t.dtype):
        k.e.emit(scalar, (t.dtype, t.dtype), dst=out.tensor, src=t.tensor, scalar=value, repeat_times=repeats)
        return out
    block = k.e.tensor(t.dtype, 32, name="c")
    k.e.emit("vector_dup", (t.dtype,), mask=Mask.count(32 // t.dtype.size), dst=block, scalar=value)
    names = ("src1", "src0") if swapped else ("src0", "src1")
    k.e.emit(
        mnemonic,
        (t.dtype,) * 3,
        dst=out.tensor,
        repeat_times=repeats,
        **{names[0]: t.tensor, names[1]: block, f"{names[1]}_blk_stride": 0, f"{names[1]}_rep_stride": 0},
    )
    return out


def fill(k: TileBuilder, t: Tile, value: float) -> None:
    """Every lane of t = value."""
    k.e.emit(
        "vector_dup",
        (t.dtype,),
        dst=t.tensor,
        scalar=float(value) if t.dtype.is_float else int(value),
        repeat_times=ceil_div(t.lanes, 256 // t.dtype.size),
    )


def check_number(k: TileBuilder, value: float, dtype: DType) -> None:
    """Raise TIK-TYPE01 when a tile of integers cannot take the number."""
    if dtype.is_float:
        return
    limits = np.iinfo(dtype.numpy)
    if value != value or value in (float("inf"), float("-inf")) or value != int(value):
        raise TikError(
            "TIK-TYPE01",
            f"{k.e.doing}: {value} with a tile of {dtype}: the number is not whole",
            position=here(),
            hint="k.cast the tile to tik.f32 first",
        )
    if not limits.min <= value <= limits.max:
        raise TikError(
            "TIK-TYPE01",
            f"{k.e.doing}: {int(value)} is out of the range of {dtype}",
            position=here(),
            details=(f"{dtype} goes from {limits.min} to {limits.max}",),
        )


def wrapped(value: int | float, dtype: DType) -> int | float:
    """An integer brought into the dtype's range modulo 2^bits; floats stay."""
    if dtype.is_float:
        return value
    half = 1 << (dtype.bits - 1)
    return (int(value) + half) % (2 * half) - half
