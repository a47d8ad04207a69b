import numpy as np

import tik

t = tik.Tik(chip="Ascend310P3")
x, n = t.Tensor("float16", (128,), tik.scope_gm, "x"), t.Tensor("int32", (64,), tik.scope_gm, "n")
w = t.Tensor("int16", (128,), tik.scope_gm, "w")
y, z = t.Tensor("int32", (128,), tik.scope_gm, "y"), t.Tensor("float16", (64,), tik.scope_gm, "z")
v, nibbles = t.Tensor("int8", (8, 32), tik.scope_gm, "v"), t.Tensor("int4", (128,), tik.scope_gm, "nibbles")
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

packed = t.Tensor("int4", (128,), tik.scope_ubuf, "packed")
t.vec_conv(128, "none", packed, halves, 1, 2, 8)  # two elements a byte
t.data_move(nibbles, packed, 0, 1, 2, 0, 0)
t.BuildCCE(kernel_name="conversions", inputs=[x, n, w], outputs=[y, z, v, nibbles])

x, n, w = np.linspace(-9, 9, 128, dtype=np.float16), np.arange(64, dtype=np.int32), np.arange(-64, 64, dtype=np.int16)
report = t.kernel.run([x, n, w]).raise_if_bad()
np.testing.assert_array_equal(report.outputs["y"], np.floor(x))
np.testing.assert_array_equal(report.outputs["z"], n * 0.5)
np.testing.assert_array_equal(report.outputs["v"][:, 16:], w.reshape(8, 16))
np.testing.assert_array_equal(report.outputs["nibbles"].astype(np.int8), np.clip(np.rint(x), -8, 7))
