import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = (t.Tensor("float32", (2, 64), tik.scope_gm, name) for name in ("x", "y"))
halfway = t.Tensor("float32", (2, 64), tik.scope_gm, "halfway", is_workspace=True)
sync = t.Tensor("int64", (8,), tik.scope_gm, "sync", is_workspace=True)  # 4 elements a core
ub = t.Tensor("float32", (64,), tik.scope_ubuf, "ub")
with t.for_range(0, 2, block_num=2) as core:
    t.data_move(ub, x[core, 0], 0, 1, 8, 0, 0)
    t.data_move(halfway[core, 0], ub, 0, 1, 8, 0, 0)
    t.block_barrier(sync)  # both rows are there
    t.data_move(ub, halfway[1 - core, 0], 0, 1, 8, 0, 0)  # the other core's
    t.data_move(y[core, 0], ub, 0, 1, 8, 0, 0)
t.BuildCCE(kernel_name="exchange", inputs=[x], outputs=[y])

x = np.arange(128, dtype=np.float32).reshape(2, 64)
np.testing.assert_array_equal(t.kernel.run([x]).raise_if_bad().outputs[0], x[::-1])
