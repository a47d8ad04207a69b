import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = (t.Tensor("float16", (16, 16), tik.scope_gm, name) for name in ("x", "y"))
src, dst = (t.Tensor("float16", (16, 16), tik.scope_ubuf, name) for name in ("src", "dst"))
t.data_move(src, x, 0, 1, 16, 0, 0)
t.vnchwconv(False, False, [dst[i, 0] for i in range(16)], [src[i, 0] for i in range(16)], 1, 0, 0)
t.data_move(y, dst, 0, 1, 16, 0, 0)
t.BuildCCE(kernel_name="vnchwconv", inputs=[x], outputs=[y])

x = np.arange(256, dtype=np.float16).reshape(16, 16)
report = t.kernel.run([x]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], x.T)
