import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
a, y = t.Tensor("float16", (16, 16), tik.scope_gm, "a"), t.Tensor("float16", (12, 16), tik.scope_gm, "y")
l1 = t.Tensor("float16", (16, 16), tik.scope_cbuf, "l1")
l0a, l0b = t.Tensor("float16", (16, 16), tik.scope_ca, "l0a"), t.Tensor("float16", (16, 16), tik.scope_cb, "l0b")
l0c = t.Tensor("float32", (16, 16), tik.scope_cc, "l0c")
t.data_move(l1, a, 0, 1, 16, 0, 0)
t.load2dv1(l0a, l1, 0, 1, 1, 0)
t.load2dv1(l0b, l1, 0, 1, 1, 0)
t.mmad(l0c, l0a, l0b, 16, 16, 16, 0)
t.fix_l0c_gm(y, l0c, 16, 12, 16, 16, relu=True)  # 12 rows of 16 columns, as float16, without negative numbers
t.BuildCCE(kernel_name="fix", inputs=[a], outputs=[y])

a = (np.arange(256) % 7 - 3).astype(np.float16).reshape(16, 16)
report = t.kernel.run([a]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], np.maximum(a @ a.T, 0)[:12])
