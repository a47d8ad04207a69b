import numpy as np

import tik

t = tik.Tik(chip="Ascend910A")
x, y = t.Tensor("float16", (128,), tik.scope_gm, "x"), t.Tensor("int32", (8,), tik.scope_gm, "y")
ub, found = t.Tensor("float16", (128,), tik.scope_ubuf, "ub"), t.Tensor("int32", (8,), tik.scope_ubuf, "found")
status = t.Scalar("int32", "status")
t.data_move(ub, x, 0, 1, 8, 0, 0)
t.vec_mul(128, ub, ub, ub, 1, 8, 8, 8)
t.get_overflow_status(status)
t.vec_dup(8, found, status, 1, 1)
t.data_move(y, found, 0, 1, 1, 0, 0)
t.BuildCCE(kernel_name="status", inputs=[x], outputs=[y])

for value, wanted in ((200, 0), (300, 1)):  # 300 * 300 is more than 65504
    assert (t.kernel.run([np.full(128, value, np.float16)]).raise_if_bad().outputs[0] == wanted).all()
