import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = t.Tensor("float16", (4, 128), tik.scope_gm, "x"), t.Tensor("float16", (4,), tik.scope_gm, "y")
src, dst = t.Tensor("float16", (4, 128), tik.scope_ubuf, "src"), t.Tensor("float16", (4,), tik.scope_ubuf, "dst")
t.h_data_move(src, x)
t.h_reduce_max(dst, src, axis=1)
t.h_data_move(y, dst)
t.BuildCCE(kernel_name="h_reduce_max", inputs=[x], outputs=[y])

x = np.random.default_rng(0).permutation(512).astype(np.float16).reshape(4, 128)
np.testing.assert_array_equal(t.kernel.run([x]).raise_if_bad().outputs[0], x.max(axis=1))
