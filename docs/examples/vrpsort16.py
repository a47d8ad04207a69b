import numpy as np

import tik

t = tik.Tik(chip="Ascend910A")
x, y = t.Tensor("float16", (16,), tik.scope_gm, "x"), t.Tensor("float16", (16,), tik.scope_gm, "y")
score, best = t.Tensor("float16", (16,), tik.scope_ubuf, "score"), t.Tensor("float16", (16,), tik.scope_ubuf, "best")
boxes, ordered = (t.Tensor("float16", (16, 8), tik.scope_ubuf, name) for name in ("boxes", "ordered"))
t.vec_dup(128, boxes, 0, 1, 8)
t.data_move(score, x, 0, 1, 1, 0, 0)
t.vconcat(boxes, score, 1, 4)
t.vrpsort16(ordered, boxes, 1)  # sixteen proposals, the largest score first
t.vextract(best, ordered, 1, 4)
t.data_move(y, best, 0, 1, 1, 0, 0)
t.BuildCCE(kernel_name="vrpsort16", inputs=[x], outputs=[y])

x = np.random.default_rng(0).permutation(16).astype(np.float16)
np.testing.assert_array_equal(t.kernel.run([x]).raise_if_bad().outputs[0], np.sort(x)[::-1])
