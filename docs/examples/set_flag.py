import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = (t.Tensor("float32", (64,), tik.scope_gm, name) for name in ("x", "y"))
ub = t.Tensor("float32", (64,), tik.scope_ubuf, "ub")
with t.new_stmt_scope(disable_sync=True):  # the author orders the pipes
    t.data_move(ub, x, 0, 1, 8, 0, 0)
    t.set_flag("PIPE_MTE2", "PIPE_V", 0)
    t.wait_flag("PIPE_MTE2", "PIPE_V", 0)
    t.vec_adds(64, ub, ub, 1, 1, 8, 8)
    t.pipe_barrier("PIPE_V")  # the second instruction reads what the first one writes
    t.vec_muls(64, ub, ub, 2, 1, 8, 8)
    t.set_flag("PIPE_V", "PIPE_MTE3", 0)
    t.wait_flag("PIPE_V", "PIPE_MTE3", 0)
    t.data_move(y, ub, 0, 1, 8, 0, 0)
t.BuildCCE(kernel_name="ordered", inputs=[x], outputs=[y])

x = np.arange(64, dtype=np.float32)
np.testing.assert_array_equal(t.kernel.run([x]).raise_if_bad().outputs[0], (x + 1) * 2)
