import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = (t.Tensor("float32", (2, 64), tik.scope_gm, name) for name in ("x", "y"))
halfway = t.Tensor("float32", (2, 64), tik.scope_gm, "halfway", is_workspace=True)
ub = t.Tensor("float32", (64,), tik.scope_ubuf, "ub")
with t.for_range(0, 2, block_num=2) as core:
    t.data_move(ub, x[core, 0], 0, 1, 8, 0, 0)
    t.data_move(halfway[core, 0], ub, 0, 1, 8, 0, 0)
    t.cross_core_set(0, "PIPE_MTE3", 3)  # mode 0: counter 3 of every vector core, once all of them have set it
    t.cross_core_wait(3)
    t.data_move(ub, halfway[1 - core, 0], 0, 1, 8, 0, 0)
    t.data_move(y[core, 0], ub, 0, 1, 8, 0, 0)
t.BuildCCE(kernel_name="exchange", inputs=[x], outputs=[y])

x = np.arange(128, dtype=np.float32).reshape(2, 64)
np.testing.assert_array_equal(t.kernel.run([x]).raise_if_bad().outputs[0], x[::-1])
