import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
n = t.InputScalar("int32", "n")
x, y = (t.Tensor("int32", (4, 16), tik.scope_gm, name) for name in ("x", "y"))
ub = t.Tensor("int32", (4, 16), tik.scope_ubuf, "ub")
t.data_move(ub, x, 0, 1, 8, 0, 0)
assert ub.shape == [4, 16] and ub[1, 4:8].shape == [1, 4] and ub[20].offset == ub[1, 4].offset == 20
assert ub.reshape((8, 8)).shape == [8, 8] and ub.reinterpret_cast_to("int16").shape == [4, 16, 2]

s = t.Scalar("int32", "s", ub[0, 0])  # reads an element
s.set_as(s * 2 + n)  # reads s and n when the kernel gets here
ub[0, 1].set_as(s)
ub[1, 0] = s / 4  # the same as set_as; truncates, as in C
counts = t.ScalarArray("int32", 4, "counts", [0, 0, 0, 0])
with t.for_range(0, 4) as i:
    with t.if_scope(tik.all(ub[i, 2] > 0, tik.negate(ub[i, 2] == 5))):
        counts[i].set_as(counts[i] + 1)
        ub[i, 3].set_as(counts[i])
t.data_move(y, ub, 0, 1, 8, 0, 0)
t.BuildCCE(kernel_name="values", inputs=[x, n], outputs=[y])

data = np.zeros((4, 16), np.int32)
data[0, 0], data[:, 2] = 7, (0, 1, 5, 9)
out = t.kernel.run({"x": data, "n": 3}).raise_if_bad().outputs["y"]
assert out[0, 1] == 17 and out[1, 0] == 4 and out[:, 3].tolist() == [0, 1, 0, 1]
