import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = t.Tensor("float16", (256,), tik.scope_gm, "x"), t.Tensor("float16", (16,), tik.scope_gm, "y")
n = t.Tensor("int32", (8,), tik.scope_gm, "n")
src, dst = t.Tensor("float16", (256,), tik.scope_ubuf, "src"), t.Tensor("float16", (16,), tik.scope_ubuf, "dst")
found = t.Tensor("int32", (8,), tik.scope_ubuf, "found")
t.data_move(src, x, 0, 1, 16, 0, 0)
t.vec_dup(16, dst, 0, 1, 8)
t.vec_dup(8, found, 0, 1, 8)
t.vcmax(128, dst, src, 2, 1, 1, 8)  # a pair a repeat: the value, and its lane as an integer's bits

largest, count, index = t.Scalar("float16", "largest"), t.Scalar("uint32", "count"), t.Scalar("uint32", "index")
t.vcmax(128, dst, src, 2, 1, 1, 8, max_cnt_index=[largest, count, index])  # and of all repeats together
found[0].set_as(count)
found[1].set_as(index)
t.data_move(y, dst, 0, 1, 1, 0, 0)
t.data_move(n, found, 0, 1, 1, 0, 0)
t.BuildCCE(kernel_name="vcmax", inputs=[x], outputs=[y, n])

x = np.arange(256, dtype=np.float16) % 100
report = t.kernel.run([x]).raise_if_bad()
assert report.outputs["y"][[0, 2]].tolist() == [99, 99]
assert report.outputs["y"].view(np.uint16)[[1, 3]].tolist() == [99, 199 - 128]
assert report.outputs["n"][:2].tolist() == [2, 99]
