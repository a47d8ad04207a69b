import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
a, b = t.Tensor("float16", (2, 32, 16), tik.scope_gm, "a"), t.Tensor("float16", (2, 48, 16), tik.scope_gm, "b")
y = t.Tensor("float32", (3, 32, 16), tik.scope_gm, "y")
l1a, l1b = t.Tensor("float16", (2, 32, 16), tik.scope_cbuf, "l1a"), t.Tensor("float16", (2, 48, 16), tik.scope_cbuf, "l1b")
l0c = t.Tensor("float32", (3, 32, 16), tik.scope_cc, "l0c")
t.data_move(l1a, a, 0, 1, 64, 0, 0)
t.data_move(l1b, b, 0, 1, 96, 0, 0)
t.matmul(l0c, l1a, l1b, 32, 32, 48)  # [32, 32] @ [32, 48]
t.fixpipe(y, l0c, 3, 32 * 16 * 4 // 32, 0, 0)  # three column groups of 32 rows
t.BuildCCE(kernel_name="matmul", inputs=[a, b], outputs=[y])

left, right = np.arange(1024, dtype=np.float32).reshape(32, 32) % 5, np.arange(1536, dtype=np.float32).reshape(32, 48) % 7
a = left.astype(np.float16).reshape(32, 2, 16).transpose(1, 0, 2)  # [K1][M][K0]
b = right.T.astype(np.float16).reshape(48, 2, 16).transpose(1, 0, 2)  # [K1][N][K0]
report = t.kernel.run([np.ascontiguousarray(a), np.ascontiguousarray(b)]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0].transpose(1, 0, 2).reshape(32, 48), left @ right)
