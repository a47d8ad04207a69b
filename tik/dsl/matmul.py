"""matmul and conv2d: products of operands in L1 as sequences of loads and mmad (tik_api §13).

The operands go through L0A and L0B, in tensors that live as long as the call. What does not fit is cut: two halves of each
buffer then take turns, so that loading overlaps with multiplying. With an n1 group of dst holding all rows of the product,
rows are cut only where a single column of fractals is larger than half of L0A, and then group by group.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, Any

from tik.dsl.calls import Site, add
from tik.dsl.control import new_stmt_scope
from tik.dsl.declare import declare_tensor
from tik.dsl.fixpipe import order, part
from tik.dsl.parameters import Parameters
from tik.dsl.tensor import TensorView
from tik.dsl.value import flag, whole
from tik.ir import Expr
from tik.isa.cube import LoadL0A, LoadL0B, Mmad, MmadBias
from tik.isa.fractal import BroadcastUbL0c
from tik.isa.load3d import Load3dL0A, Load3dMatrix
from tik.isa.move import MovL1Bt, MovL1Ub
from tik.types.dtypes import DType
from tik.types.errors import TikError, shown
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["conv2d", "matmul"]

FRACTAL = 512
REPEAT = 255
MOST = 4096  # rows and columns of matmul
MOST_K = 32768  # bytes along k
_MATMUL = Parameters("matmul", "dst a b m k n init_l1out=True bias=None")
_CONV2D = Parameters(
    "conv2d", "dst feature_map weight fm_shape kernel_shape stride pad dilation pad_value=0 init_l1out=True bias=None"
)
_LOAD = "dst src index repeat_times src_stride dst_gap"
_IMAGE = (
    "pad_left pad_right pad_top pad_bottom l1_h l1_w stride_w stride_h filter_w filter_h dilation_filter_w dilation_filter_h "
    "pad_value"
)


class Sites:
    """The instructions of a call, which complain in its name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.load_a, self.load_b = Site(LoadL0A, name, _LOAD), Site(LoadL0B, name, _LOAD)
        sizes = "dst src_fm src_filter matrix_m matrix_k matrix_n"
        self.product, self.product_bias = Site(Mmad, name, sizes + " is_bias"), Site(MmadBias, name, sizes + " bias")
        self.to_table = Site(MovL1Bt, name, "dst src burst")
        self.to_ub = Site(MovL1Ub, name, "dst src burst")
        self.spread = Site(BroadcastUbL0c, name, "dst src nburst burst_len dst_gap")
        taps = "c1_index fetch_filter_w fetch_filter_h left_top_w left_top_h repeat_times"
        self.taps = Site(Load3dL0A, name, f"dst src {_IMAGE} {taps}")
        self.matrix = Site(Load3dMatrix, name, f"dst src {_IMAGE} channel_size k_extension m_extension k_start_pt m_start_pt")


_OF_MATMUL, _OF_CONV2D = Sites("matmul"), Sites("conv2d")
Loader = Callable[
    [TensorView, int, int, int, int], None
]  # into an L0A tensor: first row fractal, how many, first column, how many


@dataclass(frozen=True)
class Product:
    """dst [n1][m1 * 16][16] = (or +=) left [m, k] @ right; sizes in elements."""

    sites: Sites
    dst: TensorView
    left: TensorView
    right: TensorView  # L1 [k1][n1 * 16][c0]
    m: int
    k: int
    n: int
    adds: bool
    bias: TensorView | None

    @property
    def c0(self) -> int:
        return self.right.type.block

    @property
    def fractals(self) -> tuple[int, int, int]:
        """How many along m, k, n."""
        return -(-self.m // 16), -(-self.k // self.c0), -(-self.n // 16)


def matmul(core: Core, *args: Any, **keywords: Any) -> None:
    """dst (L0C) = a @ b over the first k; ``init_l1out=False`` adds to dst.

    a in L1: [K1][M][K0], b in L1: [K1][N][K0] (a row of b is a column of the product), dst [N1][M][16], with M and N rounded
    up to 16 and K0 of 32 bytes (16 f16, 32 int8, 64 int4, 8 f32): dst[n1, m, n0] = sum a[k1, m, k0] * b[k1, 16*n1 + n0, k0].
    m, n are at most 4096, k at most 32768 bytes; Python integers. Rows from m on hold garbage; columns from n on are products
    with the rows of b there.
    ``bias``: a tensor in L1, one element of dst's dtype a column (to f32 also float16 on chips with a bias table), that the
    product is added to. Uses L0A and L0B, as much as the operands need, and for a bias UB or the bias table.
    """
    try:
        dst, a, b, m, k, n, init, bias = _MATMUL.bind(args, keywords)
        init = flag(init, "init_l1out of matmul")
        for name, view, scope in (("dst", dst, Scope.L0C), ("a", a, Scope.L1), ("b", b, Scope.L1)):
            _placed("matmul", name, view, scope)
        most = (("m", m, MOST), ("k", k, a.type.elements(MOST_K)), ("n", n, MOST))
        m, k, n = (_number("matmul", name, value, 1, limit) for name, value, limit in most)
        product = Product(_OF_MATMUL, dst, a, b, m, k, n, not init, _bias(core, "matmul", bias, dst, init))
    except TikError as error:
        core.collect(error)
        return
    rows = product.fractals[0]

    def load(to: TensorView, top: int, height: int, left: int, width: int) -> None:
        """By rows or by columns, whichever are fewer."""
        if height <= width:
            for i in range(height):
                _load(core, _OF_MATMUL.load_a, part(to, i * width * FRACTAL), a, left * rows + top + i, width, rows, 0)
        else:
            for j in range(width):
                _load(core, _OF_MATMUL.load_a, part(to, j * FRACTAL), a, (left + j) * rows + top, height, 1, width - 1)

    _multiply(core, product, load)


def conv2d(core: Core, *args: Any, **keywords: Any) -> None:
    """dst (L0C) [Cout/16][Ho*Wo rounded up to 16][16] = the convolution of feature_map (L1 [C1][H][W][C0]) with weight (L1
    [C1][Kh][Kw][Cout][C0]); ``init_l1out=False`` adds to dst.

    ``fm_shape`` [C1, H, W, C0], ``kernel_shape`` [C1, Kh, Kw, Cout, C0], ``stride`` [h, w], ``pad`` [left, right, top,
    bottom], ``dilation`` [h, w]: Python integers. C0 is 32 bytes of elements (16 f16, 32 int8, 8 f32), Cout a multiple of
    16. Ho = (H + top + bottom - dilation_h*(Kh-1) - 1) // stride_h + 1, Wo likewise. ``pad_value`` is what lies outside the
    image. ``bias`` and buffers as matmul.
    """
    try:
        bound = _CONV2D.bind(args, keywords)
        dst, image, weight = bound[:3]
        for name, view, scope in (("dst", dst, Scope.L0C), ("feature_map", image, Scope.L1), ("weight", weight, Scope.L1)):
            _placed("conv2d", name, view, scope)
        shape = _Convolution.of(bound[3:9], image.type.block)
        init = flag(bound[9], "init_l1out of conv2d")
        bias = _bias(core, "conv2d", bound[10], dst, init)
    except TikError as error:
        core.collect(error)
        return
    depth = shape.c1 * shape.kernel_h * shape.kernel_w * shape.c0
    product = Product(_OF_CONV2D, dst, image, weight, shape.out_h * shape.out_w, depth, shape.c_out, not init, bias)

    def load(to: TensorView, top: int, height: int, left: int, width: int) -> None:
        if core.chip.types("load3dv2"):
            part_of = (shape.c1 * shape.c0, width * shape.c0, height * 16, left * shape.c0, top * 16)
            add(core, _OF_CONV2D.matrix, (to, image, *shape.image, *part_of))
            return
        w, area = shape.kernel_w, shape.kernel_w * shape.kernel_h
        for i in range(height):
            y, x = divmod((top + i) * 16, shape.out_w)
            corner = (x * shape.stride_w - shape.pad[0], y * shape.stride_h - shape.pad[2])
            for done in range(0, width, REPEAT):
                tap = left + done
                taps = (tap // area, tap % w, tap % area // w, *corner, min(REPEAT, width - done))
                add(core, _OF_CONV2D.taps, (part(to, (i * width + done) * FRACTAL), image, *shape.image, *taps))

    _multiply(core, product, load)


@dataclass(frozen=True)
class _Convolution:
    """The sizes of a convolution."""

    c1: int
    h: int
    w: int
    c0: int
    kernel_h: int
    kernel_w: int
    c_out: int
    stride_h: int
    stride_w: int
    pad: tuple[int, ...]
    dilation_h: int
    dilation_w: int
    pad_value: Any

    @staticmethod
    def of(given: tuple[Any, ...], c0: int) -> _Convolution:
        """From the arguments fm_shape, kernel_shape, stride, pad, dilation, pad_value."""
        fm, kernel, stride, pad, dilation, pad_value = given
        c1, h, w, last = _numbers("fm_shape", fm, 4, 1)
        k1, kernel_h, kernel_w, c_out, k0 = _numbers("kernel_shape", kernel, 5, 1)
        stride_h, stride_w = _numbers("stride", stride, 2, 1)
        pads = tuple(_numbers("pad", pad, 4, 0))
        dilation_h, dilation_w = _numbers("dilation", dilation, 2, 1)
        if last != c0 or k0 != c0:
            raise TikError(
                "TIK-SHAPE01" if last != k0 else "TIK-CHIP01",
                f"C0 of fm_shape and kernel_shape is {last} and {k0}, the kit has {c0}: 32 bytes of elements",
            )
        if k1 != c1:
            raise TikError("TIK-SHAPE01", f"C1 of kernel_shape is {k1}, of fm_shape {c1}")
        if c_out % 16:
            raise TikError(
                "TIK-SHAPE01", f"Cout of kernel_shape is {c_out}, no multiple of 16", hint="fill the rest with zeros"
            )
        found = _Convolution(
            c1, h, w, c0, kernel_h, kernel_w, c_out, stride_h, stride_w, pads, dilation_h, dilation_w, pad_value
        )
        if found.out_h < 1 or found.out_w < 1:
            raise TikError("TIK-SHAPE01", f"the kernel of {kernel_h} x {kernel_w} is larger than the padded image")
        return found

    @property
    def out_h(self) -> int:
        return (self.h + self.pad[2] + self.pad[3] - self.dilation_h * (self.kernel_h - 1) - 1) // self.stride_h + 1

    @property
    def out_w(self) -> int:
        return (self.w + self.pad[0] + self.pad[1] - self.dilation_w * (self.kernel_w - 1) - 1) // self.stride_w + 1

    @property
    def image(self) -> tuple[Any, ...]:
        """What the loads ask for, in the order of _IMAGE."""
        sizes = (self.stride_w, self.stride_h, self.kernel_w, self.kernel_h, self.dilation_w, self.dilation_h)
        return (*self.pad, self.h, self.w, *sizes, self.pad_value)


# ------------------------------------------------------------------------------------------------------------- products


def tiles(core: Core, m1: int, k1: int, n1: int, most: int) -> tuple[int, int, int, int]:
    """(fractals along m, k, n of one tile, tensors a buffer): all at once, or halves that take turns. Loops with thread_num
    around the call have that many of each buffer."""
    copies = math.prod(frame.copies for frame in core.frames)
    a, b = (max(2, core.chip.capacity(scope) // FRACTAL // copies) for scope in (Scope.L0A, Scope.L0B))
    if m1 * k1 <= a and k1 * n1 <= b and n1 <= most:
        return m1, k1, n1, 1
    a, b = a // 2, b // 2
    if m1 > a:
        return a, 1, 1, 2
    depth = min(k1, a // m1, b)
    return m1, depth, min(n1, b // depth, most), 2


def _multiply(core: Core, p: Product, load: Loader) -> None:
    """All tiles: load both sides, multiply."""
    m1, k1, n1 = p.fractals
    table = p.bias is not None and core.chip.has("bias_table")
    most = core.chip.capacity(Scope.BT) // (16 * p.dst.type.size) if table else n1
    height, depth, width, several = tiles(core, m1, k1, n1, most)
    before = len(core.errors)
    with new_stmt_scope(core):
        left = cycle([_buffer(core, p.left.type, height * depth, Scope.L0A, "left") for _ in range(several)])
        right = cycle([_buffer(core, p.right.type, depth * width, Scope.L0B, "right") for _ in range(several)])
        if p.bias is not None and not table:
            _fill(core, p, m1, n1)
        for top in range(0, m1, height):
            for column in range(0, n1, width):
                wide = min(width, n1 - column)
                bias = _to_table(core, p, column, wide) if table else None
                for k in range(0, k1, depth):
                    a, b, high, deep = next(left), next(right), min(height, m1 - top), min(depth, k1 - k)
                    order(core)
                    load(a, top, high, k, deep)
                    _load_right(core, p, b, k, deep, column, wide, n1)
                    order(core)
                    rows = min(p.m - top * 16, high * 16)
                    sizes = (max(rows, 2), min(p.k - k * p.c0, deep * p.c0), wide * 16)  # m = 1: a vector
                    to = part(p.dst, (column * m1 + top) * 256 * p.dst.type.size)
                    if bias is not None and k == 0:
                        add(core, p.sites.product_bias, (to, a, b, *sizes, bias))
                    else:
                        add(core, p.sites.product, (to, a, b, *sizes, int(k > 0 or p.adds or p.bias is not None)))
                    if len(core.errors) > before:
                        return
        order(core)


def _load_right(core: Core, p: Product, to: TensorView, k: int, deep: int, column: int, wide: int, n1: int) -> None:
    if wide == n1:
        _load(core, p.sites.load_b, to, p.right, k * n1, deep * n1, 1, 0)
        return
    for j in range(deep):
        _load(core, p.sites.load_b, part(to, j * wide * FRACTAL), p.right, (k + j) * n1 + column, wide, 1, 0)


def _load(core: Core, site: Site, to: TensorView, src: TensorView, index: int, count: int, step: int, gap: int) -> None:
    """``count`` fractals of L1, at most 255 at a time; the first is addressed by its bytes: numbers end at 65535."""
    for done in range(0, count, REPEAT):
        there = part(to, done * (1 + gap) * FRACTAL)
        add(core, site, (there, part(src, (index + done * step) * FRACTAL), 0, min(REPEAT, count - done), step, gap))


def _fill(core: Core, p: Product, m1: int, n1: int) -> None:
    """dst = the bias in every row, through UB."""
    assert p.bias is not None
    row = declare_tensor(core, p.dst.type, (n1 * 16,), Scope.UB, "bias")
    order(core)
    add(core, p.sites.to_ub, (row, p.bias, n1 * 16 * p.dst.type.size // 32))
    order(core)
    for i in range(m1):
        for first in range(0, n1, REPEAT):
            to = part(p.dst, (first * m1 + i) * 256 * p.dst.type.size)
            add(core, p.sites.spread, (to, row[first * 16], min(REPEAT, n1 - first), 1, m1 - 1))
    order(core)


def _to_table(core: Core, p: Product, column: int, wide: int) -> TensorView:
    """The bias of some columns in the bias table."""
    assert p.bias is not None
    size = p.bias.type.size
    table = declare_tensor(core, p.dst.type, (wide * 16,), Scope.BT, "bias")
    add(core, p.sites.to_table, (table, part(p.bias, column * 16 * size), wide * 16 * size // 32))
    return table


def _buffer(core: Core, type: DType, fractals: int, scope: Scope, name: str) -> TensorView:
    return declare_tensor(core, type, (type.elements(fractals * FRACTAL),), scope, name)


# --------------------------------------------------------------------------------------------------------------- checks


def _placed(call: str, name: str, view: Any, scope: Scope) -> None:
    if not isinstance(view, TensorView):
        raise TikError("TIK-TYPE02", f"{name} of {call} is {shown(view)}, not a tensor")
    if view.tensor.scope is not scope:
        raise TikError("TIK-TYPE03", f"{name} of {call} lies in {view.tensor.scope}; it must lie in {scope}")
    align = 1024 if scope is Scope.L0C and view.type.bits == 32 else FRACTAL
    if isinstance(view.byte, int) and view.byte % align and name != "feature_map":
        raise TikError("TIK-ALIGN01", f"{name} of {call} is at byte {view.byte}, which is not a multiple of {align}")


def _number(call: str, name: str, value: Any, low: int, high: int) -> int:
    n = whole(value, f"{name} of {call}")
    if isinstance(n, Expr):
        raise TikError("TIK-CHIP01", f"a run-time {name} of {call} is not in the kit", hint="it is a Python integer")
    if not low <= n <= high:
        raise TikError("TIK-REPEAT01", f"{name} of {call} is {n}, possible are {low}..{high}")
    return n


def _numbers(name: str, values: Any, count: int, low: int) -> list[int]:
    if not isinstance(values, list | tuple) or len(values) != count:
        raise TikError("TIK-TYPE02", f"{name} of conv2d is {values!r}; it has {count} integers")
    return [_number("conv2d", name, value, low, 65535) for value in values]


def _bias(core: Core, call: str, bias: Any, dst: TensorView, init: Any) -> TensorView | None:
    if bias is None:
        return None
    _placed(call, "bias", bias, Scope.L1)
    if not init:
        raise TikError("TIK-TYPE02", f"{call} either adds to dst (init_l1out=False) or starts from a bias, not both")
    rows = [c[1] for c in MovL1Bt.combos or () if c[0] is dst.type] if core.chip.has("bias_table") else [dst.type]
    if bias.type not in rows:
        raise TikError(
            "TIK-TYPE01",
            f"bias of {call} is {bias.type}; for results of {dst.type} it must be {' or '.join(map(str, rows)) or 'left out'}",
        )
    checked: TensorView = bias
    return checked


SIGNED = {"matmul": _MATMUL, "conv2d": _CONV2D}
