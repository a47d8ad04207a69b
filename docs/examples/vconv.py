import numpy as np

import tik

t = tik.Tik(chip="Ascend310P3")
x, n, w = (t.Tensor(*of, tik.scope_gm, name) for *of, name in (("float16", (128,), "x"), ("int32", (64,), "n"), ("int16", (128,), "w")))
y, z = t.Tensor("int32", (128,), tik.scope_gm, "y"), t.Tensor("float16", (64,), tik.scope_gm, "z")
v = t.Tensor("int8", (256,), tik.scope_gm, "v")
halves, whole = t.Tensor("float16", (128,), tik.scope_ubuf, "halves"), t.Tensor("int32", (128,), tik.scope_ubuf, "whole")
t.data_move(halves, x, 0, 1, 8, 0, 0)
t.vec_conv(64, "floor", whole, halves, 2, 8, 4)  # 64 lanes a repeat: the wider dtype counts
t.data_move(y, whole, 0, 1, 16, 0, 0)

sums, scaled = t.Tensor("int32", (64,), tik.scope_ubuf, "sums"), t.Tensor("float16", (64,), tik.scope_ubuf, "scaled")
t.data_move(sums, n, 0, 1, 8, 0, 0)
t.vec_conv(64, "none", scaled, sums, 1, 4, 8, deqscale=0.5)  # int32 to float16 is scaled
t.data_move(z, scaled, 0, 1, 4, 0, 0)

words, bytes_ = t.Tensor("int16", (128,), tik.scope_ubuf, "words"), t.Tensor("int8", (256,), tik.scope_ubuf, "bytes")
t.data_move(words, w, 0, 1, 8, 0, 0)
t.vec_dup(128, bytes_.reinterpret_cast_to("int16"), 0, 1, 8)
t.vec_conv(128, "none", bytes_, words, 1, 8, 8, ldst_high_half=True)  # to the upper half of each block
t.data_move(v, bytes_, 0, 1, 8, 0, 0)
t.BuildCCE(kernel_name="conversions", inputs=[x, n, w], outputs=[y, z, v])

x, n, w = np.linspace(-9, 9, 128, dtype=np.float16), np.arange(64, dtype=np.int32), np.arange(-64, 64, dtype=np.int16)
report = t.kernel.run([x, n, w]).raise_if_bad()
np.testing.assert_array_equal(report.outputs["y"], np.floor(x))
np.testing.assert_array_equal(report.outputs["z"], n * 0.5)
np.testing.assert_array_equal(report.outputs["v"].reshape(8, 32)[:, 16:], w.reshape(8, 16))
