"""Columns cut out of a matrix: one index on a tensor of two dimensions counts flat elements, and the block variable is
used after its loop, where every core still has its own.

python examples/tik/01_flat_indices.py
"""

import numpy as np

import tik

CORES, SHARE = 4, 8  # rows a core


def columns(width, begin, size):
    """y = x[:, begin:begin + size] of int32, element by element."""
    t = tik.Tik(tik.Dprofile("v100", "cloud"))
    x_gm = t.Tensor("int32", (CORES * SHARE, width), name="x_gm", scope=tik.scope_gm)
    y_gm = t.Tensor("int32", (CORES * SHARE, size), name="y_gm", scope=tik.scope_gm)
    x_ub = t.Tensor("int32", (SHARE, width), name="x_ub", scope=tik.scope_ubuf)
    y_ub = t.Tensor("int32", (SHARE, size), name="y_ub", scope=tik.scope_ubuf)
    with t.for_range(0, CORES, block_num=CORES) as core:
        t.data_move(x_ub, x_gm[core * SHARE, 0], 0, 1, SHARE * width // 8, 0, 0)  # two indices: row and column
    # a block loop is how the kernel is launched: what follows it runs on every core, and core is that core's number
    with t.for_range(0, SHARE) as row, t.for_range(0, size) as column:
        y_ub[row * size + column].set_as(x_ub[row * width + begin + column])
    t.data_move(y_gm[core * SHARE * size], y_ub, 0, 1, SHARE * size // 8, 0, 0)
    t.BuildCCE(kernel_name="columns", inputs=[x_gm], outputs=[y_gm])
    return t


def oracle(x, begin, size):
    return x[:, begin : begin + size]


def main():
    width, begin, size = 24, 5, 11
    x = np.arange(CORES * SHARE * width, dtype=np.int32).reshape(-1, width)
    report = columns(width, begin, size).kernel.run([x]).raise_if_bad()
    assert np.array_equal(report.outputs[0], oracle(x, begin, size))
    print(f"flat indices: ok, {report.cycles} cycles, {len(report.hazards)} hazards")


if __name__ == "__main__":
    main()
