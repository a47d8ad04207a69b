import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = (t.Tensor("float32", (64,), tik.scope_gm, name) for name in ("x", "y"))
at = t.Tensor("int32", (64,), tik.scope_gm, "at")
src, dst = (t.Tensor("float32", (64,), tik.scope_ubuf, name) for name in ("src", "dst"))
offset = t.Tensor("int32", (64,), tik.scope_ubuf, "offset")
t.data_move(src, x, 0, 1, 8, 0, 0)
t.data_move(offset, at, 0, 1, 8, 0, 0)
t.vgather(64, dst, src, offset, 1, 8)  # offsets count bytes
t.data_move(y, dst, 0, 1, 8, 0, 0)
t.BuildCCE(kernel_name="vgather", inputs=[x, at], outputs=[y])

x, order = np.arange(64, dtype=np.float32), np.random.default_rng(0).permutation(64)
report = t.kernel.run([x, (order * 4).astype(np.int32)]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], x[order])
