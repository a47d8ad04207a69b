import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = t.Tensor("int32", (128,), tik.scope_gm, "x"), t.Tensor("int32", (2, 64), tik.scope_gm, "y")
p = t.Tensor("uint32", (8,), tik.scope_gm, "p")
src, dst = t.Tensor("int32", (128,), tik.scope_ubuf, "src"), t.Tensor("int32", (2, 64), tik.scope_ubuf, "dst")
bits = t.Tensor("uint32", (8,), tik.scope_ubuf, "bits")
t.data_move(src, x, 0, 1, 16, 0, 0)
t.data_move(bits, p, 0, 1, 1, 0, 0)
t.vec_dup(64, dst, -1, 2, 8)
t.vreducev2(100, dst[0, 0], src, 1, 1, 1, 16, 0, mask_mode="counter")  # the even ones of 100 elements
t.vreducev2(None, dst[1, 0], src, bits, 1, 1, 8, 1)  # of 64 elements those whose bit is 1
t.data_move(y, dst, 0, 1, 16, 0, 0)
t.BuildCCE(kernel_name="vreducev2", inputs=[x, p], outputs=[y])

x, p = np.arange(128, dtype=np.int32), np.array([5, 1 << 31, 0, 0, 0, 0, 0, 0], np.uint32)
report = t.kernel.run([x, p]).raise_if_bad()
even, chosen = report.outputs["y"]
assert even[:50].tolist() == list(range(0, 100, 2)) and chosen[:3].tolist() == [0, 2, 63]
