import numpy as np

import tik

t = tik.Tik(tik.Dprofile(chip="Ascend910B1"))  # or tik.Tik(chip="Ascend910B1")
x, y = (t.Tensor("float16", (256,), tik.scope_gm, name) for name in ("x", "y"))
ub = t.Tensor("float16", (256,), tik.scope_ubuf, "ub")
t.data_move(ub, x, 0, 1, 16, 0, 0)
t.vec_adds(128, ub, ub, 1, 2, 8, 8)
t.tikdb.debug_print("ub[0:4]")  # printed while the kernel runs
t.data_move(y, ub, 0, 1, 16, 0, 0)
t.BuildCCE(kernel_name="plus_one", inputs=[x], outputs=[y])  # raises the mistakes of the calls above, together

data = np.arange(256, dtype=np.float16)
report = t.kernel.run([data])  # or {"x": data}
assert report.ok and np.array_equal(report.outputs["y"], data + 1)
assert np.array_equal(t.StartProfiling({"x": data})[0], data + 1)  # prints the report
assert np.array_equal(t.tikdb.start_debug({"x": data}, interactive=False)[0], data + 1)
print(t.kernel, t.kernel.inputs, t.kernel.outputs, t.d_profiling.get_unified_buffer_size())
print(t.kernel.asm())
