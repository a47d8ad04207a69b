import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = (t.Tensor("float16", (8, 16), tik.scope_gm, name) for name in ("x", "y"))
at = t.Tensor("uint32", (8,), tik.scope_gm, "at")
src, dst = (t.Tensor("float16", (8, 16), tik.scope_ubuf, name) for name in ("src", "dst"))
offsets = t.Tensor("uint32", (8,), tik.scope_ubuf, "offsets")
t.data_move(src, x, 0, 1, 8, 0, 0)
t.data_move(offsets, at, 0, 1, 1, 0, 0)
t.vgatherb(dst, src, offsets, 1, 1, 8)  # 8 blocks of 32 bytes, each from its offset
t.data_move(y, dst, 0, 1, 8, 0, 0)
t.BuildCCE(kernel_name="vgatherb", inputs=[x, at], outputs=[y])

x, order = np.arange(128, dtype=np.float16).reshape(8, 16), np.array([7, 0, 3, 3, 1, 2, 6, 5])
report = t.kernel.run([x, (order * 32).astype(np.uint32)]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], x[order])
