import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = t.Tensor("float16", (100,), tik.scope_gm, "x"), t.Tensor("int32", (100,), tik.scope_gm, "y")
src, dst = t.Tensor("float16", (100,), tik.scope_ubuf, "src"), t.Tensor("int32", (100,), tik.scope_ubuf, "dst")
t.h_data_move(src, x)
t.h_cast(dst, src, "floor")
t.h_data_move(y, dst)
t.BuildCCE(kernel_name="h_cast", inputs=[x], outputs=[y])

x = np.linspace(-9, 9, 100, dtype=np.float16)
np.testing.assert_array_equal(t.kernel.run([x]).raise_if_bad().outputs[0], np.floor(x))
