import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = t.Tensor("float16", (16, 32), tik.scope_gm, "x"), t.Tensor("float16", (2, 16, 16), tik.scope_gm, "y")
l1 = t.Tensor("float16", (2, 16, 16), tik.scope_cbuf, "l1")
t.data_move_multi_nd2nz(l1, x, 1, 16, 32, 0, 32, 16, 1, 0)  # one matrix of 16 rows and 32 columns
t.data_move(y, l1, 0, 1, 32, 0, 0)
t.BuildCCE(kernel_name="nd2nz", inputs=[x], outputs=[y])

x = np.arange(512, dtype=np.float16).reshape(16, 32)
report = t.kernel.run([x]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], x.reshape(16, 2, 16).transpose(1, 0, 2))
