import numpy as np

import tik

t = tik.Tik(chip="Ascend910A")
x, y = (t.Tensor("float16", (4, 64), tik.scope_gm, name) for name in ("x", "y"))
ub, l1 = t.Tensor("float16", (4, 16), tik.scope_ubuf, "ub"), t.Tensor("float16", (4, 16), tik.scope_cbuf, "l1")
t.data_move(l1, x[16], 0, 4, 1, 3, 0)  # 4 bursts of 1 block, 3 blocks of gap in GM: columns 16..31
t.data_move(ub, l1, 0, 1, 4, 0, 0)  # L1 to UB: one burst of 4 blocks
t.data_move(y, ub, 0, 4, 1, 0, 3)  # to columns 0..15
t.BuildCCE(kernel_name="data_move", inputs=[x], outputs=[y])

x = np.arange(256, dtype=np.float16).reshape(4, 64)
report = t.kernel.run([x], initial=[np.zeros((4, 64), np.float16)]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0][:, :16], x[:, 16:32])

# through L0C, with a conversion on the way
t = tik.Tik(chip="Ascend910A")
x, y = t.Tensor("float32", (16, 16), tik.scope_gm, "x"), t.Tensor("float16", (16, 16), tik.scope_gm, "y")
wide, half = t.Tensor("float32", (16, 16), tik.scope_ubuf, "wide"), t.Tensor("float16", (16, 16), tik.scope_ubuf, "half")
copy, l0c = t.Tensor("float32", (16, 16), tik.scope_ubuf, "copy"), t.Tensor("float32", (16, 16), tik.scope_cc, "l0c")
l1 = t.Tensor("float32", (16, 16), tik.scope_cbuf, "l1")
t.data_move(wide, x, 0, 1, 32, 0, 0)
t.data_move(l1, wide, 0, 1, 32, 0, 0)  # UB to L1
t.data_move(wide, l1, 0, 1, 32, 0, 0)
t.data_move(copy, wide, 0, 1, 32, 0, 0)  # UB to UB
t.data_move(l0c, copy, 0, 1, 1, 0, 0)  # UB to L0C: bursts count fractals
t.data_move(half, l0c, 0, 1, 1, 0, 0, 2)  # ConvReluMode 2: to float16, with relu
t.data_move(y, half, 0, 1, 16, 0, 0)
t.BuildCCE(kernel_name="through_l0c", inputs=[x], outputs=[y])

x = np.linspace(-1, 1, 256, dtype=np.float32).reshape(16, 16)
report = t.kernel.run([x]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], np.maximum(x, 0).astype(np.float16))

# sums of the cube are scaled on their way to float16
t = tik.Tik(chip="Ascend910A")
x, y = t.Tensor("int32", (16, 16), tik.scope_gm, "x"), t.Tensor("float16", (16, 16), tik.scope_gm, "y")
whole, half = t.Tensor("int32", (16, 16), tik.scope_ubuf, "whole"), t.Tensor("float16", (16, 16), tik.scope_ubuf, "half")
l0c = t.Tensor("int32", (16, 16), tik.scope_cc, "l0c")
t.data_move(whole, x, 0, 1, 32, 0, 0)
t.data_move(l0c, whole, 0, 1, 1, 0, 0)
t.data_move(half, l0c, 0, 1, 1, 0, 0, 3, 0.5)  # ConvReluMode 3, deqscale
t.data_move(y, half, 0, 1, 16, 0, 0)
t.BuildCCE(kernel_name="scaled", inputs=[x], outputs=[y])

x = np.arange(256, dtype=np.int32).reshape(16, 16)
np.testing.assert_array_equal(t.kernel.run([x]).raise_if_bad().outputs[0], x * 0.5)

# a cube core of a split chip stores L1 itself
t = tik.Tik(chip="Ascend910B1")
x, y = (t.Tensor("float16", (256,), tik.scope_gm, name) for name in ("x", "y"))
l1 = t.Tensor("float16", (256,), tik.scope_cbuf, "l1")
t.data_move(l1, x, 0, 1, 16, 0, 0)
t.data_move(y, l1, 0, 1, 16, 0, 0)
t.BuildCCE(kernel_name="through_l1", inputs=[x], outputs=[y])

x = np.arange(256, dtype=np.float16)
np.testing.assert_array_equal(t.kernel.run([x]).raise_if_bad().outputs[0], x)
