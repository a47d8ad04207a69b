import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, at = t.Tensor("float16", (256,), tik.scope_gm, "x"), t.Tensor("int32", (16,), tik.scope_gm, "at")
weight, y = t.Tensor("float16", (16,), tik.scope_gm, "weight"), t.Tensor("float16", (128,), tik.scope_gm, "y")
src, offset = t.Tensor("float16", (256,), tik.scope_ubuf, "src"), t.Tensor("int32", (16,), tik.scope_ubuf, "offset")
by, dst = t.Tensor("float16", (16,), tik.scope_ubuf, "by"), t.Tensor("float16", (128,), tik.scope_ubuf, "dst")
t.data_move(src, x, 0, 1, 16, 0, 0)
t.data_move(offset, at, 0, 1, 2, 0, 0)
t.data_move(by, weight, 0, 1, 1, 0, 0)
t.vbi(128, dst, src, by, offset, 1, 1, 2, 0, 128)  # two horizontal repeats: 8 blocks each, with one weight
t.data_move(y, dst, 0, 1, 8, 0, 0)
t.BuildCCE(kernel_name="vbi", inputs=[x, at, weight], outputs=[y])

x, weight = np.arange(256, dtype=np.float16) % 16, np.zeros(16, np.float16)
weight[:2] = 0.25, 0.75
report = t.kernel.run([x, np.arange(16, dtype=np.int32) * 32, weight]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], x[:128] * 0.25 + x[128:] * 0.75)
