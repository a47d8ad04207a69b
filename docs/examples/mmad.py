import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
a, b = t.Tensor("float16", (2, 16, 16), tik.scope_gm, "a"), t.Tensor("float16", (2, 16, 16), tik.scope_gm, "b")
c, y = t.Tensor("float32", (16,), tik.scope_gm, "c"), t.Tensor("float32", (16, 16), tik.scope_gm, "y")
l1a, l1b = (t.Tensor("float16", (2, 16, 16), tik.scope_cbuf, name) for name in ("l1a", "l1b"))
l1c, table = t.Tensor("float32", (16,), tik.scope_cbuf, "l1c"), t.Tensor("float32", (16,), "local.BT", "table")
l0a, l0b = t.Tensor("float16", (2, 16, 16), tik.scope_ca, "l0a"), t.Tensor("float16", (2, 16, 16), tik.scope_cb, "l0b")
l0c = t.Tensor("float32", (16, 16), tik.scope_cc, "l0c")
t.data_move(l1a, a, 0, 1, 32, 0, 0)
t.data_move(l1b, b, 0, 1, 32, 0, 0)
t.data_move(l1c, c, 0, 1, 2, 0, 0)
t.data_move(table, l1c, 0, 1, 2, 0, 0)  # the bias table
t.load2dv1(l0a, l1a, 0, 2, 1, 0)
t.load2dv1(l0b, l1b, 0, 2, 1, 0)
t.mmad(l0c, l0a, l0b, 16, 16, 16, 0, bias_tensor=table)  # a[0] @ b[0].T + c
t.mmad(l0c, l0a[256], l0b[256], 16, 16, 16, 1)  # is_bias 1: + a[1] @ b[1].T
t.fix_l0c_gm(y, l0c, 16, 16, 16, 16)
t.BuildCCE(kernel_name="mmad", inputs=[a, b, c], outputs=[y])

a, b = np.arange(512, dtype=np.float16).reshape(2, 16, 16) % 5, np.arange(512, dtype=np.float16).reshape(2, 16, 16) % 7
c = np.arange(16, dtype=np.float32)
report = t.kernel.run([a, b, c]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], a[0] @ b[0].T + a[1] @ b[1].T + c)
