import numpy as np

import tik

t = tik.Tik(chip="Ascend910A")
x, y = t.Tensor("float16", (32,), tik.scope_gm, "x"), t.Tensor("float16", (32,), tik.scope_gm, "y")
score, best = t.Tensor("float16", (32,), tik.scope_ubuf, "score"), t.Tensor("float16", (32,), tik.scope_ubuf, "best")
boxes, merged = (t.Tensor("float16", (32, 8), tik.scope_ubuf, name) for name in ("boxes", "merged"))
t.vec_dup(128, boxes, 0, 2, 8)
t.data_move(score, x, 0, 1, 2, 0, 0)
t.vconcat(boxes, score, 2, 4)
t.vrpsort16(merged, boxes, 2)  # two sorted lists
t.vmrgsort4(boxes, [merged[0, 0], merged[16, 0]], [16, 16, 0, 0], False, "0011")  # become one
t.vextract(best, boxes, 2, 4)
t.data_move(y, best, 0, 1, 2, 0, 0)
t.BuildCCE(kernel_name="vmrgsort4", inputs=[x], outputs=[y])

x = np.random.default_rng(0).permutation(32).astype(np.float16)
np.testing.assert_array_equal(t.kernel.run([x]).raise_if_bad().outputs[0], np.sort(x)[::-1])
