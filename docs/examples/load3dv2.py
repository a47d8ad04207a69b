import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, weight = t.Tensor("float16", (6, 8, 16), tik.scope_gm, "x"), t.Tensor("float16", (9, 16, 16), tik.scope_gm, "weight")
y, l1 = t.Tensor("float32", (48, 16), tik.scope_gm, "y"), t.Tensor("float16", (6, 8, 16), tik.scope_cbuf, "l1")
l0a, l0b = t.Tensor("float16", (3, 9, 16, 16), tik.scope_ca, "l0a"), t.Tensor("float16", (9, 16, 16), tik.scope_cb, "l0b")
l0c = t.Tensor("float32", (48, 16), tik.scope_cc, "l0c")
t.data_move(l1, x, 0, 1, 48, 0, 0)
t.load2dv1(l0b, weight, 0, 9, 1, 0)
t.load3dv2(l0a, l1, [1, 1, 1, 1], 6, 8, 16, 144, 48, 0, 0, 1, 1, 3, 3, 1, 1)  # 48 windows, 9 taps of 16 channels
t.mmad(l0c, l0a, l0b, 48, 144, 16, 0)
t.fix_l0c_gm(y, l0c, 16, 48, 48, 16)
t.BuildCCE(kernel_name="convolution", inputs=[x, weight], outputs=[y])

x, weight = np.arange(768, dtype=np.float16).reshape(6, 8, 16) % 5, np.arange(2304, dtype=np.float16).reshape(9, 16, 16) % 3
report = t.kernel.run([x, weight]).raise_if_bad()
padded = np.pad(x, ((1, 1), (1, 1), (0, 0))).astype(np.float32)
parts = [padded[tap // 3 : tap // 3 + 6, tap % 3 : tap % 3 + 8].reshape(48, 16) for tap in range(9)]
np.testing.assert_array_equal(report.outputs[0], sum(p @ w.T for p, w in zip(parts, weight, strict=True)))
