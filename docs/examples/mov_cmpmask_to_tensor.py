import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = t.Tensor("uint8", (32,), tik.scope_gm, "x"), t.Tensor("uint8", (64,), tik.scope_gm, "y")
src, dst = t.Tensor("uint8", (32,), tik.scope_ubuf, "src"), t.Tensor("uint8", (64,), tik.scope_ubuf, "dst")
t.data_move(src, x, 0, 1, 1, 0, 0)
t.vec_dup(32, dst.reinterpret_cast_to("uint16"), 0, 1, 8)
bits = t.mov_tensor_to_cmpmask(src)  # 16 bytes
t.mov_cmpmask_to_tensor(dst, bits)
bits = t.set_scalar_to_cmpmask(0x1234)  # 64 bits, zeros above
t.mov_cmpmask_to_tensor(dst[32], bits)
t.data_move(y, dst, 0, 1, 2, 0, 0)
t.BuildCCE(kernel_name="cmpmask", inputs=[x], outputs=[y])

x = np.arange(32, dtype=np.uint8)
report = t.kernel.run([x]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0][:16], x[:16])
assert report.outputs[0][32:35].tolist() == [0x34, 0x12, 0]
