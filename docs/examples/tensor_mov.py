import numpy as np

import tik

t = tik.Tik(chip="Ascend910A")
x, y = (t.Tensor("float16", (16, 16), tik.scope_gm, name) for name in ("x", "y"))
ub, back = (t.Tensor("float16", (16, 16), tik.scope_ubuf, name) for name in ("ub", "back"))
l0c = t.Tensor("float16", (16, 16), tik.scope_cc, "l0c")
t.tensor_mov(ub, x, "", 1, 16, 0, 0)  # blocks of 32 bytes; the destination's gap comes first
t.tensor_mov(l0c, ub, "m", 1, 1, 0, 0)  # fractals
t.tensor_mov(back, l0c, "m", 1, 1, 0, 0, relu=True)
t.tensor_mov(y, back, "", 1, 16, 0, 0)
t.BuildCCE(kernel_name="tensor_mov", inputs=[x], outputs=[y])

x = np.linspace(-1, 1, 256, dtype=np.float16).reshape(16, 16)
report = t.kernel.run([x]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], np.maximum(x, 0))
