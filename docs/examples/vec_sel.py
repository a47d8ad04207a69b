import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x0, x1 = (t.Tensor("float16", (128,), tik.scope_gm, name) for name in ("x0", "x1"))
y = t.Tensor("float16", (3, 128), tik.scope_gm, "y")
src0, src1 = (t.Tensor("float16", (128,), tik.scope_ubuf, name) for name in ("src0", "src1"))
dst = t.Tensor("float16", (3, 128), tik.scope_ubuf, "dst")
bits = t.Tensor("uint16", (16,), tik.scope_ubuf, "bits")
t.data_move(src0, x0, 0, 1, 8, 0, 0)
t.data_move(src1, x1, 0, 1, 8, 0, 0)
t.vec_cmpv_gt(bits, src0, src1, 1, 8, 8)
t.vec_sel(128, 0, dst[0, 0], bits, src0, src1, 1)  # mode 0: the same 128 bits for every repeat
t.vec_sel(128, 1, dst[1, 0], bits, src0, -1.0, 1)  # mode 1: a scalar where the bit is 0
t.vec_sel(128, 2, dst[2, 0], bits, src0, src1, 1)  # mode 2: bits of their own for every repeat
t.data_move(y, dst, 0, 1, 24, 0, 0)
t.BuildCCE(kernel_name="vec_sel", inputs=[x0, x1], outputs=[y])

x0, x1 = np.arange(128, dtype=np.float16) % 7, np.arange(128, dtype=np.float16) % 5
report = t.kernel.run([x0, x1]).raise_if_bad()
larger = np.maximum(x0, x1)
np.testing.assert_array_equal(report.outputs[0], [larger, np.where(x0 > x1, x0, -1), larger])
