import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x = t.Tensor("int16", (256,), tik.scope_gm, "x")
y = t.Tensor("int16", (256,), tik.scope_gm, "y")
src = t.Tensor("int16", (256,), tik.scope_ubuf, "src")
dst = t.Tensor("int16", (256,), tik.scope_ubuf, "dst")
t.data_move(src, x, 0, 1, 16, 0, 0)
t.vec_dup(128, dst, 0, 2, 8)
t.vcopy([0, 0b1010], dst, src, 2, 1, 1, 8, 8)  # lanes 1 and 3 of each repeat
t.data_move(y, dst, 0, 1, 16, 0, 0)
t.BuildCCE(kernel_name="vcopy", inputs=[x], outputs=[y])

x = np.arange(256, dtype=np.int16)
report = t.kernel.run([x]).raise_if_bad()
np.testing.assert_array_equal(np.flatnonzero(report.outputs[0]), [1, 3, 129, 131])
