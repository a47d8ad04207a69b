import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = t.Tensor("float16", (8, 30), tik.scope_gm, "x"), t.Tensor("float16", (8, 10), tik.scope_gm, "y")
ub = t.Tensor("float16", (8, 16), tik.scope_ubuf, "ub")
t.h_data_move(ub[:, 0:10], x[:, 5:15])  # ten columns of each row, byte-exact
t.h_data_move(y, ub[:, 0:10])
t.BuildCCE(kernel_name="h_data_move", inputs=[x], outputs=[y])

x = np.arange(240, dtype=np.float16).reshape(8, 30)
np.testing.assert_array_equal(t.kernel.run([x]).raise_if_bad().outputs[0], x[:, 5:15])
