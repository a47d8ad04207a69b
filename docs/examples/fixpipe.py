import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
a, y = t.Tensor("float16", (16, 16), tik.scope_gm, "a"), t.Tensor("float16", (16, 16), tik.scope_gm, "y")
l1, l0c = t.Tensor("float16", (16, 16), tik.scope_cbuf, "l1"), t.Tensor("float32", (16, 16), tik.scope_cc, "l0c")
t.data_move(l1, a, 0, 1, 16, 0, 0)
t.matmul(l0c, l1, l1, 16, 16, 16)
t.fixpipe(y, l0c, 1, 16 * 16 * 4 // 32, 0, 0, {"quantize_params": {"mode": "fp322fp16"}, "relu": True})
t.BuildCCE(kernel_name="fixpipe", inputs=[a], outputs=[y])

a = (np.arange(256) % 7 - 3).astype(np.float16).reshape(16, 16)
report = t.kernel.run([a]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], np.maximum(a @ a.T, 0))

# sums of bytes, scaled on their way to float16
t = tik.Tik(chip="Ascend910B1")
a, y = t.Tensor("int8", (16, 32), tik.scope_gm, "a"), t.Tensor("float16", (16, 16), tik.scope_gm, "y")
l1, l0c = t.Tensor("int8", (16, 32), tik.scope_cbuf, "l1"), t.Tensor("int32", (16, 16), tik.scope_cc, "l0c")
t.data_move(l1, a, 0, 1, 16, 0, 0)
t.matmul(l0c, l1, l1, 16, 32, 16)
t.fixpipe(y, l0c, 1, 16 * 16 * 4 // 32, 0, 0, {"quantize_params": {"mode": "int322fp16", "mode_param": 0.5}})
t.BuildCCE(kernel_name="scaled", inputs=[a], outputs=[y])

a = (np.arange(512) % 7 - 3).astype(np.int8).reshape(16, 32)
report = t.kernel.run([a]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], (a.astype(np.int32) @ a.T.astype(np.int32)) * 0.5)
