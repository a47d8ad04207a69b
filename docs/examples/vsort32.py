import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, n = t.Tensor("float32", (32,), tik.scope_gm, "x"), t.Tensor("uint32", (32,), tik.scope_gm, "n", init_value=np.arange(32))
y = t.Tensor("float32", (32, 2), tik.scope_gm, "y")
score, index = t.Tensor("float32", (32,), tik.scope_ubuf, "score"), t.Tensor("uint32", (32,), tik.scope_ubuf, "index")
pairs = t.Tensor("float32", (32, 2), tik.scope_ubuf, "pairs")
t.data_move(score, x, 0, 1, 4, 0, 0)
t.data_move(index, n, 0, 1, 4, 0, 0)
t.vsort32(pairs, score, index, 1)  # 32 pairs (score, index), the largest score first
t.data_move(y, pairs, 0, 1, 8, 0, 0)
t.BuildCCE(kernel_name="vsort32", inputs=[x], outputs=[y])

x = np.random.default_rng(0).permutation(32).astype(np.float32)
pairs = t.kernel.run([x]).raise_if_bad().outputs[0]
np.testing.assert_array_equal(pairs[:, 0], np.sort(x)[::-1])
np.testing.assert_array_equal(pairs.view(np.uint32)[:, 1], np.argsort(-x))
