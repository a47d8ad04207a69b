import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
y = t.Tensor("int32", (128,), tik.scope_gm, "y")
dst = t.Tensor("int32", (128,), tik.scope_ubuf, "dst")
t.vci(64, dst, 100, 2, 1, 8)  # 100, 101, ... in two repeats of 64 lanes
t.data_move(y, dst, 0, 1, 16, 0, 0)
t.BuildCCE(kernel_name="vci", inputs=[], outputs=[y])

report = t.kernel.run().raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], 100 + np.arange(128))
