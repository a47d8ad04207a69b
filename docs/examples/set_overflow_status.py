import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = (t.Tensor("float16", (16,), tik.scope_gm, name) for name in ("x", "y"))
ub = t.Tensor("float16", (16,), tik.scope_ubuf, "ub")
t.set_overflow_status(0)
t.data_move(ub, x, 0, 1, 1, 0, 0)
t.data_move(y, ub, 0, 1, 1, 0, 0)
t.BuildCCE(kernel_name="overflow_status", inputs=[x], outputs=[y])

x = np.arange(16, dtype=np.float16)
np.testing.assert_array_equal(t.kernel.run([x]).raise_if_bad().outputs[0], x)
