import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = t.Tensor("float16", (96,), tik.scope_gm, "x"), t.Tensor("int8", (96,), tik.scope_gm, "y")
src, dst = t.Tensor("float16", (96,), tik.scope_ubuf, "src"), t.Tensor("int8", (96,), tik.scope_ubuf, "dst")
t.h_data_move(src, x)
t.h_quant(dst, src, 16.0)  # src * 16, rounded and saturated
t.h_data_move(y, dst)
t.BuildCCE(kernel_name="h_quant", inputs=[x], outputs=[y])

x = np.linspace(-9, 9, 96, dtype=np.float16)
np.testing.assert_array_equal(t.kernel.run([x]).raise_if_bad().outputs[0], np.clip(np.rint(x * 16), -128, 127))
