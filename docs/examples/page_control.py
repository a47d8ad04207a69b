import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
n = t.InputScalar("int32", "n")
x, y = (t.Tensor("float32", (8, 64), tik.scope_gm, name) for name in ("x", "y"))
with t.for_range(0, 2, block_num=2) as core:  # two cores
    with t.for_range(0, 4, thread_num=2) as i:  # two buffers, so that the next row is loaded meanwhile
        row = core * 4 + i
        ub = t.Tensor("float32", (64,), tik.scope_ubuf, "ub")  # lives until the loop's body ends
        t.data_move(ub, x[row, 0], 0, 1, 8, 0, 0)
        with t.if_scope(row < n):
            t.vec_muls(64, ub, ub, 2, 1, 8, 8)
        with t.elif_scope(row == n):
            t.vec_adds(64, ub, ub, 1, 1, 8, 8)
        with t.else_scope():
            t.vec_dup(64, ub, 0, 1, 8)
        t.data_move(y[row, 0], ub, 0, 1, 8, 0, 0)
t.BuildCCE(kernel_name="rows", inputs=[x, n], outputs=[y])

x = np.arange(512, dtype=np.float32).reshape(8, 64)
report = t.kernel.run({"x": x, "n": 5}).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], np.concatenate([x[:5] * 2, x[5:6] + 1, np.zeros((2, 64))]))
