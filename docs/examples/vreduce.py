import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, p = t.Tensor("int16", (128,), tik.scope_gm, "x"), t.Tensor("uint16", (16,), tik.scope_gm, "p")
y, n = t.Tensor("int16", (2, 128), tik.scope_gm, "y"), t.Tensor("int32", (8,), tik.scope_gm, "n")
src, dst = t.Tensor("int16", (128,), tik.scope_ubuf, "src"), t.Tensor("int16", (2, 128), tik.scope_ubuf, "dst")
bits, kept = t.Tensor("uint16", (16,), tik.scope_ubuf, "bits"), t.Tensor("int32", (8,), tik.scope_ubuf, "kept")
count = t.Scalar("uint32", "count")
t.data_move(src, x, 0, 1, 8, 0, 0)
t.data_move(bits, p, 0, 1, 1, 0, 0)
t.vec_dup(128, dst, -1, 2, 8)
t.vec_dup(8, kept, 0, 1, 8)
t.vreduce(128, dst[0, 0], src, 2, 1, 1, 8, 0)  # pattern 2: the odd ones
t.vreduce(128, dst[1, 0], src, bits, 1, 1, 8, 1, rsvd_scalar=count)  # those whose bit is 1
kept[0].set_as(count)
t.data_move(y, dst, 0, 1, 16, 0, 0)
t.data_move(n, kept, 0, 1, 1, 0, 0)
t.BuildCCE(kernel_name="vreduce", inputs=[x, p], outputs=[y, n])

x, p = np.arange(128, dtype=np.int16), np.zeros(16, np.uint16)
p[0], p[7] = 0b1001, 0x8000
report = t.kernel.run([x, p]).raise_if_bad()
odd, chosen = report.outputs["y"]
assert odd[:64].tolist() == list(range(1, 128, 2)) and report.outputs["n"][0] == 3 and chosen[:3].tolist() == [0, 3, 127]
