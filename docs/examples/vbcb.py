import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x = t.Tensor("float16", (16,), tik.scope_gm, "x")
y = t.Tensor("float16", (8, 16), tik.scope_gm, "y")
src = t.Tensor("float16", (16,), tik.scope_ubuf, "src")
dst = t.Tensor("float16", (8, 16), tik.scope_ubuf, "dst")
t.data_move(src, x, 0, 1, 1, 0, 0)
t.vbcb(dst, src, 1, 1, 8)  # one repeat: 8 numbers, a block each
t.data_move(y, dst, 0, 1, 8, 0, 0)
t.BuildCCE(kernel_name="vbcb", inputs=[x], outputs=[y])

x = np.arange(16, dtype=np.float16)
report = t.kernel.run([x]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], np.repeat(x[:8, None], 16, axis=1))
