import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = (t.Tensor("int32", (8,), tik.scope_gm, name) for name in ("x", "y"))
ub = t.Tensor("int32", (8,), tik.scope_ubuf, "ub")
t.data_move(ub, x, 0, 1, 1, 0, 0)
first = t.Scalar("int32", "first", ub[0])
t.printf("the first of %d is %d\n", 8, first)
t.printf("all: %d\n", ub)
t.tikdb.debug_print("ub[0:4]")  # a tensor by the author's name for it
t.data_move(y, ub, 0, 1, 1, 0, 0)
t.BuildCCE(kernel_name="printing", inputs=[x], outputs=[y])

report = t.kernel.run([np.arange(5, 13, dtype=np.int32)]).raise_if_bad()  # prints while it runs
assert report.outputs[0][0] == 5
