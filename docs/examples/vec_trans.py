import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = (t.Tensor("float16", (2, 16, 16), tik.scope_gm, name) for name in ("x", "y"))
src, dst = (t.Tensor("float16", (2, 16, 16), tik.scope_ubuf, name) for name in ("src", "dst"))
t.data_move(src, x, 0, 1, 32, 0, 0)
t.vec_trans(dst, src, 2, 1, 1)  # two matrices of 16 x 16
t.data_move(y, dst, 0, 1, 32, 0, 0)
t.BuildCCE(kernel_name="vec_trans", inputs=[x], outputs=[y])

x = np.arange(512, dtype=np.float16).reshape(2, 16, 16)
report = t.kernel.run([x]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], x.transpose(0, 2, 1))
