"""Row reductions: fold a wide row down to one repeat, then one reduce instruction over many rows (algorithms.md).

The result is a column: one value a row, spread over the row's 32-byte block, ready to broadcast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tik.dsl.tile.elementwise import HEAD
from tik.dsl.tile.emitter import ceil_div, round_up
from tik.dsl.tile.tile import Tile
from tik.ir import MemRef, Tensor
from tik.isa.fields import Mask
from tik.types.dtypes import f32
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.tile.kernel import TileBuilder

__all__ = ["reduce_rows"]

LANES = 64
BARRIER = 20  # cycles of the barrier each instruction of a dependent chain needs (hardware.md D2 rule 9)
INF = float("inf")
IDENTITY = {"vadd": 0.0, "vmax": -INF, "vmin": INF}
GROUP = {"vadd": "vcgadd", "vmax": "vcgmax", "vmin": "vcgmin"}
BINARY = (f32, f32, f32)


def reduce_rows(k: TileBuilder, mnemonic: str, t: Tile) -> Tile:
    """A column with vadd / vmax / vmin over each row of t (f32)."""
    if t.dtype is not f32:
        raise TikError(
            "TIK-TYPE01",
            f"row reductions work on tik.f32 tiles, this one is {t.dtype}",
            position=here(),
            hint="k.load(x[rows], dtype=tik.f32)",
        )
    if t.column:
        return t
    acc, lanes = _fold(k, mnemonic, t)
    if k.e.supports(GROUP[mnemonic], f32) and k.e.supports("vbcb", f32):
        return _by_groups(k, mnemonic, t, acc, lanes)
    if mnemonic == "vadd":
        return _by_sums(k, t, acc, lanes)
    return _by_lanes(k, mnemonic, t, acc, lanes)


def _fold(k: TileBuilder, mnemonic: str, t: Tile) -> tuple[tuple[Tensor, int], int]:
    """Fold the rows to at most 64 lanes; gives ((tensor, row pitch in blocks), active lanes)."""
    width, rows = t.cols.size, t.rows.size
    pitch = t.pitch * 4 // 32
    if width <= LANES and pitch <= 255:
        return (t.tensor, pitch), width
    chunks, rest = width // LANES, width % LANES
    acc = k.e.tensor(f32, rows * 256, name="acc")
    by_column = pitch <= 255 and (chunks - 1) * (HEAD + BARRIER + rows) <= rows * (HEAD * (2 if rest else 1) + chunks)
    if by_column:
        k.e.emit("mov_ub_ub", (f32,), dst=acc, src=t.tensor, nburst=rows, burst=8, src_stride=pitch - 8)
        for c in range(1, ceil_div(width, LANES)):
            k.e.emit(
                mnemonic,
                BINARY,
                mask=Mask.count(LANES if c < chunks else rest),
                dst=acc,
                src0=acc,
                src1=MemRef(t.tensor, c * 256),
                repeat_times=rows,
                src1_rep_stride=pitch,
            )
        return (acc, 8), LANES
    k.e.emit("mov_ub_ub", (f32,), dst=acc, src=t.tensor, nburst=rows, burst=8, src_stride=pitch - 8)
    for part in ("whole", "rest"):
        for r in range(rows):
            row = r * t.pitch * 4
            if part == "whole" and chunks > 1:
                k.e.emit(
                    mnemonic,
                    BINARY,
                    dst=MemRef(acc, r * 256),
                    src0=MemRef(acc, r * 256),
                    src1=MemRef(t.tensor, row + 256),
                    repeat_times=chunks - 1,
                    dst_rep_stride=0,
                    src0_rep_stride=0,
                )
            elif part == "rest" and rest:
                k.e.emit(
                    mnemonic,
                    BINARY,
                    mask=Mask.count(rest),
                    dst=MemRef(acc, r * 256),
                    src0=MemRef(acc, r * 256),
                    src1=MemRef(t.tensor, row + chunks * 256),
                )
    return (acc, 8), LANES


def _by_groups(k: TileBuilder, mnemonic: str, t: Tile, acc: tuple[Tensor, int], lanes: int) -> Tile:
    """Block results, twice: 64 lanes -> 8 -> 1, then one block a row by vbcb."""
    rows = t.rows.size
    padded = round_up(rows, 8)
    part = k.e.tensor(f32, padded * 32, name="part")
    k.e.emit("vector_dup", (f32,), dst=part, scalar=IDENTITY[mnemonic], mask=Mask.count(LANES), repeat_times=padded // 8)
    k.e.emit(
        GROUP[mnemonic],
        (f32,),
        mask=Mask.count(lanes),
        dst=part,
        src=acc[0],
        repeat_times=t.rows.count,
        src_rep_stride=acc[1],
    )
    values = k.e.tensor(f32, padded * 4, name="val")
    k.e.emit(GROUP[mnemonic], (f32,), dst=values, src=part, repeat_times=padded // 8)
    out = k.column(t)
    k.e.emit("vbcb", (f32,), dst=out.tensor, src=values, repeat_times=padded // 8)
    return out


def _by_sums(k: TileBuilder, t: Tile, acc: tuple[Tensor, int], lanes: int) -> Tile:
    """Chips without vbcb: eight sums, one into each lane of the row's block."""
    out = k.column(t)
    for lane in range(8):
        k.e.emit(
            "vcadd",
            (f32,),
            mask=Mask.count(lanes),
            dst=MemRef(out.tensor, lane * 4),
            src=acc[0],
            repeat_times=t.rows.count,
            dst_rep_stride=8,
            src_rep_stride=acc[1],
        )
    return out


def _by_lanes(k: TileBuilder, mnemonic: str, t: Tile, acc: tuple[Tensor, int], lanes: int) -> Tile:
    """Chips without f32 maxima across lanes: fold to one block, take its lanes apart by sums of one lane, fold those."""
    rows = t.rows.size
    work = k.e.tensor(f32, rows * 256, name="fold")
    k.e.emit("vector_dup", (f32,), dst=work, scalar=IDENTITY[mnemonic], repeat_times=rows)
    k.e.emit(
        mnemonic,
        BINARY,
        mask=Mask.count(lanes),
        dst=work,
        src0=work,
        src1=acc[0],
        repeat_times=rows,
        src1_rep_stride=acc[1],
    )
    for half in (32, 16, 8):
        k.e.emit(mnemonic, BINARY, mask=Mask.count(half), dst=work, src0=work, src1=MemRef(work, half * 4), repeat_times=rows)
    out = k.column(t)
    pieces = []
    for lane in range(8):
        piece = k.e.tensor(f32, round_up(rows, 8) * 32, name="lane")
        k.e.emit(
            "vcadd",
            (f32,),
            mask=Mask.bits(0, 1 << lane),
            dst=piece,
            src=work,
            repeat_times=t.rows.count,
            dst_rep_stride=8,
        )
        pieces.append(piece)
    repeats = ceil_div(rows * 8, LANES)
    while len(pieces) > 1:
        for a, b in zip(pieces[::2], pieces[1::2], strict=True):
            k.e.emit(mnemonic, BINARY, dst=a, src0=a, src1=b, repeat_times=repeats)
        pieces = pieces[::2]
    for lane in range(8):
        k.e.emit(
            "vcadd",
            (f32,),
            mask=Mask.count(1),
            dst=MemRef(out.tensor, lane * 4),
            src=pieces[0],
            repeat_times=t.rows.count,
            dst_rep_stride=8,
            src_rep_stride=1,
        )
    return out
