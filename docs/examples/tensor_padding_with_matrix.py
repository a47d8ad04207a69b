import numpy as np

import tik

t = tik.Tik(chip="Ascend910A")
y = t.Tensor("float32", (16, 16), tik.scope_gm, "y")
l1 = t.Tensor("float16", (16, 16), tik.scope_cbuf, "l1")
l0a, l0b = t.Tensor("float16", (2, 16, 16), tik.scope_ca, "l0a"), t.Tensor("float16", (2, 16, 16), tik.scope_cb, "l0b")
l0c, ub = t.Tensor("float32", (16, 16), tik.scope_cc, "l0c"), t.Tensor("float32", (16, 16), tik.scope_ubuf, "ub")
t.tensor_padding_with_matrix(l0a, 2, 2.0)  # two fractals of twos
t.tensor_padding_with_matrix(l0b, 1)  # one of zeros
t.tensor_padding_with_matrix(l1, 1, 0.5)
t.load2dv1(l0b[256], l1, 0, 1, 1, 0)
t.mmad(l0c, l0a, l0b, 16, 32, 16, 0)
t.data_move(ub, l0c, 0, 1, 1, 0, 0)
t.data_move(y, ub, 0, 1, 32, 0, 0)
t.BuildCCE(kernel_name="filled", inputs=[], outputs=[y])

report = t.kernel.run().raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], np.full((16, 16), 16 * 2 * 0.5))
