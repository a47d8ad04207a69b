"""h_cmpv and h_sel: comparing and choosing over whole views (tik_api §15).

The mask tensor holds a bit an element in row-major order, the first lowest, as vec_cmpv_xx writes them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.dsl.compare import vec_sel
from tik.dsl.control import for_range
from tik.dsl.highlevel import fill, filled, scalar_op
from tik.dsl.tensor import TensorView
from tik.dsl.traverse import checked_views, grid, temporary
from tik.types.dtypes import f16, f32, u8, u64
from tik.types.errors import TikError, did_you_mean
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["h_cmpv", "h_sel"]

MODES = ("lt", "gt", "ge", "eq", "ne", "le")
_STEP = {2: 254, 4: 252}  # repeats whose bits are whole blocks, by element size


def h_cmpv(core: Core, mask_tensor: TensorView, src0: TensorView, src1: Any, cmp_mode: str) -> None:
    """A bit of ``mask_tensor`` an element: whether src0 ``cmp_mode`` ("LT", "GT", "GE", "EQ", "NE", "LE") src1 holds; src1 may
    be a number or Scalar. The views have no gaps; ``mask_tensor`` is uint8, 16, 32 or 64; of its last byte the bits behind the
    last element are 0."""
    try:
        mode = str(cmp_mode).lower()
        if mode not in MODES:
            raise TikError(
                "TIK-TYPE02",
                f"cmp_mode of h_cmpv is {cmp_mode!r}; there are {', '.join(m.upper() for m in MODES)}",
                position=here(),
                hint=did_you_mean(str(cmp_mode).upper(), tuple(m.upper() for m in MODES)),
            )
        checked_views("h_cmpv", mask_tensor=mask_tensor, src0=src0)
        operands = [src0, src1] if isinstance(src1, TensorView) else [src0]
        count = _count("h_cmpv", operands)
        bits = _mask("h_cmpv", mask_tensor, count)
        if isinstance(src1, TensorView):
            _compare(core, mode, bits, src0, src1, 8, count)
        else:
            with filled(core, src0.type, src1) as block:
                _compare(core, mode, bits, src0, block, 0, count)
    except TikError as error:
        core.collect(error)


def _compare(core: Core, mode: str, bits: TensorView, a: TensorView, b: TensorView, step: int, count: int) -> None:
    """``step``: blocks from a repeat of b to the next; 0 for one block everywhere."""
    call = getattr(core, f"vcmpv_{mode}")
    lanes, most = 256 // a.type.size, _STEP[a.type.size]
    full, rest = divmod(count, lanes)
    for at in range(0, full, most):
        start = at * lanes
        call(bits[start // 8], a[start], b[start] if step else b, min(most, full - at), 1, step // 8, 8, step)
    if not rest:
        return
    start = full * lanes
    with temporary(core, (a.type, lanes), (a.type, lanes), (u8, 32)) as (left, right, found):
        for view, source in ((left, a), (right, b)):
            fill(core, view, 0)
            if step or source is a:
                part = source[start]
                part = TensorView(part.tensor, part.byte, part.type, (rest,))
                scalar_op(core, "add", TensorView(view.tensor, 0, view.type, (rest,)), part, 0)
        other, stride = (right, 1) if step else (b, 0)
        call(found, left, other, 1, 1, stride, 8, 8 * stride)
        for byte in range(-(-rest // 8)):
            used = min(8, rest - 8 * byte)
            value = found[byte].element()
            bits[start // 8 + byte].set_as(value if used == 8 else value & ((1 << used) - 1))


def h_sel(core: Core, dst: TensorView, src0: Any, src1: Any, mask_tensor: TensorView) -> None:
    """dst = src0 where the element's bit of ``mask_tensor`` is 1, src1 where it is 0; float16, float32. src0 and src1 may be
    numbers or Scalars. The views have no gaps."""
    try:
        checked_views("h_sel", dst=dst, mask_tensor=mask_tensor)
        sources = [s for s in (src0, src1) if isinstance(s, TensorView)]
        count = _count("h_sel", [dst, *sources])
        bits = _mask("h_sel", mask_tensor, count)
        if len(sources) == 2:
            _select(core, dst, (src0, 8), (src1, 8), bits, count)
        else:
            with temporary(core, *[(dst.type, 256 // dst.type.size)] * 2) as both:
                given: list[tuple[TensorView, int]] = []
                for source, held in zip((src0, src1), both, strict=True):
                    if isinstance(source, TensorView):
                        given.append((source, 8))
                    else:
                        fill(core, held, source)
                        given.append((held, 0))
                _select(core, dst, given[0], given[1], bits, count)
    except TikError as error:
        core.collect(error)


def _select(
    core: Core, dst: TensorView, a: tuple[TensorView, int], b: tuple[TensorView, int], bits: TensorView, count: int
) -> None:
    """One repeat after the other: its bits go through a block of UB to CMPMASK, as every chip can (mode 0 of vec_sel)."""
    lanes = 256 // dst.type.size
    full, rest = divmod(count, lanes)

    def chosen(mask: int, start: Any, held: TensorView) -> None:
        sources = [view[start] if step else view for view, step in (a, b)]
        vec_sel(core, mask, 0, dst[start], held, *sources, 1, 8, 8, 8)

    with temporary(core, (u8, 32)) as (held,):
        fill(core, held, 0)
        words = held.reinterpret_cast_to(u64) if bits.tensor.nbytes and _aligned(bits) else None
        size = 8 if words is not None else 1
        source, target = (_as_words(bits), words) if words is not None else (bits, held)
        with for_range(core, 0, full) as i:
            for word in range(lanes // 8 // size):
                target[word].set_as(source[i * (lanes // 8 // size) + word])
            chosen(lanes, i * lanes, held)
        if rest:
            for byte in range(-(-rest // 8)):
                held[byte].set_as(bits[full * lanes // 8 + byte])
            chosen(rest, full * lanes, held)


def _aligned(bits: TensorView) -> bool:
    return isinstance(bits.byte, int) and bits.byte % 8 == 0


def _as_words(bits: TensorView) -> TensorView:
    return TensorView(bits.tensor, bits.byte, u64, (bits.size // 8 or 1,))


def _count(name: str, views: list[TensorView]) -> int:
    """Elements of views without gaps, of one floating dtype."""
    found = grid(name, views)
    count = found.dims[0]
    if len(found.dims) > 1 or not isinstance(count, int):
        raise TikError(
            "TIK-SHAPE01",
            f"{name} works on views without gaps, of a size known when the kernel is built",
            position=here(),
            hint="call it for each row",
        )
    for view in views:
        if view.type is not views[0].type or view.type not in (f16, f32):
            raise TikError(
                "TIK-TYPE01",
                f"{name} works on float16 and float32, all of one dtype: {', '.join(f'{v.name} {v.type}' for v in views)}",
                position=here(),
                hint="convert with h_cast",
            )
    return count


def _mask(name: str, view: TensorView, count: int) -> TensorView:
    """The mask tensor as bytes."""
    if view.type.kind != "u" or view.pitches is not None:
        raise TikError(
            "TIK-TYPE01",
            f"mask_tensor of {name} is a tensor of unsigned integers without gaps, not of {view.type}",
            position=here(),
            hint=f"declare it uint8 with {-(-count // 8)} elements or more",
        )
    nbytes = view.size * view.type.size
    if isinstance(nbytes, int) and nbytes * 8 < count:
        raise TikError(
            "TIK-SHAPE01",
            f"mask_tensor of {name} has {nbytes * 8} bits for {count} elements",
            position=here(),
            hint=f"declare it uint8 with {-(-count // 8)} elements or more",
        )
    return TensorView(view.tensor, view.byte, u8, (nbytes,))
