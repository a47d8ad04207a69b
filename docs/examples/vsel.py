import numpy as np

import tik

t = tik.Tik(chip="Ascend910A")
x0, x1, y = (t.Tensor("float16", (128,), tik.scope_gm, name) for name in ("x0", "x1", "y"))
src0, src1, dst = (t.Tensor("float16", (128,), tik.scope_ubuf, name) for name in ("src0", "src1", "dst"))
t.data_move(src0, x0, 0, 1, 8, 0, 0)
t.data_move(src1, x1, 0, 1, 8, 0, 0)
held = t.vcmp_lt(128, src0, src1, 1, 1)  # the bits are in CMPMASK
t.vsel(128, 0, dst, held, src0, src1, 1, 1, 1, 1, 8, 8, 8)
t.data_move(y, dst, 0, 1, 8, 0, 0)
t.BuildCCE(kernel_name="vsel", inputs=[x0, x1], outputs=[y])

x0, x1 = np.arange(128, dtype=np.float16) % 7, np.arange(128, dtype=np.float16) % 5
report = t.kernel.run([x0, x1]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], np.minimum(x0, x1))
