import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = (t.Tensor("float16", (4, 10), tik.scope_gm, name) for name in ("x", "y"))
ub = t.Tensor("float16", (4, 16), tik.scope_ubuf, "ub")
t.data_move_pad(ub, x, 4, 20, 0, 0, right_padding=6, padding_value=0)  # 4 rows of 20 bytes, each into a block of its own
t.vec_adds(16, ub, ub, 1, 4, 1, 1)
t.data_move_pad(y, ub, 4, 20, 0, 0)
t.BuildCCE(kernel_name="data_move_pad", inputs=[x], outputs=[y])

x = np.arange(40, dtype=np.float16).reshape(4, 10)
report = t.kernel.run([x]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], x + 1)
