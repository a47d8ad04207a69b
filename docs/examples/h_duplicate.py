import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
y, dst = t.Tensor("float16", (100,), tik.scope_gm, "y"), t.Tensor("float16", (100,), tik.scope_ubuf, "dst")
t.h_duplicate(dst, 1.5)
t.h_data_move(y, dst)
t.BuildCCE(kernel_name="h_duplicate", inputs=[], outputs=[y])

np.testing.assert_array_equal(t.kernel.run().raise_if_bad().outputs[0], np.full(100, 1.5))
