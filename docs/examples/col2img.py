import numpy as np

import tik

t = tik.Tik(chip="Ascend910A")
x, y = t.Tensor("float16", (16, 16), tik.scope_gm, "x"), t.Tensor("float16", (4, 4, 16), tik.scope_gm, "y")
rows, image = t.Tensor("float16", (16, 16), tik.scope_ubuf, "rows"), t.Tensor("float16", (4, 4, 16), tik.scope_ubuf, "image")
t.data_move(rows, x, 0, 1, 16, 0, 0)
t.vec_dup(128, image, 0, 2, 8)
for tap in range(2):  # a kernel of 1 x 2: each window is added to its pixel, then to the next in its row
    t.col2img(image, rows, [0, 1, 0, 0], 4, 4, tap, 0, 0, 0, 1, 1, 2, 1, 1, 1, 1)
t.data_move(y, image, 0, 1, 16, 0, 0)
t.BuildCCE(kernel_name="col2img", inputs=[x], outputs=[y])

x = np.arange(256, dtype=np.float16).reshape(4, 4, 16)
report = t.kernel.run([x.reshape(16, 16)]).raise_if_bad()
expected = x.copy()
expected[:, 1:] += x[:, :-1]
np.testing.assert_array_equal(report.outputs[0], expected)
