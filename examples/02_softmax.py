"""Row softmax, and what a report says: values, hazards, cycles, and what limits the kernel.

python examples/02_softmax.py
"""

import numpy as np

import tik


@tik.kernel
def softmax(k, x, y):
    for rows in k.split(x.shape[0]):
        t = k.load(x[rows], dtype=tik.f32)
        t = k.exp(t - k.max(t, axis=-1))
        k.store(y[rows], t / k.sum(t, axis=-1))


x = np.random.default_rng(2).normal(0, 3, (512, 1000)).astype(np.float16)
report = softmax.run(x, np.empty_like(x))  # leaves its arguments as they are

e = np.exp(x.astype(np.float64) - x.max(axis=-1, keepdims=True))
expected = e / e.sum(axis=-1, keepdims=True)
error = np.abs(report.outputs["y"] - expected).max()
assert error < 2**-12, error  # half a step of f16 just below 1

report.raise_if_bad()
print(report)
print(f"largest error {error:.1e}")
