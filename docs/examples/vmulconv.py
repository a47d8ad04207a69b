import numpy as np

import tik

t = tik.Tik(chip="Ascend310P3")
x0, x1 = (t.Tensor("float16", (128,), tik.scope_gm, name) for name in ("x0", "x1"))
y = t.Tensor("int8", (128,), tik.scope_gm, "y")
src0, src1 = (t.Tensor("float16", (128,), tik.scope_ubuf, name) for name in ("src0", "src1"))
dst = t.Tensor("int8", (128,), tik.scope_ubuf, "dst")
t.data_move(src0, x0, 0, 1, 8, 0, 0)
t.data_move(src1, x1, 0, 1, 8, 0, 0)
t.vmulconv(128, dst, src0, src1, 1, 1, 1, 1, 4, 8, 8)  # a repeat fills four blocks
t.data_move(y, dst, 0, 1, 4, 0, 0)
t.BuildCCE(kernel_name="vmulconv", inputs=[x0, x1], outputs=[y])

x0, x1 = np.arange(-64, 64, dtype=np.float16), np.full(128, 2.5, np.float16)
report = t.kernel.run([x0, x1]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], np.clip(np.rint(x0 * x1), -128, 127))
