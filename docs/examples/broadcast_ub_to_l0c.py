import numpy as np

import tik

t = tik.Tik(chip="Ascend910A")
x, y = t.Tensor("float32", (16,), tik.scope_gm, "x"), t.Tensor("float32", (16, 16), tik.scope_gm, "y")
row, ub = t.Tensor("float32", (16,), tik.scope_ubuf, "row"), t.Tensor("float32", (16, 16), tik.scope_ubuf, "ub")
l0c = t.Tensor("float32", (16, 16), tik.scope_cc, "l0c")
t.data_move(row, x, 0, 1, 2, 0, 0)
t.broadcast_ub_to_l0c(l0c, row, 1, 1)  # every row of the fractal
t.data_move(ub, l0c, 0, 1, 1, 0, 0)
t.data_move(y, ub, 0, 1, 32, 0, 0)
t.BuildCCE(kernel_name="bias_row", inputs=[x], outputs=[y])

x = np.arange(16, dtype=np.float32)
report = t.kernel.run([x]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], np.tile(x, (16, 1)))
