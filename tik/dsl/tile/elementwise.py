"""Lane-by-lane operations on tiles: one instruction over the whole tile, or a few where a value a row is broadcast."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tik.dsl.tile.emitter import ceil_div
from tik.dsl.tile.tile import Tile, TileOrNumber
from tik.ir import MemRef
from tik.isa.fields import Mask
from tik.types.dtypes import DType
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.tile.kernel import TileBuilder

__all__ = ["binary", "cast", "unary", "with_number"]

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
    out = k.column(t, dtype) if t.column else k.like(t, dtype)
    if mode is None:
        modes = k.e.chip.convert_modes(dtype, t.dtype)
        mode = "none" if "none" in modes else "round"
    if t.column:  # a block a row before and after
        k.e.emit("vconv", (dtype, t.dtype), mask=Mask.count(8), dst=out.tensor, src=t.tensor, round_mode=mode,
                 repeat_times=t.rows.size, dst_rep_stride=1, src_rep_stride=1)
        return out
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


def binary(k: TileBuilder, mnemonic: str, a: Tile, b: Tile) -> Tile:
    """mnemonic(a, b) lane by lane; a column broadcasts against a whole tile."""
    if a.dtype is not b.dtype:
        raise TikError(
            "TIK-TYPE01",
            f"{mnemonic}: the tiles are {a.dtype} and {b.dtype}",
            position=here(),
            hint="load both with the same dtype: k.load(x[rows], dtype=tik.f32), or k.cast",
        )
    if a.rows.size != b.rows.size or (not a.column and not b.column and a.cols.size != b.cols.size):
        raise TikError(
            "TIK-SHAPE01",
            f"{mnemonic}: tiles of {list(a.shape)} and {list(b.shape)} do not go together",
            position=here(),
        )
    if a.column == b.column:
        out = k.like(a)
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


def _broadcast(k: TileBuilder, mnemonic: str, a: Tile, b: Tile) -> Tile:
    """A whole tile with a value a row: by column chunks over all rows, or row by row, whichever is shorter."""
    whole, first = (b, False) if a.column else (a, True)
    column = a if a.column else b
    out = k.like(whole)
    lanes = 256 // whole.dtype.size
    row_blocks = whole.pitch * whole.dtype.size // 32
    rows = whole.rows.size
    chunks = ceil_div(whole.pitch, lanes)
    names = ("src0", "src1") if first else ("src1", "src0")
    types = (whole.dtype,) * 3
    size = whole.dtype.size
    if row_blocks <= 255 and (chunks * (HEAD + rows) <= rows * (HEAD + chunks) or whole.pitch % lanes):
        for c in range(chunks):
            width = min(lanes, whole.pitch - c * lanes)
            at = c * lanes * size
            k.e.emit(
                mnemonic,
                types,
                mask=Mask.count(width),
                dst=MemRef(out.tensor, at),
                repeat_times=rows,
                dst_rep_stride=row_blocks,
                **{
                    names[0]: MemRef(whole.tensor, at),
                    f"{names[0]}_rep_stride": row_blocks,
                    names[1]: column.tensor,
                    f"{names[1]}_blk_stride": 0,
                    f"{names[1]}_rep_stride": 1,
                },
            )
        return out
    for r in range(rows):
        at = r * whole.pitch * size
        k.e.emit(
            mnemonic,
            types,
            dst=MemRef(out.tensor, at),
            repeat_times=chunks,
            **{
                names[0]: MemRef(whole.tensor, at),
                names[1]: MemRef(column.tensor, r * 32),
                f"{names[1]}_blk_stride": 0,
                f"{names[1]}_rep_stride": 0,
            },
        )
    return out


SCALAR_FORM = {"vadd": "vadds", "vmul": "vmuls", "vmax": "vmaxs", "vmin": "vmins"}


def with_number(k: TileBuilder, mnemonic: str, a: TileOrNumber, b: TileOrNumber) -> Tile:
    """mnemonic of a tile and a Python number: the scalar instruction where the chip has it, else a constant block."""
    t, number, swapped = (a, b, False) if isinstance(a, Tile) else (b, a, True)
    assert isinstance(t, Tile) and isinstance(number, int | float)
    if not t.dtype.is_float and isinstance(number, float) and not number.is_integer():
        raise TikError(
            "TIK-TYPE01",
            f"{number} with a tile of {t.dtype}: the number is not whole",
            position=here(),
            hint="k.cast the tile to tik.f32 first",
        )
    value: float | int = float(number) if t.dtype.is_float else int(number)
    if mnemonic == "vsub" and not swapped:
        mnemonic, value = "vadd", -value
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
