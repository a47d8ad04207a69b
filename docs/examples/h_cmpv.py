import numpy as np

import tik

t = tik.Tik(chip="Ascend910B1")
x, y = (t.Tensor("float16", (128,), tik.scope_gm, name) for name in ("x", "y"))
src, dst = (t.Tensor("float16", (128,), tik.scope_ubuf, name) for name in ("src", "dst"))
bits = t.Tensor("uint8", (32,), tik.scope_ubuf, "bits")
t.h_data_move(src, x)
t.h_cmpv(bits, src, 3.0, "GT")  # a bit an element
t.h_sel(dst, src, 0.0, bits)
t.h_data_move(y, dst)
t.BuildCCE(kernel_name="above_three", inputs=[x], outputs=[y])

x = np.arange(128, dtype=np.float16) % 7
np.testing.assert_array_equal(t.kernel.run([x]).raise_if_bad().outputs[0], np.where(x > 3, x, 0))
