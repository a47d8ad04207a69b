import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = (t.Tensor("float16", (128,), tik.scope_gm, name) for name in ("x", "y"))
src, dst = (t.Tensor("float16", (128,), tik.scope_ubuf, name) for name in ("src", "dst"))
work = t.Tensor("float16", (1280,), tik.scope_ubuf, "work")  # 10 elements for each of src
t.data_move(src, x, 0, 1, 8, 0, 0)
t.vec_ln_high_preci(128, dst, src, work, 1, 8, 8)
t.data_move(y, dst, 0, 1, 8, 0, 0)
t.BuildCCE(kernel_name="logarithm", inputs=[x], outputs=[y])

x = np.linspace(0.5, 4, 128, dtype=np.float16)
report = t.kernel.run([x]).raise_if_bad()
np.testing.assert_allclose(report.outputs[0], np.log(x.astype(np.float32)), rtol=1e-3)
