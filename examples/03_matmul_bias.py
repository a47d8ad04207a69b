"""A matrix product with bias on the cube, and how it fares from chip to chip.

python examples/03_matmul_bias.py
"""

import numpy as np

import tik


@tik.kernel
def linear(k, x, w, bias, y):
    for rows, cols in k.tiles(*y.shape):  # this core's output tiles
        k.store(y[rows, cols], k.matmul(x[rows, :], w[:, cols], bias[cols]))


rng = np.random.default_rng(3)
m, n, depth = 200, 96, 300  # small integers: every product and sum is exact in f32
x = rng.integers(-3, 4, (m, depth)).astype(np.float16)
w = rng.integers(-3, 4, (depth, n)).astype(np.float16)
bias = rng.integers(-9, 10, n).astype(np.float16)
expected = (x.astype(np.int64) @ w.astype(np.int64) + bias.astype(np.int64)).astype(np.float16)

for chip in ("Ascend910B1", "Ascend910A"):
    report = linear.run(x, w, bias, np.empty((m, n), np.float16), chip=chip).raise_if_bad()
    assert np.array_equal(report.outputs["y"], expected)
    busy = ", ".join(f"{pipe} {time['share']:.0%}" for pipe, time in report.pipes.items() if time["busy_cycles"])
    print(f"{chip:<12} {report.blocks:2} blocks {report.cycles:6,} cycles = {report.time_us:5.2f} us; busy: {busy}")
