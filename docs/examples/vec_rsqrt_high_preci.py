import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = (t.Tensor("float32", (64,), tik.scope_gm, name) for name in ("x", "y"))
src, dst = (t.Tensor("float32", (64,), tik.scope_ubuf, name) for name in ("src", "dst"))
work = t.Tensor("float32", (192,), tik.scope_ubuf, "work")  # 3 elements for each of src
t.data_move(src, x, 0, 1, 8, 0, 0)
t.vec_rsqrt_high_preci(64, dst, src, work, 1, 8, 8)
t.data_move(y, dst, 0, 1, 8, 0, 0)
t.BuildCCE(kernel_name="reciprocal_root", inputs=[x], outputs=[y])

x = np.linspace(0.5, 4, 64, dtype=np.float32)
report = t.kernel.run([x]).raise_if_bad()
np.testing.assert_allclose(report.outputs[0], 1 / np.sqrt(x), rtol=1e-6)
