import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, n = t.Tensor("float32", (64,), tik.scope_gm, "x"), t.Tensor("uint32", (64,), tik.scope_gm, "n", init_value=np.arange(64))
y = t.Tensor("float32", (64, 2), tik.scope_gm, "y")
score, index = t.Tensor("float32", (64,), tik.scope_ubuf, "score"), t.Tensor("uint32", (64,), tik.scope_ubuf, "index")
lists, merged = (t.Tensor("float32", (64, 2), tik.scope_ubuf, name) for name in ("lists", "merged"))
t.data_move(score, x, 0, 1, 8, 0, 0)
t.data_move(index, n, 0, 1, 8, 0, 0)
t.vsort32(lists, score, index, 2)  # two sorted lists
t.vmrgsort(merged, [lists[0, 0], lists[32, 0]], [32, 32], False)  # become one
t.data_move(y, merged, 0, 1, 16, 0, 0)
t.BuildCCE(kernel_name="vmrgsort", inputs=[x], outputs=[y])

x = np.random.default_rng(0).permutation(64).astype(np.float32)
pairs = t.kernel.run([x]).raise_if_bad().outputs[0]
np.testing.assert_array_equal(pairs[:, 0], np.sort(x)[::-1])
