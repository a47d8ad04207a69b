import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = t.Tensor("float32", (4, 64), tik.scope_gm, "x"), t.Tensor("float32", (64,), tik.scope_gm, "y", is_atomic_add=True)
with t.for_range(0, 4, block_num=4) as core:
    ub = t.Tensor("float32", (64,), tik.scope_ubuf, "ub")
    t.data_move(ub, x[core, 0], 0, 1, 8, 0, 0)
    t.set_atomic_add(1)
    t.data_move(y, ub, 0, 1, 8, 0, 0)  # four cores add their rows
    t.set_atomic_add(0)
t.BuildCCE(kernel_name="row_sum", inputs=[x], outputs=[y])

x = np.arange(256, dtype=np.float32).reshape(4, 64)
report = t.kernel.run([x]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], x.sum(axis=0))
