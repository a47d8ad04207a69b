"""The windows of an image as a matrix (im2col): load3dv1 cuts them out of L1, one kernel tap after the other.

python examples/tik/06_im2col.py
"""

import numpy as np

import tik

C0 = 16  # channels in 32 bytes of float16


class Im2col:
    """y [C1 * kernel * kernel][windows rounded up to 16][C0] of an image x [N][C1][H][W][C0], an image a core."""

    def __init__(self, shape, kernel, stride, dilation, pad):
        self.n, self.c1, self.h, self.w, _ = shape
        self.kernel, self.stride, self.dilation, self.pad = kernel, stride, dilation, pad  # pad: left, right, top, bottom
        reach = dilation * (kernel - 1) + 1
        self.out_w = (self.w + pad[0] + pad[1] - reach) // stride + 1
        self.out_h = (self.h + pad[2] + pad[3] - reach) // stride + 1
        self.fractals = -(-self.out_h * self.out_w // 16)
        self.taps = self.c1 * kernel * kernel

    def build(self):
        t = tik.Tik(tik.Dprofile("v100", "cloud"))
        rows = self.fractals * 16
        x_gm = t.Tensor("float16", (self.n, self.c1, self.h, self.w, C0), name="x_gm", scope=tik.scope_gm)
        y_gm = t.Tensor("float16", (self.n, self.taps, rows, C0), name="y_gm", scope=tik.scope_gm)
        with t.for_range(0, self.n, block_num=self.n) as image:
            x_l1 = t.Tensor("float16", (self.c1, self.h, self.w, C0), name="x_l1", scope=tik.scope_cbuf)
            t.data_move(x_l1, x_gm[image, 0, 0, 0, 0], 0, 1, self.c1 * self.h * self.w, 0, 0)
            with t.for_range(0, self.c1) as c1, t.for_range(0, self.kernel * self.kernel, thread_num=2) as tap:
                y_ub = t.Tensor("float16", (rows, C0), name="y_ub", scope=tik.scope_ubuf)
                t.load3dv1(
                    y_ub,
                    x_l1,
                    self.pad,
                    self.h,
                    self.w,
                    c1,
                    tap % self.kernel,  # the tap's column, then its row
                    tap // self.kernel,
                    -self.pad[0],  # where the first window begins: in the padding
                    -self.pad[2],
                    self.stride,
                    self.stride,
                    self.kernel,
                    self.kernel,
                    self.dilation,
                    self.dilation,
                    1,  # fractals follow each other
                    1,  # a repeat is the next 16 windows
                    self.fractals,
                )
                t.data_move(y_gm[image, c1 * self.kernel * self.kernel + tap, 0, 0], y_ub, 0, 1, rows, 0, 0)
        t.BuildCCE(kernel_name="im2col", inputs=[x_gm], outputs=[y_gm])
        return t


def oracle(x, op):
    left, right, top, bottom = op.pad
    padded = np.pad(x, ((0, 0), (0, 0), (top, bottom), (left, right), (0, 0)))
    steps = range(0, op.kernel * op.dilation, op.dilation)
    high, wide = (op.out_h - 1) * op.stride + 1, (op.out_w - 1) * op.stride + 1
    taps = [padded[:, :, i : i + high : op.stride, j : j + wide : op.stride] for i in steps for j in steps]
    return np.stack(taps, 2).reshape(op.n, op.taps, op.out_h * op.out_w, C0)


def main():
    x = np.random.default_rng(6).standard_normal((2, 2, 13, 15, C0)).astype(np.float16)
    op = Im2col(x.shape, kernel=3, stride=2, dilation=2, pad=[1, 2, 2, 1])
    report = op.build().kernel.run([x]).raise_if_bad()
    windows = op.out_h * op.out_w  # rows behind them are windows that begin below the image
    assert np.array_equal(report.outputs[0][:, :, :windows], oracle(x, op))
    print(f"im2col: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
