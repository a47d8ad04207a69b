import numpy as np

import tik

t = tik.Tik(chip="Ascend910A")
x, weight = t.Tensor("float16", (6, 8, 16), tik.scope_gm, "x"), t.Tensor("float16", (9, 16, 16), tik.scope_gm, "weight")
y, taps = t.Tensor("float32", (48, 16), tik.scope_gm, "y"), t.Tensor("float16", (16, 16), tik.scope_gm, "taps")
l1, ub = t.Tensor("float16", (6, 8, 16), tik.scope_cbuf, "l1"), t.Tensor("float32", (48, 16), tik.scope_ubuf, "ub")
l0a, l0b = t.Tensor("float16", (3, 9, 16, 16), tik.scope_ca, "l0a"), t.Tensor("float16", (9, 16, 16), tik.scope_cb, "l0b")
l0c, fractal = t.Tensor("float32", (48, 16), tik.scope_cc, "l0c"), t.Tensor("float16", (16, 16), tik.scope_ubuf, "fractal")
image = [1, 1, 1, 1], 6, 8  # padding left, right, top, bottom; height and width in L1
kernel = 1, 1, 3, 3, 1, 1  # strides, size, dilation: along w, then h
t.data_move(l1, x, 0, 1, 48, 0, 0)
t.load2dv1(l0b, weight, 0, 9, 1, 0)
for tap in range(9):  # repeat_mode 1: three fractals of 16 windows, 9 fractals apart
    t.load3dv1(l0a[tap * 256], l1, *image, 0, tap % 3, tap // 3, -1, -1, *kernel, 9, 1, 3)
t.mmad(l0c, l0a, l0b, 48, 144, 16, 0)
t.load3dv1(fractal, l1, *image, 0, 0, 0, -1, -1, *kernel, 1, 0, 1)  # into UB: the first tap of the first 16 windows
t.load3dv1(l0b, l1, *image, 0, 0, 0, -1, -1, *kernel, 1, 0, 9)  # into L0B, repeat_mode 0: the 9 taps of the first 16 windows
t.data_move(taps, fractal, 0, 1, 16, 0, 0)
t.data_move(ub, l0c, 0, 1, 3, 0, 0)
t.data_move(y, ub, 0, 1, 96, 0, 0)
t.BuildCCE(kernel_name="convolution", inputs=[x, weight], outputs=[y, taps])

x, weight = np.arange(768, dtype=np.float16).reshape(6, 8, 16) % 5, np.arange(2304, dtype=np.float16).reshape(9, 16, 16) % 3
report = t.kernel.run([x, weight]).raise_if_bad()
padded = np.pad(x, ((1, 1), (1, 1), (0, 0))).astype(np.float32)
parts = [padded[tap // 3 : tap // 3 + 6, tap % 3 : tap % 3 + 8].reshape(48, 16) for tap in range(9)]
np.testing.assert_array_equal(report.outputs["y"], sum(p @ w.T for p, w in zip(parts, weight, strict=True)))
np.testing.assert_array_equal(report.outputs["taps"], parts[0][:16])
