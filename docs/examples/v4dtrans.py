import numpy as np

import tik

t = tik.Tik(chip="Ascend310P3")
x, y = t.Tensor("float16", (4, 32), tik.scope_gm, "x"), t.Tensor("float16", (32, 4), tik.scope_gm, "y")
src, dst = t.Tensor("float16", (4, 32), tik.scope_ubuf, "src"), t.Tensor("float16", (32, 4), tik.scope_ubuf, "dst")
t.data_move(src, x, 0, 1, 8, 0, 0)
t.v4dtrans(True, dst, src, 32, 4)  # [4 channels, 32] to [32, 4]
t.data_move(y, dst, 0, 1, 8, 0, 0)
t.BuildCCE(kernel_name="v4dtrans", inputs=[x], outputs=[y])

x = np.arange(128, dtype=np.float16).reshape(4, 32)
report = t.kernel.run([x]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], x.T)
