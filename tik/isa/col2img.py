"""col2img, the reverse of img2col: fractals are added to the pixels their windows cover (tik_api §13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tik.isa.costs import Cost, occupies
from tik.isa.fields import Int, Mem
from tik.isa.instruction import Call, Combo, Instruction, instruction
from tik.isa.load3d import FETCH, IMAGE, KERNEL, START, image_mistake, last_left, tap_pixels
from tik.isa.regions import put
from tik.types.pipes import Pipe
from tik.types.scopes import Scope

if TYPE_CHECKING:
    from tik.chips.loader import Chip


@instruction
class Col2img(Instruction):
    """dst (an image [H][W][16]) += src (fractals [16 windows][16 channels], f16 and f32 alike), at tap (fetch_filter_h,
    fetch_filter_w) of each window.

    A repeat takes the next 16 windows, from (left_top_h, left_top_w) on, walking as load3dv1 does in its repeat_mode 1; src
    has no gaps. Rows of src whose pixel lies outside the image are dropped. Sums are in the operands' dtype, repeats in order.
    """

    family = "cube"
    mnemonic = "col2img"
    pipe = Pipe.V
    computes = "always"
    fields = (Mem("dst", (Scope.UB,), "rw", 0), Mem("src", (Scope.UB,), "r", 0), *IMAGE, *FETCH, *START, *KERNEL,
              Int("repeat_times", 0, 255, 1, "repeat", "fractals"))
    calls = (Call("col2img", "dst src pad l1_h l1_w fetch_filter_w fetch_filter_h left_top_w left_top_h stride_w stride_h "
                             "filter_w filter_h dilation_filter_w dilation_filter_h repeat_time"),)

    @staticmethod
    def run(dst: Any, dst_at: int, src: Any, src_at: int, pad_left: int, pad_right: int, l1_h: int, l1_w: int,
            fetch_filter_w: int, fetch_filter_h: int, left_top_w: int, left_top_h: int, stride_w: int, stride_h: int,
            filter_w: int, dilation_filter_w: int, dilation_filter_h: int, repeat_times: int, load0: Any,
            store0: Any) -> None:
        last = last_left(l1_w, pad_right, filter_w, dilation_filter_w)
        left, top = left_top_w, left_top_h
        for p in range(repeat_times * 16):
            x, y = left + fetch_filter_w * dilation_filter_w, top + fetch_filter_h * dilation_filter_h
            if 0 <= x < l1_w and 0 <= y < l1_h:
                d, s = dst_at + (y * l1_w + x) * 16, src_at + p * 16
                for c in range(16):
                    dst[d + c] = store0(load0(dst[d + c]) + load0(src[s + c]))
            left += stride_w
            if left > last:
                left = -pad_left
                top += stride_h

    @staticmethod
    def shadow(dst: Any, dst_at: int, src: Any, src_at: int, pad_left: int, pad_right: int, l1_h: int, l1_w: int,
               fetch_filter_w: int, fetch_filter_h: int, left_top_w: int, left_top_h: int, stride_w: int, stride_h: int,
               filter_w: int, dilation_filter_w: int, dilation_filter_h: int, repeat_times: int, spread0: Any,
               raw0: Any) -> None:
        last = last_left(l1_w, pad_right, filter_w, dilation_filter_w)
        left, top = left_top_w, left_top_h
        for p in range(repeat_times * 16):
            x, y = left + fetch_filter_w * dilation_filter_w, top + fetch_filter_h * dilation_filter_h
            if 0 <= x < l1_w and 0 <= y < l1_h:
                d, s = dst_at + (y * l1_w + x) * 16, src_at + p * 16
                for c in range(16):
                    dst[d + c] = raw0(spread0(dst[d + c]) | spread0(src[s + c]))
            left += stride_w
            if left > last:
                left = -pad_left
                top += stride_h

    @staticmethod
    def regions(out: Any, dst: int, dst_space: int, src: int, src_space: int, size_dst: int, pad_left: int, pad_right: int,
                l1_h: int, l1_w: int, fetch_filter_w: int, fetch_filter_h: int, left_top_w: int, left_top_h: int,
                stride_w: int, stride_h: int, filter_w: int, dilation_filter_w: int, dilation_filter_h: int,
                repeat_times: int) -> int:
        last = last_left(l1_w, pad_right, filter_w, dilation_filter_w)
        n = put(out, 0, 1, 0, src_space, src, 1, 0, 1, 0, repeat_times * 256 * size_dst)
        for write in range(2):
            n = tap_pixels(out, n, 0, write, dst_space, dst, 16 * size_dst, left_top_w, left_top_h, last,
                           fetch_filter_w * dilation_filter_w, fetch_filter_h * dilation_filter_h, 16 * repeat_times, l1_h,
                           l1_w, pad_left, stride_w, stride_h)
        return n

    @staticmethod
    def cost(size_dst: int, repeat_times: int, head: float, slope: float) -> Cost:
        """As adding 256 bytes a cycle (assumed)."""
        return occupies(head + repeat_times * size_dst * slope)

    @classmethod
    def check(cls, chip: Chip, types: Combo, values: Any) -> str | None:
        return image_mistake(values)
