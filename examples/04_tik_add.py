"""The same addition instruction by instruction: buffers, moves, two buffers in turn, and the stream it becomes.

python examples/04_tik_add.py
"""

import numpy as np

import tik

CORES, TILES, TILE = 4, 8, 2048  # elements of f16: 4 KiB a tile


def build(buffers: int) -> tik.Tik:
    """The kernel with ``buffers`` copies of each tile: with two, one tile loads while another is computed."""
    t = tik.Tik(chip="Ascend910B1")
    a, b, y = (t.Tensor("float16", (CORES * TILES * TILE,), tik.scope_gm, name) for name in ("a", "b", "y"))
    with t.for_range(0, CORES, block_num=CORES) as core, t.for_range(0, TILES, thread_num=buffers) as i:
        left = t.Tensor("float16", (TILE,), tik.scope_ubuf, "left")
        right = t.Tensor("float16", (TILE,), tik.scope_ubuf, "right")
        at = (core * TILES + i) * TILE
        t.data_move(left, a[at], 0, 1, TILE // 16, 0, 0)  # one burst of 128 blocks of 32 bytes
        t.data_move(right, b[at], 0, 1, TILE // 16, 0, 0)
        t.vec_add(128, left, left, right, TILE // 128, 8, 8, 8)  # 16 repeats of 128 lanes
        t.data_move(y[at], left, 0, 1, TILE // 16, 0, 0)
    t.BuildCCE(kernel_name="add", inputs=[a, b], outputs=[y])
    return t


x1, x2 = np.random.default_rng(4).standard_normal((2, CORES * TILES * TILE)).astype(np.float16)
cycles = {}
for buffers in (1, 2):
    report = build(buffers).kernel.run([x1, x2]).raise_if_bad()
    assert np.array_equal(report.outputs[0], x1 + x2)
    cycles[buffers] = report.cycles
    print(f"{buffers} buffer{'s' * (buffers > 1)}: {report.cycles:,} cycles")
assert cycles[2] < cycles[1]

print(build(1).kernel.asm())
