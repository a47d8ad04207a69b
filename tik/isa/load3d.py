"""img2col: windows of a feature map in L1 ([C1][H][W][C0], C0 = 32 bytes of elements) as fractals of a matrix (tik_api §13).

A fractal is 16 consecutive windows x C0 channels of one kernel tap. Windows walk along W by stride_w; the first whose last
column would lie beyond the right padding starts the next row, at -pad_left, stride_h further down. Below the last row the
walk goes on. What lies outside the image is pad_value. Times: hardware.md D2 rule 3, A1 (ASC-CUBE).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.isa.bits import copy_bytes
from tik.isa.costs import Cost, occupies
from tik.isa.fields import Int, Mem, Value
from tik.isa.instruction import Call, Combo, Instruction, instruction
from tik.isa.regions import put
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.chips.loader import Chip

PIXEL = 32  # bytes: the C0 channels of a pixel


def last_left(l1_w: int, pad_right: int, filter_w: int, dilation_filter_w: int) -> int:
    """The last column a window may begin at."""
    return l1_w + pad_right - (filter_w - 1) * dilation_filter_w - 1


def windows_from(left: int, last: int, stride_w: int) -> int:
    """Windows of a row from column ``left`` on; one even if it does not fit."""
    return (last - left) // stride_w + 1 if left <= last else 1


def window_row(p: int, first: int, row: int) -> int:
    """The row of window ``p``, when the first row has ``first`` windows and all others ``row``."""
    return 0 if p < first else 1 + (p - first) // row


def load_fractal(dst_u8: Any, dst_byte: int, dst: Any, src_u8: Any, plane: int, left: int, top: int, last: int,
                 tap_x: int, tap_y: int, l1_h: int, l1_w: int, pad_left: int, stride_w: int, stride_h: int, size: int,
                 filler: Any) -> tuple[int, int]:
    """One tap of 16 windows, the first at (left, top); returns where the next begins."""
    for i in range(16):
        x, y, to = left + tap_x, top + tap_y, dst_byte + i * PIXEL
        if 0 <= x < l1_w and 0 <= y < l1_h:
            copy_bytes(dst_u8, to, src_u8, plane + (y * l1_w + x) * PIXEL, PIXEL)
        else:
            for e in range(PIXEL // size):
                dst[to // size + e] = filler
        left += stride_w
        if left > last:
            left = -pad_left
            top += stride_h
    return left, top


def pixel_rows(out: Any, n: int, field: int, write: int, space: int, base: int, pixel: int, x: int, y: int, columns: int,
               rows: int, l1_h: int, l1_w: int, stride_w: int, stride_h: int) -> int:
    """The pixels of a grid of ``rows`` x ``columns`` from (x, y) on that lie inside the image."""
    i0, j0 = max(0, -(x // stride_w)), max(0, -(y // stride_h))
    i1, j1 = min(columns, (l1_w - 1 - x) // stride_w + 1), min(rows, (l1_h - 1 - y) // stride_h + 1)
    at = base + ((y + j0 * stride_h) * l1_w + x + i0 * stride_w) * pixel
    return put(out, n, field, write, space, at, j1 - j0, stride_h * l1_w * pixel, i1 - i0, stride_w * pixel, pixel)


def tap_pixels(out: Any, n: int, field: int, write: int, space: int, base: int, pixel: int, left: int, top: int, last: int,
               tap_x: int, tap_y: int, count: int, l1_h: int, l1_w: int, pad_left: int, stride_w: int, stride_h: int) -> int:
    """The pixels one tap of ``count`` windows meets: the rest of a row, whole rows, the start of one."""
    first, row = windows_from(left, last, stride_w), windows_from(-pad_left, last, stride_w)
    begun = min(count, first)
    n = pixel_rows(out, n, field, write, space, base, pixel, left + tap_x, top + tap_y, begun, 1, l1_h, l1_w, stride_w,
                   stride_h)
    whole, rest = (count - begun) // row, (count - begun) % row
    x, y = tap_x - pad_left, top + tap_y + stride_h
    n = pixel_rows(out, n, field, write, space, base, pixel, x, y, row, whole, l1_h, l1_w, stride_w, stride_h)
    return pixel_rows(out, n, field, write, space, base, pixel, x, y + whole * stride_h, rest, 1, l1_h, l1_w, stride_w,
                      stride_h)


def window_pixels(out: Any, space: int, base: int, left: int, top: int, last: int, tap: int, taps: int, count: int,
                  l1_h: int, l1_w: int, pad_left: int, stride_w: int, stride_h: int, filter_w: int, filter_h: int,
                  dilation_w: int, dilation_h: int) -> int:
    """What ``taps`` taps from number ``tap`` on (w, then h, then c1) of ``count`` windows read: exactly for one tap, else the
    smallest rectangle of each channel group."""
    area = filter_w * filter_h
    plane = l1_h * l1_w * PIXEL
    if taps == 1:
        x, y = tap % filter_w * dilation_w, tap % area // filter_w * dilation_h
        return tap_pixels(out, 0, 1, 0, space, base + tap // area * plane, PIXEL, left, top, last, x, y, count, l1_h, l1_w,
                          pad_left, stride_w, stride_h)
    first, row = windows_from(left, last, stride_w), windows_from(-pad_left, last, stride_w)
    rows = window_row(count - 1, first, row)
    x0, x1 = left, left + (min(count, first) - 1) * stride_w
    if rows > 0:
        x0, x1 = min(left, -pad_left), max(x1, (min(row, count - first) - 1) * stride_w - pad_left)
    n, stop = 0, tap + taps
    while tap < stop:  # a channel group begun, whole groups, the last one
        c1, a = tap // area, tap % area
        whole = (stop - tap) // area if a == 0 else 0
        b = area - 1 if whole > 0 else min(area, a + stop - tap) - 1
        wide = a // filter_w != b // filter_w
        xa = max(0, x0 + (0 if wide else a % filter_w * dilation_w))
        xb = min(l1_w - 1, x1 + (filter_w - 1 if wide else b % filter_w) * dilation_w)
        ya = max(0, top + a // filter_w * dilation_h)
        yb = min(l1_h - 1, top + rows * stride_h + b // filter_w * dilation_h)
        n = put(out, n, 1, 0, space, base + c1 * plane + (ya * l1_w + xa) * PIXEL, max(whole, 1), plane, yb - ya + 1,
                l1_w * PIXEL, (xb - xa + 1) * PIXEL)
        tap += whole * area if whole > 0 else b - a + 1
    return n


def fractal_cycles(rows: int, stride_w: int, straight: float, img2col: float, extra: float, floor: float) -> float:
    """A fractal whose windows lie in ``rows`` rows: the path's rate along one row, img2col/(rows + extra) over several;
    by stride 2, 4, 8: img2col/(2 stride [+ rows]); by other strides the floor."""
    if stride_w == 1:
        rate = straight if rows == 1 else img2col // (rows + extra)
    elif stride_w == 2 or stride_w == 4 or stride_w == 8:
        rate = img2col // (2 * stride_w + (rows if rows > 1 else 0))
    else:
        rate = floor
    return 512 / min(straight, max(floor, rate))


def walk_cycles(fractals: int, first: int, row: int, stride_w: int, straight: float, img2col: float, extra: float,
                floor: float) -> float:
    """``fractals`` of 16 windows one after the other."""
    cycles = 0.0
    for f in range(fractals):
        rows = 1 + window_row(f * 16 + 15, first, row) - window_row(f * 16, first, row)
        cycles += fractal_cycles(rows, stride_w, straight, img2col, extra, floor)
    return cycles


IMAGE = (Int("pad_left", 0, 255, 0, "pad_l", "columns of padding"), Int("pad_right", 0, 255, 0, "pad_r", "columns of padding"),
         Int("pad_top", 0, 255, 0, "pad_t", "rows of padding"), Int("pad_bottom", 0, 255, 0, "pad_b", "rows of padding"),
         Int("l1_h", 1, 32767, None, "h", "rows of the image"), Int("l1_w", 1, 32767, None, "w", "columns of the image"))
FETCH = (Int("fetch_filter_w", 0, 254, 0, "fetch_w", "column of the kernel tap"),
         Int("fetch_filter_h", 0, 254, 0, "fetch_h", "row of the kernel tap"))
START = (Int("left_top_w", -255, 32767, 0, "left", "column of the first window; negative: in the padding"),
         Int("left_top_h", -255, 32767, 0, "top", "row of the first window; negative: in the padding"))
KERNEL = (Int("stride_w", 1, 63, 1, "stride_w", "columns between windows"),
          Int("stride_h", 1, 63, 1, "stride_h", "rows between windows"),
          Int("filter_w", 1, 255, 1, "filter_w", "columns of the kernel"),
          Int("filter_h", 1, 255, 1, "filter_h", "rows of the kernel"),
          Int("dilation_filter_w", 1, 255, 1, "dilation_w", "columns between taps"),
          Int("dilation_filter_h", 1, 255, 1, "dilation_h", "rows between taps"))
PAD = Value("pad_value", 0, 0, "what lies outside the image")


def image_mistake(values: Any) -> str | None:
    """A tap outside the kernel, or a kernel larger than the padded image."""
    for side, low, high in (("w", "pad_left", "pad_right"), ("h", "pad_top", "pad_bottom")):
        fetch, taps, dilation, extent = (values.get(k) for k in (f"fetch_filter_{side}", f"filter_{side}",
                                                                f"dilation_filter_{side}", f"l1_{side}"))
        pads = (values.get(low), values.get(high))
        if isinstance(fetch, int) and isinstance(taps, int) and fetch >= taps:
            return f"fetch_filter_{side} is {fetch}, the kernel has taps 0..{taps - 1}"
        if all(isinstance(v, int) for v in (taps, dilation, extent, *pads)):
            reach = (taps - 1) * dilation + 1
            if reach > extent + sum(pads):
                return (f"the kernel spans {reach} pixels along {side}, the image with its padding has "
                        f"{extent + sum(pads)}")
    return None


def load3d_run(dst_u8: Any, dst_byte: int, dst: Any, src_u8: Any, src_byte: int, size_dst: int, pad_left: int, pad_right: int,
               l1_h: int, l1_w: int, c1_index: int, fetch_filter_w: int, fetch_filter_h: int, left_top_w: int,
               left_top_h: int, stride_w: int, stride_h: int, filter_w: int, filter_h: int, dilation_filter_w: int,
               dilation_filter_h: int, jump_offset: int, repeat_mode: int, repeat_times: int, pad_value: Any,
               store0: Any) -> None:
    last = last_left(l1_w, pad_right, filter_w, dilation_filter_w)
    plane = src_byte + c1_index * l1_h * l1_w * PIXEL
    left, top, tap_w, tap_h = left_top_w, left_top_h, fetch_filter_w, fetch_filter_h
    filler = store0(pad_value)
    for r in range(repeat_times):
        to = dst_byte + r * (jump_offset if repeat_mode != 0 else 1) * 512
        x, y = load_fractal(dst_u8, to, dst, src_u8, plane, left, top, last, tap_w * dilation_filter_w,
                            tap_h * dilation_filter_h, l1_h, l1_w, pad_left, stride_w, stride_h, size_dst, filler)
        if repeat_mode != 0:
            left, top = x, y
            continue
        tap_w += 1
        if tap_w == filter_w:
            tap_w = 0
            tap_h += 1
        if tap_h == filter_h:
            tap_h = 0
            plane += l1_h * l1_w * PIXEL


class Load3d(Instruction):
    """img2col, a fractal a repeat: tap (fetch_filter_h, fetch_filter_w) of channel group c1_index, of 16 windows from
    (left_top_h, left_top_w) on.

    repeat_mode 0: the same windows, the next tap (along w, then h, then c1), dst without gaps (jump_offset is not used).
    repeat_mode 1: the same tap, the next 16 windows, dst jump_offset fractals further. Windows walk along w; the first that
    does not fit into the padded row starts the next row at -pad_left; below the image the walk goes on, and what is outside
    the image is pad_value. A fractal is [16 windows][C0] in L0A, L0B and UB alike.
    """

    family = "cube"
    pipe = Pipe.MTE1
    table = "load3dv1"
    calls = (Call("load3dv1", "dst src pad l1_h l1_w c1_index fetch_filter_w fetch_filter_h left_top_w left_top_h stride_w "
                              "stride_h filter_w filter_h dilation_filter_w dilation_filter_h jump_offset repeat_mode "
                              "repeat_time _csize=0 pad_value=0"),)

    run = staticmethod(load3d_run)

    @staticmethod
    def shadow(dst_u8: Any, dst_byte: int, dst: Any, src_u8: Any, src_byte: int, size_dst: int, pad_left: int,
               pad_right: int, l1_h: int, l1_w: int, c1_index: int, fetch_filter_w: int, fetch_filter_h: int,
               left_top_w: int, left_top_h: int, stride_w: int, stride_h: int, filter_w: int, filter_h: int,
               dilation_filter_w: int, dilation_filter_h: int, jump_offset: int, repeat_mode: int, repeat_times: int,
               raw0: Any) -> None:
        load3d_run(dst_u8, dst_byte, dst, src_u8, src_byte, size_dst, pad_left, pad_right, l1_h, l1_w, c1_index,
                   fetch_filter_w, fetch_filter_h, left_top_w, left_top_h, stride_w, stride_h, filter_w, filter_h,
                   dilation_filter_w, dilation_filter_h, jump_offset, repeat_mode, repeat_times, 0, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, pad_left: int, pad_right: int, l1_h: int,
                l1_w: int, c1_index: int, fetch_filter_w: int, fetch_filter_h: int, left_top_w: int, left_top_h: int,
                stride_w: int, stride_h: int, filter_w: int, filter_h: int, dilation_filter_w: int, dilation_filter_h: int,
                jump_offset: int, repeat_mode: int, repeat_times: int) -> int:
        if repeat_times <= 0:
            return 0
        last = last_left(l1_w, pad_right, filter_w, dilation_filter_w)
        tap = (c1_index * filter_h + fetch_filter_h) * filter_w + fetch_filter_w
        taps, count = (1, 16 * repeat_times) if repeat_mode != 0 else (repeat_times, 16)
        n = window_pixels(out, src_space, src, left_top_w, left_top_h, last, tap, taps, count, l1_h, l1_w, pad_left,
                          stride_w, stride_h, filter_w, filter_h, dilation_filter_w, dilation_filter_h)
        step = jump_offset if repeat_mode != 0 else 1
        return put(out, n, 0, 1, dst_space, dst, 1, 0, repeat_times, step * 512, 512)

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Any) -> str | None:
        return image_mistake(values)


def load3d_cost(pad_left: int, pad_right: int, l1_w: int, left_top_w: int, stride_w: int, filter_w: int,
                dilation_filter_w: int, repeat_mode: int, repeat_times: int, head: float, straight: float, img2col: float,
                extra: float, floor: float) -> Cost:
    """The path's head, and for each fractal 512 bytes / its rate: the path's where its 16 windows lie in one row,
    load3d_bytes / (rows + the extra) over several; by strides of 2, 4, 8 load3d_bytes / (2 * stride, + rows over several), by
    others load3d_floor. A rate is at least load3d_floor, at most the path's."""
    last = last_left(l1_w, pad_right, filter_w, dilation_filter_w)
    first, row = windows_from(left_top_w, last, stride_w), windows_from(-pad_left, last, stride_w)
    if repeat_mode != 0:
        return occupies(head + walk_cycles(repeat_times, first, row, stride_w, straight, img2col, extra, floor))
    return occupies(head + repeat_times * walk_cycles(1, first, row, stride_w, straight, img2col, extra, floor))


V1 = (*IMAGE, Int("c1_index", 0, 4095, 0, "c1", "channel group"), *FETCH, *START, *KERNEL,
      Int("jump_offset", 0, 127, 1, "jump", "fractals between destinations in repeat_mode 1"),
      Int("repeat_mode", 0, 1, 0, "mode", "0: the next tap a repeat, 1: the next 16 windows"),
      Int("repeat_times", 0, 255, 1, "repeat", "fractals"), PAD)


@instruction
class Load3dL0A(Load3d):
    """img2col, L1 -> L0A."""

    mnemonic = "load3d_l1_l0a"
    fields = (Mem("dst", (Scope.L0A,), "w", align=512), Mem("src", (Scope.L1,), "r"), *V1)

    @staticmethod
    def cost(pad_left: int, pad_right: int, l1_w: int, left_top_w: int, stride_w: int, filter_w: int,
             dilation_filter_w: int, repeat_mode: int, repeat_times: int, chip_mte1_head: float, chip_l1_l0a: float,
             chip_load3d_bytes: float, chip_load3d_extra_a: float, chip_load3d_floor: float) -> Cost:
        return load3d_cost(pad_left, pad_right, l1_w, left_top_w, stride_w, filter_w, dilation_filter_w, repeat_mode,
                           repeat_times, chip_mte1_head, chip_l1_l0a, chip_load3d_bytes, chip_load3d_extra_a,
                           chip_load3d_floor)


@instruction
class Load3dL0B(Load3d):
    """img2col, L1 -> L0B."""

    mnemonic = "load3d_l1_l0b"
    fields = (Mem("dst", (Scope.L0B,), "w", align=512), Mem("src", (Scope.L1,), "r"), *V1)

    @staticmethod
    def cost(pad_left: int, pad_right: int, l1_w: int, left_top_w: int, stride_w: int, filter_w: int,
             dilation_filter_w: int, repeat_mode: int, repeat_times: int, chip_mte1_head: float, chip_l1_l0b: float,
             chip_load3d_bytes: float, chip_load3d_extra_b: float, chip_load3d_floor: float) -> Cost:
        return load3d_cost(pad_left, pad_right, l1_w, left_top_w, stride_w, filter_w, dilation_filter_w, repeat_mode,
                           repeat_times, chip_mte1_head, chip_l1_l0b, chip_load3d_bytes, chip_load3d_extra_b,
                           chip_load3d_floor)


@instruction
class Load3dUb(Load3d):
    """img2col, L1 -> UB."""

    mnemonic = "load3d_l1_ub"
    feature = "load3d_ub"
    fields = (Mem("dst", (Scope.UB,), "w"), Mem("src", (Scope.L1,), "r"), *V1)

    @staticmethod
    def cost(pad_left: int, pad_right: int, l1_w: int, left_top_w: int, stride_w: int, filter_w: int,
             dilation_filter_w: int, repeat_mode: int, repeat_times: int, chip_l1_ub_head: float, chip_l1_ub: float,
             chip_load3d_bytes: float, chip_load3d_extra_b: float, chip_load3d_floor: float) -> Cost:
        """As into L0B, at most the rate of L1 -> UB (assumed)."""
        return load3d_cost(pad_left, pad_right, l1_w, left_top_w, stride_w, filter_w, dilation_filter_w, repeat_mode,
                           repeat_times, chip_l1_ub_head, chip_l1_ub, chip_load3d_bytes, chip_load3d_extra_b,
                           chip_load3d_floor)


def matrix_run(dst_u8: Any, dst_byte: int, dst: Any, src_u8: Any, src_byte: int, size_dst: int, pad_left: int, pad_right: int,
               pad_top: int, l1_h: int, l1_w: int, k_extension: int, m_extension: int, k_start_pt: int, m_start_pt: int,
               stride_w: int, stride_h: int, filter_w: int, filter_h: int, dilation_filter_w: int, dilation_filter_h: int,
               pad_value: Any, store0: Any) -> None:
    c0 = PIXEL // size_dst
    last = last_left(l1_w, pad_right, filter_w, dilation_filter_w)
    row = windows_from(-pad_left, last, stride_w)
    filler = store0(pad_value)
    k1 = (k_extension + c0 - 1) // c0
    for i in range((m_extension + 15) // 16):
        m = m_start_pt + i * 16
        left, top = m % row * stride_w - pad_left, m // row * stride_h - pad_top
        for j in range(k1):
            tap = k_start_pt // c0 + j
            plane = src_byte + tap // (filter_w * filter_h) * l1_h * l1_w * PIXEL
            load_fractal(dst_u8, dst_byte + (i * k1 + j) * 512, dst, src_u8, plane, left, top, last,
                         tap % filter_w * dilation_filter_w, tap // filter_w % filter_h * dilation_filter_h, l1_h, l1_w,
                         pad_left, stride_w, stride_h, size_dst, filler)


@instruction
class Load3dMatrix(Instruction):
    """A part of the img2col matrix of an image, L1 -> L0A: rows m_start_pt .. + m_extension, columns k_start_pt ..
    + k_extension.

    Row m is window m of the padded image, along w, then h; column k is channel k % C0 of tap k // C0, counted along the
    kernel's w, then h, then channel groups. dst is [M1][K1][16][C0] without gaps, in whole fractals: extensions are rounded
    up to 16 rows and C0 columns, and the matrix goes on there. m_start_pt is a multiple of 16, k_start_pt of C0.
    """

    family = "cube"
    mnemonic = "load3d_matrix_l1_l0a"
    pipe = Pipe.MTE1
    table = "load3dv2"
    fields = (Mem("dst", (Scope.L0A,), "w", align=512), Mem("src", (Scope.L1,), "r"), *IMAGE,
              Int("channel_size", 1, 65535, None, "channels", "channels of the image"),
              Int("k_extension", 1, 65535, None, "k", "columns of the part"),
              Int("m_extension", 1, 65535, None, "m", "rows of the part"),
              Int("k_start_pt", 0, 65535, 0, "k_start", "first column"),
              Int("m_start_pt", 0, 2**31 - 1, 0, "m_start", "first row"), *KERNEL, PAD)
    calls = (Call("load3dv2", "dst src pad_list l1_h l1_w channel_size k_extension m_extension k_start_pt m_start_pt stride_w "
                              "stride_h filter_w filter_h dilation_filter_w dilation_filter_h en_transpose=False "
                              "en_small_k=False pad_value=None"),)

    run = staticmethod(matrix_run)

    @staticmethod
    def shadow(dst_u8: Any, dst_byte: int, dst: Any, src_u8: Any, src_byte: int, size_dst: int, pad_left: int,
               pad_right: int, pad_top: int, l1_h: int, l1_w: int, k_extension: int, m_extension: int, k_start_pt: int,
               m_start_pt: int, stride_w: int, stride_h: int, filter_w: int, filter_h: int, dilation_filter_w: int,
               dilation_filter_h: int, raw0: Any) -> None:
        matrix_run(dst_u8, dst_byte, dst, src_u8, src_byte, size_dst, pad_left, pad_right, pad_top, l1_h, l1_w, k_extension,
                   m_extension, k_start_pt, m_start_pt, stride_w, stride_h, filter_w, filter_h, dilation_filter_w,
                   dilation_filter_h, 0, raw0)

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_dst: int, pad_left: int, pad_right: int,
                pad_top: int, l1_h: int, l1_w: int, k_extension: int, m_extension: int, k_start_pt: int, m_start_pt: int,
                stride_w: int, stride_h: int, filter_w: int, filter_h: int, dilation_filter_w: int,
                dilation_filter_h: int) -> int:
        c0 = PIXEL // size_dst
        last = last_left(l1_w, pad_right, filter_w, dilation_filter_w)
        row = windows_from(-pad_left, last, stride_w)
        m1, k1 = (m_extension + 15) // 16, (k_extension + c0 - 1) // c0
        left, top = m_start_pt % row * stride_w - pad_left, m_start_pt // row * stride_h - pad_top
        n = window_pixels(out, src_space, src, left, top, last, k_start_pt // c0, k1, 16 * m1, l1_h, l1_w, pad_left,
                          stride_w, stride_h, filter_w, filter_h, dilation_filter_w, dilation_filter_h)
        return put(out, n, 0, 1, dst_space, dst, 1, 0, 1, 0, m1 * k1 * 512)

    @staticmethod
    def cost(size_dst: int, pad_left: int, pad_right: int, l1_w: int, k_extension: int, m_extension: int, m_start_pt: int,
             stride_w: int, filter_w: int, dilation_filter_w: int, chip_mte1_head: float, chip_l1_l0a: float,
             chip_load3d_bytes: float, chip_load3d_extra_a: float, chip_load3d_floor: float) -> Cost:
        """As load3dv1 for each fractal of the part."""
        c0 = PIXEL // size_dst
        row = windows_from(-pad_left, last_left(l1_w, pad_right, filter_w, dilation_filter_w), stride_w)
        walk = walk_cycles((m_extension + 15) // 16, row - m_start_pt % row, row, stride_w, chip_l1_l0a, chip_load3d_bytes,
                           chip_load3d_extra_a, chip_load3d_floor)
        return occupies(chip_mte1_head + (k_extension + c0 - 1) // c0 * walk)

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Any) -> str | None:
        c0 = PIXEL // types[0].size
        for name, step in (("channel_size", c0), ("k_start_pt", c0), ("m_start_pt", 16)):
            if isinstance(values.get(name), int) and values[name] % step:
                return f"{name} is {values[name]}, no multiple of {step}"
        known = [values.get(name) for name in ("channel_size", "k_start_pt", "k_extension", "filter_w", "filter_h")]
        if all(isinstance(v, int) for v in known):
            channels, start, extension, width, height = known
            if start + extension > channels * width * height:
                return (f"columns {start}..{start + extension} of the matrix are asked for, it has "
                        f"{channels * width * height}: channel_size * filter_h * filter_w")
        return image_mistake(values)
