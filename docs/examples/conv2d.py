import numpy as np

import tik

t = tik.Tik(chip="Ascend910A")
x, weight = (
    t.Tensor("float16", (1, 6, 8, 16), tik.scope_gm, "x"),
    t.Tensor("float16", (1, 3, 3, 16, 16), tik.scope_gm, "weight"),
)
y, l1 = t.Tensor("float32", (1, 48, 16), tik.scope_gm, "y"), t.Tensor("float16", (1, 6, 8, 16), tik.scope_cbuf, "l1")
l1w = t.Tensor("float16", (1, 3, 3, 16, 16), tik.scope_cbuf, "l1w")
l0c = t.Tensor("float32", (1, 48, 16), tik.scope_cc, "l0c")
t.data_move(l1, x, 0, 1, 48, 0, 0)
t.data_move(l1w, weight, 0, 1, 144, 0, 0)
t.conv2d(l0c, l1, l1w, [1, 6, 8, 16], [1, 3, 3, 16, 16], [1, 1], [1, 1, 1, 1], [1, 1])
t.fixpipe(y, l0c, 1, 48 * 16 * 4 // 32, 0, 0)
t.BuildCCE(kernel_name="conv2d", inputs=[x, weight], outputs=[y])

x = np.arange(768, dtype=np.float16).reshape(1, 6, 8, 16) % 5
weight = np.arange(2304, dtype=np.float16).reshape(1, 3, 3, 16, 16) % 3
report = t.kernel.run([x, weight]).raise_if_bad()
padded = np.pad(x[0], ((1, 1), (1, 1), (0, 0))).astype(np.float32)
expected = sum(padded[h : h + 6, w : w + 8].reshape(48, 16) @ weight[0, h, w].T for h in range(3) for w in range(3))
np.testing.assert_array_equal(report.outputs[0][0], expected)
