import numpy as np

import tik

t = tik.Tik(chip="Ascend910A")
a, b = (t.Tensor("float16", (2, 16, 16), tik.scope_gm, name) for name in ("a", "b"))
y = t.Tensor("float32", (3, 16, 16), tik.scope_gm, "y")
l1a, l1b = (t.Tensor("float16", (2, 16, 16), tik.scope_cbuf, name) for name in ("l1a", "l1b"))
l0a, l0b = t.Tensor("float16", (2, 16, 16), tik.scope_ca, "l0a"), t.Tensor("float16", (2, 16, 16), tik.scope_cb, "l0b")
l0c, ub = t.Tensor("float32", (3, 16, 16), tik.scope_cc, "l0c"), t.Tensor("float32", (3, 16, 16), tik.scope_ubuf, "ub")
t.load2dv1(l1a, a, 0, 2, 1, 0)  # GM to L1: two fractals
t.load2dv1(l1b, b, 0, 2, 1, 0)
t.load2dv1(l0a, l1a, 0, 2, 1, 0)  # L1 to L0A
t.load2dv1(l0b, l1b, 0, 2, 1, 0)
t.mmad(l0c, l0a, l0b, 16, 32, 16, 0)  # a fractal of L0B is [n][k]: the product with b transposed
t.load2dv1(l0b, l1b, 1, 2, 1, 0, if_transpose=True, addr_mode=1)  # fractals 1, 0, each transposed
t.mmad(l0c[256], l0a, l0b, 16, 32, 16, 0)
t.load2dv1(l0a, a, 0, 2, 1, 0)  # or straight from GM
t.load2dv1(l0b, b, 0, 2, 1, 0)
t.mmad(l0c[512], l0a, l0b, 16, 32, 16, 0)
t.data_move(ub, l0c, 0, 1, 3, 0, 0)
t.data_move(y, ub, 0, 1, 96, 0, 0)
t.BuildCCE(kernel_name="load2d", inputs=[a, b], outputs=[y])

a, b = np.arange(512, dtype=np.float16).reshape(2, 16, 16) % 5, np.arange(512, dtype=np.float16).reshape(2, 16, 16) % 7
report = t.kernel.run([a, b]).raise_if_bad()
plain = a[0] @ b[0].T + a[1] @ b[1].T
np.testing.assert_array_equal(report.outputs[0], [plain, a[0] @ b[1] + a[1] @ b[0], plain])
