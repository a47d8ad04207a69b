"""Add two vectors with tiles: split over the cores, tails handled, on three chips.

python examples/01_add.py
"""

import numpy as np

import tik


@tik.kernel(out=lambda a, b: tik.like(a))  # makes the result when the caller gives none
def add(k, a, b, y):
    for i in k.split(a.shape[0]):  # this core's elements, a tile at a time
        k.store(y[i], k.load(a[i]) + k.load(b[i]))


rng = np.random.default_rng(1)
a, b = rng.standard_normal((2, 100_003)).astype(np.float16)  # no multiple of anything

assert np.array_equal(add(a, b), a + b)  # f16 addition is IEEE: the same bits as numpy's

for chip in ("Ascend910B1", "Ascend910A", "Ascend310P3"):
    report = add.run(a, b, chip=chip)
    assert report.ok and np.array_equal(report.outputs["y"], a + b)
    print(
        f"{chip:<12} {report.blocks:2} blocks {report.cycles:6,} cycles = {report.time_us:5.2f} us, "
        f"{report.bytes['read']:,} bytes read, {len(report.errors)} hazards"
    )
