import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
y = t.Tensor("float16", (256,), tik.scope_gm, "y")
dst = t.Tensor("float16", (256,), tik.scope_ubuf, "dst")
t.vec_dup(128, dst, 1.5, 2, 8)  # two repeats of 128 lanes
t.data_move(y, dst, 0, 1, 16, 0, 0)
t.BuildCCE(kernel_name="vec_dup", inputs=[], outputs=[y])

report = t.kernel.run().raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], np.full(256, 1.5))
