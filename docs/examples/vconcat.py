import numpy as np

import tik

t = tik.Tik(chip="Ascend910A")
x, y = t.Tensor("float16", (2, 16), tik.scope_gm, "x"), t.Tensor("float16", (16,), tik.scope_gm, "y")
columns, boxes = t.Tensor("float16", (2, 16), tik.scope_ubuf, "columns"), t.Tensor("float16", (16, 8), tik.scope_ubuf, "boxes")
score = t.Tensor("float16", (16,), tik.scope_ubuf, "score")
t.data_move(columns, x, 0, 1, 2, 0, 0)
t.vconcat(boxes, columns[0, 0], 1, 0)  # field 0 of sixteen proposals: x1
t.vconcat(boxes, columns[1, 0], 1, 4)  # field 4: the score
t.vextract(score, boxes, 1, 4)  # and back
t.data_move(y, score, 0, 1, 1, 0, 0)
t.BuildCCE(kernel_name="fields", inputs=[x], outputs=[y])

x = np.arange(32, dtype=np.float16).reshape(2, 16)
np.testing.assert_array_equal(t.kernel.run([x]).raise_if_bad().outputs[0], x[1])
