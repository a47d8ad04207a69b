import numpy as np

import tik

t = tik.Tik(chip="Ascend310P3")
x, y = t.Tensor("int32", (64,), tik.scope_gm, "x"), t.Tensor("int16", (64,), tik.scope_gm, "y")
src, dst = t.Tensor("int32", (64,), tik.scope_ubuf, "src"), t.Tensor("int16", (64,), tik.scope_ubuf, "dst")
t.data_move(src, x, 0, 1, 8, 0, 0)
t.vcbd(64, dst, src, 1, 1, 1, 4, 8)
t.data_move(y, dst, 0, 1, 4, 0, 0)
t.BuildCCE(kernel_name="vcbd", inputs=[x], outputs=[y])

x = np.arange(-32, 32, dtype=np.int32) * 2000
report = t.kernel.run([x]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], np.clip(x, -32768, 32767))
