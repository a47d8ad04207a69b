import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = t.Tensor("int64", (8,), tik.scope_gm, "x"), t.Tensor("int64", (12,), tik.scope_gm, "y")
ub, out = t.Tensor("int64", (8,), tik.scope_ubuf, "ub"), t.Tensor("int64", (12,), tik.scope_ubuf, "out")
t.data_move(ub, x, 0, 1, 2, 0, 0)
a, b, bits = t.Scalar("int64", "a", ub[0]), t.Scalar("int64", "b", ub[1]), t.Scalar("uint64", "bits", 0b1011)
found, counted = t.Scalar("int64", "found"), t.Scalar("uint64", "counted")
real, rounded = t.Scalar("float32", "real", 2.5), t.Scalar("int32", "rounded")
for index, call in enumerate((t.scalar_max, t.scalar_min)):
    call(found, a, b)
    out[index].set_as(found)
for index, call in enumerate((t.scalar_abs, t.scalar_sqrt), 2):
    call(found, b)
    out[index].set_as(found)
for index, call in enumerate((t.scalar_countbit0, t.scalar_countbit1, t.scalar_countleading0), 4):
    call(counted, bits)
    out[index].set_as(counted.astype("int64"))
t.scalar_conv("ceil", rounded, real)
out[7].set_as(rounded.astype("int64"))
for index in range(8, 12):
    out[index].set_as(0)
t.data_move(y, out, 0, 1, 3, 0, 0)
t.BuildCCE(kernel_name="scalars", inputs=[x], outputs=[y])

report = t.kernel.run([np.array([-5, 17, 0, 0, 0, 0, 0, 0])]).raise_if_bad()
assert report.outputs[0][:8].tolist() == [17, -5, 17, 4, 61, 3, 60, 3]
