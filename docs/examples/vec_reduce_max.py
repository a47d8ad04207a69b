import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = t.Tensor("float16", (512,), tik.scope_gm, "x"), t.Tensor("float16", (16,), tik.scope_gm, "y")
src, work = (t.Tensor("float16", (512,), tik.scope_ubuf, name) for name in ("src", "work"))
dst = t.Tensor("float16", (16,), tik.scope_ubuf, "dst")
t.data_move(src, x, 0, 1, 32, 0, 0)
t.vec_dup(16, dst, 0, 1, 8)
t.vec_reduce_max(128, dst, src, work, 4, 8, cal_index=True)  # dst[0] the largest, dst[1] where it stands
t.data_move(y, dst, 0, 1, 1, 0, 0)
t.BuildCCE(kernel_name="vec_reduce_max", inputs=[x], outputs=[y])

x = np.random.default_rng(0).permutation(512).astype(np.float16)
report = t.kernel.run([x]).raise_if_bad()
assert report.outputs[0][0] == x.max() and report.outputs[0].view(np.uint16)[1] == x.argmax()
