"""Matrix products on tiles: L1 packets of K, L0 ping-pong, accumulation in L0C, results out through FIX or UB.

Split chips take row-major operands by nd2nz and write through FIX; unified chips take one strided move a 16-wide column group
when rows are whole blocks, else row by row through UB, and bring results out through UB (algorithms.md, decision 9).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tik.chips.loader import Chip
from tik.dsl.tile import moves
from tik.dsl.tile.arrays import Slice, Span, minimum, offset_of
from tik.dsl.tile.emitter import ceil_div, round_up
from tik.dsl.tile.tile import Tile
from tik.ir import MemRef, Number, Tensor
from tik.ir.expr import binary
from tik.isa import INSTRUCTIONS
from tik.isa.fields import Mask
from tik.types.dtypes import bf16, f16, f32
from tik.types.errors import TikError
from tik.types.positions import here
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.tile.kernel import TileBuilder

__all__ = ["Accumulator", "choose_tile", "matmul", "store", "tiles"]

FRACTAL = 512  # bytes of a fractal in L0A and L0B
SIDE = 16  # rows of a fractal
PACKET = 256  # columns of K an L1 packet holds at the most


class Accumulator(Tile):
    """A product in L0C: [cols / 16][rows][16] f32."""

    __slots__ = ("bias",)

    def __init__(self, k: TileBuilder, tensor: Tensor, rows: Span, cols: Span) -> None:
        super().__init__(k, tensor, f32, rows, cols, cols.size)
        self.bias: Slice | None = None  # still to be added (unified chips)


def choose_tile(chip: Chip, m: int, n: int, k: int) -> tuple[int, int]:
    """Rows and columns of an output tile: the pair with the shortest estimated time that fits L0C, L0A, L0B (and UB on
    unified chips). The estimate: waves of tiles x (the longest of cube, memory share, L1 -> L0) + writing out."""
    cores = chip.blocks_at_once("cube" if chip.is_split else "unified")
    area = chip.capacity(Scope.L0C) // 4
    if not chip.is_split:
        area = min(area, chip.capacity(Scope.UB) // 14)
    share = chip.hbm_bytes_per_cycle() / cores
    best: tuple[float, int, int] | None = None
    for bm in range(16, 257, 16):
        for bn in range(16, 257, 16):
            if bm * bn > area or (bm > round_up(m, SIDE) and bm > 16) or (bn > round_up(n, SIDE) and bn > 16):
                continue
            if 0 < n % bn < SIDE and n > bn and not chip.is_split and n % SIDE:
                continue  # the last column tile must reach a whole block
            trips = ceil_div(ceil_div(m, bm) * ceil_div(n, bn), cores)
            cube = ceil_div(k, 16) * (bm // 16) * (bn // 16)
            memory = 2 * k * (bm + bn) / share
            loads = 2 * k * (bm / chip.number("l1_l0a") + bn / chip.number("l1_l0b"))
            out = bm * bn * 2 / (chip.number("fix_gm") or chip.number("ub_gm"))
            time = trips * (max(cube, memory, loads) + out + 1000)
            if best is None or time < best[0]:
                best = (time, bm, bn)
    assert best is not None, "no tile fits"
    return best[1], best[2]


@dataclass(frozen=True)
class _Plan:
    """Sizes of a product: tile rows, columns, K of an L1 packet, K of an L0 step (elements)."""

    rows: int
    cols: int
    packet: int
    step: int


def tiles(k: TileBuilder, m: int, n: int) -> Iterator[tuple[Span, Span]]:
    """The output tiles of this core, columns fastest, dealt round the cores."""
    if k.blocks != 1 or k.split_rows:
        raise TikError(
            "TIK-SYNTAX03",
            "k.tiles: the kernel has split its work before",
            position=here(),
            hint="k.tiles or k.split stand once in a kernel; make two kernels of it",
        )
    depth = max((array.matrix[1] for array in k.arrays if array.shape[:1] == (m,) and array.shape != (m, n)), default=n)
    bm, bn = choose_tile(k.chip, m, n, depth)
    down, across = ceil_div(m, bm), ceil_div(n, bn)
    total = down * across
    k.blocks = min(total, k.chip.blocks_at_once("cube" if k.chip.is_split else "unified"))
    k.split_rows = k.want_rows = bm
    with k.e.loop(k.block if k.blocks > 1 else 0, total, step=k.blocks, name="tile", upper=total) as t:
        row = binary("div", t, across) if across > 1 else t
        col = binary("mod", t, across) if across > 1 else 0
        yield _part(k, row, bm, m, "m"), _part(k, col, bn, n, "n")


def _part(k: TileBuilder, index: Number, size: int, whole: int, name: str) -> Span:
    start = index * size
    if whole % size == 0:
        return Span(start, size, size, whole, "k.tiles")
    if whole < size:
        return Span(0, whole, size, whole, "k.tiles")
    count = k.e.scalar(minimum(size, binary("sub", whole, start)), name)
    return Span(start, count, size, whole, "k.tiles")


def matmul(k: TileBuilder, a: Slice, b: Slice, bias: Slice | None) -> Accumulator:
    """Emit the product; gives the accumulator."""
    depth = a.array.matrix[1]
    dtype = a.array.dtype
    if a.cols.total is not None or b.rows.total is not None or 1 in (a.array.ndim, b.array.ndim):
        raise TikError(
            "TIK-SHAPE01",
            "k.matmul takes whole rows of its left and whole columns of its right operand",
            position=here(),
            hint="k.matmul(a[rows, :], b[:, cols])",
            details=(f"left: {a!r}", f"right: {b!r}"),
        )
    if b.array.matrix[0] != depth:
        raise TikError(
            "TIK-SHAPE01",
            f"k.matmul: {a.array!r} @ {b.array!r}: inner dimensions {depth} and {b.array.matrix[0]} differ",
            position=here(),
        )
    if b.array.dtype is not dtype or (bias is not None and bias.array.dtype is not dtype):
        given = ", ".join(f"{p.array.name} is {p.array.dtype}" for p in (a, b, bias) if p is not None)
        raise TikError("TIK-TYPE01", f"k.matmul: operands of one dtype are needed: {given}", position=here())
    if dtype not in (f16, bf16):  # f32 fractals hold 8 columns and load otherwise, integers accumulate in i32
        raise TikError(
            "TIK-TYPE01",
            f"k.matmul takes f16 and bf16, {a.array.name} is {dtype}",
            position=here(),
            hint="cast the arrays before: x.astype(np.float16)",
        )
    if not k.e.supports("mmad", f32, dtype, dtype):
        raise k.e.lacks("mmad", (f32, dtype, dtype))
    if bias is not None and (bias.rows.size != 1 or bias.cols is not b.cols):
        raise TikError(
            "TIK-SHAPE01",
            f"k.matmul: the bias is {bias!r}, the columns are {b.cols!r}",
            position=here(),
            hint="bias[cols] of a 1-d array, with the cols of b[:, cols]",
        )
    if a.rows.size % SIDE or b.cols.size % SIDE:
        raise TikError(
            "TIK-SYNTAX03",
            "k.matmul works on the output tiles that k.tiles gives, whose sides are multiples of 16",
            position=here(),
            details=(f"left: {a.rows.size} rows, right: {b.cols.size} columns",),
            hint="for rows, cols in k.tiles(*y.shape): k.store(y[rows, cols], k.matmul(a[rows, :], b[:, cols]))",
        )
    plan = _sizes(k, a.rows.size, b.cols.size, depth, dtype.size)
    sides = [
        (
            k.e.tensor(dtype, plan.rows * plan.step * dtype.size, Scope.L0A, "a0"),
            k.e.tensor(dtype, plan.cols * plan.step * dtype.size, Scope.L0B, "b0"),
        )
        for _ in range(2)
    ]
    out = Accumulator(k, k.e.tensor(f32, plan.rows * plan.cols * 4, Scope.L0C, "acc"), a.rows, b.cols)
    table: Tensor | None = None
    if bias is not None:
        if k.chip.has("bias_table"):
            table = _bias_table(k, bias, b.cols)
        else:
            out.bias = Slice(bias.array, bias.rows, b.cols)
    whole, rest = depth // plan.packet, depth % plan.packet
    if whole:
        with k.e.loop(0, whole, copies=2, name="kk") as kk:
            _packet(k, plan, a, b, out, table, sides, kk, plan.packet)
    if rest:
        _packet(k, plan, a, b, out, table, sides, whole, rest)
    return out


def _sizes(k: TileBuilder, rows: int, cols: int, depth: int, size: int) -> _Plan:
    c0 = 32 // size
    half_l1 = k.chip.capacity(Scope.L1) // 2 - 2048
    packet = min(PACKET, round_up(depth, c0), half_l1 // ((rows + cols) * size) // c0 * c0)
    if not k.chip.is_split:  # operands may go through UB
        packet = min(packet, max(c0, 65536 // (max(rows, 1) * size) // c0 * c0))
    step = min(
        packet,
        k.chip.capacity(Scope.L0A) // (2 * rows * size) // c0 * c0,
        k.chip.capacity(Scope.L0B) // (2 * cols * size) // c0 * c0,
    )
    packet = max(step, packet // step * step)
    return _Plan(rows, cols, packet, step)


def _bias_table(k: TileBuilder, bias: Slice, cols: Span) -> Tensor:
    dtype = bias.array.dtype
    row = Slice(bias.array, Span(0, 1, 1), cols)
    staged = k.e.tensor(dtype, round_up(cols.size, 32) * dtype.size, Scope.L1, "bias")
    k.e.emit(
        "nd2nz_gm_l1",
        (dtype,),
        dst=staged,
        src=offset_of(row),
        nd_n=1,
        nd_d=cols.count,
        src_n_stride=bias.array.size,
        dst_c0_stride=1,
    )
    table = k.e.tensor(f32, cols.size * 4, Scope.BT, "bt")
    k.e.emit("mov_l1_bt", (f32, dtype), dst=table, src=staged, burst=ceil_div(cols.size * dtype.size, 32))
    return table


def _packet(
    k: TileBuilder,
    plan: _Plan,
    a: Slice,
    b: Slice,
    out: Accumulator,
    table: Tensor | None,
    sides: list[tuple[Tensor, Tensor]],
    kk: Number,
    depth: int,
) -> None:
    """One L1 packet of K: bring it in, then step through it."""
    dtype = a.array.dtype
    size, c0 = dtype.size, 32 // dtype.size
    padded = round_up(depth, c0)
    left = k.e.tensor(dtype, plan.rows * padded * size, Scope.L1, "a1")
    right = k.e.tensor(dtype, padded * plan.cols * size, Scope.L1, "b1")
    span = Span(kk * plan.packet, depth, depth)
    _to_l1(k, Slice(a.array, a.rows, span), left, plan.rows)
    _to_l1(k, Slice(b.array, span, b.cols), right, padded)
    for j in range(ceil_div(depth, plan.step)):  # ping-pong between the two sides
        first: Number = binary("eq", kk, 0) if j == 0 else 0
        _step(k, plan, out, table, (left, right), sides[j % 2], padded, j, min(plan.step, depth - j * plan.step), first)


def _step(
    k: TileBuilder,
    plan: _Plan,
    out: Accumulator,
    table: Tensor | None,
    packet: tuple[Tensor, Tensor],
    side: tuple[Tensor, Tensor],
    padded: int,
    j: int,
    depth: int,
    first: Number,
) -> None:
    """One L0 step of K: load both sides, multiply-accumulate."""
    (left, right), (l0a, l0b) = packet, side
    dtype = left.dtype
    c0 = 32 // dtype.size
    k1, m1, n1 = ceil_div(depth, c0), plan.rows // SIDE, plan.cols // SIDE
    groups = plan.step // c0
    for g in range(k1):
        k.e.emit(
            "load2d_l1_l0a",
            (dtype,),
            dst=MemRef(l0a, g * FRACTAL),
            src=MemRef(left, (j * groups + g) * (m1 * FRACTAL)),
            repeat_times=m1,
            dst_gap=k1 - 1,
        )
        k.e.emit(
            "load2d_l1_l0b",
            (dtype,),
            dst=MemRef(l0b, g * n1 * FRACTAL),
            src=MemRef(right, (j * groups + g) * FRACTAL),
            repeat_times=n1,
            src_stride=padded // SIDE,
            if_transpose="true",
        )
    types = (f32, dtype, dtype)
    sizes = {"matrix_m": plan.rows, "matrix_k": depth, "matrix_n": plan.cols}
    if table is None:
        k.e.emit("mmad", types, dst=out.tensor, src_fm=l0a, src_filter=l0b, is_bias=binary("sub", 1, first), **sizes)
        return
    with k.e.when(first):
        k.e.emit("mmad_bias", types, dst=out.tensor, src_fm=l0a, src_filter=l0b, bias=table, **sizes)
    with k.e.when(binary("sub", 1, first)):
        k.e.emit("mmad", types, dst=out.tensor, src_fm=l0a, src_filter=l0b, is_bias=1, **sizes)


def _to_l1(k: TileBuilder, piece: Slice, dst: Tensor, rows: int) -> None:
    """rows x cols of a row-major array -> [cols / c0][rows][c0] in L1."""
    array, dtype = piece.array, piece.array.dtype
    c0 = 32 // dtype.size
    pitch = array.matrix[1]
    if k.chip.has("nd2nz"):
        k.e.emit(
            "nd2nz_gm_l1",
            (dtype,),
            dst=dst,
            src=offset_of(piece),
            nd_n=piece.rows.count,
            nd_d=piece.cols.count,
            src_n_stride=pitch,
            dst_c0_stride=rows,
        )
        return
    if pitch % c0 == 0:
        groups = binary("div", piece.cols.count, c0) if not isinstance(piece.cols.count, int) else piece.cols.count // c0
        with k.e.loop(0, groups, name="group", upper=piece.cols.size // c0) as group:
            source = offset_of(piece)
            k.e.emit(
                "mov_gm_l1",
                (dtype,),
                dst=MemRef(dst, group * (rows * 32)),
                src=MemRef(source.tensor, source.offset + group * 32),
                nburst=piece.rows.count,
                burst=1,
                src_stride=pitch // c0 - 1,
            )
        return
    blocks = ceil_div(piece.cols.size, c0)
    with k.e.block():
        staged = k.e.tensor(dtype, rows * blocks * 32, name="rows")
        with k.e.loop(0, piece.rows.count, name="row", upper=piece.rows.size) as r:
            k.e.emit(
                "mov_gm_ub",
                (dtype,),
                dst=MemRef(staged, r * (blocks * 32)),
                src=offset_of(piece, r),
                burst=moves.blocks(piece.cols.count * dtype.size),
            )
        for g in range(blocks):
            k.e.emit(
                "mov_ub_l1",
                (dtype,),
                dst=MemRef(dst, g * rows * 32),
                src=MemRef(staged, g * 32),
                nburst=rows,
                burst=1,
                src_stride=blocks - 1,
            )


def store(k: TileBuilder, piece: Slice, acc: Accumulator) -> None:
    """The product to its place in the array, in the array's dtype."""
    array = piece.array
    if piece.rows is not acc.rows or piece.cols is not acc.cols:
        raise TikError(
            "TIK-SHAPE01",
            f"k.store: a product of rows {acc.rows!r}, columns {acc.cols!r} does not go to {piece!r}",
            position=here(),
            hint="k.store(y[rows, cols], k.matmul(a[rows, :], b[:, cols]))",
        )
    if k.chip.has("fixpipe"):
        if not k.e.supports("fix_l0c_gm", array.dtype, f32):
            there = [d.short for d, s in INSTRUCTIONS["fix_l0c_gm"].supported(k.chip) if s is f32]
            raise TikError(
                "TIK-TYPE01",
                f"k.store: a product does not become {array.dtype} on its way out",
                position=here(),
                hint=f"{array.name} can be {', '.join(there)}",
            )
        k.e.emit(
            "fix_l0c_gm",
            (array.dtype, f32),
            dst=offset_of(piece),
            src=acc.tensor,
            n_size=acc.cols.count,
            m_size=acc.rows.count,
            src_stride=acc.rows.size,
            dst_stride=array.matrix[1],
        )
        return
    rows, cols = acc.rows.size, acc.cols.size
    with k.e.block():
        raw = k.e.tensor(f32, rows * cols * 4, name="nz")
        k.e.emit("mov_l0c_ub", (f32, f32), dst=raw, src=acc.tensor, burst=rows * cols // 256)
        flat = Tile(k, k.e.tensor(f32, rows * cols * 4, name="nd"), f32, acc.rows, acc.cols, cols)
        for n in range(cols // SIDE):
            k.e.emit(
                "mov_ub_ub",
                (f32,),
                dst=MemRef(flat.tensor, n * 64),
                src=MemRef(raw, n * rows * 64),
                nburst=rows,
                burst=2,
                dst_stride=cols // 8 - 2,
            )
        if acc.bias is not None:
            flat = _add_bias(k, flat, acc.bias)
        ready = k.cast(flat, array.dtype)
        tile = Tile(k, ready.tensor, array.dtype, acc.rows, acc.cols, cols)
        moves.store_part(k, piece, tile)


def _add_bias(k: TileBuilder, t: Tile, bias: Slice) -> Tile:
    dtype = bias.array.dtype
    cols = t.cols
    row = Tile(
        k,
        k.e.tensor(dtype, round_up(cols.size, 128) * dtype.size, name="bias"),
        dtype,
        Span(0, 1, 1),
        cols,
        round_up(cols.size, 128),
    )
    source = offset_of(Slice(bias.array, Span(0, 1, 1), cols))
    k.e.emit("mov_gm_ub", (dtype,), dst=row.tensor, src=source, burst=moves.blocks(cols.count * dtype.size))
    wide = k.cast(row, f32)
    out = k.like(t)
    pitch = t.pitch * 4 // 32
    for c in range(ceil_div(cols.size, 64)):
        k.e.emit(
            "vadd",
            (f32,) * 3,
            mask=Mask.count(min(64, cols.size - c * 64)),
            dst=MemRef(out.tensor, c * 256),
            src0=MemRef(t.tensor, c * 256),
            src1=MemRef(wide.tensor, c * 256),
            repeat_times=t.rows.size,
            dst_rep_stride=pitch,
            src0_rep_stride=pitch,
            src1_rep_stride=0,
        )
    return out
