import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = t.Tensor("int32", (16,), tik.scope_gm, "x"), t.Tensor("int32", (16,), tik.scope_gm, "y")
ub, out = t.Tensor("int32", (16,), tik.scope_ubuf, "ub"), t.Tensor("int32", (16,), tik.scope_ubuf, "out")
t.data_move(ub, x, 0, 1, 2, 0, 0)
a, b = t.Scalar("int32", "a", ub[0]), t.Scalar("int32", "b", ub[1])  # read from UB: sload
real = t.Scalar("float32", "real", a.astype("float32") / 2)  # sfdiv
results = [a + b, a - b, a * b, a / b, a % b, a & b, a | b, a ^ b, a << 2, a >> 1, -a, real.astype("int32")]
for index, value in enumerate(results):  # an expression becomes an instruction for each of its operators
    out[index].set_as(value)  # written to UB: sstore
for index, test in enumerate((a == b, a != b, a < b, a <= b), len(results)):
    out[index].set_as(test)
t.data_move(y, out, 0, 1, 2, 0, 0)
t.BuildCCE(kernel_name="expressions", inputs=[x], outputs=[y])

given = np.zeros(16, np.int32)
given[:2] = 17, 5
report = t.kernel.run([given]).raise_if_bad()
assert report.outputs[0].tolist() == [22, 12, 85, 3, 2, 1, 21, 20, 68, 8, -17, 8, 0, 1, 0, 0]
