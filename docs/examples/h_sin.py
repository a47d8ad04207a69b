import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = (t.Tensor("float32", (100,), tik.scope_gm, name) for name in ("x", "y"))
src, dst = (t.Tensor("float32", (100,), tik.scope_ubuf, name) for name in ("src", "dst"))
t.h_data_move(src, x)
t.h_sin(dst, src)
t.h_data_move(y, dst)
t.BuildCCE(kernel_name="h_sin", inputs=[x], outputs=[y])

x = np.linspace(-9, 9, 100, dtype=np.float32)
np.testing.assert_allclose(t.kernel.run([x]).raise_if_bad().outputs[0], np.sin(x), atol=1e-6)
