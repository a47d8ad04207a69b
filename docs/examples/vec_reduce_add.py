import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = t.Tensor("float32", (256,), tik.scope_gm, "x"), t.Tensor("float32", (8,), tik.scope_gm, "y")
src, work = (t.Tensor("float32", (256,), tik.scope_ubuf, name) for name in ("src", "work"))
dst = t.Tensor("float32", (8,), tik.scope_ubuf, "dst")
t.data_move(src, x, 0, 1, 32, 0, 0)
t.vec_dup(8, dst, 0, 1, 8)
t.vec_reduce_add(64, dst, src, work, 4, 8)  # four repeats of 64 lanes to dst[0]
t.data_move(y, dst, 0, 1, 1, 0, 0)
t.BuildCCE(kernel_name="vec_reduce_add", inputs=[x], outputs=[y])

x = np.arange(256, dtype=np.float32)
assert t.kernel.run([x]).raise_if_bad().outputs[0][0] == x.sum()
